"""The toolbar: add, pause, how many at once, and, while the queue is paused, by whom and why."""

import os
from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QLineEdit, QMenu, QPushButton, QSizePolicy, QWidget

from momentry_desk.core.snapshot import PauseState, QueueSnapshot
from momentry_desk.ui import words
from momentry_desk.ui.eliding_label import ElidingLabel
from momentry_desk.ui.icons import icon, pixmap
from momentry_desk.ui.theme import Theme

#: The choices of the menu end here, or at the number of cores where that is greater.
_MOST_AT_ONCE = 4
_MOST_BY_KEY = 9
_SEARCH_WIDTH = 330
_GAP = 8
_EDGE = 12


class Toolbar(QWidget):
    """Signals: `files_wanted` and `folder_wanted` (a dialog should open), `pause_wanted` (True) or resume (False),
    `slots_wanted` (a number), `follow_wanted` (whether the limit should follow the machine), `search_wanted` (what
    somebody begins to type into the search box; the page of moments takes it over)."""

    files_wanted = Signal()
    folder_wanted = Signal()
    pause_wanted = Signal(bool)
    slots_wanted = Signal(int)
    follow_wanted = Signal(bool)
    search_wanted = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self._snapshot = QueueSnapshot()
        self.add = _tool()
        self.add_files = QAction(self)
        self.add_files.setShortcut(QKeySequence.StandardKey.Open)
        self.add_files.triggered.connect(lambda: self.files_wanted.emit())
        self.add_folder = QAction(self)
        self.add_folder.setShortcut(QKeySequence("Ctrl+Shift+O"))
        self.add_folder.triggered.connect(lambda: self.folder_wanted.emit())
        self.add.setMenu(_menu(self, (self.add_files, self.add_folder)))
        self.pause = _tool()
        self.pause.setProperty("filled", True)
        self.pause.clicked.connect(self._pause_clicked)
        self.at_once = _tool()
        self._choices = QActionGroup(self)
        for count in range(1, max(_MOST_AT_ONCE, os.cpu_count() or 1) + 1):
            choice = QAction(f"{count}", self._choices)
            choice.setCheckable(True)
            if count <= _MOST_BY_KEY:
                choice.setShortcut(QKeySequence(f"Ctrl+Alt+{count}"))
            choice.setData(count)
            choice.triggered.connect(lambda _=False, count=count: self.slots_wanted.emit(count))
        self.at_once.setMenu(_menu(self, self._choices.actions()))
        # The sign for what a click does, the arrow or the dot, stands behind the words.
        self.at_once.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        # A menu takes the direction of the button it opens under, where it has none of its own.
        self.at_once.menu().setLayoutDirection(QApplication.layoutDirection())
        self.follow = _tool()
        self.follow.setCheckable(True)
        self.follow.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.follow.clicked.connect(self.follow_wanted)
        self._bars = QLabel()
        self.search = QLineEdit()
        self.search.setMinimumWidth(90)
        self.search.setMaximumWidth(_SEARCH_WIDTH)
        self._glass = self.search.addAction(
            icon("moments", theme.tokens.mute), QLineEdit.ActionPosition.LeadingPosition
        )
        self.search.textEdited.connect(self.search_wanted)
        self._why = ElidingLabel()
        self._why.setProperty("role", "warn")
        # As wide as its words, so that the search keeps its width beside a short reason.
        self._why.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(_EDGE, 8, _EDGE, 8)
        layout.setSpacing(_GAP)
        for part in (self.add, self.pause, self.at_once, self.follow):
            layout.addWidget(part)
        layout.addSpacing(_GAP)
        layout.addWidget(self._bars)
        layout.addWidget(self._why)
        layout.addStretch(1)
        layout.addWidget(self.search, 100)
        theme.changed.connect(self._fill)
        self._fill()

    @property
    def choices(self) -> list[QAction]:
        """How many at once: one action for each number."""
        return self._choices.actions()

    def show_snapshot(self, snapshot: QueueSnapshot) -> None:
        """Follow the queue."""
        before, self._snapshot = self._snapshot, snapshot
        if _shown(before) != _shown(snapshot):
            self._fill()

    def show_page(self, page: str) -> None:
        """Where the page has a search box of its own, this one is out of the way."""
        self.search.clear()
        self.search.setVisible(page != "moments")

    def _pause_clicked(self) -> None:
        self.pause_wanted.emit(self._snapshot.pause.state is PauseState.RUNNING)

    def _fill(self) -> None:
        t = self._theme.tokens
        now = self._snapshot
        running = now.pause.state is PauseState.RUNNING
        self.add.setText(self.tr("Add…"))
        self.add.setIcon(icon("add", t.text))
        self.add.setToolTip(self.tr("Add videos or folders; dropping or pasting them does the same"))
        self.add_files.setText(self.tr("Add videos…"))
        self.add_folder.setText(self.tr("Add folder…"))
        against = now.pause.by == "schedule"
        resume = self.tr("Start now anyway") if against else self.tr("Resume")
        self.pause.setText(self.tr("Pause") if running else resume)
        self.pause.setIcon(icon("pause" if running else "resume", t.on_accent))
        self.pause.setToolTip(
            self.tr("Let every scan stand still") if running else self.tr("Let the scans go on where they stood")
        )
        at_once = self.tr("Scans at once: {0}").format(now.max_concurrent)
        self.at_once.setText(at_once)
        self.at_once.setIcon(icon("more", t.mute))
        self.at_once.setAccessibleName(at_once)
        self.at_once.setToolTip(self.tr("How many videos are scanned at the same time"))
        for choice in self._choices.actions():
            choice.setChecked(choice.data() == now.max_concurrent)
        follows = now.settings.queue.dynamic_concurrency
        self.follow.setText(self.tr("Give way to others"))
        self.follow.setChecked(follows)
        self.follow.setIcon(icon("on", t.ok) if follows else icon("off", t.mute))
        self.follow.setToolTip(
            self.tr("Fewer scans run at once while other programs need the machine. Click to always run as many.")
            if follows
            else self.tr("As many scans run as are set. Click to run fewer while other programs need the machine.")
        )
        self._glass.setIcon(icon("moments", t.mute))
        self.search.setPlaceholderText(self.tr("Search speech, text, people…"))
        self.search.setAccessibleName(self.tr("Search"))
        self._why.setText(words.pause(now.pause))
        self._bars.setPixmap(pixmap("pause", t.warn, 14, self.devicePixelRatioF()))
        self._bars.setVisible(not running)
        self._make_room()

    def _make_room(self) -> None:
        """In a narrow window the switch that stands in the menu too gives way, before its words are cut."""
        parts = (self.add, self.pause, self.at_once, self.follow)
        needed = 2 * _EDGE + sum(one.sizeHint().width() + _GAP for one in parts)
        bars = 0 if self._bars.isHidden() else self._bars.sizeHint().width() + _GAP
        self.follow.setVisible(needed + bars + 2 * _GAP + self.search.minimumWidth() <= self.width())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()


def _shown(snapshot: QueueSnapshot) -> tuple[object, ...]:
    """What of it is seen here."""
    return snapshot.pause, snapshot.max_concurrent, snapshot.settings.queue.dynamic_concurrency


def _tool() -> QPushButton:
    made = QPushButton()
    made.setObjectName("tool")
    # A click leaves the keyboard where it was: in the queue.
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return made


def _menu(parent: QWidget, actions: Sequence[QAction]) -> QMenu:
    menu = QMenu(parent)
    menu.addActions(actions)
    # In the menu alone a shortcut would sleep until the menu was opened.
    parent.addActions(actions)
    return menu
