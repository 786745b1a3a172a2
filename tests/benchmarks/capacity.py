"""What the limit does on a real machine, with real processes: `python tests/benchmarks/capacity.py NAME`.

- `foreign`: four slots; a program burns every core, then one eats memory. The limit, its reasons, and the way back.
- `memory`: a batch under a memory limit in which four scans at once are killed; with the limit that follows, none.
- `throughput`: a batch with the limit that follows against each fixed one, and how another program fares beside it.

`foreign` and `memory` run inside cgroups of their own, which are full soon and where no other program suffers; they
need root. Each exits with 1 where a bound is missed. Scans are scripted, workers and queue are the program's own.
"""

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import msgspec  # noqa: E402
from PySide6.QtCore import QCoreApplication  # noqa: E402

from momentry_desk.core.model import FailureKind, TaskStatus  # noqa: E402
from momentry_desk.core.resources import LimitReason, ResourceSample  # noqa: E402
from momentry_desk.core.snapshot import QueueSnapshot  # noqa: E402
from momentry_desk.engine.cgroups import Cgroups  # noqa: E402
from momentry_desk.engine.engine import Engine  # noqa: E402

MB = 10**6
BURN = "import time\nend = time.monotonic() + {0}\nwhile time.monotonic() < end: pass"
EAT = (
    "import os, time\nheld = []\n"
    "for _ in range({0}): held.append(bytearray(os.urandom(4096)) * 2560); time.sleep({1})\n"
    "time.sleep(600)"
)
MOST_PROBE_RATIO = 1.3
LEAST_THROUGHPUT = 0.95


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


@contextlib.contextmanager
def small_machine(memory: int, cores: float) -> Iterator[None]:
    """Move this process into new groups inside its own, with a memory limit and a CPU quota, and back at the end.

    What is measured is then these groups' load alone, whatever else runs on the machine.
    """
    own = Cgroups()
    values: dict[str, object] = {
        "memory.max": memory,
        "memory.limit_in_bytes": memory,
        "cpu.max": f"{int(cores * 100_000)} 100000",
        "cpu.cfs_quota_us": int(cores * 100_000),
        # Before all others up to that quota: else what scans cost is learned from how little was left to them.
        "cpu.weight": 10_000,
        "cpu.shares": 262_144,
    }
    folders = [own.memory_folder(), *own.cpu_folders()]
    parents = [folder for folder in dict.fromkeys(folders) if folder is not None]
    if not parents:
        raise SystemExit("no cgroup is mounted here")
    groups = [parent / f"momentry-bench-{os.getpid()}" for parent in parents]
    try:
        for group in groups:
            group.mkdir()
            for name, value in values.items():
                if (group / name).exists():
                    (group / name).write_text(str(value))
            (group / "cgroup.procs").write_text(str(os.getpid()))
        yield
    finally:
        for parent, group in zip(parents, groups, strict=True):
            if group.is_dir():
                (parent / "cgroup.procs").write_text(str(os.getpid()))
                _remove(group)


def _remove(group: Path) -> None:
    """A group goes once the last process in it is gone."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError):
            group.rmdir()
            return
        time.sleep(0.1)


@dataclass
class Desk:
    """An engine over a fresh data folder, and what it said."""

    folder: Path
    max_concurrent: int
    dynamic: bool = True
    samples: list[ResourceSample] = field(default_factory=list)
    reasons: list[LimitReason | None] = field(default_factory=list)
    told: list[tuple[float, int, str]] = field(default_factory=list)
    films: int = 0

    def __enter__(self) -> "Desk":
        self.application = QCoreApplication.instance() or QCoreApplication([])
        self.folder.mkdir(parents=True)
        settings = self.folder / "momentry.toml"
        settings.write_text(
            f"[queue]\nmax_concurrent = {self.max_concurrent}\ndynamic_concurrency = {str(self.dynamic).lower()}\n"
            "retry_delay = 0.1\n"
        )
        self.begun = time.monotonic()
        self.engine = Engine(self.folder / "data", settings_path=settings)
        self.engine.resources_sampled.connect(self._measure)
        self.engine.snapshot_changed.connect(self._take)
        self.engine.start().result(20)
        return self

    def __exit__(self, *exc: object) -> None:
        self.engine.stop(20)

    def _measure(self, sample: ResourceSample) -> None:
        self.samples.append(sample)
        self.reasons.append(self.engine.snapshot().slots_limit)

    def _take(self, snapshot: QueueSnapshot) -> None:
        if not self.told or self.told[-1][1] != snapshot.slots:
            self.told.append((time.monotonic() - self.begun, snapshot.slots, snapshot.slots_reason))

    def submit(self, count: int, steps: list[dict[str, Any]]) -> None:
        films = self.folder / "films"
        films.mkdir(exist_ok=True)
        paths = []
        for _ in range(count):
            self.films += 1
            path = films / f"{self.films:03}.scripted"
            path.write_text(json.dumps({"duration": 10 + self.films / 1000, "steps": steps}))
            paths.append(str(path))
        self.engine.add(paths).result(30)

    def wait(self, condition: Callable[[], bool], seconds: float) -> bool:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.application.processEvents()
            if condition():
                return True
            time.sleep(0.02)
        return False

    @property
    def slots(self) -> int:
        return self.engine.snapshot().slots

    def done(self) -> bool:
        counts = self.engine.snapshot().counts
        return not counts.pending and not counts.processing and counts.completed + counts.failed > 0

    def begun_well(self) -> bool:
        return self.engine.snapshot().counts.completed > 0

    def killed(self) -> int:
        """How many attempts ended for want of memory."""
        rows = self.engine.rows().result(10)
        tries = [attempt for row in rows for attempt in self.engine.attempts(row.task_id).result(10)]
        return sum(
            attempt.failure_kind in (FailureKind.OUT_OF_MEMORY, FailureKind.WORKER_CRASHED) for attempt in tries
        )


def foreign(folder: Path, trace: Path) -> bool:
    """Limits as seen from outside, second by second."""
    cores = len(os.sched_getaffinity(0))
    fine = True

    def check(what: str, holds: bool) -> None:
        nonlocal fine
        fine = fine and holds
        say(f"{'ok    ' if holds else 'MISSED'}  {what}")

    with small_machine(2000 * MB, 1.0), Desk(folder / "foreign", 4) as desk:
        # A first scan teaches what scans need here, so that the limit goes by that.
        desk.submit(1, [{"hold": 100 * MB}, {"spin": 4.0}])
        desk.wait(desk.done, 60)
        desk.submit(4, [{"hold": 100 * MB}, *({"spin": 0.2} for _ in range(5000))])
        check("four slots with nobody else", desk.wait(lambda: desk.slots == 4, 90))
        began = time.monotonic()
        lowered = desk.wait(lambda: desk.slots < 4, 12)
        check("own load on every core for 12 s lowers nothing", not lowered)
        programs = [subprocess.Popen([sys.executable, "-c", BURN.format(120)]) for _ in range(cores)]
        began = time.monotonic()
        fell = desk.wait(lambda: desk.slots < 4, 15)
        took = time.monotonic() - began
        check(f"a program on every core: {desk.slots} slots after {took:.1f} s (10 at most)", fell and took <= 10)
        check("its reason is the CPU", desk.engine.snapshot().slots_reason.startswith("CPU: other programs use"))
        say(f"        {desk.engine.snapshot().slots_reason}")
        why = desk.engine.snapshot().slots_limit
        fitting = max(1, int((100 - why.value) / max(1.0, why.bound))) if why is not None else 0
        check(f"what the reason leaves room for: {fitting}", desk.slots == fitting)
        # Long enough to be seen in a graph of ten minutes.
        desk.wait(lambda: False, 15)
        stop(programs)
        began = time.monotonic()
        back = desk.wait(lambda: desk.slots == 4, 120)
        check(f"four again {time.monotonic() - began:.1f} s after its end", back)
        programs = [subprocess.Popen([sys.executable, "-c", EAT.format(115, 0.02)])]
        began = time.monotonic()
        fell = desk.wait(lambda: desk.slots < 4, 30)
        check(f"a program eats memory: {desk.slots} slots after {time.monotonic() - began:.1f} s", fell)
        desk.wait(lambda: desk.slots <= 2, 20)
        check("its reason is memory", desk.engine.snapshot().slots_reason.startswith("Memory"))
        say(f"        {desk.slots} slots. {desk.engine.snapshot().slots_reason}")
        stop(programs)
        began = time.monotonic()
        back = desk.wait(lambda: desk.slots == 4, 120)
        check(f"four again {time.monotonic() - began:.1f} s after its end", back)
        for at, slots, reason in desk.told:
            say(f"        {at:6.1f} s  {slots}  {reason}")
        trace.write_bytes(msgspec.json.encode(list(zip(desk.samples, desk.reasons, strict=True))))
    return fine


def draw(trace: Path, out: Path) -> None:
    """The window over what was measured, light and dark, in both languages."""
    command = [sys.executable, str(ROOT / "packaging" / "screenshots.py"), "--out", str(out), "--trace", str(trace)]
    subprocess.run([*command, "limit-foreign"], check=True, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})


def stop(programs: list[subprocess.Popen[bytes]]) -> None:
    for program in programs:
        program.kill()
        program.wait()


def memory(folder: Path) -> bool:
    """Eight scans of 500 MB where 2 GB are allowed."""
    killed = {}
    cores = len(os.sched_getaffinity(0))
    for dynamic in (True, False):
        with small_machine(2000 * MB, cores), Desk(folder / f"memory-{dynamic}", 4, dynamic) as desk:
            began = time.monotonic()
            desk.submit(8, [{"hold": 500 * MB}, {"sleep": 4.0}])
            finished = desk.wait(desk.done, 240)
            rows = desk.engine.rows().result(10)
            completed = sum(row.status is TaskStatus.COMPLETED for row in rows)
            killed[dynamic] = desk.killed()
            name = "with the limit that follows" if dynamic else "with four fixed"
            say(
                f"{name}: {completed} of 8 completed in {time.monotonic() - began:.1f} s, "
                f"{killed[dynamic]} attempts killed, most at once "
                f"{max((sample.running for sample in desk.samples), default=0)}"
            )
            if dynamic:
                for at, slots, reason in desk.told:
                    say(f"        {at:6.1f} s  {slots}  {reason}")
                say(f"        at the end: {desk.engine.snapshot().slots_reason}")
                if not finished or completed != 8:
                    return False
    return killed[True] == 0 and killed[False] > 0


def probe(seconds: float, pump: Callable[[], object]) -> list[float]:
    """Seconds that a few milliseconds of work took, twenty times a second."""
    taken = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.perf_counter()
        sum(range(150_000))
        taken.append(time.perf_counter() - began)
        pump()
        time.sleep(0.05)
    return taken


def throughput(folder: Path, seconds: float) -> bool:
    """Scans a minute: each fixed limit up to twice the cores, and the one that follows."""
    cores = len(os.sched_getaffinity(0))
    idle = probe(5, lambda: None)
    idle_ms = statistics.median(idle) * 1000
    rates: dict[str, float] = {}
    ratio = 0.0
    foreign_cpu: list[float] = []
    for name, slots, dynamic in [(str(n), n, False) for n in sorted({1, cores, 2 * cores})] + [
        ("follows", 2 * cores, True)
    ]:
        with Desk(folder / f"rate-{name}", slots, dynamic) as desk:
            desk.submit(400, [{"spin": 0.5}])
            desk.wait(desk.begun_well, 30)
            before, began = desk.engine.snapshot().counts.completed, time.monotonic()
            busy = probe(seconds, desk.application.processEvents)
            rates[name] = 60 * (desk.engine.snapshot().counts.completed - before) / (time.monotonic() - began)
            foreign_cpu += [sample.foreign_cpu_percent for sample in desk.samples]
            this = statistics.median(busy) * 1000 / idle_ms
            ratio = this if dynamic else ratio
            say(f"{name:>8}: {rates[name]:6.1f} scans a minute; probe {this:.2f} times idle ({idle_ms:.1f} ms)")
    best = max(rate for name, rate in rates.items() if name != "follows")
    share = rates["follows"] / best
    say(f"the limit that follows reaches {100 * share:.0f} % of the best fixed one; probe {ratio:.2f} times idle")
    say(f"other programs used {statistics.mean(foreign_cpu):.0f} % of the machine meanwhile")
    return share >= LEAST_THROUGHPUT and ratio <= MOST_PROBE_RATIO


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("name", choices=["foreign", "memory", "throughput"])
    parser.add_argument("--seconds", type=float, default=20.0, help="of measuring each limit (throughput)")
    parser.add_argument("--trace", type=Path, help="write the samples and reasons there as JSON (foreign)")
    parser.add_argument("--picture", type=Path, metavar="FOLDER", help="put pictures of the graphs there (foreign)")
    parser.add_argument(
        "--alone",
        action="store_true",
        help="count only what this benchmark does (a cgroup, root): for a machine that is not idle (throughput)",
    )
    chosen = parser.parse_args()
    os.environ["MOMENTRY_SCRIPTED"] = "1"
    with tempfile.TemporaryDirectory(prefix="momentry-bench-") as name:
        folder = Path(name)
        match chosen.name:
            case "foreign":
                trace = chosen.trace or folder / "trace.json"
                fine = foreign(folder, trace)
                if chosen.picture:
                    draw(trace, chosen.picture)
            case "memory":
                fine = memory(folder)
            case _:
                cores = len(os.sched_getaffinity(0))
                with small_machine(8000 * MB, cores) if chosen.alone else contextlib.nullcontext():
                    fine = throughput(folder, chosen.seconds)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
