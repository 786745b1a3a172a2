"""The examples of the request that this project answers, replayed: the same calls, fields and types."""

from collections.abc import Mapping
from datetime import datetime

import httpx
import pytest

from momentry_desk.core.model import Priority
from tests.http.memory_queue import MemoryQueue

API = "/api/v1"


def is_instant(value: object) -> bool:
    """An ISO 8601 instant in UTC, as "2026-10-07T10:00:00Z"."""
    assert isinstance(value, str)
    assert value.endswith("Z")
    return datetime.fromisoformat(value).tzinfo is not None


def holds(answer: Mapping[str, object], types: Mapping[str, type | tuple[type, ...]]) -> None:
    for name, kind in types.items():
        assert name in answer, name
        value = answer[name]
        assert isinstance(value, kind), (name, value)
        assert kind is bool or not isinstance(value, bool), name


def test_a_deep_scan_is_submitted_as_in_the_request(client: httpx.Client, queue: MemoryQueue) -> None:
    for number in range(3):
        uuid = queue.register(f"video{number}.mp4")
        answer = client.post(
            f"{API}/file/{uuid}/deep-scan",
            json={
                "processors": ["face", "asr", "ocr"],
                "priority": "normal",
                "retry_on_failure": True,
                "callback_url": "http://127.0.0.1:9/ended",
            },
        )
    assert answer.status_code == 200
    body = answer.json()
    assert list(body)[:5] == ["success", "task_id", "status", "position", "estimated_start"]
    assert body["success"] is True
    assert body["task_id"].startswith("task_")
    assert body["status"] == "queued"
    assert body["position"] == 3
    assert is_instant(body["estimated_start"])
    assert body["duplicate"] is False


def test_every_field_of_a_submission_is_optional(client: httpx.Client, queue: MemoryQueue) -> None:
    uuid = queue.register("a.mp4")
    assert client.post(f"{API}/file/{uuid}/deep-scan").json()["status"] == "queued"
    assert queue.rows["task_000001"].processors == ("face", "asr", "ocr", "scene")
    assert queue.rows["task_000001"].priority is Priority.NORMAL


def test_the_front_end_sends_the_priority_alone(client: httpx.Client, queue: MemoryQueue) -> None:
    uuid = queue.register("a.mp4")
    assert client.post(f"{API}/file/{uuid}/deep-scan", json={"priority": "normal"}).json()["success"] is True


def test_the_expected_start_is_null_while_paused(client: httpx.Client, queue: MemoryQueue) -> None:
    uuid = queue.register("a.mp4")
    client.post(f"{API}/queue/pause")
    assert client.post(f"{API}/file/{uuid}/deep-scan").json()["estimated_start"] is None


def test_a_twin_answers_with_the_task_that_is_there(client: httpx.Client, queue: MemoryQueue) -> None:
    uuid = queue.register("a.mp4")
    first = client.post(f"{API}/file/{uuid}/deep-scan").json()
    second = client.post(f"{API}/file/{uuid}/deep-scan")
    assert second.status_code == 200
    assert second.json()["duplicate"] is True
    assert second.json()["task_id"] == first["task_id"]


def test_the_status_has_the_fields_of_both_examples(client: httpx.Client, queue: MemoryQueue) -> None:
    tasks = [
        client.post(f"{API}/file/{queue.register(f'video{n}.mp4')}/deep-scan").json()["task_id"] for n in range(7)
    ]
    queue.start(tasks[0], progress=45)
    queue.start(tasks[1])
    queue.finish(tasks[5], running_s=100.0)
    queue.finish(tasks[6], running_s=141.0)
    queue.start(tasks[4])
    queue.fail(tasks[4])
    body = client.get(f"{API}/queue/status").json()
    holds(
        body,
        {
            "active_count": int,
            "max_concurrent": int,
            "pending_count": int,
            "paused": bool,
            "paused_by": str,
            "schedule": dict,
            "when_done": dict,
            "total_processed": int,
            "queue": list,
            "statistics": dict,
        },
    )
    assert body["schedule"] == {"enabled": False, "open": True, "until": None}
    assert body["when_done"] == {"action": "nothing", "at": None}
    assert (body["active_count"], body["pending_count"], body["total_processed"]) == (2, 2, 2)
    assert body["statistics"] == {"total_processed": 2, "total_failed": 1, "average_time": 120.5}
    assert [entry["task_id"] for entry in body["queue"]] == tasks[:4]
    running, waiting = body["queue"][0], body["queue"][2]
    holds(
        running,
        {"task_id": str, "file_uuid": str, "file_name": str, "status": str, "progress": int, "processors": list},
    )
    assert running["status"] == "processing"
    assert running["progress"] == 45
    assert is_instant(running["started_at"])
    holds(waiting, {"file_uuid": str, "file_name": str, "status": str, "position": int, "priority": str})
    assert waiting["status"] == "pending"
    assert waiting["position"] == 1
    assert is_instant(waiting["queued_at"])


def test_the_numbers_are_exact_whatever_the_page(client: httpx.Client, queue: MemoryQueue) -> None:
    for number in range(5):
        client.post(f"{API}/file/{queue.register(f'{number}.mp4')}/deep-scan")
    page = client.get(f"{API}/queue/status", params={"limit": 2, "offset": 3}).json()
    assert page["pending_count"] == 5
    assert [entry["position"] for entry in page["queue"]] == [4, 5]


def test_the_status_shows_ended_tasks_when_asked(client: httpx.Client, queue: MemoryQueue) -> None:
    task_id = client.post(f"{API}/file/{queue.register('a.mp4')}/deep-scan").json()["task_id"]
    queue.start(task_id)
    queue.finish(task_id)
    assert client.get(f"{API}/queue/status").json()["queue"] == []
    shown = client.get(f"{API}/queue/status", params={"status": ["completed", "failed"]}).json()["queue"]
    assert [entry["task_id"] for entry in shown] == [task_id]


def test_a_priority_is_changed_as_in_the_request(client: httpx.Client, queue: MemoryQueue) -> None:
    client.post(f"{API}/file/{queue.register('a.mp4')}/deep-scan")
    task_id = client.post(f"{API}/file/{queue.register('b.mp4')}/deep-scan").json()["task_id"]
    answer = client.put(f"{API}/queue/task/{task_id}/priority", json={"priority": "high"})
    assert answer.json() == {"success": True, "position": 1}


def test_a_task_is_cancelled_as_in_the_request(client: httpx.Client, queue: MemoryQueue) -> None:
    task_id = client.post(f"{API}/file/{queue.register('a.mp4')}/deep-scan").json()["task_id"]
    answer = client.delete(f"{API}/queue/task/{task_id}")
    assert answer.json() == {"success": True, "message": "Task cancelled"}
    again = client.delete(f"{API}/queue/task/{task_id}")
    assert again.status_code == 409
    assert again.json()["error"]["code"] == "task_cancelled"


def test_pause_resume_clear_and_prioritize_answer(client: httpx.Client, queue: MemoryQueue) -> None:
    client.post(f"{API}/file/{queue.register('a.mp4')}/deep-scan")
    uuid = queue.register("b.mp4")
    second = client.post(f"{API}/file/{uuid}/deep-scan").json()["task_id"]
    assert client.post(f"{API}/queue/pause").json() == {"success": True, "paused": True, "state": "paused"}
    assert client.get(f"{API}/queue/status").json()["paused"] is True
    assert client.post(f"{API}/queue/resume").json() == {"success": True, "paused": False, "state": "running"}
    first = client.post(f"{API}/queue/prioritize/{uuid}").json()
    assert first == {"success": True, "position": 1, "positions": {second: 1}}
    cleared = client.post(f"{API}/queue/clear").json()
    assert cleared["success"] is True
    assert cleared["cleared_count"] == 2
    assert client.get(f"{API}/queue/status").json()["pending_count"] == 0


def test_prioritize_tells_an_unknown_file_from_one_that_waits_for_nothing(
    client: httpx.Client, queue: MemoryQueue
) -> None:
    assert client.post(f"{API}/queue/prioritize/nobody").status_code == 404
    assert client.post(f"{API}/queue/prioritize/{queue.register('a.mp4')}").status_code == 409


def test_a_failed_task_is_tried_again_by_hand(client: httpx.Client, queue: MemoryQueue) -> None:
    task_id = client.post(f"{API}/file/{queue.register('a.mp4')}/deep-scan").json()["task_id"]
    assert client.post(f"{API}/queue/task/{task_id}/retry").status_code == 409
    queue.start(task_id)
    queue.fail(task_id, "The file cannot be read.")
    shown = client.get(f"{API}/queue/task/{task_id}").json()
    assert shown["status"] == "failed"
    assert shown["error_message"] == "The file cannot be read."
    assert client.post(f"{API}/queue/task/{task_id}/retry").json() == {"success": True, "task_ids": [task_id]}
    queue.fail(task_id)
    assert client.post(f"{API}/queue/retry-failed").json()["task_ids"] == [task_id]


def test_settings_are_read_and_changed(client: httpx.Client) -> None:
    before = client.get(f"{API}/queue/settings").json()
    assert before == {
        "max_concurrent": 2,
        "dynamic_concurrency": True,
        "cpu_threshold": 80.0,
        "memory_threshold": 80.0,
        "gpu_threshold": 90.0,
        "max_retries": 3,
        "retry_delay": 10.0,
        "task_timeout": 3600.0,
    }
    after = client.put(f"{API}/queue/settings", json={"max_concurrent": 4, "dynamic_concurrency": False}).json()
    assert after == {**before, "max_concurrent": 4, "dynamic_concurrency": False}
    assert client.get(f"{API}/queue/settings").json() == after


@pytest.mark.parametrize("body", [{"max_concurrent": 0}, {"cpu_threshold": 101}, {"max_concurent": 2}])
def test_a_wrong_setting_changes_nothing(client: httpx.Client, body: dict[str, object]) -> None:
    before = client.get(f"{API}/queue/settings").json()
    assert client.put(f"{API}/queue/settings", json=body).status_code == 422
    assert client.get(f"{API}/queue/settings").json() == before
