"""What every view paints in the same way: lines of text on one baseline, and which row the keyboard is at.

Qt would centre a line by the height of the fonts that it happens to use, so Chinese would stand lower than the
figures beside it.
"""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTextLayout, QTextOption
from PySide6.QtWidgets import QAbstractItemView

_MARK_WIDTH = 3


def write_line(
    painter: QPainter,
    box: QRectF,
    text: str,
    colour: QColor,
    *,
    right: bool = False,
    cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> None:
    """Write one line in the middle of `box`, with an ellipsis where it is too long for it."""
    metrics = QFontMetricsF(painter.font())
    width = metrics.horizontalAdvance(text)
    # Half a pixel of grace: what just fits must not be cut by a rounding.
    if width > box.width() + 0.5:
        text = metrics.elidedText(text, cut, box.width() + 0.5)
        width = metrics.horizontalAdvance(text)
    left = box.right() - width if right else box.left()
    painter.setPen(colour)
    painter.drawText(QPointF(left, baseline(box, metrics)), text)


def baseline(box: QRectF, metrics: QFontMetricsF) -> float:
    """Where a line in the middle of `box` stands."""
    return round(box.center().y() + (metrics.ascent() - metrics.descent()) / 2)


def mark_current(view: QAbstractItemView, colour: QColor) -> None:
    """To be called after the rows were painted: a bar before the row that the keyboard moves, if it is here."""
    row = view.currentIndex()
    if view.hasFocus() and row.isValid():
        place = view.visualRect(row)
        painter = QPainter(view.viewport())
        painter.fillRect(0, place.top(), _MARK_WIDTH, place.height(), colour)
        painter.end()


def wrapped(text: str, font: QFont, width: float, most: int) -> list[str]:
    """`text` in at most `most` lines of that width in pixels, the last one cut where there is more."""
    if QFontMetricsF(font).horizontalAdvance(text) <= width:
        return [text]
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    lines: list[str] = []
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        start, length = line.textStart(), line.textLength()
        if len(lines) == most - 1:
            lines.append(QFontMetricsF(font).elidedText(text[start:], Qt.TextElideMode.ElideRight, width))
            break
        lines.append(text[start : start + length].rstrip())
    layout.endLayout()
    return lines
