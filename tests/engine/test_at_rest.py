"""A program with nothing to do looks seldom, and yet begins in time what comes due."""

import time
from collections.abc import Callable
from pathlib import Path

from momentry_desk.core.model import AttemptOutcome
from momentry_desk.core.snapshot import PauseState
from momentry_desk.engine.clock import Clock
from momentry_desk.engine.engine import Engine

S = 20.0
#: At most so long after its instant: what a busy machine takes, much less than passes between two looks at rest.
LATE_S = 0.8


def test_a_retry_that_comes_due_at_rest_begins_then(
    make_engine: Callable[..., Engine], clip: Callable[..., str], wait_until: Callable[..., None], tmp_path: Path
) -> None:
    # Longer than the tick after the failure, which would find it due.
    delay_s = 1.8
    engine = make_engine(retry_delay=delay_s)
    engine.add([clip("a.mp4", act="fail", at=1, once=str(tmp_path / "once"))], processors=("ocr",)).result(S)
    wait_until(lambda: engine.snapshot().counts.completed == 1, S, "the second try")
    (row,) = engine.rows().result(S)
    first, second = engine.attempts(row.task_id).result(S)
    assert first.outcome is AttemptOutcome.ERRORED
    assert first.ended_at is not None
    # Retries are spread by a tenth either way.
    assert 0.9 * delay_s - 0.01 < second.started_at - first.ended_at < 1.1 * delay_s + LATE_S


def test_hours_that_begin_at_rest_let_scans_begin_then(
    make_engine: Callable[..., Engine], clip: Callable[..., str], wait_until: Callable[..., None]
) -> None:
    began = time.time()
    ahead_s = 2.5
    # Hours are of whole minutes: this clock stands so far before one.
    opening = began // 60 * 60 + 3600
    clock = Clock(now=lambda: opening - ahead_s + time.time() - began)
    begin, end = (time.strftime("%H:%M", time.localtime(at)) for at in (opening, opening + 3600))
    engine = make_engine(
        clock=clock, more=f'[schedule]\nenabled = true\nhours = [{{from = "{begin}", to = "{end}"}}]\n'
    )
    wait_until(lambda: engine.snapshot().pause.by == "schedule", ahead_s, "the pause outside of the hours")
    engine.add([clip("a.mp4")], processors=("ocr",)).result(S)
    wait_until(lambda: engine.snapshot().pause.state is PauseState.RUNNING, S, "the hours")
    assert 0 <= clock.now() - opening < LATE_S
    wait_until(lambda: engine.snapshot().counts.completed == 1, S, "the scan")
