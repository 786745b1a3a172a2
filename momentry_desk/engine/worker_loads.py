"""What each worker uses, with every process below it: a worker's load is its whole tree's."""

import contextlib
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec
import psutil

#: Children are few and rarely come or go; finding them costs a walk over all processes.
_FIND_CHILDREN_EVERY_S = 10.0
_PROC = Path("/proc")


class Usage(msgspec.Struct, frozen=True):
    """What a tree has used: CPU seconds since its start, bytes resident, and those of them that nobody shares.

    Zero where it is gone.
    """

    cpu_s: float = 0.0
    memory: int = 0
    private: int = 0


class WorkerLoads:
    """Asks the system for workers by the number of their first process."""

    def __init__(self, *, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._processes: dict[int, psutil.Process] = {}
        self._children: dict[int, tuple[int, ...]] = {}
        self._found_at: float | None = None

    def usage(self, pid: int) -> Usage:
        """Of one worker's tree."""
        total = self._of(pid, reaped=True)
        if total is None:
            return Usage()
        for child in self._children.get(pid, ()):
            part = self._of(child, reaped=False)
            if part is not None:
                total = Usage(total.cpu_s + part.cpu_s, total.memory + part.memory, total.private + part.private)
        return total

    def look(self, workers: Iterable[int]) -> dict[int, Usage]:
        """Of each of the workers, which are all there are."""
        pids = tuple(workers)
        now = self._monotonic()
        if self._found_at is None or now - self._found_at >= _FIND_CHILDREN_EVERY_S:
            self._found_at = now
            self._children = _children(pids)
        found = {pid: self.usage(pid) for pid in pids}
        known = {*pids, *(child for pid in pids for child in self._children.get(pid, ()))}
        for pid in set(self._processes) - known:
            del self._processes[pid]
        return found

    def pids(self, workers: Iterable[int]) -> set[int]:
        """The numbers of all processes of these workers, as far as they were found."""
        return {member for pid in workers for member in (pid, *self._children.get(pid, ()))}

    def _of(self, pid: int, *, reaped: bool) -> Usage | None:
        """`reaped` counts the time of children that have ended, which only their parent still knows."""
        try:
            process = self._processes.get(pid)
            if process is None:
                process = self._processes[pid] = psutil.Process(pid)
            with process.oneshot():
                times = process.cpu_times()
                memory = process.memory_info()
        except (psutil.Error, ValueError, OSError):
            self._processes.pop(pid, None)
            return None
        cpu_s = times.user + times.system
        if reaped:
            cpu_s += getattr(times, "children_user", 0.0) + getattr(times, "children_system", 0.0)
        # Pages of files are shared and can be dropped; elsewhere the systems count them otherwise.
        private = getattr(memory, "private", None) or memory.rss - getattr(memory, "shared", 0)
        return Usage(float(cpu_s), int(memory.rss), max(0, int(private)))


def _children(pids: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """The processes below each worker, which leads a session of its own where sessions exist."""
    if not pids:
        return {}
    found: dict[int, list[int]] = {pid: [] for pid in pids}
    if sys.platform == "linux":
        for entry in _PROC.iterdir():
            if entry.name.isdigit():
                with contextlib.suppress(OSError, ValueError, IndexError):
                    # The name stands in brackets and may hold brackets and spaces itself.
                    fields = (entry / "stat").read_bytes().rpartition(b")")[2].split()
                    session, pid = int(fields[3]), int(entry.name)
                    if session in found and pid != session:
                        found[session].append(pid)
    else:
        for pid in pids:
            with contextlib.suppress(psutil.Error):
                found[pid] = [child.pid for child in psutil.Process(pid).children(recursive=True)]
    return {pid: tuple(below) for pid, below in found.items()}
