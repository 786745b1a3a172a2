"""Attempts: the claim, what a running scan reports, and every way in which it ends, the program's crash too."""

from collections.abc import Sequence

from momentry_desk.core.model import Attempt, AttemptOutcome, Failure, FailureKind, LeftOut, Task, TaskStatus
from momentry_desk.core.retry import MAX_UNCLEAN_ENDS, Decision, Verdict
from momentry_desk.core.sentences import Said, say
from momentry_desk.store.connection import Connection
from momentry_desk.store.rows import TASK_COLUMN_LIST, TASK_COLUMNS, to_task
from momentry_desk.store.scans import complete_scans, drop_superseded, drop_unfinished
from momentry_desk.store.submissions import submit_rest
from momentry_desk.store.tables import AttemptRecord, QueueTask, from_text, new_id, printable, to_text
from momentry_desk.store.task_reading import ORDER, TaskReading, read_tasks
from momentry_desk.store.transitions import Value, end_attempt, head_places, set_columns, step, step_where

_ENDED_BADLY = frozenset({AttemptOutcome.ERRORED, AttemptOutcome.CRASHED, AttemptOutcome.TIMED_OUT})


class AttemptCommands(TaskReading):
    """Every report carries the attempt's token. Of an attempt that has ended it changes nothing."""

    def claim(self, task_id: str, now: float) -> Attempt | None:
        """Take a task for running: one conditional UPDATE. None where it may not start (any more)."""
        with self._database.transaction("claim") as connection:
            return _claim(connection, task_id, now)

    def progress(self, attempt_id: str, percent: float, now: float, *, running_s: float | None = None) -> bool:
        """`running_s` is this attempt's so far. False: a late word, nothing changed."""
        whole = min(100, max(0, int(percent)))
        with self._database.transaction("progress") as connection:
            task = running_task(connection, attempt_id)
            if task is None:
                return False
            values: dict[str, Value] = {"progress": whole, "updated_at": now}
            set_columns(connection, QueueTask, values, "task_id = ?", (task.task_id,))
            if running_s is not None:
                connection.change_sql(
                    "UPDATE attempts SET running_s = ? WHERE attempt_id = ?", (running_s, attempt_id)
                )
        return True

    def complete(
        self,
        attempt_id: str,
        now: float,
        *,
        running_s: float = 0.0,
        peak_memory: int | None = None,
        cpu_s: float | None = None,
        warnings: Sequence[str] = (),
        left_out: LeftOut = LeftOut(),  # noqa: B008 - frozen
    ) -> bool:
        """All is found and stored; older findings of the same processors go. False: a late word."""
        with self._database.transaction("complete") as connection:
            return _complete(connection, attempt_id, now, running_s, peak_memory, cpu_s, warnings, left_out)

    def complete_and_claim(
        self,
        attempt_id: str,
        next_task_id: str,
        now: float,
        *,
        running_s: float = 0.0,
        peak_memory: int | None = None,
        cpu_s: float | None = None,
        warnings: Sequence[str] = (),
        left_out: LeftOut = LeftOut(),  # noqa: B008 - frozen
    ) -> tuple[bool, Attempt | None]:
        """What `complete` and `claim` do, in one transaction: a worker that goes from one task to the next waits
        for the disk once."""
        with self._database.transaction("complete and claim") as connection:
            completed = _complete(connection, attempt_id, now, running_s, peak_memory, cpu_s, warnings, left_out)
            return completed, _claim(connection, next_task_id, now)

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
        if outcome not in _ENDED_BADLY:
            raise ValueError(f"{outcome} is no failure")
        with self._database.transaction("fail") as connection:
            task = running_task(connection, attempt_id)
            if task is None:
                return None
            values: dict[str, Value] = {
                "running_s": task.running_s + running_s,
                "warnings": _joined(task, warnings),
                "failure_kind": failure.kind,
                "error_message": failure.message,
                # The program outlived it, so it is not what took the program down.
                "suspect": False,
                "unclean_ends": 0,
            }
            if decision.verdict is Verdict.GIVE_UP:
                _give_up(connection, task, failure, now, values)
            else:
                step(
                    connection,
                    task.task_id,
                    TaskStatus.PENDING,
                    now,
                    **values,
                    **_next_try(task, decision, failure, now),
                )
            end_attempt(
                connection,
                attempt_id,
                outcome,
                now,
                running_s=running_s,
                peak_memory=peak_memory,
                cpu_s=cpu_s,
                failure_kind=failure.kind,
                message=failure.message,
                log_tail=failure.log_tail or None,
            )
            complete_scans(connection, task, completed, now)
            drop_superseded(connection, task.file_uuid)
            return read_tasks(connection, [task.task_id])[0]

    def interrupt(
        self,
        attempt_id: str,
        now: float,
        *,
        message: str | None = None,
        running_s: float = 0.0,
        peak_memory: int | None = None,
        cpu_s: float | None = None,
        percent: float | None = None,
    ) -> Task | None:
        """Pending again at the head of its rank, no retry used up; `percent` is where it goes on, None: as told
        last. None: a late word, nothing changed."""
        with self._database.transaction("interrupt") as connection:
            task = running_task(connection, attempt_id)
            if task is None:
                return None
            (place,) = head_places(connection, task.order.rank, 1)
            step(
                connection,
                task.task_id,
                TaskStatus.PENDING,
                now,
                place=place,
                running_s=task.running_s + running_s,
                progress=task.progress if percent is None else int(percent),
            )
            end_attempt(
                connection,
                attempt_id,
                AttemptOutcome.INTERRUPTED,
                now,
                running_s=running_s,
                peak_memory=peak_memory,
                cpu_s=cpu_s,
                message=message,
            )
            return read_tasks(connection, [task.task_id])[0]

    def reject(self, task_id: str, failure: Failure, now: float) -> Task | None:
        """Failed straight from pending: the source is proven invalid before a start."""
        with self._database.transaction("reject") as connection:
            found = read_tasks(connection, [task_id])
            if not found or found[0].status is not TaskStatus.PENDING:
                return None
            values: dict[str, Value] = {"failure_kind": failure.kind, "error_message": failure.message}
            _give_up(connection, found[0], failure, now, values)
            return read_tasks(connection, [task_id])[0]

    def recover(self, now: float, unclean: bool) -> list[Task]:
        """At the start: what was processing is interrupted and waits at the head of its rank, in former order.

        After an unclean end these are suspects; one that saw `MAX_UNCLEAN_ENDS` in a row without storing anything
        new has failed. Answers the tasks that were changed.
        """
        with self._database.transaction("recover") as connection:
            query = (
                QueueTask.select(*TASK_COLUMNS, QueueTask.unclean_ends)
                .where(QueueTask.status == TaskStatus.PROCESSING)
                .order_by(*ORDER)
            )
            rows = connection.rows(query)
            by_rank: dict[int, list[tuple[Task, int]]] = {}
            for *columns, ends in rows:
                task = to_task(tuple(columns))
                by_rank.setdefault(task.order.rank, []).append((task, ends + 1 if unclean else ends))
            for rank, found in by_rank.items():
                places = head_places(connection, rank, len(found))
                for (task, ends), place in zip(found, places, strict=True):
                    _take_back(connection, task, ends, place, now, unclean)
            return read_tasks(connection, [row[0] for row in rows])


def running_task(connection: Connection, attempt_id: str) -> Task | None:
    """The task that this token runs; None for a token that has ended or that nobody knows."""
    rows = connection.sql(_RUNNING, (attempt_id,))
    return to_task(rows[0]) if rows else None


_RUNNING = (
    f"SELECT {TASK_COLUMN_LIST} FROM queue_tasks WHERE status = 'processing' AND task_id ="
    " (SELECT task_id FROM attempts WHERE attempt_id = ? AND ended_at IS NULL)"
)


def _claim(connection: Connection, task_id: str, now: float) -> Attempt | None:
    claimed = step_where(
        connection,
        task_id,
        TaskStatus.PROCESSING,
        now,
        "held = 0 AND waiting_for IS NULL AND (not_before IS NULL OR not_before <= ?)",
        (to_text(now),),
        started_at=now,
        not_before=None,
        failure_kind=None,
        error_message=None,
    )
    if not claimed:
        return None
    attempt_id = new_id()
    ((number,),) = connection.sql(
        "INSERT INTO attempts (attempt_id, task_id, number, started_at)"
        " SELECT ?, ?, coalesce(max(number), 0) + 1, ? FROM attempts WHERE task_id = ? RETURNING number",
        (attempt_id, task_id, to_text(now), task_id),
    )
    return Attempt(attempt_id, task_id, number, started_at=from_text(to_text(now)))


def _complete(
    connection: Connection,
    attempt_id: str,
    now: float,
    running_s: float,
    peak_memory: int | None,
    cpu_s: float | None,
    warnings: Sequence[str],
    left_out: LeftOut,
) -> bool:
    task = running_task(connection, attempt_id)
    if task is None:
        return False
    step(
        connection,
        task.task_id,
        TaskStatus.COMPLETED,
        now,
        progress=100,
        completed_at=now,
        running_s=task.running_s + running_s,
        warnings=_joined(task, warnings),
        **_AT_REST,
    )
    end_attempt(
        connection,
        attempt_id,
        AttemptOutcome.SUCCEEDED,
        now,
        running_s=running_s,
        peak_memory=peak_memory,
        cpu_s=cpu_s,
    )
    connection.change_sql(
        "UPDATE queue_state SET total_processed = total_processed + 1, total_running_s = total_running_s + ?",
        (task.running_s + running_s,),
    )
    done = [name for name in task.processors if name not in left_out.processors]
    complete_scans(connection, task, done, now)
    drop_superseded(connection, task.file_uuid)
    drop_unfinished(connection, task.task_id, left_out.processors)
    if left_out.again:
        submit_rest(connection, task, left_out, now)
    return True


#: What an ended task keeps of its waiting and of what was suspected of it: nothing.
_AT_REST: dict[str, Value] = {
    "held": False,
    "suspect": False,
    "alone": False,
    "unclean_ends": 0,
    "not_before": None,
    "waiting_for": None,
}


def _next_try(task: Task, decision: Decision, failure: Failure, now: float) -> dict[str, Value]:
    match decision.verdict:
        case Verdict.WAIT_FOR_SOURCE:
            return {"waiting_for": failure.message}
        case Verdict.RETRY | Verdict.RETRY_ALONE:
            return {
                "retry_count": task.retry_count + 1,
                "not_before": now + decision.delay_s,
                "alone": task.alone or decision.verdict is Verdict.RETRY_ALONE,
            }
    return {}


def _give_up(connection: Connection, task: Task, failure: Failure, now: float, values: dict[str, Value]) -> None:
    """Failed, with the whole story: the last reason and how often it was tried."""
    (tries,) = connection.sql("SELECT count(*) FROM attempts WHERE task_id = ?", (task.task_id,))[0]
    story = f"{failure.message} (Tried {tries} times.)" if tries > 1 else failure.message
    ended: dict[str, Value] = {**values, **_AT_REST, "completed_at": now, "error_message": story}
    step(connection, task.task_id, TaskStatus.FAILED, now, **ended)
    connection.change_sql("UPDATE queue_state SET total_failed = total_failed + 1")


def _take_back(
    connection: Connection, task: Task, unclean_ends: int, place: float, now: float, unclean: bool
) -> None:
    connection.change(
        AttemptRecord.update(
            outcome=AttemptOutcome.INTERRUPTED,
            ended_at=now,
            message="The program or the machine ended while this ran." if unclean else "The program was closed.",
        ).where(AttemptRecord.task_id == task.task_id, AttemptRecord.ended_at.is_null())
    )
    if unclean_ends >= MAX_UNCLEAN_ENDS:
        failure = Failure(
            FailureKind.INTERNAL,
            say(Said.UNCLEAN_ENDS, count=unclean_ends, file=task.file_name),
        )
        _give_up(connection, task, failure, now, {"failure_kind": failure.kind})
        return
    step(
        connection,
        task.task_id,
        TaskStatus.PENDING,
        now,
        place=place,
        unclean_ends=unclean_ends,
        suspect=task.suspect or unclean,
    )


def _joined(task: Task, warnings: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*task.warnings, *map(printable, warnings))))
