"""The end of every process that the engine has, when the engine stops."""

from collections.abc import Callable, Sequence
from typing import Protocol

from PySide6.QtCore import QObject, QTimer

from momentry_desk.engine.workers import Workers

#: Workers get this long after the end of their stdin before the program's end kills them.
_LAST_WORDS_MS = 300


class Beside(Protocol):
    """Who has a worker of its own beside the slots."""

    def stop(self) -> None:
        """Begin nothing more, and end that worker."""

    @property
    def resting(self) -> bool:
        """Whether no process of it is there."""


class Farewell(QObject):
    """Lives on the engine's thread, from the begin of the stop until nothing is left."""

    def __init__(
        self, workers: Workers, beside: Sequence[Beside], gone: Callable[[], None], *, parent: QObject | None = None
    ) -> None:
        """`gone` is called once, when the last worker's tree is gone."""
        super().__init__(parent)
        self._workers = workers
        self._beside = beside
        self._gone = gone
        self._over = False
        self._timer = QTimer(self)
        self._timer.setInterval(_LAST_WORDS_MS)
        self._timer.timeout.connect(self._kill_rest)

    def begin(self) -> None:
        """Let the workers of the slots end by themselves, for a moment."""
        self._workers.ended.connect(self._settle)
        for one in self._beside:
            one.stop()
        self._workers.dismiss_all()
        self._timer.start()
        self._settle()

    def _kill_rest(self) -> None:
        self._workers.kill_all()
        self._settle()

    def _settle(self) -> None:
        if self._over or len(self._workers) or not all(one.resting for one in self._beside):
            return
        self._over = True
        self._timer.stop()
        self._gone()
