"""Taking tasks off the list so that they can come back as they stood, until the removal is final.

While it can be taken back, rows and attempts lie in tables of their own, where nothing starts, counts or shows
them; findings and checkpoints stay where they are. What an end of the program leaves there is final at the next
start.
"""

from collections.abc import Iterable, Sequence

from momentry_desk.core.model import AttemptOutcome, TaskStatus
from momentry_desk.core.snapshot import Removed
from momentry_desk.store import outbox
from momentry_desk.store.connection import Connection
from momentry_desk.store.database import Database
from momentry_desk.store.tables import AttemptRecord, QueueTask, new_id, to_text
from momentry_desk.store.task_reading import as_json
from momentry_desk.store.transitions import head_places, step

# The rank is worked out by the database.
_TASK_COLUMNS = ", ".join(one.column_name for one in QueueTask._meta.sorted_fields if one.name != "rank")
_ATTEMPT_COLUMNS = ", ".join(one.column_name for one in AttemptRecord._meta.sorted_fields)
_CALLBACK_COLUMNS = "task_id, url, added_at"

_IN = "task_id IN (SELECT value FROM json_each(?))"


class RemovalStore:
    """Commands belong to the thread that opened the database and are one transaction each. One removal can be taken
    back at a time: another makes the one before final. All raise `StoreTrouble`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def remove(self, task_ids: Iterable[str], now: float) -> Removed:
        """Take these tasks off the list, whatever their status, and with them all they found. One that runs is
        interrupted: it would come back as waiting."""
        with self._database.transaction("remove for now") as connection:
            found = connection.sql(f"SELECT task_id FROM queue_tasks WHERE {_IN}", (as_json(task_ids),))
            return _take_off(connection, [task_id for (task_id,) in found], now, with_findings=True)

    def clear(self, statuses: Iterable[TaskStatus], now: float) -> Removed:
        """Take every task in one of these statuses off the list; what completed scans found stays."""
        with self._database.transaction("clear for now") as connection:
            among = as_json(sorted(statuses))
            found = connection.sql(
                "SELECT task_id FROM queue_tasks WHERE status IN (SELECT value FROM json_each(?))", (among,)
            )
            return _take_off(connection, [task_id for (task_id,) in found], now, with_findings=False)

    def take_back(self, removal_id: str) -> list[str]:
        """Put the tasks of a removal back where they stood; answers them. Those whose twin waits or runs by now are
        gone for good, and all are where the removal is final."""
        with self._database.transaction("take back") as connection:
            twins = connection.sql(
                "SELECT removed.task_id FROM removed_tasks AS removed CROSS JOIN queue_tasks AS twin"
                " INDEXED BY idx_queue_twin ON twin.file_uuid = removed.file_uuid"
                " AND twin.scan_key = removed.scan_key"
                " WHERE twin.status IN ('pending', 'processing') AND twin.scan_key <> ''"
                " AND removed.removal_id = ? AND removed.status = 'pending'",
                (removal_id,),
            )
            make_final(connection, [task_id for (task_id,) in twins])
            found = connection.sql("SELECT task_id FROM removed_tasks WHERE removal_id = ?", (removal_id,))
            ids = [task_id for (task_id,) in found]
            chosen = (as_json(ids),)
            for table, columns in _TABLES:
                connection.change_sql(
                    f"INSERT INTO {table} ({columns}) SELECT {columns} FROM {_removed(table)} WHERE {_IN}", chosen
                )
            connection.change_sql(f"DELETE FROM removed_tasks WHERE {_IN}", chosen)
            return ids

    def make_final(self, removal_id: str | None = None) -> list[str]:
        """Forget a removal for good, or all; answers the videos whose findings went."""
        with self._database.transaction("make removal final") as connection:
            rows = connection.sql(
                "SELECT task_id, file_uuid, with_findings FROM removed_tasks WHERE removal_id = ?1 OR ?1 IS NULL",
                (removal_id,),
            )
            make_final(connection, [task_id for task_id, _, _ in rows])
            return list(dict.fromkeys(file_uuid for _, file_uuid, with_findings in rows if with_findings))


_TABLES = (
    ("queue_tasks", _TASK_COLUMNS),
    ("attempts", _ATTEMPT_COLUMNS),
    ("callbacks", _CALLBACK_COLUMNS),
)


def make_final(connection: Connection, task_ids: Sequence[str]) -> None:
    """What these removed tasks found goes, and so they cannot come back."""
    if not task_ids:
        return
    chosen = (as_json(task_ids),)
    connection.change_sql(
        "DELETE FROM scans WHERE scan_id IN (SELECT scan_id FROM removed_tasks CROSS JOIN scans USING (task_id)"
        f" WHERE removed_tasks.{_IN} AND (with_findings OR scans.completed_at IS NULL))",
        chosen,
    )
    connection.change_sql(f"DELETE FROM removed_tasks WHERE {_IN}", chosen)


def make_final_for(connection: Connection, file_uuids: Iterable[str]) -> None:
    """Whoever asks for a scan of these videos wants what was removed to be forgotten."""
    found = connection.sql(
        "SELECT task_id FROM json_each(?) AS asked CROSS JOIN removed_tasks ON file_uuid = asked.value",
        (as_json(file_uuids),),
    )
    make_final(connection, [task_id for (task_id,) in found])


def _take_off(connection: Connection, task_ids: Sequence[str], now: float, *, with_findings: bool) -> Removed:
    make_final(connection, [task_id for (task_id,) in connection.sql("SELECT task_id FROM removed_tasks")])
    outbox.record_removal(connection, task_ids)
    chosen = as_json(task_ids)
    _interrupt(connection, chosen, now)
    removal_id = new_id()
    connection.change_sql(
        f"INSERT INTO removed_tasks (removal_id, with_findings, {_TASK_COLUMNS})"
        f" SELECT ?, ?, {_TASK_COLUMNS} FROM queue_tasks WHERE {_IN}",
        (removal_id, with_findings, chosen),
    )
    for table, columns in _TABLES[1:]:
        connection.change_sql(
            f"INSERT INTO {_removed(table)} ({columns}) SELECT {columns} FROM {table} WHERE {_IN}", (chosen,)
        )
    connection.change_sql(f"DELETE FROM queue_tasks WHERE {_IN}", (chosen,))
    return Removed(removal_id, tuple(task_ids))


def _interrupt(connection: Connection, chosen: str, now: float) -> None:
    """What runs waits from here on, at the head of its rank, with the running time that was written last."""
    running = connection.sql(
        "SELECT queue_tasks.task_id, rank, queue_tasks.running_s + attempts.running_s FROM queue_tasks"
        f" JOIN attempts USING (task_id) WHERE status = 'processing' AND ended_at IS NULL AND queue_tasks.{_IN}"
        " ORDER BY front, rank, place DESC, queue_tasks.task_id DESC",
        (chosen,),
    )
    for task_id, rank, running_s in running:
        connection.change_sql(
            "UPDATE attempts SET outcome = ?, ended_at = ?, message = ? WHERE task_id = ? AND ended_at IS NULL",
            (AttemptOutcome.INTERRUPTED, to_text(now), "The scan was taken off the list.", task_id),
        )
        (place,) = head_places(connection, rank, 1)
        step(connection, task_id, TaskStatus.PENDING, now, place=place, running_s=running_s)


def _removed(table: str) -> str:
    return "removed_tasks" if table == "queue_tasks" else f"removed_{table}"
