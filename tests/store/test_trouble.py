"""Every kind of trouble with the file, each its own sentence and a safe way on; and the backups."""

import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from momentry_desk.core.messages import FileSeen
from momentry_desk.store import backups, reserve
from momentry_desk.store.database import FILE_NAME, Database, open_database
from momentry_desk.store.trouble import (
    DatabaseDamaged,
    DatabaseFull,
    DatabaseLocked,
    DatabaseReadOnly,
    DatabaseUnreachable,
    ForeignDatabase,
    NewerDatabase,
)
from momentry_desk.store.videos import VideoStore
from tests.store.rooms import NOW, Room, count, filled, leave_open


def test_a_database_that_another_program_locks_says_so(folder: Path) -> None:
    path = filled(folder)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseLocked, match=r"Another program keeps .* locked"):
            open_database(folder, busy_timeout_s=0.05)
    assert count(folder) == 300


def test_a_lock_in_mid_life_says_so_and_loses_nothing(folder: Path) -> None:
    with open_database(folder, busy_timeout_s=0.05) as database:
        videos = VideoStore(database)
        with closing(sqlite3.connect(database.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(DatabaseLocked):
                videos.register([FileSeen("/a", "a", 1, 1)], NOW)
        assert len(videos.register([FileSeen("/a", "a", 1, 1)], NOW)) == 1


def test_a_full_disk_says_so_and_loses_nothing(room: Room) -> None:
    room.submit("a")
    with room.database.reading() as connection:
        (pages,) = connection.sql("PRAGMA page_count")[0]
        connection.sql(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(DatabaseFull, match="Make room"):
        room.videos.register([FileSeen(f"/films/{n}" * 50, f"id{n}", 1, 1) for n in range(900)], NOW)
    assert [row.file_uuid for row in room.videos.rows()] == ["a"]
    with room.database.reading() as connection:
        connection.sql(f"PRAGMA max_page_count = {pages * 1000}")
    room.submit("b")
    assert room.order() == ["a", "b"]


def test_the_reserve_can_be_dropped_and_put_back(database: Database) -> None:
    path = database.folder / reserve.FILE_NAME
    assert path.stat().st_size == reserve.SIZE_BYTES
    assert path.stat().st_blocks * 512 >= reserve.SIZE_BYTES, "it takes up room indeed"
    assert database.drop_reserve()
    assert not path.exists()
    assert not database.drop_reserve()
    assert database.restore_reserve()
    assert path.stat().st_size == reserve.SIZE_BYTES


def test_a_connection_that_may_not_write_says_so(room: Room) -> None:
    room.submit("a")
    with room.database.reading() as connection:
        connection.sql("PRAGMA query_only = ON")
    with pytest.raises(DatabaseReadOnly, match="cannot be written"):
        room.tasks.clear()
    with room.database.reading() as connection:
        connection.sql("PRAGMA query_only = OFF")
    assert room.order() == ["a"]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the superuser may write everything")
def test_a_read_only_file_says_so(folder: Path) -> None:
    path = filled(folder)
    path.chmod(0o400)
    with pytest.raises(DatabaseReadOnly):
        open_database(folder)


def test_a_folder_that_cannot_be_made_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(DatabaseUnreachable, match="cannot be reached"):
        open_database(tmp_path / "file" / "data")


def test_a_newer_database_is_refused_and_not_touched(folder: Path) -> None:
    path = filled(folder)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    with pytest.raises(NewerDatabase, match="newer version of Momentry Desk"):
        open_database(folder, restore=True)
    assert path.read_bytes() == before
    assert not path.with_name(path.name + "-wal").exists()


def test_a_newer_database_whose_log_was_not_yet_merged_is_refused(folder: Path) -> None:
    path = filled(folder)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
        with pytest.raises(NewerDatabase):
            open_database(folder)


def test_a_database_of_another_program_is_refused_and_not_touched(folder: Path) -> None:
    folder.mkdir()
    path = folder / FILE_NAME
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE songs (name TEXT)")
        connection.commit()
    before = path.read_bytes()
    with pytest.raises(ForeignDatabase, match="another program"):
        open_database(folder)
    assert path.read_bytes() == before


def cut_in_half(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def cut_to_nothing(path: Path) -> None:
    os.truncate(path, 0)


def write_rubbish_at_the_front(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(b"rubbish" * 100)


def write_rubbish_inside(path: Path) -> None:
    """Every second page beyond the first: a look at the whole file finds it after an unclean end."""
    leave_open(path.parent)
    with path.open("r+b") as file:
        for page in range(2, path.stat().st_size // 4096, 2):
            file.seek(page * 4096)
            file.write(b"\xff" * 4096)


@pytest.fixture(params=[cut_in_half, cut_to_nothing, write_rubbish_at_the_front, write_rubbish_inside])
def damaged(request: pytest.FixtureRequest, folder: Path) -> Path:
    """A data folder with a damaged database and a backup."""
    path = filled(folder, back_up=True)
    request.param(path)
    return folder


def test_a_damaged_database_says_so_names_the_backup_and_is_not_touched(damaged: Path) -> None:
    path = damaged / FILE_NAME
    before = path.read_bytes()
    with pytest.raises(DatabaseDamaged, match="is damaged") as caught:
        open_database(damaged)
    assert caught.value.backup is not None
    assert caught.value.backup.name in str(caught.value)
    assert path.read_bytes() == before


def test_a_backup_takes_the_place_of_a_damaged_file_which_is_kept(damaged: Path) -> None:
    before = (damaged / FILE_NAME).read_bytes()
    with open_database(damaged, clock=lambda: NOW, restore=True) as database:
        assert database.restored is not None
        assert database.restored.set_aside.read_bytes() == before
        assert database.restored.set_aside.name == f"momentry.damaged-{backups.stamp(NOW)}.sqlite3"
        assert database.restored.backup is not None
        assert len(VideoStore(database).rows()) == 300
    assert count(damaged) == 300


def test_damage_without_a_backup_is_set_aside_and_a_new_one_begun(folder: Path) -> None:
    path = filled(folder)
    write_rubbish_at_the_front(path)
    with pytest.raises(DatabaseDamaged, match="There is no backup"):
        open_database(folder)
    with open_database(folder, restore=True) as database:
        assert database.restored is not None
        assert database.restored.backup is None
        assert database.restored.set_aside.exists()
    assert count(folder) == 0


def test_a_damaged_backup_is_passed_over_for_an_older_good_one(folder: Path) -> None:
    with open_database(folder, clock=iter([NOW, NOW + 1]).__next__) as database:
        VideoStore(database).register([FileSeen("/a", "a", 1, 1)], NOW)
        good = database.back_up()
        bad = database.back_up()
    bad.write_bytes(bad.read_bytes()[:5000])
    write_rubbish_at_the_front(folder / FILE_NAME)
    with open_database(folder, restore=True) as database:
        assert database.restored is not None
        assert database.restored.backup == good


def test_damage_met_in_mid_life_says_so(folder: Path) -> None:
    path = filled(folder)
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'videos'").fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)
    with open_database(folder) as database, pytest.raises(DatabaseDamaged):
        VideoStore(database).rows()


def test_backups_are_whole_databases_and_the_five_newest_are_kept(folder: Path) -> None:
    ticks = iter(range(100))
    with open_database(folder, clock=lambda: NOW + next(ticks)) as database:
        assert database.newest_backup_at() is None
        VideoStore(database).register([FileSeen("/a", "a", 1, 1)], NOW)
        made = [database.back_up() for _ in range(7)]
        assert backups.backups(folder) == made[:1:-1]
        assert database.newest_backup_at() == NOW + 6
    with closing(sqlite3.connect(made[-1])) as copy:
        assert copy.execute("SELECT file_uuid FROM videos").fetchall() == [("a",)]
        assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert [path.name for path in (folder / "backups").iterdir() if "partial" in path.name] == []


def test_a_backup_is_made_from_another_thread_in_the_middle_of_a_command(room: Room) -> None:
    room.submit("a")
    made: list[Path] = []
    with room.database.transaction("long") as connection:
        connection.change_sql("DELETE FROM queue_tasks")
        thread = threading.Thread(target=lambda: made.append(room.database.back_up()))
        thread.start()
        thread.join()
    with closing(sqlite3.connect(made[0])) as copy:
        assert copy.execute("SELECT count(*) FROM queue_tasks").fetchone() == (1,)
