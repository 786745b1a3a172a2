"""Engines over real children for the tests, each ended and looked after; what is left over fails the test."""

import gc
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication

from momentry_desk.engine import heartbeat
from momentry_desk.engine.clock import Clock
from momentry_desk.engine.engine import Engine
from momentry_desk.engine.resources import Sampler
from momentry_desk.engine.scheduler import TICK_S
from momentry_desk.engine.worker_command import WorkerCommand

FAKE_WORKER = Path(__file__).with_name("fake_worker.py")


def wait_until(condition: Callable[[], object], timeout_s: float = 15.0, what: str = "") -> None:
    """Let Qt work until `condition` holds; fail after `timeout_s`."""
    application = QCoreApplication.instance()
    until = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > until:
            pytest.fail(f"waited {timeout_s} s in vain for {what or condition}")
        if application is not None:
            application.processEvents()
        time.sleep(0.005)


@pytest.fixture(name="wait_until")
def _wait_until() -> Callable[..., None]:
    return wait_until


@pytest.fixture(scope="module")
def application(qapp: QCoreApplication) -> Iterator[QCoreApplication]:
    """Python's cyclic collector stays on the main thread, as in the program; and works again afterwards, for the
    analyses' pictures and networks would fill gigabytes.

    A process has one application only, so it is the one that the window's tests need too.
    """
    gc.disable()
    yield qapp
    gc.collect()
    gc.enable()


def children() -> set[int]:
    """The living children of this process, zombies left out."""
    own = os.getpid()
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == own and fields[0] not in ("Z", "X"):
                found.add(int(entry.name))
    return found


def live_threads() -> set[int]:
    """The operating system's: Python never forgets a thread that it did not start itself."""
    return {int(entry.name) for entry in Path("/proc/self/task").iterdir()}


@pytest.fixture
def no_leftovers(request: pytest.FixtureRequest, application: QCoreApplication) -> Iterator[None]:
    """Fails a test that leaves a thread or a process."""
    threads, processes = live_threads(), children()
    # Only what the test itself makes is looked through at its end.
    gc.freeze()
    yield
    wait_until(lambda: not live_threads() - threads, 5, "the end of all threads")
    wait_until(lambda: not children() - processes, 5, "the end of all processes")
    # The runner holds what the fixtures gave until after this: an engine among it would never be collected.
    request.node.funcargs.clear()
    gc.collect()
    gc.unfreeze()


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    return tmp_path / "ledger"


@pytest.fixture
def make_engine(
    data_folder: Path, ledger: Path, no_leftovers: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Engine]]:
    """Makes started engines over the test's data folder, one after another, with the fake worker."""
    made: list[Engine] = []

    def make(
        *,
        clock: Clock | None = None,
        sampler: Callable[[Path], Sampler] | None = None,
        more: str = "",
        faces: str = "yes",
        **settings: object,
    ) -> Engine:
        path = data_folder / "momentry.toml"
        data_folder.mkdir(exist_ok=True)
        if clock is not None or sampler is not None:
            # What a test makes of the time or of the machine is seen at the next tick.
            monkeypatch.setattr(heartbeat, "REST_S", TICK_S)
        # What else runs on the machine is no matter for a test that has no machine of its own.
        lines = {
            "max_concurrent": 2,
            "dynamic_concurrency": sampler is not None,
            "retry_delay": 0.05,
            **settings,
        }
        text = "".join(f"{key} = {json.dumps(value)}\n" for key, value in lines.items())
        path.write_text(f'[queue]\n{text}[privacy]\nfaces = "{faces}"\n{more}')
        command = WorkerCommand(
            sys.executable, (str(FAKE_WORKER),), {"LEDGER": str(ledger), "PYTHONDONTWRITEBYTECODE": "1"}
        )
        engine = Engine(data_folder, settings_path=path, launcher=command, clock=clock, sampler=sampler)
        made.append(engine)
        engine.start().result(20)
        return engine

    yield make
    for engine in made:
        assert engine.stop(), "the engine did not stop"


@pytest.fixture
def engine(make_engine: Callable[..., Engine]) -> Engine:
    return make_engine()


@pytest.fixture
def clip(tmp_path: Path) -> Callable[..., str]:
    """Writes a file that the fake worker "scans"; keyword arguments are its script. Answers its path."""
    folder = tmp_path / "clips"
    folder.mkdir()

    def write(name: str, **plan: object) -> str:
        path = folder / name
        path.write_text(json.dumps({"name": name, **plan}))
        # Written long ago, as footage is: nobody copies it any more.
        os.utime(path, (1e9, 1e9))
        return str(path)

    return write
