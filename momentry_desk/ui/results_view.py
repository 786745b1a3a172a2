"""What a search found, grouped by video: the picture at that instant, the time, the line with the hit marked."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile
from typing import Any

import msgspec
from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QEvent,
    QObject,
    QPoint,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QFont, QFontMetricsF, QPainter, QPainterPath
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from momentry_desk.core.moments import Hit
from momentry_desk.core.people import called
from momentry_desk.ui import words
from momentry_desk.ui.marked_text import TextBox, around, mark_format
from momentry_desk.ui.painting import paint_no_picture, write_line
from momentry_desk.ui.rows_model import NOWHERE, AnyIndex
from momentry_desk.ui.stills import Stills
from momentry_desk.ui.theme import SMALL_PX, Theme, text_font

translate = QCoreApplication.translate

_ROW_ROLE = int(Qt.ItemDataRole.UserRole)
_THUMB = QSize(96, 54)
_HEADER_HEIGHT = 32
_ROW_HEIGHT = 66
_LEFT = 12
_TEXT_LEFT = _LEFT + 96 + 12
_LINES = 2
#: Longer lines are cut around the hit.
_CHARACTERS = 90
_TOKENS = {"speech": "speech", "text": "ocr", "face": "face", "file": "mute"}


@dataclass(frozen=True, slots=True)
class Header:
    """The video that the hits below it are in."""

    file_uuid: str
    file_name: str
    missing: bool


Row = Header | Hit


def kind_word(kind: str) -> str:
    match kind:
        case "speech":
            return translate("Results", "said")
        case "text":
            return translate("Results", "in the picture")
        case "face":
            return translate("Results", "on screen")
        case _:
            return translate("Results", "name of the file")


def _in_words(hit: Hit) -> Hit:
    """Who has no name is called so in the language of the window."""
    if hit.person_id is None or hit.text != called(hit.person_id) or hit.text == words.person(hit.person_id):
        return hit
    return msgspec.structs.replace(hit, text=words.person(hit.person_id), marks=())


def grouped(hits: Sequence[Hit]) -> list[Row]:
    """The hits with a header before each video, and those of a video in their order of time."""
    rows: list[Row] = []
    for file_uuid, run in groupby(hits, lambda hit: hit.file_uuid):
        some = sorted(map(_in_words, run), key=lambda hit: hit.start)
        rows += [Header(file_uuid, some[0].file_name, some[0].missing), *some]
    return rows


class ResultsModel(QAbstractListModel):
    """Headers and hits, page after page, as a search by film answers them: more of the last video, then others."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @property
    def hits(self) -> list[Hit]:
        return [row for row in self._rows if isinstance(row, Hit)]

    def show_page(self, hits: Sequence[Hit]) -> None:
        self.beginResetModel()
        self._rows = grouped(hits)
        self.endResetModel()

    def add_page(self, hits: Sequence[Hit]) -> None:
        last = self._rows[-1].file_uuid if self._rows else None
        more = list(takewhile(lambda hit: hit.file_uuid == last, hits))
        for hit in map(_in_words, more):
            self._insert(self._place_of(hit), [hit])
        self._insert(len(self._rows), grouped(hits[len(more) :]))

    def _place_of(self, hit: Hit) -> int:
        """Among those of the last video. A search counts from the beginning of a line, a hit from its word: the
        first of a page may come before the last of the page before."""
        place = len(self._rows)
        while isinstance(before := self._rows[place - 1], Hit) and before.start > hit.start:
            place -= 1
        return place

    def _insert(self, place: int, rows: Sequence[Row]) -> None:
        if rows:
            self.beginInsertRows(NOWHERE, place, place + len(rows) - 1)
            self._rows[place:place] = rows
            self.endInsertRows()

    def row_of(self, hit_id: int) -> int | None:
        return next((n for n, row in enumerate(self._rows) if isinstance(row, Hit) and row.hit_id == hit_id), None)

    def hit_at(self, index: AnyIndex) -> Hit | None:
        row = self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None
        return row if isinstance(row, Hit) else None

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        if self.hit_at(index) is None:
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: AnyIndex, role: int = 0) -> Any:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.file_name if isinstance(row, Header) else row.text.strip()
            case Qt.ItemDataRole.AccessibleTextRole if isinstance(row, Hit):
                return f"{words.clock(row.start)}, {kind_word(row.kind)}: {row.text.strip()}, {row.file_name}"
            case Qt.ItemDataRole.ToolTipRole:
                return None if isinstance(row, Header) else row.text.strip()
            case _:
                return row if role == _ROW_ROLE else None


class ResultsDelegate(QStyledItemDelegate):
    """Paints headers and hits."""

    def __init__(self, theme: Theme, stills: Stills, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._stills = stills

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        height = _HEADER_HEIGHT if isinstance(index.data(_ROW_ROLE), Header) else _ROW_HEIGHT
        return QSize(100, height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row = index.data(_ROW_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if isinstance(row, Header):
            self._paint_header(painter, option, row)
        elif isinstance(row, Hit):
            self._paint_hit(painter, option, row)
        painter.restore()

    def _paint_header(self, painter: QPainter, option: QStyleOptionViewItem, row: Header) -> None:
        t = self._theme.tokens
        rect = QRectF(option.rect).adjusted(_LEFT, 8, -12, 0)
        font = text_font(option.font, px=SMALL_PX, weight=QFont.Weight.DemiBold)
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        beside = translate("Results", "not connected") if row.missing else ""
        taken = metrics.horizontalAdvance(beside) + 12 if beside else 0.0
        place = rect.adjusted(0, 0, -taken, 0)
        write_line(painter, place, row.file_name, t.colour("text"), cut=Qt.TextElideMode.ElideMiddle)
        write_line(painter, rect, beside, t.colour("warn"), right=True)

    def _paint_hit(self, painter: QPainter, option: QStyleOptionViewItem, row: Hit) -> None:
        t = self._theme.tokens
        rect = QRectF(option.rect)
        state: QStyle.StateFlag = option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, t.selection)
            painter.fillRect(QRectF(rect.left(), rect.top(), 3, rect.height()), t.colour("accent"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, t.blend("text", "panel", 0.04))
        self._paint_still(
            painter, QRectF(rect.left() + _LEFT, rect.top() + 6, _THUMB.width(), _THUMB.height()), row
        )
        small = text_font(option.font, px=SMALL_PX)
        metrics = QFontMetricsF(small)
        top = rect.top() + 6
        left = rect.left() + _TEXT_LEFT
        painter.setFont(text_font(option.font, px=SMALL_PX, weight=QFont.Weight.DemiBold))
        painter.setPen(t.colour("text"))
        clock = words.clock(row.start)
        painter.drawText(QPointF(left, top + metrics.ascent()), clock)
        beside = left + metrics.horizontalAdvance(clock) + 14
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(t.colour(_TOKENS.get(row.kind, "mute")))
        painter.drawEllipse(QRectF(beside, top + metrics.height() / 2 - 3, 6, 6))
        painter.setFont(small)
        painter.setPen(t.colour("mute"))
        painter.drawText(QPointF(beside + 11, top + metrics.ascent()), kind_word(row.kind))
        shown, marks = around(row.text, row.marks, _CHARACTERS)
        box = TextBox(shown, text_font(option.font), rect.right() - left - 12, _LINES)
        look = mark_format(t.colour("text"), t.blend("warn", "panel", 0.38 if t.dark else 0.3))
        spans = [(start, end, look) for start, end in marks]
        box.paint(painter, QPointF(left, top + metrics.height() + 2), t.colour("text"), spans)

    def _paint_still(self, painter: QPainter, place: QRectF, row: Hit) -> None:
        shape = QPainterPath()
        shape.addRoundedRect(place, 4, 4)
        painter.fillPath(shape, self._theme.tokens.colour("raised"))
        scale = painter.device().devicePixelRatioF() if isinstance(painter.device(), QWidget) else 1.0
        still = None if row.missing else self._stills.picture(row.path, row.start, _THUMB, scale)
        if still is None:
            return
        if still.isNull():
            paint_no_picture(
                painter, place, self._theme.tokens.colour("faint"), sound=self._stills.only_heard(row.path)
            )
            return
        size = still.deviceIndependentSize()
        painter.save()
        painter.setClipPath(shape)
        corner = QPointF(place.center().x() - size.width() / 2, place.center().y() - size.height() / 2)
        painter.drawPixmap(corner, still)
        painter.restore()


class ResultsView(QListView):
    """The list. `hit_wanted` is what was clicked or walked to, `more_wanted` that its end comes near, `menu_asked`
    a right click on a hit and its place on the screen."""

    hit_wanted = Signal(object)  # Hit
    more_wanted = Signal()
    menu_asked = Signal(object, QPoint)

    def __init__(self, theme: Theme, stills: Stills, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.results = ResultsModel(self)
        self.setModel(self.results)
        self.setItemDelegate(ResultsDelegate(theme, stills, self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.selectionModel().currentChanged.connect(self._walked)
        self.clicked.connect(self._clicked)
        self.verticalScrollBar().valueChanged.connect(lambda _: self._look_ahead())
        # Rows are laid out after they came: the end may come near without a hand on the bar.
        self.verticalScrollBar().rangeChanged.connect(lambda *_: self._look_ahead())
        stills.came.connect(self.viewport().update)
        theme.changed.connect(self.viewport().update)
        self._name()

    def current_hit(self) -> Hit | None:
        return self.results.hit_at(self.currentIndex())

    def walk(self, by: int) -> None:
        """Go to the next hit (1) or the one before (-1)."""
        row = self.currentIndex().row() + by
        while 0 <= row < self.results.rowCount():
            index = self.results.index(row)
            if self.results.hit_at(index) is not None:
                self.setCurrentIndex(index)
                return
            row += by

    def _walked(self) -> None:
        hit = self.current_hit()
        if hit is not None:
            self.hit_wanted.emit(hit)

    def _clicked(self, index: AnyIndex) -> None:
        # A click on the current hit goes back to it, though it is no change.
        hit = self.results.hit_at(index)
        if hit is not None:
            self.hit_wanted.emit(hit)

    def _look_ahead(self) -> None:
        bar = self.verticalScrollBar()
        if bar.value() >= bar.maximum() - 2 * bar.pageStep():
            self.more_wanted.emit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        keyboard = event.reason() is QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if keyboard else self.indexAt(event.pos())
        hit = self.results.hit_at(index)
        if hit is not None:
            place = self.viewport().mapToGlobal(self.visualRect(index).center()) if keyboard else event.globalPos()
            self.menu_asked.emit(hit, place)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._name()
            self.viewport().update()

    def _name(self) -> None:
        self.setAccessibleName(self.tr("What was found"))
