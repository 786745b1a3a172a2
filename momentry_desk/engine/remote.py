"""The engine of another program, through its front door: the part of the facade that following a scan needs."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Literal, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from momentry_desk.core import door
from momentry_desk.core.findings import Finding
from momentry_desk.core.paths import path_to_text
from momentry_desk.core.snapshot import Added, QueueSnapshot, RowsChanged, TaskRow, VideoRow
from momentry_desk.engine.front_door import Caller, NotAnswered

_LOOK_MS = 300

Wanted = TypeVar("Wanted", bound=door.Answer)
T = TypeVar("T")


class RemoteEngine(QObject):
    """Asks for the rows it was told to watch, again and again, and tells what came. Raises `NobodyThere`."""

    rows_changed = Signal(object)

    def __init__(self, data_folder: Path) -> None:
        super().__init__()
        # An addition may take long; what else is asked must not wait behind it.
        self._callers = (Caller(data_folder), Caller(data_folder))
        self._threads = tuple(ThreadPoolExecutor(1, thread_name_prefix="remote") for _ in self._callers)
        self._snapshot = QueueSnapshot()
        self._watched: tuple[str, ...] = ()
        self._asked: Future[tuple[QueueSnapshot, tuple[TaskRow, ...]]] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._look)

    def start(self) -> Future[None]:
        """The future raises `NotAnswered`."""

        def first() -> None:
            self._snapshot = self._ask(door.AskSnapshot(), door.Snapshot).snapshot

        self._timer.start()
        return self._later(first)

    def stop(self) -> bool:
        """Leave the other program to itself; it goes on."""
        self._timer.stop()
        for caller in self._callers:
            caller.close()
        for thread in self._threads:
            thread.shutdown(wait=False, cancel_futures=True)
        return True

    def snapshot(self) -> QueueSnapshot:
        return self._snapshot

    def add(self, paths: Sequence[str], *, processors: tuple[str, ...] | None, force: bool) -> Future[Added]:
        request = door.AddPaths(tuple(map(path_to_text, paths)), processors=processors, force=force)

        def ask() -> Added:
            added = self._ask(request, door.AddedPaths, long=True).added
            self._watched = tuple(one.task_id for one in added.submitted)
            return added

        return self._threads[1].submit(ask)

    def answer_faces(self, answer: Literal["yes", "no"]) -> Future[object]:
        return self._later(lambda: self._ask(door.AnswerFaces(answer), door.Snapshot).snapshot)

    def resume(self) -> Future[QueueSnapshot]:
        return self._later(lambda: self._ask(door.ResumeQueue(), door.Snapshot).snapshot)

    def rows(self, task_ids: Sequence[str] | None = None) -> Future[tuple[TaskRow, ...]]:
        request = door.AskRows(None if task_ids is None else tuple(task_ids))
        return self._later(lambda: self._ask(request, door.Rows).rows)

    def videos(self) -> Future[tuple[VideoRow, ...]]:
        return self._later(lambda: self._ask(door.AskVideos(), door.Videos).videos)

    def findings(self, file_uuid: str) -> Future[tuple[Finding, ...]]:
        return self._later(lambda: self._ask(door.AskFindings(file_uuid), door.Findings).findings)

    def _ask(self, request: door.Request, kind: type[Wanted], *, long: bool = False) -> Wanted:
        answer = self._callers[1 if long else 0].ask(request)
        if not isinstance(answer, kind):
            raise NotAnswered("The program that runs there answered something else.")
        return answer

    def _later(self, ask: Callable[[], T]) -> Future[T]:
        return self._threads[0].submit(ask)

    def _look(self) -> None:
        if self._asked is not None:
            if not self._asked.done():
                return
            if self._asked.exception() is None:
                self._snapshot, rows = self._asked.result()
                self.rows_changed.emit(RowsChanged(rows))
        watched = self._watched
        self._asked = self._later(
            lambda: (
                self._ask(door.AskSnapshot(), door.Snapshot).snapshot,
                self._ask(door.AskRows(watched), door.Rows).rows,
            )
        )
