"""What the API asks of the queue. The engine offers it; tests put a queue in memory in its place."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, Protocol

from momentry_desk.core.model import Priority, Task, TaskStatus
from momentry_desk.core.moments import SearchPage
from momentry_desk.core.pages import FindingsPage, QueuePage, TaskReport, VideoPage
from momentry_desk.core.search import Filters
from momentry_desk.core.setting_fields import SettingValue
from momentry_desk.core.settings import Settings
from momentry_desk.core.snapshot import Added, QueueSnapshot, ResourceSample, Submitted, TaskRow, VideoRow


class Listenable(Protocol):
    """A signal: what is connected is called with each value, on whatever thread."""

    def connect(self, listener: Callable[..., object], /) -> Any: ...  # a connection handle nobody here uses

    def disconnect(self, listener: Callable[..., object], /) -> Any: ...


class Transcripts(Protocol):
    """Lines of speech, by the times of their findings in seconds."""

    def edit(self, file_uuid: str, start: float, end: float, text: str) -> Future[bool]: ...

    def restore(self, file_uuid: str, start: float, end: float) -> Future[bool]: ...


class QueueFacade(Protocol):
    """Commands answer futures. Any of them may fail with `EngineStopped`, or with a trouble of the database."""

    @property
    def snapshot_changed(self) -> Listenable: ...

    @property
    def rows_changed(self) -> Listenable: ...

    @property
    def videos_changed(self) -> Listenable: ...

    @property
    def findings_changed(self) -> Listenable: ...

    @property
    def transcripts(self) -> Transcripts: ...

    def snapshot(self) -> QueueSnapshot: ...

    def resource_history(self) -> Future[tuple[ResourceSample, ...]]: ...

    def add(self, paths: Sequence[str], *, scan: bool = True) -> Future[Added]: ...

    def submit(
        self,
        file_uuids: Sequence[str],
        *,
        processors: tuple[str, ...] | None = None,
        priority: Priority = Priority.NORMAL,
        retry_on_failure: bool = True,
        force: bool = False,
        callback_url: str | None = None,
    ) -> Future[tuple[Submitted, ...]]: ...

    def cancel(self, task_ids: Sequence[str]) -> Future[tuple[Task, ...]]: ...

    def retry(self, task_ids: Sequence[str]) -> Future[tuple[Task, ...]]: ...

    def prioritize(self, task_ids: Sequence[str]) -> Future[dict[str, int]]: ...

    def set_priority(self, task_ids: Sequence[str], priority: Priority) -> Future[dict[str, int]]: ...

    def pause(
        self, *, by: str = "user", reason: str = "", finish_running: bool = False
    ) -> Future[QueueSnapshot]: ...

    def resume(self) -> Future[QueueSnapshot]: ...

    def clear(
        self, *, pending: bool = True, running: bool = False, finished: bool = False
    ) -> Future[tuple[str, ...]]: ...

    def change_settings(self, changes: Mapping[str, SettingValue | None]) -> Future[Settings]: ...

    def queue_page(
        self, *, statuses: tuple[TaskStatus, ...] | None = None, limit: int = 100, offset: int = 0
    ) -> Future[QueuePage]:
        """Processing, then pending in order; with `statuses` those alone, ended ones latest first."""
        ...

    def task_report(self, task_id: str) -> Future[TaskReport | None]: ...

    def rows_of(self, file_uuid: str, statuses: tuple[TaskStatus, ...]) -> Future[tuple[TaskRow, ...]]: ...

    def failed_task_ids(self, limit: int) -> Future[tuple[str, ...]]: ...

    def videos_of(self, file_uuids: Sequence[str]) -> Future[tuple[VideoRow, ...]]:
        """Those of them that are known, in the order asked."""
        ...

    def video_page(self, *, limit: int = 100, offset: int = 0) -> Future[VideoPage]: ...

    def findings_page(
        self, file_uuid: str, *, kinds: tuple[str, ...] | None = None, limit: int = 100, cursor: str | None = None
    ) -> Future[FindingsPage]:
        """Without embeddings and pictures. Raises `BadCursor` for a cursor that none of its pages gave out."""
        ...

    def search(
        self,
        query: str,
        *,
        filters: Filters = Filters(),  # noqa: B008 - frozen
        typing: bool = False,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Future[SearchPage]:
        """Raises `BadSearchCursor` for a cursor that no search gave out."""
        ...
