"""A kill at any instant of a removal, its undo or its end: each scan is whole or wholly gone, and stands once."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from momentry_desk.engine.engine import Engine

_PROGRAM = Path(__file__).with_name("removing.py")
_TIMEOUT_S = 120
#: What stands of a scan that nothing is left of.
_GONE = ("", 0, 0)


class Books(NamedTuple):
    """By file name: status, tries and findings of its scan; and how many scans lie among the removed."""

    scans: dict[str, tuple[str, int, int]]
    removed: int


def books(data: Path) -> Books:
    with closing(sqlite3.connect(f"file:{data}/momentry.sqlite3?mode=ro", uri=True)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        twice = "SELECT count(*) FROM queue_tasks JOIN removed_tasks USING (task_id)"
        assert connection.execute(twice).fetchone() == (0,), "a scan stands on the list and beside it"
        # By the video, so that what belongs to no task any more is seen too.
        rows = connection.execute(
            "SELECT file_name, coalesce((SELECT group_concat(status) FROM queue_tasks AS task"
            " WHERE task.file_uuid = videos.file_uuid), ''),"
            " (SELECT count(*) FROM attempts JOIN queue_tasks AS task USING (task_id)"
            " WHERE task.file_uuid = videos.file_uuid),"
            " (SELECT count(*) FROM findings JOIN scans USING (scan_id) WHERE scans.file_uuid = videos.file_uuid)"
            " FROM videos"
        ).fetchall()
        (removed,) = connection.execute("SELECT count(*) FROM removed_tasks").fetchone()
        (strays,) = connection.execute(
            "SELECT count(*) FROM attempts WHERE task_id NOT IN (SELECT task_id FROM queue_tasks)"
        ).fetchone()
        assert not strays, "tries without a scan"
        lines = connection.execute("SELECT text, count(*) FROM findings GROUP BY scan_id, text").fetchall()
        assert all(count == 1 for _, count in lines), "a finding stands twice"
    return Books({name: (status, tries, found) for name, status, tries, found in rows}, removed)


def live(data: Path, *steps: str, stop_point: str = "") -> list[str]:
    """One life of the program; with a stop point it is killed there. Answers what it said it had done."""
    environment = dict(os.environ) | {"MOMENTRY_SCRIPTED": "1"}
    environment.pop("MOMENTRY_STOP_POINT", None)
    if stop_point:
        environment["MOMENTRY_STOP_POINT"] = stop_point
    ended = subprocess.run(
        [sys.executable, str(_PROGRAM), str(data), *steps],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=_TIMEOUT_S,
        check=False,
    )
    assert ended.returncode == (-signal.SIGKILL if stop_point else 0), ended.stdout + ended.stderr
    return ended.stdout.split()


def clip(folder: Path, name: str, *steps: dict[str, object]) -> str:
    path = folder / name
    found = [{"finding": f"{name} line {number}", "at": float(number)} for number in range(3)]
    path.write_text(json.dumps({"duration": 10.0, "steps": [*found, *steps]}))
    os.utime(path, (1e9, 1e9))
    return str(path)


@pytest.fixture(scope="module")
def paused(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a scan that is done, one that was interrupted, and one that has not begun."""
    base = tmp_path_factory.mktemp("base")
    data = base / "data"
    data.mkdir(mode=0o700)
    (data / "momentry.toml").write_text(
        "[queue]\nmax_concurrent = 1\ndynamic_concurrency = false\n[resources]\npause_below_disk_mb = 0\n"
    )
    done = clip(base, "done.scripted")
    slow = clip(base, "slow.scripted", {"progress": 0.5}, {"sleep": 600})
    new = clip(base, "new.scripted", {"sleep": 1})
    live(data, f"add\t{done}\t{slow}\t{new}", "ended\tdone.scripted", "runs\tslow.scripted", "pause")
    return data


@pytest.fixture
def data(paused: Path, tmp_path: Path) -> Path:
    copied = tmp_path / "data"
    shutil.copytree(paused, copied, ignore=shutil.ignore_patterns("run"))
    return copied


REMOVE = "remove\tdone.scripted\tslow.scripted"
#: A paused queue starts nothing else, and what runs stands still.
RUNS = "resume", "runs\tslow.scripted", "pause"

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="kills by SIGKILL at a stop point")


@pytest.mark.parametrize(
    ("steps", "stop_point", "told", "back"),
    [
        ([REMOVE], "after remove for now:1", 0, False),
        ([REMOVE, "undo"], "before take back:1", 1, False),
        ([*RUNS, REMOVE, "undo"], "after take back:1", 4, True),
        # Each start makes final what is left, and each removal what was removed before it.
        ([REMOVE, "expire"], "before make removal final:3", 1, False),
    ],
)
def test_a_scan_is_whole_or_wholly_gone_after_a_kill(
    make_engine: Callable[[Path], Engine], data: Path, steps: list[str], stop_point: str, told: int, back: bool
) -> None:
    before = books(data)
    assert len(live(data, *steps, stop_point=stop_point)) == told
    if stop_point.startswith("after remove"):
        # The next start is killed as well, before it has made the removal final.
        live(data, stop_point="before make removal final:1")
        assert books(data).removed == 2
    assert make_engine(data).stop()
    after = books(data)
    assert after.removed == 0
    assert after.scans["new.scripted"] == before.scans["new.scripted"]
    for name in ("done.scripted", "slow.scripted"):
        status, tries, found = after.scans[name]
        if back:
            assert (status, found) == (before.scans[name][0], before.scans[name][2])
            assert tries >= before.scans[name][1]
        else:
            assert (status, tries, found) == _GONE


def test_clearing_that_is_killed_keeps_what_was_found(make_engine: Callable[[Path], Engine], data: Path) -> None:
    before = books(data)
    live(data, "clear\tcompleted", stop_point="after clear for now:1")
    assert make_engine(data).stop()
    after = books(data)
    _, _, found = before.scans["done.scripted"]
    assert after.scans["done.scripted"] == ("", 0, found)
    assert {**after.scans, "done.scripted": None} == {**before.scans, "done.scripted": None}
    assert after.removed == 0
