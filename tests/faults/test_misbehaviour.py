"""What a worker can do wrong, done by the real worker under the real engine."""

import time
from collections.abc import Callable

import pytest

from momentry_desk.core.findings import TextLine
from momentry_desk.core.model import Attempt, AttemptOutcome, FailureKind, TaskStatus
from momentry_desk.engine import process_tree
from momentry_desk.engine.engine import Engine
from momentry_desk.engine.worker_process import LOG_TAIL

S = 30.0
Script = Callable[..., str]
Wait = Callable[..., None]

CRASHED, ERRORED = AttemptOutcome.CRASHED, AttemptOutcome.ERRORED


def texts(engine: Engine, file_uuid: str) -> list[str]:
    return [found.text for found in engine.findings(file_uuid).result(S) if isinstance(found, TextLine)]


def attempts_of(engine: Engine, task_id: str) -> tuple[Attempt, ...]:
    return engine.attempts(task_id).result(S)


@pytest.mark.parametrize(
    ("steps", "outcome", "kind", "told"),
    [
        pytest.param([{"hang": True}], CRASHED, FailureKind.UNRESPONSIVE, "hung", id="hang"),
        pytest.param(
            [{"ignore_sigterm": True}, {"hang": True}],
            CRASHED,
            FailureKind.UNRESPONSIVE,
            "hung",
            id="hang and ignore SIGTERM",
        ),
        pytest.param(
            [{"fork_grandchild": True}, {"exit": 3}],
            CRASHED,
            FailureKind.WORKER_CRASHED,
            "exit code 3",
            id="leave a grandchild",
        ),
        pytest.param(
            [{"flood_stderr": 4_000_000}, {"exit": 3}],
            CRASHED,
            FailureKind.WORKER_CRASHED,
            "exit code 3",
            id="flood stderr",
        ),
        pytest.param(
            [{"rubbish_stdout": True}],
            CRASHED,
            FailureKind.WORKER_CRASHED,
            "sent something that cannot be read",
            id="rubbish on the wire",
        ),
        pytest.param(
            [{"exit": 0}], CRASHED, FailureKind.WORKER_CRASHED, "without a result", id="exit 0 with nothing"
        ),
        pytest.param(
            [{"half_message": True}],
            CRASHED,
            FailureKind.WORKER_CRASHED,
            "in the middle of a message",
            id="half a message",
        ),
        pytest.param(
            [{"long_line": 9 * 1024 * 1024}],
            CRASHED,
            FailureKind.WORKER_CRASHED,
            "a line over 8 MiB",
            id="a line of 9 MiB",
        ),
        pytest.param(
            [{"out_of_memory": True}], ERRORED, FailureKind.OUT_OF_MEMORY, "not enough memory", id="out of memory"
        ),
        pytest.param([{"segv": True}], CRASHED, FailureKind.WORKER_CRASHED, "SIGSEGV", id="SIGSEGV"),
    ],
)
def test_a_misbehaving_worker_costs_one_retry_and_no_finding(
    engine: Engine,
    script: Script,
    wait_until: Wait,
    monkeypatch: pytest.MonkeyPatch,
    steps: list[dict[str, object]],
    outcome: AttemptOutcome,
    kind: FailureKind,
    told: str,
) -> None:
    """The first time only: the second attempt goes on from the checkpoint; who runs beside it notices nothing."""
    monkeypatch.setattr("momentry_desk.core.liveness.SILENCE_S", 2.0)
    monkeypatch.setattr("momentry_desk.core.liveness.IDLE_MACHINE_PERCENT", 101.0)
    bad = script(
        "bad",
        {"finding": "one", "at": 1.0},
        {"acknowledged": True},
        *({"first": 1, **step} for step in steps),
        {"finding": "two", "at": 2.0},
    )
    beside = script("beside", {"finding": "good", "at": 1.0}, {"sleep": 0.5}, {"finding": "too", "at": 2.0})
    added = engine.add([bad, beside], processors=("scripted",)).result(S)
    wait_until(lambda: engine.snapshot().counts.completed == 2, S)

    rows = {row.file_name: row for row in engine.rows().result(S)}
    first, second = attempts_of(engine, rows["bad.scripted"].task_id)
    assert (first.outcome, first.failure_kind) == (outcome, kind)
    assert told in (first.message or "")
    assert len((first.log_tail or "").encode()) <= LOG_TAIL
    assert second.outcome is AttemptOutcome.SUCCEEDED
    assert rows["bad.scripted"].retry_count == 1
    assert texts(engine, rows["bad.scripted"].file_uuid) == ["one", "two"]
    assert len(attempts_of(engine, rows["beside.scripted"].task_id)) == 1
    assert texts(engine, rows["beside.scripted"].file_uuid) == ["good", "too"]
    assert len(added.submitted) == 2


@pytest.mark.parametrize(
    "step",
    [
        pytest.param({"old_attempt_word": True}, id="a word from an old attempt"),
        pytest.param({"flood_stderr": 4_000_000}, id="a flood on stderr"),
        pytest.param({"print": "this is not for the wire\n"}, id="a library that prints"),
        pytest.param({"fork_grandchild": True}, id="a grandchild"),
    ],
)
def test_what_does_no_harm_costs_nothing(
    engine: Engine, script: Script, wait_until: Wait, step: dict[str, object]
) -> None:
    path = script("odd", {"finding": "one", "at": 1.0}, step, {"finding": "two", "at": 2.0})
    engine.add([path], processors=("scripted",)).result(S)
    wait_until(lambda: engine.snapshot().counts.completed == 1, S)
    (row,) = engine.rows().result(S)
    assert len(attempts_of(engine, row.task_id)) == 1
    assert row.progress == 100
    assert texts(engine, row.file_uuid) == ["one", "two"]


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param([], id="hangs"),
        pytest.param([{"ignore_sigterm": True}], id="ignores SIGTERM"),
        pytest.param([{"fork_grandchild": True}], id="has a grandchild"),
        pytest.param([{"ignore_sigterm": True}, {"fork_grandchild": True}], id="both"),
    ],
)
def test_a_cancel_ends_the_whole_tree_within_two_seconds(
    engine: Engine, script: Script, wait_until: Wait, steps: list[dict[str, object]]
) -> None:
    path = script("stubborn", *steps, {"finding": "one", "at": 1.0}, {"hang": True})
    (submitted,) = engine.add([path], processors=("scripted",)).result(S).submitted
    wait_until(lambda: texts(engine, submitted.file_uuid) == ["one"], S)
    sessions = engine._ask(lambda desk: [run.worker.pid for run in desk._scheduler.runs.values()]).result(S)
    assert len(sessions) == 1
    asked = time.monotonic()
    engine.cancel([submitted.task_id]).result(S)
    wait_until(lambda: not process_tree.members(sessions[0]), 2.0, "the end of the tree")
    assert time.monotonic() - asked < 2.0
    (row,) = engine.rows().result(S)
    assert row.status is TaskStatus.CANCELLED
    assert [attempt.outcome for attempt in attempts_of(engine, row.task_id)] == [AttemptOutcome.CANCELLED]
