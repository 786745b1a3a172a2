"""Read models for programs that ask for the queue a page at a time, each one look at one instant."""

from enum import StrEnum

import msgspec

from momentry_desk.core.findings import Finding
from momentry_desk.core.model import Attempt
from momentry_desk.core.snapshot import QueueSnapshot, TaskRow, VideoRow


class QueuePage(msgspec.Struct, frozen=True):
    """Some rows of the queue, and the exact numbers of the whole of it at the same instant.

    `positions` holds the place (from 1) of each pending row of the page that is neither held nor waiting.
    `total_failed` counts failures ever, untouched by clearing. `average_s` is the mean running time, in seconds, of
    the completed tasks; 0 where none is.
    """

    rows: tuple[TaskRow, ...]
    positions: dict[str, int]
    snapshot: QueueSnapshot
    total_failed: int = 0
    average_s: float = 0.0


class CallbackState(StrEnum):
    WAITING = "waiting"  # the task has not ended
    DUE = "due"  # the task has ended; the word of it is on its way
    DELIVERED = "delivered"
    GIVEN_UP = "given_up"  # a day of tries, or a refusal for good


class Callback(msgspec.Struct, frozen=True):
    """One address that is told of a task's end, and how far that got. `event_id` is None until the end;
    `last_error` says why the last try failed, `next_try_at` when the next one comes."""

    url: str
    state: CallbackState
    event_id: str | None = None
    tries: int = 0
    last_error: str | None = None
    delivered_at: float | None = None
    next_try_at: float | None = None


class TaskReport(msgspec.Struct, frozen=True):
    """All that is known of one task. `starts_at` is the expected instant of its start (seconds since the epoch);
    None while nothing can be said: the queue is paused, or the task does not wait in order."""

    row: TaskRow
    position: int | None
    starts_at: float | None
    attempts: tuple[Attempt, ...] = ()
    callbacks: tuple[Callback, ...] = ()


class VideoPage(msgspec.Struct, frozen=True):
    """`total` counts all videos of the library."""

    videos: tuple[VideoRow, ...]
    total: int


class FindingsPage(msgspec.Struct, frozen=True):
    """Findings by time. `next_cursor` continues after the last of them; None at the end."""

    findings: tuple[Finding, ...]
    next_cursor: str | None = None
