"""Backups while the queue runs, and the way back from one."""

import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from momentry_desk.engine import safekeeping
from momentry_desk.engine.engine import Engine
from momentry_desk.engine.errors import StartRefused
from momentry_desk.engine.instance import InstanceLock
from momentry_desk.store.database import FILE_NAME, open_database

PLENTY = 10**12
NOW = 1_790_000_000.0


class Hours:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


def kept(folder: Path) -> list[Path]:
    return sorted((folder / "backups").glob("*.sqlite3"))


def backed_up(folder: Path, hours: Hours, free_bytes: int = PLENTY) -> int:
    """One tick of the clock and the end of what it began; how many backups there are then."""
    with open_database(folder, clock=hours) as database:
        keeping = safekeeping.Safekeeping(database, hours)
        keeping.tick(free_bytes)
        keeping.close()
    return len(kept(folder))


def test_a_backup_is_made_every_hour(data_folder: Path) -> None:
    hours = Hours()
    with open_database(data_folder, clock=hours) as database:
        keeping = safekeeping.Safekeeping(database, hours)
        counts = []
        for _ in range(4):
            hours.now += safekeeping.EVERY_S / 2
            keeping.tick(PLENTY)
            keeping.close()
            counts.append(len(kept(data_folder)))
    assert counts == [1, 1, 2, 2]


def test_an_old_backup_is_renewed_at_the_start_and_a_fresh_one_is_not(data_folder: Path) -> None:
    hours = Hours()
    with open_database(data_folder, clock=hours) as database:
        database.back_up()
    hours.now += safekeeping.EVERY_S / 2
    assert backed_up(data_folder, hours) == 1
    hours.now += safekeeping.EVERY_S
    assert backed_up(data_folder, hours) == 2


def test_a_backup_never_takes_the_last_room(data_folder: Path) -> None:
    hours = Hours()
    with open_database(data_folder, clock=hours) as database:
        keeping = safekeeping.Safekeeping(database, hours)
        hours.now += safekeeping.EVERY_S
        keeping.tick(1_000_000)
        keeping.close()
    assert kept(data_folder) == []


def test_a_backup_that_fails_is_told_in_the_log_alone(data_folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    hours = Hours()
    with open_database(data_folder, clock=hours) as database:
        (data_folder / "backups").write_text("in the way")
        keeping = safekeeping.Safekeeping(database, hours)
        hours.now += safekeeping.EVERY_S
        with caplog.at_level(logging.WARNING):
            keeping.tick(PLENTY)
            keeping.close()
    assert "the backup was not made" in caplog.text


def test_a_damaged_database_is_refused_with_the_way_back(
    make_engine: Callable[..., Engine], clip: Callable[..., str], data_folder: Path, wait_until: Callable[..., None]
) -> None:
    first = make_engine()
    added = first.add([clip("a.mp4")], scan=False).result(20)
    assert first.stop()
    with open_database(data_folder) as database:
        backup = database.back_up()
    (data_folder / FILE_NAME).write_bytes(b"this is no database" * 1000)

    with pytest.raises(StartRefused) as refused:
        make_engine()
    assert refused.value.restorable
    assert backup.name in str(refused.value)
    assert f'`momentry-desk restore --data "{data_folder}"`' in str(refused.value)

    assert backup.name in Engine.restore(data_folder)
    assert len(list(data_folder.glob("momentry.damaged-*.sqlite3"))) == 1, "the damaged file is kept"
    again = make_engine()
    assert [row.file_uuid for row in again.videos().result(20)] == list(added.file_uuids)


def test_a_whole_database_is_left_as_it_is(data_folder: Path) -> None:
    open_database(data_folder).close()
    assert Engine.restore(data_folder) == "The database is whole; nothing was changed."
    assert not list(data_folder.glob("momentry.damaged-*"))


def test_nothing_is_restored_under_a_program_that_runs(data_folder: Path) -> None:
    (data_folder / "run").mkdir(parents=True)
    lock = InstanceLock(data_folder / "run")
    with pytest.raises(StartRefused, match="running already"):
        Engine.restore(data_folder)
    lock.release()
