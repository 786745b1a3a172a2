"""The things the queue is about: videos, tasks, attempts, and the words for their states.

Every instant here is a float: seconds since the Unix epoch, UTC. Every duration is a float in seconds.
"""

from enum import StrEnum

import msgspec

#: The analyses that come with the program, in the order they are shown.
BUILTIN_PROCESSORS = ("face", "asr", "ocr", "scene")

#: A version goes up whenever the findings may change; then another scan than the one before is asked for.
PROCESSOR_VERSIONS = {"face": "3", "asr": "3", "ocr": "4", "scene": "2"}

#: The entry points by which a package brings further ones.
PROCESSOR_GROUP = "momentry_desk.processors"


class Priority(StrEnum):
    HIGH = "high"
    NORMAL = "normal"
    LOW = "low"

    @property
    def rank(self) -> int:
        """Smaller runs first. The names do not sort by urgency, so the database keeps this number."""
        return _RANKS[self]


_RANKS = {Priority.HIGH: 0, Priority.NORMAL: 1, Priority.LOW: 2}


class TaskStatus(StrEnum):
    PENDING = "pending"
    PROCESSING = "processing"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def ended(self) -> bool:
        return self in (TaskStatus.COMPLETED, TaskStatus.FAILED, TaskStatus.CANCELLED)


class AttemptOutcome(StrEnum):
    """How one try of a task ended. `INTERRUPTED` (shutdown, sleep, pause) uses up no retry."""

    SUCCEEDED = "succeeded"
    ERRORED = "errored"
    CRASHED = "crashed"
    TIMED_OUT = "timed_out"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"


class FailureKind(StrEnum):
    """Why an attempt failed. What follows from it (retry, wait, pause, give up) is decided in `retry`."""

    SOURCE_MISSING = "source_missing"
    SOURCE_UNREADABLE = "source_unreadable"
    SOURCE_INVALID = "source_invalid"
    MODEL_MISSING = "model_missing"
    WORKER_CRASHED = "worker_crashed"
    OUT_OF_MEMORY = "out_of_memory"
    UNRESPONSIVE = "unresponsive"
    TIMED_OUT = "timed_out"
    DISK_FULL = "disk_full"
    INTERNAL = "internal"


class Move(StrEnum):
    """Where a waiting task goes, among those of its own priority (or among the front-marked).

    So `TOP` stands behind every more urgent task; first of all is what a front mark makes.
    """

    UP = "up"
    DOWN = "down"
    TOP = "top"
    BOTTOM = "bottom"
    BEFORE = "before"


class Failure(msgspec.Struct, frozen=True):
    """A cause, and one English sentence that says what happened, to which file, and what to do."""

    kind: FailureKind
    message: str
    log_tail: str = ""


class AudioTrack(msgspec.Struct, frozen=True, gc=False):
    """One sound track of a file. `language` is the code that the file gives ("eng"), `title` its own name for it;
    both may be empty. `default` is the file's wish to be heard first."""

    codec: str
    channels: int
    language: str = ""
    title: str = ""
    default: bool = False


class MediaInfo(msgspec.Struct, frozen=True, gc=False):
    """What a probe read from a file. Sizes are those of the upright picture, after rotation.

    `duration_s` is None where the container does not say; `frame_rate` is the average one, as a fraction
    "30000/1001", None without footage. Cover art is no footage. `start_timecode` is what the camera wrote,
    "01:00:00;00" with a semicolon where it drops frames. `audio_tracks` are those that can be decoded, in the
    file's order; empty too where an older version probed the file.
    """

    container: str
    duration_s: float | None
    has_video: bool
    has_audio: bool
    width: int = 0
    height: int = 0
    rotation: int = 0
    frame_rate: str | None = None
    video_codec: str | None = None
    audio_codec: str | None = None
    start_timecode: str | None = None
    audio_tracks: tuple[AudioTrack, ...] = ()


class Video(msgspec.Struct, frozen=True, gc=False):
    """A registered source file. `file_uuid` follows the content: the same bytes are the same video.

    `path` is where it was seen last; `media` is None until a worker has probed it.
    """

    file_uuid: str
    path: str
    file_name: str
    size: int
    mtime_ns: int
    added_at: float
    media: MediaInfo | None = None


class OrderKey(msgspec.Struct, frozen=True, order=True, array_like=True, gc=False):
    """The place of a waiting task; smaller starts first.

    `front` is 0 for a task without a front mark and the negated mark otherwise, so that the newest mark
    comes first; then the priority's rank, the place inside it, and the arrival.
    """

    front: int
    rank: int
    place: float
    task_id: str


class Task(msgspec.Struct, frozen=True, gc=False):
    """One deep scan of one video: a set of processors, a priority, a retry policy.

    `running_s` is the time spent running over all attempts, without pauses, sleep and suspension.
    `not_before` is the earliest instant of the next start (a backoff), `waiting_for` says in words what else
    is waited for (a drive, a copy to end); `held` is the user's own pause of this one task. A `suspect` ran when
    the program or the machine died and runs beside no other suspect; `alone` runs beside no other scan at all.
    `retry_count` counts retries used up; interruptions use none.
    """

    task_id: str
    file_uuid: str
    file_name: str
    status: TaskStatus
    priority: Priority
    processors: tuple[str, ...]
    order: OrderKey
    queued_at: float
    created_at: float
    updated_at: float
    progress: int = 0
    started_at: float | None = None
    completed_at: float | None = None
    running_s: float = 0.0
    retry_count: int = 0
    max_retries: int = 3
    retry_on_failure: bool = True
    not_before: float | None = None
    waiting_for: str | None = None
    held: bool = False
    suspect: bool = False
    alone: bool = False
    failure_kind: FailureKind | None = None
    error_message: str | None = None
    warnings: tuple[str, ...] = ()


class TaskRequest(msgspec.Struct, frozen=True):
    """What a submission asks for. `options_fingerprint` names the processors' versions and settings: two requests
    with the same video, the same processors and the same fingerprint are the same scan. `force` scans again
    although that scan is complete. `waiting_for` says in words what must be there before it starts; `callback_url`
    is told of the task's end.
    """

    file_uuid: str
    file_name: str
    processors: tuple[str, ...]
    priority: Priority = Priority.NORMAL
    max_retries: int = 3
    retry_on_failure: bool = True
    force: bool = False
    options_fingerprint: str = ""
    waiting_for: str | None = None
    callback_url: str | None = None


class LeftOut(msgspec.Struct, frozen=True):
    """Processors that a finished task asks for and that did not run. `again`: they become a task of their own,
    which waits for `waiting_for` (None: for nothing)."""

    processors: tuple[str, ...] = ()
    again: bool = False
    waiting_for: str | None = None


class Attempt(msgspec.Struct, frozen=True):
    """One try of a task. `attempt_id` is the token that every chunk and every end must carry."""

    attempt_id: str
    task_id: str
    number: int
    started_at: float
    ended_at: float | None = None
    outcome: AttemptOutcome | None = None
    failure_kind: FailureKind | None = None
    message: str | None = None
    log_tail: str | None = None
    peak_memory: int | None = None
    cpu_s: float | None = None
    running_s: float = 0.0
