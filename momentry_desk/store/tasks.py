"""The queue in the database. Here: submitting, cancelling, holding, clearing; attempts and order stand beside."""

from collections.abc import Iterable, Sequence

import msgspec

from momentry_desk.core.model import AttemptOutcome, Task, TaskRequest, TaskStatus, Video
from momentry_desk.core.snapshot import Pause, Submitted
from momentry_desk.store import outbox
from momentry_desk.store.attempts import AttemptCommands
from momentry_desk.store.connection import Connection
from momentry_desk.store.ordering import OrderCommands
from momentry_desk.store.removals import make_final_for
from momentry_desk.store.scans import drop_scans
from momentry_desk.store.submissions import live_twins, submit
from momentry_desk.store.tables import (
    AttemptRecord,
    QueueState,
    QueueTask,
)
from momentry_desk.store.task_reading import as_json, read_positions, read_tasks
from momentry_desk.store.transitions import Value, end_places, set_columns, step_many
from momentry_desk.store.trouble import UnknownVideo

#: Tasks in one transaction, so that a command never waits long behind a large drop.
_AT_ONCE = 1000

_CANCELLABLE = frozenset({TaskStatus.PENDING, TaskStatus.PROCESSING})
_RETRIABLE = frozenset({TaskStatus.FAILED, TaskStatus.CANCELLED})


class TaskStore(AttemptCommands, OrderCommands):
    """Commands belong to the thread that opened the database and are one transaction each (`submit`: one for each
    1,000); what reads may be called from any thread. Ids of tasks that are gone, or in a status that the command
    does not apply to, are passed over: the answer holds what changed. All raise `StoreTrouble`.
    """

    def submit(self, requests: Sequence[TaskRequest], now: float) -> list[Submitted]:
        """One answer for each request, in order. Raises `UnknownVideo`.

        The same scan (`scan_key`) that waits or runs already is told as a duplicate and takes the higher priority;
        one that is complete is told as done, unless forced. Where it fails, whole thousands before may be in.
        """
        answers: list[Submitted] = []
        for start in range(0, len(requests), _AT_ONCE):
            some = requests[start : start + _AT_ONCE]
            with self._database.transaction("submit") as connection:
                self._check_known(connection, some)
                make_final_for(connection, (request.file_uuid for request in some))
                answers += submit(connection, some, now)
        with self._database.reading() as connection:
            live = [answer.task_id for answer in answers if not answer.done_already]
            positions = read_positions(connection, live, now)
        return [msgspec.structs.replace(answer, position=positions.get(answer.task_id)) for answer in answers]

    def cancel(self, task_ids: Iterable[str], now: float) -> list[Task]:
        """Pending or running; a running attempt ends here, and its late words change nothing."""
        with self._database.transaction("cancel") as connection:
            ids = _of_status(connection, task_ids, _CANCELLABLE)
            values: dict[str, Value] = {"outcome": AttemptOutcome.CANCELLED, "ended_at": now}
            running = "ended_at IS NULL AND task_id IN (SELECT value FROM json_each(?))"
            set_columns(connection, AttemptRecord, values, running, (as_json(ids),))
            step_many(
                connection,
                ids,
                _CANCELLABLE,
                TaskStatus.CANCELLED,
                now,
                completed_at=now,
                held=False,
                suspect=False,
                alone=False,
                unclean_ends=0,
                not_before=None,
                waiting_for=None,
            )
            return read_tasks(connection, ids)

    def retry(self, task_ids: Iterable[str], now: float) -> list[Task]:
        """By hand: last of its priority, with all retries again, on from its checkpoints.

        A task whose twin waits or runs by now is passed over: the same scan is never there twice.
        """
        with self._database.transaction("retry") as connection:
            ids = _without_live_twin(connection, _of_status(connection, task_ids, _RETRIABLE))
            step_many(
                connection,
                ids,
                _RETRIABLE,
                TaskStatus.PENDING,
                now,
                queued_at=now,
                completed_at=None,
                retry_count=0,
                running_s=0.0,
                front=0,
                failure_kind=None,
                error_message=None,
            )
            places = end_places(connection, len(ids))
            connection.change_many(
                "UPDATE queue_tasks SET place = ? WHERE task_id = ?", zip(places, ids, strict=True)
            )
            return read_tasks(connection, ids)

    def hold(self, task_ids: Iterable[str], now: float) -> list[Task]:
        """Pending or processing; of the latter the caller interrupts the attempt."""
        return self._set("hold", task_ids, _CANCELLABLE, now, held=True)

    def release(self, task_ids: Iterable[str], now: float) -> list[Task]:
        return self._set("release", task_ids, _CANCELLABLE, now, held=False)

    def set_waiting(self, task_id: str, text: str | None, now: float) -> Task | None:
        """What a pending task waits for, in words; None: for nothing any more."""
        pending = frozenset({TaskStatus.PENDING})
        return next(iter(self._set("set waiting", [task_id], pending, now, waiting_for=text)), None)

    def go_on(self, waited_for: str, now: float) -> list[str]:
        """Pending tasks that waited for just this wait no more. Answers their ids."""
        with self._database.transaction("go on") as connection:
            found = connection.sql(
                "SELECT task_id FROM queue_tasks WHERE status = 'pending' AND waiting_for = ?", (waited_for,)
            )
            ids = [task_id for (task_id,) in found]
            if ids:
                values: dict[str, Value] = {"waiting_for": None, "updated_at": now}
                where = "task_id IN (SELECT value FROM json_each(?))"
                set_columns(connection, QueueTask, values, where, (as_json(ids),))
        return ids

    def follow_file(self, task_ids: Iterable[str], video: Video, now: float) -> list[str]:
        """Where these pending tasks' file was, `video` is now (a copy came to its end): it is scanned in its place,
        from its begin. Answers those that went because the same scan of it waits or runs already."""
        gone: list[str] = []
        with self._database.transaction("follow file") as connection:
            for task_id in _of_status(connection, task_ids, frozenset({TaskStatus.PENDING})):
                ((key,),) = connection.sql("SELECT scan_key FROM queue_tasks WHERE task_id = ?", (task_id,))
                drop_scans(connection, [task_id])
                for twin, _rank in live_twins(connection, [(video.file_uuid, key)]).values():
                    outbox.hand_over(connection, task_id, twin)
                    connection.change_sql("DELETE FROM queue_tasks WHERE task_id = ?", (task_id,))
                    gone.append(task_id)
                values: dict[str, Value] = {
                    "file_uuid": video.file_uuid,
                    "file_name": video.file_name,
                    "updated_at": now,
                }
                # Of one that has just gone it changes nothing.
                set_columns(connection, QueueTask, values, "task_id = ?", (task_id,))
        return gone

    def clear(self, *, pending: bool = True, running: bool = False, finished: bool = False) -> list[str]:
        """Take rows out of the queue; findings of completed scans stay with their videos. Answers the ids."""
        chosen = (
            ("status = 'pending'", pending),
            ("status = 'processing'", running),
            ("status IN ('completed', 'failed', 'cancelled')", finished),
        )
        with self._database.transaction("clear") as connection:
            ids: list[str] = []
            for condition in (text for text, wanted in chosen if wanted):
                found = connection.sql(f"SELECT task_id FROM queue_tasks WHERE {condition}")
                outbox.record_removal(connection, [task_id for (task_id,) in found])
                ids += (task_id for (task_id,) in found)
                connection.change_sql(
                    "DELETE FROM scans WHERE completed_at IS NULL AND task_id IN"
                    f" (SELECT task_id FROM queue_tasks WHERE {condition})"
                )
                connection.change_sql(f"DELETE FROM queue_tasks WHERE {condition}")
            return ids

    def remove(self, task_ids: Iterable[str]) -> list[str]:
        """Forget rows and all their findings, whatever their status. Answers the ids that were there."""
        with self._database.transaction("remove") as connection:
            ids = [task.task_id for task in read_tasks(connection, task_ids)]
            outbox.record_removal(connection, ids)
            drop_scans(connection, ids)
            connection.change_many("DELETE FROM queue_tasks WHERE task_id = ?", ((task_id,) for task_id in ids))
            return ids

    def set_pause(self, pause: Pause) -> None:
        """Kept over restarts."""
        with self._database.transaction("set pause") as connection:
            connection.change(
                QueueState.update(
                    pause_state=pause.state,
                    pause_by=pause.by,
                    pause_reason=pause.reason,
                    pause_since=pause.since,
                    pause_cause=pause.cause,
                )
            )

    def _set(
        self, name: str, task_ids: Iterable[str], statuses: frozenset[TaskStatus], now: float, **values: Value
    ) -> list[Task]:
        with self._database.transaction(name) as connection:
            ids = _of_status(connection, task_ids, statuses)
            where = "task_id IN (SELECT value FROM json_each(?))"
            set_columns(connection, QueueTask, {**values, "updated_at": now}, where, (as_json(ids),))
            return read_tasks(connection, ids)

    def _check_known(self, connection: Connection, requests: Sequence[TaskRequest]) -> None:
        unknown = connection.sql(
            "SELECT value FROM json_each(?) WHERE NOT EXISTS"
            " (SELECT 1 FROM videos WHERE videos.file_uuid = json_each.value) LIMIT 1",
            (as_json([request.file_uuid for request in requests]),),
        )
        if unknown:
            raise UnknownVideo(self._database.path, unknown[0][0])


def _of_status(connection: Connection, task_ids: Iterable[str], statuses: frozenset[TaskStatus]) -> list[str]:
    """Those in one of these statuses, in the order asked for."""
    return [task.task_id for task in read_tasks(connection, task_ids) if task.status in statuses]


def _without_live_twin(connection: Connection, task_ids: Sequence[str]) -> list[str]:
    rows = connection.sql(
        "SELECT task_id, file_uuid, scan_key FROM json_each(?) AS asked JOIN queue_tasks ON task_id = asked.value"
        " ORDER BY asked.key",
        (as_json(task_ids),),
    )
    taken = set(live_twins(connection, [(file_uuid, key) for _, file_uuid, key in rows]))
    chosen: list[str] = []
    for task_id, file_uuid, key in rows:
        if (file_uuid, key) not in taken:
            chosen.append(task_id)
            taken |= {(file_uuid, key)} if key else set()
    return chosen
