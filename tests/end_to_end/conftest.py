"""The real program over a data folder of its own, looked after to the last process."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.program import Program


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """Fails a test that leaves a process."""
    made = Program(tmp_path)
    yield made
    left = made.processes()
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert not left, "the program left processes"
