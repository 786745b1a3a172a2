"""Reads the database of a data folder beside whatever runs on it, without taking it over or changing anything."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import peewee

from momentry_desk.store.connection import Connection
from momentry_desk.store.database import APPLICATION_ID, FILE_NAME, Database
from momentry_desk.store.migrations import MIGRATIONS
from momentry_desk.store.trouble import DatabaseReadOnly, ForeignDatabase, NewerDatabase, StoreTrouble, told_plainly


class NothingScanned(StoreTrouble):
    """There is no database yet."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, f"There is nothing in {path.parent} yet. Scan something first.")


class OlderDatabase(StoreTrouble):
    """It has to be brought to this version first, which reading alone cannot do."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            path, f"{path} is of an older version. Start the window or `momentry-desk serve` once, then try again."
        )


class DatabaseToRead(Database):
    """The database as it is at each look, for the stores' reads from any thread. Nothing is open in between.

    Raises `StoreTrouble`; every change raises `DatabaseReadOnly`.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder.absolute() / FILE_NAME
        self.unclean = False
        self.restored = None

    def close(self) -> None:
        """There is nothing to close."""

    @contextmanager
    def transaction(self, name: str) -> Iterator[Connection]:
        del name
        raise DatabaseReadOnly(self.path)
        yield

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        if not self.path.is_file() or not self.path.stat().st_size:
            raise NothingScanned(self.path)
        with told_plainly(self.path):
            # Not "mode=ro": SQLite then cannot make the shared memory that reading a write-ahead log needs. The
            # connection itself refuses every change.
            address = f"{self.path.as_uri()}?mode=rw"
            connection = peewee.SqliteDatabase(address, uri=True, autoconnect=False, timeout=5)
            connection.connect()
            try:
                sqlite: sqlite3.Connection = connection.connection()  # type: ignore[no-untyped-call]
                sqlite.execute("PRAGMA query_only = ON")
                self._look_over(sqlite)
                with connection.atomic("DEFERRED"):
                    yield Connection(connection)
            finally:
                connection.close()

    def _look_over(self, sqlite: sqlite3.Connection) -> None:
        (application,) = sqlite.execute("PRAGMA application_id").fetchone()
        (schema,) = sqlite.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION_ID:
            raise ForeignDatabase(self.path)
        newest = MIGRATIONS[-1].number
        if schema > newest:
            raise NewerDatabase(self.path, schema, newest)
        if schema < newest:
            raise OlderDatabase(self.path)
