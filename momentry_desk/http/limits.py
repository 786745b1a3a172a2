"""Bounds on what a caller may send: how often, how much, how slowly."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.types import Message, Receive, Scope

from momentry_desk.http.errors import ApiError

#: 1 MiB: a thousand long paths.
MAX_BODY = 1024 * 1024

#: A body must have come in whole by then. Seconds.
BODY_TIMEOUT_S = 10.0

#: How much of a second's allowance may be used at once: a batch sends in bursts.
BURST_S = 10.0

#: Addresses that are remembered; the one unseen for longest makes room.
MAX_ADDRESSES = 1_024


class RateLimit:
    """A token bucket for each address: `per_second` on average, ten seconds' worth at once."""

    def __init__(self, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_second
        self._most = max(1.0, per_second * BURST_S)
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str) -> float:
        """0 where the request may pass, else the seconds to wait."""
        now = self._clock()
        left, seen = self._buckets.pop(address, (self._most, now))
        left = min(self._most, left + (now - seen) * self._per_second)
        passes = left >= 1.0
        self._buckets[address] = (left - 1.0 if passes else left, now)
        if len(self._buckets) > MAX_ADDRESSES:
            self._buckets.popitem(last=False)
        return 0.0 if passes else (1.0 - left) / self._per_second


async def read_body(scope: Scope, receive: Receive, headers: dict[bytes, bytes]) -> bytes:
    """The whole body. Raises `ApiError` where it is too large, too slow, or no JSON by its own account."""
    announced = headers.get(b"content-length", b"0")
    if announced.isdigit() and int(announced) > MAX_BODY:
        raise _too_large()
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(BODY_TIMEOUT_S):
            more = True
            while more:
                message = await receive()
                if message["type"] != "http.request":
                    raise ApiError(400, "The connection ended before the request did.")
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                if size > MAX_BODY:
                    raise _too_large()
                more = message.get("more_body", False)
    except TimeoutError as error:
        raise ApiError(
            408, f"The request did not arrive within {BODY_TIMEOUT_S:.0f} seconds.", headers={"Connection": "close"}
        ) from error
    body = b"".join(parts)
    if scope["method"] not in ("GET", "HEAD"):
        _check_type(headers, body)
    return body


def replayed(body: bytes, receive: Receive) -> Receive:
    """A receive that gives the body once and then waits for the caller to go away."""
    given = False

    async def receive_again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again


def _check_type(headers: dict[bytes, bytes], body: bytes) -> None:
    kind = headers.get(b"content-type")
    encoding = headers.get(b"content-encoding", b"identity").strip().lower()
    if encoding != b"identity":
        raise ApiError(415, "A body is sent as it is, not compressed.")
    if kind is None and not body:
        return
    media = (kind or b"").partition(b";")[0].strip().lower()
    if media != b"application/json":
        raise ApiError(415, "A body is JSON and says so: Content-Type: application/json.")


def _too_large() -> ApiError:
    return ApiError(413, f"A body holds at most {MAX_BODY} bytes.", headers={"Connection": "close"})
