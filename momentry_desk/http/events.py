"""Server-sent events: what changed in the queue, kept in a bounded ring. A client that was away a short time misses
nothing; one that was away too long is told to look anew.
"""

import asyncio
import contextlib
import json
import secrets
import weakref
from collections import deque
from collections.abc import AsyncGenerator

import msgspec

RING_SIZE = 1_000
MAX_STREAMS = 64

#: A comment after this much silence keeps middlemen from closing the stream, and finds clients that are gone.
HEARTBEAT_S = 15.0

#: More changed tasks than this at once are not told one by one: clients look anew.
MAX_AT_ONCE = 200


class Event(msgspec.Struct, frozen=True):
    number: int
    kind: str
    data: str


class TooManyStreams(Exception):
    """All places are taken."""


class EventRing:
    """The last events, numbered from 1. Lives on the server's loop; each stream only keeps its place in the ring.

    Ids are EPOCH-NUMBER; the epoch changes with each start of the server, so that an id of an earlier life is known
    for what it is.
    """

    def __init__(self, size: int = RING_SIZE, *, heartbeat_s: float = HEARTBEAT_S) -> None:
        self.epoch = secrets.token_hex(4)
        self._heartbeat_s = heartbeat_s
        self._ring: deque[Event] = deque(maxlen=size)
        self._last = 0
        self._news = asyncio.Event()
        self._streams: weakref.WeakSet[AsyncGenerator[bytes, None]] = weakref.WeakSet()
        self._closed = False

    def publish(self, kind: str, data: object) -> None:
        self._last += 1
        self._ring.append(Event(self._last, kind, json.dumps(data, ensure_ascii=False, default=str)))
        self._wake()

    def close(self) -> None:
        """End every stream."""
        self._closed = True
        self._wake()

    def open(self, last_id: str | None) -> AsyncGenerator[bytes, None]:
        """The text of a stream that goes on after `last_id`, until it is closed. Raises `TooManyStreams`."""
        if self._closed or len(self._streams) >= MAX_STREAMS:
            raise TooManyStreams
        stream = self._stream(last_id)
        # Held weakly: a stream whose client went away before its first word ends without ever having run.
        self._streams.add(stream)
        return stream

    def leave(self, stream: AsyncGenerator[bytes, None]) -> None:
        """Its client is gone. What is broken off stands in a circle with its own error, which the collector of a
        program at rest comes to late: until then it would keep a place."""
        self._streams.discard(stream)

    async def _stream(self, last_id: str | None) -> AsyncGenerator[bytes, None]:
        place, lost = self._place(last_id)
        # An id before the first event: a client that loses the line at once still says where it was.
        yield f"retry: 2000\nid: {self.epoch}-{place}\n\n".encode()
        if lost:
            yield self._reset()
        while not self._closed:
            oldest = self._last - len(self._ring) + 1
            if place < oldest - 1:
                place = self._last
                yield self._reset()
                continue
            fresh = [event for event in self._ring if event.number > place]
            for event in fresh:
                yield self._text(event)
            place = fresh[-1].number if fresh else place
            if not fresh and not await self._wait():
                yield b": still here\n\n"

    def _place(self, last_id: str | None) -> tuple[int, bool]:
        """Where a stream begins, and whether it has missed something for good."""
        if not last_id:
            return self._last, False
        epoch, _, digits = last_id.partition("-")
        if epoch != self.epoch or not (digits.isascii() and digits.isdigit()) or len(digits) > 18:
            return self._last, True
        number = int(digits)
        if number > self._last:
            return self._last, True
        return number, False

    async def _wait(self) -> bool:
        """False: nothing came within the heartbeat."""
        news = self._news
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._heartbeat_s):
                await news.wait()
        return news.is_set()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    def _reset(self) -> bytes:
        return f"id: {self.epoch}-{self._last}\nevent: reset\ndata: {{}}\n\n".encode()

    def _text(self, event: Event) -> bytes:
        return f"id: {self.epoch}-{event.number}\nevent: {event.kind}\ndata: {event.data}\n\n".encode()
