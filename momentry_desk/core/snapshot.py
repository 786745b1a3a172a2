"""The immutable read models that the engine hands to the window, the API and the command line."""

from enum import StrEnum

import msgspec

from momentry_desk.core.messages import FileSeen, Rejected
from momentry_desk.core.model import FailureKind, MediaInfo, OrderKey, Priority, TaskStatus
from momentry_desk.core.resources import LimitReason, ResourceSample
from momentry_desk.core.schedule import Opening, WhenDone
from momentry_desk.core.settings import SettingProblem, Settings
from momentry_desk.core.updates import UpdateState
from momentry_desk.core.watching import WatchedState

__all__ = [
    "Added",
    "CallbackTrouble",
    "Copied",
    "Counts",
    "LimitReason",
    "Pause",
    "PauseState",
    "QueueSnapshot",
    "Removed",
    "ResourceSample",
    "RowsChanged",
    "Submitted",
    "TaskRow",
    "VideoRow",
    "VideosChanged",
]


class CallbackTrouble(msgspec.Struct, frozen=True, gc=False):
    """A program that waits for the word of a task's end and could not be told so far.

    `why` is a sentence; `next_try_at` the instant of the next try, None where it was given up after `tries`.
    """

    url: str
    why: str
    tries: int
    next_try_at: float | None = None


class TaskRow(msgspec.Struct, frozen=True, gc=False):
    """One row of the queue as it is shown.

    `order` sorts the pending rows; the position is the place in that order among rows that are neither held nor
    waiting, from 1. `running_s` and `remaining_s` are seconds; the latter is None where nothing is known yet.
    `fractions` is the progress (0 to 1) of each processor of a running task. `suspended` is true while its
    worker stands still because the queue is paused, or, with `by_limit`, because other programs need the machine.
    `callbacks` are those that failed, by being retried or given up.
    """

    task_id: str
    file_uuid: str
    file_name: str
    path: str
    status: TaskStatus
    priority: Priority
    processors: tuple[str, ...]
    order: OrderKey
    queued_at: float
    progress: int = 0
    started_at: float | None = None
    completed_at: float | None = None
    running_s: float = 0.0
    remaining_s: float | None = None
    fractions: dict[str, float] = {}
    retry_count: int = 0
    max_retries: int = 3
    not_before: float | None = None
    waiting_for: str | None = None
    held: bool = False
    suspended: bool = False
    by_limit: bool = False
    failure_kind: FailureKind | None = None
    error_message: str | None = None
    warnings: tuple[str, ...] = ()
    callbacks: tuple[CallbackTrouble, ...] = ()


class VideoRow(msgspec.Struct, frozen=True, gc=False):
    """One video of the library as it is shown. `scanned` names the processors whose findings are complete.

    `problem` is a sentence where the probe failed. `missing` says that the file is not at `path` now. `audio_track`
    is the number of the sound track that was chosen for it or for its folder, None where none was. `other_paths`
    are those where the same content was seen too, the latest first.
    """

    file_uuid: str
    file_name: str
    path: str
    size: int
    added_at: float
    media: MediaInfo | None = None
    thumbnail: bytes = b""
    scanned: tuple[str, ...] = ()
    problem: str | None = None
    missing: bool = False
    audio_track: int | None = None
    other_paths: tuple[str, ...] = ()


class PauseState(StrEnum):
    RUNNING = "running"
    PAUSING = "pausing"  # pause was asked for; running scans finish first
    PAUSED = "paused"


class Pause(msgspec.Struct, frozen=True):
    """Whether the queue runs; who paused it ("user", "api", "program", "schedule") and why, in words.

    `cause` is the failure that made the program pause; it goes on by itself when that one is over.
    """

    state: PauseState = PauseState.RUNNING
    by: str = ""
    reason: str = ""
    since: float | None = None
    cause: FailureKind | None = None


class Counts(msgspec.Struct, frozen=True):
    """Exact numbers of tasks by state. `waiting` are pending and may start; `held` and `blocked` may not."""

    processing: int = 0
    pending: int = 0
    held: int = 0
    completed: int = 0
    failed: int = 0
    cancelled: int = 0
    #: Ever completed, untouched by clearing.
    total_processed: int = 0


class EndOfWork(msgspec.Struct, frozen=True):
    """What comes when no scan is left to do, the instant at which it does once the countdown runs, and the sentence
    that says why the machine did not sleep."""

    what: WhenDone = WhenDone.NOTHING
    at: float | None = None
    problem: str = ""


class QueueSnapshot(msgspec.Struct, frozen=True):
    """The queue in one look: numbers, pause, slots and why, and the time to the end of all work in seconds.

    `slots_reason` is the English sentence of `slots_limit`, which a window translates by its code. `hours` says
    whether the schedule lets scans run, and until when; whether they do is the pause's to say.
    """

    counts: Counts = Counts()
    pause: Pause = Pause()
    max_concurrent: int = 2
    slots: int = 2
    slots_reason: str = ""
    slots_limit: LimitReason | None = None
    remaining_s: float | None = None
    settings: Settings = Settings()
    problems: tuple[SettingProblem, ...] = ()
    watched: tuple[WatchedState, ...] = ()
    end: EndOfWork = EndOfWork()
    hours: Opening = Opening(True)
    updates: UpdateState = UpdateState()


class RowsChanged(msgspec.Struct, frozen=True):
    """What changed among the queue's rows since the last signal: whole rows to put in, ids to take out."""

    upserted: tuple[TaskRow, ...] = ()
    removed: tuple[str, ...] = ()


class VideosChanged(msgspec.Struct, frozen=True):
    """The same for the library."""

    upserted: tuple[VideoRow, ...] = ()
    removed: tuple[str, ...] = ()


class Submitted(msgspec.Struct, frozen=True):
    """The answer to one submission. `position` is None while held or waiting; `duplicate` names a twin that was
    there already, `done_already` that the same scan is complete and was not forced."""

    task_id: str
    file_uuid: str
    position: int | None
    duplicate: bool = False
    done_already: bool = False


class Removed(msgspec.Struct, frozen=True):
    """Tasks that were taken off the list and can come back by this id, until the removal is final."""

    removal_id: str
    task_ids: tuple[str, ...] = ()


class Copied(msgspec.Struct, frozen=True):
    """A file that was added, and the other one with the same content: the place of the video that both are."""

    path: str
    of: str


class Added(msgspec.Struct, frozen=True):
    """The answer to an addition of paths. `ignored` counts files in folders that are no video or audio, of which
    `beside` go with a camera's clips and the first others are named in `passed_over`; `files` are all that were
    seen, also those whose content came in twice; `copies` tells which of them hold what lies elsewhere too."""

    file_uuids: tuple[str, ...] = ()
    submitted: tuple[Submitted, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    ignored: int = 0
    beside: int = 0
    passed_over: tuple[str, ...] = ()
    files: tuple[FileSeen, ...] = ()
    copies: tuple[Copied, ...] = ()


class ApiState(msgspec.Struct, frozen=True):
    """Whether other programs can reach the queue over HTTP. `url` is empty while they cannot.

    `problem` says why it is not there although it is switched on; `free_port` is the next port that would do.
    `exposed` says what it means where it listens for more than this machine.
    """

    url: str = ""
    problem: str = ""
    free_port: int | None = None
    exposed: str = ""
