"""How a worker ended, and what that says about the attempt it was on."""

import re
import signal
from pathlib import Path

import msgspec

from momentry_desk.core.liveness import SILENCE_S
from momentry_desk.core.model import Failure, FailureKind
from momentry_desk.core.sentences import Said, say

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
        text = say(Said.PROCESS_NOT_STARTED, why=end.trouble)
    elif end.rubbish:
        text = say(Said.RUBBISH, file=file_name, why=end.rubbish)
    elif end.signal_number is not None:
        if (end.signal_number == 9 and end.kernel_kills > 0) or _MEMORY_WORDS.search(end.log_tail):
            kind = FailureKind.OUT_OF_MEMORY
            text = say(Said.MEMORY_RAN_OUT, file=file_name)
        else:
            text = say(Said.CRASHED, file=file_name, signal=signal_name(end.signal_number))
    else:
        text = say(Said.NO_RESULT, file=file_name, code=end.exit_code)
        if _MEMORY_WORDS.search(end.log_tail):
            kind = FailureKind.OUT_OF_MEMORY
            text = say(Said.MEMORY_RAN_OUT, file=file_name)
    return Failure(kind, text, end.log_tail)


def timed_out(end: WorkerEnd, file_name: str, limit_s: float) -> Failure:
    text = say(Said.TOO_LONG, file=file_name, seconds=f"{limit_s:g}")
    return Failure(FailureKind.TIMED_OUT, text, end.log_tail)


def unresponsive(end: WorkerEnd, file_name: str) -> Failure:
    text = say(Said.HUNG, file=file_name, seconds=f"{SILENCE_S:g}")
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
