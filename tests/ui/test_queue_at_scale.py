"""The queue with many rows, and what is done with many of them: filter, removal and undo, order, columns."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QObject, QSettings, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot
from qasync import QEventLoop

from momentry_desk.core.model import OrderKey, Priority, TaskStatus
from momentry_desk.core.snapshot import TaskRow, VideoRow
from momentry_desk.ui import queue_columns
from momentry_desk.ui.intake import AT_ONCE
from momentry_desk.ui.main_window import MainWindow
from momentry_desk.ui.queue_model import Column
from momentry_desk.ui.queue_painting import column_widths
from momentry_desk.ui.theme import ROW_HEIGHT, Theme
from momentry_desk.ui.toast import Toast
from tests.ui.fake_engine import FakeEngine, task_row

MANY = 3 * AT_ONCE + 7


def names(window: MainWindow) -> list[str]:
    model = window.desk.queue_model
    return [row.task_id for row in model.rows_at(range(model.rowCount()))]


def choose(window: MainWindow, first: int, last: int) -> None:
    model = window.desk.queue_model
    flags = QItemSelectionModel.SelectionFlag
    chosen = QItemSelection(model.index(first, 0), model.index(last, len(Column) - 1))
    window.desk.queue.table.selectionModel().select(chosen, flags.ClearAndSelect | flags.Rows)


def test_a_large_queue_comes_in_pieces_in_its_order_with_what_changes_meanwhile(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    rows = [task_row(n) for n in range(1, MANY + 1)]
    engine.put(rows)
    model = window.desk.queue_model
    assert AT_ONCE <= model.rowCount() < MANY
    engine.put([task_row(MANY, status=TaskStatus.PROCESSING, started_at=1.0)])
    engine.removals.remove(["task_000001"])
    qtbot.waitUntil(lambda: model.rowCount() == MANY - 1)
    assert names(window) == [rows[-1].task_id, *(row.task_id for row in rows[1:-1])]


def test_the_filter_counts_says_when_nothing_matches_and_gives_way_to_a_button(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.put([task_row(n, status=TaskStatus.FAILED if n % 4 == 0 else TaskStatus.PENDING) for n in range(1, 21)])
    pane = window.desk.queue
    window.menu_bar.filter.trigger()
    assert window.focusWidget() is pane.filter.box
    pane.filter.statuses.about_to_open.emit()
    failed = next(a for a in pane.filter.statuses.menu().actions() if a.text() == "Failed\t5")
    failed.trigger()
    assert len(names(window)) == 5
    assert pane._heading.text() == "QUEUE · 5 of 20"
    qtbot.keyClicks(pane.filter.box, "lighthouse")
    qtbot.waitUntil(pane.nothing.isVisible)
    # What comes now and matches is seen at once.
    engine.put([task_row(30, status=TaskStatus.FAILED, file_name="Lighthouse.mp4")])
    assert names(window) == ["task_000030"]
    assert pane.table.isVisible()
    pane.clear_filter()
    assert len(names(window)) == 21


def test_thousands_are_removed_together_and_come_back_with_one_key(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.put([task_row(n) for n in range(1, MANY + 1)])
    model = window.desk.queue_model
    qtbot.waitUntil(lambda: model.rowCount() == MANY)
    choose(window, 1, MANY - 2)
    assert window.desk.queue._heading.text() == f"QUEUE · {MANY:,} · {MANY - 2:,} selected"
    window.desk.task_actions.remove.trigger()
    qtbot.waitUntil(window.toast.isVisible)
    assert names(window) == ["task_000001", f"task_{MANY:06}"]
    assert window.toast.text() == f"{MANY - 2} scans taken off the list"
    assert window.menu_bar.undo.isEnabled()
    window.menu_bar.undo.trigger()
    qtbot.waitUntil(lambda: model.rowCount() == MANY)
    assert names(window) == [f"task_{n:06}" for n in range(1, MANY + 1)]
    assert not window.toast.isVisible()
    assert not window.menu_bar.undo.isEnabled()


def test_a_removal_is_final_once_its_toast_has_gone_and_not_before_another_has_come(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.put([task_row(n) for n in range(1, 6)])
    window.desk.removals.remove(("task_000001",))
    qtbot.waitUntil(window.toast.isVisible)
    window.desk.removals.remove(("task_000002",))
    qtbot.waitUntil(lambda: window.desk.removals.can_undo)
    assert "removals.make_final" not in dict(engine.calls)
    window.toast._time.setInterval(0)
    window.toast._time.start()
    qtbot.waitUntil(lambda: ("removals.make_final", "2") in engine.calls)
    assert not window.desk.removals.can_undo


def test_rows_selected_and_hidden_by_another_order_keep_their_selection(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.put([task_row(n, file_name=f"{100 - n:03}.mp4") for n in range(1, 51)])
    choose(window, 10, 19)
    chosen = {row.task_id for row in window.desk.queue.selected_rows()}
    window.desk.queue.table.sortByColumn(Column.FILE, Qt.SortOrder.AscendingOrder)
    engine.put([task_row(n, status=TaskStatus.COMPLETED, completed_at=1.0) for n in range(1, 51, 2)])
    window.desk.removals.remove(tuple(f"task_{n:06}" for n in range(12, 51, 3)))
    left = {row.task_id for row in window.desk.queue.selected_rows()}
    assert left == chosen - {f"task_{n:06}" for n in range(12, 51, 3)}


def test_waiting_rows_move_by_key_and_only_in_their_own_order(window: MainWindow, engine: FakeEngine) -> None:
    engine.put([task_row(n) for n in range(1, 6)])
    choose(window, 2, 3)
    actions = window.desk.task_actions
    actions.up.trigger()
    actions.bottom.trigger()
    moved = ("task_000003", "task_000004")
    assert [given for name, given in engine.calls if name == "move"] == [(moved, "up"), (moved, "bottom")]
    window.desk.queue.table.sortByColumn(Column.FILE, Qt.SortOrder.AscendingOrder)
    actions.up.trigger()
    assert window.status_line.text().startswith("Sort by #")
    actions.refresh()
    assert not actions.up.isEnabled()
    assert actions.up.toolTip().startswith("Sort by #")
    assert len([name for name, _ in engine.calls if name == "move"]) == 2


def prioritised(number: int, level: Priority) -> TaskRow:
    order = OrderKey(0, level.rank, float(number), f"task_{number:06}")
    return task_row(number, priority=level, order=order)


@pytest.mark.parametrize(
    ("moved", "gap", "said", "button", "level"),
    [
        (4, 0, "clip 004.mp4 went as far as its priority lets it: Low", "Make it High", Priority.HIGH),
        (4, 2, "clip 004.mp4 went as far as its priority lets it: Low", "Make it Normal", Priority.NORMAL),
        (1, 3, "clip 001.mp4 went as far as its priority lets it: High", "Make it Normal", Priority.NORMAL),
        (1, 4, "clip 001.mp4 went as far as its priority lets it: High", "Make it Low", Priority.LOW),
    ],
)
def test_a_drop_beyond_its_priority_is_told_and_the_priority_to_stand_there_is_offered(
    window: MainWindow,
    engine: FakeEngine,
    qtbot: QtBot,
    moved: int,
    gap: int,
    said: str,
    button: str,
    level: Priority,
) -> None:
    levels = (Priority.HIGH, Priority.NORMAL, Priority.NORMAL, Priority.LOW)
    engine.put([prioritised(number, one) for number, one in enumerate(levels, 1)])
    ids = (f"task_{moved:06}",)
    where = window.desk.queue_model.before(gap, frozenset(ids))
    window.desk.queue.table.moved.emit(ids, where)
    qtbot.waitUntil(lambda: bool(window.findChildren(Toast)))
    toast = next(one for one in window.findChildren(Toast) if one.isVisible())
    assert (toast.text(), toast.button.text()) == (said, button)
    toast.button.click()
    qtbot.waitUntil(lambda: len([1 for name, _ in engine.calls if name == "move"]) == 2)
    asked = [(name, given) for name, given in engine.calls if name in ("move", "set_priority", "priority")]
    assert asked == [("move", (ids, where)), ("set_priority", ids), ("priority", level), ("move", (ids, where))]
    assert not toast.isVisible()


def test_two_toasts_lie_one_above_the_other_whichever_came_first(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    long = "a very long name of a file " * 20
    engine.put(
        [task_row(1), task_row(2, file_name=long), prioritised(3, Priority.HIGH), prioritised(4, Priority.LOW)]
    )
    window.desk.reordering.drop(("task_000002",), "bottom")
    window.desk.removals.remove(("task_000001",))
    qtbot.waitUntil(window.toast.isVisible)
    other = next(one for one in window.findChildren(Toast) if one is not window.toast)
    assert other.isVisible()
    assert other.geometry().bottom() < window.toast.y()
    assert window.rect().contains(other.geometry())
    window.toast.put_away()
    assert other.geometry().bottom() > window.toast.y()


def test_a_drop_where_it_may_stand_is_no_matter_for_a_word(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    marked = task_row(5, priority=Priority.LOW, order=OrderKey(-1, Priority.LOW.rank, 5.0, "task_000005"))
    engine.put(
        [marked, prioritised(1, Priority.HIGH), prioritised(2, Priority.NORMAL), prioritised(3, Priority.LOW)]
    )
    for moved, gap in ((3, 0), (1, 2), (2, 3), (2, 2)):
        ids = (f"task_{moved:06}",)
        window.desk.queue.table.moved.emit(ids, window.desk.queue_model.before(gap, frozenset(ids)))
    assert len([1 for name, _ in engine.calls if name == "move"]) == 4
    assert not any(one.isVisible() for one in window.findChildren(Toast))


def test_a_step_that_leads_nowhere_says_so(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    engine.put([task_row(1), task_row(2)])
    window.desk.queue.select("task_000001")
    engine.places = {"task_000001": 1}
    window.desk.task_actions.up.trigger()
    qtbot.waitUntil(lambda: window.status_line.text() == "At the top of its priority already")


class Painted(QObject):
    """What of a widget was painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.heights: list[int] = []
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.heights.append(event.region().boundingRect().height())
        return False


def test_a_running_row_paints_itself_alone(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    running = task_row(1, status=TaskStatus.PROCESSING, started_at=1.0, progress=10)
    engine.put([running, *(task_row(n) for n in range(2, 40))])
    qtbot.waitExposed(window)
    painted = Painted(window.desk.queue.table.viewport())
    for percent in range(11, 15):
        # What else a new window paints comes with the first of them.
        painted.heights.clear()
        engine.put([task_row(1, status=TaskStatus.PROCESSING, started_at=1.0, progress=percent)])
        qtbot.waitUntil(lambda: bool(painted.heights))
    assert max(painted.heights) <= ROW_HEIGHT + 1


def test_stills_are_fetched_for_what_is_in_view_alone(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    videos = [VideoRow(f"video_{n:06}", f"{n}.mp4", f"/{n}.mp4", 1, float(n)) for n in range(1, 201)]
    engine.put([task_row(1)], videos)
    qtbot.waitUntil(lambda: "thumbnails" in dict(engine.calls))
    asked = {one for name, given in engine.calls if name == "thumbnails" for one in given}  # type: ignore[attr-defined]
    assert 0 < len(asked) < 60
    qtbot.waitUntil(lambda: "make_pictures" in dict(engine.calls), timeout=5000)


@pytest.fixture
def make_window(engine: FakeEngine, theme: Theme, loop: QEventLoop) -> Iterator[Callable[[QSettings], MainWindow]]:
    made: list[MainWindow] = []

    def make(state: QSettings) -> MainWindow:
        window = MainWindow(engine, theme, state=state)  # type: ignore[arg-type]
        window.resize(1280, 800)
        window.show()
        made.append(window)
        return window

    yield make
    for window in made:
        window.leave()
        window.deleteLater()


def test_columns_that_were_hidden_and_the_sort_are_there_again_at_the_next_start(
    make_window: Callable[[QSettings], MainWindow], engine: FakeEngine, tmp_path: Path
) -> None:
    engine.put([task_row(1)])
    state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    first = make_window(state)
    first.read_all()
    columns = first.desk.queue.table.columns
    next(one for one in columns.menu().actions() if one.text() == "Processors").trigger()
    next(one for one in columns.menu().actions() if one.text() == "Left").trigger()
    first.desk.queue.table.sortByColumn(Column.FILE, Qt.SortOrder.DescendingOrder)
    first.leave()
    second = make_window(QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat))
    second.read_all()
    table = second.desk.queue.table
    unticked = [one.text() for one in table.columns.menu().actions() if one.isCheckable() and not one.isChecked()]
    assert unticked == ["Processors", "Left"]
    assert table.isColumnHidden(Column.PROCESSORS)
    assert not second.desk.queue_model.in_queue_order


@pytest.mark.parametrize("chosen", [False, True])
def test_widths_that_nobody_chose_fit_the_words_of_the_next_start(
    make_window: Callable[[QSettings], MainWindow],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    chosen: bool,
) -> None:
    first = make_window(QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat))
    usual = column_widths(first.desk.queue.table.font())
    if chosen:
        first.desk.queue.table.setColumnWidth(Column.STATUS, usual[Column.STATUS] + 21)
    first.leave()
    longer = {column: width + 5 for column, width in usual.items()}
    monkeypatch.setattr(queue_columns, "column_widths", lambda _: longer)
    second = make_window(QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat))
    expected = usual[Column.STATUS] + (21 if chosen else 5)
    assert second.desk.queue.table.columnWidth(Column.STATUS) == expected


def test_the_toast_s_button_can_be_reached_by_key(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    engine.put([task_row(1), task_row(2)])
    window.desk.removals.remove(("task_000001",))
    qtbot.waitUntil(window.toast.isVisible)
    button = window.toast.findChild(QPushButton)
    assert isinstance(button, QPushButton)
    assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    button.click()
    qtbot.waitUntil(lambda: isinstance(window.desk.queue_model.row_of("task_000001"), TaskRow))
