"""The read model: rows and snapshots as they are shown, told in bundles, at most ten a second."""

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QObject, QTimer

from momentry_desk.core import estimates
from momentry_desk.core.model import Task, TaskStatus
from momentry_desk.core.snapshot import CallbackTrouble, QueueSnapshot, RowsChanged, TaskRow, VideosChanged
from momentry_desk.engine.clock import Clock
from momentry_desk.engine.limit import Limit
from momentry_desk.engine.outcomes import Outcomes
from momentry_desk.engine.outlet import Outlet
from momentry_desk.engine.pausing import Pausing
from momentry_desk.engine.scheduler import Scheduler
from momentry_desk.engine.settings_file import SettingsFile
from momentry_desk.engine.stores import Stores

INTERVAL_MS = 100
#: The end of the queue is simulated over so many waiting scans; the rest counts with their average.
_SIMULATED = 200
#: The simulation is done at most this often.
_SIMULATE_EVERY_S = 1.0


class Board(QObject):
    """Everything here can be rebuilt from the database and the scheduler's runs at any moment."""

    def __init__(
        self,
        stores: Stores,
        outlet: Outlet,
        *,
        clock: Clock,
        pausing: Callable[[], Pausing],
        scheduler: Callable[[], Scheduler],
        outcomes: Outcomes,
        settings: SettingsFile,
        limit: Limit,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._stores = stores
        self._outlet = outlet
        self._clock = clock
        self._pausing = pausing
        self._scheduler = scheduler
        self._outcomes = outcomes
        self._settings = settings
        self._limit = limit
        self._tasks: dict[str, None] = {}
        self._removed: dict[str, None] = {}
        self._watchers: list[set[str]] = []
        self._videos: dict[str, None] = {}
        self._videos_removed: dict[str, None] = {}
        self._findings: dict[str, None] = {}
        self._places: dict[str, tuple[str, float | None]] = {}
        self._remaining: float | None = None
        self._simulated: float | None = None
        #: Adds to a snapshot what other rooms know.
        self.beside: Callable[[QueueSnapshot], QueueSnapshot] = lambda plain: plain
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self.tell)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(round(_SIMULATE_EVERY_S * 1000))
        self._later.timeout.connect(self.tell)

    # Noting -------------------------------------------------------------------------------------------------

    def touch(self, task_ids: Iterable[str] = ()) -> None:
        """These tasks changed; without any, the snapshot did."""
        ids = dict.fromkeys(task_ids)
        self._tasks |= ids
        self._tell_watchers(ids)
        self._soon()

    def touch_tasks_of(self, file_uuids: Iterable[str]) -> None:
        """What the queue says of these videos changed."""
        if ids := list(file_uuids):
            self.touch([task.task_id for task in self._stores.tasks.of_files(ids)])

    def take_out(self, task_ids: Iterable[str]) -> None:
        ids = dict.fromkeys(task_ids)
        self._removed |= ids
        self._tell_watchers(ids)
        self._soon()

    def watch(self) -> set[str]:
        """A set that gathers every task that changes from now on, until `unwatch`."""
        changed: set[str] = set()
        self._watchers.append(changed)
        return changed

    def unwatch(self, changed: set[str]) -> None:
        self._watchers = [other for other in self._watchers if other is not changed]

    def _tell_watchers(self, task_ids: Iterable[str]) -> None:
        for changed in self._watchers:
            changed.update(task_ids)

    def touch_videos(self, file_uuids: Iterable[str]) -> None:
        for file_uuid in file_uuids:
            self._videos[file_uuid] = None
            self._places.pop(file_uuid, None)
        self._soon()

    def take_out_videos(self, file_uuids: Iterable[str]) -> None:
        for file_uuid in file_uuids:
            self._videos_removed[file_uuid] = None
            self._places.pop(file_uuid, None)
        self._soon()

    def findings_grew(self, file_uuid: str) -> None:
        self._findings[file_uuid] = None
        self._soon()

    def _soon(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    # Telling ------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Send what has gathered."""
        self._timer.stop()
        tasks, self._tasks = self._tasks, {}
        removed, self._removed = self._removed, {}
        videos, self._videos = self._videos, {}
        videos_removed, self._videos_removed = self._videos_removed, {}
        findings, self._findings = self._findings, {}
        if tasks or removed:
            here = {task.task_id: task for task in self._stores.tasks.some(tasks)} if tasks else {}
            gone = [task_id for task_id in (*tasks, *removed) if task_id not in here]
            rows = self.rows_of(list(here.values()))
            self._outlet.rows_changed.emit(RowsChanged(rows, tuple(dict.fromkeys(gone))))
        if videos or videos_removed:
            shown = tuple(self._stores.videos.rows(videos)) if videos else ()
            gone = [uuid for uuid in videos_removed if uuid not in {row.file_uuid for row in shown}]
            self._outlet.videos_changed.emit(VideosChanged(shown, tuple(gone)))
        self._outlet.latest = self.snapshot()
        self._outlet.snapshot_changed.emit(self._outlet.latest)
        for file_uuid in findings:
            self._outlet.findings_changed.emit(file_uuid)

    def close(self) -> None:
        """Send what has gathered, for the last time."""
        self.tell()
        self._later.stop()

    def snapshot(self) -> QueueSnapshot:
        counts = self._stores.tasks.counts()
        now = self._clock.monotonic()
        if self._simulated is None or now - self._simulated >= _SIMULATE_EVERY_S:
            self._simulated = now
            self._remaining = self._queue_end(counts.pending - counts.held)
        elif not self._later.isActive():
            # What is told now may be of before the change, and perhaps no other follows.
            self._later.start()
        plain = QueueSnapshot(
            counts=counts,
            pause=self._pausing().pause,
            max_concurrent=self._limit.ceiling,
            slots=self._limit.slots,
            slots_reason=self._limit.reason.sentence(),
            slots_limit=self._limit.reason,
            remaining_s=self._remaining,
            settings=self._settings.settings,
            problems=self._settings.problems,
        )
        return self.beside(plain)

    def _queue_end(self, waiting: int) -> float | None:
        running = [self._outcomes.remaining_s(run) for run in self._scheduler().active()]
        tasks = self._stores.tasks.candidates(self._clock.now(), _SIMULATED) if waiting > 0 else []
        self._find_places(tasks)
        lengths = [self._outcomes.scan_s(task, self._place(task.file_uuid)[1]) for task in tasks]
        known = [length for length in lengths if length is not None]
        if any(left is None for left in running) or (lengths and not known):
            return None
        # A video of unknown length counts as long as the average of the others.
        average = sum(known) / len(known) if known else 0.0
        return estimates.queue_end(
            [left for left in running if left is not None],
            [average if length is None else length for length in lengths],
            max(1, self._limit.slots),
            max(0, waiting - len(lengths)),
        )

    # Rows ---------------------------------------------------------------------------------------------------

    def rows_of(self, tasks: Sequence[Task]) -> tuple[TaskRow, ...]:
        self._find_places(tasks)
        troubles = self._stores.outbox.troubles([task.task_id for task in tasks])
        return tuple(self._row(task, troubles.get(task.task_id, ())) for task in tasks)

    def _row(self, task: Task, callbacks: tuple[CallbackTrouble, ...]) -> TaskRow:
        path, duration_s = self._place(task.file_uuid)
        progress = 100 if task.status is TaskStatus.COMPLETED else task.progress
        running_s = task.running_s
        remaining_s: float | None = None
        fractions: dict[str, float] = {}
        suspended = by_limit = False
        run = self._scheduler().runs.get(task.task_id)
        if task.status is TaskStatus.PENDING:
            remaining_s = self._outcomes.scan_s(task, duration_s)
        if run is not None and not run.over and task.status is TaskStatus.PROCESSING:
            # Until the end is known it is not whole.
            progress = min(99, max(progress, int(run.done * 100)))
            running_s = run.task.running_s + run.running_s
            remaining_s = self._outcomes.remaining_s(run)
            fractions, suspended = dict(run.fractions), run.suspended
            by_limit = suspended and run.stands_since is not None
        return TaskRow(
            task_id=task.task_id,
            file_uuid=task.file_uuid,
            file_name=task.file_name,
            path=path,
            status=task.status,
            priority=task.priority,
            processors=task.processors,
            order=task.order,
            queued_at=task.queued_at,
            progress=progress,
            started_at=task.started_at,
            completed_at=task.completed_at,
            running_s=running_s,
            remaining_s=remaining_s,
            fractions=fractions,
            retry_count=task.retry_count,
            max_retries=task.max_retries,
            not_before=task.not_before,
            waiting_for=task.waiting_for,
            held=task.held,
            suspended=suspended,
            by_limit=by_limit,
            failure_kind=task.failure_kind,
            error_message=task.error_message,
            warnings=tuple(run.warnings) if run is not None and not run.over else task.warnings,
            callbacks=callbacks,
        )

    def _place(self, file_uuid: str) -> tuple[str, float | None]:
        """Path and duration of a video."""
        return self._places.get(file_uuid, ("", None))

    def _find_places(self, tasks: Sequence[Task]) -> None:
        """Read those that are not known in one go: one by one they would hold up the engine's thread."""
        # Not by taking the known ones off a set: that would go through all of them.
        unknown = {task.file_uuid for task in tasks if task.file_uuid not in self._places}
        if unknown:
            for video in self._stores.videos.some(unknown):
                self._places[video.file_uuid] = (
                    video.path,
                    video.media.duration_s if video.media else None,
                )
