"""The stream of events: what it tells, what it forgets, and how a browser gets in."""

import asyncio
import contextlib
import gc
import json
import time
from collections.abc import AsyncGenerator, Iterator

import httpx
import pytest

from momentry_desk.core.snapshot import RowsChanged
from momentry_desk.http import events
from momentry_desk.http.events import EventRing, TooManyStreams
from momentry_desk.http.server import ApiServer
from tests.http.conftest import TOKEN
from tests.http.memory_queue import MemoryQueue

EVENTS = "/api/v1/events"


def read(lines: Iterator[str]) -> dict[str, str]:
    """The next event of a stream, by field."""
    fields: dict[str, str] = {}
    for line in lines:
        if not line:
            if "event" in fields:
                return fields
            fields = {}
            continue
        name, _, value = line.partition(":")
        fields[name] = value.strip()
    raise AssertionError("the stream ended")


@contextlib.contextmanager
def stream(server: ApiServer, path: str = EVENTS, **headers: str) -> Iterator[Iterator[str]]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    with httpx.stream("GET", server.url + path, headers=named, trust_env=False, timeout=10) as answer:
        assert answer.status_code == 200, answer.read()
        assert answer.headers["content-type"].startswith("text/event-stream")
        lines = answer.iter_lines()
        assert next(lines).startswith("retry:")
        yield lines


def test_a_change_of_the_queue_is_told(server: ApiServer, queue: MemoryQueue, client: httpx.Client) -> None:
    uuid = queue.register("a.mp4")
    with stream(server, Authorization=f"Bearer {TOKEN}") as lines:
        task_id = client.post(f"/api/v1/file/{uuid}/deep-scan").json()["task_id"]
        told = read(lines)
        assert told["event"] == "task"
        assert json.loads(told["data"])["task_id"] == task_id
        queue.start(task_id)
        told = read(lines)
        assert json.loads(told["data"])["status"] == "processing"
        told = read(lines)
        assert told["event"] == "queue"
        assert json.loads(told["data"])["active_count"] == 1
        queue.findings_changed.emit(uuid)
        assert json.loads(read(lines)["data"]) == {"file_uuid": uuid}
        queue.rows_changed.emit(RowsChanged(removed=(task_id,)))
        assert read(lines)["event"] == "removed"


def test_a_client_that_comes_back_misses_nothing(
    server: ApiServer, queue: MemoryQueue, client: httpx.Client
) -> None:
    uuid = queue.register("a.mp4")
    with stream(server, Authorization=f"Bearer {TOKEN}") as lines:
        client.post(f"/api/v1/file/{uuid}/deep-scan")
        last = read(lines)["id"]
    queue.start("task_000001", progress=7)
    with stream(server, Authorization=f"Bearer {TOKEN}", Last_Event_ID=last) as lines:
        assert json.loads(read(lines)["data"])["progress"] == 7


def test_an_id_of_an_earlier_life_is_told_to_look_anew(server: ApiServer) -> None:
    with stream(server, Authorization=f"Bearer {TOKEN}", Last_Event_ID="0badcafe-12") as lines:
        assert read(lines)["event"] == "reset"


def test_a_great_change_is_told_as_a_reset(server: ApiServer, queue: MemoryQueue, client: httpx.Client) -> None:
    uuid = queue.register("a.mp4")
    client.post(f"/api/v1/file/{uuid}/deep-scan")
    row = queue.rows["task_000001"]
    with stream(server, Authorization=f"Bearer {TOKEN}") as lines:
        queue.rows_changed.emit(RowsChanged(upserted=(row,) * (events.MAX_AT_ONCE + 1)))
        assert read(lines)["event"] == "reset"


def test_a_ticket_opens_one_stream_once(server: ApiServer, client: httpx.Client) -> None:
    ticket = client.post(f"{EVENTS}/ticket").json()
    assert ticket["expires_in"] == 30
    with stream(server, f"{EVENTS}?ticket={ticket['ticket']}"):
        pass
    for path in (f"{EVENTS}?ticket={ticket['ticket']}", EVENTS, f"{EVENTS}?ticket="):
        assert httpx.get(server.url + path, trust_env=False).status_code == 401


def test_a_ticket_opens_nothing_else(server: ApiServer, client: httpx.Client) -> None:
    ticket = client.post(f"{EVENTS}/ticket").json()["ticket"]
    answer = httpx.get(f"{server.url}/api/v1/queue/status?ticket={ticket}", trust_env=False)
    assert answer.status_code == 401


# The ring alone -----------------------------------------------------------------------------------------------


async def take(stream: AsyncGenerator[bytes, None], number: int) -> list[str]:
    return [(await anext(stream)).decode() for _ in range(number)]


async def closed(*streams: AsyncGenerator[bytes, None]) -> None:
    for one in streams:
        await one.aclose()


def test_a_stream_that_falls_behind_is_reset_and_goes_on() -> None:
    async def run() -> None:
        ring = EventRing(size=3)
        ring.publish("task", {"n": 0})
        slow = ring.open(f"{ring.epoch}-1")
        await take(slow, 1)
        for number in range(1, 6):
            ring.publish("task", {"n": number})
        assert "event: reset" in (await take(slow, 1))[0]
        ring.publish("task", {"n": 6})
        assert '{"n": 6}' in (await take(slow, 1))[0]
        await closed(slow)

    asyncio.run(run())


def test_a_stream_within_the_ring_gets_every_event_in_order() -> None:
    async def run() -> None:
        ring = EventRing(size=3)
        begun = ring.open(f"{ring.epoch}-0")
        await take(begun, 1)
        for number in range(3):
            ring.publish("task", {"n": number})
        texts = await take(begun, 3)
        assert [f"id: {ring.epoch}-{n + 1}\n" in text for n, text in enumerate(texts)] == [True] * 3
        await closed(begun)

    asyncio.run(run())


@pytest.mark.parametrize("last", ["EPOCH-99", "EPOCH-", "EPOCH-x", "EPOCH-²", "nonsense", "-", "EPOCH-" + "9" * 30])
def test_an_id_that_none_gave_out_is_told_to_look_anew(last: str) -> None:
    async def run() -> None:
        ring = EventRing()
        begun = ring.open(last.replace("EPOCH", ring.epoch))
        assert "event: reset" in (await take(begun, 2))[1]
        await closed(begun)

    asyncio.run(run())


def test_silence_is_broken_by_a_comment_and_the_end_ends_a_stream() -> None:
    async def run() -> None:
        ring = EventRing(heartbeat_s=0.01)
        begun = ring.open(None)
        assert (await take(begun, 2))[1].startswith(":")
        ring.close()
        with pytest.raises(StopAsyncIteration):
            await anext(begun)
        with pytest.raises(TooManyStreams):
            ring.open(None)

    asyncio.run(run())


def test_streams_are_bounded_and_a_gone_one_makes_room() -> None:
    async def run() -> None:
        ring = EventRing()
        begun = [ring.open(None) for _ in range(events.MAX_STREAMS)]
        with pytest.raises(TooManyStreams):
            ring.open(None)
        begun.pop()
        await closed(ring.open(None), *begun)

    asyncio.run(run())


def test_clients_that_are_gone_leave_their_places_without_the_collector(
    server: ApiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program at rest collects seldom, and a browser that is refused a stream does not ask again."""
    monkeypatch.setattr(events, "MAX_STREAMS", 2)
    gone = time.monotonic() + 5
    gc.disable()
    try:
        for _ in range(3):
            with _open(server), _open(server):
                pass
        while not _may_open(server):
            assert time.monotonic() < gone, "the places of clients that are gone stay taken"
            time.sleep(0.05)
    finally:
        gc.enable()


def _open(server: ApiServer) -> contextlib.AbstractContextManager[httpx.Response]:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    return httpx.stream("GET", server.url + EVENTS, headers=headers, trust_env=False, timeout=10)


def _may_open(server: ApiServer) -> bool:
    with _open(server) as answer:
        return answer.status_code == 200
