"""Carries the queue's signals, from whatever thread they come on, into the ring of events."""

import asyncio
from collections.abc import Callable

from momentry_desk.core.snapshot import PauseState, QueueSnapshot, RowsChanged, VideosChanged
from momentry_desk.http import views
from momentry_desk.http.events import MAX_AT_ONCE, EventRing
from momentry_desk.http.facade import Listenable, QueueFacade


class Announcer:
    """Listens from its making until `close`. What is told is put together on the server's loop."""

    def __init__(self, queue: QueueFacade, ring: EventRing, loop: asyncio.AbstractEventLoop) -> None:
        self._ring = ring
        self._loop = loop
        self._last_queue: dict[str, object] = {}
        self._links: list[tuple[Listenable, Callable[..., object]]] = [
            (queue.snapshot_changed, self._on_snapshot),
            (queue.rows_changed, self._on_rows),
            (queue.videos_changed, self._on_videos),
            (queue.findings_changed, self._on_findings),
        ]
        for signal, told in self._links:
            signal.connect(told)

    def close(self) -> None:
        for signal, told in self._links:
            signal.disconnect(told)
        self._links = []

    def _on_snapshot(self, snapshot: QueueSnapshot) -> None:
        self._later(self._tell_queue, snapshot)

    def _on_rows(self, changed: RowsChanged) -> None:
        self._later(self._tell_rows, changed)

    def _on_videos(self, changed: VideosChanged) -> None:
        self._later(self._tell_videos, changed)

    def _on_findings(self, file_uuid: str) -> None:
        self._later(self._ring.publish, "findings", {"file_uuid": file_uuid})

    def _later(self, tell: Callable[..., None], *values: object) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(tell, *values)

    def _tell_queue(self, snapshot: QueueSnapshot) -> None:
        told: dict[str, object] = {
            "active_count": snapshot.counts.processing,
            "pending_count": snapshot.counts.pending,
            "max_concurrent": snapshot.max_concurrent,
            "slots": snapshot.slots,
            "paused": snapshot.pause.state is not PauseState.RUNNING,
            "schedule": views.schedule_state(snapshot).model_dump(mode="json"),
            "total_processed": snapshot.counts.total_processed,
        }
        # A snapshot also tells of things that are not in here.
        if told != self._last_queue:
            self._last_queue = told
            self._ring.publish("queue", told)

    def _tell_rows(self, changed: RowsChanged) -> None:
        if len(changed.upserted) > MAX_AT_ONCE or len(changed.removed) > MAX_AT_ONCE:
            self._ring.publish("reset", {})
            return
        for row in changed.upserted:
            self._ring.publish("task", views.queue_entry(row, None).model_dump(mode="json", exclude={"position"}))
        if changed.removed:
            self._ring.publish("removed", {"task_ids": list(changed.removed)})

    def _tell_videos(self, changed: VideosChanged) -> None:
        if len(changed.upserted) > MAX_AT_ONCE or len(changed.removed) > MAX_AT_ONCE:
            self._ring.publish("reset", {})
            return
        changes = {
            "changed": [row.file_uuid for row in changed.upserted],
            "removed": list(changed.removed),
        }
        if any(changes.values()):
            self._ring.publish("file", changes)
