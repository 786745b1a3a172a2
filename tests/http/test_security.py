"""Who is let in, and what is refused at the gate."""

import errno
import os
import socket
import stat
import time
from pathlib import Path

import httpx
import pytest

from momentry_desk.core.settings import ApiSettings, LibrarySettings, Settings
from momentry_desk.http import limits, protocol
from momentry_desk.http.gate import Gate
from momentry_desk.http.limits import RateLimit
from momentry_desk.http.security import Door, TokenTrouble, is_loopback, load_token, real_files_under, token_file
from momentry_desk.http.server import ApiServer
from tests.http.conftest import TOKEN, ServerMaker
from tests.http.memory_queue import MemoryQueue

STATUS = "/api/v1/queue/status"
GOOD = {"Authorization": f"Bearer {TOKEN}"}


def get(server: ApiServer, path: str = STATUS, **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.get(server.url + path, headers=named, trust_env=False)


def refused(answer: httpx.Response, status: int, code: str) -> None:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    body = answer.json()
    assert body["success"] is False
    assert body["error"]["code"] == code
    assert body["error"]["message"]
    assert isinstance(body["error"]["details"], list)


def talk(server: ApiServer, sent: bytes, *, wait_s: float = 15.0) -> bytes:
    """Send raw bytes and read until the server closes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=wait_s) as line:
        line.sendall(sent)
        answer = b""
        while part := line.recv(65536):
            answer += part
        return answer


# Token --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x", TOKEN])
def test_without_the_right_token_nothing_is_told(server: ApiServer, header: str) -> None:
    answer = get(server, Authorization=header) if header else get(server)
    refused(answer, 401, "unauthorized")
    assert answer.headers["www-authenticate"].startswith("Bearer")


def test_a_path_without_a_route_needs_the_token_too(server: ApiServer) -> None:
    refused(get(server, "/api/v1/nothing"), 401, "unauthorized")
    refused(get(server, "/api/v1/nothing", **GOOD), 404, "not_found")


def test_an_old_token_is_refused_once_the_file_was_renewed(queue: MemoryQueue, tmp_path: Path) -> None:
    old = load_token(token_file(tmp_path))
    token_file(tmp_path).unlink()
    server = ApiServer(queue, ApiSettings(port=0), data_folder=tmp_path)
    server.start()
    try:
        assert server.wait_ready()
        new = token_file(tmp_path).read_text().strip()
        assert get(server, Authorization=f"Bearer {old}").status_code == 401
        assert get(server, Authorization=f"Bearer {new}").status_code == 200
    finally:
        assert server.stop()


def test_the_token_is_made_once_and_for_the_user_alone(tmp_path: Path) -> None:
    path = tmp_path / "api-token"
    token = load_token(path)
    assert len(token) >= 40
    assert load_token(path) == token
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_token_whose_writing_was_cut_off_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "api-token"
    path.touch(0o600)
    token = load_token(path)
    assert len(token) >= 40
    assert load_token(path) == token
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(TokenTrouble, match="No space left"):
        load_token(tmp_path / "other")


@pytest.mark.skipif(os.name != "posix", reason="modes of files are of POSIX")
def test_a_token_that_others_may_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "api-token"
    load_token(path)
    path.chmod(0o644)
    with pytest.raises(TokenTrouble, match="chmod 600"):
        load_token(path)


def test_health_and_documentation_are_open_on_this_machine(server: ApiServer) -> None:
    health = get(server, "/api/v1/health")
    assert health.json()["status"] == "ok"
    assert get(server, "/health").headers["location"] == "/api/v1/health"
    assert get(server, "/openapi.json").json()["info"]["title"] == "Momentry Desk"
    assert get(server, "/docs").status_code == 200


def test_the_documentation_needs_no_other_machine(server: ApiServer) -> None:
    page = get(server, "/docs").text
    assert "cdn" not in page
    assert "https://" not in page
    for part in ("swagger-ui-bundle.js", "swagger-ui.css", "favicon.png"):
        assert get(server, f"/static-offline-docs/{part}").status_code == 200


def test_the_token_can_be_waived_for_this_machine(serve: ServerMaker) -> None:
    server = serve(token_on_loopback=False)
    assert get(server).status_code == 200
    refused(get(server, Authorization="Bearer wrong"), 401, "unauthorized")


# Host and Origin ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example:{}", "127.0.0.1", "localhost:1", "", "127.0.0.1:{}.evil.example"])
def test_a_foreign_host_is_refused_though_the_token_is_right(server: ApiServer, host: str) -> None:
    refused(get(server, Host=host.format(server.port), **GOOD), 403, "host_refused")


def test_this_machine_is_known_by_its_names(server: ApiServer) -> None:
    for name in ("127.0.0.1", "localhost", "LOCALHOST.", "[::1]"):
        assert get(server, Host=f"{name}:{server.port}", **GOOD).status_code == 200


def test_two_host_headers_are_refused(server: ApiServer) -> None:
    answer = talk(
        server,
        f"GET {STATUS} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nHost: evil.example\r\n\r\n".encode(),
    )
    assert b" 400 " in answer.split(b"\r\n")[0] or b" 403 " in answer.split(b"\r\n")[0]


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:{}", "http://127.0.0.1"])
def test_a_foreign_origin_is_refused_though_the_token_is_right(server: ApiServer, origin: str) -> None:
    answer = get(server, Origin=origin.format(server.port), **GOOD)
    refused(answer, 403, "origin_refused")
    assert "access-control-allow-origin" not in answer.headers


def test_the_documentation_itself_may_call(server: ApiServer) -> None:
    assert get(server, Origin=server.url, **GOOD).status_code == 200


def test_a_listed_origin_may_call_and_read(serve: ServerMaker) -> None:
    page = "http://localhost:5173"
    server = serve(origins=(page,))
    asked = httpx.options(
        server.url + STATUS,
        headers={
            "Origin": page,
            "Access-Control-Request-Method": "PUT",
            "Access-Control-Request-Headers": "authorization",
        },
        trust_env=False,
    )
    assert asked.status_code == 204
    assert asked.headers["access-control-allow-origin"] == page
    assert "Authorization" in asked.headers["access-control-allow-headers"]
    assert get(server, Origin=page, **GOOD).headers["access-control-allow-origin"] == page
    # The page may read its refusals, too.
    assert get(server, Origin=page).headers["access-control-allow-origin"] == page


def door(host: str, **settings: object) -> Door:
    return Door(TOKEN, host, 8765, ApiSettings(**settings))  # type: ignore[arg-type]


def test_a_server_for_others_is_known_by_address_and_listed_name() -> None:
    wide = door("0.0.0.0", allowed_hosts=("studio.lan",))
    assert wide.knows_host("192.168.1.20:8765")
    assert wide.knows_host("[fd00::5]:8765")
    assert wide.knows_host("Studio.lan:8765")
    assert wide.knows_host(f"{socket.gethostname()}:8765")
    assert not wide.knows_host("rebound.example:8765")
    assert not door("127.0.0.1").knows_host("192.168.1.20:8765")


@pytest.mark.parametrize("text", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
def test_loopback_is_known(text: str) -> None:
    assert is_loopback(text)
    assert not is_loopback("192.168.1.4")
    assert not is_loopback("localhost.evil.example")
    assert not is_loopback(None)


# Another machine ----------------------------------------------------------------------------------------------


async def ask_from(address: str, path: str, queue: MemoryQueue, **request: object) -> httpx.Response:
    """What the application answers to a caller of that address."""
    from momentry_desk.http.api import Api
    from momentry_desk.http.application import build_application
    from momentry_desk.http.events import EventRing
    from momentry_desk.http.security import Tickets

    api = Api(queue, EventRing(), Tickets())
    wide = door("0.0.0.0", token_on_loopback=False)
    gate = Gate(build_application(api), wide, api.tickets)
    transport = httpx.ASGITransport(gate, client=(address, 50_000))
    async with httpx.AsyncClient(transport=transport, base_url="http://192.168.1.20:8765") as client:
        return await client.request("POST" if request else "GET", path, **request)  # type: ignore[arg-type]


def ask(address: str, path: str, queue: MemoryQueue, **request: object) -> httpx.Response:
    import asyncio

    return asyncio.run(ask_from(address, path, queue, **request))


@pytest.mark.parametrize("path", ["/docs", "/openapi.json", "/api/v1/health", STATUS])
def test_another_machine_always_needs_the_token(queue: MemoryQueue, path: str) -> None:
    assert ask("192.168.1.7", path, queue).status_code == 401
    assert ask("127.0.0.1", path, queue).status_code == 200


def test_another_machine_names_files_of_the_library_alone(queue: MemoryQueue, tmp_path: Path) -> None:
    library, secret = tmp_path / "library", tmp_path / "secret.mp4"
    library.mkdir()
    (library / "clip.mp4").write_bytes(b"clip")
    secret.write_bytes(b"secret")
    (library / "link.mp4").symlink_to(secret)
    queue.settings = Settings(library=LibrarySettings(folders=(str(library),)))
    paths = [library / "clip.mp4", library / "link.mp4", library, secret, library / ".." / "secret.mp4"]
    body = {"json": {"paths": [str(path) for path in paths]}, "headers": GOOD}
    answer = ask("192.168.1.7", "/api/v1/files", queue, **body).json()
    assert [file["path"] for file in answer["files"]] == [str((library / "clip.mp4").resolve())]
    assert [one["path"] for one in answer["rejected"]] == [str(path) for path in paths[1:]]
    assert {one["reason"] for one in answer["rejected"]} == {"outside_library"}
    # With the token, this machine's programs may name what the user may read; without it they may not.
    own = ask("127.0.0.1", "/api/v1/files", queue, **body).json()
    assert {file["file_name"] for file in own["files"]} == {"clip.mp4", "link.mp4", "secret.mp4"}
    waived = ask("127.0.0.1", "/api/v1/files", queue, json=body["json"]).json()
    assert len(waived["files"]) == 1


def test_without_a_library_another_machine_names_nothing(tmp_path: Path) -> None:
    file = tmp_path / "clip.mp4"
    file.write_bytes(b"clip")
    assert real_files_under([str(file)], ()) == ([], [str(file)])
    assert real_files_under([str(file)], ("", ".", "relative")) == ([], [str(file)])
    assert real_files_under([str(file)], (str(tmp_path)[:-1],)) == ([], [str(file)])


# Bodies and rates ---------------------------------------------------------------------------------------------


def post(server: ApiServer, **request: object) -> httpx.Response:
    headers = {**GOOD, **request.pop("headers", {})}  # type: ignore[dict-item]
    return httpx.post(server.url + "/api/v1/files", headers=headers, trust_env=False, **request)  # type: ignore[arg-type]


def test_a_huge_body_is_refused(server: ApiServer) -> None:
    refused(post(server, content=b" " * (limits.MAX_BODY + 1)), 413, "body_too_large")


def test_a_huge_body_of_unknown_length_is_refused(server: ApiServer) -> None:
    def pieces() -> object:
        for _ in range(limits.MAX_BODY // 65_536 + 2):
            yield b" " * 65_536

    refused(post(server, content=pieces(), headers={"Content-Type": "application/json"}), 413, "body_too_large")


def test_a_slow_body_is_given_up(server: ApiServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODY_TIMEOUT_S", 0.3)
    head = (
        f"POST /api/v1/files HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nAuthorization: Bearer {TOKEN}\r\n"
        "Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
    )
    began = time.monotonic()
    answer = talk(server, head.encode())
    assert b"408" in answer.split(b"\r\n")[0]
    assert b'"request_timeout"' in answer
    assert time.monotonic() - began < 10


def test_a_slow_head_is_cut_off(server: ApiServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_TIMEOUT_S", 0.3)
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as line:
        line.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: ")
        assert line.recv(1) == b""


def test_what_is_no_http_is_refused_in_the_same_shape(server: ApiServer) -> None:
    answer = talk(server, b"nonsense\r\n\r\n")
    assert b"400" in answer.split(b"\r\n")[0]
    assert b'"success": false' in answer


@pytest.mark.parametrize(
    "headers",
    [
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/x-www-form-urlencoded"},
        {},
        {"Content-Type": ""},
    ],
)
def test_a_body_that_does_not_say_it_is_json_is_refused(server: ApiServer, headers: dict[str, str]) -> None:
    refused(post(server, content=b'{"paths": ["/a"]}', headers=headers), 415, "unsupported_media_type")


def test_a_compressed_body_is_refused(server: ApiServer) -> None:
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    refused(post(server, content=b"{}", headers=headers), 415, "unsupported_media_type")


def test_malformed_and_mistyped_bodies_are_told_apart(server: ApiServer) -> None:
    kind = {"Content-Type": "application/json"}
    refused(post(server, content=b"{", headers=kind), 400, "malformed_json")
    wrong = post(server, json={"paths": [1]})
    refused(wrong, 422, "invalid_request")
    assert wrong.json()["error"]["details"][0]["field"] == "body.paths.0"


def test_lists_are_bounded(server: ApiServer) -> None:
    refused(post(server, json={"paths": ["/a"] * 1001}), 422, "invalid_request")
    refused(get(server, f"{STATUS}?limit=1001", **GOOD), 422, "invalid_request")


def test_the_frameworks_own_refusals_have_the_same_shape(server: ApiServer) -> None:
    answer = httpx.patch(server.url + STATUS, headers=GOOD, trust_env=False)
    refused(answer, 405, "method_not_allowed")
    assert answer.headers["allow"] == "GET"


def test_too_many_requests_are_told_when_to_come_again(serve: ServerMaker) -> None:
    server = serve(rate_limit=1)
    with httpx.Client(base_url=server.url, headers=GOOD, trust_env=False) as client:
        answers = [client.get(STATUS) for _ in range(12)]
    assert answers[9].status_code == 200
    refused(answers[11], 429, "too_many_requests")
    assert int(answers[11].headers["retry-after"]) >= 1


def test_a_bucket_fills_again_with_time_and_addresses_are_bounded() -> None:
    now = [0.0]
    limit = RateLimit(2.0, lambda: now[0])
    assert [limit.take("a") for _ in range(20)] == [0.0] * 20
    assert limit.take("a") == pytest.approx(0.5)
    now[0] = 0.5
    assert limit.take("a") == 0.0
    assert limit.take("a") > 0
    assert limit.take("b") == 0.0
    for number in range(limits.MAX_ADDRESSES + 5):
        limit.take(str(number))
    assert len(limit._buckets) == limits.MAX_ADDRESSES


# Doing it twice -----------------------------------------------------------------------------------------------


def test_a_repeated_request_is_answered_as_the_first_time(client: httpx.Client, queue: MemoryQueue) -> None:
    uuid = queue.register("a.mp4")
    path, key = f"/api/v1/file/{uuid}/deep-scan", {"Idempotency-Key": "one"}
    first = client.post(path, json={"force": True}, headers=key)
    queue.start(first.json()["task_id"])
    queue.finish(first.json()["task_id"])
    second = client.post(path, json={"force": True}, headers=key)
    assert second.json() == first.json()
    assert second.headers["idempotency-replayed"] == "true"
    assert len(queue.rows) == 1
    refused(client.post(path, json={"force": False}, headers=key), 422, "idempotency_key_reused")
    assert client.post(path, json={"force": True}, headers={"Idempotency-Key": "two"}).json() != first.json()


def test_a_key_must_be_printable_and_short(client: httpx.Client) -> None:
    refused(client.post("/api/v1/queue/pause", headers={"Idempotency-Key": "x" * 256}), 400, "bad_request")


def test_a_refusal_for_now_is_asked_anew(client: httpx.Client, queue: MemoryQueue) -> None:
    uuid = queue.register("a.mp4")
    path, key = f"/api/v1/file/{uuid}/deep-scan", {"Idempotency-Key": "three"}
    queue.stopped = True
    refused(client.post(path, headers=key), 503, "shutting_down")
    queue.stopped = False
    assert client.post(path, headers=key).status_code == 200
