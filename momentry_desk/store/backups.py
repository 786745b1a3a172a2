"""Copies of the database while it is in use, the five newest kept; how one takes a damaged file's place."""

import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec

FOLDER_NAME = "backups"
KEPT = 5

#: Files that SQLite lays beside a database and that belong to it.
COMPANIONS = ("-wal", "-shm", "-journal")

_NAME = re.compile(r"momentry-(\d{8}T\d{12}Z)\.sqlite3")
_STAMP = "%Y%m%dT%H%M%S%fZ"


class Restoration(msgspec.Struct, frozen=True):
    """What was done about a damaged file: where it lies now, and the backup in its place (None: a new begin)."""

    set_aside: Path
    backup: Path | None


def stamp(instant: float) -> str:
    """An instant as part of a file name, UTC; sorts as the instants do."""
    return datetime.fromtimestamp(instant, UTC).strftime(_STAMP)


def backups(folder: Path) -> list[Path]:
    """The backups of the database in this data folder, newest first."""
    place = folder / FOLDER_NAME
    if not place.is_dir():
        return []
    return sorted((path for path in place.iterdir() if _NAME.fullmatch(path.name)), reverse=True)


def made_at(backup: Path) -> float:
    """When a backup was made, by its name."""
    match = _NAME.fullmatch(backup.name)
    if match is None:
        raise ValueError(f"{backup} is not named like a backup")
    return datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC).timestamp()


def back_up(source: sqlite3.Connection, folder: Path, now: float) -> Path:
    """Copy `source` into `folder/backups` and forget the oldest copies. Raises sqlite3.Error, OSError.

    The copy appears under its name only when it is whole and on the disk.
    """
    place = folder / FOLDER_NAME
    place.mkdir(mode=0o700, exist_ok=True)
    for left in place.glob("*.partial*"):
        left.unlink()
    target = place / f"momentry-{stamp(now)}.sqlite3"
    partial = target.with_suffix(".partial")
    try:
        with closing(sqlite3.connect(partial)) as copy:
            source.backup(copy)
            # A copy stands alone: no write-ahead log beside it.
            copy.execute("PRAGMA journal_mode = DELETE")
        _sync(partial)
        partial.replace(target)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    _sync(place)
    for old in backups(folder)[KEPT:]:
        old.unlink()
    return target


def newest_good(folder: Path, newest_schema: int) -> Path | None:
    """The newest backup that is whole and that this version can read."""
    return next((path for path in backups(folder) if _is_good(path, newest_schema)), None)


def restore(database: Path, now: float, newest_schema: int) -> Restoration:
    """Set the damaged file aside and put the newest good backup in its place. Nothing is deleted.

    The backup is copied under another name first, so that an end at any moment leaves the old file or the new.
    """
    folder = database.parent
    backup = newest_good(folder, newest_schema)
    partial = database.with_suffix(".restoring")
    if backup is not None:
        shutil.copyfile(backup, partial)
        _sync(partial)
    aside = database.with_name(f"momentry.damaged-{stamp(now)}.sqlite3")
    # Its log goes first: laid beside a restored file it would be played into that one.
    for companion in COMPANIONS:
        beside = database.with_name(database.name + companion)
        if beside.exists():
            beside.replace(aside.with_name(aside.name + companion))
    if database.exists():
        database.replace(aside)
    if backup is not None:
        partial.replace(database)
    _sync(folder)
    return Restoration(aside, backup)


@contextmanager
def _opened_as_it_is(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        yield connection


def _is_good(path: Path, newest_schema: int) -> bool:
    try:
        with _opened_as_it_is(path) as connection:
            (schema,) = connection.execute("PRAGMA user_version").fetchone()
            (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError:
        return False
    return bool(verdict == "ok" and 0 < schema <= newest_schema)


def _sync(path: Path) -> None:
    """Have the disk keep a file, or a folder's names, before going on. Windows knows no such thing for folders."""
    if path.is_dir() and os.name == "nt":
        return
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
