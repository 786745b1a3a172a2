"""The first start: three short steps on one page. What stays where, what is needed, what to do."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from momentry_desk.core import weights
from momentry_desk.core.snapshot import QueueSnapshot
from momentry_desk.core.weights import ModelPhase, ModelReport
from momentry_desk.ui import words
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.sentences import in_words

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine

_WIDTH = 560
_MARK_WIDTH = 28
_GAP = 8
#: The row of buttons keeps its place while none is there.
_CONTROLS_HEIGHT = 30
#: Of the whole column, about; the room above it is a share of what is left.
_HEIGHT = 400
_ABOVE = 0.4
_LEAST_ABOVE = 12


class Step(QWidget):
    """One step: its number, or a tick once it is done; a title, a sentence, and what can be pressed. It is as high
    while it asks as when it is done, so that nothing moves under the pointer."""

    def __init__(self, number: int, *controls: QWidget, lines: int = 1) -> None:
        """`lines` is how many the longest of its usual sentences takes."""
        super().__init__()
        self._number = number
        self._lines = lines
        self._mark, self.title, self.sentence = QLabel(), QLabel(), QLabel()
        self._mark.setProperty("role", "title")
        self._mark.setFixedWidth(_MARK_WIDTH)
        self.title.setProperty("role", "name")
        self.sentence.setProperty("role", "small")
        self.sentence.setWordWrap(True)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        for label in (self._mark, self.title, self.sentence):
            label.setTextFormat(Qt.TextFormat.PlainText)
        place = QWidget()
        place.setFixedHeight(_CONTROLS_HEIGHT)
        row = QHBoxLayout(place)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for control in controls:
            row.addWidget(control)
        row.addStretch(1)
        texts = QVBoxLayout()
        texts.setSpacing(4)
        texts.addWidget(self.title)
        texts.addWidget(self.sentence)
        texts.addSpacing(4)
        texts.addWidget(place)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(_GAP)
        layout.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(texts, 1)
        self.mark(done=False)

    def say(self, title: str, sentence: str) -> None:
        """What this step is about."""
        self.title.setText(title)
        self.sentence.setText(sentence)
        self.sentence.ensurePolished()
        # A label that wraps is otherwise given the height of a single line here; what it had before must not count.
        self.sentence.setMinimumHeight(0)
        needed = self.sentence.heightForWidth(_WIDTH - _MARK_WIDTH - _GAP)
        self.sentence.setFixedHeight(max(needed, self._lines * self.sentence.fontMetrics().lineSpacing()))

    def mark(self, *, done: bool) -> None:
        """Whether nothing is left to do here."""
        self._mark.setText("✓" if done else str(self._number))


class FirstRun(QWidget):
    """What an empty window shows where the first start's questions are open, for the whole of that life.

    `wanted` says whether it has something to ask. `add_wanted` and `sample_wanted` are the last step's offers.
    """

    add_wanted = Signal()
    sample_wanted = Signal()

    def __init__(
        self, engine: "Engine", errands: Errands, *, with_sample: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._engine = engine
        self._errands = errands
        self.wanted = False
        self._faces = ""
        self._looked = False
        self._reports: dict[str, ModelReport] = {}
        self.title = QLabel()
        self.title.setProperty("role", "title")
        self.yes, self.no = QPushButton(), QPushButton()
        self.yes.clicked.connect(lambda: errands.begin(self._answer("yes")))
        self.no.clicked.connect(lambda: errands.begin(self._answer("no")))
        self._asks_again = False
        self.change = QPushButton()
        self.change.setObjectName("link")
        self.change.clicked.connect(self._ask_again)
        self.faces = Step(1, self.yes, self.no, self.change, lines=2)
        self.fetch = QPushButton()
        self.fetch.clicked.connect(lambda: errands.begin(self._fetch()))
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.bar.setFixedWidth(240)
        self.models = Step(2, self.fetch, self.bar, lines=2)
        self.add, self.sample = QPushButton(), QPushButton()
        self.add.setProperty("filled", True)
        self.add.clicked.connect(self.add_wanted)
        self.sample.clicked.connect(self.sample_wanted)
        self.sample.setVisible(with_sample)
        self.begin = Step(3, self.add, self.sample)
        column = QWidget()
        column.setFixedWidth(_WIDTH)
        steps = QVBoxLayout(column)
        steps.setContentsMargins(0, 0, 0, 0)
        steps.setSpacing(16)
        steps.addWidget(self.title)
        for step in (self.faces, self.models, self.begin):
            steps.addWidget(step)
        layout = self._layout = QVBoxLayout(self)
        layout.addWidget(column, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(1)
        engine.models_changed.connect(self._take_models)
        self._fill()

    def take_snapshot(self, snapshot: QueueSnapshot) -> None:
        """Follow the answer, wherever it was given."""
        faces = snapshot.settings.privacy.faces
        self.wanted = self.wanted or faces == "ask"
        if faces != self._faces:
            self._faces = faces
            self._asks_again = False
            self._fill()

    def look(self) -> None:
        """It is seen: find out once which models are there."""
        if not self._looked:
            self._looked = True
            self._errands.begin(self._look())

    async def _look(self) -> None:
        reports = await asyncio.wrap_future(self._engine.models.reports())
        self._take_models(reports)

    async def _answer(self, said: str) -> None:
        await asyncio.wrap_future(self._engine.people.answer("yes" if said == "yes" else "no"))
        self._asks_again = False
        self._fill_faces()

    def _ask_again(self) -> None:
        self._asks_again = True
        self._fill_faces()
        self.yes.setFocus()

    async def _fetch(self) -> None:
        await asyncio.wrap_future(self._engine.models.install(self._missing()))

    def _take_models(self, reports: Sequence[ModelReport]) -> None:
        self._reports.update({report.name: report for report in reports})
        self._fill()

    def _missing(self) -> tuple[str, ...]:
        """The default models that are not there, in the catalogue's order."""
        known = self._reports
        return tuple(
            name for name in weights.DEFAULT_MODELS if name in known and known[name].phase is not ModelPhase.READY
        )

    # Words --------------------------------------------------------------------------------------------------

    def _fill(self) -> None:
        self.title.setText(self.tr("Find any moment by a word or a face"))
        self._fill_faces()
        self._fill_models()
        self.begin.say(
            self.tr("Drop videos or folders anywhere in this window"),
            self.tr("Each is scanned for faces, speech and on-screen text, a few at a time, while you work."),
        )
        self.add.setText(self.tr("Add videos…"))
        self.sample.setText(self.tr("Try it with a short sample"))

    def _fill_faces(self) -> None:
        step = self.faces
        asks = self._asks_again or self._faces not in ("yes", "no")
        step.mark(done=not asks)
        if asks:
            said = self.tr(
                "Then you find a person's moments across all your videos. Faces are compared here alone, and you "
                "can have them all forgotten at any time."
            )
        elif self._faces == "yes":
            said = self.tr("Faces are looked for. You can have them all forgotten at any time, on the People page.")
        else:
            said = self.tr("Faces are left out. You can change that in the settings at any time.")
        asked = self.tr("All of it stays on this machine. Look for faces, too?")
        step.say(asked if asks else self.tr("All of it stays on this machine."), said)
        self.yes.setText(self.tr("Look for faces"))
        self.no.setText(self.tr("Leave faces out"))
        self.change.setText(self.tr("Change the answer"))
        self.yes.setVisible(asks)
        self.no.setVisible(asks)
        self.change.setVisible(not asks)

    def _fill_models(self) -> None:
        step, missing = self.models, self._missing()
        reports = [self._reports[name] for name in missing]
        busy = any(report.busy for report in reports)
        step.mark(done=bool(self._reports) and not missing)
        problem = next((report.problem for report in reports if report.problem), "")
        if not self._reports:
            said = self.tr("Looking whether it is on this machine…")
        elif not missing:
            said = self.tr("It is all on this machine.")
        elif problem and not busy:
            said = in_words(problem)
        else:
            total = words.size(sum(weights.model(name).size for name in missing))
            said = self.tr("{0} to download, once. Nothing else comes over the network.").format(total)
        step.say(self.tr("What recognises speech, text and faces"), said)
        self.fetch.setText(self.tr("Download"))
        self.fetch.setVisible(bool(missing) and not busy)
        self.bar.setVisible(busy)
        self.bar.setAccessibleName(step.title.text())
        total_bytes = sum(report.total for report in reports)
        self.bar.setRange(0, 1000 if total_bytes else 0)
        if total_bytes:
            self.bar.setValue(round(1000 * sum(report.received for report in reports) / total_bytes))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # By the page's height alone: what a step says must not move the others.
        above = max(_LEAST_ABOVE, round((self.height() - _HEIGHT) * _ABOVE))
        self._layout.setContentsMargins(_LEAST_ABOVE, above, _LEAST_ABOVE, _LEAST_ABOVE)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()
