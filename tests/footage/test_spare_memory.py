"""Memory that was freed goes back to the system, also from below what is still in use."""

import subprocess
import sys

import pytest

#: As a worker's heaps are set; 64 blocks of a MiB are used, and all but the last freed. Prints the resident MiB.
_FREED = """
import ctypes
from pathlib import Path
from momentry_desk.footage import spare_memory
from momentry_desk.worker import process_setup

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 // 2**20

process_setup.bound_heaps()
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
libc.free.argtypes = [ctypes.c_void_p]
blocks = [libc.malloc(2**20) for _ in range(65)]
for block in blocks:
    ctypes.memset(block, 1, 2**20)
for block in blocks[:-1]:
    libc.free(block)
before = resident()
spare_memory.hand_back()
print(before - resident())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="these are glibc's heaps")
def test_freed_memory_goes_back_from_below_what_is_in_use() -> None:
    told = subprocess.run([sys.executable, "-c", _FREED], check=True, timeout=60, capture_output=True, text=True)
    assert int(told.stdout) > 60
