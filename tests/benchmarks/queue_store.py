"""What the queue in the database costs at 0, 10,000 and 100,000 waiting tasks; exits 1 over a bound.

Run from the repository's root: `python -m tests.benchmarks.queue_store [--folder DIR]`. Every command is on the
disk (`synchronous=FULL`) when it is counted, so the figures are those of the disk under DIR too (by default a
temporary folder). The CPU's share stands beside: what lies between is the disk, and other programs.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from momentry_desk.core.messages import FileSeen
from momentry_desk.core.model import Move, Priority, TaskRequest
from momentry_desk.store.database import open_database
from tests.store.rooms import NOW, Room

DEPTHS = (0, 10_000, 100_000)
ROUNDS = 200
DROP = 10_000

DROP_BOUND_S = 2.0
CLAIM_P99_BOUND_MS = 5.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, help="where the database is made (default: a temporary folder)")
    folder: Path | None = parser.parse_args().folder
    with tempfile.TemporaryDirectory(dir=folder) as made:
        too_slow = measure(Path(made) / "data")
    for line in too_slow:
        say(f"over the bound: {line}")
    return 1 if too_slow else 0


def measure(folder: Path) -> list[str]:
    """Print each figure; answer what was over its bound."""
    too_slow: list[str] = []
    with open_database(folder) as database:
        room = Room(database)
        filled = 0
        for depth in DEPTHS:
            while filled < depth:
                took = drop(room, f"fill{filled}", min(DROP, depth - filled))
                filled += min(DROP, depth - filled)
                if took > DROP_BOUND_S:
                    too_slow.append(f"{DROP:,} tasks in {took:.2f} s ({DROP_BOUND_S} s) up to {filled:,}")
            say(f"\n{room.tasks.counts().pending:,} tasks wait")
            for name, times in commands(room, depth).items():
                p50, p99 = (percentile([wall for wall, _ in times], percent) for percent in (50, 99))
                cpu_p50, cpu_p99 = (percentile([cpu for _, cpu in times], percent) for percent in (50, 99))
                say(
                    f"  {name:<22} p50 {p50:7.2f} ms   p99 {p99:7.2f} ms   "
                    f"CPU p50 {cpu_p50:6.2f} ms   p99 {cpu_p99:6.2f} ms"
                )
                if name.startswith("candidates and claim") and p99 > CLAIM_P99_BOUND_MS:
                    too_slow.append(f"{name} at {depth:,}: p99 {p99:.2f} ms ({CLAIM_P99_BOUND_MS} ms)")
        say("")
        say(f"a drop of {DROP:,} more, registered and queued: {drop(room, 'more', DROP):.2f} s")
        say(f"reading all {room.tasks.counts().pending:,}: {seconds(room.tasks.all)}")
        say(f"clearing them: {seconds(room.tasks.clear)}")
    return too_slow


def drop(room: Room, name: str, count: int) -> float:
    """Register and queue that many files; seconds."""
    files = [FileSeen(f"/films/{name}/{n}.mp4", f"{name}-{n}", 1, 1) for n in range(count)]
    requests = [
        TaskRequest(file.file_uuid, Path(file.path).name, ("face", "asr", "ocr", "scene")) for file in files
    ]
    start = time.perf_counter()
    room.videos.register(files, NOW)
    room.tasks.submit(requests, NOW)
    return time.perf_counter() - start


def commands(room: Room, depth: int) -> dict[str, list[tuple[float, float]]]:
    """Milliseconds, of the clock and of the CPU, for each command and round. What a round adds it takes away."""
    times: dict[str, list[tuple[float, float]]] = {}

    def note(name: str, command: Callable[[], object]) -> None:
        times.setdefault(name, []).append(timed(command))

    for turn in range(ROUNDS):
        room.video(f"single-{depth}-{turn}")
        request = TaskRequest(f"single-{depth}-{turn}", "single.mp4", ("face",), Priority.NORMAL)
        note("submit one", partial(room.tasks.submit, [request], NOW))
        claimed: list[str] = []
        note("candidates and claim", partial(claim_first, room, claimed))
        (token,) = claimed
        note("progress", partial(room.tasks.progress, token, 50, NOW))
        note("complete", partial(room.tasks.complete, token, NOW))
        note("counts", room.tasks.counts)
        if depth:
            last = room.tasks.candidates(NOW, 50)[-1].task_id
            note("move up", partial(room.tasks.move, [last], Move.UP, NOW))
    return times


def claim_first(room: Room, claimed: list[str]) -> None:
    first = room.tasks.candidates(NOW, 8)[0]
    attempt = room.tasks.claim(first.task_id, NOW)
    assert attempt is not None
    claimed.append(attempt.attempt_id)


def timed(command: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds of the clock, and of the CPU."""
    cpu, wall = time.thread_time(), time.perf_counter()
    command()
    return (time.perf_counter() - wall) * 1000, (time.thread_time() - cpu) * 1000


def seconds(command: Callable[[], object]) -> str:
    wall, cpu = timed(command)
    return f"{wall / 1000:.2f} s (CPU {cpu / 1000:.2f} s)"


def percentile(times: Sequence[float], percent: int) -> float:
    return sorted(times)[min(len(times) - 1, len(times) * percent // 100)]


def say(text: str) -> None:
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main())
