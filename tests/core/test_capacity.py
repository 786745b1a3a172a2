"""The limit over made traces: what each machine and each other program does to it, second by second."""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from momentry_desk.core.capacity import Load, ScanCost, Suggestion, suggest_concurrency
from momentry_desk.core.resources import GpuLoad, LimitCode, ResourceSample
from momentry_desk.core.settings import QueueSettings, ResourcesSettings, Settings

GB = 10**9
SCAN = ScanCost(cpu_cores=1.0, memory=int(1.4 * GB))
GPU_SCAN = ScanCost(cpu_cores=0.5, memory=GB, gpu_memory=2 * GB, gpu_percent=30.0)
DYNAMIC = Settings(queue=QueueSettings(max_concurrent=4))


@dataclass
class Machine:
    """What other programs do at second `t`, in percent and bytes; our scans take what is left."""

    cores: int = 4
    memory: int = 16 * GB
    foreign_cpu: Callable[[int], float] = lambda t: 5.0
    foreign_memory: Callable[[int], float] = lambda t: 3 * GB
    gpus: Callable[[int, int], tuple[GpuLoad, ...]] = lambda t, running: ()
    battery: Callable[[int], tuple[float | None, bool]] = lambda t: (None, True)
    disk_free: Callable[[int], int] = lambda t: 100 * GB
    cost: ScanCost = SCAN
    settings: Settings = DYNAMIC
    scan_s: int = 30
    history: list[ResourceSample] = field(default_factory=list)
    suggestions: list[Suggestion] = field(default_factory=list)

    def run(self, seconds: int) -> "Machine":
        slots: int | None = None
        ages: list[int] = []
        suspended = 0
        for t in range(seconds):
            ages = [age + 1 for age in ages if age < self.scan_s]
            while len(ages) + suspended < (slots or 0):
                ages.append(0)
            foreign = min(100.0, max(0.0, self.foreign_cpu(t)))
            own = min(100.0 - foreign, 100.0 * len(ages) * self.cost.cpu_cores / self.cores)
            own_memory = (len(ages) + suspended) * self.cost.memory
            battery, on_mains = self.battery(t)
            sample = ResourceSample(
                at=1000.0 + t,
                cpu_percent=foreign + own,
                own_cpu_percent=own,
                memory_used=min(self.memory, int(self.foreign_memory(t)) + own_memory),
                memory_total=self.memory,
                own_memory=own_memory,
                disk_free=self.disk_free(t),
                cores=self.cores,
                gpus=self.gpus(t, len(ages)),
                battery_percent=battery,
                on_mains=on_mains,
                running=len(ages),
                slots=slots,
                ceiling=self.settings.queue.max_concurrent if slots is not None else 0,
            )
            self.history.append(sample)
            load = Load(running=(self.cost,) * len(ages), next=self.cost)
            suggestion = suggest_concurrency(self.history[-600:], load, self.settings)
            self.suggestions.append(suggestion)
            slots = suggestion.slots
            if suggestion.suspend:
                ages.pop()
                suspended += 1
            elif suspended and slots > len(ages):
                suspended -= 1
                ages.append(0)
        return self

    def changes(self) -> list[tuple[int, int, LimitCode]]:
        """(second, slots, reason) of the first limit and of every other one after it."""
        found: list[tuple[int, int, LimitCode]] = []
        for t, suggestion in enumerate(self.suggestions):
            if not found or found[-1][1] != suggestion.slots:
                found.append((t, suggestion.slots, suggestion.reason.code))
        return found


def between(start: int, end: int, inside: float, outside: float) -> Callable[[int], float]:
    return lambda t: inside if start <= t < end else outside


def noise(seed: int, mean: float, spread: float) -> Callable[[int], float]:
    drawn = random.Random(seed)
    return lambda t: drawn.gauss(mean, spread)


AS_SET, CPU, MEMORY, ROOM = LimitCode.AS_SET, LimitCode.CPU, LimitCode.MEMORY, LimitCode.ROOM_AGAIN


@pytest.mark.parametrize(
    ("machine", "seconds", "expected"),
    [
        pytest.param(
            Machine(foreign_cpu=between(60, 180, 95.0, 5.0)),
            300,
            [(0, 4, AS_SET), (64, 1, CPU), (195, 2, ROOM), (211, 3, ROOM), (227, 4, AS_SET)],
            id="a render starts and ends",
        ),
        pytest.param(
            Machine(foreign_cpu=between(60, 180, 45.0, 5.0)),
            300,
            [(0, 4, AS_SET), (64, 2, CPU), (195, 3, ROOM), (211, 4, AS_SET)],
            id="half a machine is left",
        ),
        pytest.param(
            Machine(foreign_memory=lambda t: 3 * GB + t * 0.05 * GB),
            300,
            [
                (0, 4, AS_SET),
                (85, 3, MEMORY),
                (113, 2, MEMORY),
                (141, 1, MEMORY),
                (217, 0, LimitCode.MEMORY_DANGER),
            ],
            id="a browser eats memory slowly",
        ),
        pytest.param(
            Machine(foreign_memory=between(60, 120, 15.5 * GB, 3 * GB)),
            240,
            [
                (0, 4, AS_SET),
                (60, 0, LimitCode.MEMORY_DANGER),
                (135, 1, ROOM),
                (151, 2, ROOM),
                (167, 3, ROOM),
                (183, 4, AS_SET),
            ],
            id="memory is nearly gone for a minute",
        ),
        pytest.param(
            Machine(
                battery=lambda t: (max(5.0, 21.0 - t / 60) if t < 300 else 16.0, t >= 300),
                settings=Settings(
                    queue=QueueSettings(max_concurrent=2), resources=ResourcesSettings(pause_below_battery=20)
                ),
            ),
            360,
            [(0, 2, AS_SET), (61, 0, LimitCode.BATTERY), (315, 1, ROOM), (331, 2, AS_SET)],
            id="a laptop unplugged, and plugged in again",
        ),
        pytest.param(
            Machine(disk_free=lambda t: int(0.1 * GB) if 30 <= t < 60 else GB),
            150,
            [
                (0, 4, AS_SET),
                (30, 0, LimitCode.DISK),
                (75, 1, ROOM),
                (91, 2, ROOM),
                (107, 3, ROOM),
                (123, 4, AS_SET),
            ],
            id="the disk is nearly full",
        ),
        pytest.param(
            Machine(memory=4 * GB, foreign_memory=lambda t: 1.5 * GB),
            60,
            [(0, 1, MEMORY)],
            id="a small machine holds one scan",
        ),
    ],
)
def test_the_limit_follows_what_other_programs_do(
    machine: Machine, seconds: int, expected: list[tuple[int, int, LimitCode]]
) -> None:
    assert machine.run(seconds).changes() == expected


def test_two_recorded_programs_get_the_limit_that_each_of_them_calls_for() -> None:
    """Recorded once a second under a quota of one core and 2 GB: percent of CPU and MB that others used. A program
    on every core from about second 68 to 74, one that took 1.2 GB from about second 106 to 131."""
    rows = json.loads((Path(__file__).parent / "data" / "burn_then_eat.json").read_text())
    machine = Machine(
        cores=1,
        memory=2 * GB,
        foreign_cpu=lambda t: rows[t][0],
        foreign_memory=lambda t: rows[t][1] * 1e6,
        cost=ScanCost(0.18, 130_000_000),
    ).run(len(rows))
    assert machine.changes() == [
        (0, 4, AS_SET),
        (74, 3, CPU),
        (90, 4, AS_SET),
        (110, 3, MEMORY),
        (111, 2, MEMORY),
        (162, 3, ROOM),
    ]


def game(start: int, end: int, *, per_process: bool) -> Callable[[int, int], tuple[GpuLoad, ...]]:
    def gpus(t: int, running: int) -> tuple[GpuLoad, ...]:
        playing = start <= t < end
        foreign = 70.0 if playing else 2.0
        own = min(100.0 - foreign, running * GPU_SCAN.gpu_percent)
        memory = (16 if playing else 1) * GB + running * GPU_SCAN.gpu_memory
        load = GpuLoad(0, "RTX 4070", foreign + own, memory, 24 * GB, running * GPU_SCAN.gpu_memory)
        return (
            GpuLoad(load.index, load.name, load.percent, load.memory_used, load.memory_total, load.own_memory, own)
            if per_process
            else load,
        )

    return gpus


def test_a_game_on_the_gpu_lowers_the_limit_by_its_memory_at_once() -> None:
    machine = Machine(cost=GPU_SCAN, gpus=game(60, 120, per_process=False)).run(200)
    assert machine.changes() == [
        (0, 4, AS_SET),
        (60, 2, LimitCode.GPU_MEMORY),
        (135, 3, ROOM),
        (151, 4, AS_SET),
    ]
    assert (
        machine.suggestions[60].reason.sentence() == "RTX 4070: 5.6 GB free under the limit, a scan needs 2.0 GB."
    )


def test_a_busy_gpu_counts_only_where_the_driver_tells_whose_load_it_is() -> None:
    light = ScanCost(cpu_cores=0.5, memory=GB, gpu_memory=GB // 4, gpu_percent=30.0)
    known = Machine(cost=light, gpus=game(60, 400, per_process=True)).run(80)
    unknown = Machine(cost=light, gpus=game(60, 400, per_process=False)).run(80)
    assert known.changes() == [(0, 4, AS_SET), (64, 1, LimitCode.GPU)]
    assert unknown.changes() == [(0, 4, AS_SET)]


def test_the_fuller_of_two_gpus_that_scans_use_decides() -> None:
    def gpus(t: int, running: int) -> tuple[GpuLoad, ...]:
        return (
            GpuLoad(0, "first", 10, 2 * GB, 24 * GB, GB),
            GpuLoad(1, "second", 10, 8 * GB, 12 * GB, GB),
        )

    machine = Machine(cost=GPU_SCAN, gpus=gpus).run(5)
    assert machine.changes() == [(0, 1, LimitCode.GPU_MEMORY)]
    assert machine.suggestions[-1].reason.name == "second"


def test_a_gpu_that_vanishes_limits_nothing_any_more() -> None:
    def gpus(t: int, running: int) -> tuple[GpuLoad, ...]:
        return (GpuLoad(0, "external", 99, 12 * GB, 12 * GB, 0, 0.0),) if t < 30 else ()

    machine = Machine(cost=GPU_SCAN, gpus=gpus).run(100)
    assert machine.changes()[0] == (0, 1, LimitCode.GPU_MEMORY)
    assert machine.suggestions[-1].slots == 4


@pytest.mark.parametrize("cores", [2, 4, 16])
@pytest.mark.parametrize("seed", range(3))
def test_own_load_alone_never_lowers_the_limit(cores: int, seed: int) -> None:
    machine = Machine(cores=cores, foreign_cpu=noise(seed, 8.0, 4.0), cost=ScanCost(cores / 2, int(1.4 * GB)))
    machine.run(600)
    assert machine.changes() == [(0, 4, AS_SET)]
    assert max(sample.cpu_percent for sample in machine.history) > 95


@pytest.mark.parametrize("foreign", [40.0, 60.0, 80.0, 100.0])
def test_foreign_load_lowers_the_limit_within_ten_seconds(foreign: float) -> None:
    machine = Machine(foreign_cpu=between(60, 999, foreign, 5.0)).run(71)
    assert machine.suggestions[70].slots == max(1, int((100 - foreign) / 25))


def test_a_burst_of_four_seconds_changes_nothing() -> None:
    assert Machine(foreign_cpu=between(60, 64, 100.0, 5.0)).run(120).changes() == [(0, 4, AS_SET)]


@pytest.mark.parametrize("mean", [10, 15, 18, 20, 22, 25, 30, 40, 48, 50, 52, 60, 70, 74, 76, 90])
@pytest.mark.parametrize("spread", [0.5, 3.0, 8.0])
@pytest.mark.parametrize("seed", range(2))
def test_at_a_steady_noisy_load_the_limit_changes_at_most_once_in_five_minutes(
    mean: float, spread: float, seed: int
) -> None:
    machine = Machine(foreign_cpu=noise(seed, mean, spread)).run(1000)
    # The first minute is the change to this load itself.
    times = [t for t, _, _ in machine.changes()[1:] if t > 60]
    assert all(later - earlier >= 300 for earlier, later in pairwise(times)), machine.changes()


@pytest.mark.parametrize("seed", range(5))
def test_at_a_steady_memory_use_near_a_bound_the_limit_does_not_swing(seed: int) -> None:
    machine = Machine(foreign_memory=noise(seed, 16 * 0.8 * GB - 2 * 1.4 * GB, 0.1 * GB)).run(900)
    times = [t for t, _, _ in machine.changes()[1:]]
    assert all(later - earlier >= 300 for earlier, later in pairwise(times)), machine.changes()


def test_load_that_comes_and_goes_makes_the_limit_ever_more_careful() -> None:
    machine = Machine(foreign_cpu=lambda t: 100.0 if t % 40 >= 28 else 5.0).run(1200)
    later = [t for t, _, _ in machine.changes() if t > 100]
    # One try in five minutes, taken back again.
    assert all(third - first >= 300 for first, third in zip(later, later[2:], strict=False)), machine.changes()


def test_a_switched_off_limit_is_exactly_what_was_set() -> None:
    fixed = Settings(queue=QueueSettings(max_concurrent=3, dynamic_concurrency=False))
    machine = Machine(settings=fixed, foreign_cpu=lambda t: 100.0, foreign_memory=lambda t: 16 * GB).run(100)
    assert machine.changes() == [(0, 3, LimitCode.FIXED)]
    assert not any(suggestion.suspend for suggestion in machine.suggestions)


def test_a_higher_number_set_by_hand_counts_at_once_and_a_lower_one_too() -> None:
    machine = Machine().run(30)
    higher = Settings(queue=QueueSettings(max_concurrent=6))
    lower = Settings(queue=QueueSettings(max_concurrent=2))
    roomy = Load(next=ScanCost(1.0, GB))
    assert suggest_concurrency(machine.history, roomy, higher).slots == 6
    assert suggest_concurrency(machine.history, roomy, lower).slots == 2


def test_after_a_minute_of_high_load_elsewhere_the_newest_scan_stands_still_and_never_the_last() -> None:
    machine = Machine(foreign_cpu=between(60, 400, 100.0, 5.0), scan_s=9999).run(500)
    times = [t for t, suggestion in enumerate(machine.suggestions) if suggestion.suspend]
    assert len(times) == 3
    assert 120 <= times[0] <= 130
    assert all(later - earlier >= 60 for earlier, later in pairwise(times))
    assert min(sample.running for sample in machine.history[10:]) == 1
    assert machine.history[-1].running == 4


def test_nothing_stands_still_where_the_setting_is_off_or_the_number_was_lowered_by_hand() -> None:
    off = Settings(queue=QueueSettings(max_concurrent=4), resources=ResourcesSettings(suspend_newest=False))
    machine = Machine(foreign_cpu=lambda t: 100.0 if t > 20 else 5.0, scan_s=9999, settings=off).run(200)
    assert not any(suggestion.suspend for suggestion in machine.suggestions)
    machine = Machine(scan_s=9999).run(30)
    machine.settings = Settings(queue=QueueSettings(max_concurrent=1))
    one_set = [ResourceSample(**{**_fields(s), "at": s.at + 100, "slots": 1}) for s in machine.history * 3]
    load = Load(running=(SCAN,) * 4, next=SCAN)
    assert not suggest_concurrency(one_set, load, machine.settings).suspend


def test_running_scans_count_by_what_each_of_them_needs() -> None:
    heavy, light = ScanCost(1.0, 4 * GB), ScanCost(0.2, GB // 2)
    sample = ResourceSample(0.0, 5, 0, 10 * GB, 16 * GB, 6 * GB, 100 * GB, cores=4)
    settings = Settings(queue=QueueSettings(max_concurrent=8))
    # 12.8 GB under the threshold, 4 GB of it used by others: 8.8 GB.
    assert suggest_concurrency([sample], Load((heavy,), light), settings).slots == 8
    assert suggest_concurrency([sample], Load((heavy,), heavy), settings).slots == 2
    assert suggest_concurrency([sample], Load((heavy, heavy), light), settings).slots == 3


def test_without_a_sample_one_scan_may_start() -> None:
    assert suggest_concurrency([], Load(), DYNAMIC).slots == 1


def test_the_time_asleep_is_no_proof_of_load_or_room() -> None:
    machine = Machine(foreign_cpu=lambda t: 100.0).run(30)
    last = machine.history[-1]
    awake = ResourceSample(**{**_fields(last), "at": last.at + 3600, "cpu_percent": 3.0, "own_cpu_percent": 0.0})
    assert suggest_concurrency([*machine.history, awake], Load(next=SCAN), DYNAMIC).slots == 1


def _fields(sample: ResourceSample) -> dict[str, Any]:
    return {name: getattr(sample, name) for name in sample.__struct_fields__}
