"""Submitting, claiming, ending, cancelling, holding, clearing: what a command changes and what it leaves alone."""

import pytest

from momentry_desk.core.model import (
    AttemptOutcome,
    Failure,
    FailureKind,
    Priority,
    TaskRequest,
    TaskStatus,
)
from momentry_desk.core.retry import MAX_UNCLEAN_ENDS, Decision, Verdict
from momentry_desk.core.snapshot import Counts, Pause, PauseState
from momentry_desk.store.trouble import UnknownVideo
from tests.store.rooms import NOW, Room

CRASH = Failure(FailureKind.WORKER_CRASHED, "The scan of a.mp4 ended without a word.", "Segmentation fault")
RETRY = Decision(Verdict.RETRY, 10.0)
GIVE_UP = Decision(Verdict.GIVE_UP)


def test_a_submission_is_pending_and_answers_its_position(room: Room) -> None:
    requests = [TaskRequest(room.video(name), f"{name}.mp4", ("face",)) for name in "abc"]
    answers = room.tasks.submit(requests, NOW)
    assert [answer.position for answer in answers] == [1, 2, 3]
    assert all(answer.task_id.startswith("task_") for answer in answers)
    task = room.task(answers[0].task_id)
    assert (task.status, task.file_name, task.processors) == (TaskStatus.PENDING, "a.mp4", ("face",))
    assert (task.queued_at, task.created_at, task.updated_at) == (NOW, NOW, NOW)


def test_a_new_urgent_task_stands_before_every_normal_one(room: Room) -> None:
    for name in "ab":
        room.submit(name)
    answer = room.tasks.submit([TaskRequest(room.video("c"), "c.mp4", ("face",), Priority.HIGH)], NOW + 5)
    assert answer[0].position == 1
    assert room.order() == ["c", "a", "b"]


def test_the_same_scan_twice_is_one_task_with_the_higher_priority(room: Room) -> None:
    first = room.submit("a", Priority.LOW)
    room.submit("b")
    request = TaskRequest("a", "a.mp4", ("asr", "face"), Priority.HIGH)
    (answer,) = room.tasks.submit([request], NOW + 1)
    assert (answer.task_id, answer.duplicate, answer.position) == (first, True, 1)
    assert room.task(first).priority is Priority.HIGH


def test_a_twin_keeps_a_priority_that_is_higher_already_and_its_front_mark(room: Room) -> None:
    room.submit("a", Priority.HIGH)
    marked = room.submit("b", Priority.LOW)
    room.tasks.prioritize([marked], NOW)
    room.submit("a", Priority.LOW)
    room.submit("b", Priority.NORMAL)
    assert room.order() == ["b", "a"]
    assert room.task(marked).priority is Priority.NORMAL


def test_the_same_file_twice_in_one_drop_is_one_task(room: Room) -> None:
    request = TaskRequest(room.video("a"), "a.mp4", ("face",))
    first, second = room.tasks.submit([request, request], NOW)
    assert second.duplicate
    assert first.task_id == second.task_id
    assert room.tasks.counts().pending == 1


def test_other_settings_or_processors_are_another_scan(room: Room) -> None:
    video = room.video("a")
    requests = [
        TaskRequest(video, "a.mp4", ("face",)),
        TaskRequest(video, "a.mp4", ("face", "asr")),
        TaskRequest(video, "a.mp4", ("face",), options_fingerprint="other"),
    ]
    assert len({answer.task_id for answer in room.tasks.submit(requests, NOW)}) == 3


def test_a_scan_that_is_done_is_told_and_skipped_unless_forced(room: Room) -> None:
    done = room.submit("a")
    room.tasks.complete(room.start(done).attempt_id, NOW)
    request = TaskRequest("a", "a.mp4", ("face", "asr"))
    (answer,) = room.tasks.submit([request], NOW)
    assert (answer.task_id, answer.done_already, answer.position) == (done, True, None)
    assert room.submit("a", force=True) != done


def test_a_scan_is_still_known_as_done_after_its_row_was_cleared(room: Room) -> None:
    done = room.submit("a")
    room.tasks.complete(room.start(done).attempt_id, NOW)
    assert room.tasks.clear(pending=False, finished=True) == [done]
    assert room.tasks.submit([TaskRequest("a", "a.mp4", ("asr",))], NOW)[0].done_already


def test_a_task_for_an_unknown_video_is_refused_whole(room: Room) -> None:
    known = TaskRequest(room.video("a"), "a.mp4", ("face",))
    with pytest.raises(UnknownVideo, match="nobody"):
        room.tasks.submit([known, TaskRequest("nobody", "b.mp4", ("face",))], NOW)
    assert room.tasks.counts() == Counts()


def test_a_claim_is_won_once(room: Room) -> None:
    task_id = room.submit("a")
    attempt = room.start(task_id, NOW + 3)
    assert (attempt.number, attempt.started_at, attempt.outcome) == (1, NOW + 3, None)
    assert room.tasks.claim(task_id, NOW + 3) is None
    assert room.task(task_id).status is TaskStatus.PROCESSING


def test_what_is_held_or_waits_is_neither_offered_nor_claimed_and_has_no_position(room: Room) -> None:
    held, waiting, late, free = (room.submit(name) for name in "abcd")
    room.tasks.hold([held], NOW)
    room.tasks.set_waiting(waiting, "The drive is away.", NOW)
    room.put_off(late, 60)
    assert [task.task_id for task in room.tasks.candidates(NOW, 10)] == [free]
    assert room.tasks.positions([held, waiting, late, free], NOW) == {free: 1}
    assert [room.tasks.claim(task_id, NOW) for task_id in (held, waiting, late)] == [None, None, None]
    assert room.tasks.next_due(NOW) == NOW + 60
    assert room.tasks.positions([late, free], NOW + 60) == {late: 1, free: 2}
    room.tasks.release([held], NOW)
    room.tasks.set_waiting(waiting, None, NOW)
    assert room.tasks.positions([held, waiting, free], NOW) == {held: 1, waiting: 2, free: 3}


def test_progress_is_kept_between_0_and_100(room: Room) -> None:
    task_id = room.submit("a")
    token = room.start(task_id).attempt_id
    for told, kept in ((41.7, 41), (-3, 0), (250, 100)):
        assert room.tasks.progress(token, told, NOW + 1, running_s=2.5)
        assert room.task(task_id).progress == kept
    assert room.tasks.attempts(task_id)[0].running_s == 2.5


def test_a_completion_ends_task_and_attempt_and_is_counted_for_ever(room: Room) -> None:
    task_id = room.submit("a")
    first = room.start(task_id).attempt_id
    room.tasks.fail(first, AttemptOutcome.CRASHED, CRASH, RETRY, NOW, warnings=["Two seconds were lost."])
    token = room.start(task_id, NOW + 60).attempt_id
    assert room.tasks.complete(
        token, NOW + 9, running_s=8, peak_memory=77, cpu_s=3.5, warnings=["Two seconds were lost.", "Slow."]
    )
    task = room.task(task_id)
    assert (task.status, task.progress, task.completed_at, task.running_s) == (
        TaskStatus.COMPLETED,
        100,
        NOW + 9,
        8,
    )
    assert task.warnings == ("Two seconds were lost.", "Slow.")
    attempt = room.tasks.attempts(task_id)[-1]
    assert (attempt.outcome, attempt.ended_at, attempt.peak_memory) == (AttemptOutcome.SUCCEEDED, NOW + 9, 77)
    room.tasks.clear(finished=True)
    assert room.tasks.counts() == Counts(total_processed=1)


def test_late_words_of_an_ended_attempt_change_nothing(room: Room) -> None:
    task_id = room.submit("a")
    old = room.start(task_id).attempt_id
    room.tasks.interrupt(old, NOW + 1)
    room.start(task_id, NOW + 2)
    before = room.task(task_id), room.tasks.attempts(task_id)
    assert not room.tasks.progress(old, 50, NOW + 3)
    assert not room.tasks.complete(old, NOW + 3)
    assert room.tasks.fail(old, AttemptOutcome.CRASHED, CRASH, RETRY, NOW + 3) is None
    assert room.tasks.interrupt(old, NOW + 3) is None
    assert (room.task(task_id), room.tasks.attempts(task_id)) == before


def test_a_failure_that_is_retried_waits_and_uses_up_a_retry(room: Room) -> None:
    task_id = room.submit("a")
    token = room.start(task_id).attempt_id
    task = room.tasks.fail(token, AttemptOutcome.CRASHED, CRASH, RETRY, NOW + 1, running_s=4)
    assert task is not None
    assert (task.status, task.retry_count, task.not_before) == (TaskStatus.PENDING, 1, NOW + 11)
    assert (task.failure_kind, task.error_message) == (CRASH.kind, CRASH.message)
    (attempt,) = room.tasks.attempts(task_id)
    assert (attempt.outcome, attempt.log_tail) == (AttemptOutcome.CRASHED, "Segmentation fault")
    assert room.start(task_id, NOW + 11).number == 2
    assert room.task(task_id).error_message is None


@pytest.mark.parametrize("verdict", [Verdict.WAIT_FOR_SOURCE, Verdict.PAUSE_QUEUE])
def test_waiting_for_the_source_or_for_room_uses_up_no_retry(room: Room, verdict: Verdict) -> None:
    token = room.start(room.submit("a")).attempt_id
    failure = Failure(FailureKind.SOURCE_MISSING, "The drive is away.")
    task = room.tasks.fail(token, AttemptOutcome.ERRORED, failure, Decision(verdict), NOW)
    assert task is not None
    assert (task.status, task.retry_count) == (TaskStatus.PENDING, 0)
    assert task.waiting_for == ("The drive is away." if verdict is Verdict.WAIT_FOR_SOURCE else None)


def test_out_of_memory_runs_alone_next_time(room: Room) -> None:
    token = room.start(room.submit("a")).attempt_id
    failure = Failure(FailureKind.OUT_OF_MEMORY, "Too large.")
    task = room.tasks.fail(token, AttemptOutcome.ERRORED, failure, Decision(Verdict.RETRY_ALONE, 1), NOW)
    assert task is not None
    assert task.alone


def test_a_task_that_is_given_up_tells_how_often_it_was_tried(room: Room) -> None:
    task_id = room.submit("a")
    room.tasks.fail(room.start(task_id).attempt_id, AttemptOutcome.CRASHED, CRASH, RETRY, NOW)
    room.tasks.fail(room.start(task_id, NOW + 10).attempt_id, AttemptOutcome.CRASHED, CRASH, GIVE_UP, NOW + 20)
    task = room.task(task_id)
    assert (task.status, task.completed_at, task.not_before) == (TaskStatus.FAILED, NOW + 20, None)
    assert task.error_message == f"{CRASH.message} (Tried 2 times.)"


def test_a_success_or_an_interruption_cannot_be_told_as_a_failure(room: Room) -> None:
    token = room.start(room.submit("a")).attempt_id
    with pytest.raises(ValueError, match="interrupted"):
        room.tasks.fail(token, AttemptOutcome.INTERRUPTED, CRASH, RETRY, NOW)


def test_a_source_that_is_proven_invalid_fails_before_a_start(room: Room) -> None:
    task_id = room.submit("a")
    failure = Failure(FailureKind.SOURCE_INVALID, "a.mp4 is a text file.")
    task = room.tasks.reject(task_id, failure, NOW)
    assert task is not None
    assert (task.status, task.error_message) == (TaskStatus.FAILED, "a.mp4 is a text file.")
    assert room.tasks.attempts(task_id) == []
    assert room.tasks.reject(task_id, failure, NOW) is None


def test_an_interrupted_task_goes_to_the_head_of_its_rank_and_uses_up_no_retry(room: Room) -> None:
    room.submit("a")
    later = room.submit("b")
    room.submit("c", Priority.HIGH)
    task = room.tasks.interrupt(room.start(later).attempt_id, NOW + 1, message="The queue was paused.")
    assert task is not None
    assert task.retry_count == 0
    assert room.order() == ["c", "b", "a"]
    assert room.tasks.attempts(later)[0].message == "The queue was paused."


def test_a_cancelled_task_ends_with_its_attempt(room: Room) -> None:
    waiting, running, done = (room.submit(name) for name in "abc")
    room.tasks.complete(room.start(done).attempt_id, NOW)
    token = room.start(running).attempt_id
    changed = room.tasks.cancel([waiting, running, done, "task_unknown"], NOW + 1)
    assert [(task.task_id, task.status) for task in changed] == [
        (waiting, TaskStatus.CANCELLED),
        (running, TaskStatus.CANCELLED),
    ]
    assert room.tasks.attempts(running)[0].outcome is AttemptOutcome.CANCELLED
    assert not room.tasks.complete(token, NOW + 2)


def test_a_retry_by_hand_has_all_retries_again_and_stands_last(room: Room) -> None:
    task_id = room.submit("a")
    room.tasks.fail(room.start(task_id).attempt_id, AttemptOutcome.CRASHED, CRASH, GIVE_UP, NOW)
    room.submit("b")
    (task,) = room.tasks.retry([task_id], NOW + 5)
    assert (task.status, task.retry_count, task.error_message) == (TaskStatus.PENDING, 0, None)
    assert (task.queued_at, task.completed_at, task.running_s) == (NOW + 5, None, 0.0)
    assert room.order() == ["b", "a"]
    assert room.tasks.retry([task_id], NOW) == []


def test_a_retry_is_passed_over_where_its_twin_waits_already(room: Room) -> None:
    old = room.submit("a")
    room.tasks.cancel([old], NOW)
    new = room.submit("a")
    room.tasks.cancel([new], NOW)
    assert [task.task_id for task in room.tasks.retry([old, new], NOW)] == [old]
    assert room.tasks.retry([new], NOW) == []


def test_a_running_task_can_be_held_and_stays_so_after_its_interruption(room: Room) -> None:
    task_id = room.submit("a")
    token = room.start(task_id).attempt_id
    assert room.tasks.hold([task_id], NOW)[0].status is TaskStatus.PROCESSING
    room.tasks.interrupt(token, NOW)
    assert room.tasks.claim(task_id, NOW) is None
    assert room.tasks.counts() == Counts(pending=1, held=1)


def test_clear_takes_pending_only_unless_asked(room: Room) -> None:
    waiting, running, done = (room.submit(name) for name in "abc")
    room.tasks.complete(room.start(done).attempt_id, NOW)
    token = room.start(running).attempt_id
    assert room.tasks.clear() == [waiting]
    assert room.tasks.clear(running=True) == [running]
    assert not room.tasks.complete(token, NOW)
    assert room.tasks.clear(finished=True) == [done]
    assert room.tasks.all() == []


def test_removed_tasks_are_gone_whatever_their_status(room: Room) -> None:
    waiting, running = (room.submit(name) for name in "ab")
    room.start(running)
    assert room.tasks.remove([running, waiting, "task_unknown"]) == [running, waiting]
    assert room.tasks.all() == []


def test_all_lists_running_then_waiting_then_ended_tasks(room: Room) -> None:
    names = {name: room.submit(name) for name in "abcde"}
    room.tasks.complete(room.start(names["a"]).attempt_id, NOW + 1)
    room.tasks.cancel([names["b"]], NOW + 2)
    room.start(names["e"])
    assert [task.file_uuid for task in room.tasks.all()] == ["e", "c", "d", "b", "a"]
    assert [task.file_uuid for task in room.tasks.all(limit=2, offset=1)] == ["c", "d"]
    assert [task.file_uuid for task in room.tasks.all([TaskStatus.CANCELLED])] == ["b"]
    assert [task.file_uuid for task in room.tasks.of_files(["d", "a"])] == ["a", "d"]


def test_the_longest_waiting_of_the_lower_ranks_is_found(room: Room) -> None:
    room.submit("a", Priority.HIGH, now=NOW)
    old = room.submit("b", Priority.LOW, now=NOW + 1)
    room.submit("c", Priority.NORMAL, now=NOW + 2)
    found = room.tasks.longest_waiting_below(Priority.HIGH.rank, NOW + 9)
    assert found is not None
    assert found.task_id == old
    assert room.tasks.longest_waiting_below(Priority.LOW.rank, NOW + 9) is None


def test_the_pause_is_kept(room: Room) -> None:
    assert room.tasks.pause() == Pause()
    pause = Pause(PauseState.PAUSED, "program", "The disk is full.", NOW)
    room.tasks.set_pause(pause)
    assert room.tasks.pause() == pause


def test_a_start_takes_back_what_was_running_in_the_former_order(room: Room) -> None:
    ids = {name: room.submit(name) for name in "abcd"}
    urgent = room.submit("e", Priority.HIGH)
    for name in "cb":
        room.start(ids[name])
    room.start(urgent)
    changed = room.tasks.recover(NOW + 100, unclean=False)
    assert {task.file_uuid for task in changed} == {"b", "c", "e"}
    assert room.order() == ["e", "b", "c", "a", "d"]
    assert {task.suspect for task in changed} == {False}
    (attempt,) = room.tasks.attempts(urgent)
    assert (attempt.outcome, attempt.ended_at) == (AttemptOutcome.INTERRUPTED, NOW + 100)


def test_after_unclean_ends_a_task_is_a_suspect_and_then_given_up(room: Room) -> None:
    task_id = room.submit("a")
    for end in range(1, MAX_UNCLEAN_ENDS):
        room.start(task_id)
        (task,) = room.tasks.recover(NOW, unclean=True)
        assert (task.status, task.suspect, task.retry_count) == (TaskStatus.PENDING, True, 0), end
    room.start(task_id)
    (task,) = room.tasks.recover(NOW, unclean=True)
    assert task.status is TaskStatus.FAILED
    assert task.error_message is not None
    assert "3 times in a row" in task.error_message
    (task,) = room.tasks.retry([task_id], NOW)
    assert not task.suspect


def test_a_sentence_with_a_name_that_is_no_unicode_is_kept_readable(room: Room) -> None:
    token = room.start(room.submit("a")).attempt_id
    failure = Failure(FailureKind.SOURCE_UNREADABLE, "caf\udce9.mp4 cannot be read.")
    task = room.tasks.fail(token, AttemptOutcome.ERRORED, failure, GIVE_UP, NOW, warnings=["\udce9"])
    assert task is not None
    assert task.error_message == "caf\\udce9.mp4 cannot be read."
