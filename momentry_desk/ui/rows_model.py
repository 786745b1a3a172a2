"""What the models of the queue and of the library share: taking in changes with few repaints."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Signal,
)
from PySide6.QtWidgets import QAbstractItemView

from momentry_desk.ui.sorted_rows import Key, SortedRows

Row = TypeVar("Row")

#: Above this many rows that change at once, or runs that come and go, ordering all anew is cheaper than telling of
#: each: for every one of them a view with 100,000 rows goes through its whole list of heights.
ONE_BY_ONE = 100
RUN_BY_RUN = 8

AnyIndex = QModelIndex | QPersistentModelIndex

#: The parent of every row of a table.
NOWHERE = QModelIndex()


class RowsModel(QAbstractTableModel, Generic[Row]):
    """A table over `SortedRows`. Every change is announced cell by cell, run by run, or as another order, never as
    a reset. Before and after another order come `reordering` and `reordered`; see `KeptSelection`."""

    reordering = Signal()
    reordered = Signal()

    def __init__(
        self, rows: SortedRows[Row], identity: Callable[[Row], str], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._rows = rows
        self._identity = identity
        self._wanted: Callable[[Row], bool] | None = None

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def __contains__(self, identity: object) -> bool:
        """Whether there is such a row, in sight or not."""
        return isinstance(identity, str) and self._rows.get(identity) is not None

    def row_at(self, index: AnyIndex) -> Row | None:
        """The row behind an index; None for none."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def rows_at(self, places: Iterable[int]) -> tuple[Row, ...]:
        """The rows at these places, in their order."""
        count = len(self._rows)
        return tuple(self._rows[place] for place in places if place < count)

    def row_of(self, identity: str) -> Row | None:
        """The row of that identity, in sight or not."""
        return self._rows.get(identity)

    def place_of(self, identity: str) -> int | None:
        """Where it stands; None where it is out of sight, or not there."""
        return self._rows.place_of(identity)

    def all(self) -> Collection[Row]:
        """Every row, those out of sight too, in no order."""
        return self._rows.all()

    def show_only(self, wanted: Callable[[Row], bool] | None) -> None:
        """Keep all other rows from sight until they change and are wanted; None: show every row."""
        self._wanted = wanted
        shown = [self._identity(row) for row in self._rows.all() if wanted is None or wanted(row)]
        self._reordered(lambda: self._rows.sort(shown))

    def apply(self, upserted: Sequence[Row], removed: Iterable[str] = ()) -> None:
        """Take in whole rows, new or changed, and forget those removed."""
        # The same row may come twice in one go; the later one counts.
        latest = {self._identity(row): row for row in upserted}
        gone = [identity for identity in removed if identity not in latest]
        shown, hidden = self._sorted_out(latest)
        known = [row for row in shown if self._identity(row) in self._rows]
        fresh = [row for row in shown if self._identity(row) not in self._rows]
        if len(known) > ONE_BY_ONE:
            known = self._changed_in_place(known)
        leaving = self._rows.removal_runs([*gone, *(self._identity(row) for row in hidden)])
        coming = self._rows.insertion_runs(fresh)
        if len(known) > ONE_BY_ONE or len(leaving) > RUN_BY_RUN or len(coming) > RUN_BY_RUN:
            self._apply_at_once(latest, gone, hidden)
            return
        for first, last in leaving:
            self.beginRemoveRows(QModelIndex(), first, last)
            self._rows.remove(first, last)
            self.endRemoveRows()
        self._rows.forget(gone)
        for row in hidden:
            self._rows.put(row)
        for row in known:
            self._replace(row)
        if leaving or known:
            coming = self._rows.insertion_runs(fresh)
        for place, run in coming:
            self.beginInsertRows(QModelIndex(), place, place + len(run) - 1)
            self._rows.insert(run)
            self.endInsertRows()

    def _changed_in_place(self, known: Sequence[Row]) -> list[Row]:
        """Take in those that stay where they are, with one word for all; answers the others."""
        moving: list[Row] = []
        staying = 0
        for row in known:
            if self._rows.keeps_its_key(row):
                self._rows.put(row)
                staying += 1
            else:
                moving.append(row)
        if staying:
            # Views repaint of this what is in sight.
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, self.columnCount() - 1))
        return moving

    def _sorted_out(self, latest: Mapping[str, Row]) -> tuple[list[Row], list[Row]]:
        """Those to be seen, and those to be kept from sight."""
        wanted = self._wanted
        if wanted is None:
            return list(latest.values()), []
        shown: list[Row] = []
        hidden: list[Row] = []
        for row in latest.values():
            (shown if wanted(row) else hidden).append(row)
        return shown, hidden

    def _apply_at_once(self, latest: Mapping[str, Row], gone: Sequence[str], hidden: Sequence[Row]) -> None:
        def change() -> None:
            out = {*gone, *(self._identity(row) for row in hidden)}
            self._rows.forget(gone)
            for row in latest.values():
                self._rows.put(row)
            self._rows.rearrange(out, [one for one in latest if one not in out])

        self._reordered(change)

    def sort_by(self, sort_key: Callable[[Row], Key], *, reverse: bool = False) -> None:
        """Bring the rows into another order."""
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

    def _reordered(self, change: Callable[[], None]) -> None:
        self.reordering.emit()
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
        self.reordered.emit()


class KeptSelection(Generic[Row]):
    """Keeps a view's selection and current row with their rows when all are put into another order.

    Qt's own way takes an index for each selected row, and goes astray where rows come or go at the same time.
    """

    def __init__(self, model: RowsModel[Row], view: QAbstractItemView, identity: Callable[[Row], str]) -> None:
        self._model = model
        self._view = view
        self._identity = identity
        self._chosen: tuple[str, ...] = ()
        self._current: str | None = None
        model.reordering.connect(self._keep)
        model.reordered.connect(self._bring_back)

    def _keep(self) -> None:
        self._chosen = tuple(map(self._identity, selected(self._model, self._view)))
        row = self._model.row_at(self._view.currentIndex())
        self._current = None if row is None else self._identity(row)
        # Without a word: nothing is deselected.
        self._view.selectionModel().reset()

    def _bring_back(self) -> None:
        selection, flags = self._view.selectionModel(), QItemSelectionModel.SelectionFlag
        last = self._model.columnCount() - 1
        places = sorted(place for one in self._chosen if (place := self._model.place_of(one)) is not None)
        chosen = QItemSelection()
        for first, end in _as_runs(places):
            chosen.append(QItemSelectionRange(self._model.index(first, 0), self._model.index(end, last)))
        place = None if self._current is None else self._model.place_of(self._current)
        # Only a person moves the view.
        scrolls = self._view.hasAutoScroll()
        self._view.setAutoScroll(False)
        if place is not None:
            selection.setCurrentIndex(self._model.index(place, 0), flags.NoUpdate)
        selection.select(chosen, flags.ClearAndSelect)
        self._view.setAutoScroll(scrolls)
        if not places and self._chosen:
            selection.selectionChanged.emit(QItemSelection(), QItemSelection())
        self._chosen = ()


def _as_runs(places: Iterable[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for place in places:
        if runs and runs[-1][1] == place - 1:
            runs[-1] = (runs[-1][0], place)
        else:
            runs.append((place, place))
    return runs


def selected(model: RowsModel[Row], view: QAbstractItemView) -> tuple[Row, ...]:
    """The selected rows, from top to bottom. By runs: an index for each of 100,000 rows would take seconds."""
    places = {place for run in _runs(view) for place in range(run.top(), run.bottom() + 1)}
    return model.rows_at(sorted(places))


def current(model: RowsModel[Row], view: QAbstractItemView) -> Row | None:
    """The selected row that was touched last; None where nothing is selected."""
    selection = view.selectionModel()
    index = view.currentIndex()
    if not selection.hasSelection():
        return None
    if not index.isValid() or not selection.isRowSelected(index.row()):
        index = model.index(_runs(view)[0].top(), 0)
    return model.row_at(index)


def selected_count(view: QAbstractItemView) -> int:
    """How many rows are selected, without a look at each of them."""
    return sum(run.height() for run in _runs(view))


def _runs(view: QAbstractItemView) -> list[QItemSelectionRange]:
    runs: list[QItemSelectionRange] = list(view.selectionModel().selection())  # type: ignore[call-overload]
    return runs
