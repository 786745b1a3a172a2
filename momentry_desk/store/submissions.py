"""Puts scans into the queue: twins are told apart from new ones, and what is complete is not done again."""

from collections.abc import Iterable, Sequence

import msgspec

from momentry_desk.core.model import LeftOut, Priority, Task, TaskRequest
from momentry_desk.core.snapshot import Submitted
from momentry_desk.store import outbox
from momentry_desk.store.connection import Connection
from momentry_desk.store.ordering import change_priority
from momentry_desk.store.tables import new_id, path_to_column, printable, to_text
from momentry_desk.store.task_reading import as_json
from momentry_desk.store.transitions import end_places


def scan_key(processors: Iterable[str], options_fingerprint: str) -> str:
    """Requests for one video with the same key are the same scan, in whatever order they name processors."""
    return f"{','.join(sorted(set(processors)))}|{options_fingerprint}"


def submit(connection: Connection, requests: Sequence[TaskRequest], now: float) -> list[Submitted]:
    keys = [(request.file_uuid, scan_key(request.processors, request.options_fingerprint)) for request in requests]
    done = _done_already(connection, requests)
    rests = [_rest(request, done) for request in requests]
    live = live_twins(connection, [*keys, *(rest for rest in rests if rest is not None)])
    answers: list[Submitted] = []
    new: list[tuple[str, TaskRequest, str]] = []
    raised: dict[Priority, list[str]] = {}
    for request, whole, rest in zip(requests, keys, rests, strict=True):
        key = rest if rest is not None and whole not in live and rest in live else whole
        twin = live.get(key)
        if twin is not None:
            task_id, rank = twin
            answers.append(Submitted(task_id, request.file_uuid, None, duplicate=True))
            if request.priority.rank < rank:
                raised.setdefault(request.priority, []).append(task_id)
                live[key] = (task_id, request.priority.rank)
        elif not request.force and (complete := _done_by(request, done)) is not None:
            answers.append(Submitted(complete, request.file_uuid, None, done_already=True))
        else:
            task_id = f"task_{new_id()}"
            new.append((task_id, request, key[1]))
            live[key] = (task_id, request.priority.rank)
            answers.append(Submitted(task_id, request.file_uuid, None))
    _insert(connection, new, now)
    _listen(connection, requests, answers, now)
    # From low to high: what was named twice ends with the higher.
    for priority in sorted(raised, key=lambda priority: -priority.rank):
        change_priority(connection, raised[priority], priority, now, keep_fronts=True)
    return answers


def _listen(
    connection: Connection, requests: Sequence[TaskRequest], answers: Sequence[Submitted], now: float
) -> None:
    """Who asked to be told is told of the end; of one that was before, at once."""
    for request, answer in zip(requests, answers, strict=True):
        if request.callback_url is None:
            continue
        if answer.done_already:
            outbox.record_ends(connection, [answer.task_id], now, url=request.callback_url)
        else:
            outbox.listen_to(connection, [(answer.task_id, request.callback_url)], now)


def _insert(connection: Connection, new: Sequence[tuple[str, TaskRequest, str]], now: float) -> None:
    at = to_text(now)
    places = end_places(connection, len(new))
    connection.change_many(
        "INSERT INTO queue_tasks (task_id, file_uuid, file_name, priority, processors, max_retries,"
        " retry_on_failure, options_fingerprint, scan_key, waiting_for, place, queued_at, created_at, updated_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (
                task_id,
                request.file_uuid,
                path_to_column(request.file_name),
                request.priority,
                as_json(request.processors),
                request.max_retries,
                request.retry_on_failure,
                request.options_fingerprint,
                key,
                None if request.waiting_for is None else printable(request.waiting_for),
                place,
                at,
                at,
                at,
            )
            for (task_id, request, key), place in zip(new, places, strict=True)
        ),
    )


def live_twins(connection: Connection, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], tuple[str, int]]:
    """The id and the rank of each scan that waits or runs, by file and key."""
    rows = connection.sql(
        "SELECT file_uuid, scan_key, task_id, rank FROM json_each(?) AS asked"
        " CROSS JOIN queue_tasks INDEXED BY idx_queue_twin"
        " ON file_uuid = json_extract(asked.value, '$[0]') AND scan_key = json_extract(asked.value, '$[1]')"
        " WHERE status IN ('pending', 'processing') AND scan_key <> ''",
        (msgspec.json.encode(keys).decode(),),
    )
    return {(file_uuid, key): (task_id, rank) for file_uuid, key, task_id, rank in rows}


def _done_already(connection: Connection, requests: Sequence[TaskRequest]) -> dict[tuple[str, str, str], str]:
    """The task that completed it, by file, processor and fingerprint of the options."""
    rows = connection.sql(
        "SELECT file_uuid, processor, options_fingerprint, task_id FROM scans"
        " WHERE file_uuid IN (SELECT value FROM json_each(?)) AND completed_at IS NOT NULL ORDER BY completed_at",
        (as_json([request.file_uuid for request in requests]),),
    )
    return {(file_uuid, processor, options): task_id for file_uuid, processor, options, task_id in rows}


def _rest(request: TaskRequest, done: dict[tuple[str, str, str], str]) -> tuple[str, str] | None:
    """File and key of a scan of those parts alone that are not done yet: who waits already for just these is a
    twin. None where there is nothing done, or all, or it is to be done anew."""
    options = request.options_fingerprint
    left = [name for name in request.processors if (request.file_uuid, name, options) not in done]
    if request.force or not left or len(left) == len(request.processors):
        return None
    return request.file_uuid, scan_key(left, options)


def _done_by(request: TaskRequest, done: dict[tuple[str, str, str], str]) -> str | None:
    """The latest task that did a part of it, where every part is done."""
    by = [done.get((request.file_uuid, name, request.options_fingerprint)) for name in request.processors]
    return max((task_id for task_id in by if task_id), default=None) if all(by) else None


def submit_rest(connection: Connection, task: Task, left_out: LeftOut, now: float) -> None:
    """What a finished task left out, as a task of its own of the same options."""
    ((options,),) = connection.sql("SELECT options_fingerprint FROM queue_tasks WHERE task_id = ?", (task.task_id,))
    request = TaskRequest(
        task.file_uuid,
        task.file_name,
        left_out.processors,
        task.priority,
        max_retries=task.max_retries,
        retry_on_failure=task.retry_on_failure,
        force=True,
        options_fingerprint=options,
        waiting_for=left_out.waiting_for,
    )
    submit(connection, [request], now)
