"""Asks where a missing file is now, has it looked at, and says what came of it."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from momentry_desk.core.paths import name_of, path_from_text, readable
from momentry_desk.core.snapshot import VideoRow
from momentry_desk.core.whereabouts import Located, Moved, Place
from momentry_desk.ui.chosen_folders import ChosenFolders
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.file_dialogs import dress

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine

_PURPOSE = "locate"


class Locating(QObject):
    """`told` is what was done, in words; `add_wanted` a file that is another video, to be added beside."""

    told = Signal(str)
    add_wanted = Signal(str)

    def __init__(self, engine: "Engine", errands: Errands, folders: ChosenFolders, owner: QWidget) -> None:
        super().__init__(owner)
        self._engine = engine
        self._errands = errands
        self._folders = folders
        self._owner = owner

    def check(self, file_uuid: str) -> None:
        """Have it found out whether a file is at its place."""
        self._errands.begin(_wait(self._engine.library.check((file_uuid,))))

    def ask(self, video: VideoRow) -> None:
        """Let a person choose where `video` is."""
        # Qt's own dialog begins wherever the program was started if it is given a folder that is gone.
        folder = self._folders.start_from(str(PurePath(path_from_text(video.path)).parent), _PURPOSE)
        dialog = QFileDialog(self._owner, self.tr("Where is {0} now?").format(video.file_name), folder)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda path: self._folders.keep(_PURPOSE, path))
        dialog.fileSelected.connect(lambda path: self.try_place(video, path))
        dialog.finished.connect(dialog.deleteLater)
        dress(dialog)
        dialog.open()

    def try_place(self, video: VideoRow, path: str) -> None:
        """See whether `video` is at `path`."""
        self._errands.begin(self._try(video, path))

    async def _try(self, video: VideoRow, path: str) -> None:
        located = await asyncio.wrap_future(self._engine.library.locate(video.file_uuid, path))
        if located.place is not Place.FOUND:
            self._say_why_not(video, located)
            return
        self.told.emit(self.tr("{0} is found again.").format(video.file_name))
        if located.beside:
            self._offer(located.beside)

    def _say_why_not(self, video: VideoRow, located: Located) -> None:
        name = name_of(located.path)
        question = _question(self._owner, self.tr("Locate"))
        again = question.addButton(self.tr("Locate another…"), QMessageBox.ButtonRole.ActionRole)
        again.clicked.connect(lambda: self.ask(video))
        match located.place:
            case Place.OTHER_CONTENT:
                question.setText(
                    self.tr("{0} holds something else than {1}, so it is another video.").format(
                        name, video.file_name
                    )
                )
                question.setInformativeText(
                    self.tr("Nothing is lost: what was found in {0} stays, and waits for its file.").format(
                        video.file_name
                    )
                )
                add = question.addButton(self.tr("Add it as another video"), QMessageBox.ButtonRole.AcceptRole)
                add.clicked.connect(lambda: self.add_wanted.emit(located.path))
            case Place.NO_ANSWER:
                question.setText(self.tr("The drive does not answer. Look whether it is connected."))
            case Place.NOT_MEDIA:
                question.setText(self.tr("{0} is no video or sound.").format(name))
            case _:
                question.setText(self.tr("There is no such file or folder."))
        question.setDefaultButton(question.addButton(self.tr("Leave it"), QMessageBox.ButtonRole.RejectRole))
        question.open()

    def _offer(self, beside: Sequence[Moved]) -> None:
        question = _question(self._owner, self.tr("Locate"))
        question.setText(self.tr("%n other missing video(s) lie there, too.", "", len(beside)))
        question.setInformativeText(self.tr("Take up their new places as well?"))
        question.setDetailedText("\n".join(readable(one.path) for one in beside))
        every = question.addButton(self.tr("Take them up"), QMessageBox.ButtonRole.AcceptRole)
        every.clicked.connect(lambda: self._errands.begin(self._relink(beside)))
        question.addButton(self.tr("Only the one"), QMessageBox.ButtonRole.RejectRole)
        question.setDefaultButton(every)
        question.open()

    async def _relink(self, beside: Sequence[Moved]) -> None:
        found = await asyncio.wrap_future(self._engine.library.relink(beside))
        self.told.emit(self.tr("%n video(s) are found again.", "", len(found)))


def _question(owner: QWidget, title: str) -> QMessageBox:
    question = QMessageBox(owner.window())
    question.setIcon(QMessageBox.Icon.NoIcon)
    question.setWindowTitle(title)
    question.finished.connect(question.deleteLater)
    return question


async def _wait(answer: "Future[None]") -> None:
    await asyncio.wrap_future(answer)
