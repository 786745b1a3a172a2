"""A file that takes up room so that there is some when the disk is full: a pause must always be writable."""

import os
import sys
from pathlib import Path
from typing import BinaryIO

FILE_NAME = "momentry.reserve"
SIZE_BYTES = 16 * 1024 * 1024
_BLOCK_BYTES = 1024 * 1024


def make(folder: Path) -> bool:
    """Lay the reserve down where it is not whole; False, and nothing left, where there is no room for it."""
    path = folder / FILE_NAME
    if path.exists() and path.stat().st_size == SIZE_BYTES:
        return True
    try:
        with path.open("wb") as file:
            _take_room(file)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        path.unlink(missing_ok=True)
        return False
    return True


def _take_room(file: BinaryIO) -> None:
    if sys.platform == "linux":
        os.posix_fallocate(file.fileno(), 0, SIZE_BYTES)
        return
    # Random, because a file system that compresses gives no room to zeros.
    block = os.urandom(_BLOCK_BYTES)
    for _ in range(SIZE_BYTES // _BLOCK_BYTES):
        file.write(block)


def drop(folder: Path) -> bool:
    """Give the room free. False where the reserve was gone already."""
    path = folder / FILE_NAME
    if not path.exists():
        return False
    path.unlink()
    return True
