"""No process outlives the program, however that ends."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from momentry_desk.engine import process_tree

HERE = Path(__file__).parent


@pytest.mark.parametrize("state", ["run", "suspend"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGSEGV])
def test_no_signal_leaves_a_process(
    number: signal.Signals, state: str, tmp_path: Path, clip: Callable[..., str], wait_until: Callable[..., None]
) -> None:
    program = subprocess.Popen(
        [
            sys.executable,
            str(HERE / "program_with_worker.py"),
            str(HERE / "fake_worker.py"),
            str(tmp_path / "run"),
            clip("a", act="stubborn"),
            state,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    with program:
        assert program.stdout is not None
        worker, janitor = map(int, program.stdout.readline().split())
        tree = process_tree.members(worker)
        assert len(tree) == 2
        os.kill(program.pid, number)
        begun = time.monotonic()
        try:
            program.wait(10)
        finally:
            program.kill()
    wait_until(lambda: not any(process_tree.alive(pid) for pid in (*tree, janitor)), 5, "the end of all")
    assert time.monotonic() - begun < 3


def test_a_broken_register_line_does_not_stop_the_janitor(tmp_path: Path) -> None:
    """What is registered properly is ended all the same."""
    sleeper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"], start_new_session=True)
    with sleeper:
        code = "import sys; sys.path.insert(0, sys.argv[1]); from momentry_desk.engine.janitor import main; main()"
        mark = process_tree.start_mark(sleeper.pid)
        lines = f"+nonsense\nrubbish\n+{sleeper.pid} {mark}\n+1 0\n-x\n".encode()
        root = str(HERE.parents[1])
        subprocess.run([sys.executable, "-c", code, root], input=lines, check=True, timeout=20)
        assert sleeper.wait(5) == -signal.SIGKILL


def test_the_janitor_leaves_a_process_that_only_has_the_number() -> None:
    sleeper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"], start_new_session=True)
    with sleeper:
        code = "import sys; sys.path.insert(0, sys.argv[1]); from momentry_desk.engine.janitor import main; main()"
        root = str(HERE.parents[1])
        subprocess.run([sys.executable, "-c", code, root], input=f"+{sleeper.pid} 1\n".encode(), check=True)
        assert process_tree.alive(sleeper.pid)
        sleeper.kill()
