"""The program while nobody looks at its window: the tray, the dock's progress, notifications."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from momentry_desk.core.announcements import Announcement, Announcer
from momentry_desk.core.snapshot import QueueSnapshot, RowsChanged
from momentry_desk.ui.dock import show_progress
from momentry_desk.ui.tray import Tray

#: The dock is told of steps of this size: a message to all who listen is not free.
_STEPS = 100


class Presence(QObject):
    """Follows the engine's signals for a window; announces while that window is not the active one."""

    def __init__(self, tray: Tray, window: QWidget) -> None:
        super().__init__(window)
        self._tray = tray
        self._window = window
        self._announcer = Announcer()
        self._snapshot = QueueSnapshot()
        self._told: tuple[int | None, int] = (None, 0)

    def take_rows(self, changed: RowsChanged) -> None:
        self._announce(self._announcer.take_rows(changed.upserted, changed.removed))
        self._show()

    def take_snapshot(self, snapshot: QueueSnapshot) -> None:
        self._snapshot = snapshot
        self._announce(self._announcer.take_counts(snapshot.counts))
        self._show()

    def stop(self) -> None:
        """Take icon and progress away."""
        self._tray.stop()
        if self._told != (None, 0):
            show_progress(None, 0)

    def _announce(self, news: list[Announcement]) -> None:
        if not self._window.isActiveWindow() or self._window.isMinimized():
            for one in news:
                self._tray.announce(one, self._snapshot.settings.notices)

    def _show(self) -> None:
        fraction = self._announcer.fraction
        self._tray.follow(self._snapshot, fraction)
        counts = self._snapshot.counts
        told = (None if fraction is None else round(fraction * _STEPS), counts.processing + counts.pending)
        if told != self._told:
            self._told = told
            show_progress(fraction, told[1])
