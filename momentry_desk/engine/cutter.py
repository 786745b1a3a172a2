"""One worker beside the slots that cuts clips, one after another, while somebody waits for each."""

import contextlib
import itertools
import threading
import uuid
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject

from momentry_desk.core.clips import ClipMade, ClipWish, draft_beside
from momentry_desk.core.messages import ClipDone, ClipProgress, CutClip, CutFound, FindCut, FromWorker, Stopped
from momentry_desk.core.paths import name_of, path_from_text
from momentry_desk.core.sentences import Said, say
from momentry_desk.engine.errors import ClipRefused, EngineStopped
from momentry_desk.engine.sessions import Sessions
from momentry_desk.engine.side_worker import SideWorker
from momentry_desk.engine.worker_command import WorkerCommand


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


class Cutter:
    """Lives on the engine's thread. No patience runs out here: who waits sees the progress, and may call it off."""

    def __init__(self, command: WorkerCommand, sessions: Sessions, *, parent: QObject | None = None) -> None:
        self._numbers = itertools.count(1)
        self._worker = SideWorker[_Order](
            command,
            sessions,
            threads=2,
            message=lambda order: order.message,
            hear=self._hear,
            lost=self._lose,
            parent=parent,
        )

    @property
    def resting(self) -> bool:
        """Whether no process of it is there."""
        return self._worker.resting

    def ask(self, question: Question) -> None:
        clip_id = f"clip{next(self._numbers)}"
        # Somebody looks at a dialog: before the clips that wait.
        self._worker.waiting.appendleft(_Order(clip_id, question, FindCut(clip_id, question.path, question.at_s)))
        self._worker.go_on()

    def cut(self, cutting: Cutting) -> None:
        clip_id = f"clip{next(self._numbers)}"
        draft = draft_beside(cutting.wish.output, uuid.uuid4().hex[:12])
        self._worker.waiting.append(_Order(clip_id, cutting, CutClip(clip_id, cutting.wish, draft)))
        self._worker.go_on()

    def call_off(self, asked: Cutting | Question) -> None:
        """Nothing of it is left; its answer is None."""
        order = self._worker.current
        if order is not None and order.asked is asked:
            order.called_off = True
            self._worker.cancel(order.clip_id)
            return
        for waiting in [one for one in self._worker.waiting if one.asked is asked]:
            self._worker.waiting.remove(waiting)
            asked.answer.set_result(None)

    def stop(self) -> None:
        """Call off what goes on; whoever waits gets `EngineStopped`."""
        for order in self._worker.stop():
            order.asked.answer.set_exception(EngineStopped())
        if self._worker.current is not None:
            self._worker.cancel(self._worker.current.clip_id)
        else:
            self._worker.kill()

    def _hear(self, order: _Order, message: FromWorker) -> None:
        if order.clip_id not in (getattr(message, "clip_id", None), getattr(message, "attempt_id", None)):
            return
        match message:
            case ClipProgress() if isinstance(order.asked, Cutting):
                order.asked.fraction = message.fraction
            case CutFound() if isinstance(order.asked, Question):
                self._end(order, message.begin_s)
            case ClipDone() if message.problem:
                self._end(order, ClipRefused(message.problem))
            case ClipDone():
                self._end(order, message.made)
            case Stopped():
                # It cleaned up behind itself; the process goes too.
                self._worker.kill()
            case _:
                pass

    def _end(self, order: _Order, answer: ClipMade | float | ClipRefused | None) -> None:
        self._worker.done()
        _answer(order, answer)

    def _lose(self, order: _Order) -> None:
        if isinstance(order.message, CutClip):
            _remove(order.message.draft)
        if isinstance(order.asked, Cutting) and not order.called_off:
            name = name_of(order.asked.wish.path)
            _answer(order, ClipRefused(say(Said.CLIP_BROKEN_OFF, file=name)))
        else:
            _answer(order, None)


def _answer(order: _Order, answer: ClipMade | float | ClipRefused | None) -> None:
    if order.asked.answer.done():
        return
    if isinstance(answer, ClipRefused):
        order.asked.answer.set_exception(answer)
    else:
        order.asked.answer.set_result(answer)  # type: ignore[arg-type]


def _remove(draft: str) -> None:
    """Remove what a worker left that was killed; on a thread of its own, for the drive may be dead."""

    def remove() -> None:
        with contextlib.suppress(OSError):
            Path(path_from_text(draft)).unlink(missing_ok=True)

    threading.Thread(target=remove, name="draft", daemon=True).start()
