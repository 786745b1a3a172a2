"""The facade: commands go in and answer futures, snapshots and deltas come out as signals.

Everything behind it lives on a thread of its own; see `desk`. This is the only thing of the queue that the window,
the API and the command line know.
"""

import atexit
import logging
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from momentry_desk.core.findings import Finding
from momentry_desk.core.model import Attempt, Priority, Task, TaskStatus
from momentry_desk.core.pages import FindingsPage, QueuePage, TaskReport, VideoPage
from momentry_desk.core.paths import path_from_text, path_to_text
from momentry_desk.core.setting_fields import SettingValue
from momentry_desk.core.settings import Settings
from momentry_desk.core.snapshot import Added, QueueSnapshot, ResourceSample, Submitted, TaskRow, VideoRow
from momentry_desk.engine import folders, safekeeping
from momentry_desk.engine.about_desk import AboutDesk
from momentry_desk.engine.arrivals_desk import ArrivalsDesk
from momentry_desk.engine.audio_desk import AudioDesk
from momentry_desk.engine.callbacks import Resolver, resolve
from momentry_desk.engine.clips_desk import ClipsDesk
from momentry_desk.engine.clock import Clock
from momentry_desk.engine.desk import Desk
from momentry_desk.engine.engine_thread import EngineThread
from momentry_desk.engine.errors import EngineStopped, fail
from momentry_desk.engine.front_door import FrontDoor
from momentry_desk.engine.hours_desk import HoursDesk
from momentry_desk.engine.library_desk import LibraryDesk
from momentry_desk.engine.models_desk import ModelsDesk
from momentry_desk.engine.moments_desk import MomentsDesk
from momentry_desk.engine.outlet import OUTLET_SIGNALS, Outlet
from momentry_desk.engine.people_desk import PeopleDesk
from momentry_desk.engine.queue_files import QueueFiles
from momentry_desk.engine.reader import Reader
from momentry_desk.engine.removals_desk import RemovalsDesk
from momentry_desk.engine.resources import Sampler
from momentry_desk.engine.serving import Command
from momentry_desk.engine.transcripts_desk import TranscriptsDesk
from momentry_desk.engine.worker_command import WorkerCommand

T = TypeVar("T")
_log = logging.getLogger(__name__)


class Engine(QObject):
    """The queue of one data folder. Made on the caller's thread, where its signals come out, too.

    Every command may be called from any thread and answers a future. The future raises `EngineStopped` after the
    stop, `StoreTrouble` where the database could not do it. Ids that are gone or do not apply
    are passed over: the answer holds what changed.
    """

    snapshot_changed = Signal(object)  # QueueSnapshot, at most ten a second
    rows_changed = Signal(object)  # RowsChanged
    videos_changed = Signal(object)  # VideosChanged
    findings_changed = Signal(str)  # file_uuid whose findings grew or ended
    people_changed = Signal()  # persons, or whose faces are whose
    models_changed = Signal(object)  # tuple[ModelReport, ...]: all that are known of
    resources_sampled = Signal(object)  # ResourceSample, once a second
    rejected = Signal(object)  # tuple[Rejected, ...]: what could not be added
    refused = Signal(str)  # the start failed: the sentence that says why
    stopped = Signal()
    leave_wanted = Signal()  # all is done, and the program is to end
    window_wanted = Signal()  # a second start wants to see the window of this one

    def __init__(
        self,
        data_folder: Path,
        *,
        settings_path: Path | None = None,
        clock: Clock | None = None,
        launcher: WorkerCommand | None = None,
        sampler: Callable[[Path], Sampler] | None = None,
        callback_resolver: Resolver = resolve,
        parent: QObject | None = None,
    ) -> None:
        """`settings_path` is the momentry.toml to read and watch, None for the platform's own place; `launcher`
        the command line that starts a worker; `sampler` makes what looks at the machine, given the data folder;
        `callback_resolver` turns a callback's host into addresses."""
        super().__init__(parent)
        #: Set by whoever shows this engine in a window and listens to `window_wanted`.
        self.has_window = False
        self._lock = threading.Lock()
        self._commands: deque[Command] = deque()
        self.data_folder = data_folder
        self.settings_path = settings_path or folders.settings_file(None, data_folder)
        self._door: FrontDoor | None = None
        self._begun = False
        self._over = False
        self._clock = clock or Clock()
        self._thread = EngineThread()
        self._thread.setObjectName("engine")
        self._outlet = Outlet()
        self._desk = Desk(
            data_folder,
            self._outlet,
            settings_path=self.settings_path,
            clock=self._clock,
            launcher=launcher or WorkerCommand.own(),
            next_command=self._next_command,
            sampler=sampler,
            resolver=callback_resolver,
        )
        self._reader = Reader(lambda: self._desk.stores)
        #: What the scans found, across files: search and exports. Then all about persons, and what people write.
        self.moments = MomentsDesk(self._reader, self._clock.now)
        self.search = self.moments.search
        self.clips = ClipsDesk(self._ask_later)
        self.audio = AudioDesk(self._ask)
        self.people = PeopleDesk(self._ask, self._ask_later, self._reader, self._clock.now)
        self.removals = RemovalsDesk(self._ask)
        self.arrivals = ArrivalsDesk(self._ask)
        self.hours = HoursDesk(self._ask)
        self.queue_files = QueueFiles(self)
        self.transcripts = TranscriptsDesk(self._ask)
        self.library = LibraryDesk(self._ask, self._ask_later)
        self.models = ModelsDesk(self._ask, self._ask_later)
        self.about = AboutDesk(self._ask, self._reader, lambda: self.snapshot().settings, data_folder)
        queued = Qt.ConnectionType.QueuedConnection
        # What the outlet tells comes out here under the same name, on this object's thread.
        for name in OUTLET_SIGNALS:
            getattr(self._outlet, name).connect(getattr(self, name), queued)
        self._desk.woken.connect(self._desk.serve, queued)
        self._desk.stop_asked.connect(self._desk.shut, queued)
        self._outlet.moveToThread(self._thread)
        self._desk.moveToThread(self._thread)

    # Life ---------------------------------------------------------------------------------------------------

    def start(self) -> Future[None]:
        """Open the data folder and begin. The future raises `StartRefused` with a sentence where it cannot be
        (another program runs on the folder, the database is newer or damaged); `refused` tells the same."""
        with self._lock:
            if self._begun or self._over:
                raise RuntimeError("an engine is started once")
            self._begun = True
        atexit.register(self.stop)
        self._thread.start()
        return self._ask(self._open)

    def _open(self, desk: Desk) -> None:
        desk.open()
        try:
            self._door = FrontDoor(self.data_folder, self)
        except OSError:
            # The queue works without it; only the command line cannot reach it.
            _log.exception("the front door could not be opened")

    @staticmethod
    def restore(data_folder: Path) -> str:
        """After a `StartRefused` that is `restorable`: put the newest good backup in the damaged database's place,
        the damaged file kept beside it. Answers what was done, in a sentence; a new engine can then be made and
        started. Blocks while it copies. Raises `StartRefused`."""
        return safekeeping.restore(data_folder)

    def stop(self, timeout_s: float = 10.0) -> bool:
        """End the workers (their attempts are interrupted and go on at the next start), close the database, end
        the thread. Blocks until that is done; False where it took longer than `timeout_s`. Call it once or often,
        from the thread that made the engine."""
        with self._lock:
            first = not self._over
            self._over = True
            left = list(self._commands)
            self._commands.clear()
        for _, future in left:
            fail(future, EngineStopped())
        self._reader.close()
        if not self._begun:
            return True
        if first:
            atexit.unregister(self.stop)
            # What opens the door may be under way on the other thread; it comes before the stop there.
            self._desk.stop_asked.emit()
        ended = bool(self._thread.wait(int(timeout_s * 1000)))
        if ended and self._door is not None:
            self._door.close()
            self._door = None
        if ended and first:
            self.stopped.emit()
        return ended

    def snapshot(self) -> QueueSnapshot:
        """The last snapshot; from any thread, at once."""
        return self._outlet.latest

    # Commands -----------------------------------------------------------------------------------------------

    def add(
        self,
        paths: Sequence[str],
        *,
        scan: bool = True,
        processors: tuple[str, ...] | None = None,
        priority: Priority = Priority.NORMAL,
        force: bool = False,
    ) -> Future[Added]:
        """Register files, and those in folders with all below, and put a scan of each into the queue. Answers
        when every path was looked at. `processors` None means those of the settings; `force` scans again what is
        complete already. A path may be its text, as it stands in rows."""
        names = tuple(path_to_text(str(Path(path_from_text(path)).absolute())) for path in paths)
        return self._ask_later(
            lambda desk, answer: desk.commands.add(
                names, answer, scan=scan, processors=processors, priority=priority, force=force
            )
        )

    def submit(
        self,
        file_uuids: Sequence[str],
        *,
        processors: tuple[str, ...] | None = None,
        priority: Priority = Priority.NORMAL,
        retry_on_failure: bool = True,
        force: bool = False,
        callback_url: str | None = None,
    ) -> Future[tuple[Submitted, ...]]:
        """Put a scan of each registered video into the queue, in this order. `callback_url` is told of each end."""
        uuids = tuple(file_uuids)
        return self._ask(
            lambda desk: desk.commands.submit(
                uuids,
                processors=processors,
                priority=priority,
                retry_on_failure=retry_on_failure,
                force=force,
                callback_url=callback_url,
            )
        )

    def cancel(self, task_ids: Sequence[str]) -> Future[tuple[Task, ...]]:
        """End waiting and running tasks; answers those that changed. A running tree is gone within two seconds."""
        return self._ask(lambda desk: desk.commands.cancel(tuple(task_ids)))

    def retry(self, task_ids: Sequence[str]) -> Future[tuple[Task, ...]]:
        """Put failed and cancelled tasks back into the queue."""
        return self._ask(lambda desk: desk.commands.retry(tuple(task_ids)))

    def retry_failed(self) -> Future[tuple[Task, ...]]:
        """Put every failed task back into the queue."""
        return self._ask(lambda desk: desk.commands.retry_failed())

    def prioritize(self, task_ids: Sequence[str]) -> Future[dict[str, int]]:
        """First in queue, the priority left as it is. Answers the new positions."""
        return self._ask(lambda desk: desk.commands.prioritize(tuple(task_ids)))

    def set_priority(self, task_ids: Sequence[str], priority: Priority) -> Future[dict[str, int]]:
        return self._ask(lambda desk: desk.commands.set_priority(tuple(task_ids), priority))

    def move(self, task_ids: Sequence[str], where: str) -> Future[dict[str, int]]:
        """`where` is "up", "down", "top", "bottom" or the id of the task to stand before. Answers positions."""
        return self._ask(lambda desk: desk.commands.move(tuple(task_ids), where))

    def hold(self, task_ids: Sequence[str]) -> Future[tuple[Task, ...]]:
        """Pause these tasks alone: they keep their place and take no slot. A running one is interrupted."""
        return self._ask(lambda desk: desk.commands.hold(tuple(task_ids)))

    def release(self, task_ids: Sequence[str]) -> Future[tuple[Task, ...]]:
        return self._ask(lambda desk: desk.commands.release(tuple(task_ids)))

    def remove(self, task_ids: Sequence[str]) -> Future[tuple[str, ...]]:
        """Take tasks out of the list for good, running ones too; by way of `removals` they can come back. Answers
        the ids that are gone. Files are never touched."""
        return self._ask(lambda desk: desk.commands.remove(tuple(task_ids)))

    def pause(self, *, by: str = "user", reason: str = "", finish_running: bool = False) -> Future[QueueSnapshot]:
        """Start nothing more; what runs stands still at once, or ends first with `finish_running`."""
        return self._ask(lambda desk: desk.commands.pause(by=by, reason=reason, finish_running=finish_running))

    def resume(self) -> Future[QueueSnapshot]:
        return self._ask(lambda desk: desk.commands.resume())

    def clear(
        self, *, pending: bool = True, running: bool = False, finished: bool = False
    ) -> Future[tuple[str, ...]]:
        """Empty the list. Answers the ids that are gone."""
        return self._ask(lambda desk: desk.commands.clear(pending=pending, running=running, finished=finished))

    def change_settings(self, changes: Mapping[str, SettingValue | None]) -> Future[Settings]:
        """Write values by dotted key ("queue.max_concurrent") to momentry.toml, comments kept, and use them. The
        future raises `SettingsRefused` for a value that is none, or a file that is broken or read-only."""
        return self._ask(lambda desk: desk.commands.change_settings(dict(changes)))

    def forget_videos(self, file_uuids: Sequence[str]) -> Future[tuple[str, ...]]:
        """Forget videos with their tasks and findings; the files stay."""
        return self._ask(lambda desk: desk.commands.forget_videos(tuple(file_uuids)))

    def show_gpus(self, shown: bool) -> Future[None]:
        """Whether a graph of the GPUs is in view. Otherwise they are asked only while a scan uses one."""
        return self._ask(lambda desk: desk.limit.show_gpus(shown))

    # Reads --------------------------------------------------------------------------------------------------

    def rows(self, task_ids: Sequence[str] | None = None) -> Future[tuple[TaskRow, ...]]:
        """The whole queue: what runs, then what waits in its order, then what ended, newest first; or these."""
        wanted = None if task_ids is None else tuple(task_ids)
        return self._ask_later(lambda desk, answer: desk.commands.rows(wanted, answer))

    def videos(self, *, thumbnails: bool = True) -> Future[tuple[VideoRow, ...]]:
        """The whole library, the first added first. Without `thumbnails` those are left empty: a list of many
        videos is then cheap, and `thumbnails` fetches those that are looked at."""
        return self._ask(lambda desk: desk.commands.videos(thumbnails=thumbnails))

    def thumbnails(self, file_uuids: Sequence[str]) -> Future[dict[str, bytes]]:
        """The pictures (JPEG) of those of these videos that have one."""
        wanted = tuple(file_uuids)
        return self._ask(lambda desk: desk.commands.thumbnails(wanted))

    def findings(
        self,
        file_uuid: str,
        kinds: tuple[str, ...] | None = None,
        limit: int | None = None,
    ) -> Future[tuple[Finding, ...]]:
        """What is known of a video, by time. `kinds` are "speech", "text", "face", "scene"."""
        return self._ask(lambda desk: desk.commands.findings(file_uuid, kinds, limit))

    def attempts(self, task_id: str) -> Future[tuple[Attempt, ...]]:
        """Every try of a task, oldest first."""
        return self._ask(lambda desk: desk.commands.attempts(task_id))

    def resource_history(self) -> Future[tuple[ResourceSample, ...]]:
        """The samples of the last ten minutes, oldest first."""
        return self._ask(lambda desk: desk.limit.history)

    # Pages --------------------------------------------------------------------------------------------------

    def queue_page(
        self, *, statuses: tuple[TaskStatus, ...] | None = None, limit: int = 100, offset: int = 0
    ) -> Future[QueuePage]:
        """Some rows in the order of `rows`, with exact numbers of the whole; with `statuses` those alone."""
        return self._ask(lambda desk: desk.pages.queue_page(statuses, limit, offset))

    def task_report(self, task_id: str) -> Future[TaskReport | None]:
        """All that is known of one task; None where there is none."""
        return self._ask(lambda desk: desk.pages.task_report(task_id))

    def rows_of(self, file_uuid: str, statuses: tuple[TaskStatus, ...]) -> Future[tuple[TaskRow, ...]]:
        """A video's tasks in one of these statuses, the earliest first."""
        return self._ask(lambda desk: desk.pages.rows_of_file(file_uuid, statuses))

    def failed_task_ids(self, limit: int) -> Future[tuple[str, ...]]:
        """The latest failure first."""
        return self._ask(lambda desk: desk.pages.failed_task_ids(limit))

    def videos_of(self, file_uuids: Sequence[str]) -> Future[tuple[VideoRow, ...]]:
        """Those of them that are known, in the order asked."""
        uuids = tuple(file_uuids)
        return self._ask(lambda desk: desk.pages.videos_of(uuids))

    def video_page(self, *, limit: int = 100, offset: int = 0) -> Future[VideoPage]:
        """Some videos of the library, the first added first."""
        return self._ask(lambda desk: desk.pages.video_page(limit, offset))

    def findings_page(
        self, file_uuid: str, *, kinds: tuple[str, ...] | None = None, limit: int = 100, cursor: str | None = None
    ) -> Future[FindingsPage]:
        """Findings by time, without embeddings and pictures. Raises `BadCursor`."""
        return self._ask(lambda desk: desk.pages.findings_page(file_uuid, kinds, limit, cursor))

    # The way to the other thread ----------------------------------------------------------------------------

    def _ask(self, command: Callable[[Desk], T]) -> Future[T]:
        def carry_out(desk: Desk, answer: Future[T]) -> None:
            answer.set_result(command(desk))

        return self._ask_later(carry_out)

    def _ask_later(self, command: Callable[[Desk, Future[T]], None]) -> Future[T]:
        answer: Future[T] = Future()

        def carry_out(desk: Desk) -> None:
            # It may have been put off and come a second time.
            if answer.running() or answer.set_running_or_notify_cancel():
                command(desk, answer)

        with self._lock:
            open_ = self._begun and not self._over
            if open_:
                self._commands.append((carry_out, answer))  # type: ignore[arg-type]
        if open_:
            self._desk.woken.emit()
        else:
            answer.set_exception(EngineStopped())
        return answer

    def _next_command(self) -> Command | None:
        with self._lock:
            return self._commands.popleft() if self._commands else None
