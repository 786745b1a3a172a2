"""The one place where a status is written: always with the table in `core.states` as its condition, and with the
word of a task's end beside it.
"""

from collections.abc import Iterable, Mapping

import peewee

from momentry_desk.core.model import AttemptOutcome, TaskStatus
from momentry_desk.core.states import sources
from momentry_desk.store import outbox
from momentry_desk.store.connection import Connection
from momentry_desk.store.tables import AttemptRecord, QueueState, QueueTask
from momentry_desk.store.task_reading import in_groups

#: What a column can be set to.
Value = str | int | float | bool | None | tuple[str, ...] | peewee.Expression


def step(connection: Connection, task_id: str, new: TaskStatus, now: float, **values: Value) -> bool:
    """Take one task to `new` if the table lists the way from where it stands; one conditional UPDATE."""
    return _write_status(connection, [task_id], sources(new), new, now, values) == 1


def step_many(
    connection: Connection,
    task_ids: Iterable[str],
    start_from: frozenset[TaskStatus],
    new: TaskStatus,
    now: float,
    **values: Value,
) -> int:
    """The same for many, of those in `start_from`. Answers how many went."""
    return sum(
        _write_status(connection, some, sources(new) & start_from, new, now, values) for some in in_groups(task_ids)
    )


def _write_status(
    connection: Connection,
    task_ids: list[str],
    allowed: frozenset[TaskStatus],
    new: TaskStatus,
    now: float,
    values: Mapping[str, Value],
) -> int:
    told = outbox.listened_to(connection, task_ids, allowed) if new.ended else []
    changed = connection.change(
        QueueTask.update(status=new, updated_at=now, **values).where(
            QueueTask.task_id.in_(task_ids), QueueTask.status.in_(sorted(allowed))
        )
    )
    outbox.record_ends(connection, told, now)
    return changed


def end_attempt(
    connection: Connection, attempt_id: str, outcome: AttemptOutcome, now: float, **values: Value
) -> None:
    """Close the row of a running attempt; from here on its token opens nothing."""
    connection.change(
        AttemptRecord.update(outcome=outcome, ended_at=now, **values).where(
            AttemptRecord.attempt_id == attempt_id, AttemptRecord.ended_at.is_null()
        )
    )


def head_places(connection: Connection, rank: int, count: int) -> list[float]:
    """Places, in order, before everything that waits or runs with this rank."""
    (waiting,) = connection.sql(
        "SELECT place FROM queue_tasks WHERE status = 'pending' AND front = 0 AND rank = ? ORDER BY place LIMIT 1",
        (rank,),
    ) or [(None,)]
    (running,) = connection.sql(
        "SELECT min(place) FROM queue_tasks WHERE status = 'processing' AND rank = ?", (rank,)
    )
    first = min((place for (place,) in (waiting, running) if place is not None), default=1.0)
    return [first - count + index for index in range(count)]


def end_places(connection: Connection, count: int) -> list[float]:
    """Places, in order, behind everything that ever arrived."""
    (last,) = connection.sql("SELECT last_place FROM queue_state")[0]
    connection.change(QueueState.update(last_place=last + count))
    return [float(last + index) for index in range(1, count + 1)]
