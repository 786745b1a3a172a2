"""The API over the real queue: real database, real workers, the program started as a person starts it."""

import http.server
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from momentry_desk.http.request_schemas import processor_names as known_to_the_api
from momentry_desk.processors.base import processor_names
from tests.http.served import ROOT, Hearer, Served

NODE = shutil.which("node")

needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")


def until(condition: Callable[[], object], what: str, timeout_s: float = 60.0) -> None:
    end = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > end:
            pytest.fail(f"waited {timeout_s} s in vain for {what}")
        time.sleep(0.05)


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One for the tests that do not end it: to start the whole program takes seconds."""
    program = Served(tmp_path_factory.mktemp("served"))
    yield program
    assert program.end() == 0


@pytest.fixture
def served(lasting: Served) -> Served:
    """With an empty queue, and two scans at once."""
    lasting.client.put("/queue/settings", json={"max_concurrent": 2})
    lasting.client.post("/queue/clear", json={"running": True, "finished": True})
    return lasting


@pytest.fixture
def brief(tmp_path: Path) -> Iterator[Served]:
    """One for a test that ends it."""
    program = Served(tmp_path)
    yield program
    assert program.end() == 0


def idle(served: Served) -> bool:
    status = served.status()
    return bool(status["active_count"] == 0 and status["pending_count"] == 0)


def test_who_adds_copies_is_told_of_what_they_are(served: Served) -> None:
    first = served.clip("first", {"finding": "the same", "at": 1.0})
    second = shutil.copy(first, Path(first).with_name("second.scripted"))
    (uuid,) = served.register(first)
    told = served.client.post("/files", json={"paths": [first, str(second)]}).json()
    assert told["copies"] == [{"path": str(second), "of": first}]
    (entry,) = told["files"]
    assert (entry["file_uuid"], entry["path"], entry["other_paths"]) == (uuid, first, [str(second)])


def test_a_callback_that_fails_shows_in_the_task_with_its_reason_and_the_next_try(served: Served) -> None:
    (uuid,) = served.register(served.clip("untold", {"finding": "word", "at": 1.0}))
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{closed.getsockname()[1]}/ended"
        task = served.scan(uuid, callback_url=url)["task_id"]

        def failed() -> dict[str, object] | None:
            (told,) = served.client.get(f"/queue/task/{task}").json()["callbacks"]
            return told if told["tries"] else None

        until(failed, "the first try")
        told = failed()
    assert told is not None
    assert (told["url"], told["state"]) == (url, "due")
    assert str(told["last_error"]).startswith("The host could not be reached: ")
    assert str(told["next_try_at"]).endswith("Z")


def test_a_queue_is_driven_from_outside_as_the_window_drives_it(served: Served) -> None:
    paths = [served.clip(f"clip{n}", {"finding": f"word {n}", "at": float(n)}, {"progress": 0.5}) for n in range(5)]
    before = served.status()["total_processed"]
    uuids = served.register(*paths)
    assert served.client.post("/queue/pause", json={"reason": "a test"}).json()["state"] == "paused"
    answers = [served.scan(uuid, callback_url=None) for uuid in uuids]
    assert [answer["position"] for answer in answers] == [1, 2, 3, 4, 5]
    assert {answer["status"] for answer in answers} == {"queued"}
    assert {answer["estimated_start"] for answer in answers} == {None}
    tasks = [answer["task_id"] for answer in answers]
    assert served.scan(uuids[0])["duplicate"] is True

    status = served.status(limit=2, offset=1)
    assert (status["active_count"], status["pending_count"], status["paused"]) == (0, 5, True)
    assert status["pause_reason"] == "a test"
    assert [(entry["task_id"], entry["position"]) for entry in status["queue"]] == [(tasks[1], 2), (tasks[2], 3)]

    assert served.client.put(f"/queue/task/{tasks[4]}/priority", json={"priority": "high"}).json() == {
        "success": True,
        "position": 1,
    }
    assert served.client.post(f"/queue/prioritize/{uuids[2]}").json()["position"] == 1
    assert served.client.delete(f"/queue/task/{tasks[0]}").json() == {"success": True, "message": "Task cancelled"}
    assert served.client.delete(f"/queue/task/{tasks[0]}").status_code == 409
    order = [entry["task_id"] for entry in served.status()["queue"]]
    assert order == [tasks[2], tasks[4], tasks[1], tasks[3]]

    assert served.client.post("/queue/resume").json()["paused"] is False
    until(lambda: idle(served), "the end of all")
    status = served.status(status=["completed", "cancelled"])
    assert status["statistics"]["total_processed"] == status["total_processed"] == before + 4
    assert status["statistics"]["average_time"] > 0
    assert {entry["status"] for entry in status["queue"]} == {"completed", "cancelled"}
    assert served.scan(uuids[1]) == {
        "success": True,
        "task_id": tasks[1],
        "status": "completed",
        "position": None,
        "estimated_start": served.client.get(f"/queue/task/{tasks[1]}").json()["started_at"],
        "duplicate": False,
        "done_already": True,
    }
    assert served.client.post(f"/queue/task/{tasks[0]}/retry").json()["task_ids"] == [tasks[0]]
    until(lambda: idle(served), "the retried one")
    shown = served.client.get(f"/queue/task/{tasks[0]}").json()
    assert shown["status"] == "completed"
    assert [attempt["outcome"] for attempt in shown["attempts"]] == ["succeeded"]
    assert served.client.post("/queue/clear", json={"finished": True}).json()["cleared_count"] == 5
    assert served.status()["total_processed"] == before + 5


def test_findings_come_in_pages_without_a_gap(served: Served) -> None:
    steps: list[dict[str, object]] = [{"finding": f"word {n}", "at": n / 10, "kind": "text"} for n in range(7)]
    steps += [{"finding": "said", "at": 5.0, "kind": "speech"}]
    (uuid,) = served.register(served.clip("paged", *steps))
    served.scan(uuid)
    until(lambda: idle(served), "the scan")
    texts: list[str] = []
    cursor: str | None = None
    while True:
        query: dict[str, str] = {"kind": "text", "limit": "3"} | ({"cursor": cursor} if cursor else {})
        page = served.client.get(f"/file/{uuid}/findings", params=query).json()
        assert len(page["findings"]) <= 3
        texts += [finding["text"] for finding in page["findings"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert texts == [f"word {n}" for n in range(7)]
    kinds = {one["kind"] for one in served.client.get(f"/file/{uuid}/findings").json()["findings"]}
    assert kinds == {"text", "speech"}
    bad = served.client.get(f"/file/{uuid}/findings", params={"cursor": "nonsense"})
    assert (bad.status_code, bad.json()["error"]["code"]) == (422, "bad_cursor")


def test_what_was_found_is_searched_page_by_page(served: Served) -> None:
    steps: list[dict[str, object]] = [{"finding": f"budget {n}", "at": n / 10, "kind": "text"} for n in range(3)]
    (uuid,) = served.register(served.clip("searched", *steps))
    served.scan(uuid)
    until(lambda: idle(served), "the scan")
    found: list[str] = []
    query: dict[str, str] = {"q": "budget", "kind": "text", "limit": "2"}
    while True:
        page = served.client.get("/search", params=query).json()
        assert {hit["file_uuid"] for hit in page["hits"]} == {uuid}
        assert set(page["hits"][0]) == {"file_uuid", "path", "kind", "start", "end", "text", "edited"}
        found += [hit["text"] for hit in page["hits"]]
        if page["next_cursor"] is None:
            break
        query["cursor"] = page["next_cursor"]
    assert sorted(found) == ["budget 0", "budget 1", "budget 2"]
    assert served.client.get("/search", params={"q": "budget", "person": "nobody"}).json()["hits"] == []
    assert served.client.get("/search", params={"q": '"( AND *'}).json() == {"hits": [], "next_cursor": None}
    bad = served.client.get("/search", params={"q": "x", "cursor": "nonsense"})
    assert (bad.status_code, bad.json()["error"]["code"]) == (422, "bad_cursor")


def test_a_failed_task_says_why_and_is_tried_again(served: Served) -> None:
    failing: dict[str, object] = {"fail": "source_invalid", "first": 1}
    (uuid,) = served.register(served.clip("failing", failing, {"progress": 1.0}))
    before = served.status()["statistics"]["total_failed"]
    task_id = served.scan(uuid)["task_id"]
    until(lambda: idle(served), "the failure")
    shown = served.client.get(f"/queue/task/{task_id}").json()
    assert (shown["status"], shown["failure_kind"]) == ("failed", "source_invalid")
    assert shown["error_message"]
    assert served.status()["statistics"]["total_failed"] == before + 1
    assert served.client.post("/queue/retry-failed").json()["task_ids"] == [task_id]
    until(lambda: idle(served), "the second try")
    assert served.client.get(f"/queue/task/{task_id}").json()["status"] == "completed"


def test_settings_are_written_where_the_program_reads_them(served: Served) -> None:
    answer = served.client.put("/queue/settings", json={"max_concurrent": 3, "cpu_threshold": 55.5}).json()
    assert (answer["max_concurrent"], answer["cpu_threshold"]) == (3, 55.5)
    assert "max_concurrent = 3" in (served.data / "momentry.toml").read_text()
    until(lambda: served.status()["max_concurrent"] == 3, "the new number")


def test_resources_are_told(served: Served) -> None:
    until(lambda: served.client.get("/resources").json()["samples"], "the first sample")
    told = served.client.get("/resources").json()
    assert told["max_concurrent"] == 2
    assert told["samples"][-1]["memory_total"] > told["samples"][-1]["memory_used"] > 0


def test_changes_are_told_while_they_happen(served: Served) -> None:
    (uuid,) = served.register(served.clip("told", {"finding": "told", "at": 1.0}, {"progress": 0.5}))
    with served.client.stream("GET", "/events") as stream:
        lines = stream.iter_lines()
        next(lines)
        task_id = served.scan(uuid)["task_id"]
        statuses: list[str] = []
        for line in lines:
            if line.startswith("data: ") and '"status"' in line:
                told = json.loads(line.removeprefix("data: "))
                assert told["task_id"] == task_id
                statuses.append(told["status"])
                if told["status"] == "completed":
                    break
    assert statuses[-1] == "completed"
    assert statuses == sorted(statuses, key=["pending", "processing", "completed"].index)


def test_the_program_ends_cleanly_while_a_client_listens(brief: Served) -> None:
    with brief.client.stream("GET", "/events") as stream:
        lines = stream.iter_lines()
        next(lines)
        brief.process.terminate()
        list(lines)
    assert brief.process.wait(20) == 0


def test_a_taken_port_is_said_and_the_queue_goes_on(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "momentry_desk", "serve", "--data", str(tmp_path), "--port", str(port)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                said = process.stdout.readline() + process.stdout.readline()
                assert f"Port {port} on 127.0.0.1 is taken" in said
                assert "The next free one is" in said
                assert "The queue goes on" in said
                process.terminate()
                assert process.wait(20) == 0
            finally:
                process.kill()


def test_the_api_knows_the_processors_that_the_workers_know(monkeypatch: pytest.MonkeyPatch) -> None:
    assert known_to_the_api() == processor_names()
    monkeypatch.setenv("MOMENTRY_SCRIPTED", "1")
    assert known_to_the_api() == processor_names()


def front_end(served: Served, *paths: str) -> list[dict[str, object]]:
    """Run the front end's loop in Node to its end; what it saw of the queue."""
    assert NODE is not None
    done = subprocess.run(
        [NODE, str(Path(__file__).with_name("front_end_loop.mjs")), *paths],
        env={**os.environ, "MOMENTRY_API": served.url, "MOMENTRY_TOKEN": served.token},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@needs_node
def test_a_front_end_in_node_sees_all_its_tasks_to_the_end(served: Served) -> None:
    paths = [served.clip(f"slow{n}", {"sleep": 1.0}, {"finding": f"word {n}", "at": 1.0}) for n in range(5)]
    before = served.status()["total_processed"]
    seen = front_end(served, *paths)
    assert len(seen) >= 2
    assert all(status["active_count"] <= 2 for status in seen)  # type: ignore[operator]
    assert seen[-1]["total_processed"] == before + 5


@needs_node
@pytest.mark.real_media
def test_a_front_end_in_node_scans_real_files(tmp_path: Path, real_media: Path) -> None:
    served = Served(tmp_path, processor="scene")
    try:
        names = ("talking_head_grid.mp4", "one_frame.mp4", "zero_bytes.mp4")
        seen = front_end(served, *(str(real_media / name) for name in names))
        assert seen[-1]["active_count"] == seen[-1]["pending_count"] == 0
        files = {file["file_name"]: file for file in served.client.get("/files").json()["files"]}
        scenes = served.client.get(
            f"/file/{files['talking_head_grid.mp4']['file_uuid']}/findings?kind=scene"
        ).json()
        assert len(scenes["findings"]) == 4
    finally:
        assert served.end() == 0


def test_a_word_that_was_under_way_at_a_kill_arrives_with_the_same_id(tmp_path: Path) -> None:
    release = threading.Event()
    lives = 2

    def answer(handler: http.server.BaseHTTPRequestHandler) -> None:
        if len(hearer.heard) < lives:
            # The program is killed while it waits for this.
            release.wait(60)
            return
        handler.send_response(204)
        handler.end_headers()

    hearer = Hearer(answer)
    try:
        served = Served(tmp_path)
        (uuid,) = served.register(served.clip("clip", {"finding": "word", "at": 1.0}))
        task_id = served.scan(uuid, callback_url=hearer.url)["task_id"]
        for life in range(1, lives + 1):
            until(lambda life=life: len(hearer.heard) >= life, f"the word in life {life}")  # type: ignore[misc]
            if life < lives:
                served.kill()
                served = Served(tmp_path)
        release.set()
        until(
            lambda: (
                [one["state"] for one in served.client.get(f"/queue/task/{task_id}").json()["callbacks"]]
                == ["delivered"]
            ),
            "the delivery",
        )
        assert served.end() == 0
    finally:
        release.set()
        hearer.close()
    assert len({event_id for event_id, _ in hearer.heard}) == 1
    assert len({body for _, body in hearer.heard}) == 1
    body = json.loads(hearer.heard[0][1])
    assert (body["task_id"], body["status"], body["findings"]) == (task_id, "completed", {"text": 1})


def test_a_callback_that_may_not_be_called_is_refused_at_once(served: Served) -> None:
    (uuid,) = served.register(served.clip("refused", {"progress": 1.0}))
    for url in ("http://169.254.169.254/latest", "http://studio.example/x", "http://[::ffff:127.0.0.1]/"):
        answer = served.client.post(f"/file/{uuid}/deep-scan", json={"callback_url": url})
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "callback_refused")
    assert (
        "callback_hosts"
        in served.client.post(f"/file/{uuid}/deep-scan", json={"callback_url": "http://studio.example/x"}).json()[
            "error"
        ]["message"]
    )
    assert served.status()["pending_count"] == 0
