"""Whether the queue runs. The pause is in the database, so it survives a restart."""

import logging
from collections.abc import Callable

import msgspec

from momentry_desk.core.model import FailureKind
from momentry_desk.core.snapshot import Pause, PauseState
from momentry_desk.engine.clock import Clock
from momentry_desk.store.tasks import TaskStore
from momentry_desk.store.trouble import DatabaseFull

_log = logging.getLogger(__name__)

#: A suspended worker is ended after so long.
SUSPENDED_S = 60.0


class Pausing:
    """Keeps the pause in step with the database; `changed` is called after each change."""

    def __init__(self, tasks: TaskStore, clock: Clock, changed: Callable[[], None]) -> None:
        self._tasks = tasks
        self._clock = clock
        self._changed = changed
        # The runs that a pause let finish are gone with the program's last life.
        stored = self._written = tasks.pause()
        if stored.state is PauseState.PAUSING:
            stored = msgspec.structs.replace(stored, state=PauseState.PAUSED)
        self.pause = stored
        self._since = clock.monotonic()

    @property
    def state(self) -> PauseState:
        return self.pause.state

    def begin(
        self, *, by: str, reason: str, finish_running: bool, busy: bool, cause: FailureKind | None = None
    ) -> None:
        """Pause; `busy` says that scans run, which end first with `finish_running`."""
        state = PauseState.PAUSING if finish_running and busy else PauseState.PAUSED
        if self.state is PauseState.RUNNING or state is PauseState.PAUSED:
            self._since = self._clock.monotonic()
        self._set(Pause(state, by, reason, self._clock.now(), cause))

    def end(self) -> None:
        if self.state is not PauseState.RUNNING:
            self._set(Pause())

    def settle(self, busy: bool) -> None:
        """Pausing becomes paused with the end of the last run."""
        if self.state is PauseState.PAUSING and not busy:
            self._set(msgspec.structs.replace(self.pause, state=PauseState.PAUSED))

    def overdue(self) -> bool:
        """Whether what is suspended has been so for long enough to be ended."""
        return self.state is PauseState.PAUSED and self._clock.monotonic() - self._since >= SUSPENDED_S

    def write(self) -> None:
        """Bring the database up to it, where the disk was too full for that until now."""
        if self._written != self.pause:
            try:
                self._tasks.set_pause(self.pause)
            except DatabaseFull as trouble:
                _log.warning("the pause could not be written yet: %s", trouble)
            else:
                self._written = self.pause

    def _set(self, pause: Pause) -> None:
        self.pause = pause
        self._changed()
        self.write()
