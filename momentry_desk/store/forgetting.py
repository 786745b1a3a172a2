"""Forgets faces for good: sightings, embeddings, crops, persons and their names, in every copy of the database."""

import contextlib
import sqlite3
from contextlib import closing
from pathlib import Path

from momentry_desk.core.people import Forgotten
from momentry_desk.store import backups
from momentry_desk.store.database import FILE_NAME, Database

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
    """On the thread that opened the database; takes as long as writing it anew. Raises `StoreTrouble`.

    What is deleted is overwritten (`secure_delete`) and the file is written anew (`VACUUM`), so that no page of it
    keeps a face. Scans of faces that are under way keep running, but what they found so far and where they would go
    on is gone: they end with nothing stored.
    """
    cleaned: list[str] = []
    deleted: list[str] = []
    left: list[str] = []
    with database.alone() as connection:
        persons, names, sightings = _counts(connection)
        if not _clean(connection):
            left.append(f"{database.path}-wal")
    for copy in copies(database.folder):
        try:
            with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
                _clean(connection)
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
    return Forgotten(persons, names, sightings, tuple(cleaned), tuple(deleted), tuple(left))


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


def _clean(connection: sqlite3.Connection) -> bool:
    """In autocommit mode. False where somebody reads for so long that the log could not be emptied; it is at the
    next clean end. Raises `sqlite3.Error`."""
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
    connection.execute("VACUUM")
    (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    connection.execute("PRAGMA secure_delete = OFF")
    return not busy
