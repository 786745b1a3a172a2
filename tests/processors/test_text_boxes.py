"""Boxes of one line are joined; lines, columns and distant words stay apart."""

import numpy as np
import pytest
from numpy.typing import NDArray

from momentry_desk.processors.text_boxes import joined


def box(left: float, top: float, right: float, bottom: float, *, turn: float = 0.0) -> NDArray[np.float32]:
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    return np.asarray(corners @ np.array([[c, s], [-s, c]]), np.float32)


@pytest.mark.parametrize("turn", [0.0, 8.0, -20.0])
def test_a_lone_number_goes_with_its_line(turn: float) -> None:
    title, number = box(488, 449, 1318, 561, turn=turn), box(1357, 467, 1393, 543, turn=turn)
    (line,) = joined([title, number])
    assert np.allclose(line, box(488, 449, 1393, 561, turn=turn), atol=1.0)


def test_a_line_grows_over_several_boxes_from_both_sides() -> None:
    parts = [box(0, 0, 20, 40), box(40, 0, 200, 40), box(215, 0, 300, 38), box(318, 5, 330, 38)]
    (line,) = joined(parts)
    assert np.allclose(line, box(0, 0, 330, 40))


@pytest.mark.parametrize(
    "other",
    [
        box(300, 0, 400, 40),  # too far to the right
        box(0, 45, 200, 85),  # the next line
        box(205, 0, 215, 12),  # a spot
        box(205, -60, 260, 100),  # much larger
    ],
)
def test_what_is_no_part_of_the_line_stays_apart(other: NDArray[np.float32]) -> None:
    line = box(0, 0, 200, 40)
    assert [part.tolist() for part in joined([line, other])] == [line.tolist(), other.tolist()]


def test_columns_of_vertical_writing_stay_apart() -> None:
    columns = [box(0, 0, 40, 200), box(50, 0, 90, 200)]
    assert len(joined(columns)) == 2


def test_nothing_gives_nothing() -> None:
    assert joined([]) == []
