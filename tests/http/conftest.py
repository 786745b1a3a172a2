"""A real server on a free port of this machine, over a queue in memory."""

from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from momentry_desk.core.settings import ApiSettings, Settings
from momentry_desk.http.server import ApiServer
from tests.http.memory_queue import MemoryQueue

TOKEN = "a-token-of-this-test-run-0123456789"

ServerMaker = Callable[..., ApiServer]


@pytest.fixture
def queue() -> MemoryQueue:
    return MemoryQueue()


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
def server(serve: ServerMaker) -> ApiServer:
    return serve()


@pytest.fixture
def client(server: ApiServer) -> Iterator[httpx.Client]:
    """A client of this machine with the token."""
    with httpx.Client(
        base_url=server.url, headers={"Authorization": f"Bearer {TOKEN}"}, trust_env=False, timeout=20
    ) as client:
        yield client
