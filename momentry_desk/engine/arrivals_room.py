"""What the engine's thread does about watched folders: looks through them now and then, and adds what has arrived.

A lookout of its own goes through them, so that a share that hangs holds up no drop.
"""

import logging
import math
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal

from momentry_desk.core.messages import Survey, SurveyDone, Surveyed
from momentry_desk.core.model import Priority
from momentry_desk.core.paths import path_from_text
from momentry_desk.core.settings import Settings
from momentry_desk.core.snapshot import Added
from momentry_desk.core.watching import (
    QUIET_S,
    FoundFile,
    WatchedFolder,
    WatchedState,
    WatchStanding,
    has_arrived,
    is_known,
    wanted,
)
from momentry_desk.engine.clock import Clock
from momentry_desk.engine.commands import Commands
from momentry_desk.engine.lookout import Glance, Lookout
from momentry_desk.engine.settings_file import SettingsFile
from momentry_desk.engine.stores import Stores
from momentry_desk.store.arrivals import WatchRecord
from momentry_desk.store.trouble import StoreTrouble

_log = logging.getLogger(__name__)

#: From the end of a look to the next: so long at least, and so many times what the look took, for it must cost less
#: than a hundredth of one core; while something arrives, a quarter.
_SHARE = 100
_SHARE_WHILE_COMING = 4
_LONGEST_S = 300.0
#: A drive that did not answer is left alone for so long.
_SILENT_S = 60.0
#: What changes in a folder of this machine is looked at so soon.
_HINT_S = 1.0
#: Refusals that say nothing of the file itself: it is looked at again.
_PASSING = frozenset({"missing", "unresponsive", "crashed"})


@dataclass(eq=False)
class _Watch:
    """One watched folder as it is followed. `coming` are its new files as they were at the last look."""

    watched: WatchedFolder
    record: WatchRecord
    due: float
    standing: WatchStanding = WatchStanding.BEGINNING
    looking: bool = False
    arrived: int = 0
    coming: dict[str, tuple[int, int]] = field(default_factory=dict)
    adding: set[str] = field(default_factory=set)


class ArrivalsRoom(QObject):
    """Lives on the engine's thread. The settings say which folders; the database what is known of their files.
    `stirred`: a folder of this machine changed, and is looked at soon."""

    stirred = Signal()

    def __init__(
        self,
        stores: Stores,
        lookout: Lookout,
        commands: Commands,
        *,
        clock: Clock,
        settings_file: SettingsFile,
        touch: Callable[[], None],
        parent: QObject | None = None,
        every_s: float = QUIET_S,
    ) -> None:
        super().__init__(parent)
        self._stores = stores
        self._lookout = lookout
        self._commands = commands
        self._clock = clock
        self._settings_file = settings_file
        self._touch = touch
        self._every_s = every_s
        self._watches: dict[str, _Watch] = {}
        self._followed: Settings | None = None
        self._hints = QFileSystemWatcher(self)
        self._hints.directoryChanged.connect(self._hear)

    def states(self) -> tuple[WatchedState, ...]:
        return tuple(
            WatchedState(one.watched, one.standing, one.arrived, len(one.coming)) for one in self._watches.values()
        )

    @property
    def looking(self) -> bool:
        """Whether a look is under way, or what it found is being added."""
        return any(one.looking or one.adding for one in self._watches.values())

    def rest_s(self) -> float:
        """How long no look is due."""
        now = self._clock.monotonic()
        return min((one.due - now for one in self._watches.values()), default=math.inf)

    # What a person asks -------------------------------------------------------------------------------------

    def watch(self, watched: WatchedFolder, *, existing: bool) -> None:
        """Watch a folder, or change how; `existing`: what is in it is scanned too. Raises `SettingsRefused`."""
        others = [one for one in self._settings_file.settings.library.watched if one.folder != watched.folder]
        if watched.folder not in self._watches or existing:
            # Before the settings, for those alone have what is there noted.
            self._stores.arrivals.forget_folder(watched.folder)
            self._stores.arrivals.put_folder(watched.folder, WatchRecord(watched.subfolders, noted=existing))
            self._watches.pop(watched.folder, None)
        self._write((*others, watched))

    def unwatch(self, folder: str) -> None:
        """Raises `SettingsRefused`."""
        watched = self._settings_file.settings.library.watched
        self._write(tuple(one for one in watched if one.folder != folder))

    def _write(self, watched: tuple[WatchedFolder, ...]) -> None:
        self._settings_file.write_tables("library.watched", watched)
        self._follow()
        self._commands.settings_changed()

    # Following the settings -----------------------------------------------------------------------------------

    def _follow(self) -> None:
        settings = self._settings_file.settings
        if settings is self._followed:
            return
        if self._settings_file.problems and not settings.library.watched:
            # A slip in the file must not make the program forget what it knows of the folders.
            return
        self._followed = settings
        records = self._stores.arrivals.folders()
        asked = {one.folder: one for one in settings.library.watched}
        for folder in records.keys() - asked.keys():
            self._stores.arrivals.forget_folder(folder)
        for folder in self._watches.keys() - asked.keys():
            del self._watches[folder]
            self._hints.removePath(path_from_text(folder))
        for folder, watched in asked.items():
            record = records.get(folder)
            if record is None or (watched.subfolders and not record.subfolders):
                # What lies below is as little news as what lay there at first.
                record = WatchRecord(watched.subfolders, noted=False)
                self._stores.arrivals.put_folder(folder, record)
            if folder in self._watches:
                self._watches[folder].watched = watched
                self._watches[folder].record = record
            else:
                self._watches[folder] = _Watch(watched, record, self._clock.monotonic())
        self._touch()

    # Looking ------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Begin the looks that are due. Raises `StoreTrouble`."""
        self._follow()
        now = self._clock.monotonic()
        for one in self._watches.values():
            if not one.looking and now >= one.due:
                self._look(one)

    def _look(self, one: _Watch) -> None:
        one.looking = True
        found: dict[str, tuple[int, int]] = {}
        whole: list[FoundFile] = []

        def surveyed(message: Surveyed) -> None:
            try:
                whole.extend(self._sift(one, message.files, found))
            except StoreTrouble:
                # What could not be noted is met again at the next look.
                _log.exception("a watched folder's files could not be compared")

        def done(message: SurveyDone) -> None:
            self._stand(one, WatchStanding(message.trouble) if message.trouble else WatchStanding.WATCHING, found)
            if not message.trouble:
                self._end_of_first_look(one)
            share = _SHARE_WHILE_COMING if found else _SHARE
            one.due = self._clock.monotonic() + max(self._every_s, min(_LONGEST_S, message.took_s * share))
            if message.local and self._watches.get(one.watched.folder) is one:
                self._hints.addPath(path_from_text(one.watched.folder))
            if whole:
                self._add(one, whole)

        def lost(_silent: bool) -> None:
            self._stand(one, WatchStanding.SILENT, one.coming)
            one.due = self._clock.monotonic() + _SILENT_S

        survey = Survey("", one.watched.folder, one.watched.subfolders)
        self._lookout.look(
            Glance((), False, lambda _: None, lost, survey=survey, surveyed=surveyed, survey_done=done)
        )

    def _stand(self, one: _Watch, standing: WatchStanding, coming: dict[str, tuple[int, int]]) -> None:
        one.looking = False
        if standing is not one.standing or len(coming) != len(one.coming):
            self._touch()
        one.standing, one.coming = standing, coming

    def _sift(self, one: _Watch, files: Sequence[FoundFile], coming: dict[str, tuple[int, int]]) -> list[FoundFile]:
        """Those that have arrived; what is on its way goes into `coming`, what is no matter is noted."""
        folder = one.watched.folder
        known = self._stores.arrivals.known(folder, [file.path for file in files])
        new = [file for file in files if not is_known(file, known.get(file.path)) and file.path not in one.adding]
        passed = [
            file for file in new if not one.record.noted or not wanted(path_from_text(file.path), one.watched)
        ]
        self._stores.arrivals.note(folder, passed)
        passed_paths = {file.path for file in passed}
        whole = []
        for file in new:
            if file.path in passed_paths:
                continue
            if has_arrived(file, one.coming.get(file.path), now=self._clock.now()):
                whole.append(file)
            else:
                coming[file.path] = (file.size, file.mtime_ns)
        return whole

    def _end_of_first_look(self, one: _Watch) -> None:
        if not one.record.noted and self._watches.get(one.watched.folder) is one:
            one.record = WatchRecord(one.watched.subfolders, noted=True)
            self._stores.arrivals.put_folder(one.watched.folder, one.record)

    def _hear(self, _path: str) -> None:
        soon = self._clock.monotonic() + _HINT_S
        for one in self._watches.values():
            if not one.coming and one.standing is WatchStanding.WATCHING:
                one.due = min(one.due, soon)
        self.stirred.emit()

    # Adding -------------------------------------------------------------------------------------------------

    def _add(self, one: _Watch, files: Sequence[FoundFile]) -> None:
        paths = tuple(file.path for file in files)
        one.adding.update(paths)
        answer: Future[Added] = Future()

        def added(answer: "Future[Added]") -> None:
            one.adding.difference_update(paths)
            if answer.exception() is not None:
                # The engine stops, or the database is in trouble: they are met again.
                return
            told = answer.result()
            there = {file.path: FoundFile(file.path, file.size, file.mtime_ns) for file in told.files}
            later = {refused.path for refused in told.rejected if refused.reason in _PASSING}
            self._stores.arrivals.note(
                one.watched.folder, [there.get(file.path, file) for file in files if file.path not in later]
            )
            one.arrived += len(there)
            self._touch()

        answer.add_done_callback(added)
        self._commands.add(
            paths,
            answer,
            scan=True,
            processors=one.watched.processors or None,
            priority=Priority.NORMAL,
            force=False,
        )
