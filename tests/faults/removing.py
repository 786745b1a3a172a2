"""A small program around the engine that takes scans off the list and puts them back, for tests that kill it.

    python tests/faults/removing.py DATA STEP…

The steps: `add PATH…`, `pause`, `resume`, `ended NAME` and `runs NAME` (waits until that scan does), `remove
NAME…`, `clear STATUS`, `undo`, `expire` (of the last removal). Each that was done is said on stdout. A step's parts
are separated by tabs. At the end the engine stops in peace.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtCore import QCoreApplication

from momentry_desk.core.model import TaskStatus
from momentry_desk.core.snapshot import Removed, TaskRow
from momentry_desk.engine.engine import Engine

_TIMEOUT_S = 60.0


class Life:
    """One engine, and the removal that can be taken back."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._last: Removed | None = None

    def do(self, step: str, *parts: str) -> None:
        engine = self._engine
        match step:
            case "add":
                engine.add(parts, processors=("scripted",)).result(_TIMEOUT_S)
            case "pause":
                engine.pause().result(_TIMEOUT_S)
            case "resume":
                engine.resume().result(_TIMEOUT_S)
            case "ended":
                self._wait(parts[0], lambda row: row.status.ended)
            case "runs":
                # With something found, so that there is a checkpoint to go on from.
                self._wait(parts[0], lambda row: row.status is TaskStatus.PROCESSING and row.progress > 0)
            case "remove":
                self._last = engine.removals.remove([self._row(name).task_id for name in parts]).result(_TIMEOUT_S)
            case "clear":
                self._last = engine.removals.clear([TaskStatus(one) for one in parts]).result(_TIMEOUT_S)
            case "undo":
                assert self._last is not None
                engine.removals.take_back(self._last.removal_id).result(_TIMEOUT_S)
            case "expire":
                assert self._last is not None
                engine.removals.make_final(self._last.removal_id).result(_TIMEOUT_S)
            case _:
                raise ValueError(step)
        sys.stdout.write(f"{step}\n")
        sys.stdout.flush()

    def _row(self, name: str) -> TaskRow:
        rows = self._engine.rows().result(_TIMEOUT_S)
        return next(row for row in rows if row.file_name == name)

    def _wait(self, name: str, what: Callable[[TaskRow], bool]) -> None:
        until = time.monotonic() + _TIMEOUT_S
        while not what(self._row(name)):
            assert time.monotonic() < until, f"{name} does not come so far"
            time.sleep(0.02)


def main() -> None:
    data, *steps = sys.argv[1:]
    application = QCoreApplication(sys.argv[:1])
    engine = Engine(Path(data), settings_path=Path(data) / "momentry.toml")
    engine.start().result(_TIMEOUT_S)
    life = Life(engine)
    for step in steps:
        life.do(*step.split("\t"))
    engine.stop()
    del application


main()
