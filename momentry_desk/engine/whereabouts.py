"""Knows which files are at their places, and finds by their content those that moved: asked, or in the library's
folders by itself."""

import logging
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from typing import Any, ParamSpec, TypeVar

from PySide6.QtCore import QTimer

from momentry_desk.core.messages import FileSeen, FilesSeen, LookDone
from momentry_desk.core.model import Video
from momentry_desk.core.settings import Settings
from momentry_desk.core.whereabouts import Located, Moved, Place, moved_places
from momentry_desk.engine.board import Board
from momentry_desk.engine.clock import Clock
from momentry_desk.engine.errors import EngineStopped
from momentry_desk.engine.intake import Intake
from momentry_desk.engine.lookout import Glance, Lookout
from momentry_desk.engine.stores import Stores
from momentry_desk.store.trouble import StoreTrouble, UnknownVideo

T = TypeVar("T")
P = ParamSpec("P")
_log = logging.getLogger(__name__)

#: Paths in one look; the message stays far below a line's limit.
_PATHS = 2_000
#: Where nobody waits for the answer: fewer paths in one look, and a rest after each, so that a drive with 100,000
#: videos that goes holds up neither the scans nor the window.
_UNHURRIED_PATHS = 400
_REST_MS = 200
#: When the places of all videos are looked at first, and how often then.
_FIRST_S = 10.0
_ALL_EVERY_S = 300.0
#: How often the library's folders are searched for what is missing: soon at first, then ever more seldom, until
#: something else is missing.
_FOLDERS_FIRST_S = 20.0
_FOLDERS_LAST_S = 1_800.0


class Whereabouts:
    """Lives on the engine's thread. Every file is looked at by the lookout's worker, so a dead drive holds nothing
    up."""

    def __init__(
        self,
        stores: Stores,
        lookout: Lookout,
        intake: Intake,
        board: Board,
        clock: Clock,
        settings: Callable[[], Settings],
    ) -> None:
        self._stores = stores
        self._lookout = lookout
        self._intake = intake
        self._board = board
        self._clock = clock
        self._settings = settings
        self._answers: set[Future[Any]] = set()
        self._checking = False
        self._searching = False
        self._stopped = False
        self._next_check = clock.monotonic() + _FIRST_S
        self._next_search = clock.monotonic() + _FOLDERS_FIRST_S
        self._pause_s = _FOLDERS_FIRST_S
        self._sought: frozenset[str] = frozenset()

    def tick(self) -> None:
        """Look after the places of all videos, now and then."""
        now = self._clock.monotonic()
        if now >= self._next_check and not self._checking:
            self._next_check = now + _ALL_EVERY_S
            self.check(None)
        if now >= self._next_search and not self._searching:
            self._search_folders(now)

    def stop(self) -> None:
        """Whoever waits for an answer gets `EngineStopped`."""
        self._stopped = True
        for answer in tuple(self._answers):
            answer.set_exception(EngineStopped())

    def _promise(self, answer: "Future[T]") -> "Future[T]":
        self._answers.add(answer)
        answer.add_done_callback(self._answers.discard)
        return answer

    def _or_told(self, answer: "Future[Any] | None", act: Callable[P, None]) -> Callable[P, None]:
        """`act`, called by the lookout: where the database refuses it, who waits for `answer` hears why."""

        def guarded(*seen: P.args, **more: P.kwargs) -> None:
            try:
                act(*seen, **more)
            except StoreTrouble as trouble:
                if answer is None or answer.done():
                    _log.exception("what was found out about places could not be written")
                else:
                    answer.set_exception(trouble)

        return guarded

    # Which files are at their places -----------------------------------------------------------------------

    def check_these(self, file_uuids: Sequence[str], answer: "Future[None]") -> None:
        """Find out which of these videos are at their paths."""
        self._promise(answer)
        self.check(file_uuids, lambda: answer.set_result(None))

    def check(self, file_uuids: Iterable[str] | None, then: Callable[[], None] | None = None) -> None:
        """Find out which of these videos, or of all, are at their paths; then call `then`. Without haste where
        there is none to call."""
        videos = self._stores.videos.whereabouts(file_uuids)
        size = _UNHURRIED_PATHS if then is None else _PATHS
        batches = [videos[at : at + size] for at in range(0, len(videos), size)]
        tell = self._or_told(None, self._tell_missing)
        self._checking = True

        def go_on() -> None:
            if self._stopped:
                return
            if not batches:
                self._checking = False
                if then is not None:
                    then()
                return
            batch = batches.pop(0)
            gone: set[str] = set()

            def seen(message: FilesSeen) -> None:
                gone.update(one.path for one in message.rejected)

            def done(_message: LookDone) -> None:
                # Where the disk is full the next check sees the same. This one must still come to its end.
                tell(batch, gone)
                self._look_elsewhere([one for one, path, _ in batch if path in gone], next_one)

            def next_one() -> None:
                if then is None and batches:
                    QTimer.singleShot(_REST_MS, go_on)
                else:
                    go_on()

            def lost(_silent: bool) -> None:
                # A drive that does not answer: nothing is known of any of them.
                go_on()

            paths = tuple(path for _, path, _ in batch)
            self._lookout.look(Glance(paths, False, done, lost, seen=seen, absent_only=True), urgent=True)

        go_on()

    def _tell_missing(self, batch: Sequence[tuple[str, str, bool]], gone: set[str]) -> None:
        left = [file_uuid for file_uuid, path, missing in batch if path in gone and not missing]
        if left:
            changed = self._stores.videos.set_missing(left, True)
            self._board.touch_videos(changed)
        back = [Moved(file_uuid, path) for file_uuid, path, missing in batch if missing and path not in gone]
        if back:
            self._look_at(back, self._or_told(None, self._take))

    def _look_elsewhere(self, file_uuids: Sequence[str], then: Callable[[], None]) -> None:
        """Of what is gone from its place another file with the same content may be known; then call `then`."""
        take = self._or_told(None, self._take)
        try:
            known = [Moved(*one) for one in self._stores.videos.other_paths(file_uuids)] if file_uuids else []
        except StoreTrouble:
            _log.exception("other places of what is gone could not be read")
            known = []

        def found(files: list[FileSeen]) -> None:
            take(files)
            then()

        self._look_at(known, found)

    # Where they are now -------------------------------------------------------------------------------------

    def locate(self, file_uuid: str, path: str, answer: "Future[Located]") -> None:
        """Is the content of this video at `path`, a file or a folder? Then that is its place from now on."""
        video = self._stores.videos.get(file_uuid)
        if video is None:
            raise UnknownVideo(self._stores.database.path, file_uuid)
        self._promise(answer)
        found: list[FileSeen] = []
        others: list[str] = []
        refused: list[str] = []

        def seen(message: FilesSeen) -> None:
            found.extend(file for file in message.files if file.file_uuid == file_uuid)
            others.extend(file.path for file in message.files if file.file_uuid != file_uuid)
            refused.extend(one.reason for one in message.rejected)

        def done(_message: LookDone) -> None:
            if found:
                self._take(found[:1])
                self._beside(video, found[0].path, answer)
                return
            if others:
                place = Place.OTHER_CONTENT
            else:
                place = Place.NOT_MEDIA if "not_media" in refused else Place.NOT_THERE
            answer.set_result(Located(place, path))

        def lost(_silent: bool) -> None:
            answer.set_result(Located(Place.NO_ANSWER, path))

        # In a folder it is known by its size first: no need to read everything there.
        sizes = tuple({size for _, size in self._stores.videos.sizes([file_uuid])})
        told = self._or_told(answer, done)
        self._lookout.look(Glance((path,), False, told, lost, seen=seen, sizes=sizes), urgent=True)

    def _beside(self, video: Video, path: str, answer: "Future[Located]") -> None:
        """Answer with the other missing videos that lie where this one's move leads."""
        there = self._stores.videos.whereabouts(None)
        sought = moved_places(video.path, path, ((one, old) for one, old, _ in there if one != video.file_uuid))
        # What is at its old place has not moved.
        names = {one.file_uuid for one in sought[:_PATHS]}

        def checked() -> None:
            missing = {one for one, _, missing in self._stores.videos.whereabouts(names) if missing}
            wanted = [one for one in sought if one.file_uuid in missing]
            self._look_at(wanted, lambda files: answer.set_result(Located(Place.FOUND, path, _moves(files))))

        if names:
            self.check(names, self._or_told(answer, checked))
        else:
            answer.set_result(Located(Place.FOUND, path))

    def relink(self, moved: Sequence[Moved], answer: "Future[tuple[Moved, ...]]") -> None:
        """Those whose content is at the named place lie there from now on; answers them."""
        self._promise(answer)

        def take(files: list[FileSeen]) -> None:
            self._take(files)
            answer.set_result(_moves(files))

        self._look_at(moved, self._or_told(answer, take))

    def find(self, paths: Sequence[str], answer: "Future[tuple[Moved, ...]]") -> None:
        """Look for what is missing in files and folders, by content."""
        self._promise(answer)

        def found(files: list[FileSeen]) -> None:
            if not answer.done():
                answer.set_result(_moves(files))

        self.check(None, self._or_told(answer, lambda: self._find(paths, found, answer)))

    def _find(
        self,
        paths: Sequence[str],
        then: Callable[[list[FileSeen]], None],
        answer: "Future[Any] | None" = None,
    ) -> None:
        sizes = self._stores.videos.sizes(None)
        if not sizes:
            then([])
            return
        missing = {file_uuid for file_uuid, _ in sizes}
        found: dict[str, FileSeen] = {}

        def seen(message: FilesSeen) -> None:
            # What is taken is not missing any more: of two copies the first counts.
            fresh = {
                file.file_uuid: file
                for file in reversed(message.files)
                if file.file_uuid in missing and file.file_uuid not in found
            }
            found.update(fresh)
            self._take(list(fresh.values()))

        def over(_ignored: object) -> None:
            then(list(found.values()))

        wanted = tuple({size for _, size in sizes})
        told = self._or_told(answer, seen)
        self._lookout.look(Glance(tuple(paths), False, over, over, seen=told, sizes=wanted))

    def _search_folders(self, now: float) -> None:
        folders = self._settings().library.folders
        if not folders:
            self._pause_s, self._next_search = _FOLDERS_FIRST_S, now + _FOLDERS_FIRST_S
            return
        sought = frozenset(file_uuid for file_uuid, _ in self._stores.videos.sizes(None))
        self._pause_s = _FOLDERS_FIRST_S if sought - self._sought else min(self._pause_s * 2, _FOLDERS_LAST_S)
        self._sought = sought
        self._next_search = now + self._pause_s
        if not sought:
            # Something may be missing soon.
            self._pause_s, self._next_search = _FOLDERS_FIRST_S, now + _FOLDERS_FIRST_S
            return
        self._searching = True

        def over(_files: list[FileSeen]) -> None:
            self._searching = False

        self._find(folders, over)

    def _take(self, files: Sequence[FileSeen]) -> None:
        """These are the places of their videos now."""
        if files:
            self._intake.take(files, {file.file_uuid for file in files})

    def _look_at(self, moved: Sequence[Moved], then: Callable[[list[FileSeen]], None]) -> None:
        """Those of the files that hold what they should."""
        wanted = {(one.path, one.file_uuid) for one in moved[:_PATHS]}
        found: list[FileSeen] = []

        def seen(message: FilesSeen) -> None:
            found.extend(file for file in message.files if (file.path, file.file_uuid) in wanted)

        def over(_ignored: object) -> None:
            then(found)

        if wanted:
            paths = tuple(dict.fromkeys(path for path, _ in wanted))
            self._lookout.look(Glance(paths, False, over, over, seen=seen), urgent=True)
        else:
            then([])


def _moves(files: Iterable[FileSeen]) -> tuple[Moved, ...]:
    return tuple(Moved(file.file_uuid, file.path) for file in files)
