"""When the engine's tick comes: each second while something is under way, and seldom at rest."""

import logging
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from momentry_desk.core.snapshot import PauseState
from momentry_desk.engine.callbacks import Deliveries
from momentry_desk.engine.clock import Clock
from momentry_desk.engine.intake import Intake
from momentry_desk.engine.limit import REST_S
from momentry_desk.engine.outcomes import Outcomes
from momentry_desk.engine.pausing import Pausing
from momentry_desk.engine.scheduler import TICK_S, Scheduler
from momentry_desk.engine.side_rooms import SideRooms
from momentry_desk.engine.sources import MISSING_EVERY_S, Sources
from momentry_desk.engine.stores import Stores
from momentry_desk.store.trouble import StoreTrouble

_log = logging.getLogger(__name__)

#: What is overdue and yet not done does not make the engine spin.
_SOONEST_S = 0.1
#: A tick for an instant comes after it, not a hair before: clocks and timers round differently.
_AFTER_S = 0.005


class Heartbeat(QObject):
    """Each tick costs some milliseconds, all day long, and wakes a processor that could sleep. So a program at rest
    ticks with the looks at the machine, and for what falls due before the next of them."""

    def __init__(
        self,
        beat: Callable[[], None],
        stores: Stores,
        scheduler: Scheduler,
        pausing: Pausing,
        outcomes: Outcomes,
        intake: Intake,
        sources: Sources,
        deliveries: Deliveries,
        side: SideRooms,
        clock: Clock,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._stores = stores
        self._scheduler = scheduler
        self._pausing = pausing
        self._outcomes = outcomes
        self._intake = intake
        self._sources = sources
        self._deliveries = deliveries
        self._side = side
        self._clock = clock
        self._timer = QTimer(self)
        self._timer.timeout.connect(beat)
        self._timer.start(_ms(TICK_S))

    @property
    def interval_s(self) -> float:
        """From one tick to the next, as it stands now."""
        return self._timer.interval() / 1000

    def stop(self) -> None:
        self._timer.stop()

    def quicken(self) -> None:
        """Something has begun: the next tick comes within a second."""
        if self._timer.isActive() and self._timer.interval() > _ms(TICK_S):
            self._timer.setInterval(_ms(TICK_S))

    def settle(self) -> None:
        """At the end of a tick: choose the next one's time."""
        try:
            rest_s = None if self._busy() else self._rest_s()
        except StoreTrouble:
            _log.exception("what is due next could not be read")
            rest_s = None
        interval = _ms(TICK_S if rest_s is None else max(_SOONEST_S, rest_s + _AFTER_S))
        if self._timer.interval() != interval:
            self._timer.setInterval(interval)

    def _busy(self) -> bool:
        """Whether something is under way that a tick brings forward."""
        now = self._clock.now()
        starts = self._pausing.state is PauseState.RUNNING and self._stores.tasks.candidates(now, 1)
        return bool(
            starts
            or self._scheduler.runs
            or self._intake.busy
            or self._outcomes.unwritten
            or self._deliveries.busy
            or self._side.busy
        )

    def _rest_s(self) -> float:
        """How long nothing is due."""
        now = self._clock.now()
        due = (self._stores.tasks.next_due(now), self._stores.outbox.next_due())
        rests = [instant - now for instant in due if instant is not None]
        if self._sources.awaited:
            rests.append(MISSING_EVERY_S)
        return min(REST_S, self._side.rest_s(), *rests)


def _ms(seconds: float) -> int:
    return round(seconds * 1000)
