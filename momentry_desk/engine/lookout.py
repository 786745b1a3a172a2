"""One worker beside the slots that looks at files (walks folders, probes, makes thumbnails) and compares faces.

A dead drive holds up this worker alone, and only until its patience ends.
"""

import itertools
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec
from PySide6.QtCore import QObject, QTimer

from momentry_desk.core.messages import (
    CompareFaces,
    FacesCompared,
    FilesSeen,
    FromWorker,
    Look,
    LookDone,
    Probed,
    Survey,
    SurveyDone,
    Surveyed,
)
from momentry_desk.engine.endings import WorkerEnd
from momentry_desk.engine.sessions import Sessions
from momentry_desk.engine.worker_command import WorkerCommand
from momentry_desk.engine.worker_process import WorkerProcess

#: So long without a word, and the drive is taken for dead. A batch of a walk may hash 500 files on a slow share.
PATIENCE_MS = 60_000
#: Then the worker goes, with what it imported.
IDLE_MS = 60_000


@dataclass(eq=False)
class Glance:
    """One look and who wants to know of it, or with `compare` a comparison of faces, with `survey` the names in a
    folder. `lost` is called in place of `done` where the worker fell silent or died; it is told whether it was
    silence. `sizes` and `absent_only` are those of `Look`."""

    paths: tuple[str, ...]
    probe: bool
    done: Callable[[LookDone], None]
    lost: Callable[[bool], None]
    seen: Callable[[FilesSeen], None] = lambda _message: None
    probed: Callable[[Probed], None] = lambda _message: None
    compare: CompareFaces | None = None
    compared: Callable[[FacesCompared], None] = lambda _message: None
    survey: Survey | None = None
    surveyed: Callable[[Surveyed], None] = lambda _message: None
    survey_done: Callable[[SurveyDone], None] = lambda _message: None
    look_id: str = field(default="")
    sizes: tuple[int, ...] = ()
    absent_only: bool = False


class Lookout(QObject):
    """Looks one after another, the urgent ones first. What is asked for waits in memory only."""

    def __init__(
        self,
        command: WorkerCommand,
        sessions: Sessions,
        *,
        patience_ms: int = PATIENCE_MS,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._command = command
        self._sessions = sessions
        self._numbers = itertools.count(1)
        self._queue: deque[Glance] = deque()
        self._current: Glance | None = None
        self._sent = False
        self._silent = False
        self._worker: WorkerProcess | None = None
        self._stopping = self._held = False
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(patience_ms)
        self._patience.timeout.connect(self._lose_patience)
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.setInterval(IDLE_MS)
        self._idle.timeout.connect(self._rest)

    @property
    def resting(self) -> bool:
        """Whether no process of it is there."""
        return self._worker is None

    @property
    def busy(self) -> bool:
        """Whether it looks at something now."""
        return self._current is not None

    def hold(self, held: bool) -> None:
        """Begin nothing new for the time being; what is asked for keeps its turn."""
        self._held = held
        self._go_on()

    def look(self, glance: Glance, *, urgent: bool = False) -> None:
        glance.look_id = f"look{next(self._numbers)}"
        if urgent:
            # Behind other urgent ones, before the probes.
            place = next((at for at, other in enumerate(self._queue) if other.probe), len(self._queue))
            self._queue.insert(place, glance)
        else:
            self._queue.append(glance)
        self._go_on()

    def stop(self) -> None:
        """End the worker and forget what was asked; nobody is told."""
        self._stopping = True
        self._queue.clear()
        self._current = None
        self._patience.stop()
        self._idle.stop()
        if self._worker is not None:
            self._worker.kill()

    def _go_on(self) -> None:
        if self._stopping or self._held or self._current is not None or not self._queue:
            return
        if self._worker is not None and self._worker.over:
            return
        self._idle.stop()
        if self._worker is None:
            self._worker = WorkerProcess(self._command, self._sessions, threads=1, parent=self)
            self._worker.ready.connect(self._send)
            self._worker.said.connect(self._hear)
            self._worker.ended.connect(self._part)
        self._current = self._queue.popleft()
        self._sent = False
        self._silent = False
        self._patience.start()
        if self._worker.hello is not None:
            self._send(self._worker)

    def _send(self, worker: WorkerProcess) -> None:
        if self._current is not None and not self._sent:
            self._sent = True
            glance = self._current
            if glance.compare is not None:
                worker.send(msgspec.structs.replace(glance.compare, compare_id=glance.look_id))
            elif glance.survey is not None:
                worker.send(msgspec.structs.replace(glance.survey, look_id=glance.look_id))
            else:
                worker.send(Look(glance.look_id, glance.paths, glance.probe, glance.sizes, glance.absent_only))

    def _hear(self, _worker: WorkerProcess, message: FromWorker) -> None:
        glance = self._current
        told = message.compare_id if isinstance(message, FacesCompared) else getattr(message, "look_id", None)
        if glance is None or told != glance.look_id:
            return
        self._patience.start()
        match message:
            case FilesSeen():
                glance.seen(message)
            case Probed():
                glance.probed(message)
            case Surveyed():
                glance.surveyed(message)
            case LookDone() | FacesCompared() | SurveyDone():
                self._patience.stop()
                self._current = None
                if isinstance(message, FacesCompared):
                    glance.compared(message)
                elif isinstance(message, SurveyDone):
                    glance.survey_done(message)
                else:
                    glance.done(message)
                self._idle.start()
                self._go_on()
            case _:
                pass

    def _lose_patience(self) -> None:
        self._silent = True
        if self._worker is not None:
            self._worker.kill()

    def _rest(self) -> None:
        if self._worker is not None and self._current is None:
            self._worker.dismiss()

    def _part(self, worker: WorkerProcess, _end: WorkerEnd) -> None:
        self._worker = None
        worker.deleteLater()
        self._patience.stop()
        glance, self._current = self._current, None
        if glance is not None:
            glance.lost(self._silent)
        self._go_on()
