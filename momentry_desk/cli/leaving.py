"""Ctrl-C, a hang-up and a polite kill, heard inside Qt's event loop."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from PySide6.QtCore import QTimer

#: Python sees a signal only when it runs; Qt's loop alone would never let it.
_BREATH_MS = 100


@contextmanager
def leaving_on_signals(leave: Callable[[], None]) -> Iterator[None]:
    """Call `leave` on the first signal that asks for the end; the second one ends the program at once, and the
    janitor sees to the workers."""
    numbers = [
        getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
    ]

    def hear(_number: int, _frame: FrameType | None) -> None:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)
        leave()

    before = {number: signal.signal(number, hear) for number in numbers}
    breath = QTimer()
    breath.timeout.connect(lambda: None)
    breath.start(_BREATH_MS)
    try:
        yield
    finally:
        breath.stop()
        for number, handler in before.items():
            signal.signal(number, handler)
