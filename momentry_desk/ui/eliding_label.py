"""A line of text that ends in an ellipsis where it is longer than its place; the whole of it is the tool tip."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

_LEAST_WIDTH = 10


class ElidingLabel(QLabel):
    """Takes the width that is left over; one that may take what it needs gets another size policy. `text` answers
    the whole text, however little of it is seen."""

    def __init__(
        self, parent: QWidget | None = None, *, cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight
    ) -> None:
        super().__init__(parent)
        self._whole = ""
        self._cut = cut
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setMinimumWidth(_LEAST_WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def setText(self, text: str) -> None:
        if text != self._whole:
            self._whole = text
            self.setToolTip(text)
            self.setAccessibleName(text)
            self.updateGeometry()
            self._show()

    def sizeHint(self) -> QSize:
        # A pixel more: where widths are fractions the text must not lose its last letter to the rounding.
        return QSize(self.fontMetrics().horizontalAdvance(self._whole) + 1, super().sizeHint().height())

    def text(self) -> str:
        return self._whole

    def _show(self) -> None:
        room = self.contentsRect().width()
        super().setText(self.fontMetrics().elidedText(self._whole, self._cut, room))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._show()
