"""Works behind who hands over: items are worked off in their order, on a thread of their own."""

import queue
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Generic, TypeVar

T = TypeVar("T")


class _End:
    """The last thing in the queue."""


class Behind(Generic[T]):
    """A context manager that calls `work` with each item that was `put`; at most `depth` of them wait.

    What `work` raises is raised by the next `put` or `wait`, and nothing is worked off after it. Leaving the
    context lets the item in work come to its end, drops those that wait, and ends the thread. `cpu_s` is what the
    thread used; it is known once the context is left.
    """

    def __init__(self, work: Callable[[T], None], depth: int, name: str) -> None:
        self._work = work
        self._queue: queue.Queue[T | _End] = queue.Queue(depth)
        self._left = threading.Event()
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name=name)
        self.cpu_s = 0.0

    def __enter__(self) -> "Behind[T]":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._left.set()
        self._queue.put(_End())
        self._thread.join()

    def put(self, item: T) -> None:
        """Hand over; waits for room."""
        self._tell_error()
        self._queue.put(item)

    def wait(self) -> None:
        """Until all is worked off."""
        self._queue.join()
        self._tell_error()

    def _tell_error(self) -> None:
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        begun = time.thread_time()
        while not isinstance(item := self._queue.get(), _End):
            try:
                if self._error is None and not self._left.is_set():
                    self._work(item)
            except BaseException as raised:  # noqa: BLE001 - raised again by the thread that hands over
                self._error = raised
            finally:
                self._queue.task_done()
        self.cpu_s = time.thread_time() - begun
