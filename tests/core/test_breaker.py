"""When the same failure in a row stops the queue."""

from momentry_desk.core.breaker import LIMIT, Streak, after_failure, after_success, reason
from momentry_desk.core.model import FailureKind


def _failures(kind: FailureKind, files: list[str], streak: Streak | None = None) -> Streak:
    streak = streak or Streak()
    for file in files:
        streak = after_failure(streak, kind, file)
    return streak


def test_the_same_failure_over_five_files_trips() -> None:
    files = [f"file{number}" for number in range(LIMIT)]
    assert not _failures(FailureKind.SOURCE_MISSING, files[:-1]).tripped
    tripped = _failures(FailureKind.SOURCE_MISSING, files)
    assert tripped.tripped
    assert "5 files in a row are not there" in reason(tripped)


def test_one_file_that_fails_again_and_again_does_not_trip() -> None:
    assert not _failures(FailureKind.WORKER_CRASHED, ["same"] * 50).tripped


def test_files_that_are_no_media_say_nothing_about_the_others() -> None:
    assert not _failures(FailureKind.SOURCE_INVALID, [str(number) for number in range(50)]).tripped


def test_another_kind_and_a_success_begin_anew() -> None:
    four = _failures(FailureKind.MODEL_MISSING, ["a", "b", "c", "d"])
    assert not after_failure(four, FailureKind.INTERNAL, "e").tripped
    assert not _failures(FailureKind.MODEL_MISSING, ["e"], after_success()).tripped
