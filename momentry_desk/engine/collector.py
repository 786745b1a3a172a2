"""Python's cyclic collector, on the main thread alone.

A collection on the engine's thread would destroy there what belongs to another thread; Qt answers that with a
crash.
"""

import gc
import time

from PySide6.QtCore import QObject, QTimer

#: A collection of the young goes through all that was made since the last one: after a second of sorting 100,000
#: rows that took 100 ms. The sort keys among it are not looked at again: they can be part of no circle.
INTERVAL_MS = 200
#: Where less is made than a collection is due for, it is looked at so often; where next to nothing is made, ever
#: more seldom, up to the second: a program at rest uses no CPU.
QUIET_MS = 1000
REST_MS = 8000
#: "Next to nothing": so many objects since the last look.
_LITTLE = 200

#: A full collection goes through every module that is loaded: 150 ms of this were measured, in which the window
#: answers nobody. What survives one that took longer than this is mostly what stays for the program's life, so it
#: is taken out of the next ones. (References still free it; only a circle among it would stay for ever.)
LONG_S = 0.01


class Collector(QObject):
    """Made on the main thread, with a running event loop to come. Ends automatic collection for the process."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        gc.freeze()
        self._seen = 0
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self._collect)
        self._timer.start()

    @property
    def interval_ms(self) -> int:
        """To the next look, as it stands now."""
        return self._timer.interval()

    def _collect(self) -> None:
        # The thresholds that Python itself would use say which generation is due.
        counts, thresholds = gc.get_count(), gc.get_threshold()
        made, self._seen = counts[0] - self._seen, counts[0]
        if counts[0] > thresholds[0]:
            interval_ms = INTERVAL_MS
        elif abs(made) > _LITTLE:
            interval_ms = QUIET_MS
        else:
            interval_ms = min(REST_MS, max(QUIET_MS, 2 * self._timer.interval()))
        if interval_ms != self._timer.interval():
            self._timer.setInterval(interval_ms)
        for generation in (2, 1, 0):
            if counts[generation] > thresholds[generation] > 0:
                begun = time.perf_counter()
                gc.collect(generation)
                if generation == 2 and time.perf_counter() - begun > LONG_S:
                    gc.freeze()
                return
