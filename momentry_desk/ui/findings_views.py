"""The findings of one video: who is in it, and a list of what is said, written and shown, by time."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QAbstractListModel, QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPainterPath, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from momentry_desk.core.findings import FaceSighting, Finding, Scene, SpeechSegment, TextLine
from momentry_desk.ui import words
from momentry_desk.ui.library_view import filling
from momentry_desk.ui.painting import mark_current, wrapped, write_line
from momentry_desk.ui.rows_model import NOWHERE, AnyIndex
from momentry_desk.ui.theme import SMALL_PX, Theme, text_font

_FINDING_ROLE = int(Qt.ItemDataRole.UserRole)
_FACE = 40
_CELL = 58
_CELL_HEIGHT = 62
_TIME_WIDTH = 44
_TEXT_LEFT = 64
_LINE_HEIGHT = 17
_MAX_LINES = 3


def colour_of(finding: Finding) -> str:
    """The token of a finding's dot."""
    match finding:
        case FaceSighting():
            return "face"
        case SpeechSegment():
            return "speech"
        case TextLine():
            return "ocr"
        case Scene():
            return "faint"


def kind_of(finding: Finding) -> str:
    """The finding's kind as a word: the dot's colour alone would not say it."""
    match finding:
        case FaceSighting():
            return words.processor("face")
        case SpeechSegment():
            return words.processor("asr")
        case TextLine():
            return words.processor("ocr")
        case Scene():
            return words.processor("scene")


class MomentsModel(QAbstractListModel):
    """Findings by time, each as one line of words."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._findings: tuple[Finding, ...] = ()
        self._scenes: dict[int, int] = {}
        self._names: Mapping[int, str] = {}

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._findings)

    def show_findings(self, findings: Sequence[Finding], names: Mapping[int, str] = MappingProxyType({})) -> None:
        """Take the findings of a video; where they only grew at the end, only that end is announced."""
        if names != self._names:
            # Whose face it is stands in lines that are there already.
            self._names = names
            self._findings = ()
        ordered = tuple(sorted(findings, key=lambda one: (one.start, one.end, type(one).__name__)))
        known = len(self._findings)
        if known and ordered[:known] == self._findings:
            if len(ordered) > known:
                self.beginInsertRows(NOWHERE, known, len(ordered) - 1)
                self._take(ordered)
                self.endInsertRows()
            return
        self.beginResetModel()
        self._take(ordered)
        self.endResetModel()

    def _take(self, ordered: tuple[Finding, ...]) -> None:
        self._findings = ordered
        scenes = [n for n, finding in enumerate(ordered) if isinstance(finding, Scene)]
        self._scenes = {place: number for number, place in enumerate(scenes, 1)}

    def data(self, index: AnyIndex, role: int = 0) -> Any:
        if not index.isValid() or index.row() >= len(self._findings):
            return None
        finding = self._findings[index.row()]
        text = words.finding(finding, self._scenes.get(index.row(), 0), self._names)
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.ToolTipRole:
                return text
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{words.clock(finding.start)}, {kind_of(finding)}: {text}"
            case _:
                return finding if role == _FINDING_ROLE else None


class MomentsDelegate(QStyledItemDelegate):
    """Time, dot and text; long text wraps to at most three lines."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        font: QFont = option.font
        view = option.widget
        width = (view.viewport().width() if isinstance(view, QListView) else 260) - _TEXT_LEFT - 12
        text = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
        lines = wrapped(text, text_font(font), max(40, width), _MAX_LINES)
        return QSize(width, len(lines) * _LINE_HEIGHT + 7)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        finding = index.data(_FINDING_ROLE)
        if not isinstance(finding, FaceSighting | SpeechSegment | TextLine | Scene):
            return
        t = self._theme.tokens
        rect = QRectF(option.rect)
        font = text_font(option.font)
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, t.selection)
        painter.setFont(font)
        top = rect.top() + 4
        time = QRectF(rect.left() + 12, top, _TIME_WIDTH - 12, _LINE_HEIGHT)
        write_line(painter, time, words.clock(finding.start), t.colour("mute"), right=True)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(t.colour(colour_of(finding)))
        painter.drawEllipse(QRectF(rect.left() + _TIME_WIDTH + 7, top + _LINE_HEIGHT / 2 - 3, 6, 6))
        doubtful = isinstance(finding, Scene) or (isinstance(finding, SpeechSegment) and finding.doubtful)
        box = QRectF(rect.left() + _TEXT_LEFT, top, rect.width() - _TEXT_LEFT - 12, _LINE_HEIGHT)
        text = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
        for line in wrapped(text, font, max(40.0, box.width()), _MAX_LINES):
            write_line(painter, box, line, t.colour("mute" if doubtful else "text"))
            box.translate(0, _LINE_HEIGHT)
        painter.restore()


class MomentsList(QListView):
    """The list of findings."""

    def __init__(self, model: MomentsModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setItemDelegate(MomentsDelegate(theme, self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # A lecture has thousands of lines: they are measured a screenful at a time.
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(60)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        # Without this a list is measured anew after a change of its height alone, not when its lines get less room.
        self.setWordWrap(True)
        theme.changed.connect(self.viewport().update)
        self._theme = theme
        self.setAccessibleName(self.tr("Moments"))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        mark_current(self, self._theme.tokens.colour("accent"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self.setAccessibleName(self.tr("Moments"))
            self.viewport().update()


class PeopleRow(QWidget):
    """The persons of a video, each by the best view of the face."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._people: list[tuple[int, QPixmap]] = []
        self._names: Mapping[int, str] = {}
        self._shown: dict[int, bytes] = {}
        self.hide()
        theme.changed.connect(self.update)

    def show_findings(self, findings: Sequence[Finding], names: Mapping[int, str] = MappingProxyType({})) -> None:
        """Show the persons among these findings, in the order of their numbers, with the `names` that they have."""
        best: dict[int, FaceSighting] = {}
        for finding in findings:
            if isinstance(finding, FaceSighting) and finding.crop:
                known = best.get(finding.person)
                if known is None or finding.quality > known.quality:
                    best[finding.person] = finding
        crops = {number: best[number].crop for number in sorted(best)}
        if (crops, names) == (self._shown, self._names):
            return
        self._names = names
        self._shown = crops
        scale = self.devicePixelRatioF()
        self._people = []
        for number, crop in crops.items():
            picture = QPixmap()
            picture.loadFromData(crop)
            if not picture.isNull():
                self._people.append((number, filling(picture, QSize(_FACE, _FACE), scale)))
        self.setAccessibleName(words.listed([self._name(number) for number, _ in self._people]))
        self.setVisible(bool(self._people))
        self._fit()
        self.update()

    def _name(self, number: int) -> str:
        return self._names.get(number) or words.person(number)

    def _cell(self) -> int:
        """So wide that no name touches the next."""
        metrics = QFontMetrics(text_font(self.font(), px=SMALL_PX))
        names = (metrics.horizontalAdvance(self._name(number)) for number, _ in self._people)
        return max(_CELL, max(names, default=0) + 8)

    def _fit(self) -> None:
        per_row = max(1, self.width() // self._cell())
        rows = min(2, -(-len(self._people) // per_row))
        self.setFixedHeight(max(1, rows) * _CELL_HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        t = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(text_font(self.font(), px=SMALL_PX))
        cell = self._cell()
        per_row = max(1, self.width() // cell)
        room = per_row * 2
        for n, (number, picture) in enumerate(self._people[:room]):
            left, top = (n % per_row) * cell, (n // per_row) * _CELL_HEIGHT
            circle = QRectF(left + (cell - _FACE) / 2 - 4, top, _FACE, _FACE)
            last = n == room - 1 and len(self._people) > room
            shape = QPainterPath()
            shape.addEllipse(circle)
            painter.setPen(t.colour("mute"))
            if last:
                painter.fillPath(shape, t.colour("raised"))
                painter.drawText(circle, Qt.AlignmentFlag.AlignCenter, f"+{len(self._people) - room + 1}")
                continue
            painter.save()
            painter.setClipPath(shape)
            painter.drawPixmap(circle.topLeft(), picture)
            painter.restore()
            name = QRectF(left - 4, top + _FACE + 3, cell, 18)
            painter.drawText(name, Qt.AlignmentFlag.AlignCenter, self._name(number))
        painter.end()
