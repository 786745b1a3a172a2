"""Takes a database from the schema it was written with to this version's, one numbered step after another.

A step is a module with the statements of that step. What was shipped is never edited: a database of every schema
must open for ever.
"""

import sqlite3
from collections.abc import Callable, Sequence

import msgspec

from momentry_desk.store.migrations import (
    m0001_queue_and_findings,
    m0002_scan_costs,
    m0003_callbacks,
    m0004_moments,
    m0005_transcripts,
    m0006_audio_choices,
    m0007_removals,
    m0008_arrivals,
)


class Migration(msgspec.Struct, frozen=True):
    """Step to schema `number`: in one transaction the statements, one by one, then `fill`, which derives what no
    statement can."""

    number: int
    statements: tuple[str, ...]
    fill: Callable[[sqlite3.Connection], None] | None = None


MIGRATIONS: tuple[Migration, ...] = (
    Migration(1, m0001_queue_and_findings.STATEMENTS),
    Migration(2, m0002_scan_costs.STATEMENTS),
    Migration(3, m0003_callbacks.STATEMENTS),
    Migration(4, m0004_moments.STATEMENTS, m0004_moments.fill),
    Migration(5, m0005_transcripts.STATEMENTS, m0005_transcripts.fill),
    Migration(6, m0006_audio_choices.STATEMENTS),
    Migration(7, m0007_removals.STATEMENTS),
    Migration(8, m0008_arrivals.STATEMENTS),
)


class BrokenMigration(Exception):
    """A step left references that lead nowhere. It was rolled back."""


def schema_of(connection: sqlite3.Connection) -> int:
    """The number of the last step that this database has taken; 0 for an empty one."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(
    connection: sqlite3.Connection,
    migrations: Sequence[Migration] = MIGRATIONS,
    *,
    stop_point: Callable[[str], None] | None = None,
) -> list[int]:
    """Take the steps that are missing, each in a transaction of its own, and answer their numbers.

    The connection is in autocommit mode. `stop_point` is called with "before migration N" and "after migration N".
    Raises `BrokenMigration` or what SQLite raises; steps before the one that failed stay.
    """
    taken: list[int] = []
    found = schema_of(connection)
    # A step may build a table anew: references are checked at its end, not at each row.
    connection.execute("PRAGMA foreign_keys = OFF")
    try:
        for migration in migrations:
            if migration.number > found:
                _take(connection, migration, stop_point or _go_on)
                taken.append(migration.number)
    finally:
        connection.execute("PRAGMA foreign_keys = ON")
    return taken


def _take(connection: sqlite3.Connection, migration: Migration, stop_point: Callable[[str], None]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in migration.statements:
            connection.execute(statement)
        if migration.fill is not None:
            migration.fill(connection)
        if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise BrokenMigration(f"step {migration.number} leaves references that lead nowhere")
        connection.execute(f"PRAGMA user_version = {migration.number:d}")
        stop_point(f"before migration {migration.number}")
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    stop_point(f"after migration {migration.number}")


def _go_on(point: str) -> None:
    del point
