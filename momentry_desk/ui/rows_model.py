"""What the models of the queue and of the library share: taking in changes with few repaints."""

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QTimer,
    Signal,
)
from PySide6.QtWidgets import QAbstractItemView

from momentry_desk.ui.gradual_order import GradualOrder
from momentry_desk.ui.sorted_rows import Key, SortedRows

Row = TypeVar("Row")

#: Above this many rows that change at once, or runs that come and go, ordering all anew is cheaper than telling of
#: each: for every one of them a view with 100,000 rows goes through its whole list of heights.
ONE_BY_ONE = 100
RUN_BY_RUN = 8
#: Up to so many rows are put right in an order of 100,000, each in 50 µs; for more all is ordered anew.
PUT_RIGHT = 300
#: Up to so many rows are ordered at once, in some 10 ms.
AT_ONCE = 3_000
#: So long the window does nothing else while it orders more.
_STEP_S = 0.003
#: Keys that are freed before the next look at the clock: 0.3 ms.
_FREED = 1_000
_DONE = object()

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
        self._sort_key, self._reverse = rows.sort_key, rows.reverse
        self._ordering: GradualOrder[Row] | None = None
        self._steps: Iterator[None] = iter(())
        #: Keys of the order before, to be freed.
        self._worn: dict[str, Key] = {}
        self._changed_meanwhile: set[str] = set()
        self._stepping = QTimer(self)
        self._stepping.setInterval(0)
        self._stepping.timeout.connect(lambda: self._go_on())

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
        """Keep all other rows from sight until they change and are wanted; None: show every row. Soon, where there
        are many."""
        self._wanted = wanted
        self._put_in_order()

    def apply(self, upserted: Sequence[Row], removed: Iterable[str] = ()) -> None:
        """Take in whole rows, new or changed, and forget those removed."""
        # The same row may come twice in one go; the later one counts.
        latest = {self._identity(row): row for row in upserted}
        gone = [identity for identity in removed if identity not in latest]
        if self._ordering is not None:
            self._changed_meanwhile.update(latest, gone)
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
        out = {*gone, *(self._identity(row) for row in hidden)}
        few = len(latest) + len(gone) <= PUT_RIGHT

        def change() -> None:
            self._rows.forget(gone)
            for row in latest.values():
                self._rows.put(row)
            if few:
                for identity in (*gone, *latest):
                    self._rows.put_right(identity, shown=identity not in out)
            elif out:
                self._rows.take_places(out)

        self._reordered(change)
        if not few:
            self._put_in_order()

    # Order ----------------------------------------------------------------------------------------------------

    def sort_by(self, sort_key: Callable[[Row], Key], *, reverse: bool = False) -> None:
        """Bring the rows into another order. Many get there some milliseconds at a time, and all at once then."""
        self._sort_key, self._reverse = sort_key, reverse
        self._put_in_order()

    @property
    def ordering(self) -> bool:
        """Whether another order is on its way."""
        return self._ordering is not None

    def stop(self) -> None:
        """Let an order that is on its way be."""
        self._stepping.stop()
        self._ordering = None
        self._worn.clear()

    def _put_in_order(self) -> None:
        ordering = self._ordering = GradualOrder(list(self._rows.all()), self._sort_key, self._wanted)
        self._steps = iter(ordering)
        self._changed_meanwhile.clear()
        if len(self._rows.all()) > AT_ONCE:
            self._stepping.start()
        else:
            self._go_on(float("inf"))
            self._worn.clear()

    def _go_on(self, step_s: float = _STEP_S) -> None:
        begun = time.perf_counter()
        while time.perf_counter() - begun < step_s:
            if self._worn:
                for _ in range(min(_FREED, len(self._worn))):
                    self._worn.popitem()
            elif self._ordering is None:
                self._stepping.stop()
                return
            elif next(self._steps, _DONE) is _DONE:
                self._stand_in_order()
                return

    def _stand_in_order(self) -> None:
        ordering, self._ordering = self._ordering, None
        assert ordering is not None
        changed = self._changed_meanwhile
        if len(changed) > PUT_RIGHT:
            self._put_in_order()
            return

        def change() -> None:
            self._worn = self._rows.resort(self._sort_key, self._reverse, ordering.keys, ordering.order)
            for identity in changed:
                row = self._rows.get(identity)
                wanted = row is not None and (self._wanted is None or self._wanted(row))
                self._rows.put_right(identity, shown=wanted)

        self._reordered(change)
        changed.clear()

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
