"""Reads ahead of who needs it: an iterator works on a thread of its own, a few items before its consumer."""

import contextlib
import queue
import threading
import time
from collections.abc import Generator, Iterator
from types import TracebackType
from typing import Generic, TypeVar

T = TypeVar("T")


class _End:
    """The last thing in the queue: `error` is what the iterator raised, None where it came to its end."""

    def __init__(self, error: BaseException | None) -> None:
        self.error = error


class Ahead(Generic[T]):
    """A context manager and an iterator over the items of `source` in their order; at most `depth` of them wait.

    What `source` raises is raised here, after the items before it. Leaving the context ends the thread and closes
    `source`, on that thread. `cpu_s` is what the thread used; it is known once the context is left.
    """

    def __init__(self, source: Generator[T, None, None], depth: int, name: str) -> None:
        self._source = source
        self._queue: queue.Queue[T | _End] = queue.Queue(depth)
        self._left = threading.Event()
        self._thread = threading.Thread(target=self._work, name=name)
        self.cpu_s = 0.0

    def __enter__(self) -> "Ahead[T]":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._left.set()
        # Whoever waits for room gets it, sees that nobody reads any more, and ends.
        while self._thread.is_alive():
            with contextlib.suppress(queue.Empty):
                while True:
                    self._queue.get_nowait()
            self._thread.join(0.01)

    def __iter__(self) -> Iterator[T]:
        while True:
            item = self._queue.get()
            if isinstance(item, _End):
                if item.error is not None:
                    raise item.error
                return
            yield item

    def _work(self) -> None:
        begun = time.thread_time()
        error: BaseException | None = None
        try:
            with contextlib.closing(self._source):
                for item in self._source:
                    self._queue.put(item)
                    if self._left.is_set():
                        break
        except BaseException as raised:  # noqa: BLE001 - raised again by the thread that reads
            error = raised
        self.cpu_s = time.thread_time() - begun
        self._queue.put(_End(error))
