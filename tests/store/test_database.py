"""Opening and closing the database, its schema, its threads and its commands."""

import stat
import threading
from pathlib import Path

import pytest

from momentry_desk.store.database import FILE_NAME, Database, open_database
from momentry_desk.store.migrations import MIGRATIONS
from momentry_desk.store.tasks import TaskStore
from momentry_desk.store.trouble import (
    DatabaseClosed,
    DatabaseReadOnly,
    StoreTrouble,
)
from tests.store.rooms import NOW, Room, filled, leave_open


def test_the_folder_and_the_file_are_the_users_alone(folder: Path) -> None:
    with open_database(folder):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert stat.S_IMODE((folder / FILE_NAME).stat().st_mode) == 0o600


def test_a_folder_that_holds_other_things_keeps_its_mode(folder: Path) -> None:
    folder.mkdir(mode=0o755)
    (folder / "holiday.txt").write_text("mine")
    with open_database(folder):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o755


def test_every_commit_is_on_the_disk_and_references_hold(database: Database) -> None:
    with database.reading() as connection:
        answers = {name: connection.sql(f"PRAGMA {name}")[0][0] for name in ("journal_mode", "synchronous")}
        assert connection.sql("PRAGMA foreign_keys") == [(1,)]
    assert answers == {"journal_mode": "wal", "synchronous": 2}


def test_the_queue_has_the_columns_and_indexes_that_were_asked_for(database: Database) -> None:
    with database.reading() as connection:
        columns = {
            name: (kind, default, key)
            for _, name, kind, _, default, key in connection.sql("PRAGMA table_info(queue_tasks)")
        }
        indexes = {
            name: [column for _, _, column in connection.sql(f"PRAGMA index_info({name})")]
            for name in ("idx_queue_status", "idx_queue_priority")
        }
    instant = "strftime('%Y-%m-%dT%H:%M:%f', 'now') || '000Z'"
    asked = {
        "task_id": ("TEXT", None, 1),
        "file_uuid": ("TEXT", None, 0),
        "file_name": ("TEXT", None, 0),
        "status": ("TEXT", "'pending'", 0),
        "priority": ("TEXT", "'normal'", 0),
        "processors": ("JSON", None, 0),
        "progress": ("INTEGER", "0", 0),
        "queued_at": ("TIMESTAMP", instant, 0),
        "started_at": ("TIMESTAMP", None, 0),
        "completed_at": ("TIMESTAMP", None, 0),
        "error_message": ("TEXT", None, 0),
        "retry_count": ("INTEGER", "0", 0),
        "max_retries": ("INTEGER", "3", 0),
        "created_at": ("TIMESTAMP", instant, 0),
        "updated_at": ("TIMESTAMP", instant, 0),
    }
    assert {name: columns[name] for name in asked} == asked
    assert indexes == {"idx_queue_status": ["status"], "idx_queue_priority": ["priority", "queued_at"]}


def test_a_row_with_the_needed_columns_alone_is_a_task(room: Room) -> None:
    room.video("a")
    with room.database.transaction("another program") as connection:
        connection.change_sql("INSERT INTO queue_tasks (task_id, file_uuid, priority) VALUES ('t', 'a', 'high')")
    (task,) = room.tasks.candidates(NOW * 2, 5)
    assert (task.task_id, task.order.rank, task.processors, task.max_retries) == ("t", 0, (), 3)
    assert task.queued_at == task.created_at > 1.7e9
    assert room.tasks.claim("t", NOW) is not None


def test_a_clean_end_is_told_from_an_unclean_one(folder: Path) -> None:
    filled(folder)
    with open_database(folder) as database:
        assert not database.unclean
    leave_open(folder)
    with open_database(folder) as database:
        assert database.unclean
    with open_database(folder) as database:
        assert not database.unclean


def test_closing_twice_is_closing_once(folder: Path) -> None:
    database = open_database(folder)
    database.close()
    database.close()
    with pytest.raises(DatabaseClosed), database.reading():
        pass


def test_another_thread_reads_but_does_not_write(room: Room) -> None:
    room.submit("a")
    troubles: list[Exception] = []
    found: list[int] = []

    def elsewhere() -> None:
        found.append(len(room.tasks.all()))
        for attempt in (lambda: room.tasks.clear(), lambda: write_through_a_reading(room.database)):
            try:
                attempt()
            except StoreTrouble as trouble:
                troubles.append(trouble)

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert found == [1]
    assert [type(trouble) for trouble in troubles] == [DatabaseClosed, DatabaseReadOnly]
    assert room.tasks.counts().pending == 1


def write_through_a_reading(database: Database) -> None:
    with database.reading() as connection:
        connection.change_sql("DELETE FROM queue_tasks")


def test_a_look_from_another_thread_waits_for_no_command(room: Room) -> None:
    room.submit("a")
    found: list[int] = []
    with room.database.transaction("long") as connection:
        connection.change_sql("DELETE FROM queue_tasks")
        thread = threading.Thread(target=lambda: found.append(len(room.tasks.all())))
        thread.start()
        thread.join()
    assert found == [1], "what was there before the command began"


def test_a_command_that_breaks_off_changes_nothing(room: Room) -> None:
    room.submit("a")
    with pytest.raises(RuntimeError, match="broke"):
        break_off(room.database)
    assert room.tasks.counts().pending == 1


def break_off(database: Database) -> None:
    with database.transaction("broken") as connection:
        connection.change_sql("DELETE FROM queue_tasks")
        raise RuntimeError("it broke")


def test_stop_points_stand_around_each_commit(folder: Path) -> None:
    points: list[str] = []
    with open_database(folder, stop_point=points.append) as database:
        TaskStore(database).clear()
    steps = [f"migration {migration.number}" for migration in MIGRATIONS]
    around = [f"{side} {name}" for name in (*steps, "clear", "close") for side in ("before", "after")]
    assert points == around
