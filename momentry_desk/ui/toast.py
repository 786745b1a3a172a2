"""A word at the window's foot about what was just done, with a button that takes it back or does what was meant."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

_SHOWN_MS = 8000
_ABOVE_FOOT = 40
_APART = 8
#: What its words leave of the window's width: for the button, and the window at both sides.
_BESIDE = 260
_MOVES = frozenset({QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.Move})


class Toast(QWidget):
    """`wanted` when its button is clicked; `over` when it went without. It lies over its window, and over the toast
    `below` while that one is seen."""

    wanted = Signal()
    over = Signal()

    def __init__(self, window: QWidget, *, below: "Toast | None" = None) -> None:
        super().__init__(window)
        self.setObjectName("toast")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._window = window
        self._below = below
        self._text = QLabel()
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self.button = QPushButton()
        self.button.setObjectName("link")
        # Before the first word it has no name, and is for nobody.
        self.button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.button.clicked.connect(self.wanted)
        self._time = QTimer(self)
        self._time.setSingleShot(True)
        self._time.setInterval(_SHOWN_MS)
        self._time.timeout.connect(self._run_out)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 8, 8, 8)
        layout.setSpacing(12)
        layout.addWidget(self._text)
        layout.addWidget(self.button)
        for other in (window, below):
            if other is not None:
                other.installEventFilter(self)
        self.hide()

    def say(self, sentence: str, button: str) -> None:
        """Show it for eight seconds; while the mouse is on it, longer."""
        # A file's name may be longer than the window is wide.
        room = self._window.width() - _BESIDE
        self._text.setText(self.fontMetrics().elidedText(sentence, Qt.TextElideMode.ElideMiddle, room))
        self._text.setToolTip(sentence)
        self.button.setText(button)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
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
        foot = self._window.height() - _ABOVE_FOOT
        if self._below is not None and self._below.isVisible():
            foot = self._below.y() - _APART
        self.move((self._window.width() - self.width()) // 2, foot - self.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # The window may change its size, the toast below come and go.
        if event.type() in _MOVES and self.isVisible():
            self._place()
        return False
