"""Lets the newest scan stand still while other programs need the machine, and go on when they no longer do."""

import logging
from collections.abc import Callable, Sequence

from momentry_desk.engine.attempt_run import Run
from momentry_desk.engine.pausing import SUSPENDED_S

_log = logging.getLogger(__name__)


class Yielding:
    """One step a second at most, so that each shows in the samples before the next."""

    def __init__(self, *, monotonic: Callable[[], float], interrupt: Callable[[Run], None]) -> None:
        """`interrupt` ends a run that goes on later from its checkpoint."""
        self._monotonic = monotonic
        self._interrupt = interrupt

    def step(self, runs: Sequence[Run], *, slots: int, suspend: bool) -> None:
        """`runs` are the scans whose end is not known yet; `suspend` asks for one to stand still."""
        now = self._monotonic()
        for run in runs:
            if not run.suspended:
                # It was let go by hand, with the whole queue.
                run.stands_since = None
        moving = [run for run in runs if not run.suspended]
        standing = sorted(
            (run for run in runs if run.stands_since is not None), key=lambda run: run.attempt.started_at
        )
        if suspend and len(moving) > 1:
            newest = max(moving, key=lambda run: run.attempt.started_at)
            newest.worker.suspend()
            if newest.suspended:
                newest.stands_since = now
                _log.info("%s stands still: other programs need the machine", newest.task.file_name)
        elif standing and slots > len(moving):
            standing[0].worker.resume()
            standing[0].stands_since = None
            standing[0].silent_s = 0.0
            # The time that it stood still is no running time.
            standing[0].counted_at = now
            _log.info("%s goes on", standing[0].task.file_name)
        else:
            for run in standing:
                # It holds memory and open files that others may need more.
                if run.intent is None and run.stands_since is not None and now - run.stands_since >= SUSPENDED_S:
                    self._interrupt(run)
