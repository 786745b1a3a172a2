"""Forgets faces for good: sightings, embeddings, crops, persons and their names, in every copy of the database."""

import contextlib
import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec

from momentry_desk.core.people import Forgotten
from momentry_desk.store import backups
from momentry_desk.store.database import FILE_NAME, Database
from momentry_desk.store.trouble import told_plainly

#: How long readers may keep the log from being emptied.
_PATIENCE_S = 30.0

_log = logging.getLogger(__name__)

_WITH_PERSONS = (
    "person_edits",
    "person_facts",
    "persons_apart",
    "sightings",
    "person_parts",
    "sorted_scans",
    "persons",
)


def forget_faces(database: Database) -> Forgotten:
    """In the database and in its copies, one after the other. Raises `StoreTrouble`."""
    return clean_copies(database.folder, forget_in_database(database))


def forget_in_database(database: Database) -> Forgotten:
    """On any thread, with a connection of its own; nobody writes to the database meanwhile, and it takes as long as
    writing it anew. Raises `StoreTrouble`.

    What is deleted is overwritten (`secure_delete`) and the file is written anew (`VACUUM`), so that no page of it
    keeps a face. What a scan of faces found so far and where it would go on is gone: one that still runs ends with
    nothing stored.
    """
    left: list[str] = []
    with (
        database.rewriting(),
        told_plainly(database.path),
        closing(sqlite3.connect(database.path, isolation_level=None, timeout=_PATIENCE_S)) as connection,
    ):
        persons, names, sightings = _counts(connection)
        _delete_faces(connection)
        try:
            if not _write_anew(connection):
                left.append(f"{database.path}-wal")
        except sqlite3.Error as error:
            # A full disk: the rows are gone and overwritten, older remains may be in the file.
            _log.warning("the database could not be written anew: %s", error)
            left.append(str(database.path))
    return Forgotten(persons, names, sightings, left=tuple(left))


def clean_copies(folder: Path, told: Forgotten) -> Forgotten:
    """What was done so far, and what was done about the copies. On any thread."""
    cleaned: list[str] = []
    deleted: list[str] = []
    left = list(told.left)
    for copy in copies(folder):
        try:
            with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
                _delete_faces(connection)
                _write_anew(connection)
                # A copy stands alone: what its log held is in it now.
                connection.execute("PRAGMA journal_mode = DELETE")
            cleaned.append(str(copy))
        except sqlite3.Error:
            # It cannot be read, so nobody can say what is in it.
            try:
                _delete(copy)
                deleted.append(str(copy))
            except OSError:
                left.append(str(copy))
    return msgspec.structs.replace(told, cleaned=tuple(cleaned), deleted=tuple(deleted), left=tuple(left))


def copies(folder: Path) -> list[Path]:
    """Backups, databases set aside, and what an interrupted copy left."""
    found = [path for path in (folder / backups.FOLDER_NAME).glob("*") if path.is_file()]
    found += (path for path in folder.glob("momentry.*") if path.name != FILE_NAME and ".sqlite3" in path.name)
    found += folder.glob("*.restoring")
    return sorted(path for path in set(found) if not path.name.endswith(backups.COMPANIONS))


def _delete(copy: Path) -> None:
    copy.unlink()
    for companion in backups.COMPANIONS:
        copy.with_name(copy.name + companion).unlink(missing_ok=True)


def _counts(connection: sqlite3.Connection) -> tuple[int, int, int]:
    (persons, names) = connection.execute("SELECT count(*), coalesce(sum(name <> ''), 0) FROM persons").fetchone()
    (sightings,) = connection.execute("SELECT count(*) FROM findings WHERE kind = 'face'").fetchone()
    return int(persons), int(names), int(sightings)


def _delete_faces(connection: sqlite3.Connection) -> None:
    """In autocommit mode. Raises `sqlite3.Error`."""
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute("PRAGMA foreign_keys = ON")
    there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not {"findings", "scans"} <= there:
        raise sqlite3.DatabaseError("these are not the tables of this program")
    connection.execute("BEGIN IMMEDIATE")
    try:
        for table in _WITH_PERSONS:
            if table in there:
                connection.execute(f"DELETE FROM {table}")
        # Other processors may find faces too, so it goes by the kind as well as by the scan. The checkpoint of a
        # scan holds open tracks with their embeddings and crops.
        connection.execute("DELETE FROM findings WHERE kind = 'face'")
        connection.execute("DELETE FROM scans WHERE processor = 'face'")
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")


def _write_anew(connection: sqlite3.Connection) -> bool:
    """False where somebody reads for so long that the log could not be emptied; it is at the next clean end. Raises
    `sqlite3.Error`."""
    connection.execute("VACUUM")
    (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy
