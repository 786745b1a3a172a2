"""What a place says that has nothing to show: a few words, a sentence that helps, and perhaps one button."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from momentry_desk.ui.icons import pixmap
from momentry_desk.ui.theme import Theme

_MOST_WIDTH = 420


class MessagePage(QWidget):
    """`wanted` comes from the button."""

    wanted = Signal()

    def __init__(self, theme: Theme, icon_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon_name = icon_name
        self._icon = QLabel()
        self.title = QLabel()
        self.title.setProperty("role", "name")
        self.sentence = QLabel()
        self.sentence.setProperty("role", "small")
        for label in (self.title, self.sentence):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = QPushButton()
        self.button.clicked.connect(self.wanted)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.setSpacing(12)
        layout.addStretch(2)
        for part in (self._icon, self.title, self.sentence, self.button):
            layout.addWidget(part, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)
        theme.changed.connect(self._paint_icon)
        self._paint_icon()

    def say(self, title: str, sentence: str, button: str = "") -> None:
        self.title.setText(title)
        self.sentence.setText(sentence)
        self.button.setText(button)
        self.button.setVisible(bool(button))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        # A centred label that wraps is otherwise given the height of a single line.
        width = max(100, min(_MOST_WIDTH, self.width() - 48))
        for label in (self.title, self.sentence):
            # The height it was given before counts as the least that it needs.
            label.setMinimumHeight(0)
            label.setFixedWidth(width)
            label.setFixedHeight(max(0, label.heightForWidth(width)))

    def _paint_icon(self) -> None:
        self._icon.setPixmap(pixmap(self._icon_name, self._theme.tokens.mute, 40, self.devicePixelRatioF()))
