"""What is decided about telling another program of a task's end: whether an address may be called, when it is tried
again, and how the word is signed. Nothing here resolves a name or opens a connection.
"""

import hashlib
import hmac
import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

import msgspec

from momentry_desk.core.model import FailureKind, TaskStatus
from momentry_desk.core.sentences import Said, say

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

#: A delivery that has not come through by then is given up. One day.
DELIVERY_WINDOW_S = 86_400.0

#: The pause after the first failed try; it doubles with each further one.
FIRST_PAUSE_S = 10.0

#: Tries are never further apart. One hour.
LONGEST_PAUSE_S = 3_600.0

#: Neither the word sent nor the answer read is longer. 64 KiB.
MAX_BODY = 64 * 1024

MAX_URL_LENGTH = 2_000

#: Names that mean this machine and need no permission.
LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})

# Where clouds answer with a machine's credentials: AWS over IPv6, Alibaba, Oracle. The usual 169.254.169.254 is
# link-local and falls under that rule.
_METADATA = frozenset(
    ipaddress.ip_address(text) for text in ("fd00:ec2::254", "fd20:ce::254", "100.100.100.200", "192.0.0.192")
)
_METADATA_NAMES = frozenset({"metadata", "metadata.google.internal", "instance-data"})

# IPv6 ranges that carry an IPv4 address inside, and so would slip past the rules for it: IPv4-compatible
# (RFC 4291), NAT64 (RFC 6052, RFC 8215), 6to4 (RFC 3056), Teredo (RFC 4380).
_CARRIERS = tuple(
    ipaddress.IPv6Network(text) for text in ("::/96", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")
)


class CallbackRefused(Exception):
    """This address is not called. The text says why, and what would allow it."""


class CallbackTarget(msgspec.Struct, frozen=True):
    """An address taken apart. `host` has no brackets; `path` holds the query too and begins with a slash."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """What the Host header says: without the port where it is the scheme's own."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"


_PORTS = {"http": 80, "https": 443}


class TaskEnd(msgspec.Struct, frozen=True):
    """The body of a callback, as it is sent. Instants are ISO 8601 in UTC; `findings` counts by kind."""

    event_id: str
    task_id: str
    file_uuid: str
    file_name: str
    path: str
    status: TaskStatus
    error: str | None
    failure_kind: FailureKind | None
    findings: dict[str, int]
    processors: tuple[str, ...]
    queued_at: str | None
    started_at: str | None
    completed_at: str | None
    running_s: float
    event: str = "task.ended"


class DueCallback(msgspec.Struct, frozen=True):
    """One word that is due. `body` is fixed at the task's end, so that every try says the same."""

    event_id: str
    task_id: str
    url: str
    body: bytes
    written_at: float
    tries: int


def check_url(url: str, allowed_hosts: Iterable[str]) -> CallbackTarget:
    """Take a callback's address apart. Raises `CallbackRefused` where its text alone says that it is not called."""
    if len(url) > MAX_URL_LENGTH:
        raise CallbackRefused(say(Said.CALLBACK_TOO_LONG, length=MAX_URL_LENGTH))
    if any(ord(sign) <= 32 or ord(sign) == 127 or not sign.isascii() for sign in url) or "\\" in url:
        raise CallbackRefused(say(Said.CALLBACK_BAD_SIGNS))
    try:
        parts = urlsplit(url)
        port = parts.port
        host = (parts.hostname or "").rstrip(".")
    except ValueError as error:
        raise CallbackRefused(say(Said.CALLBACK_UNREADABLE, why=error)) from error
    if parts.scheme not in _PORTS:
        raise CallbackRefused(say(Said.CALLBACK_SCHEME))
    if parts.username is not None or parts.password is not None:
        raise CallbackRefused(say(Said.CALLBACK_CREDENTIALS))
    if not host or port == 0:
        raise CallbackRefused(say(Said.CALLBACK_NO_HOST))
    literal = _literal(host)
    if literal is not None:
        check_address(literal)
    allowed = {name.lower().strip("[]").rstrip(".") for name in allowed_hosts}
    if host in _METADATA_NAMES:
        raise CallbackRefused(say(Said.CALLBACK_METADATA_NAME, host=host))
    loopback = host in LOOPBACK_NAMES or (literal is not None and literal.is_loopback)
    if not loopback and host not in allowed and "*" not in allowed:
        raise CallbackRefused(say(Said.CALLBACK_NOT_ALLOWED, host=host))
    path = parts.path or "/"
    return CallbackTarget(
        parts.scheme, host, port or _PORTS[parts.scheme], f"{path}?{parts.query}" if parts.query else path
    )


def check_addresses(target: CallbackTarget, addresses: Iterable[str]) -> tuple[str, ...]:
    """The addresses to connect to, of all that the host's name resolves to. One bad address among them refuses the
    whole: `CallbackRefused`. A name of this machine must resolve to this machine."""
    good: dict[str, None] = {}
    for text in addresses:
        address = _literal(text)
        if address is None:
            raise CallbackRefused(say(Said.CALLBACK_NO_ADDRESS, host=target.host, address=text))
        check_address(address)
        if target.host in LOOPBACK_NAMES and not address.is_loopback:
            raise CallbackRefused(say(Said.CALLBACK_NOT_HERE, host=target.host, address=address))
        good[str(address)] = None
    if not good:
        raise CallbackRefused(say(Said.CALLBACK_UNRESOLVED, host=target.host))
    return tuple(good)


def check_address(address: IPAddress) -> None:
    """Raise `CallbackRefused` for an address that is never called, whoever asks."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            raise CallbackRefused(say(Said.CALLBACK_MAPPED, address=address))
        if not address.is_loopback and any(address in network for network in _CARRIERS):
            raise CallbackRefused(say(Said.CALLBACK_CARRIER, address=address))
        if address.scope_id is not None:
            raise CallbackRefused(say(Said.CALLBACK_SCOPED, address=address))
    if address in _METADATA:
        raise CallbackRefused(say(Said.CALLBACK_METADATA, address=address))
    if address.is_link_local:
        raise CallbackRefused(say(Said.CALLBACK_LINK_LOCAL, address=address))
    if address.is_unspecified or address.is_multicast or (address.is_reserved and not address.is_loopback):
        raise CallbackRefused(say(Said.CALLBACK_NO_MACHINE, address=address))


def next_try(written_at: float, tries: int, now: float) -> float | None:
    """When to try again after `tries` failures, or None where the day is over."""
    pause = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2.0 ** min(max(tries - 1, 0), 30))
    last = written_at + DELIVERY_WINDOW_S
    if now >= last:
        return None
    return min(now + pause, last)


def sign(secret: str, timestamp: str, body: bytes) -> str:
    """HMAC-SHA256 (RFC 2104) over time stamp, a full stop and the body, as hexadecimal digits."""
    return hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()


def _literal(host: str) -> IPAddress | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        # "127.1", "0x7f.1" and "2130706433" are addresses to some resolvers; as names they must be on the list, and
        # what they resolve to is checked like any other.
        return None
