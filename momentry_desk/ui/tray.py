"""The icon in the system's tray: how far it is, a menu for what one needs without the window, and notifications."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QRectF, Qt
from PySide6.QtGui import QAction, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QMenu, QSystemTrayIcon, QWidget

from momentry_desk.core.announcements import About, Announcement
from momentry_desk.core.settings import NoticesSettings
from momentry_desk.core.snapshot import PauseState, QueueSnapshot
from momentry_desk.ui import failure_words, words
from momentry_desk.ui.icons import pixmap
from momentry_desk.ui.status_line import summary
from momentry_desk.ui.theme import Theme

_SIZES_PX = (16, 22, 24, 32, 48, 64)
#: The ring is drawn anew after a step of this size; a finer one nobody sees.
_STEPS = 50


class Tray(QObject):
    """`available` says whether the system has a tray that the window can hide behind. `pause` gets whether to."""

    def __init__(
        self,
        theme: Theme,
        *,
        show: Callable[[], None],
        add: Callable[[], None],
        pause: Callable[[bool], None],
        leave: Callable[[], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._snapshot = QueueSnapshot()
        self._fraction: float | None = None
        self._drawn: object = None
        self.available = QSystemTrayIcon.isSystemTrayAvailable()
        self.show_window = self._action(show)
        self.add_files = self._action(add)
        self.pause = self._action(lambda: pause(self._snapshot.pause.state is PauseState.RUNNING))
        self.quit = self._action(leave)
        self.menu = QMenu(parent)
        self.menu.addActions([self.show_window, self.add_files, self.pause])
        self.menu.addSeparator()
        self.menu.addAction(self.quit)
        self.icon = QSystemTrayIcon(self)
        self.icon.setContextMenu(self.menu)
        self.icon.activated.connect(
            lambda reason: show() if reason == QSystemTrayIcon.ActivationReason.Trigger else None
        )
        self.icon.messageClicked.connect(show)
        self.retranslate()
        self._draw()
        if self.available:
            self.icon.show()

    def follow(self, snapshot: QueueSnapshot, fraction: float | None) -> None:
        """Show how the queue stands; `fraction` is None while there is nothing to do."""
        self._snapshot = snapshot
        self._fraction = fraction
        self._draw()
        self.retranslate()

    def announce(self, news: Announcement, wanted: NoticesSettings) -> None:
        """Tell of it where the person wants to hear of its kind."""
        match news:
            case Announcement(about=About.FAILURE, row=row) if row is not None and wanted.failure:
                told = failure_words.told(row)
                self._tell(self.tr("{0} could not be scanned").format(row.file_name), told.cause, warn=True)
            case Announcement(about=About.FILE, row=row) if row is not None and wanted.file:
                self._tell(self.tr("Scanned"), row.file_name)
            case Announcement(about=About.END) if wanted.end:
                done = self.tr("%n video(s) scanned", "", news.completed)
                failed = self.tr("%n failed", "", news.failed)
                self._tell(self.tr("The queue is done"), words.listed([done, failed] if news.failed else [done]))

    def tell_of_hiding(self) -> None:
        """Say once where the program went."""
        self._tell(self.tr("Momentry Desk goes on scanning"), self.tr("A click on this icon brings it back."))

    def _tell(self, title: str, text: str, *, warn: bool = False) -> None:
        sign = QSystemTrayIcon.MessageIcon.Warning if warn else QSystemTrayIcon.MessageIcon.NoIcon
        if self.icon.isVisible():
            self.icon.showMessage(title, text, sign)

    def stop(self) -> None:
        """Take the icon away."""
        self.icon.hide()

    def _action(self, run: Callable[[], None]) -> QAction:
        made = QAction(self)
        made.triggered.connect(lambda: run())
        return made

    def retranslate(self) -> None:
        """Say all in the language of now."""
        self.show_window.setText(self.tr("Show the window"))
        self.add_files.setText(self.tr("Add videos…"))
        running = self._snapshot.pause.state is PauseState.RUNNING
        self.pause.setText(self.tr("Pause all") if running else self.tr("Resume all"))
        self.quit.setText(self.tr("Quit"))
        self.icon.setToolTip(f"{self.tr('Momentry Desk')}\n{summary(self._snapshot)}")

    # The picture --------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        step = None if self._fraction is None else round(self._fraction * _STEPS)
        paused = self._snapshot.pause.state is not PauseState.RUNNING
        wanted = (step, paused)
        if wanted == self._drawn:
            return
        self._drawn = wanted
        made = QIcon()
        for side in _SIZES_PX:
            made.addPixmap(self._picture(side, None if step is None else step / _STEPS, paused))
        self.icon.setIcon(made)

    def _picture(self, side: int, fraction: float | None, paused: bool) -> QPixmap:
        """The program's own sign, and around it a ring: as full as the work is done, broken while it is paused."""
        tokens = self._theme.tokens
        drawn = QPixmap(side, side)
        drawn.fill(Qt.GlobalColor.transparent)
        painter = QPainter(drawn)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inset = 0 if fraction is None else max(2, side // 6)
        painter.drawPixmap(inset, inset, pixmap("window", "#000000", side - 2 * inset, 1.0))
        if fraction is not None:
            width = max(1.5, side / 10)
            ring = QRectF(width / 2, width / 2, side - width, side - width)
            painter.setPen(QPen(tokens.colour("mute"), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            painter.drawEllipse(ring)
            full = QPen(tokens.colour("warn" if paused else "accent"), width)
            full.setCapStyle(Qt.PenCapStyle.FlatCap)
            if paused:
                full.setDashPattern([1.0, 0.6])
            painter.setPen(full)
            painter.drawArc(ring, 90 * 16, -round(fraction * 360 * 16))
        painter.end()
        return drawn
