"""Who may come in: the token, the Host and Origin of a request, and which files a caller may name."""

import contextlib
import hashlib
import hmac
import ipaddress
import os
import secrets
import socket
import sys
import time
from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path

import msgspec

from momentry_desk.core.sentences import Said, say
from momentry_desk.core.settings import ApiSettings

TOKEN_NAME = "api-token"
_LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})

#: A ticket opens one event stream, once, within this time. Seconds.
TICKET_LIFE_S = 30
_MAX_TICKETS = 1_000


class TokenTrouble(Exception):
    """The token file cannot serve; the text says why and what to do."""


def token_file(data_folder: Path) -> Path:
    return data_folder / TOKEN_NAME


def load_token(path: Path) -> str:
    """The token that the file holds; made at the first use, readable by the user alone. Raises `TokenTrouble`.

    A file that others may read is refused: whoever read it could drive the queue.
    """
    try:
        if not (token := _made_before(path)):
            token = secrets.token_urlsafe(32)
            _write_token(path, token)
    except OSError as error:
        raise TokenTrouble(say(Said.TOKEN_NOT_WRITTEN, path=path, why=error.strerror)) from error
    return token


def _made_before(path: Path) -> str:
    """Empty where the file was only just made here, or where a kill or a power cut came before its writing."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        return _read_token(path)
    return ""


def _write_token(path: Path, token: str) -> None:
    with path.open("w", encoding="ascii") as file:
        if sys.platform == "win32":
            _own_alone(path)
        file.write(token + "\n")
        file.flush()
        os.fsync(file.fileno())


def renew_token(path: Path) -> str:
    """A new token in the old one's place; whoever has the old one is shut out by servers that start from now on.

    Raises `TokenTrouble`, the old one in place.
    """
    fresh = path.with_name(f"{path.name}.new")
    try:
        fresh.unlink(missing_ok=True)
        token = load_token(fresh)
        fresh.replace(path)
    except OSError as error:
        raise TokenTrouble(say(Said.TOKEN_NOT_WRITTEN, path=path, why=error.strerror)) from error
    return token


def _read_token(path: Path) -> str:
    try:
        if sys.platform != "win32" and path.stat().st_mode & 0o077:
            raise TokenTrouble(say(Said.TOKEN_OPEN_TO_OTHERS, path=path))
        token = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise TokenTrouble(say(Said.TOKEN_UNREADABLE, path=path, why=error)) from error
    if token and len(token) < 16:
        raise TokenTrouble(say(Said.TOKEN_TOO_SHORT, path=path))
    return token


def _own_alone(path: Path) -> None:
    """An access list with the user alone in it; inherited entries are dropped."""
    import subprocess

    system = Path(os.environ.get("SYSTEMROOT", r"C:\Windows")) / "System32" / "icacls.exe"
    user = f"{os.environ.get('USERDOMAIN', '.')}\\{os.environ.get('USERNAME', '')}"
    done = subprocess.run(
        [str(system), str(path), "/inheritance:r", "/grant:r", f"{user}:F"], capture_output=True, check=False
    )
    if done.returncode != 0:
        with contextlib.suppress(OSError):
            path.unlink()
        raise TokenTrouble(say(Said.TOKEN_NOT_OWN, path=path))


def is_loopback(host: str | None) -> bool:
    """Whether an address is this machine's own."""
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


class Door(msgspec.Struct, frozen=True):
    """The rules of one running server. `port` is the one it listens on."""

    token: str
    host: str
    port: int
    settings: ApiSettings

    def knows_token(self, given: str | None) -> bool:
        """Compared in constant time, over digests, so that not even the length shows."""
        if given is None:
            return False
        ours, theirs = (hashlib.sha256(text.encode("utf-8", "replace")).digest() for text in (self.token, given))
        return hmac.compare_digest(ours, theirs)

    def knows_host(self, header: str) -> bool:
        """Whether the Host header names this server: a page whose name was re-bound to this machine does not.

        Where it listens for others, any address is good (a name is what can be re-bound), and so are the machine's
        own name and those that the settings list.
        """
        name, port = _split_authority(header)
        if name is None or port != self.port:
            return False
        if name in _LOOPBACK_NAMES or name in self._names():
            return True
        return not is_loopback(self.host) and _is_address(name)

    def knows_origin(self, origin: str, host_header: str) -> bool:
        """Whether a page of this origin may call: a listed one, or the server's own documentation."""
        return self.lists_origin(origin) or origin.lower() == f"http://{host_header.lower()}"

    def lists_origin(self, origin: str) -> bool:
        return origin.lower().rstrip("/") in {listed.lower().rstrip("/") for listed in self.settings.origins}

    def _names(self) -> frozenset[str]:
        names = {name.lower() for name in self.settings.allowed_hosts}
        if not is_loopback(self.host):
            own = socket.gethostname().lower()
            names |= {own, f"{own}.local", self.host.lower()}
        return frozenset(names)


class Tickets:
    """One-time admissions for browsers, whose EventSource sends no header. Used on the server's loop alone."""

    def __init__(self) -> None:
        self._ends: OrderedDict[bytes, float] = OrderedDict()

    def issue(self) -> str:
        self._drop_old()
        while len(self._ends) >= _MAX_TICKETS:
            self._ends.popitem(last=False)
        ticket = secrets.token_urlsafe(32)
        self._ends[_digest(ticket)] = time.monotonic() + TICKET_LIFE_S
        return ticket

    def take(self, ticket: str) -> bool:
        self._drop_old()
        return self._ends.pop(_digest(ticket), None) is not None

    def _drop_old(self) -> None:
        now = time.monotonic()
        while self._ends and next(iter(self._ends.values())) <= now:
            self._ends.popitem(last=False)


def real_files_under(paths: Iterable[str], folders: Iterable[str]) -> tuple[list[str], list[str]]:
    """The real places, links followed, of those paths that are single files under one of the folders; and the paths
    that are not. Folders count among the latter: a link inside one could lead out of it."""
    roots = [os.path.realpath(folder) for folder in folders if folder and Path(folder).is_absolute()]
    inside: list[str] = []
    outside: list[str] = []
    for path in paths:
        real = os.path.realpath(path)
        if any(_under(real, root) for root in roots) and not Path(real).is_dir():
            inside.append(real)
        else:
            outside.append(path)
    return inside, outside


def _under(real: str, root: str) -> bool:
    try:
        return os.path.commonpath([real, root]) == root
    except ValueError:
        return False


def _split_authority(header: str) -> tuple[str | None, int]:
    """Name and port of a Host header, the name in small letters and without brackets; None where it is none."""
    text = header.strip().lower()
    if text.startswith("["):
        name, closing, rest = text[1:].partition("]")
        if not closing or not _is_address(name):
            return None, 0
    else:
        name, colon, digits = text.partition(":")
        rest = colon + digits
    name = name.rstrip(".")
    if not name:
        return None, 0
    if not rest:
        return name, 80
    digits = rest.removeprefix(":")
    if not rest.startswith(":") or not (digits.isascii() and digits.isdigit()) or len(digits) > 5:
        return None, 0
    return name, int(digits)


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "replace")).digest()
