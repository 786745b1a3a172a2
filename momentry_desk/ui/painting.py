"""What every view paints in the same way: lines of text on one baseline, and which row the keyboard is at.

Qt would centre a line by the height of the fonts that it happens to use, so Chinese would stand lower than the
figures beside it.
"""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QTextLayout, QTextOption
from PySide6.QtWidgets import QAbstractItemView

_MARK_WIDTH = 3
#: Left of a clip's picture lies what unfolds it.
ARROW_WIDTH = 12


def write_line(
    painter: QPainter,
    box: QRectF,
    text: str,
    colour: QColor,
    *,
    right: bool = False,
    cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    metrics: QFontMetricsF | None = None,
) -> None:
    """Write one line in the middle of `box`, with an ellipsis where it is too long for it. `metrics` are those of
    the painter's font, for whoever has them at hand."""
    metrics = metrics or QFontMetricsF(painter.font())
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


def paint_arrow(painter: QPainter, row: QRectF, colour: QColor, *, opened: bool) -> None:
    """What folds and unfolds the parts of a clip."""
    x, y = row.left() + ARROW_WIDTH / 2, row.center().y()
    points = ((-3.5, -2), (3.5, -2), (0, 2.5)) if opened else ((-2, -3.5), (-2, 3.5), (2.5, 0))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon([QPointF(x + dx, y + dy) for dx, dy in points])


def paint_no_picture(painter: QPainter, box: QRectF, colour: QColor, *, sound: bool) -> None:
    """A wave for what is only heard, a frame for footage without a thumbnail."""
    painter.setPen(QPen(colour, 1.4))
    middle = box.center()
    if sound:
        for n, half in enumerate((3, 6, 9, 5, 8, 4, 2)):
            x = middle.x() + (n - 3) * 4
            painter.drawLine(round(x), round(middle.y() - half), round(x), round(middle.y() + half))
    else:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(middle.x() - 9, middle.y() - 6, 18, 12), 2, 2)
