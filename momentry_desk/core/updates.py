"""What is decided about newer versions: which is newer, whose word is taken, and when it is time to ask.

Nothing here opens a connection, and nothing anywhere fetches or installs a version by itself.
"""

import re
from enum import StrEnum
from urllib.parse import urljoin, urlsplit

import msgspec

#: Between two looks that nobody asked for. One day.
INTERVAL_S = 86_400.0

#: An announcement is not longer. 256 KiB.
MAX_BODY = 256 * 1024

_MAX_ADDRESS = 2_000
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_VERSION = re.compile(r"v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})", re.ASCII)


class NoAnswer(StrEnum):
    """Why a look told nothing."""

    UNREACHED = "unreached"
    SILENT = "silent"
    STATUS = "status"
    REDIRECTED = "redirected"
    UNREADABLE = "unreadable"


class NoRelease(Exception):
    """A look told nothing; `detail` is a status or what the system said."""

    def __init__(self, why: NoAnswer, detail: str = "") -> None:
        super().__init__(f"{why}: {detail}" if detail else why)
        self.why = why
        self.detail = detail


class Release(msgspec.Struct, frozen=True):
    """A version that was announced, as three numbers, and the https page to download it from."""

    version: str
    page: str


class LastLook(msgspec.Struct, frozen=True):
    """What is kept of the looks: when the last one was tried and when the last answer came, that answer, and the
    version of which a person wants to hear no more."""

    tried_at: float | None = None
    answered_at: float | None = None
    release: Release | None = None
    passed_over: str = ""


class UpdateState(msgspec.Struct, frozen=True):
    """What a window shows. `address` is empty where this build has none to ask.

    `newer` is a version newer than this one, `mentioned` whether it is to be spoken of unasked. `trouble` is set
    after a look that a person asked for alone; `answered_at` is the instant of the last answer.
    """

    address: str = ""
    looking: bool = False
    answered_at: float | None = None
    newer: Release | None = None
    mentioned: bool = False
    trouble: NoAnswer | None = None
    detail: str = ""


class _Announcement(msgspec.Struct):
    tag_name: str
    html_url: str


def numbers(version: str) -> tuple[int, int, int] | None:
    """The three numbers of a version, with or without a "v" before it; None where it is of another form."""
    found = _VERSION.fullmatch(version)
    return (int(found[1]), int(found[2]), int(found[3])) if found else None


def is_newer(there: str, here: str) -> bool:
    """Whether `there` is later than `here`; never where one of them is no version."""
    other, own = numbers(there), numbers(here)
    return other is not None and own is not None and other > own


def read_release(body: bytes) -> Release:
    """What an answer announces. Raises `NoRelease` for anything else."""
    try:
        said = msgspec.json.decode(body, type=_Announcement)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NoRelease(NoAnswer.UNREADABLE) from error
    found = numbers(said.tag_name)
    if found is None or not is_safe(said.html_url):
        raise NoRelease(NoAnswer.UNREADABLE)
    return Release(".".join(map(str, found)), said.html_url)


def is_safe(address: str, *, loopback: bool = False) -> bool:
    """Whether an address is one of https, with a host and nothing hidden in it; with `loopback` also one of http
    that does not leave this machine."""
    if len(address) > _MAX_ADDRESS or not address.isascii() or not address.isprintable():
        return False
    if any(sign in address for sign in " \\"):
        return False
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        return False
    if not host or port == 0 or "@" in parts.netloc:
        return False
    return parts.scheme == "https" or (loopback and parts.scheme == "http" and host in _LOOPBACK)


def redirected(address: str, location: str) -> str:
    """Where an answer sends its reader. Raises `NoRelease` unless that is https again."""
    try:
        target = urljoin(address, location)
    except ValueError:
        target = ""
    if not is_safe(target):
        raise NoRelease(NoAnswer.REDIRECTED)
    return target


def is_due(last: LastLook, now: float) -> bool:
    """Whether a day has passed since the last try; a clock that was set back counts as such."""
    return last.tried_at is None or not 0 <= now - last.tried_at < INTERVAL_S
