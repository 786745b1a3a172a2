"""Delivery of callbacks against real servers of this machine: the checked address is the one that is called."""

import http.server
import json
import queue
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence

import pytest

from momentry_desk.core.callbacks import MAX_BODY, DueCallback, sign
from momentry_desk.core.settings import ApiSettings
from momentry_desk.engine.callbacks import Courier, Delivery
from momentry_desk.engine.engine import Engine

Answer = Callable[[http.server.BaseHTTPRequestHandler], None]


def take(handler: http.server.BaseHTTPRequestHandler) -> None:
    handler.send_response(204)
    handler.end_headers()


class Listener:
    """A program that is told; it keeps what it heard."""

    def __init__(self, answer: Answer = take) -> None:
        self.heard: list[tuple[str, dict[str, str], bytes]] = []
        self.answer = answer
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                outer.heard.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                outer.answer(self)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = False
        self.port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def listen() -> Iterator[Callable[..., Listener]]:
    made: list[Listener] = []

    def start(answer: Answer = take) -> Listener:
        made.append(Listener(answer))
        return made[-1]

    yield start
    for listener in made:
        listener.close()


class Post:
    """A courier whose answers wait to be taken."""

    def __init__(self, addresses: Callable[[str, int], Sequence[str]], timeout_s: float) -> None:
        self.done: queue.Queue[Delivery] = queue.Queue()
        self.courier = Courier(self.done.put, resolver=addresses, now=lambda: 1_700_000_000.5, timeout_s=timeout_s)

    def tell(self, url: str, **settings: object) -> str | None:
        """How it ended: None where the word was taken."""
        due = DueCallback("evt_1", "task_1", url, b'{"event": "task.ended"}', 0.0, 0)
        self.courier.send(due, ApiSettings(**settings))  # type: ignore[arg-type]
        return self.done.get(timeout=20).error


@pytest.fixture
def post() -> Iterator[Callable[..., Post]]:
    made: list[Post] = []

    def make(addresses: Sequence[str] = ("127.0.0.1",), timeout_s: float = 5.0) -> Post:
        made.append(Post(lambda host, port: addresses, timeout_s))
        return made[-1]

    before = set(threading.enumerate())
    yield make
    for one in made:
        one.courier.stop()
    left = [thread for thread in set(threading.enumerate()) - before if thread.name == "callbacks"]
    assert not left


def test_the_word_arrives_signed_with_its_id(listen: Callable[..., Listener], post: Callable[..., Post]) -> None:
    listener = listen()
    assert post().tell(f"http://127.0.0.1:{listener.port}/ended?x=1", callback_secret="s3cret") is None
    ((path, headers, body),) = listener.heard
    assert path == "/ended?x=1"
    assert body == b'{"event": "task.ended"}'
    assert headers["content-type"] == "application/json"
    assert headers["x-momentry-event-id"] == "evt_1"
    assert headers["x-momentry-timestamp"] == "1700000000"
    assert headers["x-momentry-signature"] == f"sha256={sign('s3cret', '1700000000', body)}"
    assert headers["host"] == f"127.0.0.1:{listener.port}"


def test_without_a_secret_there_is_no_signature(listen: Callable[..., Listener], post: Callable[..., Post]) -> None:
    listener = listen()
    assert post().tell(f"http://127.0.0.1:{listener.port}/") is None
    assert "x-momentry-signature" not in listener.heard[0][1]


def test_a_name_is_called_at_the_checked_address_under_its_own_name(
    listen: Callable[..., Listener], post: Callable[..., Post]
) -> None:
    listener = listen()
    url = f"http://studio.example:{listener.port}/"
    assert post().tell(url, callback_hosts=("studio.example",)) is None
    assert listener.heard[0][1]["host"] == f"studio.example:{listener.port}"


def test_a_name_is_looked_up_once_for_each_try(
    listen: Callable[..., Listener], monkeypatch: pytest.MonkeyPatch, post: Callable[..., Post]
) -> None:
    listener = listen()
    answers = [["127.0.0.1"], ["169.254.169.254"]]
    courier = post()
    courier.courier._resolver = lambda host, port: answers.pop(0)

    def forbidden(*args: object, **kwargs: object) -> object:
        raise AssertionError(f"a second look-up: {args}")

    url = f"http://twice.example:{listener.port}/"
    monkeypatch.setattr(socket, "gethostbyname", forbidden)
    assert courier.tell(url, callback_hosts=("twice.example",)) is None
    assert len(answers) == 1
    error = courier.tell(url, callback_hosts=("twice.example",))
    assert error is not None
    assert "link-local" in error
    assert len(listener.heard) == 1


@pytest.mark.parametrize(
    "addresses",
    [["169.254.169.254"], ["127.0.0.1", "169.254.169.254"], ["::ffff:127.0.0.1"], ["fd00:ec2::254"], []],
)
def test_a_name_that_leads_elsewhere_is_not_called(
    listen: Callable[..., Listener], post: Callable[..., Post], addresses: list[str]
) -> None:
    listener = listen()
    error = post(addresses).tell(f"http://studio.example:{listener.port}/", callback_hosts=("*",))
    assert error is not None
    assert listener.heard == []


def test_a_redirect_is_not_followed(listen: Callable[..., Listener], post: Callable[..., Post]) -> None:
    secret = listen()

    def send_on(handler: http.server.BaseHTTPRequestHandler) -> None:
        handler.send_response(307)
        handler.send_header("Location", f"http://127.0.0.1:{secret.port}/")
        handler.end_headers()

    error = post().tell(f"http://127.0.0.1:{listen(send_on).port}/")
    assert error is not None
    assert "redirect" in error
    assert secret.heard == []


def test_a_proxy_of_the_environment_is_not_asked(
    listen: Callable[..., Listener], post: Callable[..., Post], monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy, listener = listen(), listen()
    for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
    assert post().tell(f"http://127.0.0.1:{listener.port}/") is None
    assert proxy.heard == []


def test_a_host_that_does_not_answer_is_given_up_in_time(
    listen: Callable[..., Listener], post: Callable[..., Post]
) -> None:
    gone = threading.Event()

    def drip(handler: http.server.BaseHTTPRequestHandler) -> None:
        # A byte now and then would keep a time-out that counts silence from ever coming.
        while not gone.wait(0.05):
            try:
                handler.wfile.write(b"H")
            except OSError:
                return

    began = time.monotonic()
    error = post(timeout_s=0.5).tell(f"http://127.0.0.1:{listen(drip).port}/")
    gone.set()
    assert error is not None
    assert "did not answer" in error
    assert time.monotonic() - began < 10


def test_an_endless_answer_is_broken_off(listen: Callable[..., Listener], post: Callable[..., Post]) -> None:
    sent = []

    def pour(handler: http.server.BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", str(10**9))
        handler.end_headers()
        try:
            while True:
                handler.wfile.write(b"x" * MAX_BODY)
                sent.append(1)
        except OSError:
            return

    assert post().tell(f"http://127.0.0.1:{listen(pour).port}/") is None
    assert len(sent) < 1000


def test_what_went_wrong_is_a_sentence(listen: Callable[..., Listener], post: Callable[..., Post]) -> None:
    def complain(handler: http.server.BaseHTTPRequestHandler) -> None:
        handler.send_response(500)
        handler.end_headers()

    courier = post()
    assert courier.tell(f"http://127.0.0.1:{listen(complain).port}/") == "The host answered 500."
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        error = courier.tell(f"http://127.0.0.1:{closed.getsockname()[1]}/")
    assert error is not None
    assert error.startswith("The host could not be reached")
    refused = courier.tell("http://studio.example/")
    assert refused is not None
    assert "callback_hosts" in refused


def test_localhost_is_tried_at_each_of_its_addresses(
    listen: Callable[..., Listener], post: Callable[..., Post]
) -> None:
    listener = listen()
    assert post(["::1", "127.0.0.1"]).tell(f"http://localhost:{listener.port}/") is None


def test_an_engine_tells_of_an_end_and_shows_that_it_did(
    engine: Engine,
    clip: Callable[..., str],
    listen: Callable[..., Listener],
    wait_until: Callable[..., None],
) -> None:
    listener = listen()
    url = f"http://127.0.0.1:{listener.port}/ended"
    (uuid,) = engine.add([clip("a.mp4")], scan=False).result(20).file_uuids
    (answer,) = engine.submit([uuid], processors=("face",), callback_url=url).result(10)
    wait_until(lambda: listener.heard, what="the callback")
    body = json.loads(listener.heard[0][2])
    assert body["task_id"] == answer.task_id
    assert body["status"] == "completed"

    def shown() -> bool:
        report = engine.task_report(answer.task_id).result(10)
        assert report is not None
        return [callback.state.value for callback in report.callbacks] == ["delivered"]

    wait_until(shown, what="the delivery in the task's report")


def test_a_word_that_a_host_refused_comes_again_with_the_same_id(
    make_engine: Callable[..., Engine],
    clip: Callable[..., str],
    listen: Callable[..., Listener],
    wait_until: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("momentry_desk.core.callbacks.FIRST_PAUSE_S", 0.1)
    answers = [500, 503, 200]

    def change(handler: http.server.BaseHTTPRequestHandler) -> None:
        handler.send_response(answers.pop(0))
        handler.end_headers()

    listener = listen(change)
    engine = make_engine()
    (uuid,) = engine.add([clip("a.mp4")], scan=False).result(20).file_uuids
    engine.submit([uuid], processors=("face",), callback_url=f"http://127.0.0.1:{listener.port}/").result(10)
    wait_until(lambda: len(listener.heard) == 3, what="three tries")
    assert len({headers["x-momentry-event-id"] for _, headers, _ in listener.heard}) == 1
    assert len({body for _, _, body in listener.heard}) == 1


def test_a_stop_does_not_wait_for_a_host_that_hangs(
    make_engine: Callable[..., Engine],
    clip: Callable[..., str],
    wait_until: Callable[..., None],
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        engine = make_engine()
        (uuid,) = engine.add([clip("a.mp4")], scan=False).result(20).file_uuids
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        engine.submit([uuid], processors=("face",), callback_url=url).result(10)
        line, _ = silent.accept()
        with line:
            began = time.monotonic()
            assert engine.stop()
            assert time.monotonic() - began < 5
