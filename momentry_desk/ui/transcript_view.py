"""What is said and written in a film, by time: it follows the play head, and a click on a word goes there."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from momentry_desk.core.findings import Finding, SpeechSegment, TextLine, Word
from momentry_desk.ui import words
from momentry_desk.ui.findings_views import colour_of, kind_of
from momentry_desk.ui.marked_text import TextBox, mark_format
from momentry_desk.ui.rows_model import NOWHERE, AnyIndex
from momentry_desk.ui.theme import Theme, text_font

Line = SpeechSegment | TextLine

_LINE_ROLE = int(Qt.ItemDataRole.UserRole)
_TIME_WIDTH = 56
_TEXT_LEFT = 76
_RIGHT = 12
_MOST_LINES = 12
#: A line stays the current one this long after its end, where no other follows. Seconds.
_LINGER_S = 1.0


class TranscriptModel(QAbstractListModel):
    """Spoken and written lines by time."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: tuple[Line, ...] = ()
        self._starts: list[float] = []

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.lines)

    def show_findings(self, findings: Sequence[Finding]) -> None:
        found = [one for one in findings if isinstance(one, SpeechSegment | TextLine)]
        ordered = tuple(sorted(found, key=lambda one: (one.start, one.end)))
        if ordered != self.lines:
            self.beginResetModel()
            self.lines = ordered
            self._starts = [line.start for line in ordered]
            self.endResetModel()

    def row_at(self, time_s: float) -> int | None:
        """The latest line that has begun and is not long over."""
        last = bisect_right(self._starts, time_s + 1e-4) - 1
        for row in range(last, max(-1, last - 20), -1):
            if time_s <= self.lines[row].end + (_LINGER_S if row == last else 0.0):
                return row
        return None

    def data(self, index: AnyIndex, role: int = 0) -> Any:
        if not index.isValid() or index.row() >= len(self.lines):
            return None
        line = self.lines[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return line.text.strip()
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{words.clock(line.start)}, {kind_of(line)}: {line.text.strip()}"
            case _:
                return line if role == _LINE_ROLE else None


def _places(line: Line) -> Iterator[tuple[Word, int, int]]:
    """Each word of a line with its place in the text as shown. Words and text come from different hands (a blank
    more, a sign less), so each is looked for behind the last."""
    if not isinstance(line, SpeechSegment):
        return
    shown, end = line.text.strip(), 0
    for word in line.words:
        bare = word.text.strip()
        begin = shown.find(bare, end) if bare else -1
        if begin >= 0:
            end = begin + len(bare)
            yield word, begin, end


def word_at(line: Line, character: int) -> float:
    """When the word is said that holds this character of the shown text; the line's start where words have no times
    of their own."""
    found = line.start
    for word, begin, _ in _places(line):
        if begin > character:
            break
        found = word.start
    return found


def spoken_word(line: Line, time_s: float) -> tuple[int, int] | None:
    """The place in the shown text of the word that is said at `time_s`."""
    return next(((begin, end) for word, begin, end in _places(line) if word.start <= time_s < word.end), None)


class _Delegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: "TranscriptView") -> None:
        super().__init__(parent)
        self._theme = theme
        self._owner = parent

    def box(self, line: Line, option: QStyleOptionViewItem, width: float) -> TextBox:
        return TextBox(line.text.strip(), text_font(option.font), width - _TEXT_LEFT - _RIGHT, _MOST_LINES)

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        width = self._owner.viewport().width()
        return QSize(width, round(self.box(index.data(_LINE_ROLE), option, width).height) + 10)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        line = index.data(_LINE_ROLE)
        t = self._theme.tokens
        rect = QRectF(option.rect)
        current = index.row() == self._owner.current_row
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if current:
            painter.fillRect(rect, t.selection)
            painter.fillRect(QRectF(rect.left(), rect.top(), 3, rect.height()), t.colour("accent"))
        font = text_font(option.font)
        height = QFontMetrics(font).height()
        painter.setFont(font)
        painter.setPen(t.colour("text" if current else "mute"))
        time = QRectF(rect.left(), rect.top() + 5, _TIME_WIDTH, height)
        painter.drawText(time, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words.clock(line.start))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(t.colour(colour_of(line)))
        dot = QRectF(rect.left() + _TIME_WIDTH + 8, rect.top() + 5 + height / 2 - 3, 6, 6)
        if isinstance(line, TextLine):
            # Written, not said: another shape, for those who see no colours.
            painter.drawRect(dot)
        else:
            painter.drawEllipse(dot)
        spans = []
        spoken = spoken_word(line, self._owner.head_s) if current else None
        if spoken is not None:
            spans.append((*spoken, mark_format(t.colour("on_accent"), t.colour("accent"))))
        doubtful = isinstance(line, SpeechSegment) and line.doubtful
        place = QPointF(rect.left() + _TEXT_LEFT, rect.top() + 5)
        self.box(line, option, rect.width()).paint(painter, place, t.colour("mute" if doubtful else "text"), spans)
        painter.restore()


class TranscriptView(QListView):
    """`jump_wanted` is the start of the word or line that was clicked."""

    jump_wanted = Signal(float)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = TranscriptModel(self)
        self.current_row: int | None = None
        self.head_s = 0.0
        self._delegate = _Delegate(theme, self)
        self._word: tuple[int, int] | None = None
        self.setModel(self.lines)
        self.setItemDelegate(self._delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(60)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.activated.connect(lambda index: self.jump_wanted.emit(self.lines.lines[index.row()].start))
        theme.changed.connect(self.viewport().update)
        self._name()

    def show_findings(self, findings: Sequence[Finding]) -> None:
        self.lines.show_findings(findings)
        self.current_row = None
        self.show_head(self.head_s)

    def show_head(self, time_s: float) -> None:
        """Mark the line of this instant, and bring it into sight when it is another one."""
        self.head_s = time_s
        row = self.lines.row_at(time_s)
        word = None if row is None else spoken_word(self.lines.lines[row], time_s)
        if row != self.current_row:
            self.current_row = row
            self.viewport().update()
            if row is not None and not self.underMouse():
                # Not under the hand of somebody who reads on elsewhere.
                self.scrollTo(self.lines.index(row), QAbstractItemView.ScrollHint.EnsureVisible)
        elif word != self._word and row is not None:
            self.viewport().update(self.visualRect(self.lines.index(row)))
        self._word = word

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index: QModelIndex = self.indexAt(event.position().toPoint())
        if event.button() is not Qt.MouseButton.LeftButton or not index.isValid():
            return
        line = self.lines.lines[index.row()]
        rect = self.visualRect(index)
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        box = self._delegate.box(line, option, rect.width())
        character = box.character_at(event.position() - QPointF(rect.left() + _TEXT_LEFT, rect.top() + 5))
        self.jump_wanted.emit(line.start if character is None else word_at(line, character))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._name()

    def _name(self) -> None:
        self.setAccessibleName(self.tr("What is said and written"))
