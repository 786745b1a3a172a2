"""Progress and remaining time: bounds that hold for any input, and a few exact examples."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentry_desk.core.estimates import Speeds, learn, progress, queue_end, remaining, whole_scan
from momentry_desk.core.messages import ProcessorCost

seconds = st.floats(0, 1e6)
lists = st.lists(seconds, max_size=20)


def test_nothing_is_claimed_before_anything_was_measured() -> None:
    assert whole_scan(Speeds(), ("face",), 60.0) is None
    assert remaining(done=0.0, done_at_start=0.0, running_s=5.0, whole_s=None) is None
    assert queue_end([], [], 2, unseen=5) is None


def test_a_finished_scan_teaches_the_next() -> None:
    speeds = learn(Speeds(), {"face": ProcessorCost(30, 60), "asr": ProcessorCost(6, 60)}, running_s=18)
    assert whole_scan(speeds, ("face", "asr"), 120.0) == pytest.approx(36)
    assert whole_scan(speeds, ("face", "ocr"), 120.0) is None


def test_progress_is_weighted_by_what_a_processor_costs() -> None:
    assert progress(Speeds(), ("face", "asr"), {"face": 1.0}) == pytest.approx(0.5)
    assert progress(Speeds({"face": 3.0, "asr": 1.0}), ("face", "asr"), {"face": 1.0}) == pytest.approx(0.75)


def test_a_scan_that_goes_on_is_held_against_the_pace_since_then() -> None:
    # Half was done before; ten seconds brought a further quarter, so the last quarter takes ten more.
    left = remaining(done=0.75, done_at_start=0.5, running_s=10, whole_s=None)
    assert left == pytest.approx(10)


def test_two_slots_share_the_queue() -> None:
    assert queue_end([10.0], [10.0, 10.0], 2) == pytest.approx(20)
    assert queue_end([], [10.0] * 4, 2) == pytest.approx(20)
    assert queue_end([], [10.0] * 2, 2, unseen=2) == pytest.approx(20)


@given(st.floats(), st.floats(0, 1), seconds, st.none() | seconds)
def test_remaining_is_never_negative(done: float, start: float, running: float, whole: float | None) -> None:
    left = remaining(done=done, done_at_start=start, running_s=running, whole_s=whole)
    assert left is None or left >= 0


@given(st.dictionaries(st.sampled_from(("face", "asr", "ocr")), st.floats(allow_nan=False)))
def test_progress_stays_between_nothing_and_all(fractions: dict[str, float]) -> None:
    assert 0 <= progress(Speeds(), ("face", "asr", "ocr"), fractions) <= 1


@given(lists, lists, st.integers(1, 8))
def test_the_end_of_the_queue_lies_between_the_longest_and_the_sum(
    running: list[float], waiting: list[float], slots: int
) -> None:
    end = queue_end(running, waiting, slots)
    assert end is not None
    assert max([*running, *waiting, 0.0]) <= end <= sum(running) + sum(waiting) + 1e-6
