"""What /api/v1 answers, field by field. The documentation is made from these, and from the requests' schemas."""

from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from momentry_desk.core.model import AttemptOutcome, FailureKind, Priority, TaskStatus
from momentry_desk.core.pages import CallbackState
from momentry_desk.core.schedule import WhenDone

MAX_PAGE = 1_000


def instant(seconds: float | None) -> datetime | None:
    """Seconds since the epoch as an instant in UTC, to the millisecond; it is written as ISO 8601 with a Z."""
    if seconds is None:
        return None
    return datetime.fromtimestamp(round(seconds, 3), UTC)


class ErrorDetail(BaseModel):
    code: str
    message: str
    details: list[dict[str, str]]


class ErrorBody(BaseModel):
    success: Literal[False]
    error: ErrorDetail


class Done(BaseModel):
    success: Literal[True] = True


class DeepScanAnswer(Done):
    """`status` is "queued" for a task that waits, otherwise the task's own."""

    task_id: str
    status: Literal["queued", "processing", "completed", "failed", "cancelled"]
    position: int | None
    estimated_start: datetime | None
    duplicate: bool = False
    done_already: bool = Field(
        default=False, description="The same scan is complete; ask with `force` to do it again."
    )


class QueueEntry(BaseModel):
    """A row of the queue. Of `started_at` and `queued_at` a running task has both, a waiting one the second."""

    task_id: str
    file_uuid: str
    file_name: str
    path: str
    status: TaskStatus
    processors: list[str]
    priority: Priority
    progress: Annotated[int, Field(ge=0, le=100)]
    queued_at: datetime
    started_at: datetime | None
    completed_at: datetime | None
    position: int | None
    running_s: float
    remaining_s: float | None
    retry_count: int
    max_retries: int
    next_try_at: datetime | None
    waiting_for: str | None
    held: bool
    suspended: bool
    failure_kind: FailureKind | None
    error_message: str | None
    warnings: list[str]


class Statistics(BaseModel):
    total_processed: int
    total_failed: int
    average_time: float = Field(description="Mean running time of the completed tasks, in seconds.")


class ScheduleState(BaseModel):
    """Whether scans may run by the hours of the schedule, and when that changes (null: it does not)."""

    enabled: bool
    open: bool
    until: datetime | None


class WhenDoneState(BaseModel):
    """What follows when no scan is left, and the instant at which it does once the countdown runs."""

    action: WhenDone
    at: datetime | None


class QueueStatus(BaseModel):
    active_count: int
    max_concurrent: int
    pending_count: int
    paused: bool
    paused_by: str = Field(description='"user", "api", "schedule", "program"; empty while nothing is paused.')
    pause_reason: str
    schedule: ScheduleState
    when_done: WhenDoneState
    total_processed: int
    queue: list[QueueEntry]
    statistics: Statistics


class QueueState(Done):
    paused: bool
    state: Literal["running", "pausing", "paused"]


class Cleared(Done):
    cleared_count: int
    task_ids: list[str]


class Prioritized(Done):
    """`position` is that of the first of the file's tasks, `positions` all of them by task."""

    position: int | None
    positions: dict[str, int]


class Positioned(Done):
    position: int | None


class Cancelled(Done):
    message: str = "Task cancelled"


class Retried(Done):
    task_ids: list[str]


class AttemptEntry(BaseModel):
    number: int
    started_at: datetime
    ended_at: datetime | None
    outcome: AttemptOutcome | None
    failure_kind: FailureKind | None
    message: str | None
    running_s: float
    cpu_s: float | None
    peak_memory: int | None


class CallbackEntry(BaseModel):
    url: str
    state: CallbackState
    event_id: str | None
    tries: int
    last_error: str | None
    delivered_at: datetime | None
    next_try_at: datetime | None


class TaskAnswer(QueueEntry):
    estimated_start: datetime | None
    attempts: list[AttemptEntry]
    callbacks: list[CallbackEntry]


class SettingsAnswer(BaseModel):
    max_concurrent: int
    dynamic_concurrency: bool
    cpu_threshold: float
    memory_threshold: float
    gpu_threshold: float
    max_retries: int
    retry_delay: float
    task_timeout: float


class AudioTrackEntry(BaseModel):
    codec: str
    channels: int
    language: str
    title: str
    default: bool


class MediaEntry(BaseModel):
    container: str
    duration_s: float | None
    has_video: bool
    has_audio: bool
    width: int
    height: int
    frame_rate: str | None
    video_codec: str | None
    audio_codec: str | None
    audio_tracks: list[AudioTrackEntry]


class FileEntry(BaseModel):
    file_uuid: str
    file_name: str
    path: str
    size: int
    added_at: datetime
    media: MediaEntry | None
    scanned: list[str]
    problem: str | None
    missing: bool
    #: Where the same content was seen too, the latest first.
    other_paths: list[str]
    #: The number (from 0) of the sound track that was chosen for the file or its folder; null where none was.
    audio_track: int | None


class RejectedPath(BaseModel):
    path: str
    reason: str
    message: str


class CopiedPath(BaseModel):
    """A file that was named and holds the same as the file at `of`, which is the place of the video."""

    path: str
    of: str


class FilesAdded(BaseModel):
    files: list[FileEntry]
    rejected: list[RejectedPath]
    copies: list[CopiedPath]


class FileList(BaseModel):
    files: list[FileEntry]
    total: int


class FindingEntry(BaseModel):
    """Times in seconds. `box` is [left, top, width, height] as fractions of the upright frame. `edited`: a person
    wrote the text in place of what was heard."""

    kind: Literal["face", "speech", "text", "scene"]
    start: float
    end: float
    text: str | None = None
    language: str | None = None
    confidence: float | None = None
    doubtful: bool | None = None
    edited: bool | None = None
    person: int | None = None
    box: list[float] | None = None


class SpeechEdited(BaseModel):
    success: Literal[True]
    changed: bool


class FindingsAnswer(BaseModel):
    findings: list[FindingEntry]
    next_cursor: str | None


class SearchHit(BaseModel):
    """A moment: seconds on the file's own time line. `edited`: a person wrote the text."""

    file_uuid: str
    path: str
    kind: str
    start: float
    end: float
    text: str
    edited: bool


class SearchAnswer(BaseModel):
    hits: list[SearchHit]
    next_cursor: str | None


class SampleEntry(BaseModel):
    at: datetime
    cpu_percent: float
    own_cpu_percent: float
    memory_used: int
    memory_total: int
    own_memory: int
    disk_free: int


class ResourcesAnswer(BaseModel):
    slots: int
    reason: str
    max_concurrent: int
    dynamic: bool
    samples: list[SampleEntry]


class Ticket(BaseModel):
    ticket: str
    expires_in: int = Field(description="Seconds in which it must be used, once.")


class Health(BaseModel):
    status: Literal["ok"]
    name: str
    version: str
    api: Literal["v1"]
