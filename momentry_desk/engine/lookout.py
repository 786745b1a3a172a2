"""One worker beside the slots that looks at files (walks folders, probes, makes thumbnails) and compares faces.

A dead drive holds up this worker alone, and only until its patience ends.
"""

import itertools
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
    ToWorker,
)
from momentry_desk.engine.sessions import Sessions
from momentry_desk.engine.side_worker import SideWorker
from momentry_desk.engine.worker_command import WorkerCommand

#: So long without a word, and the drive is taken for dead. A batch of a walk may hash 500 files on a slow share.
PATIENCE_MS = 60_000


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
        self._numbers = itertools.count(1)
        self._silent = False
        self._worker = SideWorker[Glance](
            command,
            sessions,
            threads=1,
            message=_message,
            hear=self._hear,
            lost=self._lose,
            begun=self._begin,
            parent=self,
        )
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(patience_ms)
        self._patience.timeout.connect(self._lose_patience)

    @property
    def resting(self) -> bool:
        """Whether no process of it is there."""
        return self._worker.resting

    @property
    def busy(self) -> bool:
        """Whether it looks at something now."""
        return self._worker.current is not None

    def hold(self, held: bool) -> None:
        """Begin nothing new for the time being; what is asked for keeps its turn."""
        self._worker.hold(held)

    def look(self, glance: Glance, *, urgent: bool = False) -> None:
        glance.look_id = f"look{next(self._numbers)}"
        waiting = self._worker.waiting
        if urgent:
            # Behind other urgent ones, before the probes.
            place = next((at for at, other in enumerate(waiting) if other.probe), len(waiting))
            waiting.insert(place, glance)
        else:
            waiting.append(glance)
        self._worker.go_on()

    def stop(self) -> None:
        """End the worker and forget what was asked; nobody is told."""
        self._worker.stop()
        self._worker.forget()
        self._patience.stop()

    def _begin(self, _glance: Glance) -> None:
        self._silent = False
        self._patience.start()

    def _hear(self, glance: Glance, message: FromWorker) -> None:
        told = message.compare_id if isinstance(message, FacesCompared) else getattr(message, "look_id", None)
        if told != glance.look_id:
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
                self._worker.done()
                if isinstance(message, FacesCompared):
                    glance.compared(message)
                elif isinstance(message, SurveyDone):
                    glance.survey_done(message)
                else:
                    glance.done(message)
            case _:
                pass

    def _lose_patience(self) -> None:
        self._silent = True
        self._worker.kill()

    def _lose(self, glance: Glance) -> None:
        self._patience.stop()
        glance.lost(self._silent)


def _message(glance: Glance) -> ToWorker:
    if glance.compare is not None:
        return msgspec.structs.replace(glance.compare, compare_id=glance.look_id)
    if glance.survey is not None:
        return msgspec.structs.replace(glance.survey, look_id=glance.look_id)
    return Look(glance.look_id, glance.paths, glance.probe, glance.sizes, glance.absent_only)
