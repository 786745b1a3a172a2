"""The real binding loads a made driver library: one and two GPUs, one lost, no permission, an old driver."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SOURCE = Path(__file__).with_name("fake_nvml.c")
ROOT = Path(__file__).resolve().parents[2]

#: Reads once for each script in turn, time moving on by two minutes; prints what each read gave.
CHILD = """
import json, sys
from pathlib import Path
from momentry_desk.engine.gpu import GpuReader
import msgspec, os
clock = [0.0]
reader = GpuReader(monotonic=lambda: clock[0])
for script in json.loads(sys.argv[1]):
    Path(os.environ["FAKE_NVML"]).write_text(script)
    clock[0] += 120.0
    print(json.dumps(msgspec.to_builtins(reader.read({501, 502}))))
reader.close()
"""

Look = Callable[..., list[list[dict[str, Any]]]]


@pytest.fixture
def look(tmp_path: Path) -> Look:
    compiler = shutil.which("gcc") or shutil.which("cc")

    def run(*scripts: str, old: bool = False, library: bool = True) -> list[list[dict[str, Any]]]:
        if library:
            if compiler is None:
                pytest.skip("no C compiler to make the stand-in for the driver's library")
            target = tmp_path / "libnvidia-ml.so.1"
            flags = ["-DOLD_DRIVER"] if old else []
            subprocess.run([compiler, "-shared", "-fPIC", *flags, "-o", target, SOURCE], check=True)
        environment = {
            **os.environ,
            "LD_LIBRARY_PATH": str(tmp_path),
            "FAKE_NVML": str(tmp_path / "script"),
            "PYTHONPATH": str(ROOT),
        }
        command = [sys.executable, "-W", "error", "-c", CHILD, json.dumps(scripts)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    return run


ONE = "gpu 0 0 64 9000 12000\nmemory 0 501 2000\nmemory 0 502 1500\nmemory 0 77 4000\nload 0 501 20\nload 0 77 40\n"


def test_one_gpu_with_our_share_of_its_memory_and_its_time(look: Look) -> None:
    assert look(ONE) == [
        [
            {
                "index": 0,
                "name": "Fake RTX 0",
                "percent": 64.0,
                "memory_used": 9_000_000_000,
                "memory_total": 12_000_000_000,
                "own_memory": 3_500_000_000,
                "own_percent": 20.0,
            }
        ]
    ]


def test_a_gpu_where_nobody_works_has_a_share_of_nothing(look: Look) -> None:
    assert [gpu["own_percent"] for gpu in look("gpu 0 0 0 100 12000\n")[0]] == [0.0]


def test_one_of_two_gpus_is_lost_and_comes_back(look: Look) -> None:
    two = ONE + "gpu 1 0 5 300 24000\n"
    lost = ONE + "gpu 1 15 5 300 24000\n"
    reads = look(two, lost, two)
    assert [[gpu["index"] for gpu in read] for read in reads] == [[0, 1], [0], [0, 1]]
    assert reads[0][1]["own_memory"] == 0


def test_the_only_gpu_is_lost_and_a_minute_later_looked_for_again(look: Look) -> None:
    reads = look(ONE, ONE.replace("gpu 0 0", "gpu 0 15"), ONE)
    assert [len(read) for read in reads] == [1, 0, 1]


def test_without_permission_there_are_no_gpus_and_no_complaint(look: Look) -> None:
    assert look("init 4\n" + ONE, ONE)[0] == []


def test_where_figures_per_process_are_refused_our_load_is_unknown(look: Look) -> None:
    for refusal in (4, 3):
        (gpu,) = look(f"util {refusal}\n" + ONE)[0]
        assert (gpu["percent"], gpu["own_percent"], gpu["own_memory"]) == (64.0, None, 3_500_000_000)


def test_an_old_driver_tells_memory_by_process_in_its_own_way(look: Look) -> None:
    (gpu,) = look(ONE, old=True)[0]
    assert (gpu["own_memory"], gpu["own_percent"]) == (3_500_000_000, None)


def test_a_driver_that_does_not_fit_its_library_is_asked_again_later(look: Look) -> None:
    assert [len(read) for read in look("init 18\n" + ONE, ONE)] == [0, 1]


def test_without_the_library_there_are_no_gpus(look: Look) -> None:
    assert look(ONE, library=False) == [[]]
