"""The queue as a file: to keep it, or to take it to another machine. JSON with a version of its own."""

from collections.abc import Iterable

import msgspec

from momentry_desk.core.model import Priority, TaskStatus
from momentry_desk.core.sentences import Said, say
from momentry_desk.core.snapshot import TaskRow

#: Goes up when an older program could no longer understand the file.
VERSION = 1

_OPEN = (TaskStatus.PENDING, TaskStatus.PROCESSING)


class QueueFileTrouble(ValueError):
    """The file is none, or is newer than this program; the text is a sentence."""


class QueueEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One scan, in the queue's order. `file_uuid` is that of the content, `path` where it was on the machine that
    wrote the file. `retry`: whether a failure is tried again."""

    path: str
    file_uuid: str
    processors: tuple[str, ...]
    status: TaskStatus = TaskStatus.PENDING
    priority: Priority = Priority.NORMAL
    held: bool = False
    retry: bool = True

    @property
    def open(self) -> bool:
        """Whether it is still to be done."""
        return self.status in _OPEN


class QueueFile(msgspec.Struct, frozen=True):
    momentry_queue: int
    entries: tuple[QueueEntry, ...]


class Imported(msgspec.Struct, frozen=True):
    """What came of an import: new tasks; scans that were there already, or done; entries that had ended when the
    file was written and are left; paths of files that are not here, or that cannot be scanned."""

    submitted: int = 0
    known: int = 0
    ended: int = 0
    missing: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


def encode(rows: Iterable[TaskRow]) -> bytes:
    """The rows, in their order, as a file's content."""
    entries = tuple(
        QueueEntry(
            row.path,
            row.file_uuid,
            row.processors,
            row.status,
            row.priority,
            row.held,
            row.max_retries > 0,
        )
        for row in rows
    )
    return msgspec.json.format(msgspec.json.encode(QueueFile(VERSION, entries)), indent=1)


def decode(content: bytes, path: object) -> tuple[QueueEntry, ...]:
    """The entries of a file's content. Raises `QueueFileTrouble`, which names `path`."""
    try:
        version = msgspec.json.decode(content, type=_Head).momentry_queue
    except (ValueError, RecursionError) as error:
        raise QueueFileTrouble(say(Said.NO_QUEUE_FILE, path=path)) from error
    if version > VERSION:
        raise QueueFileTrouble(say(Said.NEWER_QUEUE_FILE, path=path))
    try:
        return msgspec.json.decode(content, type=QueueFile).entries
    except (ValueError, RecursionError) as error:
        raise QueueFileTrouble(say(Said.NO_QUEUE_FILE, path=path)) from error


class _Head(msgspec.Struct):
    momentry_queue: int


def groups(entries: Iterable[QueueEntry]) -> list[list[QueueEntry]]:
    """Entries one after another that differ in their file alone: each group is one submission."""
    made: list[list[QueueEntry]] = []
    for entry in entries:
        if made and _asked(made[-1][0]) == _asked(entry):
            made[-1].append(entry)
        else:
            made.append([entry])
    return made


def _asked(entry: QueueEntry) -> tuple[object, ...]:
    return entry.processors, entry.priority, entry.held, entry.retry
