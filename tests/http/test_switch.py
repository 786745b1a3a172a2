"""The API goes on and off with its settings while the program runs."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest

from momentry_desk.core.settings import ApiSettings
from momentry_desk.http.server import listen
from momentry_desk.http.switch import ApiSwitch, in_words
from tests.http.memory_queue import MemoryQueue


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def switch(queue: MemoryQueue, tmp_path: Path, said: list[str]) -> Iterator[ApiSwitch]:
    made = ApiSwitch(queue, tmp_path)
    made.watch(lambda state: said.append(in_words(state)))
    said.clear()
    yield made
    made.stop()
    assert made.server is None


def change(queue: MemoryQueue, **settings: object) -> None:
    api = ApiSettings(**{"port": 0, **settings})  # type: ignore[arg-type]
    queue.settings = msgspec.structs.replace(queue.settings, api=api)
    queue.snapshot_changed.emit(queue.snapshot())


def health(switch: ApiSwitch) -> int:
    assert switch.server is not None
    assert switch.server.wait_ready()
    return httpx.get(f"{switch.server.url}/api/v1/health", trust_env=False, timeout=30).status_code


def test_it_is_off_until_it_is_switched_on(queue: MemoryQueue, switch: ApiSwitch, said: list[str]) -> None:
    change(queue)
    assert switch.server is None
    assert said == []
    change(queue, enabled=True)
    assert health(switch) == 200
    assert "Listening on" in said[0]
    change(queue, enabled=False)
    assert switch.server is None
    assert len(said) == 2


def test_it_stays_as_it_is_while_other_things_change(queue: MemoryQueue, switch: ApiSwitch) -> None:
    change(queue, enabled=True)
    server = switch.server
    change(queue, enabled=True, callback_hosts=("studio.example",), callback_secret="s")
    assert switch.server is server
    change(queue, enabled=True, origins=("http://localhost:5173",))
    assert switch.server is not server
    assert health(switch) == 200


def test_a_taken_port_is_told_once_and_tried_again_with_other_settings(
    queue: MemoryQueue, switch: ApiSwitch, said: list[str]
) -> None:
    taken = listen("127.0.0.1", 0)
    try:
        port = taken.getsockname()[1]
        change(queue, enabled=True, port=port)
        change(queue, enabled=True, port=port)
        assert switch.server is None
        (sentence,) = said
        assert "is taken by another program" in sentence
        change(queue, enabled=True)
        assert health(switch) == 200
    finally:
        taken.close()


def test_a_renewed_token_shuts_out_whoever_has_the_old_one(queue: MemoryQueue, switch: ApiSwitch) -> None:
    change(queue, enabled=True)
    old = switch.token()

    def answers(token: str) -> int:
        assert switch.server is not None
        assert switch.server.wait_ready()
        asked = {"Authorization": f"Bearer {token}"}
        return httpx.get(
            f"{switch.server.url}/api/v1/queue/status", headers=asked, trust_env=False, timeout=30
        ).status_code

    assert answers(old) == 200
    new = switch.renew_token()
    assert switch.token() == new != old
    assert (answers(old), answers(new)) == (401, 200)
