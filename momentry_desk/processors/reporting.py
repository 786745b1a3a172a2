"""What a running scan says: signs of life, warnings, and chunks of findings that wait to be acknowledged."""

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from momentry_desk.core.findings import Checkpoint, Chunk, Finding
from momentry_desk.core.messages import MAX_UNACKNOWLEDGED, ChunkReady, FromWorker, Notice, Progress
from momentry_desk.processors.base import Cancelled

#: Between two words on progress at least so long, and at most so long while work goes on. Seconds.
_OFTEN_S = 0.5
_SELDOM_S = 2.0


class Clock(Protocol):
    """Seconds that only grow; `time.monotonic` is one."""

    def __call__(self) -> float: ...


class ScanControl:
    """What reaches a scan from outside while it runs. Every method may be called from any thread."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._acknowledged = 0
        self._cancelled = False

    def acknowledge(self, number: int) -> None:
        """Chunk `number` of this attempt, and so every one before it, is stored."""
        with self._changed:
            self._acknowledged = max(self._acknowledged, number)
            self._changed.notify_all()

    def cancel(self) -> None:
        with self._changed:
            self._cancelled = True
            self._changed.notify_all()

    @property
    def cancelled(self) -> bool:
        return self._cancelled

    def check(self) -> None:
        """Raises `Cancelled` once `cancel` was called."""
        if self._cancelled:
            raise Cancelled

    def wait_acknowledged(self, number: int, timeout_s: float) -> bool:
        """Wait until chunk `number` is acknowledged; False after `timeout_s`. Raises `Cancelled`."""
        with self._changed:
            self._changed.wait_for(lambda: self._cancelled or self._acknowledged >= number, timeout_s)
            self.check()
            return self._acknowledged >= number


class Reporting:
    """One attempt's words, from all its threads, in an order that the store can take."""

    def __init__(
        self,
        attempt_id: str,
        names: Sequence[str],
        report: Callable[[FromWorker], None],
        control: ScanControl,
        clock: Clock,
    ) -> None:
        self._attempt_id = attempt_id
        self._report = report
        self._control = control
        self._clock = clock
        self._fractions = dict.fromkeys(names, 0.0)
        self._told_at = clock()
        self._word = threading.Lock()
        self._gate = threading.Lock()
        self._sent = 0

    def progress(self, fractions: Mapping[str, float]) -> None:
        """Take note of fractions (they never fall) and tell of them now and then. Raises `Cancelled`."""
        self._control.check()
        with self._word:
            for name, fraction in fractions.items():
                self._fractions[name] = max(self._fractions[name], min(1.0, fraction))
            self._tell(_OFTEN_S)

    def alive(self) -> None:
        """A sign of life of long work, told on at times. Raises `Cancelled`."""
        self._control.check()
        with self._word:
            self._tell(_SELDOM_S)

    def tell_progress(self) -> None:
        """Tell of the progress now."""
        with self._word:
            self._tell(0.0)

    def notice(self, text: str) -> None:
        self._report(Notice(self._attempt_id, text))

    def send(
        self, findings: Sequence[Finding], checkpoints: Sequence[Checkpoint], merges: Mapping[int, int]
    ) -> None:
        """Send a chunk, once fewer than two are on their way. Raises `Cancelled`."""
        with self._gate:
            self._wait(self._sent + 1 - MAX_UNACKNOWLEDGED)
            self._sent += 1
            chunk = Chunk(self._sent, tuple(findings), tuple(checkpoints), dict(merges))
            self._report(ChunkReady(self._attempt_id, chunk))

    def drain(self) -> None:
        """Wait until every chunk is acknowledged. Raises `Cancelled`."""
        with self._gate:
            self._wait(self._sent)

    def _wait(self, number: int) -> None:
        while number > 0 and not self._control.wait_acknowledged(number, _SELDOM_S):
            # The one who stores is slow; this worker is not hanging.
            self.tell_progress()

    def _tell(self, least_s: float) -> None:
        now = self._clock()
        if now - self._told_at >= least_s:
            self._told_at = now
            self._report(Progress(self._attempt_id, dict(self._fractions)))
