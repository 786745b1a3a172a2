"""The menu bar: every command with its shortcut, greyed where it cannot be, with the reason."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QKeyCombination, Qt, QTimer
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar, QWidget

from momentry_desk.core.model import TaskStatus
from momentry_desk.core.snapshot import PauseState, QueueSnapshot
from momentry_desk.ui.about_box import show_about
from momentry_desk.ui.action_making import allow
from momentry_desk.ui.pages import PAGES, Pages, page_name
from momentry_desk.ui.removals import Removals
from momentry_desk.ui.task_actions import TaskActions
from momentry_desk.ui.toolbar import Toolbar
from momentry_desk.ui.video_actions import VideoActions
from momentry_desk.ui.when_done import WhenDoneMenu

_PAGE_KEYS = {
    "desk": QKeyCombination(Qt.Modifier.CTRL, Qt.Key.Key_1),
    "moments": QKeyCombination(Qt.Modifier.CTRL, Qt.Key.Key_2),
    "people": QKeyCombination(Qt.Modifier.CTRL, Qt.Key.Key_3),
    "settings": QKeyCombination(Qt.Modifier.CTRL, Qt.Key.Key_Comma),
}


class MenuBar(QMenuBar):
    """Shows the actions of the toolbar, the queue and the library; owns those that stand nowhere else."""

    def __init__(
        self,
        toolbar: Toolbar,
        tasks: TaskActions,
        videos: VideoActions,
        *,
        paste: Callable[[], None],
        problems: Callable[[], None],
        export_queue: Callable[[], None],
        import_queue: Callable[[], None],
        watched: Callable[[], object],
        schedule: Callable[[], object],
        when_done: WhenDoneMenu,
        glossary: Callable[[], None],
        diagnostics: Callable[[], None],
        pages: Pages,
        leave: Callable[[], object],
        removals: Removals,
        filter_queue: Callable[[], None],
        clear_filter: Callable[[], None],
        is_filtered: Callable[[], bool],
        can_paste: Callable[[], bool],
        retry_failed: Callable[[], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._videos = videos
        self._snapshot = QueueSnapshot()
        self._page = "desk"
        self._is_filtered = is_filtered
        self._can_paste = can_paste
        self.paste = self._own(paste, QKeySequence.StandardKey.Paste)
        self.problems = self._own(problems, QKeyCombination(Qt.Modifier.CTRL | Qt.Modifier.SHIFT, Qt.Key.Key_P))
        self.glossary = self._own(glossary, QKeyCombination(Qt.Modifier.CTRL | Qt.Modifier.SHIFT, Qt.Key.Key_G))
        self.quit = self._own(leave, QKeyCombination(Qt.Modifier.CTRL, Qt.Key.Key_Q))
        ctrl, shift, alt = Qt.Modifier.CTRL, Qt.Modifier.SHIFT, Qt.Modifier.ALT
        self._removals = removals
        self.undo = self._own(removals.undo, QKeySequence.StandardKey.Undo)
        self.search = self._own(pages.begin_search, QKeySequence.StandardKey.Find)
        self.filter = self._own(filter_queue, QKeyCombination(ctrl, Qt.Key.Key_L))
        self.clear_filter = self._own(clear_filter, QKeyCombination(ctrl | shift, Qt.Key.Key_F))
        self.retry_failed = self._own(retry_failed, QKeyCombination(ctrl | alt, Qt.Key.Key_R))
        self.clear_done = self._own(
            lambda: removals.clear([TaskStatus.COMPLETED]), QKeyCombination(ctrl | shift, Qt.Key.Key_D)
        )
        self.clear_ended = self._own(
            lambda: removals.clear([status for status in TaskStatus if status.ended]),
            QKeyCombination(ctrl | shift, Qt.Key.Key_Delete),
        )
        self.clear_waiting = self._own(
            lambda: removals.clear([TaskStatus.PENDING]), QKeyCombination(ctrl | shift, Qt.Key.Key_Backspace)
        )
        self.pause = self._own(toolbar.pause.click, QKeyCombination(Qt.Modifier.CTRL, Qt.Key.Key_P))
        self.follow = self._own(toolbar.follow.click, QKeyCombination(Qt.Modifier.CTRL, Qt.Key.Key_M))
        self.follow.setCheckable(True)
        self._files = self._menu()
        self._files.addActions([toolbar.add_files, toolbar.add_folder, self.paste])
        self._files.addSeparator()
        shifted = Qt.Modifier.CTRL | Qt.Modifier.SHIFT
        self.export_queue = self._own(export_queue, QKeyCombination(shifted, Qt.Key.Key_E))
        self.import_queue = self._own(import_queue, QKeyCombination(shifted, Qt.Key.Key_I))
        self._files.addActions([self.export_queue, self.import_queue])
        self._files.addSeparator()
        self._files.addAction(self.problems)
        self._files.addSeparator()
        self._files.addAction(self.quit)
        self._edit = self._menu()
        self._edit.addActions([self.undo])
        self._edit.addSeparator()
        self._edit.addActions([tasks.select_all, self.search, self.filter, self.clear_filter])
        self._queue = self._menu()
        self._queue.addActions([self.pause, self.follow])
        self._at_once = self._queue.addMenu("")
        self._at_once.setToolTipsVisible(True)
        self._at_once.addActions(toolbar.choices)
        self.schedule = self._own(schedule, QKeyCombination(Qt.Modifier.CTRL | Qt.Modifier.SHIFT, Qt.Key.Key_H))
        self._queue.addAction(self.schedule)
        self.when_done = when_done
        self._queue.addMenu(when_done)
        self._queue.addSeparator()
        self._queue.addAction(tasks.first)
        self._move = self._queue.addMenu("")
        self._move.setToolTipsVisible(True)
        self._move.addActions(tasks.moves)
        self._priority = self._queue.addMenu("")
        self._priority.setToolTipsVisible(True)
        self._priority.addActions(list(tasks.priorities.values()))
        self._queue.addActions([tasks.hold, tasks.release, tasks.cancel])
        self._queue.addSeparator()
        self._queue.addActions([tasks.retry, self.retry_failed, tasks.again])
        self._queue.addSeparator()
        self._queue.addActions([tasks.details, tasks.reveal, tasks.copy_path, tasks.copy_error, tasks.remove])
        self._queue.addSeparator()
        self._queue.addActions([self.clear_done, self.clear_ended, self.clear_waiting])
        self._view = self._menu()
        self.pages = {page: self._own(partial(pages.open, page), _PAGE_KEYS[page]) for page in PAGES}
        self._view.addActions(list(self.pages.values()))
        self._library = self._menu()
        self.watched = self._own(watched, QKeyCombination(Qt.Modifier.CTRL | Qt.Modifier.SHIFT, Qt.Key.Key_W))
        self._library.addActions([videos.play, videos.scan, videos.again])
        self._library.addSeparator()
        self._library.addActions([videos.reveal, videos.copy_path, videos.locate, videos.forget])
        self._library.addSeparator()
        self._library.addAction(self.watched)
        self._library.addAction(self.glossary)
        self._playback, self._people = self._menu(), self._menu()
        pages.film_actions.fill(self._playback)
        pages.people_actions.fill(self._people)
        self._help = self._menu()
        self.diagnostics = self._own(diagnostics, QKeyCombination(ctrl, Qt.Key.Key_F1))
        self._help.addAction(self.diagnostics)
        self._help.addSeparator()
        about = QKeyCombination(Qt.Modifier.SHIFT, Qt.Key.Key_F1)
        self.about = self._own(lambda: show_about(self.window()), about)
        self._help.addAction(self.about)
        # Out of the menu the shortcuts are awake: they do what applies to the selection of that moment.
        for menu in (self._edit, self._queue):
            menu.aboutToShow.connect(tasks.refresh)
            menu.aboutToHide.connect(tasks.wake)
        for menu in (self._files, self._edit):
            menu.aboutToShow.connect(self._look_around)
            menu.aboutToHide.connect(self._wake)
        self._library.aboutToShow.connect(videos.refresh)
        self._library.aboutToHide.connect(videos.wake)
        removals.changed.connect(self._fill_states)
        self._fill()

    def show_snapshot(self, snapshot: QueueSnapshot) -> None:
        """Follow the queue."""
        self._snapshot = snapshot
        self.when_done.show_snapshot(snapshot)
        self._fill_states()

    def show_page(self, page: str) -> None:
        """Follow which page is seen. What was removed comes back on the desk alone: other pages undo by the same
        key what was done on them."""
        self._page = page
        self._fill_states()

    def _look_around(self) -> None:
        allow(self.paste, self._can_paste(), self.tr("No files were copied that could be pasted."))
        allow(self.clear_filter, self._is_filtered(), self.tr("No filter is set."))

    def _wake(self) -> None:
        for action in (self.paste, self.clear_filter):
            action.setEnabled(True)

    def _own(
        self, run: Callable[[], object], shortcut: QKeySequence.StandardKey | QKeyCombination | None = None
    ) -> QAction:
        made = QAction(self)
        if shortcut is not None:
            made.setShortcut(QKeySequence(shortcut))
        made.triggered.connect(lambda: run())
        return made

    def _menu(self) -> QMenu:
        menu = self.addMenu("")
        menu.setToolTipsVisible(True)
        menu.aboutToHide.connect(lambda: QTimer.singleShot(0, self, self._let_go_of_mouse))
        return menu

    def _let_go_of_mouse(self) -> None:
        """Under X11 Qt 6.11 keeps the mouse where a menu is closed by a second click on its title: no dialog that
        opens then could be clicked."""
        handle = self.window().windowHandle()
        if handle is not None and QApplication.activePopupWidget() is None:
            handle.setMouseGrabEnabled(False)

    def _fill(self) -> None:
        self._files.setTitle(self.tr("&File"))
        self._edit.setTitle(self.tr("&Edit"))
        self._queue.setTitle(self.tr("&Queue"))
        self._move.setTitle(self.tr("Move"))
        self.undo.setText(self.tr("Undo removing"))
        self.search.setText(self.tr("Search"))
        self.filter.setText(self.tr("Filter the queue"))
        self.clear_filter.setText(self.tr("Clear the filter"))
        self.retry_failed.setText(self.tr("Try all failed ones again"))
        self.clear_done.setText(self.tr("Remove all that are done"))
        self.clear_ended.setText(self.tr("Remove all that have ended"))
        self.clear_waiting.setText(self.tr("Remove all that wait"))
        self._library.setTitle(self.tr("&Library"))
        self._playback.setTitle(self.tr("&Playback"))
        self._people.setTitle(self.tr("Pe&ople"))
        self._help.setTitle(self.tr("&Help"))
        self.diagnostics.setText(self.tr("Save diagnostics…"))
        self.about.setText(self.tr("About Momentry Desk…"))
        self._view.setTitle(self.tr("&View"))
        for page, action in self.pages.items():
            action.setText(page_name(page))
        self._priority.setTitle(self.tr("Priority"))
        self._at_once.setTitle(self.tr("Scans at once"))
        self.paste.setText(self.tr("Paste videos"))
        self.schedule.setText(self.tr("Schedule…"))
        self.watched.setText(self.tr("Watched folders…"))
        self.export_queue.setText(self.tr("Export the queue…"))
        self.import_queue.setText(self.tr("Import a queue…"))
        self.problems.setText(self.tr("Problems…"))
        self.glossary.setText(self.tr("Glossary for speech recognition…"))
        self.quit.setText(self.tr("Quit"))
        self.follow.setText(self.tr("Give way to other programs"))
        self._fill_states()

    def _fill_states(self) -> None:
        runs = self._snapshot.pause.state is PauseState.RUNNING
        self.pause.setText(self.tr("Pause all") if runs else self.tr("Resume all"))
        counts = self._snapshot.counts
        ended = counts.completed + counts.failed + counts.cancelled
        on_desk = self._page == "desk"
        why_not = self.tr("Nothing was removed in the last seconds.")
        elsewhere = self.tr("Open the desk: what was removed comes back there.")
        allow(self.undo, self._removals.can_undo and on_desk, why_not if on_desk else elsewhere)
        some = ended + counts.pending + counts.processing > 0
        allow(self.export_queue, some, self.tr("The queue is empty."))
        allow(self.retry_failed, counts.failed > 0, self.tr("No scan has failed."))
        allow(self.clear_done, counts.completed > 0, self.tr("No scan is done."))
        allow(self.clear_ended, ended > 0, self.tr("No scan has ended."))
        allow(self.clear_waiting, counts.pending > 0, self.tr("No scan waits."))
        self.follow.setChecked(self._snapshot.settings.queue.dynamic_concurrency)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()
