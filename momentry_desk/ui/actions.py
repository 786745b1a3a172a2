"""What can be done with selected scans and videos: the menu entries, when they apply, and why they do not."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox, QWidget

from momentry_desk.core.model import Priority, TaskStatus
from momentry_desk.core.paths import readable
from momentry_desk.core.snapshot import TaskRow, VideoRow
from momentry_desk.ui import words
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.removals import Removals
from momentry_desk.ui.reveal import show_in_folder
from momentry_desk.ui.sentences import in_words

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine

Answer = TypeVar("Answer")

_WAITS_OR_RUNS = (TaskStatus.PENDING, TaskStatus.PROCESSING)


def _action(parent: QWidget, run: Callable[[], None], shortcut: str = "") -> QAction:
    made = QAction(parent)
    made.triggered.connect(lambda: run())
    if shortcut:
        made.setShortcut(QKeySequence(shortcut))
        made.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    parent.addAction(made)
    return made


class TaskActions(QObject):
    """The actions of the queue's rows. `rows` gives the selected ones; `owner` gets the shortcuts; `why_not_moved`
    says why rows cannot be moved now, "" where they can; `told` carries what a person should read,
    `details_wanted` the row of which all should be shown.
    """

    told = Signal(str)
    details_wanted = Signal(object)  # TaskRow

    def __init__(
        self,
        engine: "Engine",
        errands: Errands,
        removals: Removals,
        rows: Callable[[], tuple[TaskRow, ...]],
        why_not_moved: Callable[[], str],
        owner: QWidget,
    ) -> None:
        super().__init__(owner)
        self._engine = engine
        self._errands = errands
        self._removals = removals
        self._why_not_moved = why_not_moved
        self._rows = rows
        self._owner = owner
        self.again = _action(owner, self._scan_again, "Ctrl+Shift+R")
        self.first = _action(owner, self._first, "Ctrl+Shift+Up")
        self.up = _action(owner, lambda: self._step("up"), "Alt+Up")
        self.down = _action(owner, lambda: self._step("down"), "Alt+Down")
        self.top = _action(owner, lambda: self._step("top"), "Alt+Home")
        self.bottom = _action(owner, lambda: self._step("bottom"), "Alt+End")
        self.hold = _action(owner, self._hold, "Ctrl+H")
        self.release = _action(owner, self._release, "Ctrl+G")
        self.cancel = _action(owner, self._cancel, "Ctrl+K")
        self.retry = _action(owner, self._retry, "Ctrl+R")
        self.remove = _action(owner, self._remove, "Del")
        self.details = _action(owner, self._details, "Ctrl+I")
        self.reveal = _action(owner, self._reveal, "Ctrl+E")
        self.copy_path = _action(owner, self._copy_path, "Ctrl+C")
        self.copy_error = _action(owner, self._copy_error, "Ctrl+Shift+C")
        self._group = QActionGroup(self)
        self.priorities = {level: self._priority_action(level) for level in Priority}
        self.refresh()
        _wake(owner)

    def _priority_action(self, level: Priority) -> QAction:
        made = _action(self._owner, lambda: self._set_priority(level), f"Ctrl+{1 + level.rank}")
        made.setCheckable(True)
        self._group.addAction(made)
        return made

    def refresh(self) -> None:
        """Enable what applies to the selection, and say why the rest does not."""
        rows = self._rows()
        some = bool(rows)
        ended = [row for row in rows if row.status.ended]
        pending = [row for row in rows if row.status is TaskStatus.PENDING]
        held = [row for row in pending if row.held]
        active = [row for row in rows if row.status in _WAITS_OR_RUNS]
        unwell = [row for row in rows if row.status in (TaskStatus.FAILED, TaskStatus.CANCELLED)]
        levels = {row.priority for row in pending}
        self.again.setText(self.tr("Scan again"))
        self.first.setText(self.tr("First in queue"))
        self.hold.setText(self.tr("Pause this"))
        self.release.setText(self.tr("Go on with this"))
        self.cancel.setText(self.tr("Cancel"))
        self.retry.setText(self.tr("Try again"))
        self.remove.setText(self.tr("Remove from the list"))
        self.reveal.setText(self.tr("Show in folder"))
        allow(self.again, bool(ended), self.tr("Only a scan that has ended can be done again."))
        allow(self.first, bool(pending), self.tr("Only a scan that waits can be put first."))
        self.up.setText(self.tr("Up"))
        self.down.setText(self.tr("Down"))
        self.top.setText(self.tr("To the top of its priority"))
        self.bottom.setText(self.tr("To the end of its priority"))
        why_not = self._why_not_moved() or self.tr("Only scans that wait can be moved.")
        for move in self.moves:
            allow(move, bool(pending) and not self._why_not_moved(), why_not)
        allow(self.hold, len(held) < len(active), self.tr("Only a scan that waits or runs can be paused."))
        allow(self.release, bool(held), self.tr("It is not paused by itself."))
        allow(self.cancel, bool(active), self.tr("Only a scan that waits or runs can be cancelled."))
        allow(self.retry, bool(unwell), self.tr("Only a failed or cancelled scan can be tried again."))
        allow(self.remove, some, self.tr("Nothing is selected."))
        allow(self.reveal, len(rows) == 1, self.tr("Select a single video."))
        self.copy_path.setText(self.tr("Copy path"))
        self.copy_error.setText(self.tr("Copy error"))
        self.details.setText(self.tr("Details…"))
        allow(self.details, len(rows) == 1, self.tr("Select a single video."))
        allow(self.copy_path, some, self.tr("Nothing is selected."))
        told = any(row.error_message for row in rows)
        allow(self.copy_error, told, self.tr("Only a scan that failed has an error to copy."))
        for level, action in self.priorities.items():
            action.setText(words.priority(level))
            action.setChecked(levels == {level})
            allow(action, bool(pending), self.tr("Only a scan that waits has a priority to change."))

    @property
    def moves(self) -> list[QAction]:
        return [self.up, self.down, self.top, self.bottom]

    def menu(self, place: QPoint) -> None:
        """Open the menu of the selection at a place of the screen."""
        self.refresh()
        menu = _menu(self._owner)
        menu.addActions([self.first])
        move = menu.addMenu(self.tr("Move"))
        move.setToolTipsVisible(True)
        move.addActions(self.moves)
        level = menu.addMenu(self.tr("Priority"))
        level.setToolTipsVisible(True)
        level.setEnabled(self.first.isEnabled())
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
            self._begin(_wait(command(ids)))

    def _ids(self, *statuses: TaskStatus) -> tuple[str, ...]:
        return tuple(row.task_id for row in self._rows() if row.status in statuses)

    def _scan_again(self) -> None:
        by_processors: dict[tuple[str, ...], list[str]] = {}
        for row in self._rows():
            if row.status.ended:
                by_processors.setdefault(row.processors, []).append(row.file_uuid)

        async def submit() -> None:
            for processors, file_uuids in by_processors.items():
                answer = self._engine.submit(tuple(dict.fromkeys(file_uuids)), processors=processors, force=True)
                await asyncio.wrap_future(answer)

        self._begin(submit())

    def _first(self) -> None:
        self._ask(self._engine.prioritize, self._ids(TaskStatus.PENDING))

    def _step(self, where: str) -> None:
        why_not = self._why_not_moved()
        if why_not:
            self.told.emit(why_not)
        else:
            self.move(self._ids(TaskStatus.PENDING), where)

    def move(self, ids: tuple[str, ...], where: str) -> None:
        """Move waiting scans; `where` as the engine takes it."""
        self._ask(lambda ids: self._engine.move(ids, where), ids)

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
        _copy([readable(row.path) for row in self._rows()])

    def _copy_error(self) -> None:
        _copy([in_words(row.error_message) for row in self._rows() if row.error_message])

    def wake(self) -> None:
        """Let every shortcut do again what applies to the selection of its moment."""
        _wake(self._owner)


class VideoActions(QObject):
    """The actions of the library's rows. `locate_wanted` asks where a video's file is now."""

    locate_wanted = Signal(object)  # VideoRow

    def __init__(
        self, engine: "Engine", errands: Errands, videos: Callable[[], tuple[VideoRow, ...]], owner: QWidget
    ) -> None:
        super().__init__(owner)
        self._engine = engine
        self._errands = errands
        self._videos = videos
        self._owner = owner
        self.scan = _action(owner, self._scan, "Ctrl+R")
        self.reveal = _action(owner, self._reveal, "Ctrl+E")
        self.copy_path = _action(owner, self._copy_path, "Ctrl+C")
        self.locate = _action(owner, self._locate, "Ctrl+L")
        self.forget = _action(owner, self._ask_to_forget, "Del")
        self.refresh()
        _wake(owner)

    def refresh(self) -> None:
        """Enable what applies to the selection, and say why the rest does not."""
        videos = self._videos()
        done = bool(videos) and all(video.scanned for video in videos)
        self.scan.setText(self.tr("Scan again") if done else self.tr("Scan"))
        self.reveal.setText(self.tr("Show in folder"))
        self.copy_path.setText(self.tr("Copy path"))
        self.locate.setText(self.tr("Locate the file…"))
        self.forget.setText(self.tr("Remove from the library"))
        allow(self.copy_path, bool(videos), self.tr("Nothing is selected."))
        allow(self.scan, bool(videos), self.tr("Nothing is selected."))
        allow(self.reveal, len(videos) == 1, self.tr("Select a single video."))
        allow(self.locate, len(videos) == 1, self.tr("Select a single video."))
        allow(self.forget, bool(videos), self.tr("Nothing is selected."))

    def menu(self, place: QPoint) -> None:
        """Open the menu of the selection at a place of the screen."""
        self.refresh()
        menu = _menu(self._owner)
        menu.addAction(self.scan)
        menu.addSeparator()
        menu.addActions([self.reveal, self.copy_path, self.locate, self.forget])
        menu.popup(place)

    def _locate(self) -> None:
        for video in self._videos()[:1]:
            self.locate_wanted.emit(video)

    def _scan(self) -> None:
        videos = self._videos()
        ids = tuple(video.file_uuid for video in videos)
        if ids:
            done = all(video.scanned for video in videos)
            self._errands.begin(_wait(self._engine.submit(ids, force=done)))

    def _reveal(self) -> None:
        for video in self._videos()[:1]:
            show_in_folder(video.path)

    def _copy_path(self) -> None:
        _copy([readable(video.path) for video in self._videos()])

    def wake(self) -> None:
        """Let every shortcut do again what applies to the selection of its moment."""
        _wake(self._owner)

    def _ask_to_forget(self) -> None:
        videos = self._videos()
        ids = tuple(video.file_uuid for video in videos)
        if not any(video.scanned for video in videos):
            self._forget(ids)
            return
        question = QMessageBox(self._owner.window())
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        question.setIcon(QMessageBox.Icon.NoIcon)
        question.setWindowTitle(self.tr("Remove from the library"))
        question.setText(self.tr("Forget %n video(s) and all that was found in them?", "", len(ids)))
        question.setInformativeText(self.tr("The files themselves stay where they are."))
        forget = question.addButton(self.tr("Forget"), QMessageBox.ButtonRole.AcceptRole)
        question.addButton(self.tr("Keep"), QMessageBox.ButtonRole.RejectRole)
        forget.clicked.connect(lambda: self._forget(ids))
        question.open()

    def _forget(self, ids: Sequence[str]) -> None:
        if ids:
            self._errands.begin(_wait(self._engine.forget_videos(tuple(ids))))


async def _wait(answer: "Future[Answer]") -> None:
    await asyncio.wrap_future(answer)


def _copy(lines: Sequence[str]) -> None:
    if lines:
        QApplication.clipboard().setText("\n".join(lines))


def _menu(owner: QWidget) -> QMenu:
    menu = QMenu(owner)
    menu.setToolTipsVisible(True)
    menu.aboutToHide.connect(menu.deleteLater)
    # Outside of the menu every shortcut is awake, and does what applies to the selection of that moment: to keep
    # them in step with each change of a row would cost more than the rows.
    menu.aboutToHide.connect(lambda: _wake(owner))
    return menu


def _wake(owner: QWidget) -> None:
    for action in owner.actions():
        action.setEnabled(True)


def allow(action: QAction, allowed: bool, why_not: str) -> None:
    """Enable it, or say in its tooltip why it cannot be."""
    action.setEnabled(allowed)
    action.setToolTip("" if allowed else why_not)
