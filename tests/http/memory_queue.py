"""A queue in memory that keeps the facade's promises, so that the API is tested without workers and database."""

import itertools
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from momentry_desk.core.findings import Finding
from momentry_desk.core.messages import Rejected
from momentry_desk.core.model import OrderKey, Priority, Task, TaskStatus
from momentry_desk.core.moments import BadSearchCursor, Hit, SearchPage
from momentry_desk.core.pages import Callback, CallbackState, FindingsPage, QueuePage, TaskReport, VideoPage
from momentry_desk.core.search import Filters, parse
from momentry_desk.core.setting_fields import SettingValue
from momentry_desk.core.settings import Settings, from_mapping
from momentry_desk.core.snapshot import (
    Added,
    Counts,
    Pause,
    PauseState,
    QueueSnapshot,
    ResourceSample,
    RowsChanged,
    Submitted,
    TaskRow,
    VideoRow,
)
from momentry_desk.core.words import words
from momentry_desk.engine.errors import BadCursor, EngineStopped, SettingsRefused
from tests.http.memory_transcripts import MemoryTranscripts

T = TypeVar("T")


class Signal:
    """What the API needs of a signal; listeners run on the thread that emits."""

    def __init__(self) -> None:
        self.listeners: list[Callable[..., object]] = []

    def connect(self, listener: Callable[..., object], /) -> None:
        self.listeners.append(listener)

    def disconnect(self, listener: Callable[..., object], /) -> None:
        self.listeners.remove(listener)

    def emit(self, *values: object) -> None:
        for listener in list(self.listeners):
            listener(*values)


def _done(value: T) -> "Future[T]":
    future: Future[T] = Future()
    future.set_result(value)
    return future


def _failed(error: Exception) -> "Future[Any]":
    future: Future[Any] = Future()
    future.set_exception(error)
    return future


class MemoryQueue:
    """Tasks stand still until a test moves them: `start`, `finish`, `fail`."""

    def __init__(self) -> None:
        self.snapshot_changed = Signal()
        self.rows_changed = Signal()
        self.videos_changed = Signal()
        self.findings_changed = Signal()
        self.lock = threading.RLock()
        self.reset()

    def reset(self) -> None:
        """Empty, as new; who listens goes on listening."""
        self.settings = Settings()
        self.pause_state = Pause()
        self.rows: dict[str, TaskRow] = {}
        self.known: dict[str, VideoRow] = {}
        self.callbacks: dict[str, list[str]] = {}
        self.found: dict[str, list[Finding]] = {}
        self.transcripts = MemoryTranscripts(self.found)
        self.processed = 0
        self.failed = 0
        self.running_s: list[float] = []
        self.stopped = False
        self.now = 1_791_367_200.0
        self._numbers = itertools.count(1)

    # What a test does ----------------------------------------------------------------------------------------

    def register(self, name: str, folder: str = "/clips") -> str:
        uuid = f"file_{name.replace('.', '_')}"
        self.known[uuid] = VideoRow(uuid, name, f"{folder}/{name}", 1000, self.now)
        return uuid

    def start(self, task_id: str, progress: int = 0) -> None:
        self._change(task_id, status=TaskStatus.PROCESSING, started_at=self.now, progress=progress)

    def finish(self, task_id: str, running_s: float = 60.0) -> None:
        with self.lock:
            self.processed += 1
            self.running_s.append(running_s)
        self._change(task_id, status=TaskStatus.COMPLETED, completed_at=self.now, running_s=running_s)

    def fail(self, task_id: str, message: str = "The file cannot be read.") -> None:
        self.failed += 1
        self._change(task_id, status=TaskStatus.FAILED, completed_at=self.now, error_message=message)

    def _change(self, task_id: str, **fields: object) -> None:
        with self.lock:
            row = msgspec.structs.replace(self.rows[task_id], **fields)
            self.rows[task_id] = row
        self.rows_changed.emit(RowsChanged(upserted=(row,)))
        self.snapshot_changed.emit(self.snapshot())

    # The facade ----------------------------------------------------------------------------------------------

    def snapshot(self) -> QueueSnapshot:
        return QueueSnapshot(
            counts=self._counts(),
            pause=self.pause_state,
            max_concurrent=self.settings.queue.max_concurrent or 2,
            slots=2,
            slots_reason="room for all",
            settings=self.settings,
        )

    def resource_history(self) -> "Future[tuple[ResourceSample, ...]]":
        return _done((ResourceSample(self.now, 12.5, 3.0, 4_000, 8_000, 500, 10_000),))

    def add(self, paths: Sequence[str], *, scan: bool = True) -> "Future[Added]":
        if self.stopped:
            return _failed(EngineStopped())
        uuids, rejected = [], []
        for path in paths:
            if Path(path).is_file():
                uuids.append(self.register(Path(path).name, str(Path(path).parent)))
            else:
                rejected.append(Rejected(path, "missing", f"There is no file {path}."))
        return _done(Added(tuple(uuids), rejected=tuple(rejected)))

    def submit(
        self,
        file_uuids: Sequence[str],
        *,
        processors: tuple[str, ...] | None = None,
        priority: Priority = Priority.NORMAL,
        retry_on_failure: bool = True,
        force: bool = False,
        callback_url: str | None = None,
    ) -> "Future[tuple[Submitted, ...]]":
        if self.stopped:
            return _failed(EngineStopped())
        wanted = processors or self.settings.processors.default
        with self.lock:
            answers = []
            for uuid in file_uuids:
                twin = self._twin(uuid, wanted, force)
                task_id = twin.task_id if twin else self._new(uuid, wanted, priority, retry_on_failure)
                if callback_url:
                    self.callbacks.setdefault(task_id, []).append(callback_url)
                complete = twin is not None and twin.status is TaskStatus.COMPLETED
                answers.append(
                    Submitted(
                        task_id,
                        uuid,
                        self._positions().get(task_id),
                        duplicate=twin is not None and not complete,
                        done_already=complete,
                    )
                )
        self.rows_changed.emit(RowsChanged(upserted=tuple(self.rows[answer.task_id] for answer in answers)))
        return _done(tuple(answers))

    def _twin(self, uuid: str, processors: tuple[str, ...], force: bool) -> TaskRow | None:
        met = {TaskStatus.PENDING, TaskStatus.PROCESSING} | (set() if force else {TaskStatus.COMPLETED})
        for row in self.rows.values():
            if row.file_uuid == uuid and row.processors == processors and row.status in met:
                return row
        return None

    def _new(self, uuid: str, processors: tuple[str, ...], priority: Priority, retry: bool) -> str:
        task_id = f"task_{next(self._numbers):06}"
        video = self.known[uuid]
        order = OrderKey(0, priority.rank, 0.0, task_id)
        self.rows[task_id] = TaskRow(
            task_id,
            uuid,
            video.file_name,
            video.path,
            TaskStatus.PENDING,
            priority,
            processors,
            order,
            self.now,
            max_retries=3 if retry else 0,
        )
        return task_id

    def cancel(self, task_ids: Sequence[str]) -> "Future[tuple[Task, ...]]":
        return self._move_to(task_ids, TaskStatus.CANCELLED, {TaskStatus.PENDING, TaskStatus.PROCESSING})

    def retry(self, task_ids: Sequence[str]) -> "Future[tuple[Task, ...]]":
        return self._move_to(task_ids, TaskStatus.PENDING, {TaskStatus.FAILED, TaskStatus.CANCELLED})

    def _move_to(
        self, task_ids: Sequence[str], status: TaskStatus, sources: set[TaskStatus]
    ) -> "Future[tuple[Task, ...]]":
        changed = []
        for task_id in task_ids:
            row = self.rows.get(task_id)
            if row is not None and row.status in sources:
                self._change(task_id, status=status)
                changed.append(_task(self.rows[task_id]))
        return _done(tuple(changed))

    def prioritize(self, task_ids: Sequence[str]) -> "Future[dict[str, int]]":
        with self.lock:
            for task_id in task_ids:
                row = self.rows[task_id]
                front = -next(self._numbers)
                self.rows[task_id] = msgspec.structs.replace(
                    row, order=msgspec.structs.replace(row.order, front=front)
                )
        return _done({task_id: self._positions()[task_id] for task_id in task_ids})

    def set_priority(self, task_ids: Sequence[str], priority: Priority) -> "Future[dict[str, int]]":
        for task_id in task_ids:
            order = msgspec.structs.replace(self.rows[task_id].order, rank=priority.rank)
            self._change(task_id, priority=priority, order=order)
        return _done({task_id: self._positions()[task_id] for task_id in task_ids})

    def pause(self, *, by: str = "user", reason: str = "", finish_running: bool = False) -> "Future[QueueSnapshot]":
        state = PauseState.PAUSING if finish_running and self._counts().processing else PauseState.PAUSED
        self.pause_state = Pause(state, by, reason, self.now)
        return _done(self.snapshot())

    def resume(self) -> "Future[QueueSnapshot]":
        self.pause_state = Pause()
        return _done(self.snapshot())

    def clear(
        self, *, pending: bool = True, running: bool = False, finished: bool = False
    ) -> "Future[tuple[str, ...]]":
        with self.lock:
            gone = [
                row.task_id
                for row in self.rows.values()
                if (row.status is TaskStatus.PENDING and pending)
                or (row.status is TaskStatus.PROCESSING and running)
                or (row.status.ended and finished)
            ]
            for task_id in gone:
                del self.rows[task_id]
        return _done(tuple(gone))

    def change_settings(self, changes: Mapping[str, SettingValue | None]) -> "Future[Settings]":
        queue = {key.removeprefix("queue."): value for key, value in changes.items()}
        taken, problems = from_mapping({"queue": {**msgspec.to_builtins(self.settings.queue), **queue}})
        if problems:
            return _failed(SettingsRefused(problems[0].message))
        self.settings = msgspec.structs.replace(self.settings, queue=taken.queue)
        return _done(self.settings)

    def queue_page(
        self, *, statuses: tuple[TaskStatus, ...] | None = None, limit: int = 100, offset: int = 0
    ) -> "Future[QueuePage]":
        if self.stopped:
            return _failed(EngineStopped())
        with self.lock:
            places = self._positions()
            order = [TaskStatus.PROCESSING, TaskStatus.PENDING, *TaskStatus]
            rows = sorted(
                (row for row in self.rows.values() if statuses is None or row.status in statuses),
                key=lambda row: (order.index(row.status), row.order),
            )[offset : offset + limit]
            average = sum(self.running_s) / len(self.running_s) if self.running_s else 0.0
            positions = {row.task_id: places[row.task_id] for row in rows if row.task_id in places}
            return _done(QueuePage(tuple(rows), positions, self.snapshot(), self.failed, average))

    def task_report(self, task_id: str) -> "Future[TaskReport | None]":
        if self.stopped:
            return _failed(EngineStopped())
        with self.lock:
            row = self.rows.get(task_id)
            if row is None:
                return _done(None)
            position = self._positions().get(task_id)
            running = self.pause_state.state is PauseState.RUNNING
            starts = self.now + 60.0 * position if position and running else None
            told = tuple(Callback(url, CallbackState.WAITING) for url in self.callbacks.get(task_id, ()))
            return _done(TaskReport(row, position, starts, callbacks=told))

    def rows_of(self, file_uuid: str, statuses: tuple[TaskStatus, ...]) -> "Future[tuple[TaskRow, ...]]":
        return _done(
            tuple(row for row in self.rows.values() if row.file_uuid == file_uuid and row.status in statuses)
        )

    def failed_task_ids(self, limit: int) -> "Future[tuple[str, ...]]":
        failed = [row.task_id for row in self.rows.values() if row.status is TaskStatus.FAILED]
        return _done(tuple(failed[:limit]))

    def videos_of(self, file_uuids: Sequence[str]) -> "Future[tuple[VideoRow, ...]]":
        if self.stopped:
            return _failed(EngineStopped())
        return _done(tuple(self.known[uuid] for uuid in file_uuids if uuid in self.known))

    def video_page(self, *, limit: int = 100, offset: int = 0) -> "Future[VideoPage]":
        rows = tuple(self.known.values())
        return _done(VideoPage(rows[offset : offset + limit], len(rows)))

    def findings_page(
        self, file_uuid: str, *, kinds: tuple[str, ...] | None = None, limit: int = 100, cursor: str | None = None
    ) -> "Future[FindingsPage]":
        if cursor is not None and not (cursor.isascii() and cursor.isdigit()):
            return _failed(BadCursor())
        begin = int(cursor or 0)
        found = [one for one in self.found.get(file_uuid, []) if kinds is None or _tag(one) in kinds]
        page = found[begin : begin + limit]
        more = begin + limit < len(found)
        return _done(FindingsPage(tuple(page), str(begin + limit) if more else None))

    def search(
        self,
        query: str,
        *,
        filters: Filters = Filters(),  # noqa: B008 - frozen
        typing: bool = False,
        limit: int = 50,
        cursor: str | None = None,
    ) -> "Future[SearchPage]":
        if cursor is not None:
            return _failed(BadSearchCursor())
        wanted = [word for term in parse(query).terms for word in term.words]
        hits = tuple(
            Hit(0, row.file_uuid, row.path, row.file_name, "file", 0.0, 0.0, row.file_name)
            for row in self.known.values()
            if wanted and set(wanted) <= set(words(row.file_name)) and "file" in (filters.kinds or ("file",))
        )
        return _done(SearchPage(hits[:limit]))

    def _counts(self) -> Counts:
        with self.lock:
            numbers = dict.fromkeys(TaskStatus, 0)
            for row in self.rows.values():
                numbers[row.status] += 1
            named = {status.value: number for status, number in numbers.items()}
            return Counts(**named, total_processed=self.processed)

    def _positions(self) -> dict[str, int]:
        waiting = sorted(
            (row for row in self.rows.values() if row.status is TaskStatus.PENDING), key=lambda row: row.order
        )
        return {row.task_id: place for place, row in enumerate(waiting, 1)}


def _tag(finding: Finding) -> str:
    return str(type(finding).__struct_config__.tag)


def _task(row: TaskRow) -> Task:
    return Task(
        row.task_id,
        row.file_uuid,
        row.file_name,
        row.status,
        row.priority,
        row.processors,
        row.order,
        row.queued_at,
        row.queued_at,
        row.queued_at,
    )
