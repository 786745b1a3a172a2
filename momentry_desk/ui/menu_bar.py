"""The menu bar: every command with its shortcut, greyed where it cannot be, with the reason."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QKeyCombination, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from momentry_desk.core.snapshot import PauseState, QueueSnapshot
from momentry_desk.ui.actions import TaskActions, VideoActions
from momentry_desk.ui.toolbar import Toolbar


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
        watched: Callable[[], object],
        leave: Callable[[], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._toolbar = toolbar
        self._tasks = tasks
        self._videos = videos
        self._snapshot = QueueSnapshot()
        self.paste = self._own(paste, QKeySequence.StandardKey.Paste)
        self.problems = self._own(problems, QKeyCombination(Qt.Modifier.CTRL | Qt.Modifier.SHIFT, Qt.Key.Key_P))
        self.quit = self._own(leave, QKeyCombination(Qt.Modifier.CTRL, Qt.Key.Key_Q))
        self.pause = self._own(toolbar.pause.click, QKeyCombination(Qt.Modifier.CTRL, Qt.Key.Key_P))
        self.follow = self._own(toolbar.follow.click, QKeyCombination(Qt.Modifier.CTRL, Qt.Key.Key_M))
        self.follow.setCheckable(True)
        self._files = self._menu()
        self._files.addActions([toolbar.add_files, toolbar.add_folder, self.paste])
        self._files.addSeparator()
        self._files.addAction(self.problems)
        self._files.addSeparator()
        self._files.addAction(self.quit)
        self._queue = self._menu()
        self._queue.addActions([self.pause, self.follow])
        self._at_once = self._queue.addMenu("")
        self._at_once.addActions(toolbar.choices)
        self._queue.addSeparator()
        self._queue.addAction(tasks.first)
        self._priority = self._queue.addMenu("")
        self._priority.setToolTipsVisible(True)
        self._priority.addActions(list(tasks.priorities.values()))
        self._queue.addActions([tasks.hold, tasks.release, tasks.cancel])
        self._queue.addSeparator()
        self._queue.addActions([tasks.retry, tasks.again])
        self._queue.addSeparator()
        self._queue.addActions([tasks.reveal, tasks.copy_path, tasks.copy_error, tasks.remove])
        self._library = self._menu()
        self.watched = self._own(watched, QKeyCombination(Qt.Modifier.CTRL | Qt.Modifier.SHIFT, Qt.Key.Key_W))
        self._library.addAction(videos.scan)
        self._library.addSeparator()
        self._library.addActions([videos.reveal, videos.copy_path, videos.forget])
        self._library.addSeparator()
        self._library.addAction(self.watched)
        # Out of the menu the shortcuts are awake: they do what applies to the selection of that moment.
        self._queue.aboutToShow.connect(tasks.refresh)
        self._queue.aboutToHide.connect(tasks.wake)
        self._library.aboutToShow.connect(videos.refresh)
        self._library.aboutToHide.connect(videos.wake)
        self._fill()

    def show_snapshot(self, snapshot: QueueSnapshot) -> None:
        """Follow the queue."""
        self._snapshot = snapshot
        self._fill_states()

    def _own(self, run: Callable[[], object], shortcut: QKeySequence.StandardKey | QKeyCombination) -> QAction:
        made = QAction(self)
        made.setShortcut(QKeySequence(shortcut))
        made.triggered.connect(lambda: run())
        return made

    def _menu(self) -> QMenu:
        menu = self.addMenu("")
        menu.setToolTipsVisible(True)
        return menu

    def _fill(self) -> None:
        self._files.setTitle(self.tr("&File"))
        self._queue.setTitle(self.tr("&Queue"))
        self._library.setTitle(self.tr("&Library"))
        self._priority.setTitle(self.tr("Priority"))
        self._at_once.setTitle(self.tr("How many at once"))
        self.paste.setText(self.tr("Paste videos"))
        self.watched.setText(self.tr("Watched folders…"))
        self.problems.setText(self.tr("Problems…"))
        self.quit.setText(self.tr("Quit"))
        self.follow.setText(self.tr("Follow the machine"))
        self._fill_states()

    def _fill_states(self) -> None:
        runs = self._snapshot.pause.state is PauseState.RUNNING
        self.pause.setText(self.tr("Pause all") if runs else self.tr("Resume all"))
        self.follow.setChecked(self._snapshot.settings.queue.dynamic_concurrency)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()
