"""Where a line of a transcript is written anew, in its place: Return keeps what was written, Escape drops it."""

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

#: Between the frame and the text, so that the text stands where it stood as it was read.
_INSET = 4


class LineEditor(QPlainTextEdit):
    """`kept` and `dropped` end it."""

    kept = Signal()
    dropped = Signal()

    def __init__(self, font: QFont, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("lineEditor")
        self.setFont(font)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDocumentMargin(0)
        self.setViewportMargins(_INSET, _INSET - 2, _INSET, _INSET - 2)
        self._most_height = 0
        self._begun = False
        self.textChanged.connect(self._fit)

    def begin(self, text: str) -> None:
        """Show the text of before, chosen as a whole. A second call while it is written into changes nothing."""
        if not self._begun:
            self._begun = True
            self.setPlainText(text)
            self.selectAll()

    def text(self) -> str:
        """What stands there, as one line."""
        return " ".join(self.toPlainText().split())

    def stand(self, text_at: QPoint, width: int, most_height: int) -> None:
        """Take a place so that the text begins at `text_at` of the parent."""
        self._most_height = most_height
        frame = self.fontMetrics().height() + 2 * _INSET
        self.setGeometry(QRect(text_at - QPoint(_INSET + 1, _INSET - 1), QPoint(0, 0)))
        self.resize(width + _INSET, frame)
        self._fit()

    def _fit(self) -> None:
        if not self._most_height:
            return
        lines = round(self.document().size().height())
        height = lines * self.fontMetrics().lineSpacing() + 2 * _INSET
        self.resize(self.width(), min(height, self._most_height))
        parent = self.parentWidget()
        if parent is not None and self.geometry().bottom() > parent.height():
            self.move(self.x(), max(0, parent.height() - self.height()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.kept.emit()
            case Qt.Key.Key_Escape:
                self.dropped.emit()
            case _:
                super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        # Its keys are not those of the player, nor of the window.
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)
