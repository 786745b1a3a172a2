"""Reads on a thread of its own, so that a search never waits behind the queue, nor the queue behind a search."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from momentry_desk.engine.errors import EngineStopped
from momentry_desk.engine.stores import Stores

T = TypeVar("T")


class Reader:
    """Reads one after another. A future that is cancelled before its turn costs nothing: who types on cancels."""

    def __init__(self, stores: Callable[[], Stores]) -> None:
        """`stores` raises `EngineStopped` where there are none."""
        self._stores = stores
        self._lock = threading.Lock()
        self._thread: ThreadPoolExecutor | None = None
        self._closed = False

    def ask(self, read: Callable[[Stores], T]) -> Future[T]:
        """Whatever `read` raises, `EngineStopped` after `close`."""
        with self._lock:
            if not self._closed:
                if self._thread is None:
                    self._thread = ThreadPoolExecutor(1, thread_name_prefix="reader")
                return self._thread.submit(lambda: read(self._stores()))
        refused: Future[T] = Future()
        refused.set_exception(EngineStopped())
        return refused

    def close(self) -> None:
        """Wait for the read under way; those behind it raise `EngineStopped`."""
        with self._lock:
            self._closed = True
            thread, self._thread = self._thread, None
        if thread is not None:
            thread.shutdown(wait=True)
