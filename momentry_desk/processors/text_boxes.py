"""Joins boxes of text that stand close beside each other in one line: a lone number would else be lost."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from momentry_desk.processors.text_reader import Quad

#: What takes another in is wider than high by this: columns of vertical writing stay apart.
_LINE_SHAPE = 1.5

#: Most space between two boxes of one line, how far their middles may lie apart across it, and how high the other
#: may be, as shares of the line's height.
_MOST_GAP = 0.6
_MOST_OFFSET = 0.3
_HEIGHTS = (0.5, 1.25)


def joined(quads: "Sequence[Quad]") -> "list[Quad]":
    """The boxes in their order, what belongs to one line as one: as high as its widest part, as long as all."""
    # The widest first: it says where the line runs.
    order = sorted(range(len(quads)), key=lambda index: -_Line(quads[index]).width)
    made: dict[int, Quad] = {}
    gone: set[int] = set()
    for index in order:
        if index in gone:
            continue
        gone.add(index)
        line = _Line(quads[index])
        rest = [other for other in order if other not in gone] if line.width >= _LINE_SHAPE * line.height else []
        while near := [other for other in rest if line.takes(quads[other])]:
            for other in near:
                line.stretch(quads[other])
                rest.remove(other)
                gone.add(other)
        made[index] = line.quad
    return [made[index] for index in sorted(made)]


class _Line:
    """A quadrilateral with the direction in which its text runs."""

    def __init__(self, quad: "Quad") -> None:
        self.quad = quad
        along = quad[1] - quad[0] + quad[2] - quad[3]
        self.width = float(np.linalg.norm(along)) / 2
        self.height = float(np.linalg.norm(quad[3] - quad[0] + quad[2] - quad[1])) / 2
        self._along = along / max(2 * self.width, 1e-6)
        self._across = np.array([-self._along[1], self._along[0]], np.float32)
        self._left, self._right = self._reach(quad, self._along)
        self._middle = sum(self._reach(quad, self._across)) / 2

    def takes(self, other: "Quad") -> bool:
        top, bottom = self._reach(other, self._across)
        left, right = self._reach(other, self._along)
        gap = max(left - self._right, self._left - right)
        return (
            gap <= _MOST_GAP * self.height
            and abs((top + bottom) / 2 - self._middle) <= _MOST_OFFSET * self.height
            and _HEIGHTS[0] * self.height <= bottom - top <= _HEIGHTS[1] * self.height
        )

    def stretch(self, other: "Quad") -> None:
        left, right = self._reach(other, self._along)
        back, forth = min(0.0, left - self._left), max(0.0, right - self._right)
        moves = np.array([back, forth, forth, back], np.float32)[:, None] * self._along
        self.quad = (self.quad + moves).astype(np.float32)
        self._left, self._right = min(self._left, left), max(self._right, right)

    @staticmethod
    def _reach(quad: "Quad", direction: "np.ndarray[tuple[int, ...], np.dtype[np.float32]]") -> tuple[float, float]:
        places = quad @ direction
        return float(places.min()), float(places.max())
