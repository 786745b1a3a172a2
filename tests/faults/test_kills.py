"""The bounded form of the kills: ten in a row. `python tests/faults/kills.py` does two hundred."""

import subprocess
import sys
from pathlib import Path

import pytest

KILLS = Path(__file__).with_name("kills.py")


@pytest.mark.timeout(600)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for leftovers in /proc")
def test_ten_kills_lose_nothing_double_nothing_and_leave_no_process() -> None:
    done = subprocess.run(
        [sys.executable, str(KILLS), "--kills", "10", "--seed", "7"],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=590,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "kills 10, at stop points" in done.stdout
    assert "lost 0, doubled 0, orphans 0" in done.stdout
    assert "tasks acknowledged 0" not in done.stdout
