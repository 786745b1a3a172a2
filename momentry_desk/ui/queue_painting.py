"""Paints the cells of the queue: states with their shapes, processors as chips, progress as a bar."""

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from momentry_desk.core.model import BUILTIN_PROCESSORS, FailureKind, Priority, TaskStatus
from momentry_desk.core.snapshot import TaskRow
from momentry_desk.ui import row_look, words
from momentry_desk.ui.painting import baseline, wrapped, write_line
from momentry_desk.ui.queue_model import Column, QueueModel, title_of
from momentry_desk.ui.row_look import Look
from momentry_desk.ui.theme import ROW_HEIGHT, SMALL_PX, TEXT_PX, Theme, Tokens, text_font

_PAD = 6
_CHIP_PX = 11
_CHIP_GAP = 2
_CHIP_PAD = 6
#: Sets of processors in a width that are kept drawn.
_CHIPS_KEPT = 200
#: Pixels of whole cells that are kept drawn: 12 MB, some thousand cells of a usual screen.
_PIXELS_KEPT = 3_000_000
#: Side of the triangle that tells of a high or low priority.
_MARK = 8.0
_BAR_HEIGHT = 5
_BAR_WIDTH = 32
_STATUS_AT_MOST = 138.0
_COLUMNS = tuple(Column)
_SOME_DRIVE = "/Volumes/CARD_A/clip.mov"

#: Which token colours which processor's chip; others are muted.
CHIP_COLOURS = {"face": "face", "asr": "speech", "ocr": "ocr"}


class QueueDelegate(QStyledItemDelegate):
    """Draws every column of the queue from the `TaskRow` behind it, over its whole cell.

    A table of this size is painted some hundred cells at a time, and most of them look like others: what they have
    in common is drawn once. `paint` must find the view's font in the option.
    """

    def __init__(self, model: QueueModel, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._theme = theme
        self._fonts: dict[int, QFont] = {}
        self._metrics: QFontMetricsF | None = None
        self._drawn_chips: dict[tuple[object, ...], QPixmap] = {}
        self._drawn: dict[tuple[object, ...], QPixmap] = {}
        self._pixels = 0
        theme.changed.connect(self.forget)

    def forget(self) -> None:
        """Draw everything anew: colours or fonts have changed."""
        self._fonts.clear()
        self._metrics = None
        self._drawn_chips.clear()
        self._drawn.clear()
        self._pixels = 0

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(60, ROW_HEIGHT)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row = self._model.row_at(index)
        if row is None:
            return
        which = _COLUMNS[index.column()]
        text = self._model.text(row, which)
        state: QStyle.StateFlag = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        box: QRect = option.rect
        device = painter.device()
        scale = device.devicePixelRatio() if device is not None else 1.0
        one_of_many = which is not Column.FILE and (which is not Column.POSITION or not text)
        if not one_of_many or not scale.is_integer():
            # Between whole pixels a drawn cell would be blurred, or overlap the next one.
            painter.save()
            painter.setClipRect(box)
            self._draw(painter, QRectF(box), option, row, which, text, chosen=chosen)
            painter.restore()
            return
        key = (
            which,
            text,
            row_look.look_of(row),
            row.held,
            chosen,
            box.width(),
            box.height(),
            scale,
            row.processors,
        )
        drawn = self._drawn.get(key)
        if drawn is None:
            if self._pixels > _PIXELS_KEPT:
                self._drawn.clear()
                self._pixels = 0
            drawn = self._drawn[key] = QPixmap(box.size() * scale)
            self._pixels += drawn.width() * drawn.height()
            drawn.setDevicePixelRatio(scale)
            on_it = QPainter(drawn)
            self._draw(on_it, QRectF(0, 0, box.width(), box.height()), option, row, which, text, chosen=chosen)
            on_it.end()
        painter.drawPixmap(box.topLeft(), drawn)

    def _draw(
        self,
        painter: QPainter,
        rect: QRectF,
        option: QStyleOptionViewItem,
        row: TaskRow,
        which: Column,
        text: str,
        *,
        chosen: bool,
    ) -> None:
        """The whole cell, ground and line too."""
        t = self._theme.tokens
        font: QFont = option.font
        painter.fillRect(rect, t.selection if chosen else t.colour("panel"))
        painter.setPen(QPen(t.colour("line"), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setFont(self._font(font, TEXT_PX))
        metrics = self._metrics = self._metrics or QFontMetricsF(painter.font())
        inner = rect.adjusted(_PAD, 0, -_PAD, 0)
        match which:
            case Column.POSITION:
                self._position(painter, inner, row, text, t)
            case Column.STATUS:
                self._status(painter, inner, row, text, font, t)
            case Column.PROCESSORS:
                self._chips(painter, inner, row, font, t)
            case Column.PROGRESS:
                self._progress(painter, inner, row, text, t)
            case Column.FILE if row_look.priority_told(row):
                self._priority_mark(painter, inner, row, t)
                name = inner.adjusted(_MARK + 5, 0, 0, 0)
                ink = t.colour("mute" if row.held else "text")
                write_line(painter, name, text, ink, cut=Qt.TextElideMode.ElideMiddle, metrics=metrics)
            case Column.TIME | Column.LEFT:
                colour = "mute" if which is Column.LEFT or row.status.ended else "text"
                write_line(painter, inner, text, t.colour(colour), right=True, metrics=metrics)
            case column:
                muted = row.status is TaskStatus.CANCELLED or row.held
                # Takes of one shoot differ at the end of their names.
                cut = Qt.TextElideMode.ElideMiddle if column is Column.FILE else Qt.TextElideMode.ElideRight
                write_line(painter, inner, text, t.colour("mute" if muted else "text"), cut=cut, metrics=metrics)

    def _priority_mark(self, painter: QPainter, box: QRectF, row: TaskRow, t: Tokens) -> None:
        """A triangle that points up for high, down for low; the column of priorities is seldom in sight."""
        up = row.priority is Priority.HIGH
        middle, half = box.center().y(), _MARK / 2 if up else -_MARK / 2
        triangle = QPolygonF()
        for x, y in ((0.0, middle + half), (_MARK, middle + half), (_MARK / 2, middle - half)):
            triangle.append(QPointF(box.left() + x, y))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(t.colour("accent" if up else "mute"))
        painter.drawPolygon(triangle)

    def _position(self, painter: QPainter, box: QRectF, row: TaskRow, text: str, t: Tokens) -> None:
        if row.status is not TaskStatus.PROCESSING:
            write_line(painter, box, text, t.colour("mute"), metrics=self._metrics)
            return
        if row.suspended:
            bars = QRectF(box.left(), box.center().y() - 5, 10, 10)
            row_look.paint_shape(painter, bars, Look.SUSPENDED, t.colour("mute"))
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(t.colour("mute"))
        middle, left = box.center().y(), box.left()
        triangle = QPolygonF()
        for x, y in ((left, middle - 5), (left + 9, middle), (left, middle + 5)):
            triangle.append(QRectF(x, y, 0, 0).topLeft())
        painter.drawPolygon(triangle)

    def _status(self, painter: QPainter, box: QRectF, row: TaskRow, text: str, font: QFont, t: Tokens) -> None:
        look = row_look.look_of(row)
        colour = t.colour(look.colour)
        side = 9.0
        row_look.paint_shape(painter, QRectF(box.left(), box.center().y() - side / 2, side, side), look, colour)
        place = box.adjusted(side + 6, 0, 0, 0)
        if QFontMetricsF(painter.font()).horizontalAdvance(text) <= place.width() + 0.5:
            write_line(painter, place, text, colour)
            return
        # The drive's name stands at the end: rather two small lines than one that is cut before it.
        small = text_font(font, px=SMALL_PX)
        painter.setFont(small)
        lines = wrapped(text, small, place.width(), 2)
        height = QFontMetricsF(small).height() - 1
        top = place.center().y() - height * len(lines) / 2
        for n, line in enumerate(lines):
            write_line(painter, QRectF(place.left(), top + n * height, place.width(), height), line, colour)

    def _font(self, font: QFont, px: int) -> QFont:
        if px not in self._fonts:
            self._fonts[px] = text_font(font, px=px)
        return self._fonts[px]

    def _chips(self, painter: QPainter, box: QRectF, row: TaskRow, font: QFont, t: Tokens) -> None:
        device = painter.device()
        scale = device.devicePixelRatio() if device is not None else 1.0
        names = tuple(map(words.processor, row.processors))
        ended = row.status is TaskStatus.CANCELLED
        key = (row.processors, names, ended, box.width(), scale, font.key())
        drawn = self._drawn_chips.get(key)
        if drawn is None:
            if len(self._drawn_chips) > _CHIPS_KEPT:
                self._drawn_chips.clear()
            drawn = self._drawn_chips[key] = QPixmap(round(box.width() * scale), round(box.height() * scale))
            drawn.setDevicePixelRatio(scale)
            drawn.fill(Qt.GlobalColor.transparent)
            on_it = QPainter(drawn)
            self._draw_chips(on_it, QRectF(0, 0, box.width(), box.height()), row, font, t)
            on_it.end()
        painter.drawPixmap(box.topLeft(), drawn)

    def _draw_chips(self, painter: QPainter, box: QRectF, row: TaskRow, font: QFont, t: Tokens) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chip_font = self._font(font, _CHIP_PX)
        painter.setFont(chip_font)
        metrics = QFontMetricsF(chip_font)
        left = box.left()
        for n, name in enumerate(row.processors):
            label = words.processor(name)
            width = metrics.horizontalAdvance(label) + _CHIP_PAD
            rest = len(row.processors) - n
            more = f"+{rest}"
            room = box.right() - left - (0 if rest == 1 else metrics.horizontalAdvance(more) + _CHIP_GAP)
            if width > room and n:
                write_line(
                    painter, QRectF(left, box.top(), box.right() - left, box.height()), more, t.colour("mute")
                )
                return
            colour = t.colour(CHIP_COLOURS.get(name, "mute"))
            ended = row.status is TaskStatus.CANCELLED
            outline = QColor(colour)
            outline.setAlphaF(0.55)
            chip = QRectF(left, box.center().y() - 8, width, 16)
            painter.setPen(QPen(outline, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(chip.adjusted(0.5, 0.5, -0.5, -0.5), 7.5, 7.5)
            painter.setPen(t.colour("mute") if ended else colour)
            painter.drawText(
                QPointF(left + (width - metrics.horizontalAdvance(label)) / 2, baseline(chip, metrics)), label
            )
            left += width + _CHIP_GAP

    def _progress(self, painter: QPainter, box: QRectF, row: TaskRow, text: str, t: Tokens) -> None:
        if row.status is TaskStatus.PENDING and not row.progress:
            write_line(painter, box, text, t.colour("mute"))
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        bar = QRectF(box.left(), box.center().y() - _BAR_HEIGHT / 2, _BAR_WIDTH, _BAR_HEIGHT)
        painter.setBrush(t.blend("line", "raised", 0.7))
        painter.drawRoundedRect(bar, 2.5, 2.5)
        share = max(0.0, min(1.0, row.progress / 100))
        if share:
            done = QRectF(bar.left(), bar.top(), max(4.0, bar.width() * share), bar.height())
            look = row_look.look_of(row)
            painter.setBrush(t.colour("accent" if look in (Look.HELD, Look.WAITING) else look.colour))
            painter.drawRoundedRect(done, 2.5, 2.5)
        figures = box.adjusted(_BAR_WIDTH + 6, 0, 0, 0)
        write_line(painter, figures, text, t.colour("mute" if row.status.ended else "text"), right=True)


def column_widths(font: QFont) -> dict[Column, int]:
    """Widths to begin with: in this font and language the titles and the usual words fit."""
    metrics = QFontMetricsF(text_font(font))
    titles = QFontMetricsF(text_font(font, px=SMALL_PX, weight=QFont.Weight.DemiBold))
    chips = QFontMetricsF(text_font(font, px=_CHIP_PX))

    def holds(text: str) -> float:
        return metrics.horizontalAdvance(text) + 2 * _PAD + 2

    names = [words.processor(name) for name in BUILTIN_PROCESSORS]
    states = [row_look.failed(FailureKind.SOURCE_INVALID), words.waiting("drive", _SOME_DRIVE)]
    cells = {
        Column.POSITION: holds("00"),
        Column.STATUS: min(_STATUS_AT_MOST, max(map(holds, states)) + 15),
        Column.PROCESSORS: sum(chips.horizontalAdvance(name) + _CHIP_PAD + _CHIP_GAP for name in names) + 2 * _PAD,
        Column.PRIORITY: holds(words.priority(Priority.NORMAL)) + 4,
        Column.PROGRESS: _BAR_WIDTH + 6 + holds("100%"),
        Column.TIME: holds("00:00"),
        Column.LEFT: holds("~00:00"),
    }
    return {
        column: round(max(width, titles.horizontalAdvance(title_of(column)) + 2 * _PAD + 4))
        for column, width in cells.items()
    }
