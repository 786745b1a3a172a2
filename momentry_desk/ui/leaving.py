"""What closing the window means while something is scanned: asked once, remembered if the person wants."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QMessageBox, QPushButton, QWidget

from momentry_desk.ui.tray import Tray

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine


class Leaving(QObject):
    """`go` comes when the program is to end, `hide` when the window alone is to go and the scans are to go on.

    `remember` carries the choice that the person wants made without a question ("background" or "quit").
    """

    go = Signal()
    hide = Signal()
    remember = Signal(str)

    def __init__(self, engine: "Engine", tray: Tray, window: QWidget) -> None:
        super().__init__(window)
        self._engine = engine
        self._tray = tray
        self._window = window
        self._question: QMessageBox | None = None

    def close_window(self) -> None:
        """The window's own close button."""
        self._decide(self._engine.snapshot().settings.window.on_close)

    def quit(self) -> None:
        """The command to end the program; it never hides instead."""
        self._decide("quit" if self._engine.snapshot().settings.window.on_close == "quit" else "ask")

    def _decide(self, choice: str) -> None:
        if self._engine.snapshot().counts.processing == 0 or choice == "quit":
            self.go.emit()
        elif choice == "background" and self._tray.available:
            self.hide.emit()
        elif self._question is not None:
            self._question.activateWindow()
        else:
            self._ask()

    def _ask(self) -> None:
        running = self._engine.snapshot().counts.processing
        question = QMessageBox(self._window)
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        question.setIcon(QMessageBox.Icon.NoIcon)
        question.setWindowTitle(self.tr("Quit while scanning?"))
        question.setText(self.tr("%n video(s) are being scanned.", "", running))
        question.setInformativeText(
            self.tr("If you quit now, scanning stops, and goes on from there at the next start.")
        )
        stop = question.addButton(self.tr("Stop and quit"), QMessageBox.ButtonRole.AcceptRole)
        always = QCheckBox(self.tr("Do this every time, without asking"))
        stop.clicked.connect(lambda: self._answer("quit", always, self.go.emit))
        stay = question.addButton(self.tr("Keep the window open"), QMessageBox.ButtonRole.RejectRole)
        if self._tray.available:
            hide = question.addButton(self.tr("Go on in the background"), QMessageBox.ButtonRole.ActionRole)
            hide.clicked.connect(lambda: self._answer("background", always, self.hide.emit))
            question.setCheckBox(always)
            default: QPushButton = hide
        else:
            always.setParent(question)
            always.hide()
            default = stay
        question.setDefaultButton(default)
        question.setEscapeButton(stay)
        question.finished.connect(self._answered)
        self._question = question
        question.open()

    def _answer(self, choice: str, always: QCheckBox, act: Callable[[], object]) -> None:
        if always.isChecked():
            self.remember.emit(choice)
        act()

    def _answered(self) -> None:
        self._question = None
