"""File > Export the queue, Import a queue: asks for the file and tells what came of it."""

import asyncio
from collections.abc import Callable
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from momentry_desk.core.queue_file import Imported
from momentry_desk.core.sentences import Said, say
from momentry_desk.ui import words
from momentry_desk.ui.chosen_folders import ChosenFolders
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.file_dialogs import ask_where_to_save, dress
from momentry_desk.ui.notices import Notice, Notices

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine

_FILTER = "JSON (*.json)"


class QueueFileDialogs(QObject):
    """`tell` gets what was done, `notices` what is missing."""

    def __init__(
        self,
        engine: "Engine",
        errands: Errands,
        notices: Notices,
        folders: ChosenFolders,
        tell: Callable[[str], None],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._engine = engine
        self._errands = errands
        self._notices = notices
        self._folders = folders
        self._tell = tell
        self._window = window

    def export(self) -> None:
        dialog = ask_where_to_save(self._window, self.tr("Export the queue"), "queue.json", self._folders)
        dialog.setNameFilter(_FILTER)
        dialog.fileSelected.connect(lambda path: self._errands.begin(self._export(Path(path))))
        dialog.open()

    def take_in(self) -> None:
        # What was exported lies where something was saved last.
        dialog = QFileDialog(self._window, self.tr("Import a queue"), self._folders.start_saving(), _FILTER)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._folders.keep_saved)
        dialog.fileSelected.connect(lambda path: self._errands.begin(self._take_in(Path(path))))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dress(dialog)
        dialog.open()

    async def _export(self, path: Path) -> None:
        # The dialog has asked whether a file that is there may be replaced.
        count = await asyncio.wrap_future(self._engine.queue_files.export(path, overwrite=True))
        self._tell(self.tr("%n scan(s) exported", "", count))

    async def _take_in(self, path: Path) -> None:
        taken = await asyncio.wrap_future(self._engine.queue_files.take_in(path))
        self._tell(self._summary(taken))
        self._notices.take([Notice(one, "", say(Said.GONE, file=PurePath(one).name)) for one in taken.missing])

    def _summary(self, taken: Imported) -> str:
        new, known, ended = taken.submitted, taken.known, taken.ended
        parts = [self.tr("%n scan(s) imported", "", new)]
        if known:
            parts.append(self.tr("%n known before", "", known))
        if ended:
            parts.append(self.tr("%n had ended", "", ended))
        return words.listed(parts)
