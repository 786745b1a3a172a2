"""What programs ask for a page at a time, on the engine's thread: each answer is one look at one instant."""

import base64
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import msgspec

from momentry_desk.core import estimates
from momentry_desk.core.model import Attempt, Task, TaskStatus
from momentry_desk.core.pages import FindingsPage, QueuePage, TaskReport, VideoPage
from momentry_desk.core.snapshot import PauseState, TaskRow, VideoRow
from momentry_desk.engine.board import Board
from momentry_desk.engine.clock import Clock
from momentry_desk.engine.errors import BadCursor
from momentry_desk.engine.outcomes import Outcomes
from momentry_desk.engine.pausing import Pausing
from momentry_desk.engine.scheduler import Scheduler
from momentry_desk.engine.stores import Stores

#: The wait for a start is simulated over so many scans before it; the rest counts with their average.
_SIMULATED = 200

#: What a scan is taken to last while nothing of this machine is known. Seconds.
_FIRST_GUESS_S = 60.0

_Place = tuple[float, float, int]


@dataclass(frozen=True)
class Pages:
    """One method a question; see the facade for what each promises."""

    stores: Stores
    board: Board
    scheduler: Scheduler
    outcomes: Outcomes
    pausing: Pausing
    clock: Clock
    slots: Callable[[], int]

    def queue_page(self, statuses: tuple[TaskStatus, ...] | None, limit: int, offset: int) -> QueuePage:
        tasks = self.stores.tasks.all(statuses, limit, offset)
        totals = self.stores.tasks.totals()
        return QueuePage(
            rows=self.board.rows_of(tasks),
            positions=self.stores.tasks.consecutive_positions(tasks, self.clock.now()),
            snapshot=self.board.snapshot(),
            total_failed=totals.failed,
            average_s=totals.running_s / totals.processed if totals.processed else 0.0,
        )

    def task_report(self, task_id: str) -> TaskReport | None:
        task = self.stores.tasks.get(task_id)
        if task is None:
            return None
        position = self.stores.tasks.positions([task_id], self.clock.now()).get(task_id)
        return TaskReport(
            row=self.board.rows_of([task])[0],
            position=position,
            starts_at=self._starts_at(position),
            attempts=self._attempts(task_id),
            callbacks=self.stores.outbox.of_task(task_id),
        )

    def _attempts(self, task_id: str) -> tuple[Attempt, ...]:
        open_ones = {run.attempt.attempt_id: run for run in self.scheduler.active() if run.task_id == task_id}
        return tuple(
            open_ones[one.attempt_id].so_far() if one.attempt_id in open_ones else one
            for one in self.stores.tasks.attempts(task_id)
        )

    def rows_of_file(self, file_uuid: str, statuses: tuple[TaskStatus, ...]) -> tuple[TaskRow, ...]:
        return self.board.rows_of(
            [task for task in self.stores.tasks.of_files([file_uuid]) if task.status in statuses]
        )

    def failed_task_ids(self, limit: int) -> tuple[str, ...]:
        return tuple(task.task_id for task in self.stores.tasks.all((TaskStatus.FAILED,), limit))

    def videos_of(self, file_uuids: Sequence[str]) -> tuple[VideoRow, ...]:
        found = {row.file_uuid: row for row in self.stores.videos.rows(file_uuids)}
        return tuple(found[uuid] for uuid in dict.fromkeys(file_uuids) if uuid in found)

    def video_page(self, limit: int, offset: int) -> VideoPage:
        rows, total = self.stores.videos.page(limit, offset)
        return VideoPage(tuple(rows), total)

    def findings_page(
        self, file_uuid: str, kinds: tuple[str, ...] | None, limit: int, cursor: str | None
    ) -> FindingsPage:
        after = None if cursor is None else _place(cursor)
        found, last = self.stores.findings.page(file_uuid, kinds, limit=limit, after=after)
        return FindingsPage(tuple(found), None if last is None else _cursor(last))

    def _starts_at(self, position: int | None) -> float | None:
        """When the scan at this place is expected to start, as the slots become free one after another."""
        if position is None or self.pausing.state is not PauseState.RUNNING:
            return None
        now = self.clock.now()
        running = [self.outcomes.remaining_s(run) for run in self.scheduler.active()]
        before = self.stores.tasks.candidates(now, min(position - 1, _SIMULATED)) if position > 1 else []
        lengths = self._known(before)
        guess = self._guess(lengths)
        return now + estimates.next_start(
            [guess if left is None else left for left in running],
            [guess if length is None else length for length in lengths],
            max(1, self.slots()),
            unseen=position - 1 - len(before),
        )

    def _known(self, tasks: Iterable[Task]) -> list[float | None]:
        return [row.remaining_s for row in self.board.rows_of(list(tasks))]

    def _guess(self, lengths: Iterable[float | None]) -> float:
        """For a scan of unknown length: as long as the known ones on average, or as those that are done."""
        known = [length for length in lengths if length is not None]
        if known:
            return sum(known) / len(known)
        totals = self.stores.tasks.totals()
        return totals.running_s / totals.processed if totals.processed else _FIRST_GUESS_S


def _cursor(place: _Place) -> str:
    return base64.urlsafe_b64encode(msgspec.json.encode(place)).decode().rstrip("=")


def _place(cursor: str) -> _Place:
    try:
        return msgspec.json.decode(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)), type=_Place)
    except (ValueError, RecursionError) as error:
        raise BadCursor from error
