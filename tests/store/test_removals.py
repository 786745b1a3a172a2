"""What is taken off the list comes back as it stood, or is gone for good, whatever happens in between."""

from collections.abc import Callable

import pytest

from momentry_desk.core.findings import Checkpoint, Chunk, SpeechSegment
from momentry_desk.core.model import AttemptOutcome, Failure, FailureKind, Priority, TaskStatus
from momentry_desk.core.retry import Decision, Verdict
from momentry_desk.store.database import Database
from momentry_desk.store.removals import RemovalStore
from tests.store.rooms import NOW, Room

LATER = NOW + 100
HALF = Chunk(
    1, (SpeechSegment(0.0, 2.0, "hello", "en", 0.9, 0.8),), (Checkpoint("asr", 0.0, 4.0, "print", b"open"),)
)


@pytest.fixture
def removals(database: Database) -> RemovalStore:
    return RemovalStore(database)


def everything(room: Room) -> object:
    tasks = room.tasks.all()
    return (
        tasks,
        [(room.tasks.attempts(task.task_id), room.findings.checkpoints(task.task_id)) for task in tasks],
        [room.findings.findings(task.file_uuid) for task in tasks],
        room.tasks.counts(),
    )


def tasks_of_all_kinds(room: Room) -> list[str]:
    waiting = [room.submit(name, processors=("asr",)) for name in ("a", "b", "c")]
    room.tasks.prioritize([waiting[2]], NOW)
    room.tasks.hold([waiting[0]], NOW)
    half = room.submit("half", Priority.LOW, processors=("asr",), callback_url="http://127.0.0.1:9/told")
    token = room.start(half).attempt_id
    assert room.findings.store_chunk(token, HALF, NOW)
    room.tasks.interrupt(token, NOW + 1, running_s=3.0)
    failed = room.submit("failed", processors=("asr",))
    broken = Failure(FailureKind.SOURCE_INVALID, "failed.mp4 is a text file.", "log")
    room.tasks.fail(
        room.start(failed).attempt_id, AttemptOutcome.ERRORED, broken, Decision(Verdict.GIVE_UP), NOW + 3
    )
    done = room.submit("done", processors=("asr",))
    room.tasks.complete(room.start(done).attempt_id, NOW + 4, running_s=2.0)
    return [*waiting, half, failed, done]


def test_rows_attempts_findings_and_places_come_back_as_they_were(room: Room, removals: RemovalStore) -> None:
    ids = tasks_of_all_kinds(room)
    before = everything(room)
    removed = removals.remove([*ids[1:], "nobody"], LATER)
    assert set(removed.task_ids) == set(ids[1:])
    assert [task.task_id for task in room.tasks.all()] == ids[:1]
    assert set(removals.take_back(removed.removal_id)) == set(ids[1:])
    assert everything(room) == before


def test_what_ran_comes_back_waiting_with_its_checkpoint_and_late_words_change_nothing(
    room: Room, removals: RemovalStore
) -> None:
    other = room.submit("other", processors=("asr",))
    task_id = room.submit("film", processors=("asr",))
    token = room.start(task_id).attempt_id
    assert room.findings.store_chunk(token, HALF, NOW)
    assert room.tasks.progress(token, 40, NOW, running_s=7.0)
    removed = removals.remove([task_id], LATER)
    assert not room.tasks.complete(token, LATER)
    assert not room.findings.store_chunk(token, HALF, LATER)
    removals.take_back(removed.removal_id)
    task = room.task(task_id)
    assert (task.status, task.running_s, task.retry_count) == (TaskStatus.PENDING, 7.0, 0)
    assert [point.mark_s for point in room.findings.checkpoints(task_id)] == [4.0]
    assert [attempt.outcome for attempt in room.tasks.attempts(task_id)] == [AttemptOutcome.INTERRUPTED]
    # It was under way, so it goes on before what had not begun.
    assert room.order() == ["film", "other"]
    assert room.task(other).status is TaskStatus.PENDING


def test_final_means_that_the_findings_are_gone(room: Room, removals: RemovalStore) -> None:
    ids = tasks_of_all_kinds(room)
    removed = removals.remove(ids, LATER)
    assert removals.make_final(removed.removal_id) != []
    assert room.findings.findings("half") == []
    assert removals.take_back(removed.removal_id) == []
    assert room.tasks.all() == []


def test_clearing_keeps_what_completed_scans_found(room: Room, removals: RemovalStore) -> None:
    tasks_of_all_kinds(room)
    done = room.submit("film", processors=("asr",))
    token = room.start(done).attempt_id
    assert room.findings.store_chunk(token, HALF, NOW)
    assert room.tasks.complete(token, NOW + 1)
    removed = removals.clear([TaskStatus.COMPLETED, TaskStatus.FAILED], LATER)
    assert len(removed.task_ids) == 3
    assert removals.make_final() == []
    assert len(room.findings.findings("film")) == 1


def again(room: Room) -> None:
    room.submit("film", processors=("asr",))


def other_removal(room: Room) -> None:
    RemovalStore(room.database).remove([room.submit("other")], LATER)


def forgotten_video(room: Room) -> None:
    room.videos.forget(["film"])


@pytest.mark.parametrize("meanwhile", [again, other_removal, forgotten_video])
def test_some_things_make_a_removal_final(
    room: Room, removals: RemovalStore, meanwhile: Callable[[Room], None]
) -> None:
    removed = removals.remove([room.submit("film", processors=("asr",))], LATER)
    meanwhile(room)
    before = [task.task_id for task in room.tasks.all()]
    assert removals.take_back(removed.removal_id) == []
    assert [task.task_id for task in room.tasks.all()] == before


def test_a_twin_that_was_tried_again_meanwhile_keeps_the_place(room: Room, removals: RemovalStore) -> None:
    first = room.submit("film", processors=("asr",))
    room.tasks.cancel([first], NOW)
    second = room.submit("film", processors=("asr",))
    removed = removals.remove([second], LATER)
    assert [task.task_id for task in room.tasks.retry([first], LATER)] == [first]
    assert removals.take_back(removed.removal_id) == []
    assert room.order() == ["film"]


def test_nothing_of_a_task_is_left_out(database: Database) -> None:
    with database.reading() as connection:
        for table, removed in (
            ("queue_tasks", "removed_tasks"),
            ("attempts", "removed_attempts"),
            ("callbacks", "removed_callbacks"),
        ):
            # What is worked out by the database is hidden there.
            names = {row[1] for row in connection.sql(f"PRAGMA table_info({table})")} - {"rank"}
            kept = {row[1] for row in connection.sql(f"PRAGMA table_info({removed})")}
            assert names <= kept
