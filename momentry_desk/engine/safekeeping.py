"""Backups of the database while the queue runs, and the way back from one when the database is damaged."""

import logging
import threading
from collections.abc import Callable
from pathlib import Path

from momentry_desk.core.sentences import Said, say
from momentry_desk.engine import folders
from momentry_desk.engine.errors import StartRefused
from momentry_desk.engine.instance import InstanceLock
from momentry_desk.store.database import Database, open_database
from momentry_desk.store.trouble import StoreTrouble

_log = logging.getLogger(__name__)

#: Between two backups at least so long. Five are kept.
EVERY_S = 3600.0
#: A data folder without any gets its first one so long after the start.
FIRST_S = 60.0
#: A backup never takes the last room: so much stays free beside it. 128 MiB.
_SPARE_BYTES = 128 * 1024 * 1024
#: A backup that is under way at the program's end may take so long; what it left is swept by the next one.
_LAST_S = 5.0


class Safekeeping:
    """Lives on the engine's thread and copies on one of its own, one copy at a time."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now
        self._thread: threading.Thread | None = None
        newest = database.newest_backup_at()
        self._due = now() + FIRST_S if newest is None else newest + EVERY_S

    @property
    def busy(self) -> bool:
        """Whether a copy is under way."""
        return self._thread is not None and self._thread.is_alive()

    def tick(self, free_bytes: int) -> None:
        """Begin a backup where one is due and the disk has room for it."""
        if self.busy:
            return
        self._thread = None
        if self._now() < self._due or free_bytes < self._database.size() + _SPARE_BYTES:
            return
        self._due = self._now() + EVERY_S
        self._thread = threading.Thread(target=self._back_up, name="backup", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Let the copy that is under way come to its end, if it does so soon."""
        if self._thread is not None:
            self._thread.join(_LAST_S)

    def _back_up(self) -> None:
        try:
            _log.info("backed up into %s", self._database.back_up())
        except StoreTrouble as trouble:
            _log.warning("the backup was not made: %s", trouble)


def restore(data_folder: Path) -> str:
    """Put the newest good backup in a damaged database's place, and answer with a sentence what was done.

    The damaged file is set aside, never deleted. A database that is whole is left as it is. Blocks, any thread.
    Raises `StartRefused` where a program runs on the folder or the database is in another trouble.
    """
    try:
        run_folder = data_folder / "run"
        folders.make_private(data_folder)
        folders.make_private(run_folder)
        lock = InstanceLock(run_folder)
        try:
            with open_database(data_folder, restore=True, look_whole=True) as database:
                done = database.restored
        finally:
            lock.release()
    except StoreTrouble as trouble:
        raise StartRefused(str(trouble)) from trouble
    except OSError as error:
        raise StartRefused(say(Said.FOLDER_UNUSABLE, path=data_folder, why=error.strerror or error)) from error
    if done is None:
        return "The database is whole; nothing was changed."
    if done.backup is None:
        return (
            f"There was no good backup: a new database was begun. The damaged one is kept as {done.set_aside.name}."
        )
    return f"The backup {done.backup.name} is in place. The damaged database is kept as {done.set_aside.name}."
