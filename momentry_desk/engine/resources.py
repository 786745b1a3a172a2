"""Looks at the machine once a second and keeps ten minutes of it: the whole, our workers' share, and the limit."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from momentry_desk.core.resources import GpuLoad, ResourceSample, WorkerLoad
from momentry_desk.engine.gpu import GpuReader
from momentry_desk.engine.machine import SHORTEST_S, Machine
from momentry_desk.engine.worker_loads import Usage, WorkerLoads

__all__ = ["KEPT_S", "Sampler", "Usage"]

KEPT_S = 600.0


class Sampler:
    """Takes one look at a time; percentages are over the time since the last one.

    `history` is oldest first. `watch_gpus`: somebody wants to know of them (a scan uses one, a graph shows it).
    """

    def __init__(
        self,
        folder: Path,
        *,
        now: Callable[[], float],
        monotonic: Callable[[], float],
        machine: Machine | None = None,
        loads: WorkerLoads | None = None,
        gpus: GpuReader | None = None,
    ) -> None:
        """`folder` names the disk whose free space matters."""
        self.watch_gpus = False
        self._now = now
        self._monotonic = monotonic
        self._machine = machine or Machine(folder, monotonic=monotonic)
        self._loads = loads or WorkerLoads(monotonic=monotonic)
        self._gpus = gpus or GpuReader(monotonic=monotonic)
        self._before: dict[int, float] = {}
        self._percent: dict[int, float] = {}
        self._looked = monotonic()
        self._history: list[ResourceSample] = []

    @property
    def history(self) -> Sequence[ResourceSample]:
        return self._history

    @property
    def last(self) -> ResourceSample | None:
        return self._history[-1] if self._history else None

    @property
    def cores(self) -> float:
        """The cores that may be used, a fraction where a quota says so."""
        return self._machine.cores

    def usage(self, pid: int) -> Usage:
        """Of one worker's tree, now."""
        return self._loads.usage(pid)

    def sample(
        self,
        workers: Iterable[int],
        *,
        running: int = 0,
        suspended: int = 0,
        slots: int | None = None,
        ceiling: int = 0,
    ) -> ResourceSample:
        """Look once. `workers` are the first processes of all our workers; the rest is kept beside the figures."""
        now = self._monotonic()
        passed = now - self._looked
        state = self._machine.look()
        used = self._loads.look(workers)
        if passed >= SHORTEST_S:
            self._looked = now
            self._percent = {
                # A child that ended hands its whole life's time to its parent in one moment.
                pid: min(100.0 * state.cores, 100.0 * max(0.0, usage.cpu_s - self._before[pid]) / passed)
                for pid, usage in used.items()
                if pid in self._before
            }
            self._before = {pid: usage.cpu_s for pid, usage in used.items()}
        loads = [WorkerLoad(pid, self._percent.get(pid, 0.0), usage.memory) for pid, usage in used.items()]
        gpus: tuple[GpuLoad, ...] = ()
        if self.watch_gpus:
            gpus = self._gpus.read(self._loads.pids(used))
        sample = ResourceSample(
            at=self._now(),
            cpu_percent=state.cpu_percent,
            own_cpu_percent=min(state.cpu_percent, sum(load.cpu_percent for load in loads) / state.cores),
            memory_used=state.memory_used,
            memory_total=state.memory_total,
            own_memory=min(state.memory_used, sum(usage.private for usage in used.values())),
            disk_free=state.disk_free,
            cores=state.cores,
            swap_used=state.swap_used,
            swap_rate=state.swap_rate,
            workers=tuple(loads),
            gpus=gpus,
            battery_percent=state.battery_percent,
            on_mains=state.on_mains,
            running=running,
            suspended=suspended,
            slots=slots,
            ceiling=ceiling,
        )
        self._history.append(sample)
        # The wall clock may be set back; the count bounds what is kept all the same.
        while len(self._history) > 2 * KEPT_S or sample.at - self._history[0].at > KEPT_S:
            del self._history[0]
        return sample

    def close(self) -> None:
        self._gpus.close()
