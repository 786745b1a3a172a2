"""Reading ahead changes nothing but the time: the same items, the same errors, and no thread is left."""

import threading
from collections.abc import Generator

import pytest

from momentry_desk.processors.ahead import Ahead


class Source:
    """Numbers; notes how far it was read and that it was closed, and on which thread."""

    def __init__(self, count: int, error: Exception | None = None) -> None:
        self.count = count
        self.error = error
        self.read = 0
        self.closed_on = ""

    def items(self) -> Generator[int, None, None]:
        try:
            for number in range(self.count):
                self.read += 1
                yield number
            if self.error is not None:
                raise self.error
        finally:
            self.closed_on = threading.current_thread().name


def test_all_items_come_in_their_order() -> None:
    with Ahead(Source(100).items(), 3, "reading") as ahead:
        assert list(ahead) == list(range(100))
    assert ahead.cpu_s >= 0


def test_an_error_comes_after_the_items_before_it() -> None:
    with Ahead(Source(5, ValueError("damaged")).items(), 2, "reading") as ahead:
        items = iter(ahead)
        assert [next(items) for _ in range(5)] == [0, 1, 2, 3, 4]
        with pytest.raises(ValueError, match="damaged"):
            next(items)


def test_leaving_early_closes_the_source_on_its_own_thread() -> None:
    source = Source(1000)
    with Ahead(source.items(), 2, "reading") as ahead:
        assert next(iter(ahead)) == 0
    assert source.closed_on == "reading"
    assert source.read < 10
    assert not any(thread.name == "reading" for thread in threading.enumerate())


def test_no_more_than_the_depth_is_read_ahead() -> None:
    source = Source(1000)
    with Ahead(source.items(), 2, "reading") as ahead:
        items = iter(ahead)
        for _ in range(10):
            next(items)
        # Two wait, one is about to, and one may have been taken out meanwhile.
        assert source.read <= 10 + 2 + 2
