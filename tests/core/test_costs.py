"""What a scan needs is learned from scans, never below what was seen, and forgotten slowly."""

from hypothesis import given
from hypothesis import strategies as st

from momentry_desk.core.capacity import ScanCost
from momentry_desk.core.costs import Observation, cost_key, first_cost, learn

GB = 10**9


def seen(memory: int, cpu_s: float = 60.0, **more: bool) -> Observation:
    return Observation(peak_memory=memory, cpu_s=cpu_s, running_s=60.0, **more)


def test_the_key_names_processors_and_models_in_one_order() -> None:
    options = {"asr": {"model": "base", "language": "en"}, "face": {"device": ""}}
    assert cost_key(("face", "asr"), options) == "asr(model=base)+face" == cost_key(("asr", "face"), options)
    assert cost_key(("asr",), {"asr": {"model": "base", "device": "cuda"}}) == "asr(device=cuda,model=base)"


def test_the_first_guess_grows_with_the_processors() -> None:
    few, many = first_cost(("scene",), 1), first_cost(("face", "asr", "ocr", "scene"), 2)
    assert few.memory < many.memory
    assert many.cpu_cores == 2.0
    assert first_cost(("someone else's",), 1).memory > 500_000_000


def test_a_higher_peak_is_taken_at_once_and_a_lower_one_slowly() -> None:
    first = learn(None, seen(GB))
    assert first == ScanCost(1.0, GB)
    higher = learn(first, seen(2 * GB))
    assert higher is not None
    assert higher.memory == 2 * GB
    lower = learn(higher, seen(GB))
    assert lower is not None
    assert lower.memory == int(1.9 * GB)
    for _ in range(50):
        lower = learn(lower, seen(GB))
    assert lower is not None
    assert lower.memory < 1.02 * GB


def test_a_starved_scan_does_not_make_scans_look_cheap() -> None:
    known = ScanCost(2.0, GB)
    assert learn(known, seen(GB, cpu_s=6.0, starved=True)) == known
    cheap = learn(known, seen(GB, cpu_s=6.0))
    assert cheap is not None
    assert cheap.cpu_cores < 2.0


def test_an_attempt_that_was_cut_short_only_raises_what_is_known() -> None:
    assert learn(None, seen(GB, whole=False)) is None
    known = ScanCost(1.0, GB)
    assert learn(known, seen(GB // 2, whole=False)) == known
    assert learn(known, seen(3 * GB, cpu_s=600.0, whole=False)) == ScanCost(1.0, 3 * GB)


def test_a_moment_teaches_nothing() -> None:
    assert learn(None, Observation(peak_memory=GB, cpu_s=1.0, running_s=1.0)) is None


@given(st.lists(st.integers(1, 2**40), min_size=1, max_size=30))
def test_the_peak_that_is_believed_lies_between_the_last_and_the_highest(peaks: list[int]) -> None:
    known = None
    for peak in peaks:
        known = learn(known, seen(peak))
    assert known is not None
    assert peaks[-1] <= known.memory <= max(peaks)
