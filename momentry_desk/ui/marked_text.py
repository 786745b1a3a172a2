"""Text in a box of a few lines, with the parts that were searched for marked, and the word under a point."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout, QTextOption

Marks = Sequence[tuple[int, int]]

#: Characters before the first mark that are kept where a long text is cut.
_BEFORE = 40


def around(text: str, marks: Marks, most: int) -> tuple[str, Marks]:
    """`text` cut to about `most` characters so that its first mark can be seen, and the marks moved with it."""
    flat = " ".join(text.split()) if "\n" in text else text
    if flat != text:
        # The places of the marks are those of the text as it was found.
        return around(text.replace("\n", " "), marks, most)
    if len(text) <= most or not marks or marks[0][1] < most - 10:
        return text, marks
    begin = max(0, marks[0][0] - _BEFORE)
    space = text.find(" ", begin, marks[0][0])
    begin = space + 1 if space >= 0 else begin
    moved = [(start - begin + 1, end - begin + 1) for start, end in marks]
    return "…" + text[begin:], moved


class TextBox:
    """`text` laid out in `width`, in at most `lines` lines. They stand as far apart as those of the font itself,
    whatever other fonts lend their signs: Chinese would stand lower than the figures beside it."""

    def __init__(self, text: str, font: QFont, width: float, lines: int) -> None:
        self._font, self._width = font, max(10.0, width)
        self._layout = self._laid_out(text)
        if self._layout.lineCount() > lines:
            last = self._layout.lineAt(lines - 1).textStart()
            rest = QFontMetricsF(font).elidedText(text[last:], Qt.TextElideMode.ElideRight, self._width - 1)
            self._layout = self._laid_out(text[:last] + rest)
        self._lines = min(lines, self._layout.lineCount())
        self.height = self._lines * QFontMetricsF(font).height()

    def _laid_out(self, text: str) -> QTextLayout:
        layout = QTextLayout(text, self._font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        metrics = QFontMetricsF(self._font)
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(self._width)
            top = (layout.lineCount() - 1) * metrics.height()
            line.setPosition(QPointF(0, top + metrics.ascent() - line.ascent()))
        layout.endLayout()
        return layout

    def paint(
        self,
        painter: QPainter,
        place: QPointF,
        colour: QColor,
        spans: Sequence[tuple[int, int, QTextCharFormat]] = (),
    ) -> None:
        """Draw it with its upper left corner at `place`; `spans` (start, end, format) look different."""
        ranges = []
        for start, end, look in spans:
            span = QTextLayout.FormatRange()
            span.start, span.length, span.format = start, end - start, look
            ranges.append(span)
        painter.setPen(colour)
        clip = QRectF(place.x(), place.y(), 10_000, self.height)
        painter.save()
        painter.setClipRect(clip, Qt.ClipOperation.IntersectClip)
        self._layout.draw(painter, place, ranges)
        painter.restore()

    def character_at(self, point: QPointF) -> int | None:
        """The index of the character under `point` (from the upper left corner), None beside the text."""
        for number in range(self._lines):
            line = self._layout.lineAt(number)
            if line.rect().top() <= point.y() < line.rect().bottom() and 0 <= point.x() <= line.naturalTextWidth():
                return int(line.xToCursor(point.x(), line.CursorPosition.CursorOnCharacter))
        return None


def mark_format(text: QColor, ground: QColor) -> QTextCharFormat:
    """How a hit stands out: on a ground of its own and bolder, so by more than its colour."""
    look = QTextCharFormat()
    look.setBackground(QBrush(ground))
    look.setForeground(QBrush(text))
    look.setFontWeight(QFont.Weight.DemiBold)
    return look
