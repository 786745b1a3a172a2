"""The queue with 100,000 scans."""

from collections.abc import Callable

from PySide6.QtCore import QSize

from momentry_desk.core.model import (
    FailureKind,
    MediaInfo,
    OrderKey,
    Priority,
    TaskStatus,
)
from momentry_desk.core.snapshot import (
    TaskRow,
    VideoRow,
)
from momentry_desk.ui.main_window import MainWindow
from tests.ui.fake_engine import FakeEngine
from window_states.footage import FILES, busy
from window_states.state import State


def _many(engine: FakeEngine) -> None:
    """100,000 scans: two run, sixty thousand wait, and some failed."""
    busy(engine)
    endings = (TaskStatus.COMPLETED, TaskStatus.FAILED, TaskStatus.COMPLETED, TaskStatus.CANCELLED)
    levels = (Priority.NORMAL, Priority.NORMAL, Priority.HIGH, Priority.LOW)
    rows = []
    for n in range(100_000 - 7):
        name = f"C{n % 10_000:04}_{FILES[n % 5][0]}"
        level = levels[n // 3 % 4] if n > 40 else Priority.NORMAL
        fields: dict[str, object] = {"remaining_s": 90.0 + n % 300, "priority": level}
        if n % 5 > 2:
            status = endings[n // 5 % 4]
            fields = {"status": status, "completed_at": float(n), "progress": 100, "running_s": 30.0 + n % 200}
            if status is TaskStatus.FAILED:
                fields |= {"failure_kind": FailureKind.SOURCE_INVALID, "progress": n % 90}
        order = OrderKey(0, level.rank, 10.0 + n, f"many{n:06}")
        rows.append(
            TaskRow(
                f"many{n:06}",
                f"f{n}",
                name,
                f"/footage/{name}",
                **{"status": TaskStatus.PENDING, "priority": level, **fields},  # type: ignore[arg-type]
                processors=("face", "asr", "ocr", "scene") if n % 7 else ("asr",),
                order=order,
                queued_at=0.0,
            )
        )
    engine.put(rows)
    media = MediaInfo("mov", 95.0, True, True, 1920, 1080, 0, "25/1", "h264", "aac")
    engine.put(
        videos=[
            VideoRow(row.file_uuid, row.file_name, row.path, 1_000_000, -float(n), media)
            for n, row in enumerate(rows)
        ]
    )


def _take_all_in(window: MainWindow) -> None:
    for intake in (window.desk._rows, window.desk._videos):
        while intake._waiting:
            intake._go_on()


def _filtered(window: MainWindow) -> None:
    _take_all_in(window)
    bar = window.desk.queue.filter
    bar.box.setText("gx01")
    bar.statuses.about_to_open.emit()
    bar.statuses.menu().actions()[3].trigger()


def _removed(window: MainWindow) -> None:
    _take_all_in(window)
    window.desk.removals.remove(tuple(f"many{n:06}" for n in range(0, 4000, 5)))


def _failed(window: MainWindow) -> None:
    _take_all_in(window)
    bar = window.desk.queue.filter
    bar.statuses.about_to_open.emit()
    bar.statuses.menu().actions()[3].trigger()
    first = window.desk.queue_model.row_at(window.desk.queue_model.index(3, 0))
    assert first is not None
    window.desk.queue.select(first.task_id)


def _barred(window: MainWindow) -> None:
    """A scan of low priority was dropped among those of the normal one, just after others were removed."""
    _removed(window)
    model = window.desk.queue_model
    low = next(row for row in model.all() if row.priority is Priority.LOW and row.status is TaskStatus.PENDING)
    window.desk.reordering.drop((low.task_id,), model.before(6, frozenset([low.task_id])))


def _small(act: Callable[[MainWindow], None]) -> Callable[[MainWindow], None]:
    def done(window: MainWindow) -> None:
        window.resize(QSize(1024, 640))
        act(window)

    return done


def _all_chosen(window: MainWindow) -> None:
    _take_all_in(window)
    window.desk.task_actions.select_all.trigger()


STATES = {
    "many": State(_many, act=_take_all_in),
    "many-filtered": State(_many, None, _filtered),
    "many-toast": State(_many, "t2", _removed),
    "many-failed": State(_many, None, _failed),
    "many-chosen": State(_many, None, _all_chosen),
    "many-barred": State(_many, None, _barred),
    "many-small": State(_many, act=_small(_take_all_in)),
    "many-small-failed": State(_many, None, _small(_failed)),
    "many-small-barred": State(_many, None, _small(_barred)),
}
