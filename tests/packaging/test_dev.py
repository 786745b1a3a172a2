"""The set-up script: what it decides, and what it says when it cannot go on."""

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "dev.py"


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script as a module, on an empty project of its own."""
    spec = importlib.util.spec_from_file_location("dev_under_test", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setenv("MOMENTRY_WEIGHTS", "")  # the script sets it; the next test gets the old one back
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "WEIGHTS", tmp_path / ".weights")
    monkeypatch.setattr(module, "SCRIPTS", tmp_path / ".venv" / "bin")
    return module


def made_ready(dev: ModuleType) -> None:
    """Leave what a whole set-up leaves."""
    dev.SCRIPTS.mkdir(parents=True)
    dev.WEIGHTS.mkdir()
    Path(dev.program("python")).touch()
    dev.stamp("test").write_text(dev.fingerprint(), encoding="ascii")


def test_an_old_python_can_read_the_script_to_say_what_is_wrong() -> None:
    ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 8))


def test_the_script_needs_nothing_but_the_standard_library() -> None:
    answer = subprocess.run([sys.executable, "-I", "-S", str(SCRIPT), "help"], capture_output=True, check=False)
    assert answer.returncode == 0
    assert b"setup" in answer.stdout


@pytest.mark.parametrize("arguments", [[], ["fly"]])
def test_an_unknown_command_shows_the_usage(dev: ModuleType, capsys: Any, arguments: list[str]) -> None:
    assert dev.main(arguments) == 2
    assert "run [PATH...]" in capsys.readouterr().out


def test_a_whole_set_up_is_not_done_again(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    made_ready(dev)
    monkeypatch.setattr(dev, "step", lambda *words: pytest.fail(f"{words} was done again"))
    monkeypatch.setattr(dev, "compile_translations", lambda: None)
    dev.set_up("test")


def test_a_changed_lock_asks_for_a_new_set_up(dev: ModuleType) -> None:
    made_ready(dev)
    assert dev.is_ready("test")
    lock = dev.ROOT / "packaging" / "lock" / "dev.txt"
    lock.parent.mkdir(parents=True)
    lock.write_text("another", encoding="utf-8")
    assert not dev.is_ready("test")


def test_a_set_up_that_broke_off_is_not_taken_for_whole(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    made_ready(dev)
    (dev.ROOT / "pyproject.toml").write_text("changed", encoding="utf-8")

    def fail(_wanted: object) -> None:
        raise dev.SetupTrouble("no network")

    monkeypatch.setattr(dev, "install_system_packages", fail)
    with pytest.raises(dev.SetupTrouble):
        dev.set_up("test")
    (dev.ROOT / "pyproject.toml").unlink()
    assert not dev.is_ready("test")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no apt")
def test_without_root_the_one_command_that_helps_is_printed(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(dev, "installed_debian_packages", lambda: set(dev.PURPOSES["test"]) - {"libegl1"})
    monkeypatch.setattr(dev.os, "geteuid", lambda: 1000)
    with pytest.raises(dev.SetupTrouble, match="sudo apt-get install -y --no-install-recommends libegl1"):
        dev.install_system_packages(dev.PURPOSES["window"])


def test_the_first_failing_gate_is_named_and_ends_the_test_command(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    ran: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append(command)
        return subprocess.CompletedProcess(command, 3 if "mypy" in command else 0)

    monkeypatch.setattr(dev, "set_up", lambda purpose: None)
    monkeypatch.setattr(dev.subprocess, "run", run)
    monkeypatch.setattr(dev, "become", lambda command: pytest.fail("the tests were run"))
    assert dev.main(["test"]) == 3
    assert "types failed" in capsys.readouterr().out
    assert len(ran) == 3


@pytest.mark.parametrize(
    ("display", "arguments", "expected"),
    [
        (True, ["a.mp4"], ["gui", "a.mp4"]),
        (False, ["a.mp4", "b"], ["scan", "a.mp4", "b"]),
    ],
)
def test_run_opens_the_window_where_there_is_a_display_and_scans_elsewhere(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, display: bool, arguments: list[str], expected: list[str]
) -> None:
    commands: list[list[str]] = []

    def become(command: list[str]) -> int:
        commands.append(command)
        return 0

    monkeypatch.setattr(dev, "set_up", lambda purpose: None)
    monkeypatch.setattr(dev, "has_display", lambda: display)
    monkeypatch.setattr(dev, "become", become)
    assert dev.main(["run", *arguments]) == 0
    assert commands == [[dev.program("python"), "-m", "momentry_desk", *expected]]
