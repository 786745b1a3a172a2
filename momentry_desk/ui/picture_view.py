"""Paints the picture of the film that is shown, or the sentence why there is none, with what can be done then."""

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetrics, QImage, QMouseEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from momentry_desk.ui.frame_thread import Shown
from momentry_desk.ui.theme import Theme

#: While the window is drawn larger or smaller the picture is scaled; a new one is asked for when it rests.
_REST_MS = 120
#: Around a picture, in both themes: colours are judged against black.
_GROUND = QColor("#000000")
_FLAGS = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter)
#: From the sentence's last line down to its button, and the width at which it wraps.
_BELOW = 18
_MOST_WIDTH = 520


class PictureView(QWidget):
    """`room_changed` is the room for a picture in device pixels, `pressed` a click on it."""

    room_changed = Signal(QSize)
    pressed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: Shown | None = None
        self._still = QPixmap()
        self._sentence = ""
        self.button = QPushButton(self)
        self.button.hide()
        self._resting = QTimer(self)
        self._resting.setSingleShot(True)
        self._resting.setInterval(_REST_MS)
        self._resting.timeout.connect(lambda: self.room_changed.emit(self.room()))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(240, 135)
        theme.changed.connect(self.update)

    @property
    def image(self) -> QImage | None:
        """The picture on screen, as it was decoded."""
        return None if self._shown is None else self._shown.image

    def room(self) -> QSize:
        return self.size() * self.devicePixelRatioF()

    def show_picture(self, shown: Shown | None) -> None:
        self._shown = shown
        self.update()

    def show_still(self, jpeg: bytes) -> None:
        """What stands in for the picture until there is one: the file's thumbnail."""
        self._shown = None
        self._still = QPixmap()
        if jpeg:
            self._still.loadFromData(jpeg)
        self.update()

    def say(self, sentence: str, button: str = "") -> None:
        """Lay a sentence over it, nothing where it is empty, and below it the button where it has words."""
        self._sentence = sentence
        self.setAccessibleDescription(sentence)
        self.button.setText(button)
        self.button.setVisible(bool(button))
        self._place_button()
        self.update()

    def stop(self) -> None:
        self._resting.stop()

    def sizeHint(self) -> QSize:
        return QSize(640, 360)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_button()
        self._resting.start()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.pressed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillRect(self.rect(), _GROUND)
        if self._shown is not None:
            painter.drawImage(self._place(self._shown.shape), self._shown.image)
        elif not self._still.isNull():
            painter.drawPixmap(self._place(self._still.size()), self._still)
        if self._sentence:
            self._paint_sentence(painter)
        painter.end()

    def _place(self, shape: QSize) -> QRect:
        ratio = self.devicePixelRatioF()
        size = shape.scaled(self.room(), Qt.AspectRatioMode.KeepAspectRatio)
        size = QSize(round(size.width() / ratio), round(size.height() / ratio))
        return QRect(
            (self.width() - size.width()) // 2, (self.height() - size.height()) // 2, size.width(), size.height()
        )

    def _place_button(self) -> None:
        self.button.adjustSize()
        below = QFontMetrics(self.font()).boundingRect(self._room_to_say(), _FLAGS, self._sentence).bottom()
        self.button.move((self.width() - self.button.width()) // 2, below + _BELOW)

    def _room_to_say(self) -> QRect:
        wide = min(_MOST_WIDTH, self.width() - 48)
        room = QRect((self.width() - wide) // 2, 12, wide, self.height() - 24)
        # The sentence and its button are in the middle together.
        return room.adjusted(0, 0, 0, -self.button.height() - _BELOW) if self.button.text() else room

    def _paint_sentence(self, painter: QPainter) -> None:
        t = self._theme.tokens
        room = self._room_to_say()
        box = painter.boundingRect(room, _FLAGS, self._sentence).adjusted(-12, -8, 12, 8)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(t.colour("raised"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawRoundedRect(box, 7, 7)
        painter.setPen(t.colour("text"))
        painter.drawText(room, _FLAGS, self._sentence)
