"""Tells other programs of tasks' ends: takes what is due from the outbox and delivers it on a thread of its own."""

import asyncio
import contextlib
import logging
import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QObject, Qt, Signal

import momentry_desk
from momentry_desk.core.callbacks import (
    MAX_BODY,
    CallbackRefused,
    CallbackTarget,
    DueCallback,
    check_addresses,
    check_url,
    sign,
)
from momentry_desk.core.sentences import Said, say
from momentry_desk.core.settings import ApiSettings
from momentry_desk.engine.errors import system_word
from momentry_desk.store.outbox import OutboxStore
from momentry_desk.store.trouble import StoreTrouble

if TYPE_CHECKING:
    import httpx

logger = logging.getLogger(__name__)

#: A delivery, its name's resolution included, has so long. Seconds.
TIMEOUT_S = 10.0

#: Deliveries under way at once: a host that hangs does not keep the others waiting.
AT_ONCE = 8

#: Every address that a host's name stands for. May block; raises OSError.
Resolver = Callable[[str, int], Sequence[str]]


def resolve(host: str, port: int) -> list[str]:
    """What the system's resolver says."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class Delivery(msgspec.Struct, frozen=True):
    """How one try ended; `error` is a sentence, None where the host took the word."""

    event_id: str
    error: str | None


class Courier:
    """Delivers on a thread of its own, which begins with the first word. `done` is called on that thread."""

    def __init__(
        self,
        done: Callable[[Delivery], None],
        *,
        resolver: Resolver = resolve,
        now: Callable[[], float] = time.time,
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        self._done = done
        self._resolver = resolver
        self._now = now
        self._timeout_s = timeout_s
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ready = threading.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._tls: ssl.SSLContext | None = None

    def send(self, due: DueCallback, settings: ApiSettings) -> None:
        """Begin one try."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="callbacks", daemon=True)
            self._thread.start()
            self._ready.wait()
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._begin, due, settings)

    def stop(self) -> None:
        """Break off what is under way; it is tried again in the next life. Ends the thread."""
        if self._thread is None or self._loop is None:
            return
        with contextlib.suppress(RuntimeError):  # it is closed already
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._thread = None

    def _run(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._loop.call_soon(self._ready.set)
        try:
            self._loop.run_forever()
            self._loop.run_until_complete(self._break_off())
        finally:
            self._loop.close()

    async def _break_off(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, due: DueCallback, settings: ApiSettings) -> None:
        task = asyncio.get_running_loop().create_task(self._try(due, settings))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _try(self, due: DueCallback, settings: ApiSettings) -> None:
        error: str | None
        try:
            async with asyncio.timeout(self._timeout_s):
                error = await self._deliver(due, settings)
        except TimeoutError:
            error = say(Said.CALLBACK_SILENT, seconds=f"{self._timeout_s:.0f}")
        except CallbackRefused as refusal:
            error = str(refusal)
        except OSError as trouble:
            error = say(Said.CALLBACK_UNREACHED, why=trouble.strerror or trouble)
        except Exception as trouble:  # noqa: BLE001 - a word must not get lost, whatever the other side does
            logger.warning("callback %s failed: %r", due.event_id, trouble)
            error = say(Said.CALLBACK_FAILED, why=str(trouble) or type(trouble).__name__)
        self._done(Delivery(due.event_id, error))

    async def _deliver(self, due: DueCallback, settings: ApiSettings) -> str | None:
        target = check_url(due.url, settings.callback_hosts)
        addresses = check_addresses(target, await self._resolve(target))
        import httpx

        trouble: Exception | None = None
        for address in addresses:
            try:
                return await self._post(due, settings, target, address)
            except httpx.ConnectError as error:
                trouble = error
        return say(Said.CALLBACK_UNREACHED, why=system_word(trouble) or "no connection")

    async def _post(
        self, due: DueCallback, settings: ApiSettings, target: CallbackTarget, address: str
    ) -> str | None:
        """One request to the checked address itself: no name is looked up again, no redirect followed, no proxy
        asked."""
        import httpx

        timestamp = str(int(self._now()))
        headers = {
            "Host": target.authority,
            "Content-Type": "application/json",
            "Accept-Encoding": "identity",
            "User-Agent": f"MomentryDesk/{momentry_desk.__version__}",
            "X-Momentry-Event-Id": due.event_id,
            "X-Momentry-Timestamp": timestamp,
        }
        if settings.callback_secret:
            headers["X-Momentry-Signature"] = f"sha256={sign(settings.callback_secret, timestamp, due.body)}"
        place = f"[{address}]" if ":" in address else address
        async with (
            httpx.AsyncClient(
                trust_env=False, follow_redirects=False, verify=self._context(target), timeout=self._timeout_s
            ) as client,
            client.stream(
                "POST",
                f"{target.scheme}://{place}:{target.port}{target.path}",
                content=due.body,
                headers=headers,
                # The certificate must be that of the name, not of the address.
                extensions={"sni_hostname": target.host},
            ) as answer,
        ):
            await _read_some(answer)
        if answer.is_success:
            return None
        if answer.is_redirect:
            return say(Said.CALLBACK_REDIRECTED, status=answer.status_code)
        return say(Said.CALLBACK_ANSWERED, status=answer.status_code)

    def _context(self, target: CallbackTarget) -> ssl.SSLContext:
        if target.scheme == "http":
            # Without certificates, which take 20 ms to load and are of no use here.
            return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        if self._tls is None:
            import httpx

            self._tls = httpx.create_ssl_context(trust_env=False)
        return self._tls

    async def _resolve(self, target: CallbackTarget) -> Sequence[str]:
        """On a thread that nobody waits for: a resolver that hangs must not hold up the end of the program."""
        loop = asyncio.get_running_loop()
        found: asyncio.Future[Sequence[str]] = loop.create_future()

        def tell(addresses: Sequence[str], error: Exception | None) -> None:
            if found.done():
                return
            if error is None:
                found.set_result(addresses)
            else:
                found.set_exception(error)

        def look() -> None:
            addresses: Sequence[str] = ()
            trouble: Exception | None = None
            try:
                addresses = self._resolver(target.host, target.port)
            except Exception as error:  # noqa: BLE001 - told where it is waited for
                trouble = error
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(tell, addresses, trouble)

        threading.Thread(target=look, name="callback name", daemon=True).start()
        return await found


class Deliveries(QObject):
    """On the engine's thread: what is due goes to the courier, what became of it into the outbox.

    `changed` is called with the tasks whose words arrived or failed.
    """

    _answered = Signal(object)

    def __init__(
        self,
        outbox: OutboxStore,
        *,
        now: Callable[[], float],
        settings: Callable[[], ApiSettings],
        changed: Callable[[Sequence[str]], None],
        resolver: Resolver = resolve,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._outbox = outbox
        self._now = now
        self._settings = settings
        self._changed = changed
        #: The task of each event that is being told.
        self._under_way: dict[str, str] = {}
        self._answers: list[Delivery] = []
        self._answered.connect(self._settle, Qt.ConnectionType.QueuedConnection)
        self._courier = Courier(self._answered.emit, resolver=resolver, now=now)
        outbox.forget_old(now())

    @property
    def busy(self) -> bool:
        """Whether a word is being told."""
        return bool(self._under_way or self._answers)

    def tick(self) -> None:
        """Write down what was answered and begin what is due; once a second, and not while nobody may write. Raises
        `StoreTrouble`."""
        self._write_answers()
        room = AT_ONCE - len(self._under_way)
        if room <= 0:
            return
        for due in self._outbox.due(self._now(), room, without=self._under_way):
            self._under_way[due.event_id] = due.task_id
            self._courier.send(due, self._settings())

    def stop(self) -> None:
        """Ends the courier's thread; before the database is closed."""
        self._courier.stop()
        self._write_answers()

    def _settle(self, delivery: Delivery) -> None:
        # Written by the tick: here the whole engine would stand still while the database is written anew.
        self._answers.append(delivery)

    def _write_answers(self) -> None:
        while self._answers:
            self._write(self._answers[0])
            del self._answers[0]

    def _write(self, delivery: Delivery) -> None:
        try:
            if delivery.error is None:
                self._outbox.delivered(delivery.event_id, self._now())
            else:
                self._outbox.missed(delivery.event_id, delivery.error, self._now())
        except StoreTrouble:
            # It stays due, and the other side may hear of it twice.
            logger.exception("what became of callback %s could not be written", delivery.event_id)
        self._changed([self._under_way.pop(delivery.event_id)])


async def _read_some(answer: "httpx.Response") -> None:
    """Let the other side finish a short answer; a long one is broken off."""
    size = 0
    async for part in answer.aiter_raw():
        size += len(part)
        if size >= MAX_BODY:
            return
