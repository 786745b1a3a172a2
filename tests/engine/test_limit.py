"""The engine starts as many scans as the machine bears, says why, and gives way to other programs."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from momentry_desk.core.model import FailureKind, TaskStatus
from momentry_desk.core.resources import LimitCode, ResourceSample
from momentry_desk.core.settings import ResourcesSettings, Settings
from momentry_desk.core.snapshot import Pause, PauseState
from momentry_desk.engine import heartbeat
from momentry_desk.engine.clock import Clock
from momentry_desk.engine.engine import Engine
from momentry_desk.engine.limit import REST_S, Limit
from momentry_desk.engine.machine import Machine, MachineState
from momentry_desk.engine.manners import Manners
from momentry_desk.engine.power import KeepAwake
from momentry_desk.engine.resources import Sampler
from momentry_desk.engine.yielding import Yielding
from momentry_desk.store.costs import CostStore
from momentry_desk.store.database import open_database

GB = 10**9
FASTER = 8.0
WaitUntil = Callable[..., None]


class MadeMachine(Machine):
    """A machine of four cores and 16 GB that is in whatever state the test says."""

    def __init__(self) -> None:
        self.state = MachineState(4.0, 5.0, 16 * GB, 4 * GB, 0, 0.0, 100 * GB, None, True)

    def look(self) -> MachineState:
        return self.state

    @property
    def cores(self) -> float:
        return self.state.cores

    def set(self, **changes: Any) -> None:
        fields = {name: getattr(self.state, name) for name in self.state.__struct_fields__}
        self.state = MachineState(**{**fields, **changes})


@dataclass
class Bench:
    """Engines over a made machine. The wall clock runs `FASTER` times as fast, and so does the engine's tick."""

    make: Callable[..., Engine]
    machine: MadeMachine
    clip: Callable[..., str]
    samples: list[ResourceSample] = field(default_factory=list)

    def engine(self, **settings: object) -> Engine:
        begun = time.time()
        engine = self.make(
            clock=Clock(now=lambda: begun + FASTER * (time.time() - begun)),
            sampler=lambda folder: Sampler(
                folder,
                now=lambda: begun + FASTER * (time.time() - begun),
                monotonic=time.monotonic,
                machine=self.machine,
            ),
            **{"max_concurrent": 4, **settings},
        )
        engine.resources_sampled.connect(self.samples.append)
        return engine


@pytest.fixture
def bench(make_engine: Callable[..., Engine], clip: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> Bench:
    # A look every four seconds of that clock: after a gap of ten it counts what it saw anew.
    monkeypatch.setattr(heartbeat, "TICK_S", 4 / FASTER)
    return Bench(make_engine, MadeMachine(), clip)


def moving(engine: Engine) -> int:
    rows = engine.rows().result(10)
    return sum(row.status is TaskStatus.PROCESSING and not row.suspended for row in rows)


def test_the_limit_falls_for_another_program_says_why_and_rises_again(bench: Bench, wait_until: WaitUntil) -> None:
    engine = bench.engine()
    # As many as their first guess of memory lets through on this machine.
    bench.machine.set(memory_used=12 * GB)
    engine.add([bench.clip(f"{n}", steps=600, step_s=0.1) for n in range(4)]).result(20)
    wait_until(lambda: engine.snapshot().slots == 1)
    limit = engine.snapshot().slots_limit
    assert limit is not None
    assert limit.code is LimitCode.MEMORY
    assert engine.snapshot().slots_reason.startswith("Memory: 0.")
    bench.machine.set(memory_used=2 * GB)
    wait_until(lambda: engine.snapshot().slots == 4, 30)
    wait_until(lambda: moving(engine) == 4)
    assert engine.snapshot().slots_limit.code is LimitCode.AS_SET  # type: ignore[union-attr]
    steps = [sample.slots for sample in bench.samples if sample.slots is not None]
    rises = sorted({slots for slots in steps if slots is not None})
    assert rises == [1, 2, 3, 4]


def test_after_a_minute_of_load_elsewhere_scans_stand_still_one_by_one_and_go_on(
    bench: Bench, wait_until: WaitUntil
) -> None:
    engine = bench.engine(max_concurrent=2)
    engine.add([bench.clip(f"{n}", steps=900, step_s=0.1) for n in range(2)]).result(20)
    wait_until(lambda: moving(engine) == 2)
    bench.machine.set(cpu_percent=100.0)
    wait_until(lambda: engine.snapshot().slots == 1, 15)
    assert "other programs use" in engine.snapshot().slots_reason
    assert moving(engine) == 2
    wait_until(lambda: moving(engine) == 1, 40)
    (row,) = [row for row in engine.rows().result(10) if row.suspended]
    assert row.by_limit
    bench.machine.set(cpu_percent=5.0)
    wait_until(lambda: moving(engine) == 2, 30)
    assert not any(row.by_limit for row in engine.rows().result(10))


def test_a_nearly_full_disk_pauses_the_queue_and_room_lets_it_go_on(bench: Bench, wait_until: WaitUntil) -> None:
    engine = bench.engine()
    engine.add([bench.clip("a", steps=900, step_s=0.1)]).result(20)
    wait_until(lambda: moving(engine) == 1)
    bench.machine.set(disk_free=10**8)
    wait_until(lambda: engine.snapshot().pause.state is PauseState.PAUSED)
    assert engine.snapshot().pause.by == "program"
    assert engine.snapshot().pause.reason.startswith("Only 0.10 GB are free")
    assert moving(engine) == 0
    bench.machine.set(disk_free=GB)
    wait_until(lambda: engine.snapshot().pause.state is PauseState.RUNNING)
    assert moving(engine) == 1


def test_what_a_scan_cost_is_known_after_a_restart(bench: Bench, wait_until: WaitUntil, data_folder: Path) -> None:
    engine = bench.engine()
    engine.add([bench.clip("a", steps=9, step_s=0.3)], processors=("face",)).result(20)
    wait_until(lambda: engine.snapshot().counts.completed == 1, 30)
    assert engine.stop()
    with open_database(data_folder) as database:
        (cost,) = CostStore(database).all().values()
    assert cost.memory > 5_000_000
    assert 0 < cost.cpu_cores < 1


def test_a_fixed_limit_starts_what_was_set_on_any_machine(bench: Bench, wait_until: WaitUntil) -> None:
    engine = bench.engine(max_concurrent=3, dynamic_concurrency=False)
    bench.machine.set(memory_used=int(15.5 * GB), cpu_percent=100.0)
    engine.add([bench.clip(f"{n}", steps=900, step_s=0.1) for n in range(4)]).result(20)
    wait_until(lambda: moving(engine) == 3)
    assert engine.snapshot().slots_limit.code is LimitCode.FIXED  # type: ignore[union-attr]


def test_a_number_set_by_hand_counts_at_once(bench: Bench, wait_until: WaitUntil) -> None:
    engine = bench.engine(max_concurrent=1)
    engine.add([bench.clip(f"{n}", steps=900, step_s=0.1) for n in range(3)]).result(20)
    wait_until(lambda: moving(engine) == 1)
    engine.change_settings({"queue.max_concurrent": 3}).result(10)
    assert engine.snapshot().slots == 3 or moving(engine) == 3
    wait_until(lambda: moving(engine) == 3, 1.5)


# Yielding, by itself ------------------------------------------------------------------------------------------


class FakeRun:
    """What `Yielding` sees of a run."""

    def __init__(self, number: int) -> None:
        self.worker = self
        self.attempt = SimpleNamespace(started_at=float(number))
        self.task = SimpleNamespace(file_name=f"{number}.mp4")
        self.number = number
        self.suspended = False
        self.stands_since: float | None = None
        self.silent_s = 50.0
        self.intent = None

    def suspend(self) -> None:
        self.suspended = True

    def resume(self) -> None:
        self.suspended = False


def test_the_newest_stands_still_and_the_oldest_of_them_goes_on_first() -> None:
    runs: list[Any] = [FakeRun(number) for number in (2, 3, 1)]
    yielding = Yielding(monotonic=lambda: 0.0, interrupt=lambda run: pytest.fail("too early"))
    yielding.step(runs, slots=1, suspend=True)
    assert [run.number for run in runs if run.suspended] == [3]
    yielding.step(runs, slots=1, suspend=True)
    yielding.step(runs, slots=1, suspend=True)
    assert sorted(run.number for run in runs if run.suspended) == [2, 3]
    yielding.step(runs, slots=2, suspend=False)
    assert [run.number for run in runs if run.suspended] == [3]
    yielding.step(runs, slots=2, suspend=False)
    assert [run.number for run in runs if run.suspended] == [3]


def test_who_stood_still_for_a_minute_is_ended_and_who_was_let_go_by_hand_is_not() -> None:
    now = [0.0]
    ended: list[float] = []
    runs: list[Any] = [FakeRun(1), FakeRun(2), FakeRun(3)]
    yielding = Yielding(monotonic=lambda: now[0], interrupt=lambda run: ended.append(run.attempt.started_at))
    yielding.step(runs, slots=1, suspend=True)
    yielding.step(runs, slots=1, suspend=True)
    runs[2].resume()
    now[0] = 59.0
    yielding.step(runs, slots=1, suspend=False)
    assert ended == []
    now[0] = 60.0
    yielding.step(runs, slots=1, suspend=False)
    assert ended == [2.0]


# Manners, by themselves ---------------------------------------------------------------------------------------


class Manner:
    def __init__(self, **resources: Any) -> None:
        self.done: list[object] = []
        self.pause = Pause()
        self.awake = KeepAwake(["cat"])
        settings = Settings(resources=ResourcesSettings(**resources))
        self.manners = Manners(settings=lambda: settings, pause=self._pause, resume=self._resume, awake=self.awake)

    def _pause(self, cause: FailureKind | None, reason: str) -> None:
        self.done.append(reason)
        self.pause = Pause(PauseState.PAUSED, "program", reason, 0.0, cause)

    def _resume(self) -> None:
        self.done.append("on")
        self.pause = Pause()

    def at(self, battery: float, *, on_mains: bool = False, busy: bool = False) -> None:
        sample = ResourceSample(0.0, 0, 0, 0, GB, 0, 100 * GB, battery_percent=battery, on_mains=on_mains)
        self.manners.step(sample, self.pause, busy=busy)


def test_a_low_battery_pauses_once_and_the_mains_let_it_go_on() -> None:
    manner = Manner(pause_below_battery=20)
    manner.at(25)
    manner.at(19)
    manner.at(18)
    assert manner.done == [
        "The battery is at 19 %; scans start again from 22 % or on mains power.",
    ]
    manner.at(21)
    assert len(manner.done) == 1
    manner.at(18, on_mains=True)
    assert manner.done[1:] == ["on"]
    assert manner.pause.state is PauseState.RUNNING


def test_who_resumes_on_a_low_battery_is_not_overruled() -> None:
    manner = Manner(pause_below_battery=20)
    manner.at(19)
    manner.pause = Pause()
    manner.at(18)
    assert len(manner.done) == 1


def test_a_battery_is_nobody_s_business_unless_asked_and_a_person_s_pause_stays() -> None:
    manner = Manner()
    manner.at(1)
    assert manner.done == []
    manner.pause = Pause(PauseState.PAUSED, "user")
    manner.at(90, on_mains=True)
    assert manner.done == []


def test_the_machine_stays_awake_while_scans_run_and_only_then() -> None:
    manner = Manner()
    manner.at(90, busy=True)
    assert manner.awake.held
    manner.pause = Pause(PauseState.PAUSED, "user")
    manner.at(90, busy=True)
    assert not manner.awake.held
    manner.pause = Pause()
    manner.at(90, busy=True)
    assert manner.awake.held
    manner.at(90)
    assert not manner.awake.held
    off = Manner(keep_awake=False)
    off.at(90, busy=True)
    assert not off.awake.held


def test_workers_stand_behind_other_programs_for_cpu_and_disk(bench: Bench, wait_until: WaitUntil) -> None:
    engine = bench.engine()
    engine.add([bench.clip("a", steps=900, step_s=0.1)]).result(20)
    wait_until(lambda: moving(engine) == 1)
    wait_until(lambda: any(load.memory for sample in bench.samples for load in sample.workers))
    workers = [psutil.Process(load.pid) for load in bench.samples[-1].workers]
    assert workers
    for worker in workers:
        assert worker.nice() == 10
        assert tuple(worker.ionice()) == (psutil.IOPRIO_CLASS_BE, 7)


def test_a_program_at_rest_looks_seldom_and_anew_before_something_starts(tmp_path: Path) -> None:
    at = [1000.0]
    machine = MadeMachine()
    sampler = Sampler(tmp_path, now=lambda: at[0], monotonic=lambda: at[0], machine=machine)
    with open_database(tmp_path / "data") as database:
        limit = Limit(CostStore(database), sampler, settings=Settings, now=lambda: at[0])
        assert not limit.looks_seldom([])
        looks: list[float] = []
        limit.look_again = lambda: looks.append(at[0])
        limit.look((), (), None)
        assert not limit.wake()
        standing: Any = SimpleNamespace(suspended=True)
        moving: Any = SimpleNamespace(suspended=False)
        at[0] += 5
        assert limit.looks_seldom([standing])
        assert not limit.looks_seldom([standing, moving])
        assert limit.wake()
        assert looks == [1005.0]
        at[0] += REST_S - 5
        assert not limit.looks_seldom([standing])
