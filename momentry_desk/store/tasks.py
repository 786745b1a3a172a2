"""Tasks in the database: submitting and reading them. See `attempts` and `ordering` for the other commands."""

from collections.abc import Iterable, Sequence
from enum import StrEnum

from momentry_desk.core.model import Attempt, AttemptOutcome, Failure, Priority, Task, TaskRequest, TaskStatus
from momentry_desk.core.retry import Decision
from momentry_desk.core.snapshot import Counts, Pause, Submitted
from momentry_desk.store.database import Database


class Move(StrEnum):
    """Where a waiting task goes. Inside its priority (or among the front-marked): `TOP` is no `prioritize`."""

    UP = "up"
    DOWN = "down"
    TOP = "top"
    BOTTOM = "bottom"
    BEFORE = "before"


class TaskStore:
    """Commands belong to the thread that opened the database and are one transaction each (`submit`: one for each
    1,000); what reads may be called from any thread. Ids of tasks that are gone, or in a status that the command
    does not apply to, are passed over: the answer holds what changed.
    """

    def __init__(self, database: Database) -> None:
        raise NotImplementedError

    # Reading -------------------------------------------------------------------------------------------------

    def get(self, task_id: str) -> Task | None:
        raise NotImplementedError

    def some(self, task_ids: Iterable[str]) -> list[Task]:
        raise NotImplementedError

    def of_files(self, file_uuids: Iterable[str]) -> list[Task]:
        raise NotImplementedError

    def all(
        self, statuses: Iterable[TaskStatus] | None = None, limit: int | None = None, offset: int = 0
    ) -> list[Task]:
        """Processing first, then pending in their order, then the ended ones, the latest end first."""
        raise NotImplementedError

    def candidates(self, now: float, limit: int) -> list[Task]:
        """Pending, not held, waiting for nothing, due; in order."""
        raise NotImplementedError

    def longest_waiting_below(self, rank: int, now: float) -> Task | None:
        raise NotImplementedError

    def next_due(self, now: float) -> float | None:
        raise NotImplementedError

    def positions(self, task_ids: Iterable[str], now: float) -> dict[str, int]:
        """From 1, of those that are pending, neither held nor waiting for a time or a source."""
        raise NotImplementedError

    def counts(self) -> Counts:
        raise NotImplementedError

    def attempts(self, task_id: str) -> list[Attempt]:
        raise NotImplementedError

    def pause(self) -> Pause:
        raise NotImplementedError

    # Commands ------------------------------------------------------------------------------------------------

    def submit(self, requests: Sequence[TaskRequest], now: float) -> list[Submitted]:
        """One answer for each request, in order. Raises `UnknownVideo`."""
        raise NotImplementedError

    def claim(self, task_id: str, now: float) -> Attempt | None:
        raise NotImplementedError

    def progress(self, attempt_id: str, percent: float, now: float, *, running_s: float | None = None) -> bool:
        """`running_s` is this attempt's so far. False: a late word, nothing changed."""
        raise NotImplementedError

    def complete(
        self,
        attempt_id: str,
        now: float,
        *,
        running_s: float = 0.0,
        peak_memory: int | None = None,
        cpu_s: float | None = None,
        warnings: Sequence[str] = (),
    ) -> bool:
        """False: a late word, nothing changed."""
        raise NotImplementedError

    def fail(
        self,
        attempt_id: str,
        outcome: AttemptOutcome,
        failure: Failure,
        decision: Decision,
        now: float,
        *,
        running_s: float = 0.0,
        peak_memory: int | None = None,
        cpu_s: float | None = None,
        warnings: Sequence[str] = (),
        completed: Sequence[str] = (),
    ) -> Task | None:
        """End the attempt; the task goes where `decision` says. `completed`: processors that reached the end all
        the same. None: a late word, nothing changed. The pause of `PAUSE_QUEUE` is the caller's to set."""
        raise NotImplementedError

    def interrupt(
        self,
        attempt_id: str,
        now: float,
        *,
        message: str | None = None,
        running_s: float = 0.0,
        peak_memory: int | None = None,
        cpu_s: float | None = None,
    ) -> Task | None:
        """Pending again at the head of its rank, no retry used up."""
        raise NotImplementedError

    def reject(self, task_id: str, failure: Failure, now: float) -> Task | None:
        """Failed straight from pending: the source is proven invalid before a start."""
        raise NotImplementedError

    def cancel(self, task_ids: Iterable[str], now: float) -> list[Task]:
        raise NotImplementedError

    def retry(self, task_ids: Iterable[str], now: float) -> list[Task]:
        """By hand, with all retries again. A task whose twin is pending or running by now is passed over."""
        raise NotImplementedError

    def hold(self, task_ids: Iterable[str], now: float) -> list[Task]:
        """Pending or processing; of the latter the caller interrupts the attempt."""
        raise NotImplementedError

    def release(self, task_ids: Iterable[str], now: float) -> list[Task]:
        raise NotImplementedError

    def set_waiting(self, task_id: str, text: str | None, now: float) -> Task | None:
        raise NotImplementedError

    def set_not_before(self, task_id: str, instant: float | None, now: float) -> Task | None:
        raise NotImplementedError

    def prioritize(self, task_ids: Iterable[str], now: float) -> dict[str, int]:
        """Front marks, so that these come first of all, in the order they stood. Answers the new positions."""
        raise NotImplementedError

    def set_priority(self, task_ids: Iterable[str], priority: Priority, now: float) -> dict[str, int]:
        """To the end of that priority, the front mark taken off."""
        raise NotImplementedError

    def move(
        self, task_ids: Iterable[str], where: Move, now: float, *, before: str | None = None
    ) -> dict[str, int]:
        raise NotImplementedError

    def clear(self, *, pending: bool = True, running: bool = False, finished: bool = False) -> list[str]:
        """Take rows out of the queue; findings of completed scans stay with their videos. Answers the ids."""
        raise NotImplementedError

    def remove(self, task_ids: Iterable[str]) -> list[str]:
        """Forget rows and their findings, whatever their status."""
        raise NotImplementedError

    def recover(self, now: float, unclean: bool) -> list[Task]:
        """At the start: what was processing is interrupted and waits at the head of its rank, in former order."""
        raise NotImplementedError

    def set_pause(self, pause: Pause) -> None:
        raise NotImplementedError
