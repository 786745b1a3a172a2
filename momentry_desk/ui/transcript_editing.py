"""Carries what is written into a transcript to the engine, and takes it back."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from momentry_desk.core.findings import SpeechSegment
from momentry_desk.core.snapshot import VideoRow
from momentry_desk.ui import words
from momentry_desk.ui.action_making import allow
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.transcript_model import Line, is_edited
from momentry_desk.ui.transcript_view import TranscriptView

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine


class TranscriptEditing(QObject):
    """Edits of the film that `video` names; `undo` is the action that takes the last one back. `changed` comes when
    its lines are others now, `told` is what was done, in words."""

    changed = Signal()
    told = Signal(str)

    def __init__(
        self,
        engine: "Engine",
        errands: Errands,
        view: TranscriptView,
        video: Callable[[], VideoRow | None],
        undo: QAction,
    ) -> None:
        super().__init__(view)
        self._engine = engine
        self._errands = errands
        self._view = view
        self._video = video
        self._undo = undo
        view.written.connect(self._write)

    def fill(self, menu: QMenu, line: Line) -> None:
        """Put into `menu` what can be done with the words of `line`."""
        edit = menu.addAction(self.tr("Edit"))
        edit.setShortcut(QKeySequence("F2"))
        allow(edit, isinstance(line, SpeechSegment), self.tr("What stands in the picture cannot be written anew."))
        edit.triggered.connect(lambda: self._view.begin_edit(line))
        restore = menu.addAction(self.tr("Restore what was heard"))
        allow(restore, is_edited(line), self.tr("It stands as it was heard."))
        restore.triggered.connect(lambda: self._restore(line))
        menu.addAction(self._undo)

    def take_back(self) -> None:
        """Undo the last edit of the film."""
        video = self._video()
        if video is not None:
            self._errands.begin(self._take_back(video.file_uuid))

    def _write(self, line: SpeechSegment, text: str) -> None:
        video = self._video()
        if video is not None:
            answer = self._engine.transcripts.edit(video.file_uuid, line.start, line.end, text)
            self._errands.begin(self._done(answer, self.tr("Edited. Ctrl+Z takes it back.")))

    def _restore(self, line: Line) -> None:
        video = self._video()
        if video is not None:
            answer = self._engine.transcripts.restore(video.file_uuid, line.start, line.end)
            self._errands.begin(self._done(answer, self.tr("What was heard is back.")))

    async def _done(self, answer: "Future[bool]", said: str) -> None:
        changed = await asyncio.wrap_future(answer)
        # Where the line was gone meanwhile, its new words are to be seen.
        self.changed.emit()
        if changed:
            self.told.emit(said)

    async def _take_back(self, file_uuid: str) -> None:
        at_s = await asyncio.wrap_future(self._engine.transcripts.undo(file_uuid))
        if at_s is None:
            self.told.emit(self.tr("Nothing was edited in this film."))
            return
        self.changed.emit()
        self.told.emit(self.tr("The edit at {0} is taken back.").format(words.clock(at_s)))
