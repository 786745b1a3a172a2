"""A word at the window's foot about what was just done, with a button that takes it back."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

_SHOWN_MS = 8000
_ABOVE_FOOT = 40


class Toast(QWidget):
    """`undo_wanted` when its button is clicked; `over` when it went without. It lies over its window."""

    undo_wanted = Signal()
    over = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("toast")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._window = window
        self._text = QLabel()
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self.undo = QPushButton()
        self.undo.setObjectName("link")
        self.undo.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.undo.clicked.connect(self.undo_wanted)
        self._time = QTimer(self)
        self._time.setSingleShot(True)
        self._time.setInterval(_SHOWN_MS)
        self._time.timeout.connect(self._run_out)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 8, 8, 8)
        layout.setSpacing(12)
        layout.addWidget(self._text)
        layout.addWidget(self.undo)
        window.installEventFilter(self)
        self.undo.setText(self.tr("Undo"))
        self.hide()

    def say(self, sentence: str) -> None:
        """Show it for eight seconds; while the mouse is on it, longer."""
        self._text.setText(sentence)
        self.undo.setText(self.tr("Undo"))
        self.show()
        self._place()
        self.raise_()
        self._time.start()

    def text(self) -> str:
        return self._text.text()

    def put_away(self) -> None:
        """Hide it without a word."""
        self._time.stop()
        self.hide()

    def _run_out(self) -> None:
        if self.underMouse():
            self._time.start()
            return
        self.hide()
        self.over.emit()

    def _place(self) -> None:
        self.adjustSize()
        self.move((self._window.width() - self.width()) // 2, self._window.height() - self.height() - _ABOVE_FOOT)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and event.type() is QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self.undo.setText(self.tr("Undo"))
