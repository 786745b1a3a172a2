"""Many rows are put into another order in short steps, and what changes meanwhile is not lost."""

import itertools
from collections.abc import Iterator
from types import SimpleNamespace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from momentry_desk.core.model import TaskStatus
from momentry_desk.core.snapshot import VideoRow
from momentry_desk.ui import gradual_order, rows_model
from momentry_desk.ui.gradual_order import GradualOrder
from momentry_desk.ui.library_view import LibraryModel
from momentry_desk.ui.queue_model import Column, QueueModel
from momentry_desk.ui.rows_model import RowsModel
from momentry_desk.ui.sorted_rows import SortedRows
from tests.ui.fake_engine import task_row


@pytest.fixture
def gradual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gradual_order, "_RUN", 4)
    monkeypatch.setattr(rows_model, "AT_ONCE", 10)


def names(model: QueueModel) -> list[str]:
    return [row.file_name for row in model.rows_at(range(model.rowCount()))]


@given(st.lists(st.integers(0, 9), max_size=60), st.booleans())
def test_short_steps_lead_to_the_order_that_one_sort_gives(numbers: list[int], odd_alone: bool) -> None:
    def key(row: tuple[int, int]) -> tuple[object, ...]:
        return (row[0], f"{row[1]:03}")

    rows = [(number, place) for place, number in enumerate(numbers)]
    gradual = GradualOrder(rows, key, (lambda row: row[0] % 2 == 1) if odd_alone else None)
    steps: Iterator[None] = iter(gradual)
    for _ in steps:
        pass
    assert gradual.order == sorted(key(row) for row in rows if not odd_alone or row[0] % 2)
    assert gradual.keys == {str(one[-1]): one for one in gradual.order}


def test_rows_that_change_come_and_go_while_others_are_sorted_stand_where_they_belong(
    gradual: None, qtbot: QtBot
) -> None:
    rows = [task_row(n, file_name=f"take {97 * n % 100:02}") for n in range(1, 41)]
    model = QueueModel(clock=lambda: 0.0)
    model.apply(rows)
    before = names(model)
    model.sort(Column.FILE, Qt.SortOrder.DescendingOrder)
    assert model.ordering
    assert names(model) == before
    changed = msgspec.structs.replace(rows[3], file_name="take 99a")
    begun = msgspec.structs.replace(rows[4], status=TaskStatus.PROCESSING, started_at=1.0)
    new = task_row(50, file_name="take 00a")
    model.apply([changed, begun, new], [rows[7].task_id])
    model.show_only(lambda row: row.task_id != rows[9].task_id)
    qtbot.waitUntil(lambda: not model.ordering)
    left = [*rows[:3], changed, begun, *rows[5:7], rows[8], *rows[10:], new]
    assert names(model) == sorted((row.file_name for row in left), reverse=True)


class Weighty:
    """A part of a sort key that tells how many of its kind there are."""

    alive = 0

    def __init__(self, number: int) -> None:
        self.number = number
        type(self).alive += 1

    def __del__(self) -> None:
        type(self).alive -= 1

    def __lt__(self, other: "Weighty") -> bool:
        return self.number < other.number


def test_the_keys_of_the_order_before_are_freed_a_few_in_each_step(
    gradual: None, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    few, count = 5, 200
    monkeypatch.setattr(rows_model, "_FREED", few)
    # One thing is done in each step.
    monkeypatch.setattr(rows_model, "time", SimpleNamespace(perf_counter=itertools.count(0.0, 0.003).__next__))

    def key(row: tuple[int, str]) -> tuple[object, ...]:
        return (Weighty(row[0]), row[1])

    model = RowsModel(SortedRows(lambda row: row[1], key), lambda row: row[1])
    model.apply([(n, f"{n:03}") for n in range(count)])
    qtbot.waitUntil(lambda: not model._stepping.isActive())
    assert Weighty.alive == count
    at_the_change: list[int] = []
    model.reordered.connect(lambda: at_the_change.append(Weighty.alive))
    freed: list[int] = []
    model.sort_by(key, reverse=True)
    model._stepping.stop()
    while model.ordering or Weighty.alive > count:
        before = Weighty.alive
        model._go_on()
        freed.append(before - Weighty.alive)
    assert at_the_change == [2 * count]
    assert max(freed) == few
    assert model.rows_at([0]) == ((count - 1, f"{count - 1:03}"),)
    model.stop()


def test_what_is_changed_in_many_rows_and_not_in_their_order_puts_nothing_into_order_anew(qtbot: QtBot) -> None:
    videos = [VideoRow(f"v{n:03}", f"{n:03}.mp4", f"/f/{n:03}.mp4", 1, float(n)) for n in range(300)]
    model = LibraryModel()
    model.apply(videos)
    told: list[str] = []
    model.layoutChanged.connect(lambda *_: told.append("order"))
    model.dataChanged.connect(lambda *_: told.append("cells"))
    model.apply([msgspec.structs.replace(one, missing=True) for one in videos[50:250]])
    assert told == ["cells"]
    shown = model.rows_at(range(model.rowCount()))
    assert [row.missing for row in shown] == [50 <= n < 250 for n in range(299, -1, -1)]
