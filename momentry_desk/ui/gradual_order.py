"""Puts many rows into an order some milliseconds at a time, so that the window stays at hand meanwhile."""

from bisect import bisect_left
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Generic, TypeVar

from momentry_desk.ui.sorted_rows import Key

Row = TypeVar("Row")

#: Rows between two looks at what else there is to do: 5 ms of work.
_RUN = 2_000


class GradualOrder(Generic[Row]):
    """The order of those of `rows` that are `wanted`, by their values at the time of each step.

    To be iterated over, once; each step is short. Afterwards `keys` holds each row's key by its identity, and
    `order` the keys sorted. Keys end in the identity.
    """

    def __init__(
        self, rows: Sequence[Row], key: Callable[[Row], Key], wanted: Callable[[Row], bool] | None
    ) -> None:
        self._rows = rows
        self._key = key
        self._wanted = wanted
        self.keys: dict[str, Key] = {}
        self.order: list[Key] = []

    def __iter__(self) -> Iterator[None]:
        runs: list[list[Key]] = []
        for begin in range(0, len(self._rows), _RUN):
            some = self._rows[begin : begin + _RUN]
            wanted = some if self._wanted is None else filter(self._wanted, some)
            run = sorted(map(self._key, wanted))
            self.keys.update((str(key[-1]), key) for key in run)
            runs.append(run)
            yield
        while len(runs) > 1:
            pairs = [runs[n : n + 2] for n in range(0, len(runs), 2)]
            runs = []
            for pair in pairs:
                runs.append((yield from _merged(*pair)) if len(pair) > 1 else pair[0])
        self.order = runs[0] if runs else []


def _merged(one: list[Key], other: list[Key]) -> Generator[None, None, list[Key]]:
    """Both lists, which are in order, as one: a part of the first after another, each with what lies below its end
    in the second."""
    merged: list[Key] = []
    done = 0
    for begin in range(0, len(one), _RUN):
        part = one[begin : begin + _RUN]
        last = begin + _RUN >= len(one)
        end = len(other) if last else bisect_left(other, part[-1], done)
        # Two runs in order: the sort only merges them.
        merged += sorted(part + other[done:end])
        done = end
        yield
    return merged
