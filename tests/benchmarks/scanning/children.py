"""Runs a command as a child and says what it cost: wall and CPU seconds, and the peak of its memory."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parents[3]

#: Other programs on the same machine come first.
NICENESS = 10


class Cost(msgspec.Struct, frozen=True):
    """Seconds and bytes. The CPU's are those of the child and of all children that it waited for.

    `peak_memory` is 0 where it is not known: the system counts what this process had when it made the child, so a
    peak below our own cannot be told.
    """

    wall_s: float = 0.0
    cpu_s: float = 0.0
    peak_memory: int = 0

    def __add__(self, other: "Cost") -> "Cost":
        """One after the other."""
        return Cost(self.wall_s + other.wall_s, self.cpu_s + other.cpu_s, max(self.peak_memory, other.peak_memory))

    def less(self, other: "Cost") -> "Cost":
        """What it took longer than the other; never below nothing."""
        return Cost(max(0.0, self.wall_s - other.wall_s), max(0.0, self.cpu_s - other.cpu_s))


class ChildTrouble(Exception):
    """The child ended badly; the text says how, with the end of what it wrote."""


def run(command: Sequence[str], *, folder: Path = ROOT, env: Mapping[str, str] | None = None) -> tuple[Cost, str]:
    """The cost, and what was written to the standard output. Raises `ChildTrouble`. Only on POSIX systems."""
    import resource

    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        begun = time.perf_counter()
        child = subprocess.Popen(
            ["nice", "-n", str(NICENESS), *command],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=errors,
            cwd=folder,
            env={**os.environ, **(env or {})},
        )
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        wall_s = time.perf_counter() - begun
        out.seek(0)
        text = out.read().decode(errors="replace")
        if child.returncode:
            errors.seek(0)
            said = errors.read().decode(errors="replace")[-2000:]
            raise ChildTrouble(f"{Path(command[0]).name} ended with code {child.returncode}: {said or text[-500:]}")
    scale = 1 if sys.platform == "darwin" else 1024
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    peak = usage.ru_maxrss * scale if usage.ru_maxrss > own else 0
    return Cost(wall_s, usage.ru_utime + usage.ru_stime, peak), text


def plain(what: str, path: Path, weights: Path) -> tuple[Cost, dict[str, Any]]:
    """One of the plain scripts, with what it found."""
    cost, text = run([sys.executable, "-m", "tests.benchmarks.scanning.plain", what, str(path), str(weights)])
    return cost, json.loads(text.strip().splitlines()[-1])
