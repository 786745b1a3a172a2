"""Workers that are gone when a test is over."""

from collections.abc import Callable, Iterator

import pytest

from tests.worker.workers import WorkerProcess


@pytest.fixture
def start_worker() -> Iterator[Callable[..., WorkerProcess]]:
    """Starts workers; `eager=True` has them close a chunk after every frame."""
    started: list[WorkerProcess] = []

    def start(*, eager: bool = False) -> WorkerProcess:
        started.append(WorkerProcess(eager=eager))
        return started[-1]

    yield start
    for worker in started:
        worker.end()


@pytest.fixture
def worker(start_worker: Callable[..., WorkerProcess]) -> WorkerProcess:
    return start_worker()
