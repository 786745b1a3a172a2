"""Takes paths in: looks at them in the lookout's worker, registers videos, submits scans, has them probed."""

import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field

from momentry_desk.core.messages import FileSeen, FilesSeen, LookDone, Probed, Rejected
from momentry_desk.core.model import Failure, FailureKind, Video
from momentry_desk.core.places import copying_sentence
from momentry_desk.core.sentences import Said, say
from momentry_desk.core.settling import stands_still
from momentry_desk.core.snapshot import Added, Copied, Submitted
from momentry_desk.engine.errors import EngineStopped
from momentry_desk.engine.lookout import Glance, Lookout
from momentry_desk.engine.stores import Stores
from momentry_desk.store.trouble import StoreTrouble

_log = logging.getLogger(__name__)

#: Paths in one look. The message stays far below a line's limit.
_PATHS = 2_000
#: Probes in one look: between two of them a new drop gets its turn.
_PROBES = 8
#: Waiting files looked at in one go, in rotation.
_RECHECKS = 100

#: Makes scans of videos; the second argument says by file_uuid what one must wait for.
Submit = Callable[[Sequence[Video], Mapping[str, str]], Sequence[Submitted]]


@dataclass(eq=False)
class _Addition:
    """One call of `add`, until all its paths were looked at. `submit` makes scans of what was registered."""

    answer: "Future[Added]"
    submit: Submit | None
    open_looks: int = 0
    file_uuids: dict[str, None] = field(default_factory=dict)
    files: list[FileSeen] = field(default_factory=list)
    submitted: list[Submitted] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    ignored: int = 0
    beside: int = 0
    passed_over: list[str] = field(default_factory=list)


class Intake:
    """Lives on the engine's thread. `settling` holds size and time stamp of the files that are still being copied,
    by path, as they were seen last."""

    def __init__(
        self,
        stores: Stores,
        lookout: Lookout,
        *,
        now: Callable[[], float],
        touch_videos: Callable[[Iterable[str]], None],
        touch_tasks: Callable[[Iterable[str]], None],
        reject: Callable[[tuple[Rejected, ...]], None],
        back: Callable[[Sequence[FileSeen]], None],
        invalid: Callable[[str, Failure], None],
    ) -> None:
        """`touch_tasks` is told of videos (file_uuid) that lie elsewhere by now; `back` of files that were waited
        for and are there, whole; `invalid` of a video that a probe has proven to be none."""
        self._stores = stores
        self._lookout = lookout
        self._now = now
        self._touch_videos = touch_videos
        self._touch_tasks = touch_tasks
        self._reject = reject
        self._back = back
        self._invalid = invalid
        self.settling: dict[str, tuple[int, int]] = {}
        self._open: list[_Addition] = []
        self._to_probe: dict[str, str] = {}
        self._probing = False
        self._rechecking = False
        self._recheck_from = 0

    @property
    def busy(self) -> bool:
        """Whether something is being taken in, or still copied."""
        return bool(self._open or self.settling)

    # Adding -------------------------------------------------------------------------------------------------

    def add(
        self,
        paths: tuple[str, ...],
        answer: "Future[Added]",
        submit: Submit | None,
    ) -> None:
        """Look at `paths`; `answer` gets its result when all were seen. `submit` None: register only."""
        addition = _Addition(answer, submit)
        batches = [paths[at : at + _PATHS] for at in range(0, len(paths), _PATHS)]
        if not batches:
            answer.set_result(Added())
            return
        self._open.append(addition)
        addition.open_looks = len(batches)
        for batch in batches:
            self._walk(addition, batch, tries=2)

    def _walk(self, addition: _Addition, batch: tuple[str, ...], tries: int) -> None:
        known: set[str] = set()

        def seen(message: FilesSeen) -> None:
            known.update(file.path for file in message.files)
            known.update(one.path for one in message.rejected)
            self._guarded(addition, lambda: self._register(addition, message))

        def done(message: LookDone) -> None:
            addition.ignored += message.ignored
            addition.beside += message.beside
            addition.passed_over += message.passed_over
            self._close_look(addition)

        def lost(silent: bool) -> None:
            if not silent and tries > 1:
                self._walk(addition, batch, tries - 1)
                return
            reason, text = (
                ("unresponsive", say(Said.DRIVE_SILENT)) if silent else ("crashed", say(Said.LOOK_FAILED))
            )
            left = tuple(Rejected(path, reason, text) for path in batch if path not in known)
            addition.rejected += left
            self._reject(left)
            self._close_look(addition)

        self._lookout.look(Glance(batch, False, done, lost, seen=seen), urgent=True)

    def _register(self, addition: _Addition, message: FilesSeen) -> None:
        # A look that is made again because its worker was lost tells the same again.
        told = {one.path for one in addition.rejected}
        rejected = tuple(one for one in message.rejected if one.path not in told)
        if rejected:
            addition.rejected += rejected
            self._reject(rejected)
        if not message.files:
            return
        addition.files += message.files

        def go(files: Sequence[FileSeen], moved: Collection[str]) -> None:
            self._guarded(addition, lambda: self._take_in(addition, files, moved))

        addition.open_looks += 1
        self._with_places(message.files, go, lambda: self._close_look(addition))

    def _take_in(self, addition: _Addition, files: Sequence[FileSeen], moved: Collection[str]) -> None:
        videos = self._place(files, moved)
        addition.file_uuids |= dict.fromkeys(videos)
        moving = self._moving([file for file in files if file.path == videos[file.file_uuid].path])
        if addition.submit is not None:
            addition.submitted += addition.submit(list(videos.values()), moving)
        self._probe_new([video for video in videos.values() if video.file_uuid not in moving])
        self._back([file for file in files if file.file_uuid not in moving])

    def _with_places(
        self,
        files: Sequence[FileSeen],
        go: Callable[[Sequence[FileSeen], Collection[str]], None],
        done: Callable[[], None] = lambda: None,
    ) -> None:
        """Call `go` with the files and with those of their contents that have moved: nothing holds them any more
        where they were. The copies of what lies elsewhere come last, once it was looked there; then call `done`."""
        here = {(file.file_uuid, file.path) for file in files}
        places = {
            path: file_uuid
            for file_uuid, path, missing in self._stores.videos.whereabouts({file.file_uuid for file in files})
            if not missing and (file_uuid, path) not in here
        }
        asked = frozenset(places.values())
        if now := [file for file in files if file.file_uuid not in asked]:
            go(now, frozenset())
        copies = [file for file in files if file.file_uuid in asked]
        if not copies:
            done()
            return
        there: set[str] = set()

        def seen(message: FilesSeen) -> None:
            there.update(file.file_uuid for file in message.files if places.get(file.path) == file.file_uuid)

        def looked(_message: LookDone) -> None:
            go(copies, asked - there)
            done()

        def lost(silent: bool) -> None:
            # Of a drive that does not answer no file can be scanned: the one that was read just now can.
            go(copies, asked - there if silent else frozenset())
            done()

        self._lookout.look(Glance(tuple(places), False, looked, lost, seen=seen), urgent=True)

    def _place(self, files: Sequence[FileSeen], moved: Collection[str]) -> dict[str, Video]:
        """Register them; answers their videos, each once."""
        contents = {file.file_uuid for file in files}
        before = {file_uuid: path for file_uuid, path, _ in self._stores.videos.whereabouts(contents)}
        registered = self._stores.videos.register(files, self._now(), moved)
        videos = {video.file_uuid: video for video in registered}
        self._touch_videos(videos)
        self._touch_tasks(one for one, path in before.items() if videos[one].path != path)
        return videos

    def _moving(self, files: Sequence[FileSeen]) -> dict[str, str]:
        """Of files seen for the first time those that are still being written, with the words for it."""
        now, moving = self._now(), {}
        for file in files:
            if not stands_still(file.size, file.mtime_ns, before=None, now=now):
                self.settling[file.path] = (file.size, file.mtime_ns)
                moving[file.file_uuid] = copying_sentence(file.path)
        return moving

    def _probe_new(self, videos: Iterable[Video]) -> None:
        self.probe((video.file_uuid, video.path) for video in videos if video.media is None)

    def _guarded(self, addition: _Addition, action: Callable[[], None]) -> None:
        """What goes wrong is the answer of the call, not a noise in the log."""
        try:
            action()
        except Exception as error:  # noqa: BLE001 - whatever it is, who asked must hear of it
            if addition in self._open:
                self._open.remove(addition)
                addition.answer.set_exception(error)

    def _close_look(self, addition: _Addition) -> None:
        addition.open_looks -= 1
        if addition.open_looks == 0 and addition in self._open:
            self._guarded(addition, lambda: self._answer(addition))

    def _answer(self, addition: _Addition) -> None:
        added = Added(
            tuple(addition.file_uuids),
            tuple(addition.submitted),
            tuple(addition.rejected),
            addition.ignored,
            addition.beside,
            tuple(addition.passed_over),
            tuple(addition.files),
            self._copies(addition.files),
        )
        self._open.remove(addition)
        addition.answer.set_result(added)

    def _copies(self, files: Sequence[FileSeen]) -> tuple[Copied, ...]:
        places = {one: path for one, path, _ in self._stores.videos.whereabouts({file.file_uuid for file in files})}
        of = {file.path: places.get(file.file_uuid, file.path) for file in files}
        return tuple(Copied(path, place) for path, place in of.items() if path != place)

    # Probing ------------------------------------------------------------------------------------------------

    def probe(self, files: Iterable[tuple[str, str]]) -> None:
        """Have these (file_uuid, path) probed by and by."""
        for file_uuid, path in files:
            self._to_probe[path] = file_uuid
        self._probe_more()

    def _probe_more(self) -> None:
        if self._probing or not self._to_probe:
            return
        batch = tuple(list(self._to_probe)[:_PROBES])
        self._probing = True

        def probed(message: Probed) -> None:
            self._to_probe.pop(message.path, None)
            problem = message.failure.message if message.failure else None
            self._stores.videos.set_probe(message.file_uuid, message.media, problem, message.thumbnail)
            if message.failure is not None and message.failure.kind is FailureKind.SOURCE_INVALID:
                self._invalid(message.file_uuid, message.failure)
            self._touch_videos((message.file_uuid,))

        def done(_message: LookDone) -> None:
            for path in batch:
                self._to_probe.pop(path, None)
            self._probing = False
            self._probe_more()

        def lost(silent: bool) -> None:
            # Files are probed in order, so the first that was not told of is the one to blame.
            path = next((path for path in batch if path in self._to_probe), None)
            file_uuid = self._to_probe.pop(path) if path is not None else None
            self._probing = False
            self._probe_more()
            if file_uuid is not None:
                text = say(Said.READING_TOO_LONG if silent else Said.READING_CRASHED)
                try:
                    self._stores.videos.set_probe(file_uuid, None, text)
                except StoreTrouble:
                    # A full disk: the next start probes it again. The others must still get their turn.
                    _log.exception("what a probe came to could not be written")
                self._touch_videos((file_uuid,))

        self._lookout.look(Glance(batch, True, done, lost, probed=probed))

    # Waiting for sources ------------------------------------------------------------------------------------

    def recheck(self, paths: Sequence[str]) -> None:
        """Look whether files that are waited for are there, and whole; some at a time."""
        if self._rechecking or not paths:
            return
        start = self._recheck_from % len(paths)
        batch = tuple(dict.fromkeys((*paths[start:], *paths[:start])))[:_RECHECKS]
        self._recheck_from = start + len(batch)
        self._rechecking = True
        # What is not at its place may lie where the same was seen too.
        batch = tuple(dict.fromkeys((*batch, *self._stores.videos.beside(batch))))

        def seen(message: FilesSeen) -> None:
            for one in message.rejected:
                self.settling.pop(one.path, None)
            self._with_places([file for file in message.files if self._settled(file)], self.take)

        def over(_ignored: object) -> None:
            self._rechecking = False

        self._lookout.look(Glance(batch, False, over, over, seen=seen), urgent=True)

    def take(self, files: Sequence[FileSeen], moved: Collection[str]) -> None:
        """These are there, and whole: what waited for them goes on. Those `moved` (file_uuid) are at their places
        no more, but where they were seen now."""
        videos = self._place(files, moved)
        self._probe_new(videos.values())
        self._back(files)

    def _settled(self, file: FileSeen) -> bool:
        before = self.settling.pop(file.path, None)
        if stands_still(file.size, file.mtime_ns, before=before, now=self._now()):
            return True
        self.settling[file.path] = (file.size, file.mtime_ns)
        return False

    def stop(self) -> None:
        """Whoever waits for an answer gets `EngineStopped`."""
        for addition in self._open:
            addition.answer.set_exception(EngineStopped())
        self._open.clear()
        self._to_probe.clear()
