"""The one place where a status is written: always with the table in `core.states` as its condition, and with the
word of a task's end beside it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec
import peewee

from momentry_desk.core.model import AttemptOutcome, TaskStatus
from momentry_desk.core.states import sources
from momentry_desk.store import outbox
from momentry_desk.store.connection import Connection
from momentry_desk.store.tables import AttemptRecord, QueueTask

#: What a column can be set to.
Value = str | int | float | bool | None | tuple[str, ...]


def step(connection: Connection, task_id: str, new: TaskStatus, now: float, **values: Value) -> bool:
    """Take one task to `new` if the table lists the way from where it stands; one conditional UPDATE."""
    return step_where(connection, task_id, new, now, "1", (), **values)


def step_where(
    connection: Connection,
    task_id: str,
    new: TaskStatus,
    now: float,
    condition: str,
    parameters: Sequence[object],
    **values: Value,
) -> bool:
    """The same under one more condition, in SQL."""
    where = f"task_id = ? AND {_among(sources(new))} AND {condition}"
    changed = _write_status(connection, [task_id], sources(new), new, now, where, (task_id, *parameters), values)
    return changed == 1


def step_many(
    connection: Connection,
    task_ids: Iterable[str],
    start_from: frozenset[TaskStatus],
    new: TaskStatus,
    now: float,
    **values: Value,
) -> int:
    """The same for many, of those in `start_from`. Answers how many went."""
    ids = list(task_ids)
    where = f"task_id IN (SELECT value FROM json_each(?)) AND {_among(sources(new) & start_from)}"
    parameters = (msgspec.json.encode(ids).decode(),)
    return _write_status(connection, ids, sources(new) & start_from, new, now, where, parameters, values)


def _write_status(
    connection: Connection,
    task_ids: Sequence[str],
    allowed: frozenset[TaskStatus],
    new: TaskStatus,
    now: float,
    where: str,
    parameters: Sequence[object],
    values: Mapping[str, Value],
) -> int:
    told = outbox.listened_to(connection, task_ids, allowed) if new.ended else []
    written: dict[str, Value] = {**values, "status": new, "updated_at": now}
    changed = set_columns(connection, QueueTask, written, where, parameters)
    outbox.record_ends(connection, told, now)
    return changed


def end_attempt(
    connection: Connection, attempt_id: str, outcome: AttemptOutcome, now: float, **values: Value
) -> None:
    """Close the row of a running attempt; from here on its token opens nothing."""
    ended: dict[str, Value] = {**values, "outcome": outcome, "ended_at": now}
    set_columns(connection, AttemptRecord, ended, "attempt_id = ? AND ended_at IS NULL", (attempt_id,))


def set_columns(
    connection: Connection,
    model: type[peewee.Model],
    values: Mapping[str, Value],
    where: str,
    parameters: Sequence[object],
) -> int:
    """One UPDATE of these columns; answers how many rows it changed.

    Its text is put together once for each set of columns. That every command writes through here is why: a query
    that peewee builds anew costs several times what it costs to carry it out.
    """
    text, writers = _update(model, tuple(values), where)
    written = [write(value) for write, value in zip(writers, values.values(), strict=True)]
    return connection.change_sql(text, (*written, *parameters))


@lru_cache(maxsize=256)
def _update(
    model: type[peewee.Model], names: tuple[str, ...], where: str
) -> tuple[str, tuple[Callable[[Value], object], ...]]:
    fields = tuple(getattr(model, name) for name in names)
    setting = ", ".join(f"{field.column_name} = ?" for field in fields)
    text = f"UPDATE {model._meta.table_name} SET {setting} WHERE {where}"
    return text, tuple(field.db_value for field in fields)


@lru_cache(maxsize=64)
def _among(statuses: frozenset[TaskStatus]) -> str:
    # Written out: SQLite proves nothing about a parameter and would pass over the partial indexes.
    return f"status IN ({', '.join(repr(status.value) for status in sorted(statuses))})"


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
    connection.change_sql("UPDATE queue_state SET last_place = ?", (last + count,))
    return [float(last + index) for index in range(1, count + 1)]
