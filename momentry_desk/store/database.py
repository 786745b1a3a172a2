"""Opens the one database file and keeps it: pragmas, integrity, migrations, transactions, reading connections."""

import logging
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import peewee

from momentry_desk.store import backups, reserve
from momentry_desk.store.connection import Connection
from momentry_desk.store.migrations import MIGRATIONS, Migration, migrate, schema_of
from momentry_desk.store.trouble import (
    DatabaseClosed,
    DatabaseDamaged,
    DatabaseReadOnly,
    ForeignDatabase,
    NewerDatabase,
    StoreTrouble,
    told_plainly,
)

FILE_NAME = "momentry.sqlite3"

#: Says in the file's header whose database it is ("MoDk").
APPLICATION_ID = 0x4D6F446B

#: Where the header holds what is looked at before SQLite opens the file: https://www.sqlite.org/fileformat.html
_HEADER_BYTES = 100
_MAGIC = b"SQLite format 3\x00"

log = logging.getLogger(__name__)


class BeingRewritten(Exception):
    """Try again when the database is written anew. Nothing was changed."""


class Database:
    """The open database. Commands belong to the thread that opened it; reading goes from any thread.

    `path` is the file; `unclean` says that the last life did not close it; `restored` what was done about a damaged
    file at this opening. Every method raises `StoreTrouble`.
    """

    def __init__(
        self,
        path: Path,
        connection: peewee.SqliteDatabase,
        *,
        clock: Callable[[], float],
        unclean: bool,
        restored: backups.Restoration | None,
        stop_point: Callable[[str], None] | None,
    ) -> None:
        self.path = path
        self.unclean = unclean
        self.restored = restored
        self._connection = connection
        self._owner = threading.get_ident()
        self._clock = clock
        self._stop_point = stop_point
        self._open = True
        #: Held by whoever writes: the owner's transactions, one after another, and who writes the file anew.
        self._turn = threading.Lock()
        self._impatient = False

    def __enter__(self) -> "Database":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    @property
    def folder(self) -> Path:
        return self.path.parent

    def close(self) -> None:
        """Mark the end as clean and close. On the thread that opened it; idempotent.

        Where the mark cannot be written (a full disk) the file is closed all the same: the next start then looks
        it over as after a crash.
        """
        if not self._open:
            return
        try:
            with self.transaction("close") as connection:
                connection.change_sql("UPDATE meta SET value = 'closed' WHERE key = 'life'")
        except StoreTrouble as trouble:
            log.warning("The database could not be marked as closed: %s", trouble)
        finally:
            self._open = False
            with told_plainly(self.path):
                self._connection.close()

    @contextmanager
    def transaction(self, name: str) -> Iterator[Connection]:
        """One command: everything inside is written at the end, or nothing. They do not nest."""
        if not self._open or threading.get_ident() != self._owner:
            raise DatabaseClosed(self.path)
        reach = self._stop_point or _pass_by
        sqlite: sqlite3.Connection = self._connection.connection()  # type: ignore[no-untyped-call]
        with self._my_turn(), told_plainly(self.path):
            sqlite.execute("BEGIN IMMEDIATE")
            try:
                yield Connection(self._connection)
                reach(f"before {name}")
                sqlite.execute("COMMIT")
            finally:
                # On a full disk SQLite has taken everything back by itself; peewee's own way would then fail at its
                # rollback and hide why.
                if sqlite.in_transaction:
                    sqlite.execute("ROLLBACK")
        reach(f"after {name}")

    @contextmanager
    def _my_turn(self) -> Iterator[None]:
        # One step: whoever looked first and then waited could wait for minutes.
        if not self._turn.acquire(blocking=not self._impatient):
            raise BeingRewritten
        try:
            yield
        finally:
            self._turn.release()

    @contextmanager
    def rewriting(self) -> Iterator[None]:
        """The whole file is written anew inside, by another connection on another thread: a transaction waits for
        the end, or, while the owner is `impatient`, raises `BeingRewritten`. Reading goes on."""
        with self._turn:
            yield

    @contextmanager
    def impatient(self) -> Iterator[None]:
        """The owner has better things to do inside than to wait for `rewriting`."""
        self._impatient = True
        try:
            yield
        finally:
            self._impatient = False

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A consistent look from any thread: the owner's own connection there, a read-only one elsewhere."""
        if not self._open:
            raise DatabaseClosed(self.path)
        if threading.get_ident() == self._owner:
            with told_plainly(self.path):
                yield Connection(self._connection)
            return
        with told_plainly(self.path):
            connection = peewee.SqliteDatabase(
                f"{self.path.as_uri()}?mode=ro", uri=True, autoconnect=False, timeout=5
            )
            connection.connect()
            try:
                with connection.atomic("DEFERRED"):
                    yield Connection(connection)
            finally:
                connection.close()

    def back_up(self) -> Path:
        """Copy the database into `backups/` while it is in use, from any thread; the five newest are kept."""
        if not self._open:
            raise DatabaseClosed(self.path)
        with told_plainly(self.path), closing(_connect_to_read(self.path)) as source:
            return backups.back_up(source, self.folder, self._clock())

    def size(self) -> int:
        """Bytes of the file and its log: what a backup takes at most."""
        log_file = self.path.with_name(self.path.name + "-wal")
        with told_plainly(self.path):
            return self.path.stat().st_size + (log_file.stat().st_size if log_file.exists() else 0)

    def newest_backup_at(self) -> float | None:
        """When the newest backup was made."""
        with told_plainly(self.path):
            found = backups.backups(self.folder)
        return backups.made_at(found[0]) if found else None

    def drop_reserve(self) -> bool:
        """Free the 16 MiB kept back for a full disk, so that a pause can be written. False where it is gone."""
        with told_plainly(self.path):
            return reserve.drop(self.folder)

    def restore_reserve(self) -> bool:
        """Put the reserve back; False while there is no room for it."""
        with told_plainly(self.path):
            return reserve.make(self.folder)


def open_database(
    folder: Path,
    *,
    clock: Callable[[], float] = time.time,
    busy_timeout_s: float = 5.0,
    restore: bool = False,
    look_whole: bool = False,
    stop_point: Callable[[str], None] | None = None,
    migrations: tuple[Migration, ...] = MIGRATIONS,
) -> Database:
    """Open or make `folder/momentry.sqlite3`; the thread that calls owns the writing connection.

    After an unclean end, or with `look_whole`, the file is checked whole. A step to a newer schema is preceded by a
    backup. `restore` lets the newest good backup take a damaged file's place, or an empty database where there is
    none; without it damage raises `DatabaseDamaged`, which names the backup. `stop_point` is called with "before
    NAME" and "after NAME" around each commit (for fault tests). Raises `StoreTrouble`.
    """
    path = folder.absolute() / FILE_NAME
    newest = migrations[-1].number
    with told_plainly(path):
        _make_private(path)
    restored: backups.Restoration | None = None
    try:
        connection, unclean = _open_whole(path, clock, busy_timeout_s, migrations, stop_point, look_whole)
    except DatabaseDamaged as damage:
        if not restore:
            raise DatabaseDamaged(path, damage.detail, backups.newest_good(path.parent, newest)) from damage
        with told_plainly(path):
            restored = backups.restore(path, clock(), newest)
        log.warning("%s was damaged (%s) and set aside as %s", path, damage.detail, restored.set_aside)
        connection, unclean = _open_whole(path, clock, busy_timeout_s, migrations, stop_point, look_whole)
    with told_plainly(path):
        reserve.make(folder)
    return Database(path, connection, clock=clock, unclean=unclean, restored=restored, stop_point=stop_point)


def _make_private(path: Path) -> None:
    """The folder for this user alone, and the file too: the folder may be one that others use as well.

    A folder that holds other things and not yet a database was not made for it, and keeps its mode.
    """
    folder = path.parent
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_mode & 0o077 and (path.exists() or not any(folder.iterdir())):
        folder.chmod(0o700)
    path.touch(mode=0o600)


def _open_whole(
    path: Path,
    clock: Callable[[], float],
    busy_timeout_s: float,
    migrations: tuple[Migration, ...],
    stop_point: Callable[[str], None] | None,
    look_whole: bool,
) -> tuple[peewee.SqliteDatabase, bool]:
    """Open, look over, bring to this version's schema, mark as in use. Answers whether the last end was unclean."""
    with told_plainly(path):
        _look_at_header(path, migrations[-1].number)
        database = peewee.SqliteDatabase(str(path), timeout=busy_timeout_s, autoconnect=False, pragmas=_pragmas())
        database.connect()
        try:
            connection: sqlite3.Connection = database.connection()  # type: ignore[no-untyped-call]
            schema = _known_schema(path, connection, migrations[-1].number)
            unclean = schema > 0 and _was_left_open(connection)
            if unclean or (look_whole and schema > 0):
                _check_whole(path, connection)
            _write_ahead(path, connection)
            if 0 < schema < migrations[-1].number:
                backups.back_up(connection, path.parent, clock())
            if migrate(connection, migrations, stop_point=stop_point):
                # The header then tells the schema, also to a version that refuses it unopened.
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.execute("UPDATE meta SET value = 'open' WHERE key = 'life'")
        except BaseException:
            database.close()
            raise
    return database, unclean


def _pragmas() -> dict[str, str | int]:
    durable: dict[str, str | int] = {"foreign_keys": 1, "synchronous": "FULL", "temp_store": "MEMORY"}
    if sys.platform == "darwin":
        # There fsync alone leaves data in the drive's own cache.
        durable |= {"fullfsync": 1, "checkpoint_fullfsync": 1}
    return durable


def _look_at_header(path: Path, newest_schema: int) -> None:
    """Refuse what must not be touched before SQLite, which might write to it, opens it."""
    if not path.exists():
        return
    size = path.stat().st_size
    if size == 0:
        if backups.backups(path.parent):
            raise DatabaseDamaged(path, "the file is empty")
        return
    with path.open("rb") as file:
        header = file.read(_HEADER_BYTES)
    if len(header) < _HEADER_BYTES or not header.startswith(_MAGIC):
        raise DatabaseDamaged(path, "it does not begin as a database does")
    application = int.from_bytes(header[68:72], "big")
    if application not in (0, APPLICATION_ID):
        raise ForeignDatabase(path)
    schema = int.from_bytes(header[60:64], "big")
    if application == APPLICATION_ID and schema > newest_schema:
        raise NewerDatabase(path, schema, newest_schema)
    page = int.from_bytes(header[16:18], "big")
    pages = int.from_bytes(header[28:32], "big")
    log_file = path.with_name(path.name + "-wal")
    logged = log_file.exists() and log_file.stat().st_size > 0
    if not logged and size < pages * (65536 if page == 1 else page):
        raise DatabaseDamaged(path, "its end is missing")


def _known_schema(path: Path, connection: sqlite3.Connection, newest_schema: int) -> int:
    """The schema as SQLite reads it, the write-ahead log included. Marks an empty file as ours."""
    schema = schema_of(connection)
    if schema > newest_schema:
        raise NewerDatabase(path, schema, newest_schema)
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION_ID:
        if tables:
            raise ForeignDatabase(path)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID:d}")
    return schema


def _was_left_open(connection: sqlite3.Connection) -> bool:
    row = connection.execute("SELECT value FROM meta WHERE key = 'life'").fetchone()
    return row is None or row[0] != "closed"


def _check_whole(path: Path, connection: sqlite3.Connection) -> None:
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise DatabaseDamaged(path, verdict)


def _write_ahead(path: Path, connection: sqlite3.Connection) -> None:
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        # A read-only file answers with the mode that it has; a network drive may know no shared memory.
        raise DatabaseReadOnly(path)


def _connect_to_read(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)


def _pass_by(point: str) -> None:
    del point
