"""Work that may be slow, on a thread made for it."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


def aside(work: Callable[[], T]) -> Future[T]:
    """Begin at once; the future gets what `work` returns or raises."""
    answer: Future[T] = Future()

    def run() -> None:
        try:
            answer.set_result(work())
        except Exception as error:  # noqa: BLE001 - whatever it is, who asked must hear of it
            answer.set_exception(error)

    threading.Thread(target=run, name="aside", daemon=True).start()
    return answer
