"""The question that comes before any look for faces: a calm card, never in the way of anything else."""

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from momentry_desk.core.snapshot import QueueSnapshot
from momentry_desk.ui.errands import Errands

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine


class FacesQuestion(QFrame):
    """`answered` carries "yes" or "no". Until then everything else goes on."""

    answered = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("facesQuestion")
        self.title, self.sentence = QLabel(), QLabel()
        self.title.setProperty("role", "name")
        self.sentence.setProperty("role", "small")
        self.sentence.setWordWrap(True)
        for label in (self.title, self.sentence):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.yes, self.no = QPushButton(), QPushButton()
        self.yes.setProperty("filled", True)
        self.yes.clicked.connect(lambda: self.answered.emit("yes"))
        self.no.clicked.connect(lambda: self.answered.emit("no"))
        said = QVBoxLayout()
        said.setSpacing(4)
        said.addWidget(self.title)
        said.addWidget(self.sentence)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(8)
        layout.addLayout(said, 1)
        layout.addSpacing(16)
        layout.addWidget(self.no, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self.yes, 0, Qt.AlignmentFlag.AlignVCenter)
        self._fill()

    def _fill(self) -> None:
        self.title.setText(self.tr("Look for faces, too?"))
        self.sentence.setText(
            self.tr(
                "Then you find the moments of a person across all your videos. Faces are compared on this machine alone, nothing leaves it, and you can have them all forgotten at any time. Until you answer, everything else is scanned."  # noqa: E501
            )
        )
        self.yes.setText(self.tr("Look for faces"))
        self.no.setText(self.tr("Leave faces out"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()


class FacesCard(FacesQuestion):
    """The question over a window's pages: there from the first files on, or where people are looked for, until it
    is answered."""

    def __init__(self, engine: "Engine", errands: Errands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._page = ""
        self.answered.connect(lambda said: errands.begin(self._answer(said)))
        self.take_snapshot(engine.snapshot())

    def take_snapshot(self, snapshot: QueueSnapshot) -> None:
        counts = snapshot.counts
        begun = any((counts.processing, counts.pending, counts.completed, counts.failed, counts.total_processed))
        open_ = snapshot.settings.privacy.faces == "ask"
        self.setVisible(open_ and (begun or self._page == "people"))

    def show_page(self, page: str) -> None:
        """Another page is seen."""
        self._page = page
        self.take_snapshot(self._engine.snapshot())

    async def _answer(self, said: str) -> None:
        await asyncio.wrap_future(self._engine.people.answer("yes" if said == "yes" else "no"))
