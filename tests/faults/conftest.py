"""Engines over the program's own worker, on files that say what it does."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from momentry_desk.engine.engine import Engine
from momentry_desk.engine.worker_command import WorkerCommand
from tests.engine.conftest import application, no_leftovers, wait_until

__all__ = ["application", "no_leftovers"]


@pytest.fixture(name="wait_until")
def _wait_until() -> Callable[..., None]:
    return wait_until


@pytest.fixture
def make_engine(no_leftovers: None) -> Iterator[Callable[[Path], Engine]]:
    """Starts an engine with two slots and the real worker over a data folder. Fails a test that leaves anything."""
    made: list[Engine] = []

    def make(folder: Path) -> Engine:
        folder.mkdir(mode=0o700, exist_ok=True)
        path = folder / "momentry.toml"
        path.write_text(
            "[queue]\nmax_concurrent = 2\ndynamic_concurrency = false\nretry_delay = 0.05\n"
            '[resources]\npause_below_disk_mb = 0\n[privacy]\nfaces = "yes"\n'
        )
        own = WorkerCommand.own()
        command = WorkerCommand(own.program, own.arguments, {"MOMENTRY_SCRIPTED": "1"})
        engine = Engine(folder, settings_path=path, launcher=command)
        made.append(engine)
        engine.start().result(20)
        return engine

    yield make
    for engine in made:
        assert engine.stop(), "the engine did not stop"


@pytest.fixture
def engine(make_engine: Callable[[Path], Engine], data_folder: Path) -> Engine:
    return make_engine(data_folder)


@pytest.fixture
def script(tmp_path: Path) -> Callable[..., str]:
    """Writes a file that says step by step what the worker does. Answers its path."""
    folder = tmp_path / "clips"
    folder.mkdir()

    def write(name: str, *steps: dict[str, object], duration: float = 10.0) -> str:
        path = folder / f"{name}.scripted"
        path.write_text(json.dumps({"duration": duration, "steps": steps}))
        # Written long ago, as footage is: nobody copies it any more.
        os.utime(path, (1e9, 1e9))
        return str(path)

    return write
