"""The commands that speak to whatever runs on a data folder."""

import contextlib
import io
import json
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from momentry_desk import cli
from tests.end_to_end.program import TIMEOUT_S, Program, until


def call(program: Program, *arguments: str) -> tuple[int, str, str]:
    with program.start(*arguments) as started:
        try:
            out, err = started.communicate(timeout=TIMEOUT_S)
        finally:
            started.kill()
    return started.returncode, out, err


def call_here(program: Program, *arguments: str) -> tuple[int, str]:
    """The same without the second that a process takes to start."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = cli.main([*arguments, "--data", str(program.data)])
    return code, out.getvalue()


def status(program: Program) -> Any:
    code, told = call_here(program, "status", "--json")
    assert code == 0, told
    return json.loads(told)


def row(program: Program, name: str) -> dict[str, Any]:
    rows = {row["file_name"]: row for row in status(program)["rows"]}
    found: dict[str, Any] = rows[f"{name}.scripted"]
    return found


@pytest.fixture
def served(program: Program) -> Iterator[Program]:
    """With `serve` running."""
    with program.start("serve") as server:
        assert server.stdout is not None
        assert "The queue runs" in server.stdout.readline()
        yield program
        server.send_signal(signal.SIGTERM)
        server.communicate(timeout=TIMEOUT_S)
    assert server.returncode == 0


def test_without_a_program_each_command_says_so(program: Program) -> None:
    code, out, err = call(program, "status")
    assert (code, out) == (1, "")
    assert "Nothing runs on" in err


def test_the_queue_is_led_from_the_command_line(served: Program) -> None:
    hang = served.clip("hang", {"hang": True})
    assert call(served, "pause", "--reason", "lunch")[0] == 0
    assert status(served)["snapshot"]["pause"]["reason"] == "lunch"
    for name in "abc":
        served.clip(name, {"finding": name, "at": 1})
    assert call(served, "add", "--processors", "scripted", str(hang))[0] == 0
    three = [str(served.clips / f"{name}.scripted") for name in "abc"]
    assert call_here(served, "add", "--processors", "scripted", *three)[0] == 0
    code, out = call_here(served, "prioritize", row(served, "c")["task_id"])
    assert code == 0
    assert "position 1" in out
    assert call_here(served, "cancel", row(served, "b")["task_id"])[0] == 0
    assert row(served, "b")["status"] == "cancelled"
    assert call_here(served, "cancel", "task_that_is_none")[0] == 1
    assert "lunch" in call(served, "status")[1]
    assert call_here(served, "resume")[0] == 0
    until(lambda: row(served, "a")["status"] == row(served, "c")["status"] == "completed")
    assert call_here(served, "retry", row(served, "b")["task_id"])[0] == 0
    until(lambda: row(served, "b")["status"] == "completed")
    assert call_here(served, "clear", "--running")[0] == 0
    assert call_here(served, "clear", "--finished")[0] == 0
    assert status(served)["rows"] == []


def test_what_cannot_be_added_is_told(served: Program) -> None:
    code, out, _ = call(served, "add", str(served.clips / "nowhere.mp4"))
    assert code == 1
    assert "nowhere.mp4" in out


def test_a_scan_beside_a_running_program_hands_over_and_follows(served: Program) -> None:
    served.clip("a", {"finding": "one", "at": 1}, {"sleep": 0.5}, {"finding": "two", "at": 2})
    code, out, err = served.scan("--json", "-", str(served.clips))
    assert code == 0, err
    assert "handed over" in err
    (video,) = json.loads(out)["videos"]
    assert [line["text"] for line in video["findings"]["text"]] == ["one", "two"]


def test_ctrl_c_while_following_leaves_the_scan_to_the_other_program(served: Program) -> None:
    path = served.clip("a", {"sleep": 3}, {"finding": "one", "at": 1})
    with served.start("scan", "--processors", "scripted", str(path)) as scan:
        until(lambda: served.events())
        scan.send_signal(signal.SIGINT)
        _, err = scan.communicate(timeout=TIMEOUT_S)
    assert scan.returncode == 130
    assert "The other program goes on" in err
    until(lambda: row(served, "a")["status"] == "completed")


def test_a_long_data_folder_has_a_front_door_too(program: Program) -> None:
    program.data = program.folder / ("long" * 40)
    with program.start("serve") as server:
        assert server.stdout is not None
        assert "The queue runs" in server.stdout.readline()
        assert status(program)["rows"] == []
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=TIMEOUT_S)
