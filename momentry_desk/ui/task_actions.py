"""What can be done with selected scans: the menu entries, when they apply, and why they do not."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QAbstractItemView

from momentry_desk.core.model import Priority, TaskStatus
from momentry_desk.core.paths import readable
from momentry_desk.core.snapshot import TaskRow
from momentry_desk.ui import words
from momentry_desk.ui.action_making import Answer, RowActions, allow, answered, copy_lines
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.removals import Removals
from momentry_desk.ui.reordering import Reordering
from momentry_desk.ui.reveal import show_in_folder
from momentry_desk.ui.sentences import in_words

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine

_WAITS_OR_RUNS = (TaskStatus.PENDING, TaskStatus.PROCESSING)


class TaskActions(RowActions):
    """The actions of the queue's rows. `rows` gives the selected ones; `why_not_moved` says why rows cannot be
    moved now, "" where they can; `details_wanted` carries the row of which all should be shown."""

    details_wanted = Signal(object)  # TaskRow

    def __init__(
        self,
        engine: "Engine",
        errands: Errands,
        removals: Removals,
        reordering: Reordering,
        rows: Callable[[], tuple[TaskRow, ...]],
        why_not_moved: Callable[[], str],
        table: QAbstractItemView,
    ) -> None:
        super().__init__(table)
        self._engine = engine
        self._errands = errands
        self._removals = removals
        self._reordering = reordering
        self._why_not_moved = why_not_moved
        self._rows = rows
        self._table = table
        self.select_all = self._action(table.selectAll, "Ctrl+A")
        self.again = self._action(self._scan_again, "Ctrl+Shift+R")
        self.first = self._action(self._first, "Ctrl+Shift+Up")
        self.up = self._action(lambda: self._step("up"), "Alt+Up")
        self.down = self._action(lambda: self._step("down"), "Alt+Down")
        self.top = self._action(lambda: self._step("top"), "Alt+Home")
        self.bottom = self._action(lambda: self._step("bottom"), "Alt+End")
        self.hold = self._action(self._hold, "Ctrl+H")
        self.release = self._action(self._release, "Ctrl+G")
        self.cancel = self._action(self._cancel, "Ctrl+K")
        self.retry = self._action(self._retry, "Ctrl+R")
        self.remove = self._action(self._remove, "Del")
        self.details = self._action(self._details, "Ctrl+I")
        self.reveal = self._action(self._reveal, "Ctrl+E")
        self.copy_path = self._action(self._copy_path, "Ctrl+C")
        self.copy_error = self._action(self._copy_error, "Ctrl+Shift+C")
        self._group = QActionGroup(self)
        self.priorities = {level: self._priority_action(level) for level in Priority}
        self.refresh()
        self.wake()

    def _priority_action(self, level: Priority) -> QAction:
        made = self._action(lambda: self._set_priority(level), f"Alt+{1 + level.rank}")
        made.setCheckable(True)
        self._group.addAction(made)
        return made

    def refresh(self) -> None:
        """Enable what applies to the selection, and say why the rest does not."""
        self._name()
        if self._table.model().rowCount() and not self._table.isVisible():
            for action in self.all:
                allow(action, False, self.tr("The queue is not in sight: open the desk."))
            return
        rows = self._rows()
        some = bool(rows)
        done = [row for row in rows if row.status is TaskStatus.COMPLETED]
        pending = [row for row in rows if row.status is TaskStatus.PENDING]
        held = [row for row in pending if row.held]
        active = [row for row in rows if row.status in _WAITS_OR_RUNS]
        unwell = [row for row in rows if row.status in (TaskStatus.FAILED, TaskStatus.CANCELLED)]
        levels = {row.priority for row in pending}
        allow(self.select_all, self._table.model().rowCount() > 0, self.tr("There is no scan to select."))
        allow(self.again, bool(done), self.tr("Only a scan that is done can be done again. Others: Try again."))
        allow(self.first, bool(pending), self.tr("Only a scan that waits can be put first."))
        why_not = self._why_not_moved() or self.tr("Only scans that wait can be moved.")
        for move in self.moves:
            allow(move, bool(pending) and not self._why_not_moved(), why_not)
        allow(self.hold, len(held) < len(active), self.tr("Only a scan that waits or runs can be paused."))
        allow(self.release, bool(held), self.tr("It is not paused by itself."))
        allow(self.cancel, bool(active), self.tr("Only a scan that waits or runs can be cancelled."))
        allow(self.retry, bool(unwell), self.tr("Only a failed or cancelled scan can be tried again."))
        allow(self.remove, some, self.tr("Nothing is selected."))
        allow(self.reveal, len(rows) == 1, self.tr("Select a single video."))
        allow(self.details, len(rows) == 1, self.tr("Select a single video."))
        allow(self.copy_path, some, self.tr("Nothing is selected."))
        told = any(row.error_message for row in rows)
        allow(self.copy_error, told, self.tr("Only a scan that failed has an error to copy."))
        for level, action in self.priorities.items():
            action.setChecked(levels == {level})
            allow(action, bool(pending), self.tr("Only a scan that waits has a priority to change."))

    def _name(self) -> None:
        self.select_all.setText(self.tr("Select all scans"))
        self.again.setText(self.tr("Scan again"))
        self.first.setText(self.tr("First in queue"))
        self.hold.setText(self.tr("Pause this"))
        self.release.setText(self.tr("Go on with this"))
        self.cancel.setText(self.tr("Cancel"))
        self.retry.setText(self.tr("Try again"))
        self.remove.setText(self.tr("Remove from the list"))
        self.reveal.setText(self.tr("Show in folder"))
        self.up.setText(self.tr("Up"))
        self.down.setText(self.tr("Down"))
        self.top.setText(self.tr("To the top of its priority"))
        self.bottom.setText(self.tr("To the end of its priority"))
        self.copy_path.setText(self.tr("Copy path"))
        self.copy_error.setText(self.tr("Copy error"))
        self.details.setText(self.tr("Details…"))
        for level, action in self.priorities.items():
            action.setText(words.priority(level))

    @property
    def moves(self) -> list[QAction]:
        return [self.up, self.down, self.top, self.bottom]

    def menu(self, place: QPoint) -> None:
        """Open the menu of the selection at a place of the screen."""
        self.refresh()
        menu = self._menu()
        menu.addActions([self.first])
        move = menu.addMenu(self.tr("Move"))
        move.setToolTipsVisible(True)
        move.addActions(self.moves)
        level = menu.addMenu(self.tr("Priority"))
        level.setToolTipsVisible(True)
        level.addActions(list(self.priorities.values()))
        menu.addAction(self.release if self.release.isEnabled() else self.hold)
        menu.addAction(self.cancel)
        menu.addSeparator()
        menu.addActions([self.retry, self.again])
        menu.addSeparator()
        menu.addActions([self.details, self.reveal, self.copy_path, self.copy_error, self.remove])
        menu.popup(place)

    def _begin(self, errand: Coroutine[object, object, None]) -> None:
        self._errands.begin(errand)

    def _ask(self, command: Callable[[tuple[str, ...]], Future[Answer]], ids: tuple[str, ...]) -> None:
        if ids:
            self._begin(answered(command(ids)))

    def _ids(self, *statuses: TaskStatus) -> tuple[str, ...]:
        return tuple(row.task_id for row in self._rows() if row.status in statuses)

    def _scan_again(self) -> None:
        by_processors: dict[tuple[str, ...], list[str]] = {}
        for row in self._rows():
            if row.status is TaskStatus.COMPLETED:
                by_processors.setdefault(row.processors, []).append(row.file_uuid)

        async def submit() -> None:
            for processors, file_uuids in by_processors.items():
                answer = self._engine.submit(tuple(dict.fromkeys(file_uuids)), processors=processors, force=True)
                await asyncio.wrap_future(answer)

        self._begin(submit())

    def _first(self) -> None:
        self._ask(self._engine.prioritize, self._ids(TaskStatus.PENDING))

    def _step(self, where: str) -> None:
        self._reordering.step(tuple(row for row in self._rows() if row.status is TaskStatus.PENDING), where)

    def _set_priority(self, level: Priority) -> None:
        self._ask(lambda ids: self._engine.set_priority(ids, level), self._ids(TaskStatus.PENDING))

    def _hold(self) -> None:
        rows = self._rows()
        ids = tuple(row.task_id for row in rows if row.status in _WAITS_OR_RUNS and not row.held)
        self._ask(self._engine.hold, ids)

    def _release(self) -> None:
        self._ask(self._engine.release, tuple(row.task_id for row in self._rows() if row.held))

    def _cancel(self) -> None:
        self._ask(self._engine.cancel, self._ids(*_WAITS_OR_RUNS))

    def _retry(self) -> None:
        self._ask(self._engine.retry, self._ids(TaskStatus.FAILED, TaskStatus.CANCELLED))

    def _remove(self) -> None:
        self._removals.remove(tuple(row.task_id for row in self._rows()))

    def _reveal(self) -> None:
        for row in self._rows()[:1]:
            show_in_folder(row.path)

    def _details(self) -> None:
        for row in self._rows()[:1]:
            self.details_wanted.emit(row)

    def _copy_path(self) -> None:
        copy_lines([readable(row.path) for row in self._rows()])

    def _copy_error(self) -> None:
        copy_lines([in_words(row.error_message) for row in self._rows() if row.error_message])
