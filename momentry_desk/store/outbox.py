"""The outbox: words of tasks' ends, written in the transaction that ends the task and kept until delivered."""

from collections.abc import Collection, Iterable, Sequence

import msgspec

from momentry_desk.core.callbacks import DueCallback, TaskEnd, next_try
from momentry_desk.core.model import Task, TaskStatus
from momentry_desk.core.pages import Callback, CallbackState
from momentry_desk.core.snapshot import CallbackTrouble
from momentry_desk.store.connection import Connection
from momentry_desk.store.database import Database
from momentry_desk.store.rows import TASK_COLUMN_LIST, to_task
from momentry_desk.store.tables import from_text, new_id, path_from_column, printable, to_text

#: Words that are delivered or given up are shown this long. A week.
KEPT_S = 7 * 86_400.0

#: An error in a word is cut to so many characters, so that a body stays far below its bound.
_MAX_ERROR = 4_000


class OutboxStore:
    """Commands belong to the thread that opened the database; what reads may be called from any thread. All raise
    `StoreTrouble`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def due(self, now: float, limit: int, *, without: Collection[str] = ()) -> list[DueCallback]:
        """What should be tried by now, the longest due first, without these events."""
        with self._database.reading() as connection:
            rows = connection.sql(
                "SELECT event_id, task_id, url, body, written_at, tries FROM outbox INDEXED BY idx_outbox_due"
                " WHERE next_try_at IS NOT NULL AND next_try_at <= ?"
                " AND event_id NOT IN (SELECT value FROM json_each(?)) ORDER BY next_try_at LIMIT ?",
                (to_text(now), _json(list(without)), limit),
            )
        return [
            DueCallback(event_id, task_id, url, bytes(body), from_text(written_at), tries)
            for event_id, task_id, url, body, written_at, tries in rows
        ]

    def next_due(self) -> float | None:
        """When the next word should be tried; past where it should have been."""
        with self._database.reading() as connection:
            rows = connection.sql(
                "SELECT next_try_at FROM outbox INDEXED BY idx_outbox_due WHERE next_try_at IS NOT NULL"
                " ORDER BY next_try_at LIMIT 1"
            )
        return from_text(rows[0][0]) if rows else None

    def delivered(self, event_id: str, now: float) -> None:
        with self._database.transaction("callback delivered") as connection:
            connection.change_sql(
                "UPDATE outbox SET delivered_at = ?, next_try_at = NULL, tries = tries + 1, last_error = NULL"
                " WHERE event_id = ?",
                (to_text(now), event_id),
            )

    def missed(self, event_id: str, error: str, now: float) -> None:
        """A try failed; the next one follows, or none where the day is over."""
        with self._database.transaction("callback missed") as connection:
            for written_at, tries in connection.sql(
                "SELECT written_at, tries FROM outbox WHERE event_id = ? AND delivered_at IS NULL", (event_id,)
            ):
                again = next_try(from_text(written_at), tries + 1, now)
                connection.change_sql(
                    "UPDATE outbox SET next_try_at = ?, tries = ?, last_error = ? WHERE event_id = ?",
                    (None if again is None else to_text(again), tries + 1, printable(error), event_id),
                )

    def of_task(self, task_id: str) -> tuple[Callback, ...]:
        """What became of each word of this task: of the ends it had, and of the one to come."""
        with self._database.reading() as connection:
            ends = connection.sql(
                "SELECT url, event_id, tries, last_error, next_try_at, delivered_at FROM outbox WHERE task_id = ?"
                " ORDER BY written_at, event_id",
                (task_id,),
            )
            waiting = connection.sql(
                "SELECT url FROM callbacks JOIN queue_tasks USING (task_id) WHERE task_id = ?"
                " AND status IN ('pending', 'processing') ORDER BY added_at, url",
                (task_id,),
            )
        told = [
            Callback(
                url,
                CallbackState.DELIVERED
                if delivered_at
                else CallbackState.DUE
                if next_try_at
                else CallbackState.GIVEN_UP,
                event_id,
                tries,
                last_error,
                None if delivered_at is None else from_text(delivered_at),
                None if next_try_at is None else from_text(next_try_at),
            )
            for url, event_id, tries, last_error, next_try_at, delivered_at in ends
        ]
        return (*told, *(Callback(url, CallbackState.WAITING) for (url,) in waiting))

    def troubles(self, task_ids: Sequence[str]) -> dict[str, tuple[CallbackTrouble, ...]]:
        """Of these tasks the words that failed and have not arrived since, the oldest first."""
        with self._database.reading() as connection:
            rows = connection.sql(
                "SELECT task_id, url, last_error, tries, next_try_at FROM outbox INDEXED BY idx_outbox_task"
                " WHERE task_id IN (SELECT value FROM json_each(?)) AND last_error IS NOT NULL"
                " ORDER BY task_id, written_at, event_id",
                (_json(task_ids),),
            )
        found: dict[str, tuple[CallbackTrouble, ...]] = {}
        for task_id, url, why, tries, again in rows:
            trouble = CallbackTrouble(url, why, tries, None if again is None else from_text(again))
            found[task_id] = (*found.get(task_id, ()), trouble)
        return found

    def forget_old(self, now: float) -> None:
        """Drop what was settled a week ago."""
        with self._database.transaction("forget old callbacks") as connection:
            connection.change_sql(
                "DELETE FROM outbox WHERE next_try_at IS NULL AND written_at < ?", (to_text(now - KEPT_S),)
            )


def listen_to(connection: Connection, wanted: Iterable[tuple[str, str]], now: float) -> None:
    """Have these (task_id, url) told of the task's end. Naming one twice changes nothing."""
    connection.change_many(
        "INSERT INTO callbacks (task_id, url, added_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        ((task_id, url, to_text(now)) for task_id, url in wanted),
    )


def hand_over(connection: Connection, task_id: str, twin_id: str) -> None:
    """Whoever listens for the end of a task that goes hears of its twin's."""
    connection.change_sql(
        "INSERT INTO callbacks (task_id, url, added_at) SELECT ?, url, added_at FROM callbacks WHERE task_id = ?"
        " ON CONFLICT DO NOTHING",
        (twin_id, task_id),
    )


def listened_to(connection: Connection, task_ids: Sequence[str], statuses: Iterable[TaskStatus]) -> list[str]:
    """Those of these tasks in one of the statuses whose end somebody wants to hear of."""
    rows = connection.sql(
        "SELECT DISTINCT task_id FROM callbacks JOIN queue_tasks USING (task_id)"
        " WHERE task_id IN (SELECT value FROM json_each(?)) AND status IN (SELECT value FROM json_each(?))",
        (_json(task_ids), _json(sorted(statuses))),
    )
    return [task_id for (task_id,) in rows]


def record_ends(connection: Connection, task_ids: Sequence[str], now: float, *, url: str | None = None) -> None:
    """Write the words of these tasks' ends, as their rows stand in this transaction; with `url` for it alone."""
    for task in _tasks(connection, task_ids):
        _record_end(connection, task, [url] if url else _urls(connection, task.task_id), now)


def record_removal(connection: Connection, task_ids: Sequence[str]) -> None:
    """To be called before tasks are thrown out: those that have not ended are told as cancelled, now."""
    live = (TaskStatus.PENDING, TaskStatus.PROCESSING)
    told = listened_to(connection, task_ids, live)
    if not told:
        return
    (text,) = connection.sql("SELECT strftime('%Y-%m-%dT%H:%M:%f', 'now') || 'Z'")[0]
    now = from_text(text)
    for task in _tasks(connection, told):
        gone = msgspec.structs.replace(task, status=TaskStatus.CANCELLED, completed_at=now)
        _record_end(connection, gone, _urls(connection, task.task_id), now)


def _tasks(connection: Connection, task_ids: Sequence[str]) -> list[Task]:
    if not task_ids:
        return []
    rows = connection.sql(
        f"SELECT {TASK_COLUMN_LIST} FROM queue_tasks WHERE task_id IN (SELECT value FROM json_each(?))",
        (_json(task_ids),),
    )
    return [to_task(row) for row in rows]


def _record_end(connection: Connection, task: Task, urls: Sequence[str], now: float) -> None:
    counts = connection.sql(
        "SELECT kind, count(*) FROM findings JOIN scans USING (scan_id) WHERE scans.task_id = ? GROUP BY kind",
        (task.task_id,),
    )
    (path,) = connection.sql("SELECT path FROM videos WHERE file_uuid = ?", (task.file_uuid,))[0]
    for url in urls:
        event_id = f"evt_{new_id()}"
        body = TaskEnd(
            event_id=event_id,
            task_id=task.task_id,
            file_uuid=task.file_uuid,
            file_name=printable(task.file_name),
            path=printable(path_from_column(path)),
            status=task.status,
            error=task.error_message[:_MAX_ERROR] if task.error_message else None,
            failure_kind=task.failure_kind,
            findings=dict(counts),
            processors=task.processors,
            queued_at=to_text(task.queued_at),
            started_at=None if task.started_at is None else to_text(task.started_at),
            completed_at=None if task.completed_at is None else to_text(task.completed_at),
            running_s=task.running_s,
        )
        connection.change_sql(
            "INSERT INTO outbox (event_id, task_id, url, body, written_at, next_try_at) VALUES (?, ?, ?, ?, ?, ?)",
            (event_id, task.task_id, url, msgspec.json.encode(body), to_text(now), to_text(now)),
        )


def _urls(connection: Connection, task_id: str) -> list[str]:
    return [
        url for (url,) in connection.sql("SELECT url FROM callbacks WHERE task_id = ? ORDER BY url", (task_id,))
    ]


def _json(values: Sequence[str]) -> str:
    return msgspec.json.encode(values).decode()
