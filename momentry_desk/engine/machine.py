"""Reads CPU, memory, swap, disk and battery of the machine, or of what a cgroup or an affinity leaves us."""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

import msgspec
import psutil

from momentry_desk.engine.cgroups import Cgroups

#: Limits, disk and battery change slowly and cost most to ask for.
_SLOW_EVERY_S = 5.0
#: Over less time a percentage is chance, and at the start it is our own start.
SHORTEST_S = 0.25


class MachineState(msgspec.Struct, frozen=True):
    """CPU in percent of `cores` since the last look; sizes in bytes, `swap_rate` in bytes a second both ways."""

    cores: float
    cpu_percent: float
    memory_total: int
    memory_used: int
    swap_used: int
    swap_rate: float
    disk_free: int
    battery_percent: float | None
    on_mains: bool


class Machine:
    """Each `look` covers the time since the one before; the first, since it was made."""

    def __init__(self, folder: Path, *, monotonic: Callable[[], float], cgroups: Cgroups | None = None) -> None:
        """`folder` names the disk whose free space matters."""
        self._folder = folder
        self._monotonic = monotonic
        self._cgroups = cgroups if cgroups is not None else Cgroups()
        self._allowed = _allowed_cores()
        self._quota: float | None = None
        self._disk_free = 0
        self._battery: tuple[float | None, bool] = (None, True)
        self._slow_at: float | None = None
        self._ask_slow(monotonic())
        self._at = monotonic()
        self._busy_before = self._busy_s()
        self._cpu_percent = 0.0
        self._swapped_before = _swapped()[1]
        self._swap_rate = 0.0

    def look(self) -> MachineState:
        now = self._monotonic()
        if self._slow_at is None or now - self._slow_at >= _SLOW_EVERY_S:
            quota = self._quota
            self._ask_slow(now)
            if (quota is None) != (self._quota is None):
                # Another counter from now on: there is nothing to subtract it from yet.
                self._busy_before = self._busy_s()
        cores = self.cores
        swap_used, swapped = _swapped()
        passed = now - self._at
        if passed >= SHORTEST_S:
            self._at = now
            busy = self._busy_s()
            used_s, self._busy_before = max(0.0, busy - self._busy_before), busy
            self._cpu_percent = min(100.0, 100.0 * used_s / passed / cores)
            self._swap_rate, self._swapped_before = max(0, swapped - self._swapped_before) / passed, swapped
        memory = psutil.virtual_memory()
        total, used = int(memory.total), int(memory.total - memory.available)
        limit = self._cgroups.memory()
        # The group may have room that the machine has not.
        if limit is not None and limit.total < total and limit.total - limit.used <= total - used:
            total, used = limit.total, limit.used
        return MachineState(
            cores=cores,
            cpu_percent=self._cpu_percent,
            memory_total=total,
            memory_used=used,
            swap_used=swap_used,
            swap_rate=self._swap_rate,
            disk_free=self._disk_free,
            battery_percent=self._battery[0],
            on_mains=self._battery[1],
        )

    @property
    def cores(self) -> float:
        """What may be used: the machine's cores, less where an affinity or a quota says so."""
        count = float(len(self._allowed) if self._allowed else psutil.cpu_count() or 1)
        return min(count, self._quota) if self._quota is not None else count

    def _busy_s(self) -> float:
        if self._quota is not None:
            used = self._cgroups.cpu_s()
            if used is not None:
                return used
        if self._allowed:
            every = psutil.cpu_times(percpu=True)
            return sum(_busy(every[core]) for core in self._allowed if core < len(every))
        return _busy(psutil.cpu_times())

    def _ask_slow(self, now: float) -> None:
        self._slow_at = now
        self._quota = self._cgroups.cores()
        with contextlib.suppress(OSError):
            self._disk_free = int(psutil.disk_usage(str(self._folder)).free)
        self._battery = _battery()


def _busy(times: object) -> float:
    """CPU seconds spent on anything. Linux counts a guest's time into the user's already."""
    return float(sum(getattr(times, name, 0.0) for name in ("user", "nice", "system", "irq", "softirq", "steal")))


def _allowed_cores() -> tuple[int, ...]:
    """The cores of this process's affinity; empty where it may use all of them."""
    if not hasattr(os, "sched_getaffinity"):
        return ()
    allowed = sorted(os.sched_getaffinity(0))
    return tuple(allowed) if len(allowed) < (psutil.cpu_count() or 1) else ()


def _swapped() -> tuple[int, int]:
    """Bytes of swap in use, and bytes ever moved in or out."""
    try:
        swap = psutil.swap_memory()
    except (OSError, RuntimeError):
        return 0, 0
    return int(swap.used), int(swap.sin + swap.sout)


def _battery() -> tuple[float | None, bool]:
    """Charge in percent, None without a battery; and whether the mains feed the machine."""
    try:
        battery = psutil.sensors_battery()
    except (AttributeError, OSError, RuntimeError, ValueError):
        battery = None
    if battery is None:
        return None, True
    # None: the system does not know. It is no reason to stop working.
    return float(battery.percent), battery.power_plugged is not False
