"""One worker beside the slots that cuts clips, one after another, while somebody waits for each."""

import contextlib
import itertools
import threading
import uuid
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from momentry_desk.core.clips import ClipMade, ClipWish, draft_beside
from momentry_desk.core.messages import ClipDone, ClipProgress, CutClip, CutFound, FindCut, FromWorker, Stopped
from momentry_desk.core.paths import name_of, path_from_text
from momentry_desk.core.sentences import Said, say
from momentry_desk.engine.endings import WorkerEnd
from momentry_desk.engine.errors import ClipRefused, EngineStopped
from momentry_desk.engine.sessions import Sessions
from momentry_desk.engine.worker_command import WorkerCommand
from momentry_desk.engine.worker_process import WorkerProcess

#: Then the worker goes, with what it imported.
IDLE_MS = 60_000


@dataclass(eq=False)
class Cutting:
    """One clip on its way. `answer` is None where it was called off; it raises `ClipRefused` with a sentence.
    `fraction` (0 to 1) is how much is written. Both may be looked at from any thread."""

    wish: ClipWish
    answer: "Future[ClipMade | None]" = field(default_factory=Future)
    fraction: float = 0.0


@dataclass(eq=False)
class Question:
    """Where would a copy begin? `answer` is None where that cannot be said."""

    path: str
    at_s: float
    answer: "Future[float | None]" = field(default_factory=Future)


@dataclass(eq=False)
class _Order:
    clip_id: str
    asked: Cutting | Question
    message: CutClip | FindCut
    called_off: bool = False


class Cutter(QObject):
    """Lives on the engine's thread. No patience runs out here: who waits sees the progress, and may call it off."""

    def __init__(self, command: WorkerCommand, sessions: Sessions, *, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._command = command
        self._sessions = sessions
        self._numbers = itertools.count(1)
        self._queue: deque[_Order] = deque()
        self._current: _Order | None = None
        self._sent = False
        self._worker: WorkerProcess | None = None
        self._stopping = False
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.setInterval(IDLE_MS)
        self._idle.timeout.connect(self._rest)

    @property
    def resting(self) -> bool:
        """Whether no process of it is there."""
        return self._worker is None

    def ask(self, question: Question) -> None:
        clip_id = f"clip{next(self._numbers)}"
        # Somebody looks at a dialog: before the clips that wait.
        self._queue.appendleft(_Order(clip_id, question, FindCut(clip_id, question.path, question.at_s)))
        self._go_on()

    def cut(self, cutting: Cutting) -> None:
        clip_id = f"clip{next(self._numbers)}"
        draft = draft_beside(cutting.wish.output, uuid.uuid4().hex[:12])
        self._queue.append(_Order(clip_id, cutting, CutClip(clip_id, cutting.wish, draft)))
        self._go_on()

    def call_off(self, asked: Cutting | Question) -> None:
        """Nothing of it is left; its answer is None."""
        order = self._current
        if order is not None and order.asked is asked:
            order.called_off = True
            if self._worker is not None:
                self._worker.cancel(order.clip_id)
            return
        for waiting in [one for one in self._queue if one.asked is asked]:
            self._queue.remove(waiting)
            asked.answer.set_result(None)

    def stop(self) -> None:
        """Call off what goes on; whoever waits gets `EngineStopped`."""
        self._stopping = True
        self._idle.stop()
        orders = [*([self._current] if self._current else []), *self._queue]
        self._queue.clear()
        for order in orders:
            order.asked.answer.set_exception(EngineStopped())
        if self._worker is None:
            return
        if self._current is not None:
            self._worker.cancel(self._current.clip_id)
        else:
            self._worker.kill()

    def _go_on(self) -> None:
        if self._stopping or self._current is not None or not self._queue:
            return
        if self._worker is not None and self._worker.over:
            return
        self._idle.stop()
        if self._worker is None:
            self._worker = WorkerProcess(self._command, self._sessions, threads=2, parent=self)
            self._worker.ready.connect(self._send)
            self._worker.said.connect(self._hear)
            self._worker.ended.connect(self._part)
        self._current, self._sent = self._queue.popleft(), False
        if self._worker.hello is not None:
            self._send(self._worker)

    def _send(self, worker: WorkerProcess) -> None:
        if self._current is not None and not self._sent:
            self._sent = True
            worker.send(self._current.message)

    def _hear(self, worker: WorkerProcess, message: FromWorker) -> None:
        order = self._current
        if order is None or order.clip_id not in (
            getattr(message, "clip_id", None),
            getattr(message, "attempt_id", None),
        ):
            return
        match message:
            case ClipProgress() if isinstance(order.asked, Cutting):
                order.asked.fraction = message.fraction
            case CutFound() if isinstance(order.asked, Question):
                self._answer(order, message.begin_s)
            case ClipDone() if message.problem:
                self._answer(order, ClipRefused(message.problem))
            case ClipDone():
                self._answer(order, message.made)
            case Stopped():
                # It cleaned up behind itself; the process goes too.
                worker.kill()
            case _:
                pass

    def _answer(self, order: _Order, answer: ClipMade | float | ClipRefused | None) -> None:
        self._current = None
        if not order.asked.answer.done():
            if isinstance(answer, ClipRefused):
                order.asked.answer.set_exception(answer)
            else:
                order.asked.answer.set_result(answer)  # type: ignore[arg-type]
        self._idle.start()
        self._go_on()

    def _rest(self) -> None:
        if self._worker is not None and self._current is None:
            self._worker.dismiss()

    def _part(self, worker: WorkerProcess, _end: WorkerEnd) -> None:
        self._worker = None
        worker.deleteLater()
        order = self._current
        if order is not None:
            if isinstance(order.message, CutClip):
                _remove(order.message.draft)
            name = name_of(order.asked.wish.path if isinstance(order.asked, Cutting) else "")
            broken = isinstance(order.asked, Cutting) and not order.called_off
            self._answer(order, ClipRefused(say(Said.CLIP_BROKEN_OFF, file=name)) if broken else None)
        self._go_on()


def _remove(draft: str) -> None:
    """Remove what a worker left that was killed; on a thread of its own, for the drive may be dead."""

    def remove() -> None:
        with contextlib.suppress(OSError):
            Path(path_from_text(draft)).unlink(missing_ok=True)

    threading.Thread(target=remove, name="draft", daemon=True).start()
