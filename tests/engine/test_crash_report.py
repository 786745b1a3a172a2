"""The crash report: what a broken life leaves, and that an orderly one leaves nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

from momentry_desk import __version__

ROOT = Path(__file__).resolve().parents[2]


def life(folder: Path, deed: str = "pass") -> subprocess.CompletedProcess[str]:
    """Another process that begins a report, prints what was left, does `deed`, and ends as it should if it can.

    In a process of its own, because the tests have a fault handler too.
    """
    code = (
        "import faulthandler, os, pathlib, sys, threading;"
        "from momentry_desk.engine.crash_report import CrashReport;"
        f"report = CrashReport(pathlib.Path(sys.argv[1])); print(report.begin()); {deed}; report.end()"
    )
    command = [sys.executable, "-c", code, str(folder)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("deed", "said"),
    [
        ("faulthandler._sigabrt()", "Fatal Python error: Aborted"),
        ("raise ValueError('no such slot')", "ValueError: no such slot"),
        ("t = threading.Thread(target=lambda: 1 / 0, name='reader'); t.start(); t.join()", "In reader:"),
    ],
)
def test_what_broke_a_life_is_put_aside_at_the_next_start(tmp_path: Path, deed: str, said: str) -> None:
    life(tmp_path, deed)
    left = Path(life(tmp_path).stdout.strip())
    text = left.read_text("utf-8")
    assert text.startswith(f"Momentry Desk {__version__}, Python ")
    assert said in text
    assert list(tmp_path.iterdir()) == [left]


def test_an_orderly_life_and_a_sudden_end_leave_no_report(tmp_path: Path) -> None:
    assert life(tmp_path).returncode == 0
    assert not list(tmp_path.iterdir())
    life(tmp_path, "sys.stdout.flush(); os._exit(1)")
    assert life(tmp_path).stdout.strip() == "None"
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    done = life(tmp_path / "nowhere")
    assert (done.returncode, done.stdout.strip()) == (0, "None")
