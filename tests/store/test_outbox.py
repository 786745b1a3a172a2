"""The word of a task's end: written with the end, kept until it is delivered, the same at each try."""

import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from momentry_desk.core.callbacks import DELIVERY_WINDOW_S, FIRST_PAUSE_S, DueCallback, TaskEnd
from momentry_desk.core.findings import Checkpoint, Chunk, Scene, SpeechSegment
from momentry_desk.core.model import AttemptOutcome, Failure, FailureKind, TaskRequest, TaskStatus
from momentry_desk.core.pages import CallbackState
from momentry_desk.core.retry import Decision, Verdict
from momentry_desk.store.database import FILE_NAME, Database, open_database
from momentry_desk.store.migrations import MIGRATIONS
from momentry_desk.store.outbox import OutboxStore
from tests.store.rooms import NOW, Room

URL = "http://127.0.0.1:9000/ended"
OTHER = "http://127.0.0.1:9001/ended"


@pytest.fixture
def outbox(database: Database) -> OutboxStore:
    return OutboxStore(database)


def submit(room: Room, name: str, url: str | None = URL, **fields: object) -> str:
    request = TaskRequest(room.video(name), f"{name}.mp4", ("face", "asr"), callback_url=url, **fields)  # type: ignore[arg-type]
    return room.tasks.submit([request], NOW)[0].task_id


def due(outbox: OutboxStore, now: float = NOW) -> list[DueCallback]:
    return outbox.due(now, 100)


def told(word: DueCallback) -> TaskEnd:
    return msgspec.json.decode(word.body, type=TaskEnd)


def test_a_completed_task_is_told_with_what_was_found(room: Room, outbox: OutboxStore) -> None:
    task_id = submit(room, "a")
    attempt = room.start(task_id)
    speech = SpeechSegment(0.0, 1.0, "hello", "en", 0.9, 0.9)
    chunk = Chunk(1, (speech, speech, Scene(0.0, 2.0)), (Checkpoint("asr", 0.0, 5.0, "x"),))
    assert room.findings.store_chunk(attempt.attempt_id, chunk, NOW)
    assert due(outbox) == []
    assert room.tasks.complete(attempt.attempt_id, NOW + 60, running_s=58.0)
    (word,) = due(outbox, NOW + 60)
    end = told(word)
    assert (end.event_id, end.task_id, end.file_uuid, end.file_name) == (word.event_id, task_id, "a", "a.mp4")
    assert end.status is TaskStatus.COMPLETED
    assert end.findings == {"speech": 2, "scene": 1}
    assert end.running_s == 58.0
    assert end.completed_at is not None
    assert end.completed_at.endswith("Z")
    assert (end.path, end.error) == ("/films/a.mp4", None)


def test_a_failure_that_is_tried_again_is_no_end(room: Room, outbox: OutboxStore) -> None:
    failure = Failure(FailureKind.WORKER_CRASHED, "It crashed.")
    task_id = submit(room, "a")
    attempt = room.start(task_id)
    room.tasks.fail(attempt.attempt_id, AttemptOutcome.CRASHED, failure, Decision(Verdict.RETRY, 1.0), NOW)
    assert due(outbox) == []
    attempt = room.start(task_id, NOW + 5)
    room.tasks.fail(attempt.attempt_id, AttemptOutcome.CRASHED, failure, Decision(Verdict.GIVE_UP), NOW + 5)
    (word,) = due(outbox, NOW + 5)
    end = told(word)
    assert end.status is TaskStatus.FAILED
    assert end.failure_kind is FailureKind.WORKER_CRASHED
    assert end.error is not None
    assert end.error.startswith("It crashed.")


def test_whoever_asked_is_told_once_each_also_on_a_twin(room: Room, outbox: OutboxStore) -> None:
    first = submit(room, "a")
    assert submit(room, "a") == first
    assert submit(room, "a", OTHER) == first
    assert submit(room, "a", None) == first
    room.tasks.cancel([first], NOW)
    words = due(outbox)
    assert sorted(word.url for word in words) == [URL, OTHER]
    assert len({word.event_id for word in words}) == 2
    assert told(words[0]).status is TaskStatus.CANCELLED
    room.tasks.cancel([first], NOW)
    assert len(due(outbox)) == 2


def test_a_scan_that_is_done_already_is_told_at_once(room: Room, outbox: OutboxStore) -> None:
    attempt = room.start(submit(room, "a", None))
    room.tasks.complete(attempt.attempt_id, NOW)
    submit(room, "a")
    (word,) = due(outbox)
    assert told(word).status is TaskStatus.COMPLETED


@pytest.mark.parametrize(
    "throw_out",
    [
        lambda room, task_id: room.tasks.clear(pending=True, running=True),
        lambda room, task_id: room.tasks.remove([task_id]),
        lambda room, task_id: room.videos.forget(["a"]),
    ],
)
def test_a_task_that_is_thrown_out_is_told_as_cancelled(
    room: Room, outbox: OutboxStore, throw_out: Callable[[Room, str], object]
) -> None:
    task_id = submit(room, "a")
    throw_out(room, task_id)
    assert room.tasks.get(task_id) is None
    (word,) = due(outbox, NOW + 1e9)
    assert told(word).status is TaskStatus.CANCELLED


def test_a_task_that_has_ended_is_not_told_again_when_it_is_cleared(room: Room, outbox: OutboxStore) -> None:
    task_id = submit(room, "a")
    room.tasks.cancel([task_id], NOW)
    room.tasks.clear(pending=True, running=True, finished=True)
    assert len(due(outbox, NOW + 1e9)) == 1


def test_a_second_end_is_another_event(room: Room, outbox: OutboxStore) -> None:
    task_id = submit(room, "a")
    room.tasks.cancel([task_id], NOW)
    room.tasks.retry([task_id], NOW)
    room.tasks.cancel([task_id], NOW)
    assert len({word.event_id for word in due(outbox)}) == 2


def test_no_end_is_written_without_its_word_nor_a_word_without_the_end(tmp_path: Path) -> None:
    class Cut(Exception):
        pass

    armed = False

    def stop_point(point: str) -> None:
        if armed and point == "before complete":
            raise Cut

    with open_database(tmp_path / "data", clock=lambda: NOW, stop_point=stop_point) as database:
        room = Room(database)
        attempt = room.start(submit(room, "a"))
        armed = True
        with pytest.raises(Cut):
            room.tasks.complete(attempt.attempt_id, NOW)
        assert OutboxStore(database).due(NOW, 10) == []
        assert room.task(attempt.task_id).status is TaskStatus.PROCESSING
        armed = False
        room.tasks.complete(attempt.attempt_id, NOW)
        assert len(OutboxStore(database).due(NOW, 10)) == 1


def test_a_missed_word_is_due_later_with_the_same_id_and_body(room: Room, outbox: OutboxStore) -> None:
    task_id = submit(room, "a")
    room.tasks.cancel([task_id], NOW)
    (word,) = due(outbox)
    outbox.missed(word.event_id, "The host answered 500.", NOW)
    assert due(outbox) == []
    (again,) = due(outbox, NOW + FIRST_PAUSE_S)
    assert (again.event_id, again.body, again.tries) == (word.event_id, word.body, 1)
    assert outbox.due(NOW + FIRST_PAUSE_S, 10, without=[word.event_id]) == []
    (shown,) = outbox.of_task(task_id)
    assert (shown.state, shown.tries, shown.last_error) == (CallbackState.DUE, 1, "The host answered 500.")


def test_after_a_day_it_is_given_up(room: Room, outbox: OutboxStore) -> None:
    task_id = submit(room, "a")
    room.tasks.cancel([task_id], NOW)
    (word,) = due(outbox)
    outbox.missed(word.event_id, "no answer", NOW + DELIVERY_WINDOW_S)
    assert due(outbox, NOW + 1e9) == []
    assert outbox.of_task(task_id)[0].state is CallbackState.GIVEN_UP


def test_a_delivered_word_is_shown_and_forgotten_after_a_week(room: Room, outbox: OutboxStore) -> None:
    task_id = submit(room, "a")
    assert outbox.of_task(task_id)[0].state is CallbackState.WAITING
    room.tasks.cancel([task_id], NOW)
    outbox.delivered(due(outbox)[0].event_id, NOW + 1)
    (shown,) = outbox.of_task(task_id)
    assert (shown.state, shown.tries, shown.delivered_at) == (CallbackState.DELIVERED, 1, NOW + 1)
    assert due(outbox, NOW + 1e9) == []
    outbox.forget_old(NOW + 6 * 86_400)
    assert outbox.of_task(task_id)
    outbox.forget_old(NOW + 8 * 86_400)
    assert outbox.of_task(task_id) == ()


def test_words_outlive_the_program(tmp_path: Path) -> None:
    with open_database(tmp_path / "data", clock=lambda: NOW) as database:
        room = Room(database)
        room.tasks.cancel([submit(room, "a")], NOW)
        (word,) = OutboxStore(database).due(NOW, 10)
    with open_database(tmp_path / "data", clock=lambda: NOW) as database:
        assert OutboxStore(database).due(NOW, 10) == [word]


def test_a_database_of_the_first_schema_gets_its_outbox(tmp_path: Path) -> None:
    with open_database(tmp_path / "data", clock=lambda: NOW, migrations=MIGRATIONS[:1]) as database:
        assert database.path.exists()
    with open_database(tmp_path / "data", clock=lambda: NOW) as database:
        room = Room(database)
        room.tasks.cancel([submit(room, "a")], NOW)
        assert len(OutboxStore(database).due(NOW, 10)) == 1
        assert list((tmp_path / "data" / "backups").iterdir())


def test_words_of_the_schema_that_brought_them_are_delivered_for_ever(tmp_path: Path) -> None:
    shipped = Path(__file__).parent / "data" / "schema_0003.sqlite3"
    shutil.copyfile(shipped, tmp_path / FILE_NAME)
    with open_database(tmp_path, clock=lambda: NOW) as database:
        words = OutboxStore(database)
        (word,) = words.due(NOW + 1, 10)
        assert (word.url, told(word).file_uuid, told(word).status) == (URL, "done", TaskStatus.COMPLETED)
        (running,) = Room(database).tasks.all([TaskStatus.PROCESSING])
        assert [callback.state for callback in words.of_task(running.task_id)] == [CallbackState.WAITING]
