"""A failure is told once: exactly where it is known, and with one piece of advice."""

import pytest

from momentry_desk.core.model import FailureKind, TaskStatus
from momentry_desk.core.sentences import Said, say
from momentry_desk.ui.failure_words import told
from tests.ui.fake_engine import task_row


def failed(kind: FailureKind, message: str, retries: int = 0) -> tuple[str, str, str]:
    row = task_row(
        1,
        status=TaskStatus.FAILED,
        failure_kind=kind,
        error_message=message,
        retry_count=retries,
        file_name="a.mp4",
    )
    said = told(row)
    return said.cause, said.next_step, said.story


def test_a_sentence_that_says_what_to_do_stands_alone() -> None:
    said = say(Said.CUT_SHORT, file="a.mp4")
    assert failed(FailureKind.SOURCE_INVALID, said) == (said, "", "")
    assert failed(FailureKind.SOURCE_INVALID, said, 2)[0] == f"{said} Tried again so far: 2."


def test_a_sentence_that_names_the_cause_alone_gets_the_next_step() -> None:
    said = say(Said.NO_MEDIA, file="a.mp4")
    cause, step, story = failed(FailureKind.SOURCE_INVALID, said)
    assert (cause, story) == (said, "")
    assert "another program" in step


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (FailureKind.WORKER_CRASHED, say(Said.CRASHED, file="a.mp4", signal="SIGSEGV")),
        (FailureKind.TIMED_OUT, say(Said.TOO_LONG, file="a.mp4", seconds=3600)),
    ],
)
def test_what_goes_on_inside_is_left_to_the_details(kind: FailureKind, said: str) -> None:
    cause, step, story = failed(kind, said)
    assert cause
    assert step
    assert story == ""
    assert "SIGSEGV" not in cause
    assert "queue.task_timeout" not in step


@pytest.mark.parametrize("said", ["Plug-in: 7 of 9 tiles.", say(Said.NO_SUCH_PROCESSOR, name="x", known="face")])
def test_what_only_the_sentence_knows_is_told_beside_cause_and_next_step(said: str) -> None:
    cause, step, story = failed(FailureKind.INTERNAL, said)
    assert cause
    assert step
    assert story == said
