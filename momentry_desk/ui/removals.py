"""Takes scans off the list and, for as long as the toast says so, puts them back."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from momentry_desk.core.model import TaskStatus
from momentry_desk.core.snapshot import Removed
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.toast import Toast

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine


class Removals(QObject):
    """One removal at a time can be taken back. `came_back` carries the tasks' ids; `changed` says that whether
    there is one has changed."""

    came_back = Signal(object)  # tuple[str, ...]
    changed = Signal()

    def __init__(self, engine: "Engine", errands: Errands, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._errands = errands
        self._toast: Toast | None = None
        self._last: Removed | None = None

    def show_on(self, toast: Toast) -> None:
        """The toast that tells of a removal; without one nothing is told, and undone by key alone."""
        self._toast = toast
        toast.wanted.connect(self.undo)
        toast.over.connect(self._make_final)

    @property
    def can_undo(self) -> bool:
        return self._last is not None

    def remove(self, task_ids: Sequence[str]) -> None:
        """Take these off the list, with all they found."""
        if task_ids:
            self._begin(lambda: self._engine.removals.remove(tuple(task_ids)))

    def clear(self, statuses: Sequence[TaskStatus]) -> None:
        """Take every scan in one of these statuses off the list."""
        self._begin(lambda: self._engine.removals.clear(tuple(statuses)))

    def undo(self) -> None:
        """Put back what was removed last."""
        if self._last is not None:
            last, self._last = self._last, None
            self._put_away()
            self._errands.begin(self._take_back(last))

    def _begin(self, ask: Callable[[], "Future[Removed]"]) -> None:
        # What is removed now makes the removal before it final, so that its word must not end this one.
        self._last = None
        self._put_away()
        self._errands.begin(self._remove(asyncio.wrap_future(ask())))

    async def _remove(self, answer: Awaitable[Removed]) -> None:
        removed = await answer
        if not removed.task_ids:
            return
        self._last = removed
        self.changed.emit()
        if self._toast is not None:
            said = self.tr("%n scan(s) taken off the list", "", len(removed.task_ids))
            self._toast.say(said, self.tr("Undo"))

    async def _take_back(self, removed: Removed) -> None:
        self.came_back.emit(await asyncio.wrap_future(self._engine.removals.take_back(removed.removal_id)))

    def _make_final(self) -> None:
        if self._last is not None:
            last, self._last = self._last, None
            self.changed.emit()
            self._errands.begin(self._forget(last))

    async def _forget(self, removed: Removed) -> None:
        await asyncio.wrap_future(self._engine.removals.make_final(removed.removal_id))

    def _put_away(self) -> None:
        if self._toast is not None:
            self._toast.put_away()
        self.changed.emit()
