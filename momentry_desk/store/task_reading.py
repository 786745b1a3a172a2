"""Reads tasks: one, many, what may start next, positions, counts, the pause. From any thread."""

from collections.abc import Iterable, Sequence

import msgspec
import peewee

from momentry_desk.core.model import Attempt, OrderKey, Priority, Task, TaskStatus
from momentry_desk.core.planning import may_start
from momentry_desk.core.snapshot import Counts, Pause
from momentry_desk.store.connection import Connection, Row
from momentry_desk.store.database import Database
from momentry_desk.store.rows import (
    ATTEMPT_COLUMNS,
    TASK_COLUMN_LIST,
    TASK_COLUMNS,
    to_attempt,
    to_counts,
    to_pause,
    to_task,
)
from momentry_desk.store.tables import AttemptRecord, QueueState, QueueTask, from_text, to_text

#: The order of what waits; `core.model.OrderKey` in columns.
ORDER = (QueueTask.front, QueueTask.rank, QueueTask.place, QueueTask.task_id)

# Written out, with the index named: SQLite proves nothing about a bound parameter and so would not use a partial
# index; and without statistics it takes idx_queue_status and sorts the whole queue.
_READY = "status = 'pending' AND held = 0 AND waiting_for IS NULL"
_DUE = "(not_before IS NULL OR not_before <= ?)"
_MAY_START = f"FROM queue_tasks INDEXED BY idx_queue_claim WHERE {_READY} AND {_DUE}"

#: Up to so many positions are counted one by one; for more the whole order is walked once.
_COUNTED_POSITIONS = 3

#: So many on one side of a task are counted before the other side is tried.
NEAR = 1000

# Ids go as one JSON array: its text stays the same however many they are, and no peewee query is built for them.
_BY_ID = f"SELECT {TASK_COLUMN_LIST} FROM json_each(?) AS asked CROSS JOIN queue_tasks ON task_id = asked.value"
_ONE = f"SELECT {TASK_COLUMN_LIST} FROM queue_tasks WHERE task_id = ?"


class Totals(msgspec.Struct, frozen=True):
    """Tasks completed and failed ever, and the running time of the completed ones in seconds. Clearing changes
    nothing here."""

    processed: int
    failed: int
    running_s: float


class TaskReading:
    """The questions that can be asked about tasks. Each is one consistent look."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, task_id: str) -> Task | None:
        found = self.some([task_id])
        return found[0] if found else None

    def some(self, task_ids: Iterable[str]) -> list[Task]:
        """Those that are there, in the order asked for."""
        with self._database.reading() as connection:
            return read_tasks(connection, task_ids)

    def of_files(self, file_uuids: Iterable[str]) -> list[Task]:
        """All tasks of these videos, the earliest first."""
        with self._database.reading() as connection:
            rows = connection.sql(
                f"SELECT {TASK_COLUMN_LIST} FROM queue_tasks WHERE file_uuid IN (SELECT value FROM json_each(?))",
                (as_json(file_uuids),),
            )
        return sorted(map(to_task, rows), key=lambda task: (task.created_at, task.task_id))

    def waiting(self) -> list[Task]:
        """Pending tasks that wait for something in words: a drive, a file."""
        query = QueueTask.select(*TASK_COLUMNS).where(
            QueueTask.status == TaskStatus.PENDING, QueueTask.waiting_for.is_null(False)
        )
        with self._database.reading() as connection:
            return [to_task(row) for row in connection.rows(query)]

    def all(
        self, statuses: Iterable[TaskStatus] | None = None, limit: int | None = None, offset: int = 0
    ) -> list[Task]:
        """Processing first, then pending in their order, then the ended ones, the latest end first."""
        wanted = set(TaskStatus) if statuses is None else set(statuses)
        orders: tuple[tuple[set[TaskStatus], Sequence[peewee.Node]], ...] = (
            ({TaskStatus.PROCESSING}, (QueueTask.started_at, QueueTask.task_id)),
            ({TaskStatus.PENDING}, ORDER),
            (
                {status for status in TaskStatus if status.ended},
                (QueueTask.completed_at.desc(), QueueTask.task_id.desc()),
            ),
        )
        tasks: list[Task] = []
        left = None if limit is None else offset + limit
        with self._database.reading() as connection:
            for group, order in orders:
                asked = sorted(group & wanted)
                if not asked or (left is not None and left <= len(tasks)):
                    continue
                query = QueueTask.select(*TASK_COLUMNS).where(QueueTask.status.in_(asked)).order_by(*order)
                if left is not None:
                    query = query.limit(left - len(tasks))
                tasks += map(to_task, connection.rows(query))
        return tasks[offset:]

    def ids(self) -> list[str]:
        """Of all tasks, in the order of `all`."""
        with self._database.reading() as connection:
            rows = connection.sql(
                "SELECT task_id FROM queue_tasks WHERE status = 'processing' ORDER BY started_at, task_id"
            )
            rows += connection.sql(
                "SELECT task_id FROM queue_tasks INDEXED BY idx_queue_order WHERE status = 'pending'"
                " ORDER BY front, rank, place, task_id"
            )
            rows += connection.sql(
                "SELECT task_id FROM queue_tasks WHERE status IN ('completed', 'failed', 'cancelled')"
                " ORDER BY completed_at DESC, task_id DESC"
            )
        return [task_id for (task_id,) in rows]

    def candidates(self, now: float, limit: int) -> list[Task]:
        """Pending, not held, waiting for nothing, due; in order."""
        with self._database.reading() as connection:
            rows = connection.sql(
                f"SELECT {TASK_COLUMN_LIST} {_MAY_START} ORDER BY front, rank, place, task_id LIMIT ?",
                (to_text(now), limit),
            )
        return [to_task(row) for row in rows]

    def longest_waiting_below(self, rank: int, now: float) -> Task | None:
        """Of what may start and is less urgent than `rank`, the task that was queued first."""
        found: list[Row] = []
        with self._database.reading() as connection:
            for lower in (priority.rank for priority in Priority if priority.rank > rank):
                found += connection.sql(
                    f"SELECT {TASK_COLUMN_LIST} FROM queue_tasks INDEXED BY idx_queue_waited"
                    f" WHERE {_READY} AND {_DUE} AND rank = ? ORDER BY queued_at LIMIT 1",
                    (to_text(now), lower),
                )
        return min(map(to_task, found), key=lambda task: task.queued_at, default=None)

    def next_due(self, now: float) -> float | None:
        """The earliest instant after `now` for which a task waits that nothing else keeps."""
        with self._database.reading() as connection:
            rows = connection.sql(
                "SELECT not_before FROM queue_tasks INDEXED BY idx_queue_not_before"
                f" WHERE {_READY} AND not_before IS NOT NULL AND not_before > ? ORDER BY not_before LIMIT 1",
                (to_text(now),),
            )
        return from_text(rows[0][0]) if rows else None

    def positions(self, task_ids: Iterable[str], now: float) -> dict[str, int]:
        """From 1, of those that are pending, neither held nor waiting for a time or a source."""
        with self._database.reading() as connection:
            return read_positions(connection, task_ids, now)

    def counts(self) -> Counts:
        with self._database.reading() as connection:
            counted = connection.sql("SELECT status, held, tasks FROM queue_counts")
            ((total_processed,),) = connection.sql("SELECT total_processed FROM queue_state")
        return to_counts(counted, total_processed)

    def totals(self) -> Totals:
        query = QueueState.select(QueueState.total_processed, QueueState.total_failed, QueueState.total_running_s)
        with self._database.reading() as connection:
            return Totals(*connection.rows(query)[0])

    def consecutive_positions(self, tasks: Sequence[Task], now: float) -> dict[str, int]:
        """Those of a page of `all`, where what waits stands in its order without a gap: one is counted, the others
        follow it."""
        standing = [task.task_id for task in tasks if stands(task, now)]
        if not standing:
            return {}
        first = self.positions(standing[:1], now).get(standing[0], 1)
        return {task_id: place for place, task_id in enumerate(standing, first)}

    def attempts(self, task_id: str) -> list[Attempt]:
        """From the first to the latest."""
        query = (
            AttemptRecord.select(*ATTEMPT_COLUMNS)
            .where(AttemptRecord.task_id == task_id)
            .order_by(AttemptRecord.number)
        )
        with self._database.reading() as connection:
            return [to_attempt(row) for row in connection.rows(query)]

    def pause(self) -> Pause:
        query = QueueState.select(
            QueueState.pause_state,
            QueueState.pause_by,
            QueueState.pause_reason,
            QueueState.pause_since,
            QueueState.pause_cause,
        )
        with self._database.reading() as connection:
            return to_pause(connection.rows(query)[0])


def as_json(ids: Iterable[str]) -> str:
    """Distinct ids, in the order given, as SQLite's json_each takes them."""
    return msgspec.json.encode(list(dict.fromkeys(ids))).decode()


def read_tasks(connection: Connection, task_ids: Iterable[str]) -> list[Task]:
    """Those that are there, in the order asked for."""
    wanted = list(task_ids)
    if len(wanted) == 1:
        return [to_task(row) for row in connection.sql(_ONE, wanted)]
    return [to_task(row) for row in connection.sql(f"{_BY_ID} ORDER BY asked.key", (as_json(wanted),))]


def read_positions(connection: Connection, task_ids: Iterable[str], now: float) -> dict[str, int]:
    wanted = list(dict.fromkeys(task_ids))
    if len(wanted) <= _COUNTED_POSITIONS:
        keys = [(task.task_id, task.order) for task in read_tasks(connection, wanted) if stands(task, now)]
        return {task_id: 1 + _count_before(connection, key, now) for task_id, key in keys}
    among = set(wanted)
    rows = connection.sql(f"SELECT task_id {_MAY_START} ORDER BY front, rank, place, task_id", (to_text(now),))
    return {task_id: place for place, (task_id,) in enumerate(rows, 1) if task_id in among}


def stands(task: Task, now: float) -> bool:
    """Whether a task has a position."""
    return task.status is TaskStatus.PENDING and may_start(task, now)


def _count_before(connection: Connection, key: OrderKey, now: float) -> int:
    """Counted from the nearer end, because most are asked for who came last or first of 100,000."""
    before = _count(connection, "<", key, now, NEAR)
    if before < NEAR:
        return before
    after = _count(connection, ">", key, now, NEAR)
    if after < NEAR:
        return _count_standing(connection, now) - after - 1
    return _count(connection, "<", key, now, -1)


def _count(connection: Connection, side: str, key: OrderKey, now: float, limit: int) -> int:
    (count,) = connection.sql(
        f"SELECT count(*) FROM (SELECT 1 {_MAY_START}"
        f" AND (front, rank, place, task_id) {side} (?, ?, ?, ?) LIMIT ?)",
        (to_text(now), key.front, key.rank, key.place, key.task_id, limit),
    )[0]
    return int(count)


def _count_standing(connection: Connection, now: float) -> int:
    """All that have a position: the pending ones less the few that wait."""
    (count,) = connection.sql(
        "SELECT (SELECT tasks FROM queue_counts WHERE status = 'pending' AND held = 0)"
        " - (SELECT count(*) FROM queue_tasks INDEXED BY idx_queue_waiting_for"
        "    WHERE status = 'pending' AND held = 0 AND waiting_for IS NOT NULL)"
        " - (SELECT count(*) FROM queue_tasks INDEXED BY idx_queue_not_before"
        f"    WHERE {_READY} AND not_before IS NOT NULL AND not_before > ?)",
        (to_text(now),),
    )[0]
    return int(count)
