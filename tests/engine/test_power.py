"""The machine is kept awake while it is asked for, and by nobody afterwards."""

import shutil
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from momentry_desk.engine import power
from momentry_desk.engine.power import KeepAwake


def test_the_hold_is_a_child_that_lives_as_long_as_it_is_wanted() -> None:
    awake = KeepAwake(["cat"])
    awake.hold(True)
    awake.hold(True)
    assert awake.held
    (child,) = [c for c in psutil.Process().children() if c.name() == "cat"]
    awake.hold(False)
    awake.hold(False)
    assert not awake.held
    assert not child.is_running()


def test_where_it_cannot_be_had_it_is_tried_once(tmp_path: Path) -> None:
    mark = tmp_path / "tries"
    awake = KeepAwake(["sh", "-c", f"echo x >> '{mark}'; exit 1"])
    awake.hold(True)
    deadline = time.monotonic() + 10
    while awake.held and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not awake.held
    awake.hold(True)
    awake.hold(False)
    assert mark.read_text() == "x\n"
    missing = KeepAwake([str(tmp_path / "nothing")])
    missing.hold(True)
    assert not missing.held


@pytest.mark.skipif(sys.platform == "win32", reason="no child there")
def test_the_hold_ends_with_a_program_that_was_killed() -> None:
    code = (
        "import time; from momentry_desk.engine.power import KeepAwake\n"
        "awake = KeepAwake(['cat']); awake.hold(True)\n"
        "print(awake._process.pid, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        holder = psutil.Process(int(program.stdout.readline()))
        program.kill()
    holder.wait(10)
    assert not holder.is_running()


@pytest.mark.skipif(sys.platform != "linux", reason="Linux asks systemd")
def test_linux_asks_systemd_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    command = power.inhibitor()
    assert command is not None
    assert command[0] == "systemd-inhibit"
    assert "--what=sleep:idle" in command
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert power.inhibitor() is None
