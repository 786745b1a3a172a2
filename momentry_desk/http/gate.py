"""The gate before every route: Host, Origin, rate, token and body are looked at here, in this order, once."""

import re
from urllib.parse import parse_qs

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from momentry_desk.http.errors import ApiError
from momentry_desk.http.idempotency import Replays
from momentry_desk.http.limits import RateLimit, read_body, replayed
from momentry_desk.http.security import Door, Tickets, is_loopback

PREFIX = "/api/v1"
EVENTS_PATH = f"{PREFIX}/events"

#: What a program of this machine may read without the token.
_OPEN = re.compile(r"(/api/v1)?/(health|docs|openapi\.json)$|/static-offline-docs/|/docs/oauth2-redirect$")

#: Wrong tokens a second from one other machine, ten times as many at once.
WRONG_TOKENS_PER_S = 1.0

_METHODS = b"GET, POST, PUT, DELETE"
_PREFLIGHT_AGE_S = b"600"


class Gate:
    """Passes on what may come in; answers the rest in the API's own shape of error.

    Marks each request's state with `any_file`: whether the caller may name any file that the user can read.
    """

    def __init__(self, app: ASGIApp, door: Door, tickets: Tickets) -> None:
        self._app = app
        self._door = door
        self._tickets = tickets
        self._rate = RateLimit(door.settings.rate_limit)
        self._wrong = RateLimit(WRONG_TOKENS_PER_S)
        self._replays = Replays()
        self.closing = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers: dict[bytes, bytes] = dict(scope["headers"])
        answered = self._dressed(send, headers)
        try:
            if self.closing:
                raise ApiError(
                    503, "Momentry Desk is shutting down.", code="shutting_down", headers={"Retry-After": "5"}
                )
            self._check_host(scope)
            if await self._preflight(scope, headers, answered):
                return
            self._check_rate(scope)
            scope.setdefault("state", {})["any_file"] = self._check_token(scope, headers)
            body = await read_body(scope, receive, headers)
            again = replayed(body, receive)
            key = headers.get(b"idempotency-key")
            if key is None or scope["method"] not in ("POST", "PUT", "DELETE"):
                await self._app(scope, again, answered)
            else:
                await self._replays.serve(key, body, self._app, scope, again, answered)
        except ApiError as error:
            await error.send(answered)

    def _check_host(self, scope: Scope) -> None:
        hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1 or not self._door.knows_host(hosts[0]):
            raise ApiError(
                403,
                "The Host header names another server. Call this one by its address, or list the name under "
                "allowed_hosts in [api] of momentry.toml.",
                code="host_refused",
            )

    async def _preflight(self, scope: Scope, headers: dict[bytes, bytes], send: Send) -> bool:
        """Check the Origin of a browser's request; answer its question before the real one. True: answered."""
        if b"origin" not in headers:
            return False
        origin = headers[b"origin"].decode("latin-1")
        if not self._door.knows_origin(origin, headers[b"host"].decode("latin-1")):
            raise ApiError(
                403,
                "Pages of this origin may not call. List it under origins in [api] of momentry.toml.",
                code="origin_refused",
            )
        if scope["method"] != "OPTIONS" or b"access-control-request-method" not in headers:
            return False
        allowed = [
            (b"access-control-allow-methods", _METHODS),
            (b"access-control-allow-headers", b"Authorization, Content-Type, Idempotency-Key, Last-Event-ID"),
            (b"access-control-max-age", _PREFLIGHT_AGE_S),
        ]
        if headers.get(b"access-control-request-private-network") == b"true":
            allowed.append((b"access-control-allow-private-network", b"true"))
        await send({"type": "http.response.start", "status": 204, "headers": allowed})
        await send({"type": "http.response.body", "body": b""})
        return True

    def _check_rate(self, scope: Scope) -> None:
        self._pay(self._rate, _address(scope))

    def _check_token(self, scope: Scope, headers: dict[bytes, bytes]) -> bool:
        """Raise 401 without the right token where one is needed; answer whether the caller may name any file."""
        local = is_loopback(_address(scope))
        if local and _OPEN.match(scope["path"]):
            return False
        given = _bearer(headers.get(b"authorization"))
        if self._door.knows_token(given):
            return local
        if given is None and local and not self._door.settings.token_on_loopback:
            return False
        if scope["path"] == EVENTS_PATH and scope["method"] == "GET":
            ticket = parse_qs(scope["query_string"].decode("latin-1")).get("ticket", [""])[0]
            if ticket and self._tickets.take(ticket):
                return False
        if not local:
            self._pay(self._wrong, _address(scope))
        raise ApiError(
            401,
            "This needs the API's token: Authorization: Bearer TOKEN. The token stands in the file api-token in "
            "the data folder.",
            headers={"WWW-Authenticate": 'Bearer realm="Momentry Desk"'},
        )

    def _pay(self, limit: RateLimit, address: str) -> None:
        wait_s = limit.take(address)
        if wait_s:
            raise ApiError(
                429,
                "Too many requests in too short a time.",
                headers={"Retry-After": str(max(1, round(wait_s + 0.5)))},
            )

    def _dressed(self, send: Send, headers: dict[bytes, bytes]) -> Send:
        """A send that adds what every answer carries."""
        extra = [(b"x-content-type-options", b"nosniff"), (b"cache-control", b"no-store"), (b"vary", b"Origin")]
        origin = headers.get(b"origin")
        if origin is not None and self._door.lists_origin(origin.decode("latin-1")):
            extra.append((b"access-control-allow-origin", origin))
            extra.append((b"access-control-expose-headers", b"Retry-After, Idempotency-Replayed"))

        async def send_more(message: Message) -> None:
            if message["type"] == "http.response.start":
                names = {name for name, _ in extra}
                kept = [(name, value) for name, value in message.get("headers", []) if name not in names]
                message = {**message, "headers": [*kept, *extra]}
            await send(message)

        return send_more


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def _bearer(header: bytes | None) -> str | None:
    """The token of an Authorization header; empty where it is of another scheme, None where there is none."""
    if header is None:
        return None
    scheme, _, token = header.decode("latin-1").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""
