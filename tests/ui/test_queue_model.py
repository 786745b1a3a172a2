"""The queue's table: its order, its places, and how little is repainted."""

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPersistentModelIndex, Qt
from pytestqt.modeltest import ModelTester

from momentry_desk.core.model import FailureKind, OrderKey, Priority, TaskStatus
from momentry_desk.core.snapshot import TaskRow, VideoRow
from momentry_desk.ui.library_view import LibraryModel
from momentry_desk.ui.queue_filter import QueueFilter, counted
from momentry_desk.ui.queue_model import Column, QueueModel, queue_order
from tests.ui.fake_engine import task_row


def ids(model: QueueModel) -> list[str]:
    rows = [model.row_at(model.index(n, 0)) for n in range(model.rowCount())]
    return [row.task_id for row in rows if row is not None]


def text(model: QueueModel, row: TaskRow, column: Column) -> str:
    place = model.place_of(row.task_id)
    assert place is not None
    return str(model.data(model.index(place, column)))


def model_of(*rows: TaskRow) -> QueueModel:
    model = QueueModel(clock=lambda: 0.0)
    model.apply(rows)
    return model


def test_running_rows_come_first_then_those_waiting_in_their_order_then_the_latest_ended() -> None:
    running = task_row(9, status=TaskStatus.PROCESSING, started_at=5.0)
    early = task_row(1)
    high = task_row(2, priority=Priority.HIGH, order=OrderKey(0, 0, 2.0, "task_000002"))
    front = task_row(3, order=OrderKey(-1, 1, 3.0, "task_000003"))
    old = task_row(4, status=TaskStatus.COMPLETED, completed_at=10.0)
    new = task_row(5, status=TaskStatus.FAILED, completed_at=20.0)
    model = model_of(old, early, new, high, front, running)
    assert ids(model) == [row.task_id for row in (running, front, high, early, new, old)]


def test_positions_skip_rows_that_are_held_or_wait_for_something() -> None:
    rows = [task_row(1), task_row(2, held=True), task_row(3, waiting_for="drive CARD_A"), task_row(4)]
    model = model_of(*rows)
    assert [text(model, row, Column.POSITION) for row in rows] == ["1", "", "", "2"]


def test_positions_move_up_when_one_starts() -> None:
    rows = [task_row(n) for n in range(1, 4)]
    model = model_of(*rows)
    model.apply([msgspec.structs.replace(rows[0], status=TaskStatus.PROCESSING, started_at=1.0)])
    assert [text(model, row, Column.POSITION) for row in rows] == ["", "1", "2"]


def test_progress_repaints_one_row_and_resets_nothing() -> None:
    running = task_row(1, status=TaskStatus.PROCESSING, started_at=1.0, progress=10)
    model = model_of(running, *(task_row(n) for n in range(2, 50)))
    repainted: list[tuple[int, int]] = []
    disturbed: list[str] = []
    model.dataChanged.connect(lambda first, last, *_: repainted.append((first.row(), last.row())))
    model.modelReset.connect(lambda: disturbed.append("reset"))
    model.layoutChanged.connect(lambda *_: disturbed.append("layout"))
    model.apply([msgspec.structs.replace(running, progress=11)])
    assert repainted == [(0, 0)]
    assert disturbed == []


def test_the_times_of_a_running_row_go_on_between_two_updates_and_stand_still_while_suspended() -> None:
    now = [100.0]
    model = QueueModel(clock=lambda: now[0])
    row = task_row(1, status=TaskStatus.PROCESSING, started_at=1.0, running_s=10.0, remaining_s=20.0)
    still = msgspec.structs.replace(row, task_id="task_000002", suspended=True)
    model.apply([row, still])
    now[0] = 105.0
    assert (text(model, row, Column.TIME), text(model, row, Column.LEFT)) == ("0:15", "0:15")
    assert text(model, still, Column.TIME) == "0:10"
    now[0] = 200.0
    assert text(model, row, Column.LEFT) == "0:00"


def test_it_says_whether_times_run_so_that_nobody_ticks_for_nothing() -> None:
    model = QueueModel()
    said: list[bool] = []
    model.moves.connect(said.append)
    row = task_row(1, status=TaskStatus.PROCESSING, started_at=1.0)
    model.apply([task_row(2)])
    model.apply([row])
    model.apply([msgspec.structs.replace(row, progress=5)])
    model.apply([msgspec.structs.replace(row, suspended=True)])
    model.apply([row])
    model.apply([msgspec.structs.replace(row, status=TaskStatus.COMPLETED)])
    assert said == [True, False, True, False]


def test_a_failed_row_tells_cause_and_next_step_in_its_tooltip() -> None:
    row = task_row(1, status=TaskStatus.FAILED, failure_kind=FailureKind.SOURCE_MISSING)
    said = model_of(row).data(model_of(row).index(0, Column.FILE), Qt.ItemDataRole.ToolTipRole)
    model = model_of(row)
    said = model.data(model.index(0, Column.FILE), Qt.ItemDataRole.ToolTipRole)
    assert "clip 001.mp4 is not where it was." in said
    assert "Connect the drive" in said


def test_sorting_keeps_a_selected_row_in_hand() -> None:
    rows = [task_row(n, file_name=name) for n, name in enumerate(("b.mp4", "c.mp4", "a.mp4"), 1)]
    model = model_of(*rows)
    held = QPersistentModelIndex(model.index(1, 0))
    model.sort(Column.FILE, Qt.SortOrder.DescendingOrder)
    assert ids(model) == ["task_000002", "task_000001", "task_000003"]
    assert held.row() == 0
    model.sort(-1)
    assert ids(model) == ["task_000001", "task_000002", "task_000003"]


@pytest.mark.parametrize("column", list(Column))
def test_every_column_sorts_rows_in_every_state(column: Column) -> None:
    rows = [task_row(n, status=status) for n, status in enumerate(TaskStatus, 1)]
    rows.append(task_row(8, held=True))
    model = model_of(*rows)
    model.sort(column, Qt.SortOrder.DescendingOrder)
    assert sorted(ids(model)) == sorted(row.task_id for row in rows)


def test_many_rows_that_change_at_once_end_in_order() -> None:
    rows = [task_row(n) for n in range(1, 1001)]
    model = model_of(*rows)
    changed = [msgspec.structs.replace(row, status=TaskStatus.CANCELLED, completed_at=1.0) for row in rows[::2]]
    model.apply(changed)
    newest = {row.task_id: row for row in (*rows, *changed)}
    assert ids(model) == [row.task_id for row in sorted(newest.values(), key=queue_order)]
    assert text(model, rows[1], Column.POSITION) == "1"


_ROWS = st.builds(
    lambda number, status, held, place, done: task_row(
        number,
        status=status,
        held=held,
        order=OrderKey(0, 1, float(place), f"task_{number:06}"),
        completed_at=float(done),
        started_at=float(done),
    ),
    st.integers(1, 12),
    st.sampled_from(TaskStatus),
    st.booleans(),
    st.integers(0, 5),
    st.integers(0, 5),
)
_STEPS = st.lists(st.tuples(st.lists(_ROWS, max_size=6), st.lists(st.integers(1, 12), max_size=4)), max_size=8)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    steps=_STEPS,
    sorted_by=st.sampled_from([None, Column.FILE, Column.PROGRESS]),
    reverse=st.booleans(),
    only=st.sampled_from([None, TaskStatus.PENDING]),
)
def test_whatever_comes_in_the_table_equals_the_rows_sorted(
    qtmodeltester: ModelTester,
    steps: list[tuple[list[TaskRow], list[int]]],
    sorted_by: Column | None,
    reverse: bool,
    only: TaskStatus | None,
) -> None:
    model = QueueModel(clock=lambda: 0.0)
    qtmodeltester.check(model, force_py=False)
    if sorted_by is not None:
        model.sort(sorted_by, Qt.SortOrder.DescendingOrder if reverse else Qt.SortOrder.AscendingOrder)
    model.show_only(QueueFilter(statuses=frozenset({only} if only else ())).wanted())
    truth: dict[str, TaskRow] = {}
    for upserted, removed in steps:
        gone = [f"task_{number:06}" for number in removed]
        for one in gone:
            truth.pop(one, None)
        truth.update({row.task_id: row for row in upserted})
        model.apply(upserted, gone)
    rows = list(truth.values())
    if sorted_by is None:
        expected = sorted(rows, key=queue_order)
    elif sorted_by is Column.FILE:
        expected = sorted(rows, key=lambda row: (row.file_name, row.task_id), reverse=reverse)
    else:
        expected = sorted(rows, key=lambda row: (row.progress, row.task_id), reverse=reverse)
    assert ids(model) == [row.task_id for row in expected if only in (None, row.status)]
    waiting = sorted(
        (row for row in rows if row.status is TaskStatus.PENDING and not row.held), key=lambda r: r.order
    )
    assert [model.position(row) for row in waiting] == list(range(1, len(waiting) + 1))
    for row in rows:
        assert model.task_of(row.file_uuid) == row
    model.show_only(None)
    assert ids(model) == [row.task_id for row in expected]
    model.deleteLater()


def test_every_word_of_the_filter_has_to_stand_in_the_name_and_one_of_each_kind_will_do() -> None:
    rows = [
        task_row(1, file_name="Harbour Take 3.mp4", status=TaskStatus.FAILED),
        task_row(2, file_name="harbour take 4.mp4"),
        task_row(3, file_name="Interview take 3.mp4", processors=("asr",), priority=Priority.HIGH),
    ]

    def left(asked: QueueFilter) -> list[str]:
        wanted = asked.wanted()
        return [row.task_id[-1] for row in rows if wanted is None or wanted(row)]

    assert left(QueueFilter("  ")) == ["1", "2", "3"]
    assert left(QueueFilter("3 TAKE")) == ["1", "3"]
    assert left(QueueFilter(statuses=frozenset({TaskStatus.FAILED, TaskStatus.CANCELLED}))) == ["1"]
    assert left(QueueFilter(processors=frozenset({"ocr", "scene"}))) == ["1", "2"]
    assert left(QueueFilter("take", priorities=frozenset({Priority.HIGH}))) == ["3"]
    counts = counted(rows)
    assert (counts.statuses[TaskStatus.PENDING], counts.processors["asr"], counts.priorities[Priority.HIGH]) == (
        2,
        3,
        1,
    )


def test_a_drop_stands_before_the_next_that_waits_in_sight_or_not() -> None:
    running = task_row(1, status=TaskStatus.PROCESSING, started_at=1.0)
    ended = task_row(9, status=TaskStatus.COMPLETED, completed_at=1.0)
    rows = [task_row(n, file_name="shown" if n < 5 else "hidden") for n in range(2, 7)]
    model = model_of(running, *rows, ended)
    assert model.before(0, frozenset({"task_000004"})) == "task_000002"
    assert model.before(3, frozenset({"task_000004"})) == "task_000005"
    assert model.before(7, frozenset({"task_000004"})) == "bottom"
    model.show_only(QueueFilter("shown").wanted())
    assert model.before(3, frozenset({"task_000002"})) == "task_000005"


def test_the_library_says_of_a_scan_that_stands_still_that_it_is_paused() -> None:
    model = LibraryModel()
    row = task_row(1, status=TaskStatus.PROCESSING)
    video = VideoRow(row.file_uuid, row.file_name, row.path, 1, 1.0)
    model.apply([video], [])
    said = []
    for suspended in (False, True, False):
        model.watch([msgspec.structs.replace(row, suspended=suspended)], [])
        said.append(model.summary(video))
    model.watch([msgspec.structs.replace(row, status=TaskStatus.PENDING)], [])
    assert [*said, model.summary(video)] == ["scanning", "paused", "scanning", "being looked at"]
