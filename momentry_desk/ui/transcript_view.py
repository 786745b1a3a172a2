"""What is said and written in a film, by time: it follows the play head, a click on a word goes there, and what was
said can be written down better."""

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from momentry_desk.core.findings import Finding, SpeechSegment, TextLine
from momentry_desk.core.moments import Hit
from momentry_desk.ui import words
from momentry_desk.ui.findings_views import colour_of
from momentry_desk.ui.line_editor import LineEditor
from momentry_desk.ui.marked_text import TextBox, mark_format
from momentry_desk.ui.painting import mark_current, write_line
from momentry_desk.ui.rows_model import AnyIndex
from momentry_desk.ui.theme import SMALL_PX, Theme, text_font
from momentry_desk.ui.transcript_model import LINE_ROLE, Line, TranscriptModel, is_edited, spoken_word, word_at

_TIME_WIDTH = 56
_TEXT_LEFT = 76
_RIGHT = 12
#: Between a text and the word that says that it was edited.
_GAP = 12
_MOST_LINES = 12
#: The play head stands at a picture, a hit at an instant: so far apart they are one place. Seconds.
_SAME_PLACE_S = 0.1


class _Delegate(QStyledItemDelegate):
    """Draws the lines. `written` is what somebody wrote into one."""

    written = Signal(object, str)  # Line, its new text

    def __init__(self, theme: Theme, parent: "TranscriptView") -> None:
        super().__init__(parent)
        self._theme = theme
        self._owner = parent

    def box(self, line: Line, option: QStyleOptionViewItem, width: float) -> TextBox:
        taken = _TEXT_LEFT + _RIGHT + (self._said_width(option) + _GAP if is_edited(line) else 0)
        return TextBox(words.line(line), text_font(option.font), width - taken, _MOST_LINES)

    def _said_width(self, option: QStyleOptionViewItem) -> int:
        """Of the word that says that a line was edited."""
        return QFontMetrics(text_font(option.font, px=SMALL_PX)).horizontalAdvance(words.edited())

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: AnyIndex) -> QWidget:
        editor = LineEditor(text_font(option.font), parent)
        editor.setAccessibleName(self.tr("What is said at {0}").format(words.clock(index.data(LINE_ROLE).start)))
        editor.kept.connect(lambda: self._close(editor, keep=True))
        editor.dropped.connect(lambda: self._close(editor, keep=False))
        return editor

    def _close(self, editor: LineEditor, *, keep: bool) -> None:
        if keep:
            self.commitData.emit(editor)
        self.closeEditor.emit(editor, QAbstractItemDelegate.EndEditHint.NoHint)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Return and Escape are the editor's own. What is left when the keyboard goes elsewhere is kept.
        return False if event.type() is QEvent.Type.KeyPress else super().eventFilter(watched, event)

    def setEditorData(self, editor: QWidget, index: AnyIndex) -> None:
        if isinstance(editor, LineEditor):
            editor.begin(str(index.data(Qt.ItemDataRole.EditRole)))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: AnyIndex) -> None:
        if isinstance(editor, LineEditor):
            line, text = index.data(LINE_ROLE), editor.text()
            if text != " ".join(line.text.split()):
                self.written.emit(line, text)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row: QRect = option.rect
        if isinstance(editor, LineEditor):
            width = self._owner.viewport().width() - _TEXT_LEFT - 4
            editor.stand(QPoint(row.left() + _TEXT_LEFT, row.top() + 5), width, self._owner.viewport().height())

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        width = self._owner.viewport().width()
        return QSize(width, round(self.box(index.data(LINE_ROLE), option, width).height) + 10)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        line = index.data(LINE_ROLE)
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
        faint = isinstance(line, SpeechSegment) and (line.doubtful or not line.text.strip())
        place = QPointF(rect.left() + _TEXT_LEFT, rect.top() + 5)
        self.box(line, option, rect.width()).paint(painter, place, t.colour("mute" if faint else "text"), spans)
        if is_edited(line):
            width = self._said_width(option)
            painter.setFont(text_font(option.font, px=SMALL_PX))
            said = QRectF(rect.right() - _RIGHT - width, rect.top() + 5, width, height)
            write_line(painter, said, words.edited(), t.colour("text" if current else "mute"))
        painter.restore()


class TranscriptView(QListView):
    """`jump_wanted` is the start of the word or line that was clicked, `written` what somebody wrote into a line,
    which a double click or F2 opens."""

    jump_wanted = Signal(float)
    written = Signal(object, str)  # SpeechSegment, its new text
    menu_asked = Signal(object, QPoint)  # the line, a place of the screen

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = TranscriptModel(self)
        self.current_row: int | None = None
        self.head_s = 0.0
        self._delegate = _Delegate(theme, self)
        self._word: tuple[int, int] | None = None
        self._theme = theme
        self._waiting: tuple[Finding, ...] | None = None
        #: What was found and is looked at, and whether the play head has come there.
        self._hit: Hit | None = None
        self._at_hit = False
        #: Whether the row of the keyboard was chosen by its keys.
        self._walked = False
        self.setModel(self.lines)
        self.setItemDelegate(self._delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        edits = QAbstractItemView.EditTrigger
        self.setEditTriggers(edits.DoubleClicked | edits.EditKeyPressed)
        self._delegate.written.connect(self.written)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(60)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.activated.connect(lambda index: self.jump_wanted.emit(self.lines.lines[index.row()].start))
        theme.changed.connect(self.viewport().update)
        self._name()

    def show_findings(self, findings: Sequence[Finding]) -> None:
        if self.is_edited:
            # Not under the hand of somebody who writes.
            self._waiting = tuple(findings)
            return
        self._waiting = None
        before = self.line_at(self.currentIndex())
        self.lines.show_findings(findings)
        if before is not None and not self.currentIndex().isValid():
            row = bisect_right([line.start for line in self.lines.lines], before.start) - 1
            self.setCurrentIndex(self.lines.index(row) if row >= 0 else QModelIndex())
        self.current_row = None
        self.show_head(self.head_s)

    @property
    def is_edited(self) -> bool:
        """Whether somebody writes into a line now."""
        return self.state() is QAbstractItemView.State.EditingState

    def line_at(self, index: AnyIndex) -> Line | None:
        return self.lines.lines[index.row()] if index.isValid() and index.row() < len(self.lines.lines) else None

    def begin_edit(self, line: Line) -> None:
        """Let `line` be written into, if it is one of speech that is here."""
        if isinstance(line, SpeechSegment) and line in self.lines.lines:
            index = self.lines.index(self.lines.lines.index(line))
            self.setCurrentIndex(index)
            self.scrollTo(index)
            self.edit(index)

    def head_line(self) -> Line | None:
        """The line of the play head."""
        return None if self.current_row is None else self.lines.lines[self.current_row]

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        super().closeEditor(editor, hint)
        if self._waiting is not None:
            self.show_findings(self._waiting)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_F2:
            self._walked = True
        elif not self._walked and self.current_row is not None:
            # Who listens and reaches for F2 means the line that is said now.
            self.setCurrentIndex(self.lines.index(self.current_row))
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_hand = event.reason() is QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_hand else self.currentIndex()
        line = self.line_at(index)
        if line is not None:
            self.setCurrentIndex(index)
            place = event.pos() if by_hand else self.visualRect(index).center()
            self.menu_asked.emit(line, self.viewport().mapToGlobal(place))
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        mark_current(self, self._theme.tokens.colour("accent"))

    def show_hit(self, hit: Hit | None) -> None:
        """Mark the line of this hit as long as the play head stands there; None: the line of the play head."""
        self._hit, self._at_hit = hit, False
        self.show_head(self.head_s)

    def _row_of_hit(self, time_s: float) -> int | None:
        """The line of the hit that the play head stands at."""
        if self._hit is None:
            return None
        here = abs(time_s - self._hit.start) <= _SAME_PLACE_S
        if self._at_hit and not here:
            # It is played on from there, or somebody went elsewhere.
            self._hit = None
        self._at_hit = here
        return self.lines.row_of(self._hit) if self._hit is not None and here else None

    def show_head(self, time_s: float) -> None:
        """Mark the line of this instant, and bring it into sight when it is another one."""
        self.head_s = time_s
        row = self._row_of_hit(time_s)
        row = self.lines.row_at(time_s) if row is None else row
        word = None if row is None else spoken_word(self.lines.lines[row], time_s)
        if row != self.current_row:
            self.current_row = row
            self.viewport().update()
            if row is not None and not self.underMouse() and not self.is_edited:
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
        self._walked = False
        self.show_hit(None)
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
