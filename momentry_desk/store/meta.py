"""Single values that are kept under a name, each as JSON."""

from typing import TypeVar

import msgspec

from momentry_desk.store.database import Database

T = TypeVar("T")


def read_meta(database: Database, key: str, default: T) -> T:
    """The value as it was written last; `default` where none was, or where another version wrote it otherwise.
    Raises `StoreTrouble`."""
    with database.reading() as connection:
        rows = connection.sql("SELECT value FROM meta WHERE key = ?", (key,))
    try:
        return msgspec.json.decode(rows[0][0], type=type(default)) if rows else default
    except msgspec.DecodeError:
        return default


def write_meta(database: Database, key: str, value: object) -> None:
    """On the thread that opened the database. Raises `StoreTrouble`."""
    with database.transaction(f"put {key}") as connection:
        connection.change_sql(
            "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            (key, msgspec.json.encode(value).decode()),
        )
