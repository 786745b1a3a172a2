"""What another start of the program, or the command line, says to the engine that runs on a data folder.

One request, one answer, both JSON; a connection carries them one after another.
"""

from typing import Literal, TypeAlias

import msgspec

from momentry_desk.core.findings import Finding
from momentry_desk.core.model import Priority
from momentry_desk.core.queue_file import Imported
from momentry_desk.core.snapshot import Added, QueueSnapshot, TaskRow, VideoRow
from momentry_desk.core.whereabouts import Moved

#: The longest request or answer. 256 MiB: the rows of a very long queue.
MAX_BYTES = 256 * 1024 * 1024


class _Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    pass


# Requests -------------------------------------------------------------------------------------------------


class AddPaths(_Said, frozen=True):
    """Absolute paths, as `core.paths` writes them. Answered by `AddedPaths` when all were looked at."""

    paths: tuple[str, ...]
    scan: bool = True
    processors: tuple[str, ...] | None = None
    priority: Priority = Priority.NORMAL
    force: bool = False


class AskSnapshot(_Said, frozen=True):
    """Answered by `Snapshot`."""


class AskRows(_Said, frozen=True):
    """Answered by `Rows`: of these tasks, or of all."""

    task_ids: tuple[str, ...] | None = None


class AskVideos(_Said, frozen=True):
    """Answered by `Videos`, without thumbnails."""


class AskFindings(_Said, frozen=True):
    """Answered by `Findings`, without pictures and embeddings."""

    file_uuid: str


class PauseQueue(_Said, frozen=True):
    """Answered by `Snapshot`."""

    reason: str = ""
    finish_running: bool = False


class ResumeQueue(_Said, frozen=True):
    """Answered by `Snapshot`."""


class CancelTasks(_Said, frozen=True):
    """Answered by `Changed`, as are the next three."""

    task_ids: tuple[str, ...]


class RetryTasks(_Said, frozen=True):
    task_ids: tuple[str, ...]


class PrioritizeTasks(_Said, frozen=True):
    task_ids: tuple[str, ...]


class ClearQueue(_Said, frozen=True):
    pending: bool = True
    running: bool = False
    finished: bool = False


class RetryFailed(_Said, frozen=True):
    """Every task that failed. Answered by `Changed`."""


class FindMissing(_Said, frozen=True):
    """Look through files and folders for videos that are missing. Answered by `MissingFound`."""

    paths: tuple[str, ...]


class AnswerFaces(_Said, frozen=True):
    """Whether faces may be looked for. Answered by `Snapshot`."""

    answer: Literal["yes", "no"]


class ExportQueue(_Said, frozen=True):
    """Write the queue into a file, which must not be there unless `overwrite`. Answered by `Exported`."""

    path: str
    overwrite: bool = False


class ImportQueue(_Said, frozen=True):
    """Take in the queue that the file at `path` holds. Answered by `QueueImported`."""

    path: str


class ShowWindow(_Said, frozen=True):
    """A second start asks the first one to come forward. Answered by `Snapshot`, or by `NotDone` where the program
    has no window."""


Request: TypeAlias = (
    AddPaths
    | AskSnapshot
    | AskRows
    | AskVideos
    | AskFindings
    | PauseQueue
    | ResumeQueue
    | CancelTasks
    | RetryTasks
    | PrioritizeTasks
    | ClearQueue
    | RetryFailed
    | FindMissing
    | AnswerFaces
    | ExportQueue
    | ImportQueue
    | ShowWindow
)


# Answers --------------------------------------------------------------------------------------------------


class AddedPaths(_Said, frozen=True):
    added: Added


class Snapshot(_Said, frozen=True):
    snapshot: QueueSnapshot


class Rows(_Said, frozen=True):
    rows: tuple[TaskRow, ...]


class Videos(_Said, frozen=True):
    videos: tuple[VideoRow, ...]


class Findings(_Said, frozen=True):
    findings: tuple[Finding, ...]


class Changed(_Said, frozen=True):
    """The tasks that changed, with the position of those that have one."""

    task_ids: tuple[str, ...]
    positions: dict[str, int] = {}


class MissingFound(_Said, frozen=True):
    moved: tuple[Moved, ...]


class Exported(_Said, frozen=True):
    count: int


class QueueImported(_Said, frozen=True):
    imported: Imported


class NotDone(_Said, frozen=True):
    """Why not, in a sentence."""

    message: str


Answer: TypeAlias = (
    AddedPaths | Snapshot | Rows | Videos | Findings | Changed | MissingFound | Exported | QueueImported | NotDone
)

_encoder = msgspec.json.Encoder()
_requests: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)
_answers: msgspec.json.Decoder[Answer] = msgspec.json.Decoder(Answer)


class NotUnderstood(Exception):
    """The other side speaks another version, or something else altogether."""


def encode(said: Request | Answer) -> bytes:
    return _encoder.encode(said)


def decode_request(data: bytes) -> Request:
    """Raises `NotUnderstood`."""
    try:
        return _requests.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotUnderstood(str(error)) from error


def decode_answer(data: bytes) -> Answer:
    """Raises `NotUnderstood`."""
    try:
        return _answers.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotUnderstood(str(error)) from error
