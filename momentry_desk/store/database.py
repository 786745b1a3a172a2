"""Opens the one database file and keeps it: pragmas, integrity, migrations, transactions, reading connections."""

import time
from collections.abc import Callable
from pathlib import Path

FILE_NAME = "momentry.sqlite3"


class Database:
    """The open database. Commands belong to the thread that opened it; reading goes from any thread.

    `path` is the file, `unclean` says that the last life did not close it. Every method raises `StoreTrouble`.
    """

    path: Path
    unclean: bool

    def __enter__(self) -> "Database":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Mark the end as clean and close. On the thread that opened it; idempotent."""
        raise NotImplementedError

    def back_up(self) -> Path:
        """Copy the database into `backups/` while it is in use, from any thread; the five newest are kept."""
        raise NotImplementedError

    def newest_backup_at(self) -> float | None:
        """When the newest backup was made."""
        raise NotImplementedError

    def drop_reserve(self) -> bool:
        """Free the 16 MiB kept back for a full disk, so that a pause can be written. False where it is gone."""
        raise NotImplementedError

    def restore_reserve(self) -> bool:
        """Put the reserve back; False while there is no room for it."""
        raise NotImplementedError


def open_database(
    folder: Path,
    *,
    clock: Callable[[], float] = time.time,
    busy_timeout_s: float = 5.0,
    restore: bool = False,
    stop_point: Callable[[str], None] | None = None,
) -> Database:
    """Open or make `folder/momentry.sqlite3`; the thread that calls owns the writing connection.

    `restore` lets the newest good backup take a damaged file's place, or an empty database where there is none.
    `stop_point` is called with "before NAME" and "after NAME" around each commit (for fault tests).
    """
    raise NotImplementedError
