"""Progress and time to finish, from what this machine was seen to do.

The model: a scan of a video takes `duration * sum of the processors' CPU seconds per second of media * wall seconds
per CPU second`. Both factors are running means over finished scans; a scan that runs is also held against its own
pace.
"""

import heapq
from collections.abc import Mapping, Sequence

import msgspec

from momentry_desk.core.messages import ProcessorCost

#: The weight of a new scan in the running means.
_NEW = 0.3
#: A running scan's own pace is believed in full once so much of it is done.
_TRUSTED = 0.5
#: Below this much new progress its own pace says nothing.
_FIRST = 0.02


class Speeds(msgspec.Struct, frozen=True):
    """`cpu_per_media` is CPU seconds per second of media by processor; `wall_per_cpu` wall seconds per CPU second
    of a whole scan. None and absent: nothing was measured yet."""

    cpu_per_media: dict[str, float] = {}
    wall_per_cpu: float | None = None


def learn(speeds: Speeds, costs: Mapping[str, ProcessorCost], running_s: float) -> Speeds:
    """The speeds after one more finished scan that ran for `running_s`."""
    rates = dict(speeds.cpu_per_media)
    cpu_s = 0.0
    for name, cost in costs.items():
        cpu_s += cost.cpu_s
        if cost.media_s > 0:
            rate = cost.cpu_s / cost.media_s
            rates[name] = rate if name not in rates else (1 - _NEW) * rates[name] + _NEW * rate
    wall = speeds.wall_per_cpu
    if cpu_s > 0 and running_s > 0:
        factor = running_s / cpu_s
        wall = factor if wall is None else (1 - _NEW) * wall + _NEW * factor
    return Speeds(rates, wall)


def whole_scan(speeds: Speeds, processors: Sequence[str], duration_s: float | None) -> float | None:
    """Seconds that a scan of a video takes from start to end; None where a factor is not known."""
    if duration_s is None or speeds.wall_per_cpu is None:
        return None
    if any(name not in speeds.cpu_per_media for name in processors):
        return None
    return max(0.0, duration_s) * sum(speeds.cpu_per_media[name] for name in processors) * speeds.wall_per_cpu


def progress(speeds: Speeds, processors: Sequence[str], fractions: Mapping[str, float]) -> float:
    """The fraction done of a whole task, 0 to 1: the processors' fractions, weighted by what each costs."""
    if not processors:
        return 0.0
    known = all(speeds.cpu_per_media.get(name, 0.0) > 0 for name in processors)
    weights = {name: speeds.cpu_per_media[name] if known else 1.0 for name in processors}
    done = sum(weights[name] * min(1.0, max(0.0, fractions.get(name, 0.0))) for name in processors)
    return min(1.0, done / sum(weights.values()))


def remaining(*, done: float, done_at_start: float, running_s: float, whole_s: float | None) -> float | None:
    """Seconds to the end of a running scan, None where nothing is known yet.

    `done` is its fraction now, `done_at_start` the fraction it began with (a checkpoint), `running_s` the time it
    ran since then, `whole_s` what the model says of a whole scan.
    """
    done = min(1.0, max(0.0, done))
    by_model = None if whole_s is None else whole_s * (1 - done)
    gained = done - done_at_start
    if gained < _FIRST or running_s <= 0:
        return by_model
    by_pace = running_s / gained * (1 - done)
    if by_model is None:
        return by_pace
    trust = min(1.0, gained / _TRUSTED)
    return trust * by_pace + (1 - trust) * by_model


def next_start(running: Sequence[float], before: Sequence[float], slots: int, unseen: int = 0) -> float:
    """Seconds until a scan may start that `before` and `unseen` others precede; see `queue_end` for the rest."""
    free = [max(0.0, seconds) for seconds in running]
    free += [0.0] * (max(1, slots) - len(free))
    heapq.heapify(free)
    # More scans than slots run after the limit was lowered: those above it give no slot when they end.
    for _ in range(len(free) - max(1, slots)):
        heapq.heappop(free)
    for seconds in before:
        heapq.heappush(free, heapq.heappop(free) + max(0.0, seconds))
    average = sum(before) / len(before) if before else 0.0
    return free[0] + unseen * average / len(free)


def queue_end(running: Sequence[float], waiting: Sequence[float], slots: int, unseen: int = 0) -> float | None:
    """Seconds until everything is done: each waiting scan, in order, goes to the slot that is free first.

    `running` and `waiting` are seconds each; `unseen` counts further waiting scans, taken to last as long as the
    others on average. None where scans wait and nothing is known of how long one takes.
    """
    if slots < 1 or (unseen and not waiting):
        return None
    free = [max(0.0, seconds) for seconds in running]
    free += [0.0] * (slots - len(free))
    heapq.heapify(free)
    for seconds in waiting:
        heapq.heappush(free, heapq.heappop(free) + max(0.0, seconds))
    if unseen:
        level = (sum(free) + unseen * sum(waiting) / len(waiting)) / len(free)
        return max(level, max(free))
    return max(free)
