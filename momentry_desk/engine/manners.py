"""Manners towards the machine: no work on a low battery or a nearly full disk, no sleep while there is work."""

import logging
from collections.abc import Callable

from momentry_desk.core import capacity
from momentry_desk.core.model import FailureKind
from momentry_desk.core.resources import LimitCode, ResourceSample
from momentry_desk.core.settings import Settings
from momentry_desk.core.snapshot import Pause, PauseState
from momentry_desk.engine.power import KeepAwake

_log = logging.getLogger(__name__)

_PAUSING = frozenset({LimitCode.DISK, LimitCode.BATTERY})


class Manners:
    """Pauses the queue once each time that the trouble begins: whoever resumes all the same is not overruled."""

    def __init__(
        self,
        *,
        settings: Callable[[], Settings],
        pause: Callable[[FailureKind | None, str], None],
        resume: Callable[[], object],
        awake: KeepAwake,
    ) -> None:
        """`pause` stops the queue in the program's name; a battery is no failure, so its cause is None."""
        self._settings = settings
        self._pause = pause
        self._resume = resume
        self._awake = awake
        self._trouble: LimitCode | None = None

    def step(self, sample: ResourceSample, pause: Pause, *, busy: bool) -> None:
        """Once a second. `busy` says that scans run."""
        settings = self._settings()
        self._awake.hold(busy and settings.resources.keep_awake and pause.state is not PauseState.PAUSED)
        reason = capacity.danger(sample, settings)
        code = reason.code if reason is not None and reason.code in _PAUSING else None
        if reason is not None and code is not None:
            if code is not self._trouble:
                self._trouble = code
                if pause.state is PauseState.RUNNING:
                    _log.warning("the queue pauses: %s", reason.sentence())
                    self._pause(FailureKind.DISK_FULL if code is LimitCode.DISK else None, reason.sentence())
            return
        if not self.over(sample):
            return
        self._trouble = None
        # A full disk's pause is lifted with the reserve put back, by who paused for the failed write.
        if pause.state is not PauseState.RUNNING and pause.by == "program" and pause.cause is None:
            _log.info("the queue goes on: mains power, or the battery is charged again")
            self._resume()

    def over(self, sample: ResourceSample) -> bool:
        """Whether nothing of the kind is wrong any more, with a margin."""
        reason = capacity.danger(sample, self._settings(), leaving=True)
        return reason is None or reason.code not in _PAUSING

    def let_go(self) -> None:
        self._awake.hold(False)
