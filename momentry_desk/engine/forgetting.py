"""Forgets all faces beside the queue: what takes long runs on a thread of its own, and nobody waits for it in vain.

Writing a database anew keeps everybody else from writing to it. So the running scans are interrupted first (they go
on from where they were), nothing new begins, and commands that write are put off; what reads goes on. That is over
when the database is written; the copies are cleaned while the queue works again.
"""

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from PySide6.QtCore import QObject, QTimer

from momentry_desk.core.people import Forgotten
from momentry_desk.engine.errors import EngineStopped
from momentry_desk.engine.lookout import Lookout
from momentry_desk.engine.safekeeping import Safekeeping
from momentry_desk.engine.scheduler import Scheduler
from momentry_desk.store.database import Database
from momentry_desk.store.forgetting import clean_copies, forget_in_database

_log = logging.getLogger(__name__)

_LOOK_MS = 50


class Forgetting(QObject):
    """Lives on the engine's thread. `resting` says that the queue must not write: its tick passes, too."""

    def __init__(
        self,
        database: Database,
        scheduler: Scheduler,
        lookout: Lookout,
        safekeeping: Safekeeping,
        *,
        rewritten: Callable[[], None],
        parent: QObject | None = None,
    ) -> None:
        """`rewritten` is called when the database holds no face any more and may be written to again."""
        super().__init__(parent)
        self.resting = False
        self._database = database
        self._scheduler = scheduler
        self._lookouts = [lookout]
        self._safekeeping = safekeeping
        self._rewritten = rewritten
        self._answers: list[Future[Forgotten]] = []
        self._thread: ThreadPoolExecutor | None = None
        self._main: Future[Forgotten] | None = None
        self._copies: Future[Forgotten] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._look)

    def hold_too(self, lookout: Lookout) -> None:
        """What this one finds is written as well."""
        self._lookouts.append(lookout)

    def begin(self, answer: "Future[Forgotten]") -> None:
        """The answer comes when the copies are clean, too; who asks meanwhile gets the same one."""
        self._answers.append(answer)
        if not self._timer.isActive():
            self._rest(True)
            self._scheduler.interrupt_all()
            self._timer.start()

    def stop(self) -> None:
        """What is under way comes to its end first: half a database is none."""
        self._timer.stop()
        if self._thread is not None:
            self._thread.shutdown(wait=True)
            self._thread = None
        for answer in self._answers:
            answer.set_exception(EngineStopped())
        self._answers.clear()

    def _rest(self, resting: bool) -> None:
        self.resting = self._scheduler.resting = resting
        for lookout in self._lookouts:
            lookout.hold(resting)

    def _look(self) -> None:
        if self._thread is None:
            looking = any(lookout.busy for lookout in self._lookouts)
            if not (self._scheduler.runs or looking or self._safekeeping.busy):
                self._thread = ThreadPoolExecutor(1, thread_name_prefix="forget faces")
                self._main = self._thread.submit(forget_in_database, self._database)
        elif self._copies is None:
            assert self._main is not None
            if self._main.done():
                self._go_on(self._main)
        elif self._copies.done():
            self._end(self._copies)

    def _go_on(self, main: "Future[Forgotten]") -> None:
        self._rest(False)
        self._rewritten()
        if main.exception() is not None:
            self._end(main)
        else:
            assert self._thread is not None
            self._copies = self._thread.submit(clean_copies, self._database.folder, main.result())

    def _end(self, last: "Future[Forgotten]") -> None:
        self._timer.stop()
        if self._thread is not None:
            self._thread.shutdown(wait=True)
        self._thread = self._main = self._copies = None
        answers, self._answers = self._answers, []
        error = last.exception()
        for answer in answers:
            if error is not None:
                answer.set_exception(error)
            else:
                answer.set_result(last.result())
        if error is None:
            told = last.result()
            _log.info("forgot faces: %d sightings; %d copies cleaned", told.sightings, len(told.cleaned))
