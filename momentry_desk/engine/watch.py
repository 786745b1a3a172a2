"""Looks at the machine and sets the limit by it: each second while there is something to do, and seldom at rest."""

from momentry_desk.core.resources import ResourceSample
from momentry_desk.core.snapshot import PauseState
from momentry_desk.engine.board import Board
from momentry_desk.engine.clock import Clock
from momentry_desk.engine.limit import Limit
from momentry_desk.engine.outlet import Outlet
from momentry_desk.engine.pausing import Pausing
from momentry_desk.engine.scheduler import Scheduler
from momentry_desk.engine.sessions import Sessions
from momentry_desk.store.tasks import TaskStore


class Watch:
    """A program at rest should not be seen among the machine's load. What is started after a rest has the limit of
    a fresh look."""

    def __init__(
        self,
        tasks: TaskStore,
        sessions: Sessions,
        limit: Limit,
        scheduler: Scheduler,
        pausing: Pausing,
        board: Board,
        outlet: Outlet,
        clock: Clock,
    ) -> None:
        self._tasks = tasks
        self._sessions = sessions
        self._limit = limit
        self._scheduler = scheduler
        self._pausing = pausing
        self._board = board
        self._outlet = outlet
        self._clock = clock
        limit.look_again = self.look

    def look(self) -> ResourceSample:
        """Measure, and set the limit by it; or answer what was seen last, where that will do."""
        limit, runs = self._limit, self._scheduler.active()
        paused = self._pausing.state is PauseState.PAUSED
        if paused and limit.looks_seldom(runs):
            return limit.last
        following = self._tasks.candidates(self._clock.now(), 1)
        if not following and limit.looks_seldom(runs):
            return limit.last
        before = limit.slots, limit.reason
        sample = limit.look(self._sessions.live(), runs, following[0] if following else None)
        self._outlet.resources_sampled.emit(sample)
        if (limit.slots, limit.reason) != before:
            self._board.touch()
        return sample
