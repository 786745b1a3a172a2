"""How many scans at once, and why: measured samples in, a number of slots and its reason out.

Only what other programs use counts against us. A limit falls at once where memory runs short, after five seconds of
load elsewhere; it rises one step after fifteen seconds of room, later and later where rising proved wrong before.
Two guards keep it from swinging at a steady load: what rises must have room to spare, and what exceeds a bound by
little must do so for a minute.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from momentry_desk.core.resources import GpuLoad, LimitCode, LimitReason, ResourceSample
from momentry_desk.core.settings import Settings, default_slots

_FALL_AFTER_S = 5.0
_RISE_AFTER_S = 15.0
_SLOW_FALL_AFTER_S = 60.0
_SUSPEND_AFTER_S = 60.0
#: A rise that was taken back so soon proved wrong, and doubles the wait for the next ones for five minutes.
_WRONG_WITHIN_S = 60.0
_REVERSALS_WITHIN_S = 300.0
_LONGEST_RISE_S = 240.0
#: Samples further apart than this (the machine slept) say nothing about the time between them.
_LONGEST_GAP_S = 10.0
_GRACE_S = 0.5
#: One sample in so many may be an outlier while there is room.
_OUTLIER_IN = 8

_RISE_GUARD_PERCENT = 5.0
_FALL_GUARD_PERCENT = 10.0
_MEMORY_GUARD = 0.03
_DANGER_PERCENT = 95.0
_SAFE_PERCENT = 92.0
_DISK_GUARD = 1.1
_BATTERY_GUARD_PERCENT = 2.0


class ScanCost(msgspec.Struct, frozen=True):
    """What one scan needs: CPU in cores, memory and GPU memory in bytes at their peak, percent of a GPU."""

    cpu_cores: float
    memory: int
    gpu_memory: int = 0
    gpu_percent: float = 0.0


class Load(msgspec.Struct, frozen=True):
    """The scans that move on, oldest first, by what each needs, and the one that would start next."""

    running: tuple[ScanCost, ...] = ()
    next: ScanCost = ScanCost(cpu_cores=1.0, memory=1_200_000_000)


class Suggestion(msgspec.Struct, frozen=True):
    """`slots` is from 0 to the number that was set. `suspend` asks to let the newest scan stand still."""

    slots: int
    reason: LimitReason
    suspend: bool = False


def ceiling_of(settings: Settings, cores: float) -> int:
    """The number of scans that was set, or what serves where none was."""
    return settings.queue.max_concurrent or default_slots(int(cores))


def danger(
    sample: ResourceSample, settings: Settings, *, leaving: bool = False, need: int = 0
) -> LimitReason | None:
    """Why nothing may start at all; None where nothing is wrong. `leaving` asks for the margin that ends it.

    `need` bytes are what a start would take from the memory: where that leads back into danger, it is not over.
    """
    resources = settings.resources
    floor = resources.pause_below_disk_mb * 1e6
    if sample.disk_free < floor * (_DISK_GUARD if leaving else 1.0):
        return LimitReason(LimitCode.DISK, sample.disk_free, floor * _DISK_GUARD)
    level = resources.pause_below_battery
    if level and sample.battery_percent is not None and not sample.on_mains:
        end = min(100.0, level + _BATTERY_GUARD_PERCENT)
        if sample.battery_percent < (end if leaving else level):
            return LimitReason(LimitCode.BATTERY, sample.battery_percent, end)
    if sample.memory_total > 0:
        used = 100.0 * sample.memory_used / sample.memory_total
        safe = max(0.0, min(_SAFE_PERCENT, _DANGER_PERCENT - 100.0 * need / sample.memory_total))
        if used > (safe if leaving else _DANGER_PERCENT):
            return LimitReason(LimitCode.MEMORY_DANGER, used, safe)
    return None


def suggest_concurrency(history: Sequence[ResourceSample], running: Load, settings: Settings) -> Suggestion:
    """Decide the limit from now on.

    `history` is oldest first, about a sample a second; each carries the limit that was in force when it was
    taken, so the memory of this function is its input.
    """
    if not history:
        ceiling = ceiling_of(settings, 1.0)
        if not settings.queue.dynamic_concurrency:
            return Suggestion(ceiling, LimitReason(LimitCode.FIXED, ceiling))
        return Suggestion(1, LimitReason(LimitCode.STARTING))
    last = history[-1]
    ceiling = ceiling_of(settings, last.cores)
    if not settings.queue.dynamic_concurrency:
        return Suggestion(ceiling, LimitReason(LimitCode.FIXED, ceiling))
    return _Decision(history, running, settings, ceiling).suggestion()


class _Decision:
    """One look at the history. Holds what all its steps need."""

    def __init__(self, history: Sequence[ResourceSample], load: Load, settings: Settings, ceiling: int) -> None:
        self.history = history
        self.last = history[-1]
        self.load = load
        self.settings = settings
        self.ceiling = ceiling

    def suggestion(self) -> Suggestion:
        chosen = self._chosen()
        return Suggestion(chosen.slots, chosen.reason, self._suspend(chosen))

    def _chosen(self) -> Suggestion:
        sharp = self._sharp(self.last)
        previous = self._previous()
        if previous is None:
            return _least(sharp, self._smooth(self.last))
        if sharp.slots < previous:
            return sharp
        recent = _tail(self.history, _FALL_AFTER_S)
        mean = _mean(recent)
        fallen = self._fall(previous, recent, mean)
        if fallen is not None:
            return fallen
        room = _least(self._sharp(self.last, leaving=True), self._smooth(mean, _RISE_GUARD_PERCENT))
        if room.slots > previous:
            if self._rises(previous):
                step = previous + 1
                reason = self._as_set() if step == self.ceiling else LimitReason(LimitCode.ROOM_AGAIN)
                return Suggestion(step, reason)
            return Suggestion(previous, LimitReason(LimitCode.ROOM_AGAIN))
        if previous >= self.ceiling:
            return Suggestion(previous, self._as_set())
        return Suggestion(previous, room.reason)

    def _previous(self) -> int | None:
        """The limit in force; None where there is none to go by, or a higher one was just set by hand."""
        slots = self.last.slots
        if slots is None or (slots >= self.last.ceiling and self.ceiling > self.last.ceiling):
            return None
        return min(slots, self.ceiling)

    def _fall(self, previous: int, recent: Sequence[ResourceSample], mean: ResourceSample) -> Suggestion | None:
        """The lower limit that load elsewhere asks for by now."""
        if _spans(recent, _FALL_AFTER_S):
            above = sum(self._smooth(sample).slots >= previous for sample in recent)
            if above <= 1 and self._smooth(mean, -_FALL_GUARD_PERCENT).slots < previous:
                return self._smooth(mean)
        # Five seconds of quiet say more than the rest of the minute.
        if self._smooth(mean).slots < previous:
            minute = _tail(self.history, _SLOW_FALL_AFTER_S)
            if _spans(minute, _SLOW_FALL_AFTER_S):
                slow = self._smooth(_mean(minute))
                if slow.slots < previous:
                    return slow
        return None

    def _rises(self, previous: int) -> bool:
        wait_s = min(_LONGEST_RISE_S, _RISE_AFTER_S * 2.0 ** self._reversals())
        samples = _tail(self.history, wait_s)
        if not _spans(samples, wait_s) or any(sample.slots != self.last.slots for sample in samples):
            return False
        without = [
            _least(self._sharp(sample, leaving=True), self._smooth(sample, _RISE_GUARD_PERCENT)).slots <= previous
            for sample in samples
        ]
        return not without[0] and sum(without) <= len(samples) // _OUTLIER_IN

    def _reversals(self) -> int:
        """How often a rise proved wrong lately: it was soon taken back."""
        rose_at: float | None = None
        count = 0
        since = self.last.at - _REVERSALS_WITHIN_S
        limits = [(s.at, s.slots) for s in self.history if s.at >= since and s.slots is not None]
        for (_, old), (at, new) in pairwise(limits):
            if new > old:
                rose_at = at
            elif new < old and rose_at is not None:
                count += at - rose_at <= _WRONG_WITHIN_S
                rose_at = None
        return count

    def _suspend(self, chosen: Suggestion) -> bool:
        active = len(self.load.running)
        bound = min(active, self.ceiling)
        if (
            not self.settings.resources.suspend_newest
            or active < 2
            or max(1, chosen.slots) >= bound
            or chosen.reason.code in (LimitCode.DISK, LimitCode.BATTERY)
        ):
            return False
        minute = _tail(self.history, _SUSPEND_AFTER_S)
        return _spans(minute, _SUSPEND_AFTER_S) and all(
            sample.running == active and sample.slots is not None and sample.slots < bound for sample in minute
        )

    # What one sample, or a mean of some, has room for ----------------------------------------------------------

    def _as_set(self) -> LimitReason:
        return LimitReason(LimitCode.AS_SET, self.ceiling)

    def _sharp(self, sample: ResourceSample, *, leaving: bool = False) -> Suggestion:
        """By what kills when it runs out. `leaving` keeps a margin: what rises must stay risen."""
        # What made the danger end may have been our own scan's end: the next one must not bring it back.
        starts = self.last.slots == 0 and not self.load.running
        wrong = danger(
            sample,
            self.settings,
            leaving=leaving and self.last.slots == 0,
            need=self.load.next.memory if starts else 0,
        )
        if wrong is not None:
            return Suggestion(0, wrong)
        least = Suggestion(self.ceiling, self._as_set())
        queue = self.settings.queue
        if sample.memory_total > 0:
            free = sample.memory_total * queue.memory_threshold / 100 - sample.foreign_memory
            margin = sample.memory_total * _MEMORY_GUARD if leaving else 0.0
            slots = self._fit(free - margin, [cost.memory for cost in self.load.running], self.load.next.memory)
            reason = LimitReason(LimitCode.MEMORY, max(0.0, free), self.load.next.memory)
            least = _least(least, Suggestion(slots, reason))
        if not self.load.next.gpu_memory:
            return least
        for gpu in _own_gpus(sample.gpus):
            free = gpu.memory_total * queue.gpu_threshold / 100 - max(0, gpu.memory_used - gpu.own_memory)
            margin = gpu.memory_total * _MEMORY_GUARD if leaving else 0.0
            needs = [cost.gpu_memory for cost in self.load.running]
            slots = self._fit(free - margin, needs, self.load.next.gpu_memory)
            reason = LimitReason(LimitCode.GPU_MEMORY, max(0.0, free), self.load.next.gpu_memory, gpu.name)
            least = _least(least, Suggestion(slots, reason))
        return least

    def _smooth(self, sample: ResourceSample, guard: float = 0.0) -> Suggestion:
        """By what only gets slow. `guard` percent are added to what others use."""
        least = Suggestion(self.ceiling, self._as_set())
        queue = self.settings.queue
        foreign = sample.foreign_cpu_percent
        if foreign + guard > 100 - queue.cpu_threshold:
            needs = [self._cpu_percent(cost, sample.cores) for cost in self.load.running]
            need = self._cpu_percent(self.load.next, sample.cores)
            slots = self._fit(100 - foreign - guard, needs, need)
            least = _least(least, Suggestion(slots, LimitReason(LimitCode.CPU, foreign, need)))
        need = self.load.next.gpu_percent
        for gpu in _own_gpus(sample.gpus) if need else ():
            if gpu.own_percent is None:
                continue
            foreign = max(0.0, gpu.percent - gpu.own_percent)
            if foreign + guard > 100 - queue.gpu_threshold:
                slots = self._fit(100 - foreign - guard, [c.gpu_percent for c in self.load.running], need)
                least = _least(least, Suggestion(slots, LimitReason(LimitCode.GPU, foreign, need, gpu.name)))
        return least

    @staticmethod
    def _cpu_percent(cost: ScanCost, cores: float) -> float:
        return min(100.0, max(1.0, 100.0 * cost.cpu_cores / max(0.1, cores)))

    def _fit(self, budget: float, running: Iterable[float], following: float) -> int:
        """How many fit into `budget`, those that run first; at least 1."""
        count = 0
        for need in running:
            if need > budget:
                return min(self.ceiling, max(1, count))
            budget -= need
            count += 1
        if following > 0:
            # A hair above the whole number must not fall below it by the rounding of floats.
            count += int(min(float(self.ceiling), max(0.0, budget) / following + 1e-9))
        else:
            count = self.ceiling
        return min(self.ceiling, max(1, count))


def _least(first: Suggestion, second: Suggestion) -> Suggestion:
    return second if second.slots < first.slots else first


def _own_gpus(gpus: Sequence[GpuLoad]) -> Sequence[GpuLoad]:
    """The GPUs that scans use; as long as none does, the first, which is where a scan would go."""
    return [gpu for gpu in gpus if gpu.own_memory > 0] or gpus[:1]


def _tail(history: Sequence[ResourceSample], seconds: float) -> Sequence[ResourceSample]:
    """The samples since `seconds` ago, as far as there is no gap; half a second of grace for an early timer."""
    last = history[-1].at
    start = len(history) - 1
    while start > 0 and last - history[start].at < seconds - _GRACE_S:
        gap = history[start].at - history[start - 1].at
        if gap > _LONGEST_GAP_S or gap < 0:
            break
        start -= 1
    return history[start:]


def _spans(samples: Sequence[ResourceSample], seconds: float) -> bool:
    return samples[-1].at - samples[0].at >= seconds - _GRACE_S


def _mean(samples: Sequence[ResourceSample]) -> ResourceSample:
    """The last sample with the mean of what others use of CPU and GPUs, without a GPU that was lost meanwhile."""
    last = samples[-1]
    count = len(samples)
    gpus = []
    for gpu in last.gpus:
        same = [other for sample in samples for other in sample.gpus if other.index == gpu.index]
        if gpu.own_percent is not None:
            foreign = sum(max(0.0, o.percent - (o.own_percent or 0.0)) for o in same) / len(same)
            gpu = msgspec.structs.replace(gpu, percent=foreign, own_percent=0.0)
        gpus.append(gpu)
    return msgspec.structs.replace(
        last,
        cpu_percent=sum(sample.foreign_cpu_percent for sample in samples) / count,
        own_cpu_percent=0.0,
        gpus=tuple(gpus),
    )
