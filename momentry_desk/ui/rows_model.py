"""What the models of the queue and of the library share: taking in changes with few repaints."""

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QItemSelectionRange, QModelIndex, QObject, QPersistentModelIndex
from PySide6.QtWidgets import QAbstractItemView

from momentry_desk.ui.sorted_rows import Key, SortedRows

Row = TypeVar("Row")

#: Above this many rows that change their place at once, sorting all anew is cheaper than moving each.
MOVES_BEFORE_SORT = 300

AnyIndex = QModelIndex | QPersistentModelIndex

#: The parent of every row of a table.
NOWHERE = QModelIndex()


class RowsModel(QAbstractTableModel, Generic[Row]):
    """A table over `SortedRows`. Every change is announced cell by cell or run by run, never as a reset."""

    def __init__(
        self, rows: SortedRows[Row], identity: Callable[[Row], str], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._rows = rows
        self._identity = identity

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def row_at(self, index: AnyIndex) -> Row | None:
        """The row behind an index; None for none."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def row_of(self, identity: str) -> Row | None:
        return self._rows.get(identity)

    def place_of(self, identity: str) -> int | None:
        return self._rows.place_of(identity)

    def apply(self, upserted: Sequence[Row], removed: Iterable[str] = ()) -> None:
        """Take in whole rows, new or changed, and forget those removed."""
        for first, last in self._rows.removal_runs(removed):
            self.beginRemoveRows(QModelIndex(), first, last)
            self._rows.remove(first, last)
            self.endRemoveRows()
        # The same row may come twice in one go; the later one counts.
        latest = {self._identity(row): row for row in upserted}
        known = [row for identity, row in latest.items() if identity in self._rows]
        fresh = [row for identity, row in latest.items() if identity not in self._rows]
        if len(known) > MOVES_BEFORE_SORT:
            self._replace_many(known)
        else:
            for row in known:
                self._replace(row)
        for place, run in self._rows.insertion_runs(fresh):
            self.beginInsertRows(QModelIndex(), place, place + len(run) - 1)
            self._rows.insert(run)
            self.endInsertRows()

    def sort_by(self, sort_key: Callable[[Row], Key], *, reverse: bool = False) -> None:
        """Bring the rows into another order; selection and scroll position stay with their rows."""
        self._reordered(lambda: self._rows.resort(sort_key, reverse))

    def _replace(self, row: Row) -> None:
        identity = self._identity(row)
        old, new = self._rows.replace(row)
        if old != new:
            # Qt counts the target before the row is taken out.
            self.beginMoveRows(QModelIndex(), old, old, QModelIndex(), new + 1 if new > old else new)
            self._rows.move(identity)
            self.endMoveRows()
        self.dataChanged.emit(self.index(new, 0), self.index(new, self.columnCount() - 1))

    def _replace_many(self, rows: Sequence[Row]) -> None:
        def put_in() -> None:
            for row in rows:
                self._rows.put(row)
            self._rows.sort()

        self._reordered(put_in)

    def _reordered(self, change: Callable[[], None]) -> None:
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        identities = [self._identity(self._rows[index.row()]) for index in before]
        change()
        after = [
            self.index(place, index.column())
            if (place := self._rows.place_of(identity)) is not None
            else QModelIndex()
            for index, identity in zip(before, identities, strict=True)
        ]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()


def selected(model: RowsModel[Row], view: QAbstractItemView) -> tuple[Row, ...]:
    """The selected rows, from top to bottom. By runs: an index for each of 100,000 rows would take seconds."""
    runs = sorted({(run.top(), run.bottom()) for run in _runs(view)})
    rows = (model.row_at(model.index(place, 0)) for top, bottom in runs for place in range(top, bottom + 1))
    return tuple(row for row in rows if row is not None)


def current(model: RowsModel[Row], view: QAbstractItemView) -> Row | None:
    """The selected row that was touched last; None where nothing is selected."""
    selection = view.selectionModel()
    index = view.currentIndex()
    if not selection.hasSelection():
        return None
    if not index.isValid() or not selection.isRowSelected(index.row()):
        index = model.index(_runs(view)[0].top(), 0)
    return model.row_at(index)


def _runs(view: QAbstractItemView) -> list[QItemSelectionRange]:
    runs: list[QItemSelectionRange] = list(view.selectionModel().selection())  # type: ignore[call-overload]
    return runs
