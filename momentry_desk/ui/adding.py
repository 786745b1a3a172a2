"""Adding files: hands them to the engine, says so from the first moment on, and tells what became of them."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from momentry_desk.core.media_names import MEDIA_EXTENSIONS
from momentry_desk.core.messages import Rejected
from momentry_desk.core.paths import name_of
from momentry_desk.core.sentences import Said, say
from momentry_desk.core.snapshot import Added
from momentry_desk.ui.add_summary import AddSummary
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.notices import Notice, Notices

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine


#: Letters of a name at its beginning and its end; takes of one shoot differ at the end.
_NAME_BEGINS, _NAME_ENDS = 16, 16


class Adding(QObject):
    """`changed` comes with the words for what is being looked at, "" once all of it stands in the list. `told` is a
    sentence to be read once, `known` the file_uuid of a video that had been scanned before."""

    changed = Signal(str)
    told = Signal(str)
    known = Signal(str)

    def __init__(
        self,
        engine: "Engine",
        errands: Errands,
        notices: Notices,
        summary: AddSummary,
        stands: Callable[[str], bool],
        parent: QObject,
    ) -> None:
        """`stands` answers whether the scan of this task_id is in the list."""
        super().__init__(parent)
        self._engine = engine
        self._errands = errands
        self._notices = notices
        self._summary = summary
        self._stands = stands
        self._open: list[tuple[str, ...]] = []
        self._until_told: list[tuple[str, ...]] = []

    def add(self, paths: Sequence[str], refused: Sequence[Rejected] = ()) -> None:
        """Add files and folders, and scan them."""
        self._notices.reject(refused)
        if paths:
            self._open.append(tuple(paths))
            self._tell()
            self._errands.begin(self._add(self._open[-1]))

    async def _add(self, paths: tuple[str, ...]) -> None:
        try:
            added = await asyncio.wrap_future(self._engine.add(paths))
        except Exception:
            self._close(paths)
            raise
        new = [one.task_id for one in added.submitted if not (one.duplicate or one.done_already)]
        if new and not self._stands(new[-1]):
            # The engine tells of its rows a moment after its answer.
            self._until_told.append(paths)
        else:
            self._close(paths)
        self._report(paths, added)

    def take_snapshot(self) -> None:
        """The engine has told how the queue stands, with all that it answered before."""
        answered, self._until_told = self._until_told, []
        for paths in answered:
            self._close(paths)

    def _report(self, paths: tuple[str, ...], added: Added) -> None:
        if not self._summary.tells(added, self._notices) and not added.file_uuids and not added.rejected:
            self._notices.take([Notice(paths[0], "no_media", say(Said.NOTHING_IN_IT, path=paths[0]))])
        done = [one for one in added.submitted if one.done_already]
        twins = [one for one in added.submitted if one.duplicate]
        if done:
            self.told.emit(self.tr("%n video(s) had been scanned already", "", len(done)))
            self.known.emit(done[0].file_uuid)
        elif twins:
            self.told.emit(self.tr("%n video(s) stand in the queue already", "", len(twins)))

    def _close(self, paths: tuple[str, ...]) -> None:
        self._open.remove(paths)
        self._tell()

    def _tell(self) -> None:
        self.changed.emit(self.words())

    def words(self) -> str:
        """What is being looked at, in a few words."""
        paths = [path for some in self._open for path in some]
        if not paths:
            return ""
        if len(paths) == 1:
            return self.tr("Adding {0}…").format(_short(name_of(paths[0]) or paths[0]))
        if all(PurePath(path).suffix[1:].lower() in MEDIA_EXTENSIONS for path in paths):
            return self.tr("Adding %n file(s)…", "", len(paths))
        # Whether one of them is a folder only its drive could say.
        return self.tr("Adding %n files and folders…", "", len(paths))


def _short(name: str) -> str:
    if len(name) <= _NAME_BEGINS + _NAME_ENDS + 1:
        return name
    return f"{name[:_NAME_BEGINS]}…{name[-_NAME_ENDS:]}"
