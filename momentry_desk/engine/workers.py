"""The warm workers: who is idle, who is taken, who has to go."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from momentry_desk.engine.endings import WorkerEnd
from momentry_desk.engine.sessions import Sessions
from momentry_desk.engine.worker_command import WorkerCommand
from momentry_desk.engine.worker_process import WorkerProcess

#: An idle worker holds its models in memory for so long.
IDLE_S = 60.0
#: A worker that holds more after a scan is replaced. 1.5 GB.
MEMORY_BOUND = 1_500_000_000


class Workers(QObject):
    """Starts workers when they are needed and keeps them between scans. Its signals are those of its workers."""

    ready = Signal(object)
    said = Signal(object, object)
    ended = Signal(object, object)

    def __init__(
        self,
        command: WorkerCommand,
        sessions: Sessions,
        *,
        monotonic: Callable[[], float],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.threads = 1
        self._command = command
        self._sessions = sessions
        self._monotonic = monotonic
        self._all: list[WorkerProcess] = []
        self._idle: dict[WorkerProcess, float] = {}

    def __len__(self) -> int:
        return len(self._all)

    def take(self) -> WorkerProcess:
        """An idle worker, the one used last, or a new one that will say when it is ready."""
        while self._idle:
            worker, _ = self._idle.popitem()
            if not worker.over:
                return worker
        worker = WorkerProcess(self._command, self._sessions, threads=self.threads, parent=self)
        worker.ready.connect(self.ready)
        worker.said.connect(self.said)
        worker.ended.connect(self._part)
        self._all.append(worker)
        return worker

    def give_back(self, worker: WorkerProcess, memory: int) -> bool:
        """Keep a worker that holds so many bytes for the next scan; False where it is let go and will end."""
        if worker.over:
            return False
        if memory > MEMORY_BOUND:
            worker.dismiss()
            return False
        self._idle[worker] = self._monotonic()
        return True

    def let_go_idle(self, keep: int, idle_s: float = IDLE_S) -> None:
        """End who was idle for `idle_s`, and the idle ones beyond `keep`."""
        now = self._monotonic()
        for worker, since in list(self._idle.items()):
            if now - since >= idle_s or len(self._idle) > max(0, keep):
                del self._idle[worker]
                worker.dismiss()

    def kill_all(self) -> None:
        for worker in list(self._all):
            worker.kill()

    def dismiss_all(self) -> None:
        self._idle.clear()
        for worker in list(self._all):
            worker.dismiss()

    def _part(self, worker: WorkerProcess, end: WorkerEnd) -> None:
        self._idle.pop(worker, None)
        if worker in self._all:
            self._all.remove(worker)
        self.ended.emit(worker, end)
        worker.deleteLater()
