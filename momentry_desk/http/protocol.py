"""Uvicorn as the API needs it: connections bounded in number, heads of requests in time, and one shape of refusal
even for what is no HTTP at all.
"""

import asyncio

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from momentry_desk.http.errors import ApiError

#: Connections at once; more are closed unanswered.
MAX_CONNECTIONS = 512

#: A request's head must have come in whole by then. Seconds.
HEAD_TIMEOUT_S = 10.0

MAX_HEAD = 64 * 1024


class BoundedProtocol(H11Protocol):
    """One connection. The clock for a head runs from the first byte after silence."""

    _head_clock: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > MAX_CONNECTIONS:
            transport.abort()
            return
        self._start_clock()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_clock()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._head_clock is None and self.conn.their_state is h11.IDLE:
            self._start_clock()
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._stop_clock()

    def send_400_response(self, msg: str) -> None:
        self._stop_clock()
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.close()
            return
        body = ApiError(400, msg).body()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        response = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
        for event in (response, h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _start_clock(self) -> None:
        self._head_clock = self.loop.call_later(HEAD_TIMEOUT_S, self._head_too_slow)

    def _stop_clock(self) -> None:
        if self._head_clock is not None:
            self._head_clock.cancel()
            self._head_clock = None

    def _head_too_slow(self) -> None:
        self._head_clock = None
        if not self.transport.is_closing():
            self.transport.abort()


def new_server(app: ASGIApp, *, keep_alive_s: int, grace_s: int) -> uvicorn.Server:
    """A server that installs no signal handlers off the main thread, and logs through the program's own loggers."""
    config = uvicorn.Config(
        app,
        http=BoundedProtocol,
        ws="none",
        loop="asyncio",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=keep_alive_s,
        timeout_graceful_shutdown=grace_s,
        h11_max_incomplete_event_size=MAX_HEAD,
    )
    return uvicorn.Server(config)
