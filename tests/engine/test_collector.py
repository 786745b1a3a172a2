"""The collector of circles, which never holds the window for long."""

import gc
import weakref
from collections.abc import Callable, Iterator

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication

from momentry_desk.engine import collector
from momentry_desk.engine.collector import Collector


class _Circle:
    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def collecting(application: QCoreApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    """A collector that finds a full collection due at each of its looks."""
    monkeypatch.setattr(collector, "INTERVAL_MS", 1)
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, 1000))
    made = Collector()
    gc.unfreeze()
    yield made
    shiboken6.delete(made)
    gc.unfreeze()


def test_a_circle_that_nobody_holds_is_collected(collecting: Collector, wait_until: Callable[..., None]) -> None:
    seen = weakref.ref(_Circle())
    wait_until(lambda: seen() is None, 5, "the end of the circle")


def test_what_survives_a_long_collection_is_left_out_of_the_next(
    collecting: Collector, wait_until: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collector, "LONG_S", 0.0)
    wait_until(lambda: gc.get_freeze_count() > 0, 5, "the leaving out")


def test_what_survives_a_short_collection_is_looked_at_again(
    collecting: Collector, wait_until: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collector, "LONG_S", 1000.0)
    # One may have been long between the making and this.
    gc.unfreeze()
    seen = weakref.ref(_Circle())
    wait_until(lambda: seen() is None, 5, "a collection")
    assert gc.get_freeze_count() == 0


def test_it_looks_ever_more_seldom_while_next_to_nothing_is_made(
    application: QCoreApplication, wait_until: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = [(10, 0, 0)]
    monkeypatch.setattr(gc, "get_count", lambda: counts[0])
    for name, value in (("INTERVAL_MS", 1), ("QUIET_MS", 10), ("REST_MS", 40)):
        monkeypatch.setattr(collector, name, value)
    made = Collector()
    try:
        wait_until(lambda: made.interval_ms == 40, 5, "rest")
        counts[0] = (500, 0, 0)
        wait_until(lambda: made.interval_ms == 10, 5, "a look soon again")
        counts[0] = (5000, 0, 0)
        wait_until(lambda: made.interval_ms == 1, 5, "a look at once")
    finally:
        shiboken6.delete(made)
        gc.unfreeze()
