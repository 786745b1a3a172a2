"""What the command line, or a second start, says to the program that runs on a data folder, and what it answers.

One JSON object a line over a local socket that only the user may open. Each request gets exactly one answer:
the one that its docstring names, or `Refused` with a sentence.
"""

import msgspec

from momentry_desk.core.findings import Finding
from momentry_desk.core.messages import MAX_LINE, MalformedMessage
from momentry_desk.core.model import Attempt, Priority
from momentry_desk.core.snapshot import Added, QueueSnapshot, TaskRow, VideoRow

__all__ = ["MAX_LINE", "Answer", "MalformedMessage", "Request", "decode_answer", "decode_request", "encode"]


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    pass


# Requests -------------------------------------------------------------------------------------------------


class AddPaths(_Line, frozen=True):
    """Register files and folders, and scan them. Answered by `PathsAdded` once everything is queued."""

    paths: tuple[str, ...]
    processors: tuple[str, ...] | None = None
    priority: Priority = Priority.NORMAL
    force: bool = False


class GetStatus(_Line, frozen=True):
    """Answered by `Status`: processing, then pending in order, at most `limit` rows."""

    limit: int = 100


class GetTasks(_Line, frozen=True):
    """Answered by `Tasks`: the rows of these videos and tasks, ended ones too; everything where none is named."""

    file_uuids: tuple[str, ...] = ()
    task_ids: tuple[str, ...] = ()


class GetVideos(_Line, frozen=True):
    """Answered by `Videos`."""

    file_uuids: tuple[str, ...] = ()


class GetFindings(_Line, frozen=True):
    """Answered by `Findings`, without embeddings and pictures, which would not fit a line."""

    file_uuid: str


class GetAttempts(_Line, frozen=True):
    """Answered by `Attempts`."""

    task_id: str


class PauseQueue(_Line, frozen=True):
    """Answered by `Done`."""

    reason: str = ""
    finish_running: bool = False


class ResumeQueue(_Line, frozen=True):
    """Answered by `Done`."""


class CancelTasks(_Line, frozen=True):
    """Answered by `Done` with the ids that were cancelled."""

    task_ids: tuple[str, ...]


class RetryTasks(_Line, frozen=True):
    """Answered by `Done` with the ids that wait again. No id: every failed task."""

    task_ids: tuple[str, ...] = ()


class PrioritizeTasks(_Line, frozen=True):
    """Answered by `Done` with the ids that now stand first."""

    task_ids: tuple[str, ...]


class ClearQueue(_Line, frozen=True):
    """Answered by `Done` with the ids that were thrown out."""

    pending: bool = True
    running: bool = False
    finished: bool = False


class ShowWindow(_Line, frozen=True):
    """A second start asks the first to come to the front. Answered by `Done`."""


Request = (
    AddPaths
    | GetStatus
    | GetTasks
    | GetVideos
    | GetFindings
    | GetAttempts
    | PauseQueue
    | ResumeQueue
    | CancelTasks
    | RetryTasks
    | PrioritizeTasks
    | ClearQueue
    | ShowWindow
)


# Answers --------------------------------------------------------------------------------------------------


class PathsAdded(_Line, frozen=True):
    added: Added


class Status(_Line, frozen=True):
    snapshot: QueueSnapshot
    queue: tuple[TaskRow, ...]


class Tasks(_Line, frozen=True):
    tasks: tuple[TaskRow, ...]


class Videos(_Line, frozen=True):
    videos: tuple[VideoRow, ...]


class Findings(_Line, frozen=True):
    findings: tuple[Finding, ...]


class Attempts(_Line, frozen=True):
    attempts: tuple[Attempt, ...]


class Done(_Line, frozen=True):
    task_ids: tuple[str, ...] = ()


class Refused(_Line, frozen=True):
    """Nothing was changed. `message` says why, in words for the person."""

    message: str


Answer = PathsAdded | Status | Tasks | Videos | Findings | Attempts | Done | Refused

_encoder = msgspec.json.Encoder()
_requests: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)
_answers: msgspec.json.Decoder[Answer] = msgspec.json.Decoder(Answer)


def encode(line: Request | Answer) -> bytes:
    """One line, newline included."""
    return _encoder.encode(line) + b"\n"


def decode_request(line: bytes) -> Request:
    """Raises `MalformedMessage`."""
    try:
        return _requests.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise MalformedMessage(str(error)) from error


def decode_answer(line: bytes) -> Answer:
    """Raises `MalformedMessage`."""
    try:
        return _answers.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise MalformedMessage(str(error)) from error
