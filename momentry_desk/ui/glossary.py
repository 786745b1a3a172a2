"""Names and terms that speech recognition is told: edited one a line, kept in the settings."""

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from momentry_desk.core import glossary
from momentry_desk.core.settings import GLOSSARY_KEY
from momentry_desk.engine.errors import SettingsRefused
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.sentences import in_words

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine

#: Persons to take names from; those with a name come first.
_MOST_PERSONS = 200


class GlossaryEditor(QWidget):
    """One engine's glossary. `kept` comes when it was written to the settings, `changed` with each edit."""

    kept = Signal()
    changed = Signal()

    def __init__(self, engine: "Engine", errands: Errands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._errands = errands
        self._before = self._known()
        self.what = QLabel()
        self.what.setWordWrap(True)
        self.box = QPlainTextEdit("\n".join(self._before))
        self.box.setTabChangesFocus(True)
        self.people = QPushButton()
        self.count = QLabel()
        self.count.setProperty("role", "small")
        self.problem = QLabel()
        self.problem.setProperty("role", "bad")
        self.problem.setWordWrap(True)
        row = QHBoxLayout()
        row.addWidget(self.people)
        row.addStretch()
        row.addWidget(self.count)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.what)
        layout.addWidget(self.box, 1)
        layout.addLayout(row)
        layout.addWidget(self.problem)
        self.box.textChanged.connect(self._edited)
        self.people.clicked.connect(lambda: errands.begin(self._add_people()))
        self._fill()

    def terms(self) -> tuple[str, ...]:
        """What stands in the box."""
        return glossary.tidy([self.box.toPlainText()])

    @property
    def is_usable(self) -> bool:
        return not glossary.problem(self.terms())

    def keep(self) -> None:
        """Write it to the settings, where it is another one than before."""
        if not self.is_usable:
            return
        if self.terms() == self._before:
            self.kept.emit()
        else:
            self._errands.begin(self._write(self.terms()))

    def _known(self) -> tuple[str, ...]:
        try:
            return glossary.read(self._engine.snapshot().settings.processors.asr.glossary)
        except glossary.BadGlossary:
            return ()

    async def _write(self, terms: tuple[str, ...]) -> None:
        try:
            await asyncio.wrap_future(self._engine.change_settings({GLOSSARY_KEY: terms}))
        except SettingsRefused as refusal:
            self._say(in_words(str(refusal)))
            return
        self._before = terms
        self.kept.emit()

    async def _add_people(self) -> None:
        persons = await asyncio.wrap_future(self._engine.people.grid(limit=_MOST_PERSONS))
        named = [card.name for card in persons if card.name]
        if not named:
            self._say(self.tr("Nobody has a name yet. Name people on their page first."))
            return
        self.box.setPlainText("\n".join(glossary.tidy([*self.terms(), *named])))

    def _edited(self) -> None:
        self._say(in_words(glossary.problem(self.terms())))
        self._count()
        self.changed.emit()

    def _say(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))

    def _count(self) -> None:
        terms = self.terms()
        letters = sum(len(term) for term in terms)
        said = self.tr("{0} of {1} letters", "how much of the glossary is used")
        self.count.setText(said.format(letters, glossary.MOST_LETTERS))

    def _fill(self) -> None:
        self.what.setText(
            self.tr(
                "Names and terms that speech recognition should spell right, one a line: people, places, brands. "
                "They are used by scans from now on; scan a video again to have them in its transcript."
            )
        )
        self.box.setPlaceholderText(self.tr("Ana Ruiz\nBrinmoor\nDaVinci Resolve", "examples, one a line"))
        self.box.setAccessibleName(self.tr("Glossary"))
        self.people.setText(self.tr("Add the names of people"))
        self._edited()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()


class GlossaryDialog(QDialog):
    """The editor in a window of its own."""

    def __init__(self, engine: "Engine", errands: Errands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Glossary"))
        self.resize(460, 420)
        self.editor = GlossaryEditor(engine, errands)
        self.stop = QPushButton(self.tr("Cancel"))
        self.save = QPushButton(self.tr("Save"))
        self.save.setProperty("filled", "true")
        buttons = QHBoxLayout()
        buttons.addStretch()
        buttons.addWidget(self.stop)
        buttons.addWidget(self.save)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(self.editor, 1)
        layout.addLayout(buttons)
        self.stop.clicked.connect(self.reject)
        self.save.clicked.connect(self.editor.keep)
        self.editor.kept.connect(self.accept)
        self.editor.changed.connect(lambda: self.save.setEnabled(self.editor.is_usable))
        self.finished.connect(self.deleteLater)
