"""Looks at the machine: CPU, memory, disk, and our workers' share of them."""

from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec
import psutil

from momentry_desk.core.snapshot import ResourceSample


class Usage(msgspec.Struct, frozen=True):
    """What a process has used: CPU seconds since its start, and bytes it holds. Zero where it is gone."""

    cpu_s: float = 0.0
    memory: int = 0


class Sampler:
    """Takes one look at a time; percentages are over the time since the last one."""

    def __init__(
        self,
        folder: Path,
        *,
        now: Callable[[], float],
        monotonic: Callable[[], float],
    ) -> None:
        """`folder` names the disk whose free space matters."""
        self._folder = folder
        self._now = now
        self._monotonic = monotonic
        self._cores = psutil.cpu_count() or 1
        self._processes: dict[int, psutil.Process] = {}
        self._cpu_before: dict[int, float] = {}
        self._looked = monotonic()
        self.last: ResourceSample | None = None
        # The first call measures nothing; it sets the mark for the second.
        psutil.cpu_percent(None)

    def usage(self, pid: int) -> Usage:
        """Of one worker. Its children are few and short-lived, and finding them costs a walk over all processes."""
        try:
            process = self._processes.get(pid)
            if process is None:
                process = self._processes[pid] = psutil.Process(pid)
            with process.oneshot():
                times = process.cpu_times()
                return Usage(times.user + times.system, process.memory_info().rss)
        except (psutil.Error, ValueError):
            self._processes.pop(pid, None)
            return Usage()

    def sample(self, workers: Iterable[int]) -> ResourceSample:
        now = self._monotonic()
        passed, self._looked = max(1e-3, now - self._looked), now
        used = {pid: self.usage(pid) for pid in workers}
        for pid in set(self._processes) - set(used):
            del self._processes[pid]
        own_s = sum(max(0.0, usage.cpu_s - self._cpu_before.get(pid, usage.cpu_s)) for pid, usage in used.items())
        self._cpu_before = {pid: usage.cpu_s for pid, usage in used.items()}
        memory = psutil.virtual_memory()
        try:
            free = psutil.disk_usage(str(self._folder)).free
        except OSError:
            free = 0
        self.last = ResourceSample(
            at=self._now(),
            cpu_percent=float(psutil.cpu_percent(None)),
            own_cpu_percent=min(100.0, 100.0 * own_s / passed / self._cores),
            memory_used=int(memory.total - memory.available),
            memory_total=int(memory.total),
            own_memory=sum(usage.memory for usage in used.values()),
            disk_free=int(free),
        )
        return self.last
