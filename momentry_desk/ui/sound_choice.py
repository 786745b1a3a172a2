"""Keeps which sound track a person chose, and offers to have its speech recognised."""

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMessageBox, QWidget

from momentry_desk.core.snapshot import VideoRow
from momentry_desk.ui.errands import Errands

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine

_SPEECH = "asr"


class SoundChoice(QObject):
    """One engine's choices."""

    def __init__(self, engine: "Engine", errands: Errands, owner: QWidget) -> None:
        super().__init__(owner)
        self._engine = engine
        self._errands = errands
        self._owner = owner

    def choose(self, video: VideoRow, track: int | None, folder: bool) -> None:
        """Remember `track` for `video`, or for its whole folder."""
        self._errands.begin(self._keep(video, track, folder))

    async def _keep(self, video: VideoRow, track: int | None, folder: bool) -> None:
        changed = await asyncio.wrap_future(self._engine.audio.choose(video.file_uuid, track, folder=folder))
        # The transcript is that of the track before; only a person knows whether the other one is wanted.
        if changed and _SPEECH in video.scanned:
            self._ask(video)

    def _ask(self, video: VideoRow) -> None:
        question = QMessageBox(self._owner)
        question.setIcon(QMessageBox.Icon.NoIcon)
        question.setWindowTitle(self.tr("Another sound track"))
        question.setText(self.tr("The transcript of {0} is that of another track.").format(video.file_name))
        question.setInformativeText(self.tr("Its speech can be recognised again, from the track that you chose."))
        again = question.addButton(self.tr("Recognise speech"), QMessageBox.ButtonRole.AcceptRole)
        keep = question.addButton(self.tr("Keep the transcript"), QMessageBox.ButtonRole.RejectRole)
        question.setDefaultButton(keep)
        again.clicked.connect(lambda: self._errands.begin(self._scan(video)))
        question.finished.connect(question.deleteLater)
        question.open()

    async def _scan(self, video: VideoRow) -> None:
        await asyncio.wrap_future(self._engine.submit((video.file_uuid,), processors=(_SPEECH,)))
