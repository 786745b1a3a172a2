"""The last ten minutes of the machine, as the graphs show them."""

from bisect import bisect_left
from collections import deque

from momentry_desk.core.resources import ResourceSample

SHOWN_S = 600.0
#: A moment further than this from every sample is one of which nothing is known. At rest one is taken each half
#: minute.
_NEAR_S = 16.0


class History:
    """`samples` stand in the order of time, none older than `SHOWN_S` seconds before the last."""

    def __init__(self) -> None:
        self.samples: deque[ResourceSample] = deque()

    def take(self, sample: ResourceSample) -> None:
        """Go on by one sample. A clock that was set back begins it anew."""
        if self.samples and sample.at < self.samples[-1].at:
            self.samples.clear()
        self.samples.append(sample)
        while sample.at - self.samples[0].at > SHOWN_S:
            self.samples.popleft()

    def at(self, ago_s: float) -> ResourceSample | None:
        """The sample taken that many seconds before the last one, or nearly then."""
        if not self.samples:
            return None
        wanted = self.samples[-1].at - ago_s
        times = [sample.at for sample in self.samples]
        place = bisect_left(times, wanted)
        near = [n for n in (place - 1, place) if 0 <= n < len(times)]
        best = min(near, key=lambda n: abs(times[n] - wanted))
        return self.samples[best] if abs(times[best] - wanted) <= _NEAR_S else None
