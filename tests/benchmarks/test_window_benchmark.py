"""The benchmark of the window in small: each of its figures is taken, of the real program."""

import pytest

from tests.benchmarks import window
from tests.ui.display import NoDisplay


def test_the_window_stays_at_hand_over_a_queue_of_some_thousand_scans() -> None:
    """Bounds that hold beside other work: the benchmark's own are for 100,000 scans on a quiet machine."""
    try:
        figures = window.measure(4_000, 3.0, settled_s=0.0, paused_s=1.0, idle_s=1.0)
    except NoDisplay as missing:
        pytest.skip(str(missing))
    assert figures["rows"] == 4_000
    bounds = {"lateness_p50_ms": 50.0, "repaint_ms": 250.0, "sort_ms": 2_000.0, "first_paint_s": 20.0}
    taken = {name: figures[name] for name in bounds}
    assert all(isinstance(one, float) and 0 < one < bounds[name] for name, one in taken.items()), figures
    assert set(figures) >= {"rows_s", "lateness_p99_ms", "lateness_p999_ms", "memory_mb", "idle_cpu_percent"}
