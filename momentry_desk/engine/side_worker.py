"""A worker beside the slots: it comes when there is something to do, does one thing after another, and goes."""

import logging
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QTimer

from momentry_desk.core.messages import FromWorker, ToWorker
from momentry_desk.engine.endings import WorkerEnd
from momentry_desk.engine.sessions import Sessions
from momentry_desk.engine.worker_command import WorkerCommand
from momentry_desk.engine.worker_process import WorkerProcess
from momentry_desk.store.trouble import StoreTrouble

_log = logging.getLogger(__name__)

#: Then the worker goes, with what it imported.
IDLE_MS = 60_000

Errand = TypeVar("Errand")


class SideWorker(QObject, Generic[Errand]):
    """Lives on the engine's thread. The owner orders `waiting` as it likes and calls `go_on`; `current` is what is
    under way, until the owner calls `done` or the process ends."""

    def __init__(
        self,
        command: WorkerCommand,
        sessions: Sessions,
        *,
        threads: int,
        message: Callable[[Errand], ToWorker],
        hear: Callable[[Errand, FromWorker], None],
        lost: Callable[[Errand], None],
        begun: Callable[[Errand], None] = lambda _errand: None,
        idle_ms: int = IDLE_MS,
        parent: QObject | None = None,
    ) -> None:
        """`begun` is called when an errand's turn comes, `message` asks for what the worker is told of it, `hear`
        gets what the worker says while it is under way, and `lost` is called in place of all further words where
        the process ended with it."""
        super().__init__(parent)
        self.waiting: deque[Errand] = deque()
        self.current: Errand | None = None
        self._command = command
        self._sessions = sessions
        self._threads = threads
        self._message = message
        self._heard = hear
        self._lost = lost
        self._begun = begun
        self._worker: WorkerProcess | None = None
        self._sent = False
        self._held = self._stopping = False
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.setInterval(idle_ms)
        self._idle.timeout.connect(self._rest)

    @property
    def resting(self) -> bool:
        """Whether no process of it is there."""
        return self._worker is None

    def hold(self, held: bool) -> None:
        """Begin nothing new for the time being; what waits keeps its turn."""
        self._held = held
        self.go_on()

    def go_on(self) -> None:
        """Begin what comes next, if nothing is under way."""
        if self._stopping or self._held or self.current is not None or not self.waiting:
            return
        if self._worker is not None and self._worker.over:
            # Its end is near, and goes on from there.
            return
        self._idle.stop()
        if self._worker is None:
            self._worker = WorkerProcess(self._command, self._sessions, threads=self._threads, parent=self)
            self._worker.ready.connect(self._send)
            self._worker.said.connect(self._hear)
            self._worker.ended.connect(self._part)
        self.current, self._sent = self.waiting.popleft(), False
        self._begun(self.current)
        if self._worker.hello is not None:
            self._send(self._worker)

    def done(self) -> None:
        """What was under way is over. What waits begins when the owner has heard out what it was told."""
        self.current = None
        self._idle.start()

    def say(self, message: ToWorker) -> None:
        """Tell the worker more about what is under way."""
        if self._worker is not None:
            self._worker.send(message)

    def cancel(self, attempt_id: str) -> None:
        """Ask the worker to break off what bears this id and to clean up; its process ends in any case."""
        if self._worker is not None:
            self._worker.cancel(attempt_id)

    def kill(self) -> None:
        """End the process at once; `lost` is told where something was under way."""
        if self._worker is not None:
            self._worker.kill()

    def forget(self) -> None:
        """End the process at once, and with it what is under way; nobody is told."""
        self.current = None
        self.kill()

    def stop(self) -> list[Errand]:
        """Begin nothing more; answers what is not done. The owner ends the process as it likes."""
        self._stopping = True
        self._idle.stop()
        undone = [*([] if self.current is None else [self.current]), *self.waiting]
        self.waiting.clear()
        return undone

    def _send(self, worker: WorkerProcess) -> None:
        if self.current is not None and not self._sent:
            self._sent = True
            worker.send(self._message(self.current))

    def _hear(self, _worker: WorkerProcess, message: FromWorker) -> None:
        if self.current is not None:
            self._tell(self._heard, self.current, message)

    def _rest(self) -> None:
        if self._worker is not None and self.current is None:
            self._worker.dismiss()

    def _part(self, worker: WorkerProcess, _end: WorkerEnd) -> None:
        self._worker = None
        worker.deleteLater()
        errand, self.current = self.current, None
        if errand is not None:
            self._tell(self._lost, errand)
        else:
            self.go_on()

    def _tell(self, owner: Callable[..., None], *told: object) -> None:
        """Whatever the owner cannot do with it (the disk is full): what waits must not wait for ever."""
        try:
            owner(*told)
        except StoreTrouble:
            _log.exception("what a worker told could not be stored")
        finally:
            self.go_on()
