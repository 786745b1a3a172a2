"""The command lines that start this program's own children."""

import sys
from pathlib import Path

import msgspec


class WorkerCommand(msgspec.Struct, frozen=True):
    """`program` with `arguments`, and what is added to the environment that the child inherits."""

    program: str
    arguments: tuple[str, ...] = ()
    environment: dict[str, str] = {}

    @classmethod
    def own(cls, flag: str = "--worker") -> "WorkerCommand":
        """This program again: frozen as it is, or as a module of this interpreter wherever it was started."""
        if getattr(sys, "frozen", False):
            return cls(sys.executable, (flag,))
        root = str(Path(__file__).resolve().parents[2])
        # Not PYTHONPATH: the child would hand it on to every program it starts.
        start = (
            f"import sys; sys.path.insert(0, {root!r}); from momentry_desk.__main__ import main; sys.exit(main())"
        )
        # -P: a file in the current folder must not stand in for a module of the same name.
        return cls(sys.executable, ("-P", "-c", start, flag))
