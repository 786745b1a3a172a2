"""What time it is, passed in so that tests can drive it."""

import time
from collections.abc import Callable

import msgspec


class Clock(msgspec.Struct, frozen=True):
    """`now` gives seconds since the epoch, for what is written down; `monotonic` seconds for what is measured."""

    now: Callable[[], float] = time.time
    monotonic: Callable[[], float] = time.monotonic
