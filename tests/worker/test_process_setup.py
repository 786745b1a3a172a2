"""What a worker asks of its own process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from momentry_desk.worker import process_setup


def test_pools_have_one_thread_unless_the_engine_said_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "4")
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "unset")
    monkeypatch.delenv("OPENBLAS_NUM_THREADS")
    monkeypatch.setenv("MKL_NUM_THREADS", "unset")
    monkeypatch.delenv("MKL_NUM_THREADS")
    process_setup.bound_pools()
    assert os.environ["OMP_NUM_THREADS"] == "4"
    assert os.environ["OPENBLAS_NUM_THREADS"] == os.environ["MKL_NUM_THREADS"] == "1"


#: Six threads hold a block each; answers in how many heaps, as glibc itself counts them.
_HOLD = """
import ctypes, sys, threading
from momentry_desk.worker import process_setup
if sys.argv[1] == "bound":
    process_setup.bound_heaps()
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
libc.fopen.restype, libc.fopen.argtypes = ctypes.c_void_p, [ctypes.c_char_p, ctypes.c_char_p]
meet = threading.Barrier(6)
def hold():
    meet.wait()
    libc.malloc(100_000)
    meet.wait()
threads = [threading.Thread(target=hold) for _ in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
file = ctypes.c_void_p(libc.fopen(sys.argv[2].encode(), b"w"))
libc.malloc_info(0, file)
libc.fclose(file)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="these are glibc's heaps")
def test_threads_share_two_heaps(tmp_path: Path) -> None:
    heaps = {}
    for way in ("bound", "free"):
        told = tmp_path / f"{way}.xml"
        subprocess.run([sys.executable, "-c", _HOLD, way, str(told)], check=True, timeout=60)
        heaps[way] = told.read_text(encoding="ascii").count("<heap nr=")
    assert heaps["bound"] <= 2 < heaps["free"]
