"""The look for a newer version, against real servers of this machine: what is sent, what is made of answers."""

import contextlib
import functools
import http.server
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

import momentry_desk
from momentry_desk.core.updates import INTERVAL_S, MAX_BODY, LastLook, NoAnswer, NoRelease, Release, UpdateState
from momentry_desk.engine import updates_room
from momentry_desk.engine.clock import Clock
from momentry_desk.engine.engine import Engine
from momentry_desk.engine.release_look import ask_for_release
from momentry_desk.engine.updates_room import AFTER_START_S, PATIENCE_S, UpdatesRoom

PAGE = "https://example.org/releases/v9.0.0"
Handler = http.server.BaseHTTPRequestHandler


def announce(version: str) -> bytes:
    return json.dumps({"tag_name": f"v{version}", "html_url": PAGE}).encode()


def say(handler: Handler, body: bytes, status: int = 200, **headers: str) -> None:
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name, value)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)


class Announcer:
    """A server that announces what it is told to; it keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.answer: Callable[[Handler], None] = lambda handler: say(handler, announce("9.0.0"))
        self.over = threading.Event()
        outer = self

        class Answering(Handler):
            def do_GET(self) -> None:
                outer.asked.append((self.path, {k.lower(): v for k, v in self.headers.items()}))
                outer.answer(self)

            def log_message(self, format: str, *args: object) -> None:
                pass

            def handle(self) -> None:
                # Who asked may have heard enough.
                with contextlib.suppress(ConnectionError):
                    super().handle()

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answering)
        self._server.daemon_threads = False
        self.address = f"http://127.0.0.1:{self._server.server_port}/latest"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    def close(self) -> None:
        self.over.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def announcer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Announcer]:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    made = Announcer()
    monkeypatch.setattr(momentry_desk, "RELEASES", made.address)
    yield made
    made.close()


def no_answer(address: str, timeout_s: float = 5.0) -> NoRelease:
    with pytest.raises(NoRelease) as caught:
        ask_for_release(address, timeout_s)
    return caught.value


# What is asked, and what answers are made of ----------------------------------------------------------------


def test_nothing_is_sent_but_the_programs_name(announcer: Announcer) -> None:
    assert ask_for_release(announcer.address) == Release("9.0.0", PAGE)
    ((path, headers),) = announcer.asked
    assert path == "/latest"
    assert headers.pop("host") in announcer.address
    assert headers == {
        "user-agent": "MomentryDesk",
        "accept": "application/json",
        "accept-encoding": "identity",
        "connection": "keep-alive",
    }


def test_what_is_no_announcement_tells_nothing(announcer: Announcer) -> None:
    for body in (b"", b"<html>", announce("nightly"), b"{" * 1000):
        announcer.answer = lambda handler, body=body: say(handler, body)  # type: ignore[misc]
        assert no_answer(announcer.address).why is NoAnswer.UNREADABLE


def test_another_status_is_told(announcer: Announcer) -> None:
    for status in (204, 404, 429, 500):
        announcer.answer = lambda handler, status=status: say(handler, b"", status)  # type: ignore[misc]
        told = no_answer(announcer.address)
        assert (told.why, told.detail) == (NoAnswer.STATUS, str(status))


def test_an_endless_answer_is_broken_off(announcer: Announcer) -> None:
    sent = 0

    def flood(handler: Handler) -> None:
        nonlocal sent
        handler.send_response(200)
        handler.end_headers()
        while not announcer.over.is_set():
            handler.wfile.write(b" " * 65536)
            sent += 65536

    announcer.answer = flood
    assert no_answer(announcer.address).why is NoAnswer.UNREADABLE
    # The rest lies in the system's buffers.
    assert sent < 64 * MAX_BODY


def test_who_never_answers_or_trickles_is_given_up(announcer: Announcer) -> None:
    def hang(handler: Handler) -> None:
        announcer.over.wait(10)

    announcer.answer = hang
    assert no_answer(announcer.address, 0.2).why is NoAnswer.SILENT

    def trickle(handler: Handler) -> None:
        handler.send_response(200)
        handler.end_headers()
        while not announcer.over.wait(0.02):
            handler.wfile.write(b" ")

    announcer.answer = trickle
    begun = time.monotonic()
    assert no_answer(announcer.address, 0.3).why is NoAnswer.SILENT
    assert time.monotonic() - begun < 5


def test_a_redirection_to_plain_http_is_not_followed(announcer: Announcer) -> None:
    announcer.answer = lambda handler: say(handler, b"", 302, Location="/elsewhere")
    assert no_answer(announcer.address).why is NoAnswer.REDIRECTED
    assert [path for path, _ in announcer.asked] == ["/latest"]


def test_a_redirection_to_https_is_followed_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        if request.url.path == "/moved":
            return httpx.Response(200, content=iter([announce("9.0.0")]))
        to = "/moved" if request.url.path == "/latest" else str(request.url)
        return httpx.Response(301, headers={"Location": to})

    transport = httpx.MockTransport(answer)
    monkeypatch.setattr(httpx, "Client", functools.partial(httpx.Client, transport=transport))
    assert ask_for_release("https://example.org/latest").version == "9.0.0"
    assert asked == ["https://example.org/latest", "https://example.org/moved"]
    asked.clear()
    assert no_answer("https://example.org/round").why is NoAnswer.REDIRECTED
    assert len(asked) == 4


def test_a_place_that_cannot_be_reached_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        told = no_answer(f"http://127.0.0.1:{closed.getsockname()[1]}/")
    assert told.why is NoAnswer.UNREACHED
    assert "refused" in told.detail
    assert no_answer("http://example.org/latest").why is NoAnswer.UNREACHED


def test_a_certificate_that_nobody_vouches_for_ends_the_look(announcer: Announcer) -> None:
    # Plain words where a handshake is due: no answer is taken without one.
    address = announcer.address.replace("http:", "https:")
    assert no_answer(address).why is NoAnswer.UNREACHED
    assert not announcer.asked


# When it is asked, and what is remembered -------------------------------------------------------------------


class Shelf:
    """The store in memory."""

    def __init__(self) -> None:
        self.kept = LastLook()

    def last(self) -> LastLook:
        return self.kept

    def put(self, last: LastLook) -> None:
        self.kept = last


class Days:
    """A room over a clock that the test drives."""

    def __init__(self, shelf: Shelf, *, wanted: bool = True) -> None:
        self.now = 1_000_000.0
        self.wanted = wanted
        clock = Clock(lambda: self.now, lambda: self.now)
        self.room = UpdatesRoom(
            shelf,  # type: ignore[arg-type]
            wanted=lambda: self.wanted,
            clock=clock,
            touch=lambda: None,
        )

    def pass_by(self, seconds: float) -> None:
        self.now += seconds
        self.room.tick()

    def settle(self) -> None:
        """Let a look that was begun end."""
        until = time.monotonic() + 10
        while self.room.state().looking:
            assert time.monotonic() < until
            self.room.tick()
            time.sleep(0.005)


def test_it_looks_once_a_day_where_it_is_wanted_and_read(announcer: Announcer) -> None:
    shelf = Shelf()
    days = Days(shelf)
    days.pass_by(INTERVAL_S)
    assert not days.room.state().looking  # nobody reads
    days.room.follow()
    days.pass_by(AFTER_START_S - 1)
    assert not days.room.state().looking
    days.pass_by(1)
    days.settle()
    state = days.room.state()
    assert (state.newer, state.mentioned, state.trouble) == (Release("9.0.0", PAGE), True, None)
    days.pass_by(INTERVAL_S - 2 * AFTER_START_S)
    assert not days.room.state().looking
    # Another life remembers the day and what was found.
    other = Days(shelf)
    other.now = days.now
    other.room.follow()
    other.pass_by(AFTER_START_S)
    assert not other.room.state().looking
    assert other.room.state().newer == Release("9.0.0", PAGE)
    days.pass_by(2 * AFTER_START_S)
    days.settle()
    assert len(announcer.asked) == 2


def test_it_never_looks_by_itself_where_it_is_not_wanted(announcer: Announcer) -> None:
    days = Days(Shelf(), wanted=False)
    days.room.follow()
    days.pass_by(2 * INTERVAL_S)
    assert not days.room.state().looking
    assert not announcer.asked


def test_a_failure_is_told_to_who_asked_alone_and_not_tried_again_that_day(announcer: Announcer) -> None:
    announcer.answer = lambda handler: say(handler, b"", 500)
    days = Days(Shelf())
    days.room.follow()
    days.pass_by(AFTER_START_S)
    days.settle()
    assert days.room.state().trouble is None
    days.pass_by(3600)
    assert not days.room.state().looking
    days.room.look_now()
    days.settle()
    assert (days.room.state().trouble, days.room.state().detail) == (NoAnswer.STATUS, "500")
    announcer.answer = lambda handler: say(handler, announce(momentry_desk.__version__))
    days.room.look_now()
    days.settle()
    state = days.room.state()
    assert (state.trouble, state.newer, state.answered_at) == (None, None, days.now)


@pytest.mark.parametrize("version", ["0.0.1", momentry_desk.__version__])
def test_the_same_or_an_older_version_is_no_news(announcer: Announcer, version: str) -> None:
    announcer.answer = lambda handler: say(handler, announce(version))
    days = Days(Shelf())
    days.room.look_now()
    days.settle()
    assert days.room.state().newer is None
    assert not days.room.state().mentioned


def test_what_was_passed_over_is_mentioned_no_more_until_a_newer_one_comes(announcer: Announcer) -> None:
    shelf = Shelf()
    days = Days(shelf)
    days.room.look_now()
    days.settle()
    days.room.pass_over()
    assert Days(shelf).room.state().mentioned is False
    announcer.answer = lambda handler: say(handler, announce("9.0.1"))
    days.room.look_now()
    days.settle()
    assert days.room.state().mentioned


def test_a_look_that_hangs_is_given_up(announcer: Announcer, monkeypatch: pytest.MonkeyPatch) -> None:
    hanging = threading.Event()

    def hang(address: str) -> Release:
        hanging.wait(20)
        raise NoRelease(NoAnswer.SILENT)

    monkeypatch.setattr(updates_room, "ask_for_release", hang)
    days = Days(Shelf())
    days.room.look_now()
    days.pass_by(PATIENCE_S - 1)
    assert days.room.state().looking
    days.pass_by(1)
    assert not days.room.state().looking
    assert days.room.state().trouble is NoAnswer.SILENT
    hanging.set()


def test_a_build_without_an_address_asks_nobody(announcer: Announcer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(momentry_desk, "RELEASES", "")
    days = Days(Shelf())
    days.room.follow()
    days.room.look_now()
    days.pass_by(INTERVAL_S)
    assert days.room.state() == UpdateState()
    assert not announcer.asked


def test_the_engine_tells_of_a_newer_version_in_its_snapshot(
    announcer: Announcer, make_engine: Callable[..., Engine], wait_until: Callable[..., None], data_folder: Path
) -> None:
    engine = make_engine()
    assert not engine.snapshot().settings.updates.check
    engine.about.follow_versions().result(10)
    engine.about.look_for_version().result(10)
    wait_until(lambda: engine.snapshot().updates.newer, what="the newer version")
    assert engine.snapshot().updates.mentioned
    engine.about.pass_version_over().result(10)
    wait_until(lambda: not engine.snapshot().updates.mentioned, what="the end of the mention")
    assert engine.stop()
    again = make_engine()
    assert again.snapshot().updates.newer == Release("9.0.0", PAGE)
    assert not again.snapshot().updates.mentioned
    assert len(announcer.asked) == 1
