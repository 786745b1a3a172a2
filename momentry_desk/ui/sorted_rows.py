"""A table's rows in a sorted list of their own: changed rows find their place by bisection.

Sort keys end in the row's identity, so that a key is never there twice. Rows that a filter keeps from sight are
known by their identity and have no place.
"""

from bisect import bisect_left, insort
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Generic, TypeVar

Row = TypeVar("Row")
Key = tuple[object, ...]


class SortedRows(Generic[Row]):
    """Rows by identity and by place. `sort_key`, which must end in the identity, and `reverse`, which turns the
    order round, are those in which the rows stand now."""

    def __init__(
        self, identity: Callable[[Row], str], sort_key: Callable[[Row], Key], reverse: bool = False
    ) -> None:
        self._identity = identity
        self.sort_key = sort_key
        self.reverse = reverse
        self._rows: dict[str, Row] = {}
        self._keys: dict[str, Key] = {}
        self._order: list[Key] = []
        #: Keys of rows between `insertion_runs` and `insert`: making each twice is half of a large insertion.
        self._fresh: dict[str, Key] = {}

    def __len__(self) -> int:
        """How many have a place."""
        return len(self._order)

    def __contains__(self, identity: object) -> bool:
        """Whether the row has a place."""
        return identity in self._keys

    def __getitem__(self, place: int) -> Row:
        key = self._order[len(self._order) - 1 - place if self.reverse else place]
        return self._rows[str(key[-1])]

    def get(self, identity: str) -> Row | None:
        return self._rows.get(identity)

    def all(self) -> Collection[Row]:
        """Every row, those out of sight too, in no order."""
        return self._rows.values()

    def place_of(self, identity: str) -> int | None:
        """Where the row stands, from 0; None where there is no such row."""
        key = self._keys.get(identity)
        return None if key is None else self._mirror(bisect_left(self._order, key))

    def keeps_its_key(self, row: Row) -> bool:
        """Whether a newer version of a row that has a place stands exactly where the old one does."""
        return self.sort_key(row) == self._keys[self._identity(row)]

    def replace(self, row: Row) -> tuple[int, int]:
        """Put a newer version of a row that is there in; returns its old place, and the place it should have.

        The row keeps its old place until `move` is called, so that a model can announce the move before it.
        """
        identity = self._identity(row)
        old_key, new_key = self._keys[identity], self.sort_key(row)
        self._rows[identity] = row
        old = bisect_left(self._order, old_key)
        if old_key == new_key:
            place = self._mirror(old)
            return place, place
        new = bisect_left(self._order, new_key)
        if new > old:
            new -= 1
        if new == old:
            self._order[old] = self._keys[identity] = new_key
        return self._mirror(old), self._mirror(new)

    def move(self, identity: str) -> None:
        """Put the row where its present values belong."""
        old_key, new_key = self._keys[identity], self.sort_key(self._rows[identity])
        del self._order[bisect_left(self._order, old_key)]
        self._order.insert(bisect_left(self._order, new_key), new_key)
        self._keys[identity] = new_key

    def insertion_runs(self, rows: Sequence[Row]) -> list[tuple[int, list[Row]]]:
        """Where new rows belong: runs of neighbours, each with its place once the runs before it are in."""
        keyed = sorted(((self.sort_key(row), row) for row in rows), key=lambda pair: pair[0])
        self._fresh = {str(key[-1]): key for key, _ in keyed}
        runs: list[tuple[int, list[Row]]] = []
        last_gap = -1
        for key, row in keyed:
            gap = bisect_left(self._order, key)
            if gap == last_gap:
                runs[-1][1].append(row)
            else:
                runs.append((gap, [row]))
                last_gap = gap
        if not self.reverse:
            placed, shifted = 0, []
            for gap, run in runs:
                shifted.append((gap + placed, run))
                placed += len(run)
            return shifted
        # Turned round, the last run of the inner order comes first, so no run moves the place of a later one.
        return [
            (len(self._order) - gap + sum(len(later) for _, later in runs[n + 1 :]), list(reversed(run)))
            for n, (gap, run) in reversed(list(enumerate(runs)))
        ]

    def insert(self, run: Sequence[Row]) -> None:
        """Put in one run of `insertion_runs`."""
        inner = list(reversed(run)) if self.reverse else list(run)
        keys = [self._fresh.pop(self._identity(row)) for row in inner]
        gap = bisect_left(self._order, keys[0])
        self._order[gap:gap] = keys
        for key, row in zip(keys, inner, strict=True):
            identity = self._identity(row)
            self._rows[identity] = row
            self._keys[identity] = key

    def removal_runs(self, identities: Iterable[str]) -> list[tuple[int, int]]:
        """First and last places of the rows to take out, as runs of neighbours, the last run first."""
        places = sorted({place for one in identities if (place := self.place_of(one)) is not None})
        runs: list[tuple[int, int]] = []
        for place in places:
            if runs and runs[-1][1] == place - 1:
                runs[-1] = (runs[-1][0], place)
            else:
                runs.append((place, place))
        return runs[::-1]

    def remove(self, first: int, last: int) -> None:
        """Take out the rows from one place to another, both included."""
        low, high = (self._mirror(last), self._mirror(first)) if self.reverse else (first, last)
        for key in self._order[low : high + 1]:
            del self._rows[str(key[-1])]
            del self._keys[str(key[-1])]
        del self._order[low : high + 1]

    def forget(self, identities: Iterable[str]) -> None:
        """Drop rows, in sight or not; `take_places` must follow where one of them has a place."""
        for identity in identities:
            self._rows.pop(identity, None)

    def resort(
        self, sort_key: Callable[[Row], Key], reverse: bool, keys: dict[str, Key], order: list[Key]
    ) -> dict[str, Key]:
        """Stand in another order from now on. `keys` and the sorted `order` are those of the rows that have a place
        then. Returns the keys of the order before: to free 100,000 of them takes 30 ms, so whoever asks does it
        bit by bit."""
        worn = self._keys
        self.sort_key = sort_key
        self.reverse = reverse
        self._keys = keys
        self._order = order
        return worn

    def put_right(self, identity: str, *, shown: bool) -> None:
        """Give the row the place that its present values ask for, or none."""
        old_key = self._keys.pop(identity, None)
        if old_key is not None:
            del self._order[bisect_left(self._order, old_key)]
        row = self._rows.get(identity)
        if row is not None and shown:
            key = self._keys[identity] = self.sort_key(row)
            insort(self._order, key)

    def put(self, row: Row) -> None:
        """Keep a row, new or newer, as one that has no place, or still the place of the old one."""
        self._rows[self._identity(row)] = row

    def take_places(self, identities: Iterable[str]) -> None:
        """Take their places from these rows, and forget nothing."""
        keys = self._keys
        for identity in identities:
            keys.pop(identity, None)
        self._order = [key for key in self._order if key[-1] in keys]

    def _mirror(self, place: int) -> int:
        return len(self._order) - 1 - place if self.reverse else place
