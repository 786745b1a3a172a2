"""What finished scans taught about this machine's speed, kept over restarts."""

import msgspec

from momentry_desk.core.estimates import Speeds
from momentry_desk.store.database import Database

_KEY = "speeds"


class LearnedStore:
    """Commands belong to the thread that opened the database. Raises `StoreTrouble`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def speeds(self) -> Speeds:
        """As they were written last; nothing where none were, or where another version wrote them otherwise."""
        with self._database.reading() as connection:
            rows = connection.sql("SELECT value FROM meta WHERE key = ?", (_KEY,))
        try:
            return msgspec.json.decode(rows[0][0], type=Speeds) if rows else Speeds()
        except msgspec.DecodeError:
            return Speeds()

    def put_speeds(self, speeds: Speeds) -> None:
        with self._database.transaction("put speeds") as connection:
            connection.change_sql(
                "INSERT INTO meta (key, value) VALUES (?, ?)"
                " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                (_KEY, msgspec.json.encode(speeds).decode()),
            )
