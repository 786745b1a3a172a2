"""Waiting scans in another order, by steps and by drops, with a word where their priority is in the way."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from momentry_desk.core.model import Priority
from momentry_desk.core.planning import ranks_between
from momentry_desk.core.snapshot import TaskRow
from momentry_desk.ui import words
from momentry_desk.ui.action_making import answered
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.queue_model import QueueModel
from momentry_desk.ui.toast import Toast

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine


class Reordering(QObject):
    """The order is by priority first. What is dropped beyond its own goes as far as it may, and the toast offers
    the priority with which it stands where it was dropped. `told` carries what a person should read."""

    told = Signal(str)

    def __init__(
        self, engine: "Engine", errands: Errands, model: QueueModel, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._errands = errands
        self._model = model
        self._toast: Toast | None = None
        self._offered: tuple[tuple[str, ...], tuple[str, ...], Priority, str] | None = None

    def show_on(self, toast: Toast) -> None:
        """The toast that offers another priority; without one nothing is offered."""
        self._toast = toast
        toast.wanted.connect(self._take_offer)

    def step(self, rows: Sequence[TaskRow], where: str) -> None:
        """Move waiting scans: "up", "down", "top" or "bottom"."""
        before = {row.task_id: self._model.position(row) for row in rows}
        self._errands.begin(self._stepped(self._engine.move(tuple(before), where), before, where))

    async def _stepped(self, answer: "Future[dict[str, int]]", before: dict[str, int | None], where: str) -> None:
        after = await asyncio.wrap_future(answer)
        if after and before == after:
            at_top = where in ("up", "top")
            self.told.emit(
                self.tr("At the top of its priority already")
                if at_top
                else self.tr("At the end of its priority already")
            )

    def drop(self, task_ids: tuple[str, ...], where: str) -> None:
        """Move waiting scans to where they were dropped: before a task, or to the "bottom"."""
        rows = [row for one in task_ids if (row := self._model.row_of(one)) is not None]
        ranks = ranks_between(*self._model.around(where, frozenset(task_ids)))
        barred = [row for row in rows if row.order.rank not in ranks]
        self._put_away()
        self._errands.begin(answered(self._engine.move(task_ids, where)))
        if barred:
            rank = ranks[-1] if barred[0].order.rank > ranks[-1] else ranks[0]
            wanted = next(one for one in Priority if one.rank == rank)
            self._offered = tuple(row.task_id for row in barred), task_ids, wanted, where
            if self._toast is not None:
                self._toast.say(self._why(barred), self._offer(wanted, len(barred)))

    def _why(self, barred: Sequence[TaskRow]) -> str:
        if len(barred) == 1:
            text = self.tr("{0} went as far as its priority lets it: {1}", "a file, its priority")
            return text.format(barred[0].file_name, words.priority(barred[0].priority))
        return self.tr("%n scan(s) went as far as their priority lets them", "", len(barred))

    def _offer(self, wanted: Priority, count: int) -> str:
        text = self.tr("Make it {0}") if count == 1 else self.tr("Make them {0}")
        return text.format(words.priority(wanted))

    def _take_offer(self) -> None:
        if self._offered is not None:
            barred, task_ids, wanted, where = self._offered
            self._put_away()
            self._errands.begin(self._go_there(barred, task_ids, wanted, where))

    async def _go_there(
        self, barred: tuple[str, ...], task_ids: tuple[str, ...], wanted: Priority, where: str
    ) -> None:
        await asyncio.wrap_future(self._engine.set_priority(barred, wanted))
        await asyncio.wrap_future(self._engine.move(task_ids, where))

    def stop(self) -> None:
        """Offer nothing any more."""
        self._put_away()

    def _put_away(self) -> None:
        self._offered = None
        if self._toast is not None:
            self._toast.put_away()
