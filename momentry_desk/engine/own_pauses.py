"""The pauses that the program makes by itself, and their end when the cause is over."""

from collections.abc import Callable

from momentry_desk.core.model import FailureKind
from momentry_desk.core.resources import ResourceSample
from momentry_desk.core.snapshot import PauseState
from momentry_desk.engine.clock import Clock
from momentry_desk.engine.commands import Commands
from momentry_desk.engine.pausing import Pausing
from momentry_desk.store.database import Database

#: A queue that waits for room on the disk goes on from here. Four times the reserve.
ROOM_BYTES = 64 * 1024 * 1024
#: And not sooner than so long after the pause: a disk that fills up again at once must not make it flicker.
_ROOM_AFTER_S = 3.0


class OwnPauses:
    """Lives on the engine's thread. A pause that a person asked for is never touched."""

    def __init__(
        self, database: Database, clock: Clock, pausing: Pausing, commands: Callable[[], Commands | None]
    ) -> None:
        """`commands` gives None until the opening is over."""
        self._database = database
        self._clock = clock
        self._pausing = pausing
        self._commands = commands

    def begin(self, cause: FailureKind | None, reason: str) -> None:
        commands = self._commands()
        if commands is not None and self._pausing.state is PauseState.RUNNING:
            commands.pause(by="program", reason=reason, finish_running=False, cause=cause)

    def look_for_room(self, sample: ResourceSample) -> None:
        """Go on where the disk was full and has room again, the reserve taken back first."""
        since = self._pausing.pause.since
        waited = since is None or self._clock.now() - since >= _ROOM_AFTER_S
        room = self._is(FailureKind.DISK_FULL) and waited and sample.disk_free >= ROOM_BYTES
        if room and self._database.restore_reserve():
            self._resume()

    def sources_found(self) -> None:
        if self._is(FailureKind.SOURCE_MISSING):
            self._resume()

    def models_came(self) -> None:
        if self._is(FailureKind.MODEL_MISSING):
            self._resume()

    def _resume(self) -> None:
        commands = self._commands()
        if commands is not None:
            commands.resume()

    def _is(self, cause: FailureKind) -> bool:
        pause = self._pausing.pause
        return pause.state is not PauseState.RUNNING and pause.by == "program" and pause.cause is cause
