"""The steps from one schema to the next, and the databases of every shipped schema."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from momentry_desk.core.search import parse
from momentry_desk.store import backups
from momentry_desk.store.database import FILE_NAME, open_database
from momentry_desk.store.migrations import MIGRATIONS, BrokenMigration, Migration, migrate, schema_of
from momentry_desk.store.search import SearchStore
from momentry_desk.store.tasks import TaskStore
from tests.store.rooms import NOW, Room

#: A second step that no version ships: it builds a table anew, as real ones have to.
NEXT = Migration(
    len(MIGRATIONS) + 1,
    (
        "CREATE TABLE new_meta (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL, note TEXT) WITHOUT ROWID",
        "INSERT INTO new_meta SELECT key, value, 'moved' FROM meta",
        "DROP TABLE meta",
        "ALTER TABLE new_meta RENAME TO meta",
    ),
)


def test_the_steps_are_numbered_without_a_gap() -> None:
    assert [migration.number for migration in MIGRATIONS] == list(range(1, len(MIGRATIONS) + 1))


def test_a_step_is_taken_once_after_a_backup_of_what_was_before(tmp_path: Path) -> None:
    with open_database(tmp_path) as database:
        Room(database).submit("a")
    with open_database(tmp_path, clock=lambda: NOW, migrations=(*MIGRATIONS, NEXT)) as database:
        assert Room(database).order() == ["a"]
        with database.reading() as connection:
            assert connection.sql("SELECT value, note FROM meta WHERE key = 'life'") == [("open", "moved")]
            assert connection.sql("PRAGMA foreign_keys") == [(1,)]
    (backup,) = backups.backups(tmp_path)
    with closing(sqlite3.connect(backup)) as copy:
        assert schema_of(copy) == len(MIGRATIONS)
        assert copy.execute("SELECT file_uuid FROM queue_tasks").fetchall() == [("a",)]
    with open_database(tmp_path, migrations=(*MIGRATIONS, NEXT)):
        assert backups.backups(tmp_path) == [backup]


def test_a_step_that_breaks_is_taken_back_whole(tmp_path: Path) -> None:
    broken = Migration(NEXT.number, (*NEXT.statements[:3], "SELECT no_such_column FROM videos"))
    with open_database(tmp_path) as database:
        Room(database).submit("a")
    with pytest.raises(Exception, match="no_such_column"):
        open_database(tmp_path, migrations=(*MIGRATIONS, broken))
    with open_database(tmp_path) as database:
        assert Room(database).order() == ["a"]


def test_a_step_that_an_end_cuts_off_is_taken_at_the_next_start(tmp_path: Path) -> None:
    with open_database(tmp_path) as database:
        Room(database).submit("a")

    class Killed(BaseException):
        pass

    def kill(point: str) -> None:
        if point == f"before migration {NEXT.number}":
            raise Killed

    with pytest.raises(Killed):
        open_database(tmp_path, migrations=(*MIGRATIONS, NEXT), stop_point=kill)
    with open_database(tmp_path, migrations=(*MIGRATIONS, NEXT)) as database:
        assert Room(database).order() == ["a"]


def test_a_step_that_leaves_references_to_nowhere_is_refused() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection)
        lost = Migration(
            NEXT.number,
            ("INSERT INTO video_paths VALUES ('/a', 'nobody', 1, 1, '2026-01-01T00:00:00.000000Z')",),
        )
        with pytest.raises(BrokenMigration, match="lead nowhere"):
            migrate(connection, (*MIGRATIONS, lost))
        assert schema_of(connection) == len(MIGRATIONS)
        assert connection.execute("SELECT count(*) FROM video_paths").fetchone() == (0,)


@pytest.mark.parametrize("schema", [migration.number for migration in MIGRATIONS])
def test_a_database_of_every_shipped_schema_opens_for_ever(tmp_path: Path, schema: int) -> None:
    shipped = Path(__file__).parent / "data" / f"schema_{schema:04d}.sqlite3"
    shutil.copyfile(shipped, tmp_path / FILE_NAME)
    with open_database(tmp_path) as database:
        room = Room(database)
        tasks = TaskStore(database).all()
        assert [(task.file_uuid, task.status.value, task.priority.value) for task in tasks] == [
            ("running", "processing", "normal"),
            ("first", "pending", "low"),
            ("urgent", "pending", "high"),
            ("waiting", "pending", "normal"),
            ("failed", "failed", "normal"),
            ("cancelled", "cancelled", "normal"),
            ("done", "completed", "normal"),
        ]
        assert len(room.findings.findings("done")) == 4
        assert room.findings.checkpoints(tasks[0].task_id)[0].state == b"open tracks"
        assert {row.file_uuid: row.scanned for row in room.videos.rows()}["done"] == ("face", "asr", "ocr", "scene")
        assert room.tasks.counts().total_processed == 1
        assert [task.file_uuid for task in room.tasks.recover(NOW, unclean=True)] == ["running"]
        room.submit("new")
        # What an older version found is searched too.
        found = SearchStore(database).search(parse("你好"), now=NOW).hits
        assert [(hit.file_uuid, hit.text) for hit in found] == [("done", "hello 你好")]
