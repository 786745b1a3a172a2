"""When a silent worker is taken for hung."""

import pytest

from momentry_desk.core.liveness import hangs


@pytest.mark.parametrize(
    ("silent_s", "used_cpu_s", "machine_percent", "expected"),
    [
        (59.0, 59.0, 0.0, False),  # not silent for long enough
        (60.0, 20.0, 100.0, True),  # busy, and says nothing
        (60.0, 0.0, 10.0, True),  # waits for ever while the machine idles
        (60.0, 0.0, 95.0, False),  # starved by others
        (600.0, 5.0, 10.0, False),  # swapping: it moves, slowly
    ],
)
def test_a_starved_worker_is_not_taken_for_hung(
    silent_s: float, used_cpu_s: float, machine_percent: float, expected: bool
) -> None:
    assert hangs(silent_s=silent_s, used_cpu_s=used_cpu_s, machine_percent=machine_percent) is expected
