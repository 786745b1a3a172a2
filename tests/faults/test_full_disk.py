"""A small real file system that holds the data folder fills up in the middle of a batch."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from momentry_desk.core.findings import TextLine
from momentry_desk.core.model import FailureKind, TaskStatus
from momentry_desk.core.snapshot import PauseState
from momentry_desk.engine.engine import Engine
from momentry_desk.store.database import open_database
from momentry_desk.store.reserve import FILE_NAME as RESERVE

S = 30.0
SIZE_MIB = 160
FILES = 8
LINES = 6
#: Findings of 40 kB each: more than the database has room for without growing.
LONG = 120

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="mounts a tmpfs")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own with room for 160 MiB."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE_MIB}m", "tmpfs", str(place)]
    done = subprocess.run(mount, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"nothing can be mounted here: {done.stderr.strip()}")
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.fixture
def engine(small_disk: Path, make_engine: Callable[[Path], Engine]) -> Iterator[Engine]:
    """Stopped before its disk is taken away."""
    engine = make_engine(small_disk / "data")
    yield engine
    assert engine.stop()


def fill(place: Path) -> Path:
    """Take every byte that is left."""
    ballast = place / "ballast"
    with ballast.open("wb") as file:
        for size in (1024 * 1024, 4096):
            while True:
                try:
                    os.write(file.fileno(), b"x" * size)
                except OSError:
                    break
    return ballast


def test_a_disk_that_fills_up_loses_nothing_and_the_queue_goes_on_when_there_is_room(
    engine: Engine, small_disk: Path, script: Callable[..., str], wait_until: Callable[..., None]
) -> None:
    # Long texts, so that the pages the database has already do not suffice.
    wanted = {
        f"{number}.scripted": [f"{number} line {line} " + "and so on " * 3000 for line in range(LINES)]
        for number in range(FILES)
    }
    paths = [
        script(
            name.removesuffix(".scripted"),
            *(
                step
                for line, text in enumerate(lines)
                for step in ({"sleep": 0.15}, {"finding": text, "at": float(line + 1)})
            ),
        )
        for name, lines in wanted.items()
    ]
    engine.add(paths, processors=("scripted",)).result(S)
    wait_until(lambda: engine.snapshot().counts.completed >= 1, S)

    ballast = fill(small_disk)
    wait_until(lambda: engine.snapshot().pause.state is PauseState.PAUSED, S, "the pause")
    pause = engine.snapshot().pause
    assert (pause.by, pause.cause) == ("program", FailureKind.DISK_FULL)
    assert "full" in pause.reason
    assert not (small_disk / "data" / RESERVE).exists(), "the reserve was not given up for the pause"
    wait_until(lambda: engine.snapshot().counts.processing == 0 or _all_stand_still(engine), S)
    with pytest.raises(OSError, match="No space left"):
        _take_a_page(small_disk)
    rows = engine.rows().result(S)
    assert len(rows) == FILES
    assert not [row for row in rows if row.status in (TaskStatus.FAILED, TaskStatus.CANCELLED)]

    ballast.unlink()
    wait_until(lambda: engine.snapshot().counts.completed == FILES, 60, "the rest of the batch")
    assert engine.snapshot().pause.state is PauseState.RUNNING
    assert (small_disk / "data" / RESERVE).exists()
    for row in engine.rows().result(S):
        found = [one.text for one in engine.findings(row.file_uuid).result(S) if isinstance(one, TextLine)]
        assert found == wanted[row.file_name], f"the findings of {row.file_name} are not whole"
        assert row.retry_count == 0
    assert engine.stop()
    with open_database(small_disk / "data", look_whole=True) as database:
        assert database.restored is None


def test_a_pause_for_want_of_room_survives_the_end_of_the_program(
    engine: Engine,
    small_disk: Path,
    make_engine: Callable[[Path], Engine],
    script: Callable[..., str],
    wait_until: Callable[..., None],
) -> None:
    path = script("long", *({"finding": f"line {n} " + "x" * 40_000, "at": n + 1.0} for n in range(LONG)))
    engine.pause().result(S)
    engine.add([path], processors=("scripted",)).result(S)
    ballast = fill(small_disk)
    engine.resume()
    wait_until(lambda: engine.snapshot().pause.cause is FailureKind.DISK_FULL, S, "the pause")
    assert engine.stop()
    again = make_engine(small_disk / "data")
    assert again.snapshot().pause.cause is FailureKind.DISK_FULL
    ballast.unlink()
    wait_until(lambda: again.snapshot().counts.completed == 1, 60, "the scan")
    (row,) = again.rows().result(S)
    assert len(again.findings(row.file_uuid).result(S)) == LONG
    assert again.stop()


def _all_stand_still(engine: Engine) -> bool:
    rows = engine.rows().result(S)
    return all(row.suspended for row in rows if row.status is TaskStatus.PROCESSING)


def _take_a_page(place: Path) -> None:
    with (place / "one more").open("wb") as file:
        for _ in range(SIZE_MIB * 1024):
            os.write(file.fileno(), b"x" * 4096)
