"""How a worker ended, and what that says about the attempt it was on."""

import re
import signal
from pathlib import Path

import msgspec

from momentry_desk.core.liveness import SILENCE_S
from momentry_desk.core.model import Failure, FailureKind

#: What a log says when memory was refused: Python, C++, and onnxruntime's arena.
_MEMORY_WORDS = re.compile(r"MemoryError|std::bad_alloc|Failed to allocate memory|Cannot allocate memory")


class WorkerEnd(msgspec.Struct, frozen=True):
    """The end of one worker, told when its whole tree is gone.

    One of `exit_code` and `signal_number` is set where the process ran at all. `rubbish` says what was wrong with
    a line it sent; `trouble` why it could not start. `by_engine`: it was ended on purpose. `kernel_kills`: how
    often the kernel killed for want of memory while it ran. `log_tail` is the end of what it wrote to stderr.
    """

    exit_code: int | None = None
    signal_number: int | None = None
    rubbish: str = ""
    trouble: str = ""
    by_engine: bool = False
    kernel_kills: int = 0
    log_tail: str = ""


def failure_of(end: WorkerEnd, file_name: str) -> Failure:
    """The failure of an attempt whose worker ended without a last word."""
    kind = FailureKind.WORKER_CRASHED
    if end.trouble:
        text = f"The scanning process could not be started: {end.trouble}"
    elif end.rubbish:
        text = (
            f"The scanning process broke off while it scanned {file_name}: "
            f"it sent something that cannot be read ({end.rubbish})."
        )
    elif end.signal_number is not None:
        if (end.signal_number == 9 and end.kernel_kills > 0) or _MEMORY_WORDS.search(end.log_tail):
            kind = FailureKind.OUT_OF_MEMORY
            text = f"The memory ran out while {file_name} was scanned. Close other programs, or scan fewer at once."
        else:
            text = (
                f"The scanning process crashed while it scanned {file_name} "
                f"({signal_name(end.signal_number)}). The details hold its log."
            )
    else:
        text = (
            f"The scanning process ended in the middle of {file_name} without a result "
            f"(exit code {end.exit_code}). The details hold its log."
        )
        if _MEMORY_WORDS.search(end.log_tail):
            kind = FailureKind.OUT_OF_MEMORY
            text = f"The memory ran out while {file_name} was scanned. Close other programs, or scan fewer at once."
    return Failure(kind, text, end.log_tail)


def timed_out(end: WorkerEnd, file_name: str, limit_s: float) -> Failure:
    text = f"{file_name} was scanned for longer than {limit_s:g} seconds. Raise queue.task_timeout for long files."
    return Failure(FailureKind.TIMED_OUT, text, end.log_tail)


def unresponsive(end: WorkerEnd, file_name: str) -> Failure:
    text = f"The scanning process hung while it scanned {file_name}: no word in {SILENCE_S:g} seconds."
    return Failure(FailureKind.UNRESPONSIVE, text, end.log_tail)


def signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def kernel_memory_kills() -> int:
    """How often the kernel has killed a process for want of memory, on this machine and in this control group
    (`oom_kill` in /proc/vmstat and memory.events). 0 where the system does not say."""
    total = 0
    for path in ("/proc/vmstat", "/sys/fs/cgroup/memory.events"):
        try:
            text = Path(path).read_text(encoding="ascii")
        except OSError:
            continue
        found = re.search(r"^oom_kill (\d+)$", text, re.MULTILINE)
        total += int(found[1]) if found else 0
    return total
