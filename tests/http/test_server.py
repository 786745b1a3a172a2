"""Begin and end of the server: its port, its thread, and what it leaves alone."""

import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import httpx
import pytest

from momentry_desk.core.settings import ApiSettings
from momentry_desk.http.server import ApiServer, CannotListen, exposure, listen
from tests.http.conftest import TOKEN, ServerMaker
from tests.http.memory_queue import MemoryQueue


def test_a_taken_port_is_said_plainly_and_the_next_free_one_offered(queue: MemoryQueue, tmp_path: Path) -> None:
    taken = listen("127.0.0.1", 0)
    port = taken.getsockname()[1]
    try:
        server = ApiServer(queue, ApiSettings(port=port), data_folder=tmp_path)
        with pytest.raises(CannotListen, match=f"Port {port} on 127.0.0.1 is taken") as told:
            server.start()
        free = told.value.free_port
        assert free is not None
        assert free > port
        assert str(free) in str(told.value)
        listen("127.0.0.1", free).close()
        assert server.stop()
    finally:
        taken.close()


def test_an_address_that_is_not_this_machines_is_said_plainly() -> None:
    with pytest.raises(CannotListen, match=r"192\.0\.2\.1"):
        listen("192.0.2.1", 8765)


def test_the_socket_answers_without_delay() -> None:
    with listen("127.0.0.1", 0) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_the_end_leaves_no_thread_and_frees_the_port(serve: ServerMaker) -> None:
    before = set(threading.enumerate())
    server = serve()
    # The documentation's files are read on threads of the framework.
    assert httpx.get(f"{server.url}/static-offline-docs/swagger-ui.css", trust_env=False).status_code == 200
    assert server.stop()
    left = set(threading.enumerate()) - before
    for thread in left:
        thread.join(5)
    assert not [thread for thread in left if thread.is_alive()]
    listen("127.0.0.1", server.port).close()


def test_the_end_comes_at_once_while_a_stream_is_open(serve: ServerMaker) -> None:
    server = serve()
    with httpx.stream(
        "GET", f"{server.url}/api/v1/events", headers={"Authorization": f"Bearer {TOKEN}"}, trust_env=False
    ) as stream:
        lines = stream.iter_lines()
        next(lines)
        assert server.stop(timeout_s=2.5)
        list(lines)


def test_a_server_that_never_began_can_be_stopped(queue: MemoryQueue, tmp_path: Path) -> None:
    assert ApiServer(queue, ApiSettings(port=0), data_folder=tmp_path, token=TOKEN).stop()


def test_a_stop_right_after_the_start_is_heard(queue: MemoryQueue, tmp_path: Path) -> None:
    server = ApiServer(queue, ApiSettings(port=0), data_folder=tmp_path, token=TOKEN)
    listening = len(queue.rows_changed.listeners)
    server.start()
    assert server.stop()
    assert not server.wait_ready(0)
    assert len(queue.rows_changed.listeners) == listening


def test_signals_stay_with_the_program(serve: ServerMaker) -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    serve()
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before


def test_the_framework_is_loaded_only_when_the_server_starts() -> None:
    look = (
        "import sys; import momentry_desk.http.server; "
        "sys.exit(any(name in sys.modules for name in ('fastapi', 'starlette', 'uvicorn', 'pydantic', 'httpx')))"
    )
    assert subprocess.run([sys.executable, "-c", look], check=False).returncode == 0


def test_listening_for_others_is_said_in_words() -> None:
    assert exposure("127.0.0.1") is None
    assert exposure("localhost") is None
    assert exposure("::1") is None
    said = exposure("0.0.0.0")
    assert said is not None
    assert "not encrypted" in said
