"""Which changes of the queue are news to somebody who looks elsewhere."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from momentry_desk.core.announcements import About, Announcement, Announcer
from momentry_desk.core.model import OrderKey, Priority, TaskStatus
from momentry_desk.core.snapshot import Counts, TaskRow


def row(number: int, status: TaskStatus) -> TaskRow:
    return TaskRow(
        task_id=f"task_{number}",
        file_uuid=f"video_{number}",
        file_name=f"clip {number}.mp4",
        path=f"/clip {number}.mp4",
        status=status,
        priority=Priority.NORMAL,
        processors=("asr",),
        order=OrderKey(0, 1, float(number), f"task_{number}"),
        queued_at=0.0,
    )


def test_what_had_ended_before_is_no_news() -> None:
    announcer = Announcer()
    assert announcer.take_rows([row(1, TaskStatus.COMPLETED), row(2, TaskStatus.FAILED)]) == []
    assert announcer.take_counts(Counts(completed=1, failed=1)) == []


def test_a_file_a_failure_and_the_end_are_told_once() -> None:
    announcer = Announcer()
    waiting = [row(1, TaskStatus.PENDING), row(2, TaskStatus.PROCESSING)]
    assert announcer.take_rows(waiting) == []
    assert announcer.take_counts(Counts(processing=1, pending=1)) == []
    failed, done = row(2, TaskStatus.FAILED), row(1, TaskStatus.COMPLETED)
    assert announcer.take_rows([failed]) == [Announcement(About.FAILURE, failed)]
    assert announcer.take_counts(Counts(pending=1, failed=1)) == []
    assert announcer.take_rows([done]) == [Announcement(About.FILE, done)]
    assert announcer.take_counts(Counts(completed=1, failed=1)) == [Announcement(About.END, None, 1, 1)]
    assert announcer.take_rows([done, failed]) == []
    assert announcer.take_counts(Counts(completed=1, failed=1)) == []


def test_held_tasks_do_not_keep_the_end_away_and_cancelled_ones_are_none() -> None:
    announcer = Announcer()
    announcer.take_rows([row(number, TaskStatus.PENDING) for number in (1, 2)])
    announcer.take_rows([msgspec.structs.replace(row(3, TaskStatus.PENDING), held=True)])
    announcer.take_counts(Counts(pending=3, held=1))
    assert announcer.take_rows([row(1, TaskStatus.CANCELLED)]) == []
    announcer.take_rows([row(2, TaskStatus.COMPLETED)])
    assert announcer.take_counts(Counts(pending=1, held=1, completed=1, cancelled=1)) == [
        Announcement(About.END, None, 1, 0)
    ]


def test_work_that_was_only_cancelled_has_no_end_to_tell_of() -> None:
    announcer = Announcer()
    announcer.take_rows([row(1, TaskStatus.PROCESSING)])
    announcer.take_counts(Counts(processing=1))
    announcer.take_rows([row(1, TaskStatus.CANCELLED)])
    assert announcer.take_counts(Counts(cancelled=1)) == []


def test_the_fraction_grows_with_the_tasks_and_is_none_without_work() -> None:
    announcer = Announcer()
    assert announcer.fraction is None
    announcer.take_rows([row(1, TaskStatus.PROCESSING), row(2, TaskStatus.PENDING)])
    announcer.take_counts(Counts(processing=1, pending=1))
    assert announcer.fraction == 0.0
    announcer.take_rows([msgspec.structs.replace(row(1, TaskStatus.PROCESSING), progress=50)])
    assert announcer.fraction == 0.25
    announcer.take_rows([row(1, TaskStatus.COMPLETED)])
    assert announcer.fraction == 0.5
    announcer.take_rows([row(2, TaskStatus.FAILED)])
    announcer.take_counts(Counts(completed=1, failed=1))
    assert announcer.fraction is None


def test_the_end_waits_for_the_rows_where_the_counts_come_first() -> None:
    announcer = Announcer()
    announcer.take_counts(Counts(processing=1))
    announcer.take_rows([row(1, TaskStatus.PROCESSING)])
    assert announcer.take_counts(Counts(completed=1)) == []
    assert [one.about for one in announcer.take_rows([row(1, TaskStatus.COMPLETED)])] == [About.FILE, About.END]


@given(st.lists(st.tuples(st.integers(0, 4), st.sampled_from(list(TaskStatus)))))
def test_a_task_is_told_of_as_often_as_it_ended_after_it_was_open(steps: list[tuple[int, TaskStatus]]) -> None:
    announcer = Announcer()
    open_: dict[int, bool] = {}
    for number, status in steps:
        news = announcer.take_rows([row(number, status)])
        ended = status in (TaskStatus.COMPLETED, TaskStatus.FAILED)
        assert len(news) == (1 if ended and open_.get(number) else 0)
        open_[number] = status in (TaskStatus.PENDING, TaskStatus.PROCESSING)
