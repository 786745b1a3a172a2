"""Coroutines of the window that wait for the engine's answers, and what becomes of those that fail."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import TypeVar

from PySide6.QtCore import QObject, Signal, SignalInstance

from momentry_desk.engine.errors import EngineStopped

Row = TypeVar("Row")


class Errands(QObject):
    """Runs coroutines on the window's event loop and holds them until they end.

    `failed` carries the sentence of an error that a person should read. An engine that stopped meanwhile is no
    error: the window is closing then.
    """

    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._running: set[asyncio.Task[None]] = set()

    def begin(self, errand: Coroutine[object, object, None]) -> None:
        """Start one; must be called while the event loop runs."""
        task = asyncio.get_running_loop().create_task(errand)
        self._running.add(task)
        task.add_done_callback(self._ended)

    @property
    def at_work(self) -> bool:
        """Whether an answer is waited for."""
        return bool(self._running)

    def drop(self) -> None:
        """Wait for no answer any more."""
        for task in tuple(self._running):
            task.cancel()

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._running.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None and not isinstance(error, EngineStopped):
            self.failed.emit(str(error) or type(error).__name__)


def passing(signal: SignalInstance) -> "Callable[[Future[tuple[Row, ...]]], None]":
    """Hands an answer on in its turn; nothing where it failed."""

    def hand_on(answer: "Future[tuple[Row, ...]]") -> None:
        read = not answer.cancelled() and answer.exception() is None
        signal.emit(answer.result() if read else ())

    return hand_on
