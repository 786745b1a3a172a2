"""A real server on a free port of this machine, over a queue in memory."""

import gc
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from PySide6.QtCore import QCoreApplication

from momentry_desk.core.settings import ApiSettings, Settings
from momentry_desk.http.server import ApiServer
from tests.http.memory_queue import MemoryQueue

TOKEN = "a-token-of-this-test-run-0123456789"

ServerMaker = Callable[..., ApiServer]


@pytest.fixture(scope="module")
def application(qapp: QCoreApplication) -> Iterator[QCoreApplication]:
    """Python's cyclic collector stays on the main thread, as in the program. All rooms share it."""
    gc.disable()
    yield qapp
    gc.collect()
    gc.enable()


@pytest.fixture(scope="session")
def lasting_queue() -> MemoryQueue:
    return MemoryQueue()


@pytest.fixture(scope="session")
def lasting_server(lasting_queue: MemoryQueue, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiServer]:
    """One for all tests that ask for nothing special: to start one takes a third of a second."""
    folder = tmp_path_factory.mktemp("api")
    server = ApiServer(lasting_queue, ApiSettings(port=0, rate_limit=10_000), data_folder=folder, token=TOKEN)
    server.start()
    assert server.wait_ready()
    yield server
    assert server.stop()


@pytest.fixture
def queue(lasting_queue: MemoryQueue) -> MemoryQueue:
    """Empty, with the settings' defaults."""
    lasting_queue.reset()
    return lasting_queue


@pytest.fixture
def serve(queue: MemoryQueue, tmp_path: Path) -> Iterator[ServerMaker]:
    """Starts servers with the settings that a test asks for, and ends them after it."""
    servers: list[ApiServer] = []

    def start(**settings: object) -> ApiServer:
        api = ApiSettings(**{"port": 0, "rate_limit": 10_000, **settings})  # type: ignore[arg-type]
        queue.settings = Settings(
            queue=queue.settings.queue, library=queue.settings.library, api=api, window=queue.settings.window
        )
        server = ApiServer(queue, api, data_folder=tmp_path, token=TOKEN)
        server.start()
        servers.append(server)
        assert server.wait_ready()
        return server

    yield start
    for server in servers:
        assert server.stop()


@pytest.fixture
def server(lasting_server: ApiServer, queue: MemoryQueue) -> ApiServer:
    return lasting_server


@pytest.fixture
def client(server: ApiServer) -> Iterator[httpx.Client]:
    """A client of this machine with the token."""
    with httpx.Client(
        base_url=server.url, headers={"Authorization": f"Bearer {TOKEN}"}, trust_env=False, timeout=20
    ) as client:
        yield client
