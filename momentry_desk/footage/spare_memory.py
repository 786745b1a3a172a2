"""Freed memory that the C library keeps for the next request, handed back to the system where much of it lies.

It comes from what is needed for a moment only. What is kept depends on which such moments fell together, so that
a process grows as long as it runs, although it never uses more.
"""

import contextlib
import ctypes
import sys


def hand_back() -> None:
    """On Linux with glibc; elsewhere nothing. Takes milliseconds, and the system clears each page when it is taken
    again: not for every picture. Other threads go on meanwhile."""
    if sys.platform.startswith("linux"):
        with contextlib.suppress(AttributeError):  # another C library
            ctypes.CDLL(None).malloc_trim(0)
