"""What finished scans taught about this machine's speed, kept over restarts."""

from momentry_desk.core.estimates import Speeds
from momentry_desk.store.database import Database
from momentry_desk.store.meta import read_meta, write_meta

_KEY = "speeds"


class LearnedStore:
    """Commands belong to the thread that opened the database. Raises `StoreTrouble`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def speeds(self) -> Speeds:
        """As they were written last; nothing where none were, or where another version wrote them otherwise."""
        return read_meta(self._database, _KEY, Speeds())

    def put_speeds(self, speeds: Speeds) -> None:
        write_meta(self._database, _KEY, speeds)
