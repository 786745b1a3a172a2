"""Footage through real workers, as the queue runs them: warm, one a slot, each with its share of the threads."""

import contextlib
import os
import queue
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
import psutil

from momentry_desk.core.findings import Finding
from momentry_desk.core.messages import OptionValue, Succeeded
from momentry_desk.core.settings import default_slots
from tests.benchmarks.scanning.children import ChildTrouble, Cost
from tests.benchmarks.scanning.inputs import Footage
from tests.worker.workers import WorkerProcess

PROCESSORS = ("face", "asr", "ocr", "scene")

Options = Mapping[str, Mapping[str, OptionValue]]


class Scanned(msgspec.Struct, frozen=True):
    """One file's scan: its cost, CPU seconds by processor, and what was found."""

    name: str
    cost: Cost
    by_processor: dict[str, float]
    findings: list[Finding]


class Slots:
    """Warm workers. Nothing is loaded before their first file."""

    def __init__(self, weights: Path, count: int | None = None) -> None:
        cores = os.cpu_count() or 1
        self._weights = weights
        wanted = default_slots(cores)
        self.threads = max(1, cores // wanted)
        self._workers = [WorkerProcess(threads=self.threads) for _ in range(count or wanted)]

    def __len__(self) -> int:
        return len(self._workers)

    def scan(
        self, footage: Sequence[Footage], names: Sequence[str] = PROCESSORS, options: Options | None = None
    ) -> list[Scanned]:
        """All files, each on the next worker that is free; in the order of `footage`. Raises `ChildTrouble`."""
        waiting: queue.SimpleQueue[int] = queue.SimpleQueue()
        for index in range(len(footage)):
            waiting.put(index)
        done: dict[int, Scanned] = {}
        troubles: list[Exception] = []

        def work(worker: WorkerProcess) -> None:
            with contextlib.suppress(queue.Empty):
                while True:
                    index = waiting.get_nowait()
                    try:
                        done[index] = self._one(worker, footage[index], names, options or {})
                    except Exception as error:  # noqa: BLE001 - told on by the thread that waits
                        troubles.append(error)
                        return

        threads = [threading.Thread(target=work, args=(worker,)) for worker in self._workers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if troubles:
            raise troubles[0]
        return [done[index] for index in range(len(footage))]

    def load_all(self, first: Footage) -> Cost:
        """Have every worker load every model, by a scan of `first`; what one of them cost from its start on."""
        begun = time.perf_counter()
        for worker in self._workers:
            self._one(worker, first, PROCESSORS, {})
        cpu_s = sum(_cpu_s(worker) for worker in self._workers)
        return Cost((time.perf_counter() - begun) / len(self), cpu_s / len(self))

    def _one(self, worker: WorkerProcess, footage: Footage, names: Sequence[str], options: Options) -> Scanned:
        attempt = f"{footage.name}-{time.monotonic_ns()}"
        begun, cpu_s = time.perf_counter(), _cpu_s(worker)
        sent = {name: dict(values) for name, values in options.items()}
        worker.scan(footage.path, names, attempt, self._weights, threads=self.threads, options=sent)
        findings, last = worker.finish(attempt)
        if not isinstance(last, Succeeded):
            raise ChildTrouble(f"the scan of {footage.path.name} ended with {last}")
        cost = Cost(time.perf_counter() - begun, _cpu_s(worker) - cpu_s, last.peak_memory)
        return Scanned(footage.name, cost, {name: spent.cpu_s for name, spent in last.costs.items()}, findings)

    def end(self) -> None:
        for worker in self._workers:
            worker.end()


@contextlib.contextmanager
def slots(weights: Path, count: int | None = None) -> Iterator[Slots]:
    made = Slots(weights, count)
    try:
        yield made
    finally:
        made.end()


def _cpu_s(worker: WorkerProcess) -> float:
    times = psutil.Process(worker.process.pid).cpu_times()
    return float(times.user + times.system)
