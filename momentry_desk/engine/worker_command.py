"""The command lines that start this program's own children. Stdlib only."""

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path


def own_command(flag: str) -> tuple[str, tuple[str, ...]]:
    """This program again, with `flag`: frozen as it is, or as a module of this interpreter."""
    if getattr(sys, "frozen", False):
        return sys.executable, (flag,)
    root = str(Path(__file__).resolve().parents[2])
    # The path is given here and not by PYTHONPATH, which the child would hand on to every program it starts.
    # -P: a file in the current folder must not stand in for a module of the same name.
    start = f"import sys; sys.path.insert(0, {root!r}); from momentry_desk.__main__ import main; sys.exit(main())"
    # -X utf8: an embedded Python reads no variables.
    return sys.executable, ("-X", "utf8", "-P", "-c", start, flag)


def child_environment() -> dict[str, str]:
    """What a child of this program inherits. Its output is UTF-8 and never buffered."""
    return {**os.environ, "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}


@dataclass(frozen=True)
class WorkerCommand:
    """`program` with `arguments`, and what is added to the environment that the child inherits."""

    program: str
    arguments: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)

    @classmethod
    def own(cls) -> "WorkerCommand":
        program, arguments = own_command("--worker")
        return cls(program, arguments)
