"""What the last looks for a newer version told, kept over restarts: they are made once a day at most."""

from momentry_desk.core.updates import LastLook
from momentry_desk.store.database import Database
from momentry_desk.store.meta import read_meta, write_meta

_KEY = "updates"


class UpdatesStore:
    """Commands belong to the thread that opened the database. Raises `StoreTrouble`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def last(self) -> LastLook:
        return read_meta(self._database, _KEY, LastLook())

    def put(self, last: LastLook) -> None:
        write_meta(self._database, _KEY, last)
