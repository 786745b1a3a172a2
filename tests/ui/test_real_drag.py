"""A person's hands on the real program, on a real display: drag, right-click, pause, close."""

import contextlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from tests.ui.display import HERE, Display, NoDisplay, Program, drag_in, until

SETTINGS = """
[queue]
max_concurrent = 2
dynamic_concurrency = false
[processors]
default = ["scripted"]
[window]
language = "en"
"""


@pytest.fixture
def display() -> Iterator[Display]:
    try:
        made = Display()
    except NoDisplay as missing:
        pytest.skip(str(missing))
    with made:
        yield made


@pytest.fixture
def program(display: Display, tmp_path: Path) -> Program:
    return Program(display, tmp_path / "data", SETTINGS, {"MOMENTRY_SCRIPTED": "1"})


@pytest.fixture
def clips(tmp_path: Path) -> Callable[..., list[str]]:
    """Makes files whose scan takes as long as asked and ends well."""

    def make(*names: str, seconds: float) -> list[str]:
        folder = tmp_path / "footage"
        folder.mkdir(exist_ok=True)
        paths = []
        for name in names:
            steps: list[dict[str, object]] = []
            for n in range(10):
                steps += [{"sleep": seconds / 10}, {"progress": (n + 1) / 10}]
            steps.append({"finding": f"found in {name}", "at": 1.0})
            path = folder / f"{name}.scripted"
            path.write_text(json.dumps({"steps": steps}), "utf-8")
            paths.append(str(path))
        return paths

    return make


def statuses(program: Program) -> set[str]:
    return set(program.tasks().values())


def test_three_files_dragged_from_another_program_are_scanned_to_the_end(
    display: Display, program: Program, clips: Callable[..., list[str]]
) -> None:
    drag_in(display, program, clips("a", "b b", "漫长的归途", seconds=0.3))
    expected = {"a.scripted", "b b.scripted", "漫长的归途.scripted"}
    until(lambda: set(program.tasks()) == expected, "three files did not become three tasks")
    until(lambda: statuses(program) == {"completed"}, "they were not all completed")
    until(lambda: program.look()["status_line"] == "✓ All done · 3 scanned", "the window does not say so")


def test_a_right_click_cancels_one_of_three_and_leaves_the_others(
    display: Display, program: Program, clips: Callable[..., list[str]]
) -> None:
    drag_in(display, program, clips("one", "two", "three", seconds=4))
    until(lambda: len(program.tasks()) == 3, "three files did not become three tasks")
    display.click(program.place("row two.scripted"), button=3)
    display.click(program.place("menu Cancel"))
    until(lambda: program.tasks()["two.scripted"] == "cancelled", "it was not cancelled")
    others = ("one.scripted", "three.scripted")
    until(lambda: all(program.tasks()[name] == "completed" for name in others), "the others did not end well")
    assert program.tasks()["two.scripted"] == "cancelled"


def standing_still(program: Program) -> int:
    """How many workers are stopped; one that ends while it is looked at counts for nothing."""
    count = 0
    for child in psutil.Process(program.process.pid).children():
        with contextlib.suppress(psutil.NoSuchProcess):
            count += "--worker" in child.cmdline() and child.status() == psutil.STATUS_STOPPED
    return count


def test_the_pause_button_stops_and_goes_on(
    display: Display, program: Program, clips: Callable[..., list[str]]
) -> None:
    drag_in(display, program, clips("one", "two", "three", seconds=2))
    until(lambda: "processing" in statuses(program), "nothing runs")
    display.click(program.place("pause"))
    until(lambda: program.look()["pause"] == "Resume", "the button does not say that it is paused")
    before = program.tasks()
    until(lambda: standing_still(program) >= 2, "the workers do not stand still")
    assert program.tasks() == before
    display.click(program.place("pause"))
    until(lambda: statuses(program) == {"completed"}, "it did not go on to the end")


def test_closing_while_scanning_asks_and_the_next_start_goes_on(
    display: Display, program: Program, clips: Callable[..., list[str]]
) -> None:
    drag_in(display, program, clips("one", "two", "three", seconds=3))
    until(lambda: str(program.look()["status_line"]).startswith("2 scanning"), "two do not run")
    children = psutil.Process(program.process.pid).children(recursive=True)
    display.quit()
    program.press_until("button Stop and quit", program.has_ended)
    assert program.process.wait() == 0
    gone, left = psutil.wait_procs(children, timeout=5)
    assert not left, f"processes left: {left}"
    assert len(gone) == len(children)
    assert set(program.tasks()) == {"one.scripted", "two.scripted", "three.scripted"}
    assert "processing" not in statuses(program)
    again = Program(display, program.data, SETTINGS, {"MOMENTRY_SCRIPTED": "1"})
    until(lambda: len(again.look()["rows"]) == 3, "the next start shows another queue")  # type: ignore[arg-type]
    until(lambda: statuses(again) == {"completed"}, "the next start did not go on", timeout_s=60)
    # The window hears of the end a moment after the database; before that it would ask.
    until(lambda: "All done" in str(again.look()["status_line"]), "the window does not say that all is done")
    display.quit()
    assert again.process.wait(15) == 0


def test_a_signal_ends_the_program_and_its_workers(
    display: Display, program: Program, clips: Callable[..., list[str]]
) -> None:
    drag_in(display, program, clips("one", "two", seconds=30))
    until(lambda: str(program.look()["status_line"]).startswith("2 scanning"), "two do not run")
    children = psutil.Process(program.process.pid).children(recursive=True)
    program.process.terminate()
    assert program.process.wait(15) == 0
    _, left = psutil.wait_procs(children, timeout=5)
    assert not left, f"processes left: {left}"
    assert statuses(program) == {"pending"}


def test_a_second_start_hands_its_files_to_the_window_that_is_there(
    display: Display, program: Program, clips: Callable[..., list[str]]
) -> None:
    command = [
        sys.executable,
        "-m",
        "momentry_desk",
        "gui",
        "--data",
        str(program.data),
        *clips("one", seconds=0.2),
    ]
    second = display.run(command, env={**display.environment, "MOMENTRY_SCRIPTED": "1"})
    assert second.wait(20) == 0
    until(lambda: program.look()["rows"] == {"one.scripted": "completed"}, "the first window does not have it")


def test_a_start_that_is_refused_says_why_and_ends(display: Display, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder", "utf-8")
    program = Program(display, tmp_path / "data", SETTINGS, {})
    program.press_until("button Close", program.has_ended)
    assert program.process.wait() == 1


def test_the_window_takes_little_more_work_than_an_empty_one(display: Display, tmp_path: Path) -> None:
    program = Program(display, tmp_path / "data", SETTINGS, {})
    used = psutil.Process(program.process.pid).cpu_times()
    bare = (
        "import time; from PySide6.QtWidgets import QApplication, QMainWindow; app = QApplication([]); "
        "window = QMainWindow(); window.show(); app.processEvents(); print(time.process_time())"
    )
    answer = subprocess.run(
        [sys.executable, "-c", bare], env=display.environment, capture_output=True, check=True, timeout=60
    )
    # By ratio and CPU time: whatever else the machine does weighs on both. Measured: 6 times, 0.6 s to 0.1 s.
    assert used.user + used.system < 12 * float(answer.stdout)


def test_a_display_that_is_not_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "momentry_desk", "gui", "--data", str(tmp_path / "data")]
    ended = subprocess.run(command, env={"PATH": "/usr/bin"}, cwd=HERE.parents[1], capture_output=True, timeout=60)
    assert ended.returncode == 2
    assert b"no display" in ended.stderr


@pytest.mark.skipif(shutil.which("trayer") is None, reason="a tray needs the program trayer")
def test_a_closed_window_goes_on_scanning_behind_the_tray_and_comes_back_by_a_click(
    display: Display, clips: Callable[..., list[str]], tmp_path: Path
) -> None:
    display.run(["trayer", "--edge", "top", "--align", "right", "--widthtype", "request", "--height", "24"])
    program = Program(
        display, tmp_path / "data", SETTINGS, {"MOMENTRY_SCRIPTED": "1"}, clips("one", "two", seconds=3)
    )
    until(lambda: "2 scanning" in str(program.look()["status_line"]), "they are not scanned")
    tray = program.place("tray")
    window = display.tell("search", "--onlyvisible", "--name", "^Momentry Desk$").stdout.split()[-1]
    display.tell("windowactivate", "--sync", window)
    display.tell("key", "alt+F4")
    display.click(program.place("button Go on in the background"))
    until(lambda: program.ask("look") is None, "the window stayed")
    until(lambda: statuses(program) == {"completed"}, "the scans did not go on")
    display.click(tray)
    until(lambda: program.ask("look"), "the window did not come back")
    display.quit()
    assert program.process.wait(20) == 0


def test_the_first_start_leads_to_the_first_finding(display: Display, tmp_path: Path, weights: Path) -> None:
    program = Program(display, tmp_path / "data", '[window]\nlanguage = "en"\n', {})
    display.click(program.place("button Look for faces"))
    until(lambda: 'faces = "yes"' in (tmp_path / "data.toml").read_text("utf-8"), "the answer was not kept")
    display.click(program.place("button Try it with a short sample"))
    until(lambda: program.tasks() == {"sample.mp4": "completed"}, "the sample was not scanned", timeout_s=90)
    display.tell("key", "ctrl+f")
    display.tell("type", "astronaut")
    until(lambda: program.ask("hits"), "the word was not found")
