"""One connection as the rest of the room uses it: peewee's queries, or SQL where rows come by the thousand."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import peewee

#: What SQLite answers with. Rows are turned into core values before they leave the room.
Row = tuple[Any, ...]


#: Values for "?" in order, or for ":name" by name.
Parameters = Sequence[object] | Mapping[str, object]


class Connection:
    """Runs queries on the transaction that handed it out; raises what peewee and sqlite3 raise."""

    def __init__(self, database: peewee.SqliteDatabase) -> None:
        self._database = database

    def rows(self, query: peewee.BaseQuery) -> list[Row]:
        found: list[Row] = self._cursor(query).fetchall()
        return found

    def row(self, query: peewee.BaseQuery) -> Row | None:
        found: Row | None = self._cursor(query).fetchone()
        return found

    def change(self, query: peewee.BaseQuery) -> int:
        """Run an UPDATE, INSERT or DELETE and answer how many rows it changed."""
        count: int = self._cursor(query).rowcount
        return count

    def sql(self, text: str, parameters: Parameters = ()) -> list[Row]:
        found: list[Row] = self._sqlite().execute(text, parameters).fetchall()
        return found

    def change_sql(self, text: str, parameters: Parameters = ()) -> int:
        return self._sqlite().execute(text, parameters).rowcount

    def change_many(self, text: str, rows: Iterable[Sequence[object]]) -> None:
        self._sqlite().executemany(text, rows)

    def _cursor(self, query: peewee.BaseQuery) -> sqlite3.Cursor:
        # The bare cursor: peewee's own wrappers cost more than the query where rows come by the thousand.
        cursor: sqlite3.Cursor = self._database.execute(query)  # type: ignore[no-untyped-call]
        return cursor

    def _sqlite(self) -> sqlite3.Connection:
        connection: sqlite3.Connection = self._database.connection()  # type: ignore[no-untyped-call]
        return connection


class PlainConnection(Connection):
    """The same over a plain connection, for migrations. SQL alone: peewee's queries need a database of its own."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._plain = connection

    def _sqlite(self) -> sqlite3.Connection:
        return self._plain
