"""Watched folders: what arrives is scanned once, whole, after it stands still; nothing else is."""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from momentry_desk.core import watching
from momentry_desk.core.model import TaskStatus
from momentry_desk.core.snapshot import TaskRow
from momentry_desk.core.watching import WatchedFolder, WatchedState, WatchStanding
from momentry_desk.engine import arrivals_room
from momentry_desk.engine.engine import Engine

Wait = Callable[..., None]
QUIET_S = 1.2


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "QUIET_S", QUIET_S)
    defaults = arrivals_room.ArrivalsRoom.__init__.__kwdefaults__
    assert defaults is not None
    monkeypatch.setitem(defaults, "every_s", QUIET_S)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "cards"
    made.mkdir()
    return made


def old(path: Path, text: str) -> Path:
    """A file whose time was kept by whoever copied it."""
    path.write_text(text)
    os.utime(path, (1e9, 1e9))
    return path


def names(engine: Engine) -> list[str]:
    return sorted(row.file_name for row in engine.rows().result(20))


def state(engine: Engine) -> WatchedState:
    (only,) = engine.snapshot().watched
    return only


def standing(engine: Engine) -> WatchStanding | None:
    return state(engine).standing if engine.snapshot().watched else None


def test_a_file_that_is_copied_slowly_is_scanned_once_and_whole(
    engine: Engine, folder: Path, wait_until: Wait
) -> None:
    old(folder / "before.mp4", "{}")
    engine.arrivals.watch(WatchedFolder(str(folder), exclude=("*_proxy.*",))).result(20)
    wait_until(lambda: standing(engine) is WatchStanding.WATCHING, 60)
    whole = json.dumps({"name": "slow", "filler": "x" * 1000})
    (folder / "sub").mkdir()
    old(folder / "sub" / "slow_proxy.mp4", "{}")
    (folder / "notes.txt").write_text("no video")
    copied = folder / "sub" / "slow.mp4"
    step = len(whole) // 8 + 1
    for at in range(0, len(whole), step):
        with copied.open("a") as file:
            file.write(whole[at : at + step])
        until = time.monotonic() + 0.5
        wait_until(lambda until=until: time.monotonic() > until)
        assert names(engine) == [], "it was taken up while it was copied"

    def only() -> TaskRow | None:
        rows = engine.rows().result(20)
        return rows[0] if rows else None

    wait_until(lambda: (row := only()) is not None and row.status is TaskStatus.COMPLETED, 30)
    assert names(engine) == ["slow.mp4"]
    (video,) = engine.videos().result(20)
    assert video.size == len(whole)
    (row,) = engine.rows().result(20)
    assert len(engine.attempts(row.task_id).result(20)) == 1
    assert state(engine).arrived == 1


def test_what_was_taken_off_the_list_does_not_come_back_and_what_came_meanwhile_does(
    make_engine: Callable[..., Engine], folder: Path, data_folder: Path, wait_until: Wait
) -> None:
    engine = make_engine()
    old(folder / "one.mp4", '{"name": "one"}')
    engine.arrivals.watch(WatchedFolder(str(folder), processors=("ocr",)), existing=True).result(20)
    wait_until(lambda: names(engine) == ["one.mp4"], 60)
    (row,) = engine.rows().result(20)
    assert row.processors == ("ocr",)
    wait_until(lambda: state(engine).arrived == 1, 30)
    engine.forget_videos([row.file_uuid]).result(20)
    settings = (data_folder / "momentry.toml").read_text()
    library = settings[settings.index("[library]") :]
    assert engine.stop()

    old(folder / "two.mp4", '{"name": "two"}')
    engine = make_engine(more=library)
    wait_until(lambda: names(engine) == ["two.mp4"], 60)
    folder.rename(folder.with_name("gone"))
    wait_until(lambda: standing(engine) is WatchStanding.MISSING, 60)
    folder.with_name("gone").rename(folder)
    wait_until(lambda: standing(engine) is WatchStanding.WATCHING, 60)
    assert names(engine) == ["two.mp4"]
    engine.arrivals.unwatch(str(folder)).result(20)
    wait_until(lambda: engine.snapshot().watched == (), 20)
