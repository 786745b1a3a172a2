"""Carries out what was asked for, one command after another, and puts off what cannot be written now."""

import contextlib
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING

from momentry_desk.engine.errors import EngineStopped
from momentry_desk.store.database import BeingRewritten, Database
from momentry_desk.store.trouble import DatabaseFull

if TYPE_CHECKING:
    from momentry_desk.engine.desk import Desk

Command = tuple[Callable[["Desk"], None], "Future[object]"]


class Serving:
    """Lives on the engine's thread."""

    def __init__(
        self,
        next_command: Callable[[], Command | None],
        *,
        database: Callable[[], Database | None],
        resting: Callable[[], bool],
        disk_full: Callable[[DatabaseFull], None],
    ) -> None:
        """`resting`: nothing can be written for the time being."""
        self._next_command = next_command
        self._database = database
        self._resting = resting
        self._disk_full = disk_full
        self._put_off: deque[Command] = deque()

    def serve(self, desk: "Desk") -> None:
        """All that was asked for up to now. What was put off comes first."""
        while (command := self._next()) is not None:
            act, answer = command
            database = self._database()
            try:
                with database.impatient() if database else contextlib.nullcontext():
                    act(desk)
            except BeingRewritten:
                # A command writes before anything else, so nothing of it was done.
                self._put_off.append(command)
            except Exception as error:  # noqa: BLE001 - whatever it is, who asked must hear of it
                if isinstance(error, DatabaseFull):
                    self._disk_full(error)
                if not answer.done():
                    answer.set_exception(error)

    def stop(self) -> None:
        """Who still waits gets `EngineStopped`."""
        for _, answer in self._put_off:
            answer.set_exception(EngineStopped())
        self._put_off.clear()

    def _next(self) -> Command | None:
        if self._put_off and not self._resting():
            return self._put_off.popleft()
        return self._next_command()
