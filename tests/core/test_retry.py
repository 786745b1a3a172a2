"""What follows from a failure, and when the next try is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentry_desk.core.model import FailureKind
from momentry_desk.core.retry import MAX_DELAY_S, Decision, Verdict, decide


def decided(
    kind: FailureKind,
    *,
    retry_count: int = 0,
    max_retries: int = 3,
    retry_on_failure: bool = True,
    retry_delay_s: float = 10.0,
    jitter: float = 0.5,
) -> Decision:
    return decide(
        kind,
        retry_count=retry_count,
        max_retries=max_retries,
        retry_on_failure=retry_on_failure,
        retry_delay_s=retry_delay_s,
        jitter=jitter,
    )


@pytest.mark.parametrize(
    ("kind", "verdict"),
    [
        (FailureKind.SOURCE_MISSING, Verdict.WAIT_FOR_SOURCE),
        (FailureKind.SOURCE_UNREADABLE, Verdict.RETRY),
        (FailureKind.SOURCE_INVALID, Verdict.GIVE_UP),
        (FailureKind.MODEL_MISSING, Verdict.GIVE_UP),
        (FailureKind.WORKER_CRASHED, Verdict.RETRY),
        (FailureKind.OUT_OF_MEMORY, Verdict.RETRY_ALONE),
        (FailureKind.UNRESPONSIVE, Verdict.RETRY),
        (FailureKind.TIMED_OUT, Verdict.RETRY),
        (FailureKind.DISK_FULL, Verdict.PAUSE_QUEUE),
        (FailureKind.INTERNAL, Verdict.RETRY),
    ],
)
def test_each_cause_has_its_consequence(kind: FailureKind, verdict: Verdict) -> None:
    assert decided(kind).verdict is verdict


def test_the_delay_doubles_with_each_retry() -> None:
    delays = [decided(FailureKind.INTERNAL, retry_count=count, max_retries=9).delay_s for count in range(5)]
    assert delays == [10, 20, 40, 80, 160]


def test_after_the_last_retry_it_is_given_up() -> None:
    verdicts = [decided(FailureKind.WORKER_CRASHED, retry_count=count).verdict for count in range(4)]
    assert verdicts == [Verdict.RETRY, Verdict.RETRY, Verdict.RETRY, Verdict.GIVE_UP]


def test_retries_that_are_switched_off_are_not_made_but_a_missing_drive_is_still_waited_for() -> None:
    assert decided(FailureKind.INTERNAL, retry_on_failure=False).verdict is Verdict.GIVE_UP
    assert decided(FailureKind.SOURCE_MISSING, retry_on_failure=False).verdict is Verdict.WAIT_FOR_SOURCE


@given(
    kind=st.sampled_from(FailureKind),
    retry_count=st.integers(0, 10_000),
    max_retries=st.integers(0, 10_000),
    retry_on_failure=st.booleans(),
    retry_delay_s=st.floats(0, 86_400),
    jitter=st.floats(0, 1),
)
def test_no_decision_waits_longer_than_ten_minutes_or_retries_beyond_the_bound(
    kind: FailureKind,
    retry_count: int,
    max_retries: int,
    retry_on_failure: bool,
    retry_delay_s: float,
    jitter: float,
) -> None:
    decision = decided(
        kind,
        retry_count=retry_count,
        max_retries=max_retries,
        retry_on_failure=retry_on_failure,
        retry_delay_s=retry_delay_s,
        jitter=jitter,
    )
    assert 0 <= decision.delay_s <= MAX_DELAY_S
    if decision.verdict in (Verdict.RETRY, Verdict.RETRY_ALONE):
        assert retry_on_failure
        assert retry_count < max_retries
    else:
        assert decision.delay_s == 0


@given(first=st.floats(0, 1), second=st.floats(0, 1))
def test_jitter_spreads_by_at_most_a_tenth_either_way(first: float, second: float) -> None:
    for jitter in (first, second):
        assert 9 <= decided(FailureKind.INTERNAL, jitter=jitter).delay_s <= 11
