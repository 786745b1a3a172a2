"""Working behind changes nothing but the time: the same items, the same errors, and no thread is left."""

import threading

import pytest

from momentry_desk.processors.behind import Behind


def test_all_items_are_worked_off_in_their_order_on_one_other_thread() -> None:
    done: list[tuple[int, str]] = []

    def work(number: int) -> None:
        done.append((number, threading.current_thread().name))

    with Behind(work, 3, "working") as behind:
        for number in range(100):
            behind.put(number)
        behind.wait()
        assert done == [(number, "working") for number in range(100)]
    assert behind.cpu_s >= 0
    assert not any(thread.name == "working" for thread in threading.enumerate())


def test_an_error_is_told_and_nothing_is_worked_off_after_it() -> None:
    done: list[int] = []

    def work(number: int) -> None:
        if number == 2:
            raise ValueError("third")
        done.append(number)

    with Behind(work, 10, "working") as behind:
        for number in range(3):
            behind.put(number)
        with pytest.raises(ValueError, match="third"):
            behind.wait()
        with pytest.raises(ValueError, match="third"):
            behind.put(3)
    assert done == [0, 1]


def test_no_more_than_the_depth_waits() -> None:
    go_on = threading.Semaphore(0)
    taken = threading.Semaphore(0)

    def work(_number: int) -> None:
        taken.release()
        assert go_on.acquire(timeout=10)

    with Behind(work, 2, "working") as behind:
        for number in range(3):
            behind.put(number)
        assert taken.acquire(timeout=10)
        # One is in work, two wait: the next has to be waited with.
        full = threading.Thread(target=lambda: behind.put(3))
        full.start()
        assert full.is_alive()
        go_on.release(4)
        full.join(10)
        assert not full.is_alive()
        behind.wait()


def test_leaving_early_drops_what_waits() -> None:
    began, go_on = threading.Event(), threading.Event()
    done: list[int] = []

    def work(number: int) -> None:
        began.set()
        assert go_on.wait(10)
        done.append(number)

    with Behind(work, 10, "working") as behind:
        for number in range(5):
            behind.put(number)
        assert began.wait(10)
        # Ends the first only once the others can no more begin.
        behind._left.set()
        go_on.set()
    assert done == [0]
