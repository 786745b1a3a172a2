"""Asks the one address where newer versions are announced. Sends nothing but the program's name."""

import ssl
import time
from typing import TYPE_CHECKING

from momentry_desk.core.updates import MAX_BODY, NoAnswer, NoRelease, Release, is_safe, read_release, redirected
from momentry_desk.engine.errors import system_word

if TYPE_CHECKING:
    import httpx

#: For each step of the way, and for the whole answer. Seconds.
TIMEOUT_S = 10.0

_REDIRECTS = 3
#: All that is sent beside the address itself: no version, no system, no language, nothing that tells people apart.
_HEADERS = {"User-Agent": "MomentryDesk", "Accept": "application/json", "Accept-Encoding": "identity"}


def ask_for_release(address: str, timeout_s: float = TIMEOUT_S) -> Release:
    """The newest version that is announced there. May block for longer than `timeout_s` where a name is not
    resolved. Raises `NoRelease`."""
    if not is_safe(address, loopback=True):
        raise NoRelease(NoAnswer.UNREACHED, "no https address")
    import httpx

    until = time.monotonic() + timeout_s
    try:
        # What the person's machine says of proxies and further certificates holds here too.
        with httpx.Client(
            follow_redirects=False, timeout=timeout_s, headers=_HEADERS, verify=_trust(address)
        ) as client:
            for _ in range(_REDIRECTS + 1):
                with client.stream("GET", address) as answer:
                    if answer.has_redirect_location:
                        address = redirected(address, answer.headers["Location"])
                        continue
                    if answer.status_code != httpx.codes.OK:
                        raise NoRelease(NoAnswer.STATUS, str(answer.status_code))
                    return read_release(_body(answer, until))
    except httpx.TimeoutException as error:
        raise NoRelease(NoAnswer.SILENT) from error
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        raise NoRelease(NoAnswer.UNREACHED, system_word(error)) from error
    raise NoRelease(NoAnswer.REDIRECTED)


def _trust(address: str) -> ssl.SSLContext | bool:
    """For https the usual certificates; on this machine itself none, which take 20 ms to load and are of no use."""
    return address.startswith("https:") or ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _body(answer: "httpx.Response", until: float) -> bytes:
    body = bytearray()
    for part in answer.iter_raw():
        body += part
        if len(body) > MAX_BODY:
            raise NoRelease(NoAnswer.UNREADABLE)
        if time.monotonic() > until:
            raise NoRelease(NoAnswer.SILENT)
    return bytes(body)
