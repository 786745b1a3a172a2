"""The API's server: a socket, a thread with uvicorn on it, and their end. Light to import: the framework is loaded
when it starts, on the server's own thread.
"""

import asyncio
import contextlib
import logging
import socket
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from momentry_desk.core.sentences import Said, say
from momentry_desk.core.settings import ApiSettings
from momentry_desk.http.security import Door, is_loopback, load_token, token_file

if TYPE_CHECKING:
    import uvicorn

    from momentry_desk.http.facade import QueueFacade

logger = logging.getLogger(__name__)

#: How many ports after a taken one are looked at.
PORTS_TRIED = 50

#: Answers under way at the stop have this long. Seconds.
GRACE_S = 3

KEEP_ALIVE_S = 15


class CannotListen(Exception):
    """The server has no place to listen; the text says why. `free_port` is the next one that would do, if any."""

    def __init__(self, message: str, free_port: int | None = None) -> None:
        super().__init__(message)
        self.free_port = free_port


def exposure(host: str) -> str | None:
    """What listening on `host` means, in words to be shown before it is done; None for this machine alone."""
    if host == "localhost" or is_loopback(host):
        return None
    return (
        f"Listening on {host} lets other machines in this network drive the queue. What is sent, the token "
        "included, is not encrypted: anyone who can listen in on the network can read and use it."
    )


class ApiServer:
    """`/api/v1` for one queue. Start and stop it from one thread; it is used once.

    `token` serves in place of the file's; `token_path` in place of the data folder's file.
    """

    def __init__(
        self,
        queue: "QueueFacade",
        settings: ApiSettings,
        *,
        data_folder: Path,
        token: str | None = None,
        token_path: Path | None = None,
    ) -> None:
        self._queue = queue
        self._settings = settings
        self._token = token
        self._token_path = token_path or token_file(data_folder)
        self._socket: socket.socket | None = None
        self._thread: threading.Thread | None = None
        self._ready = threading.Event()  # it answers, or never will
        self._answers = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop_asked: asyncio.Event | None = None
        self._lock = threading.Lock()
        self._stopped = False
        self.port = 0

    @property
    def url(self) -> str:
        """Where a browser of this machine finds it, without a slash at the end."""
        host = self._settings.host
        if host in ("0.0.0.0", "::"):
            host = "127.0.0.1" if host == "0.0.0.0" else "::1"
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    @property
    def exposed(self) -> str | None:
        """What listening there means, in words; None for this machine alone."""
        return exposure(self._settings.host)

    @property
    def token_path(self) -> Path:
        return self._token_path

    def start(self) -> None:
        """Take the port and begin. Returns at once: who calls before the framework is loaded waits a moment.

        Raises `CannotListen`, and `TokenTrouble` where there is no token to be had.
        """
        if self._thread is not None:
            raise RuntimeError("a server is started once")
        token = self._token or load_token(self._token_path)
        self._socket = listen(self._settings.host, self._settings.port)
        self.port = int(self._socket.getsockname()[1])
        door = Door(token, self._settings.host, self.port, self._settings)
        self._thread = threading.Thread(target=self._run, args=(door, self._socket), name="http", daemon=True)
        self._thread.start()

    def wait_ready(self, timeout_s: float = 30.0) -> bool:
        """Block until it answers; False where it does not in time, or could not begin."""
        return self._ready.wait(timeout_s) and self._answers

    def stop(self, timeout_s: float = 10.0) -> bool:
        """End the streams, let answers under way finish, end the thread. False where it took longer than that."""
        if self._thread is None:
            return True
        with self._lock:
            self._stopped = True
            if self._loop is not None and self._stop_asked is not None and not self._loop.is_closed():
                with contextlib.suppress(RuntimeError):  # the loop closed in between
                    self._loop.call_soon_threadsafe(self._stop_asked.set)
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _run(self, door: Door, listener: socket.socket) -> None:
        try:
            asyncio.run(self._serve(door, listener))
        except Exception:
            logger.exception("The API's server ended")
        finally:
            listener.close()
            self._ready.set()

    async def _serve(self, door: Door, listener: socket.socket) -> None:
        from momentry_desk.http.announcer import Announcer
        from momentry_desk.http.api import Api
        from momentry_desk.http.application import build_application
        from momentry_desk.http.events import EventRing
        from momentry_desk.http.gate import Gate
        from momentry_desk.http.protocol import new_server
        from momentry_desk.http.security import Tickets

        api = Api(self._queue, EventRing(), Tickets())
        gate = Gate(build_application(api), door, api.tickets)
        server = new_server(gate, keep_alive_s=KEEP_ALIVE_S, grace_s=GRACE_S)
        stop_asked = asyncio.Event()
        with self._lock:
            self._loop = asyncio.get_running_loop()
            self._stop_asked = stop_asked
            if self._stopped:
                return
        announcer = Announcer(self._queue, api.ring, asyncio.get_running_loop())
        serving = asyncio.create_task(self._until_ended(server, listener))
        asked = asyncio.create_task(stop_asked.wait())
        try:
            await asyncio.wait((serving, asked), return_when=asyncio.FIRST_COMPLETED)
        finally:
            gate.closing = True
            api.ring.close()
            announcer.close()
            server.should_exit = True
            asked.cancel()
            await serving

    async def _until_ended(self, server: "uvicorn.Server", listener: socket.socket) -> None:
        telling = asyncio.create_task(self._tell_ready(server))
        try:
            await server.serve(sockets=[listener])
        finally:
            telling.cancel()

    async def _tell_ready(self, server: "uvicorn.Server") -> None:
        while not server.started:
            await asyncio.sleep(0.005)
        self._answers = True
        self._ready.set()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises `CannotListen`, with the next free port where this one is taken."""
    try:
        return _bound(host, port)
    except OSError as error:
        if isinstance(error, socket.gaierror):
            raise CannotListen(say(Said.NO_SUCH_ADDRESS, host=host, why=error.strerror)) from error
        if _is_taken(error):
            free = _next_free(host, port)
            taken = say(Said.PORT_TAKEN, port=port, host=host)
            hint = f" {say(Said.NEXT_FREE_PORT, port=free)}" if free else ""
            raise CannotListen(taken + hint, free) from error
        raise CannotListen(say(Said.NO_LISTENING, port=port, host=host, why=error.strerror)) from error


def _bound(host: str, port: int) -> socket.socket:
    family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[
        0
    ]
    # Without the protocol's number asyncio leaves Nagle's algorithm on, and each answer waits 40 ms.
    listener = socket.socket(family, kind, socket.IPPROTO_TCP)
    try:
        if sys.platform == "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)
        listener.setblocking(False)
    except OSError:
        listener.close()
        raise
    return listener


def _is_taken(error: OSError) -> bool:
    import errno

    # Windows says "access denied" where another program holds the port for itself alone.
    return error.errno == errno.EADDRINUSE or getattr(error, "winerror", None) in (10013, 10048)


def _next_free(host: str, port: int) -> int | None:
    for candidate in range(port + 1, min(port + 1 + PORTS_TRIED, 65_536)):
        with contextlib.suppress(OSError):
            _bound(host, candidate).close()
            return candidate
    return None
