"""The queue on the screen: its heading with the filter, its table, and what stands there where no row matches."""

from PySide6.QtCore import QEvent, QItemSelectionModel, QPoint, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedLayout, QVBoxLayout, QWidget

from momentry_desk.core.snapshot import TaskRow
from momentry_desk.ui import words
from momentry_desk.ui.filter_bar import FilterBar
from momentry_desk.ui.message_page import MessagePage
from momentry_desk.ui.queue_filter import QueueFilter, counted
from momentry_desk.ui.queue_model import Column, QueueModel
from momentry_desk.ui.queue_table import QueueTable
from momentry_desk.ui.rows_model import current, selected, selected_count
from momentry_desk.ui.theme import Theme

_TICK_MS = 1000
#: While a whole queue comes in, the table is painted this often.
_UNPAINTED_MS = 200
#: In a pane that is narrower the filter needs the room in which the selected rows are counted.
_COUNTED_FROM = 640


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
        self._painting = QTimer(self)
        self._painting.setSingleShot(True)
        self._painting.timeout.connect(self._paint_now_and_then)
        self._ticking = QTimer(self)
        self._ticking.setInterval(_TICK_MS)
        self._ticking.timeout.connect(model.tick)
        self._moving = False
        model.moves.connect(self._let_times_run)
        head = QHBoxLayout()
        head.setContentsMargins(12, 5, 12, 5)
        head.setSpacing(12)
        head.addWidget(self._heading)
        self.filter = FilterBar(lambda: counted(model.all()))
        head.addWidget(self.filter, 1)
        self.nothing = MessagePage(theme, "moments")
        self._body = QStackedLayout()
        self._body.addWidget(self.table)
        self._body.addWidget(self.nothing)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addLayout(self._body, 1)
        self.table.menu_asked.connect(self.menu_asked)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self.selection_changed.emit())
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._recount())
        for changed in (model.rowsInserted, model.rowsRemoved, model.layoutChanged):
            changed.connect(self._recount)
        self.filter.changed.connect(self._show_only)
        self.filter.left.connect(self.table.setFocus)
        self.nothing.wanted.connect(self.clear_filter)
        theme.changed.connect(self.table.viewport().update)
        self._retranslate()

    def selected_rows(self) -> tuple[TaskRow, ...]:
        """The selected tasks, from top to bottom."""
        return selected(self._model, self.table)

    def current_row(self) -> TaskRow | None:
        """The selected task that was touched last; None where nothing is selected."""
        return current(self._model, self.table)

    def why_not_moved(self) -> str:
        """Why rows cannot change their order now; "" where they can."""
        if self._model.in_queue_order:
            return ""
        return self.tr("Sort by # to change the order: the rows stand in another one now.")

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
        if begins:
            self._painting.start(_UNPAINTED_MS)
        else:
            self._painting.stop()
        self.table.setUpdatesEnabled(True)

    def _paint_now_and_then(self) -> None:
        paint = not self.table.updatesEnabled()
        self.table.setUpdatesEnabled(paint)
        self._painting.start(0 if paint else _UNPAINTED_MS)

    def begin_filter(self) -> None:
        """Put the keyboard into the filter."""
        self.filter.begin()

    @property
    def is_filtered(self) -> bool:
        """Whether rows are out of sight because of the filter."""
        return bool(self.filter.asked())

    def clear_filter(self) -> None:
        """Show every row again."""
        self.filter.clear()
        self.table.setFocus()

    def _show_only(self, asked: QueueFilter) -> None:
        self._model.show_only(asked.wanted())
        self._recount()

    def save(self, state: QSettings) -> None:
        self.table.columns.save(state)

    def restore(self, state: QSettings) -> None:
        self.table.columns.restore(state)

    def stop(self) -> None:
        """Ask for nothing any more."""
        self._painting.stop()
        self.filter.stop()

    def _recount(self) -> None:
        shown, every = self._model.rowCount(), len(self._model.all())
        said = self.tr("QUEUE")
        if shown != every:
            said = self.tr("{0} · {1} of {2}").format(said, words.number(shown), words.number(every))
        elif every:
            said = f"{said} · {words.number(every)}"
        chosen = selected_count(self.table)
        if chosen > 1 and self.width() >= _COUNTED_FROM:
            said += " · " + self.tr("{0} selected").format(words.number(chosen))
        self._heading.setText(said)
        self._body.setCurrentWidget(self.nothing if every and not shown else self.table)

    def _let_times_run(self, moving: bool) -> None:
        self._moving = moving
        if moving and self.isVisible():
            self._ticking.start()
        else:
            self._ticking.stop()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._let_times_run(self._moving)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._ticking.stop()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._retranslate()

    def _retranslate(self) -> None:
        self.nothing.say(
            self.tr("No scan matches the filter"),
            self.tr("The others are still there; they are only out of sight."),
            self.tr("Clear the filter"),
        )
        self.table.setAccessibleName(self.tr("Queue"))
        self.table.setAccessibleDescription(self.tr("Scans that run, wait or have ended, one in each row"))
        self._recount()
        self._model.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(Column) - 1)
        self.table.viewport().update()
