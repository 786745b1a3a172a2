"""The queue on the screen: a table that keeps its columns, its selection and its scroll position."""

from PySide6.QtCore import QByteArray, QEvent, QItemSelectionModel, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QHideEvent, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QHeaderView, QLabel, QTableView, QVBoxLayout, QWidget

from momentry_desk.core.snapshot import TaskRow
from momentry_desk.ui.painting import mark_current
from momentry_desk.ui.queue_model import Column, QueueModel
from momentry_desk.ui.queue_painting import QueueDelegate, column_widths
from momentry_desk.ui.rows_model import KeptSelection, current, selected
from momentry_desk.ui.theme import ROW_HEIGHT, Theme

_TICK_MS = 1000
#: While a whole queue comes in, the table is painted this often.
_UNPAINTED_MS = 200
#: Where the file's name would get less than this, in pixels, other columns make room, the most dispensable first.
_FILE_AT_LEAST = 130
_DISPENSABLE = (Column.PRIORITY, Column.TIME, Column.PROCESSORS, Column.POSITION)


class QueueTable(QTableView):
    """The rows. `menu_asked` comes with the place on the screen where a menu of the selected rows should open."""

    menu_asked = Signal(QPoint)

    def __init__(self, model: QueueModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setModel(model)
        self.setItemDelegate(QueueDelegate(theme, self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(ROW_HEIGHT)
        columns = self.horizontalHeader()
        columns.setHighlightSections(False)
        columns.setSectionsMovable(True)
        columns.setMinimumSectionSize(28)
        columns.setFixedHeight(32)
        columns.setSortIndicatorClearable(True)
        self._folded: dict[Column, int] = {}
        self.fit_columns()
        columns.setSectionResizeMode(Column.FILE, QHeaderView.ResizeMode.Stretch)
        columns.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        # With the table's own, each painting of the header asks of every row whether it is selected: seconds, for a
        # selection of 100,000.
        columns.setSelectionModel(QItemSelectionModel(model, self))
        self.setSortingEnabled(True)
        self._kept = KeptSelection(model, self, lambda row: row.task_id)

    def fit_columns(self) -> None:
        """Give each column the width that its usual words need."""
        self.unfold()
        for column, width in column_widths(self.font()).items():
            self.setColumnWidth(column, width)
        self._fold()

    def unfold(self) -> None:
        """Show every column."""
        for column in self._folded:
            self.setColumnHidden(column, False)
        self._folded = {}

    def _fold(self) -> None:
        """Hide as many columns as the file's name needs room, and no more."""
        widths = {column: self._folded.get(column) or self.columnWidth(column) for column in Column}
        room = self.viewport().width() - sum(width for one, width in widths.items() if one is not Column.FILE)
        for column in _DISPENSABLE:
            fold = room < _FILE_AT_LEAST
            if fold:
                room += widths[column]
                self._folded[column] = widths[column]
            else:
                self._folded.pop(column, None)
            if fold != self.isColumnHidden(column):
                self.setColumnHidden(column, fold)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        mark_current(self, self._theme.tokens.colour("accent"))

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


class QueuePane(QWidget):
    """Heading and table of the queue.

    Signals: `selection_changed`, and `menu_asked` with the place for the menu of the selection.
    """

    selection_changed = Signal()
    menu_asked = Signal(QPoint)

    def __init__(self, model: QueueModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("queuePane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._model = model
        self._heading = QLabel()
        self._heading.setProperty("role", "heading")
        self.table = QueueTable(model, theme)
        self._widths_are_ours = True
        self._filling = False
        self._ticking = QTimer(self)
        self._ticking.setInterval(_TICK_MS)
        self._ticking.timeout.connect(model.tick)
        head = QHBoxLayout()
        head.setContentsMargins(12, 8, 12, 8)
        head.addWidget(self._heading)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.table, 1)
        self.table.menu_asked.connect(self.menu_asked)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self.selection_changed.emit())
        for changed in (model.rowsInserted, model.rowsRemoved, model.layoutChanged):
            changed.connect(self._recount)
        theme.changed.connect(self.table.viewport().update)
        self._retranslate()

    def selected_rows(self) -> tuple[TaskRow, ...]:
        """The selected tasks, from top to bottom."""
        return selected(self._model, self.table)

    def current_row(self) -> TaskRow | None:
        """The selected task that was touched last; None where nothing is selected."""
        return current(self._model, self.table)

    def select(self, task_id: str) -> None:
        """Select one task and bring it into sight."""
        place = self._model.place_of(task_id)
        if place is not None:
            index = self._model.index(place, 0)
            flags = QItemSelectionModel.SelectionFlag
            self.table.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
            self.table.scrollTo(index)

    def begin_or_end_filling(self, begins: bool) -> None:
        """While a whole queue comes in, in its own order, the table is painted now and then: each painting of it
        costs more than what has come."""
        self._model.keep_queue_order(begins)
        self._filling = begins
        self.table.setUpdatesEnabled(True)
        if begins:
            self._paint_now_and_then()

    def _paint_now_and_then(self) -> None:
        if self._filling:
            self.table.setUpdatesEnabled(not self.table.updatesEnabled())
            QTimer.singleShot(
                _UNPAINTED_MS if not self.table.updatesEnabled() else 0, self, self._paint_now_and_then
            )

    def columns(self) -> QByteArray:
        """Widths, order and sort of the columns, to be kept until the next start."""
        self.table.unfold()
        return self.table.horizontalHeader().saveState()

    def restore_columns(self, state: QByteArray) -> None:
        self._widths_are_ours = not self.table.horizontalHeader().restoreState(state)

    def _recount(self) -> None:
        count = self._model.rowCount()
        heading = self.tr("QUEUE")
        self._heading.setText(f"{heading} · {count:n}" if count else heading)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ticking.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._ticking.stop()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._retranslate()

    def _retranslate(self) -> None:
        if self._widths_are_ours:
            self.table.fit_columns()
        self.table.setAccessibleName(self.tr("Queue"))
        self.table.setAccessibleDescription(self.tr("Scans that run, wait or have ended, one in each row"))
        self._recount()
        self._model.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(Column) - 1)
        self.table.viewport().update()
