"""What a worker asks of the operating system: to end with its parent, and to stand back behind other programs."""

import contextlib
import os
import signal
import sys
from pathlib import Path

#: Linux, <sys/prctl.h>.
_PR_SET_PDEATHSIG = 1

#: glibc, <malloc.h>: parameters of mallopt, and what they are set to. Two heaps instead of eight for each core, as
#: each keeps what it freed: a worker then holds 790 instead of 920 MiB after five films of 1080p, and no more after
#: the next. Blocks up to 32 MiB (pictures) stay in them once freed, which spares the kernel clearing them anew.
_HEAPS = ((-8, 2), (-3, 32 * 2**20), (-1, 256 * 2**20))

#: Added to what the kernel weighs when memory runs out (-1000 to 1000): a scan goes before the program.
_OOM_SCORE = 500

#: Below normal priority; the window stays fluent.
_NICENESS = 10


def end_with_parent() -> None:
    """On Linux, have the kernel kill this process when the thread that started it ends, even while it is suspended.

    Elsewhere the end of stdin (and on Windows the Job Object) does it. Exits at once where the parent is gone.
    """
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    parent = os.getppid()
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    # Between the two looks the parent may have died without a signal.
    if os.getppid() != parent:
        os._exit(0)


def bound_pools() -> None:
    """Where whoever started this process set no bound, have the libraries' thread pools of one thread each.

    They read it once, when they are loaded: so before numpy. A pool for every core in each worker would fight.
    """
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")


def bound_heaps() -> None:
    """On Linux with glibc, keep memory that was freed in few places. Before any thread is started."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    with contextlib.suppress(AttributeError):  # another C library
        mallopt = ctypes.CDLL(None).mallopt
        for parameter, value in _HEAPS:
            mallopt(parameter, value)


def step_back() -> None:
    """Lower this process's priority, and raise its claim to be ended first when memory runs out."""
    if sys.platform == "win32":
        import psutil

        psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
        return
    with contextlib.suppress(OSError):
        os.nice(_NICENESS)
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(str(_OOM_SCORE))
