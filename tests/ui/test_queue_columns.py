"""The name of a file has the room to be read; what somebody asked for by hand stays."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from qasync import QEventLoop

from momentry_desk.core.model import Priority, TaskStatus
from momentry_desk.ui import words
from momentry_desk.ui.main_window import MainWindow
from momentry_desk.ui.queue_columns import QueueColumns
from momentry_desk.ui.queue_model import Column
from momentry_desk.ui.theme import Theme
from tests.ui.fake_engine import FakeEngine, task_row


@pytest.fixture
def make_window(
    engine: FakeEngine, theme: Theme, loop: QEventLoop, tmp_path: Path
) -> Iterator[Callable[[], MainWindow]]:
    """Windows of one person, who opens them one after another, 1280 pixels wide."""
    made: list[MainWindow] = []
    engine.put([task_row(1)])

    def make() -> MainWindow:
        window = MainWindow(engine, theme, state=QSettings(str(tmp_path / "w.ini"), QSettings.Format.IniFormat))  # type: ignore[arg-type]
        window.resize(1280, 800)
        window.show()
        window.read_all()
        made.append(window)
        return window

    yield make
    for window in made:
        window.leave()
        window.deleteLater()


def ticked(columns: QueueColumns) -> set[str]:
    return {one.text() for one in columns.menu().actions() if one.isChecked()}


def trigger(columns: QueueColumns, name: str) -> None:
    next(one for one in columns.menu().actions() if one.text() == name).trigger()


def test_at_the_usual_width_a_name_is_read_whole(make_window: Callable[[], MainWindow]) -> None:
    table = make_window().desk.queue.table
    assert table.columnWidth(Column.FILE) >= 230
    assert table.isColumnHidden(Column.PRIORITY)
    assert "Priority" not in ticked(table.columns)
    for column in (Column.POSITION, Column.STATUS, Column.PROCESSORS, Column.PROGRESS, Column.LEFT):
        assert not table.isColumnHidden(column)


def test_a_column_that_made_room_is_there_once_somebody_wants_it_and_at_the_next_start(
    make_window: Callable[[], MainWindow],
) -> None:
    first = make_window()
    trigger(first.desk.queue.table.columns, "Priority")
    assert not first.desk.queue.table.isColumnHidden(Column.PRIORITY)
    first.leave()
    second = make_window().desk.queue.table
    assert not second.isColumnHidden(Column.PRIORITY)
    second.columns._as_at_the_beginning()
    assert second.isColumnHidden(Column.PRIORITY)


def test_a_column_that_somebody_gave_its_width_is_kept(make_window: Callable[[], MainWindow]) -> None:
    first = make_window()
    first.resize(1600, 800)
    table = first.desk.queue.table
    table.setColumnWidth(Column.TIME, table.columnWidth(Column.TIME) + 12)
    first.resize(1280, 800)
    assert not table.isColumnHidden(Column.TIME)
    assert table.isColumnHidden(Column.PRIORITY)


def test_a_high_or_low_priority_is_seen_and_told_beside_the_name_without_its_column(
    window: MainWindow, engine: FakeEngine
) -> None:
    levels = (Priority.HIGH, Priority.LOW, Priority.NORMAL)
    engine.put([task_row(n, priority=level, file_name="take.mov") for n, level in enumerate(levels)])
    engine.put([task_row(3, priority=Priority.HIGH, file_name="take.mov", status=TaskStatus.COMPLETED)])
    table, model = window.desk.queue.table, window.desk.queue_model
    table.columns.show_column(Column.PRIORITY, False)
    shown, said = [], []
    for n in range(4):
        place = model.place_of(f"task_{n:06}")
        assert place is not None
        index = model.index(place, Column.FILE)
        shown.append(table.viewport().grab(table.visualRect(index)).toImage())
        said.append(model.data(index, Qt.ItemDataRole.AccessibleTextRole))
        told = model.data(index, Qt.ItemDataRole.ToolTipRole).splitlines()[1:]
        assert told == ([f"Priority: {words.priority(levels[n])}"] if n < 2 else [])
    usual = "File: take.mov"
    assert said == [f"{usual}, Priority: High", f"{usual}, Priority: Low", usual, usual]
    high, low, normal, ended = shown
    assert high != low != normal != high
    assert ended == normal
