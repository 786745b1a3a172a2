"""What can go wrong with the database, each its own exception with a sentence for the person in front of it."""

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import peewee

from momentry_desk.core.sentences import Said, say

#: Below this many free bytes an input/output error is taken for a full disk: SQLite reports a shared memory file
#: that cannot grow as an input/output error and not as a full disk.
NEARLY_FULL_BYTES = 1024 * 1024


class StoreTrouble(Exception):
    """The database did not do what was asked, and nothing was changed. The text says what to do about it."""

    def __init__(self, path: Path, sentence: str) -> None:
        super().__init__(sentence)
        self.path = path


class NewerDatabase(StoreTrouble):
    """Made by a newer version of the program. It has not been touched."""

    def __init__(self, path: Path, found: int, known: int) -> None:
        super().__init__(
            path,
            say(Said.NEWER_DATABASE, path=path, found=found, known=known),
        )
        self.found = found
        self.known = known


class ForeignDatabase(StoreTrouble):
    """A SQLite file of another program. It has not been touched."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, say(Said.FOREIGN_DATABASE, path=path))


class DatabaseLocked(StoreTrouble):
    """Another program keeps the database locked for longer than the busy time-out."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, say(Said.DATABASE_LOCKED, path=path))


class DatabaseReadOnly(StoreTrouble):
    """The file or its folder may not be written."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, say(Said.DATABASE_READ_ONLY, path=path))


class DatabaseFull(StoreTrouble):
    """There is no room left where the database lies."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, say(Said.DATABASE_FULL, path=path))


class DatabaseUnreachable(StoreTrouble):
    """The file cannot be opened or read: a drive that is gone, a folder without rights, a failing disk."""

    def __init__(self, path: Path, detail: str) -> None:
        super().__init__(path, say(Said.DATABASE_UNREACHABLE, path=path, why=detail))


class DatabaseDamaged(StoreTrouble):
    """The file is truncated or corrupt. `backup` is the newest good copy, None where there is none."""

    def __init__(self, path: Path, detail: str, backup: Path | None = None) -> None:
        super().__init__(
            path,
            say(Said.DATABASE_DAMAGED, path=path, why=detail, backup=backup.name)
            if backup
            else say(Said.DAMAGED_WITHOUT_BACKUP, path=path, why=detail),
        )
        self.detail = detail
        self.backup = backup


class DatabaseClosed(StoreTrouble):
    """The database was closed, or is used for writing from a thread that did not open it."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, say(Said.DATABASE_CLOSED, path=path))


class UnknownVideo(StoreTrouble):
    """A task was asked for a video that is not registered."""

    def __init__(self, path: Path, file_uuid: str) -> None:
        super().__init__(path, say(Said.UNKNOWN_VIDEO, file=repr(file_uuid)))
        self.file_uuid = file_uuid


@contextmanager
def told_plainly(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system raise into `StoreTrouble`; a mistake of the program passes unchanged."""
    try:
        yield
    except (peewee.PeeweeException, sqlite3.Error) as error:
        trouble = _translated(path, error)
        if trouble is None:
            raise
        raise trouble from error
    except OSError as error:
        raise _translated_os(path, error) from error


def _translated(path: Path, error: Exception) -> StoreTrouble | None:
    cause = getattr(error, "orig", error)
    code = getattr(cause, "sqlite_errorcode", None)
    if code is None:
        return None
    match code & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return DatabaseLocked(path)
        case sqlite3.SQLITE_READONLY:
            return DatabaseReadOnly(path)
        case sqlite3.SQLITE_FULL:
            return DatabaseFull(path)
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return DatabaseDamaged(path, str(cause))
        case sqlite3.SQLITE_IOERR if _nearly_full(path):
            return DatabaseFull(path)
        case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return DatabaseUnreachable(path, str(cause))
    return None


def _translated_os(path: Path, error: OSError) -> StoreTrouble:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DatabaseFull(path)
    if error.errno == errno.EROFS:
        return DatabaseReadOnly(path)
    return DatabaseUnreachable(path, error.strerror or str(error))


def _nearly_full(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free < NEARLY_FULL_BYTES
    except OSError:
        return False
