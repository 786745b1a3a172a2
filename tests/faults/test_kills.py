"""The bounded form of the kills: twice five in a row. `python tests/faults/kills.py` does two hundred."""

import subprocess
import sys
from pathlib import Path

import pytest

KILLS = Path(__file__).with_name("kills.py")


@pytest.mark.timeout(600)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for leftovers in /proc")
def test_ten_kills_lose_nothing_double_nothing_and_leave_no_process() -> None:
    # Beside each other: half of the time is spent on waiting for a life's instant to come.
    beside = [
        subprocess.Popen(
            [sys.executable, str(KILLS), "--kills", "5", "--seed", seed],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for seed in ("7", "8")
    ]
    told: list[str] = []
    try:
        told += [one.communicate(timeout=290)[0] for one in beside]
    finally:
        for one in beside:
            one.kill()
            one.wait()
    for one, said in zip(beside, told, strict=True):
        assert one.returncode == 0, said
        assert "kills 5, at stop points" in said
        assert "lost 0, doubled 0, orphans 0" in said
        assert "tasks acknowledged 0" not in said
