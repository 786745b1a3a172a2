"""The columns of the queue's table: their widths, which are shown, which make room, and what is kept of that."""

from PySide6.QtCore import QByteArray, QObject, QPoint, QSettings, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHeaderView, QMenu, QTableView

from momentry_desk.ui.action_making import allow
from momentry_desk.ui.queue_model import Column, title_of
from momentry_desk.ui.queue_painting import column_widths

#: Where the file's name would get less than this, in pixels, other columns make room, the most dispensable first.
_FILE_AT_LEAST = 130
_DISPENSABLE = (Column.PRIORITY, Column.TIME, Column.PROCESSORS, Column.POSITION)
#: The usual name of a take is read whole in this many pixels: some columns make room for that already, unless
#: somebody wanted them.
_FILE_WITH_EASE = 230
_SPARE = frozenset((Column.PRIORITY, Column.TIME))


class QueueColumns(QObject):
    """Belongs to a table whose model is the queue's. A column is out of sight because somebody chose so, or for
    want of room, and then only until there is room again."""

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self._table = table
        self._folded: dict[Column, int] = {}
        self._hidden: set[Column] = set()
        self._wanted: set[Column] = set()
        self._usual: dict[Column, int] = {}
        self._widths_are_ours = True
        header = self.header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsMovable(True)
        header.setMinimumSectionSize(28)
        header.setFixedHeight(32)
        header.setSortIndicatorClearable(True)
        self.fit()
        header.setSectionResizeMode(Column.FILE, QHeaderView.ResizeMode.Stretch)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._open_menu)

    def fit(self) -> None:
        """Give each column the width that its usual words need, unless somebody chose another."""
        self._usual = column_widths(self._table.font())
        if not self._widths_are_ours:
            return
        self._unfold()
        for column, width in self._usual.items():
            self._table.setColumnWidth(column, width)
        self.fold()

    def fold(self) -> None:
        """Take as many columns out of sight as the file's name needs room, and no more. What somebody asked for or
        gave a width of its own goes last, and only where the name would else be lost."""
        shown = [column for column in Column if column not in self._hidden]
        widths = {column: self._folded.get(column) or self._table.columnWidth(column) for column in shown}
        room = self._table.viewport().width() - sum(w for one, w in widths.items() if one is not Column.FILE)
        chosen = {one for one, width in widths.items() if one in self._wanted or width != self._usual.get(one)}
        for column in sorted((one for one in _DISPENSABLE if one in widths), key=lambda one: one in chosen):
            fold = room < (_FILE_WITH_EASE if column in _SPARE - chosen else _FILE_AT_LEAST)
            if fold:
                room += widths[column]
                self._folded[column] = widths[column]
            else:
                self._folded.pop(column, None)
            if fold != self._table.isColumnHidden(column):
                self._table.setColumnHidden(column, fold)

    def show_column(self, column: Column, shown: bool) -> None:
        """Show it, or take it out of sight until somebody wants it back. The file's name is always shown."""
        if column is Column.FILE:
            return
        self._unfold()
        (self._hidden.discard if shown else self._hidden.add)(column)
        (self._wanted.add if shown else self._wanted.discard)(column)
        self._table.setColumnHidden(column, not shown)
        self.fold()

    def menu(self) -> QMenu:
        """The menu in which columns are chosen."""
        menu = QMenu(self._table)
        menu.setToolTipsVisible(True)
        for column in Column:
            action = QAction(self.tr("Position") if column is Column.POSITION else title_of(column), menu)
            action.setCheckable(True)
            # One that made room can be had all the same.
            action.setChecked(not self._table.isColumnHidden(column))
            allow(action, column is not Column.FILE, self.tr("The file's name is always shown."))
            action.toggled.connect(lambda shown, column=column: self.show_column(column, shown))
            menu.addAction(action)
        menu.addSeparator()
        menu.addAction(self.tr("As at the beginning"), self._as_at_the_beginning)
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _open_menu(self, place: QPoint) -> None:
        self.menu().popup(self.header.mapToGlobal(place))

    def _as_at_the_beginning(self) -> None:
        for column in tuple(self._hidden):
            self.show_column(column, True)
        self._wanted.clear()
        for column in Column:
            self.header.moveSection(self.header.visualIndex(column), column)
        self._widths_are_ours = True
        self.fit()

    def save(self, state: QSettings) -> None:
        """Keep widths, order, sort and what is hidden."""
        self._unfold()
        usual = column_widths(self._table.font()).items()
        ours = all(self._table.columnWidth(one) == width for one, width in usual if one not in self._hidden)
        state.setValue("desk/columns", self.header.saveState())
        # Widths that nobody chose fit the words of another language next time.
        state.setValue("desk/widths", "usual" if ours else "chosen")
        state.setValue("desk/hidden", _names(self._hidden))
        state.setValue("desk/shown", _names(self._wanted))
        self.fold()

    def restore(self, state: QSettings) -> None:
        """Bring back what `save` kept."""
        columns = state.value("desk/columns")
        if isinstance(columns, QByteArray):
            restored = self.header.restoreState(columns)
            self._widths_are_ours = not restored or state.value("desk/widths") == "usual"
            self.fit()
        for key, shown in (("desk/shown", True), ("desk/hidden", False)):
            for column in _columns(state.value(key)):
                self.show_column(column, shown)

    def _unfold(self) -> None:
        for column in self._folded:
            self._table.setColumnHidden(column, False)
        self._folded = {}


def _names(columns: set[Column]) -> str:
    return ",".join(column.name for column in sorted(columns))


def _columns(kept: object) -> list[Column]:
    # A list, where the settings file takes the commas for its own.
    names = kept.split(",") if isinstance(kept, str) else kept if isinstance(kept, list) else []
    return [Column[name] for name in names if name in Column.__members__]
