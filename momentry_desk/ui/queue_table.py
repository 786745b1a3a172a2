"""The table of the queue's rows: painting, menu, and the drag that changes their order."""

from PySide6.QtCore import QEvent, QItemSelectionModel, QMimeData, QPoint, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from momentry_desk.core.model import TaskStatus
from momentry_desk.ui.painting import mark_current
from momentry_desk.ui.queue_columns import QueueColumns
from momentry_desk.ui.queue_model import QueueModel
from momentry_desk.ui.queue_painting import QueueDelegate
from momentry_desk.ui.rows_model import KeptSelection, selected
from momentry_desk.ui.theme import ROW_HEIGHT, Theme

#: What a drag inside the table carries; other programs have no use for it.
_ROWS = "application/x-momentry-desk-rows"


class QueueTable(QTableView):
    """`menu_asked` comes with the place on the screen for a menu of the selected rows; `moved` with the ids of
    waiting scans that were dragged and where they go (as the engine's `move` takes it); `refused` with the word
    why they cannot, "" where the rows stand in another order."""

    menu_asked = Signal(QPoint)
    moved = Signal(object, str)  # tuple[str, ...]
    refused = Signal(str)

    def __init__(self, model: QueueModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._queue = model
        self._dragged: tuple[str, ...] = ()
        self._gap: int | None = None
        self.setModel(model)
        self.setItemDelegate(QueueDelegate(model, theme, self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(ROW_HEIGHT)
        self.columns = QueueColumns(self)
        # With the table's own, each painting of the header asks of every row whether it is selected: seconds, for a
        # selection of 100,000.
        self.horizontalHeader().setSelectionModel(QItemSelectionModel(model, self))
        self.setSortingEnabled(True)
        self._kept = KeptSelection(model, self, lambda row: row.task_id)
        # What stays in sight while it is scrolled is then moved, and not painted again.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.columns.fold()

    def paintEvent(self, event: QPaintEvent) -> None:
        ground = QPainter(self.viewport())
        ground.fillRect(event.rect(), self._theme.tokens.colour("panel"))
        ground.end()
        super().paintEvent(event)
        mark_current(self, self._theme.tokens.colour("accent"))
        if self._gap is not None:
            y = self.rowViewportPosition(self._gap) if self._gap < self._queue.rowCount() else self._foot()
            painter = QPainter(self.viewport())
            painter.setPen(QPen(self._theme.tokens.colour("accent"), 2))
            painter.drawLine(0, y, self.viewport().width(), y)
            painter.end()

    def _foot(self) -> int:
        last = self._queue.rowCount() - 1
        return self.rowViewportPosition(last) + ROW_HEIGHT

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            place = (
                self.visualRect(self.currentIndex()).bottomLeft() if self.currentIndex().isValid() else QPoint(0, 0)
            )
        else:
            place = self.viewport().mapFromGlobal(event.globalPos())
        if self.selectionModel().hasSelection():
            self.menu_asked.emit(self.viewport().mapToGlobal(place))
        event.accept()

    # Dragging -----------------------------------------------------------------------------------------------

    def startDrag(self, actions: Qt.DropAction) -> None:
        rows = selected(self._queue, self)
        waiting = tuple(row.task_id for row in rows if row.status is TaskStatus.PENDING)
        if not self._queue.in_queue_order:
            self.refused.emit("")
            return
        if not waiting:
            self.refused.emit(self.tr("Only scans that wait can be moved."))
            return
        self._dragged = waiting
        drag = QDrag(self)
        mime = QMimeData()
        mime.setData(_ROWS, b"%d" % len(waiting))
        drag.setMimeData(mime)
        name = next(row.file_name for row in rows if row.task_id == waiting[0])
        drag.setPixmap(self._label(name if len(waiting) == 1 else self.tr("%n scan(s)", "", len(waiting))))
        drag.setHotSpot(QPoint(-12, -4))
        drag.exec(Qt.DropAction.MoveAction)
        self._dragged = ()
        self._show_gap(None)

    def _label(self, text: str) -> QPixmap:
        metrics = QFontMetrics(self.font())
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, 260)
        scale = self.devicePixelRatioF()
        made = QPixmap(
            round((metrics.horizontalAdvance(shown) + 20) * scale), round((metrics.height() + 10) * scale)
        )
        made.setDevicePixelRatio(scale)
        tokens = self._theme.tokens
        made.fill(tokens.colour("raised"))
        painter = QPainter(made)
        painter.setFont(self.font())
        painter.setPen(tokens.colour("text"))
        painter.drawText(10, 5 + metrics.ascent(), shown)
        painter.end()
        return made

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._answer(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self._answer(event)
        if self._dragged:
            y = event.position().toPoint().y()
            if min(y, self.viewport().height() - y) < self.autoScrollMargin() * 2:
                self.startAutoScroll()
            self._show_gap(self._gap_at(y))

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._show_gap(None)

    def dropEvent(self, event: QDropEvent) -> None:
        self._answer(event)
        if self._dragged:
            where = self._queue.before(self._gap_at(event.position().toPoint().y()), frozenset(self._dragged))
            self.moved.emit(self._dragged, where)
        self._show_gap(None)

    def _answer(self, event: QDropEvent) -> None:
        # Files are the window's: what is ignored here goes up to it.
        event.setAccepted(bool(self._dragged) and event.source() is self)

    def _gap_at(self, y: int) -> int:
        """Between which rows a place lies: the number of rows above it."""
        place = self.rowAt(y)
        if place < 0:
            return self._queue.rowCount()
        return place + (y > self.rowViewportPosition(place) + ROW_HEIGHT // 2)

    def _show_gap(self, gap: int | None) -> None:
        if gap != self._gap:
            self._gap = gap
            self.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self.columns.fit()
