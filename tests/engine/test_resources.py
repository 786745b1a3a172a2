"""The sampler tells our workers' load from everybody else's, keeps ten minutes, and costs next to nothing."""

import itertools
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from momentry_desk.core.resources import GpuLoad
from momentry_desk.engine.cgroups import Cgroups, MemoryLimit
from momentry_desk.engine.gpu import GpuReader
from momentry_desk.engine.machine import Machine
from momentry_desk.engine.resources import Sampler
from momentry_desk.engine.worker_loads import WorkerLoads

#: Burns one core for a while, in a child of its own, holding 60 MB; says when it is at it.
TREE = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c",
    "import time; held = bytearray(60_000_000); print('up', flush=True); end = time.monotonic() + 30\\n"
    "while time.monotonic() < end: pass"], stdout=subprocess.PIPE)
print(child.stdout.readline().decode().strip(), flush=True)
child.wait()
"""


@pytest.fixture
def tree() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", TREE], stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        below = psutil.Process(process.pid).children(recursive=True)
        yield process
        for child in below:
            child.kill()
        process.kill()


class Limits(Cgroups):
    """A group as it is told."""

    def __init__(self, memory: MemoryLimit | None = None, cores: float | None = None) -> None:
        self._told = (memory, cores)
        self.used_s = 0.0

    def memory(self) -> MemoryLimit | None:
        return self._told[0]

    def cores(self) -> float | None:
        return self._told[1]

    def cpu_s(self) -> float | None:
        return self.used_s


def sampler(folder: Path) -> Sampler:
    return Sampler(folder, now=time.time, monotonic=time.monotonic)


def test_a_worker_s_load_is_that_of_its_whole_tree(tmp_path: Path, tree: subprocess.Popen[str]) -> None:
    looking = sampler(tmp_path)
    first = looking.sample([tree.pid])
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        looked = looking.sample([tree.pid])
        if looked.workers[0].cpu_percent > 30:
            break
        time.sleep(0.3)
    (worker,) = looked.workers
    assert worker.pid == tree.pid
    assert worker.cpu_percent > 30
    assert worker.memory > 60_000_000
    assert 60_000_000 < looked.own_memory < worker.memory
    assert 0 < looked.own_cpu_percent <= looked.cpu_percent <= 100
    assert first.own_cpu_percent == 0


def test_the_same_load_is_foreign_where_it_is_not_ours(tmp_path: Path, tree: subprocess.Popen[str]) -> None:
    looking = sampler(tmp_path)
    deadline = time.monotonic() + 20
    seen = 0.0
    while seen < 30 and time.monotonic() < deadline:
        time.sleep(0.3)
        seen = looking.sample([]).foreign_cpu_percent
    assert seen >= 30
    assert looking.sample([]).own_memory == 0


def test_a_worker_that_is_gone_counts_nothing(tmp_path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    sample = sampler(tmp_path).sample([process.pid])
    assert [(load.cpu_percent, load.memory) for load in sample.workers] == [(0.0, 0)]


def test_ten_minutes_are_kept_with_the_limit_beside_them(tmp_path: Path) -> None:
    seconds = itertools.count(1000)
    looking = Sampler(tmp_path, now=lambda: float(next(seconds)), monotonic=time.monotonic)
    for slots in range(650):
        looking.sample([], running=1, slots=slots, ceiling=700)
    kept = looking.history
    assert kept[-1].at - kept[0].at == 600
    assert (kept[-1].slots, kept[-1].running, kept[-1].ceiling) == (649, 1, 700)
    assert looking.last is kept[-1]


def test_a_group_s_memory_limit_stands_for_the_machine_s(tmp_path: Path) -> None:
    total = psutil.virtual_memory().total
    tight = Machine(tmp_path, monotonic=time.monotonic, cgroups=Limits(MemoryLimit(10**9, 4 * 10**8))).look()
    wide = Machine(tmp_path, monotonic=time.monotonic, cgroups=Limits(MemoryLimit(total * 2, 1))).look()
    assert (tight.memory_total, tight.memory_used) == (10**9, 4 * 10**8)
    assert wide.memory_total == total


def test_under_a_cpu_quota_percent_are_those_of_the_quota(tmp_path: Path) -> None:
    seconds = iter([0.0, 0.0, 10.0, 20.0])
    limits = Limits(cores=0.5)
    machine = Machine(tmp_path, monotonic=lambda: next(seconds), cgroups=limits)
    limits.used_s = 4.0
    first = machine.look()
    limits.used_s = 5.0
    second = machine.look()
    assert (first.cores, first.cpu_percent, second.cpu_percent) == (0.5, 80.0, 20.0)


def test_a_battery_is_read_where_there_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(psutil, "sensors_battery", lambda: SimpleNamespace(percent=17.6, power_plugged=False))
    sample = sampler(tmp_path).sample([])
    assert (sample.battery_percent, sample.on_mains) == (17.6, False)
    monkeypatch.delattr(psutil, "sensors_battery")
    sample = sampler(tmp_path).sample([])
    assert (sample.battery_percent, sample.on_mains) == (None, True)


def test_gpus_are_asked_only_while_somebody_wants_to_know(tmp_path: Path) -> None:
    asked = []

    class Reader(GpuReader):
        def read(self, own: object) -> tuple[GpuLoad, ...]:
            asked.append(own)
            return (GpuLoad(0, "one", 10.0, 1, 2),)

    looking = Sampler(tmp_path, now=time.time, monotonic=time.monotonic, gpus=Reader(monotonic=time.monotonic))
    assert looking.sample([]).gpus == ()
    looking.watch_gpus = True
    assert looking.sample([]).gpus[0].name == "one"
    assert asked == [set()]


def test_one_look_a_second_costs_less_than_half_a_percent_of_a_core(tmp_path: Path) -> None:
    workers = [subprocess.Popen(["sleep", "60"], start_new_session=True) for _ in range(4)]
    try:
        seconds = itertools.count()
        # The clock goes by a second a look, so that what is done each five or ten seconds is in it.
        ticks = {"now": 0.0}
        loads = WorkerLoads(monotonic=lambda: ticks["now"])
        machine = Machine(tmp_path, monotonic=lambda: ticks["now"])
        looking = Sampler(
            tmp_path,
            now=lambda: float(next(seconds)),
            monotonic=lambda: ticks["now"],
            machine=machine,
            loads=loads,
        )
        pids = [worker.pid for worker in workers]
        began = time.process_time()
        for _ in range(200):
            ticks["now"] += 1.0
            looking.sample(pids)
        spent = (time.process_time() - began) / 200
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
    assert spent < 0.005, f"one look: {spent * 1000:.2f} ms of CPU"
