"""Idempotency-Key: a request that comes again is answered as the first time, and changes nothing.

Answers are kept in memory for a day. After a restart a repeated submission still meets its twin in the queue.
"""

import asyncio
import hashlib
import time
from collections import OrderedDict

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from momentry_desk.http.errors import ApiError

KEEP_S = 86_400.0
MAX_KEPT = 1_000
MAX_KEY_LENGTH = 255

#: An answer longer than this is not kept. 256 KiB.
MAX_ANSWER = 256 * 1024


class _Kept(msgspec.Struct):
    body_digest: bytes
    kept_at: float
    done: asyncio.Event
    messages: list[Message] = []


class Replays:
    """The answers by method, path and key. Used on the server's loop alone."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str, str], _Kept] = OrderedDict()

    async def serve(
        self, key: bytes, body: bytes, app: ASGIApp, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Let the request through the first time, and repeat its answer after that. Raises `ApiError`."""
        text = key.decode("latin-1")
        if not 0 < len(text) <= MAX_KEY_LENGTH or not text.isprintable():
            raise ApiError(400, f"An Idempotency-Key has 1 to {MAX_KEY_LENGTH} printable signs.")
        place = (scope["method"], scope["path"], text)
        digest = hashlib.sha256(body).digest()
        while (kept := self._find(place)) is not None:
            if kept.body_digest != digest:
                raise ApiError(
                    422, "This Idempotency-Key was used with another body.", code="idempotency_key_reused"
                )
            await kept.done.wait()
            if kept.messages:
                for message in kept.messages:
                    await send(message)
                return
        await self._first(place, digest, app, scope, receive, send)

    def _find(self, place: tuple[str, str, str]) -> _Kept | None:
        oldest = time.monotonic() - KEEP_S
        while self._kept and (first := next(iter(self._kept.items())))[1].kept_at < oldest:
            del self._kept[first[0]]
        return self._kept.get(place)

    async def _first(
        self, place: tuple[str, str, str], digest: bytes, app: ASGIApp, scope: Scope, receive: Receive, send: Send
    ) -> None:
        kept = _Kept(digest, time.monotonic(), asyncio.Event())
        self._kept[place] = kept
        while len(self._kept) > MAX_KEPT:
            self._kept.popitem(last=False)
        messages: list[Message] = []
        size = 0

        async def keep(message: Message) -> None:
            nonlocal size
            size += len(message.get("body", b""))
            if size <= MAX_ANSWER:
                messages.append(_repeated(message))
            await send(message)

        try:
            await app(scope, receive, keep)
            whole = bool(messages) and not messages[-1].get("more_body", False)
            # A refusal that time may mend is asked anew.
            if whole and size <= MAX_ANSWER and messages[0]["status"] < 500 and messages[0]["status"] != 429:
                kept.messages = messages
        finally:
            if not kept.messages and self._kept.get(place) is kept:
                del self._kept[place]
            kept.done.set()


def _repeated(message: Message) -> Message:
    if message["type"] != "http.response.start":
        return dict(message)
    return {**message, "headers": [*message.get("headers", []), (b"idempotency-replayed", b"true")]}
