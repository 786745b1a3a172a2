"""What the machine has to spare, for the graphs."""

import math

import msgspec

from momentry_desk.core.resources import GpuLoad, LimitCode, LimitReason, ResourceSample
from tests.ui.fake_engine import FakeEngine

Trace = list[tuple[ResourceSample, LimitReason | None]]


def replay(engine: FakeEngine, trace: Trace) -> None:
    """A real run, up to the last moment at which memory was short: the limit has fallen twice by then."""
    full = max(sample.memory_used for sample, _ in trace) * 0.95
    short = [
        n
        for n, (sample, why) in enumerate(trace)
        if why is not None and why.code is LimitCode.MEMORY and sample.memory_used >= full
    ]
    until = trace[: short[-1] + 1] if short else trace
    for sample, _ in until:
        engine.resources_sampled.emit(sample)
    last, why = until[-1]
    counts = msgspec.structs.replace(engine.current.counts, processing=last.running)
    engine.tell(slots=last.slots or 0, max_concurrent=last.ceiling, slots_limit=why, counts=counts)


def samples(engine: FakeEngine) -> None:
    for n in range(601):
        scans = 0 if n < 60 else 1 if n < 75 or 300 < n < 420 else 2
        own = scans * (24 + 3 * math.sin(n / 9))
        foreign = 14 + 4 * math.sin(n / 31) + 2 * math.sin(n / 3.1) + (46 if 290 < n < 410 else 0)
        used, ours = int((6.4 + scans * 1.2 + 0.3 * math.sin(n / 21)) * 1e9), int(scans * 1.2e9)
        slots = 1 if 295 < n < 425 else 2
        engine.resources_sampled.emit(
            ResourceSample(
                float(n),
                own + foreign,
                own,
                used,
                int(16e9),
                ours,
                int(4e11),
                gpus=(
                    GpuLoad(
                        0, "GPU", 22 + 6 * math.sin(n / 17) + 12 * scans, int(3.1e9), int(8e9), 0, 12.0 * scans
                    ),
                ),
                running=scans,
                slots=slots,
                ceiling=2,
            )
        )
