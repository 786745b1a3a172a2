"""Lines of speech are written anew through the API."""

import httpx
import pytest

from momentry_desk.core.findings import SpeechSegment
from tests.http.memory_queue import MemoryQueue

API = "/api/v1"


def test_a_line_is_written_anew_and_restored(client: httpx.Client, queue: MemoryQueue) -> None:
    uuid = queue.register("a.mp4")
    queue.found[uuid] = [SpeechSegment(1.0, 2.5, "ask knot", "en", 0.9, 0.9)]
    path = f"{API}/file/{uuid}"
    answer = client.put(f"{path}/speech", json={"start": 1.0, "end": 2.5, "text": "ask not"})
    assert (answer.status_code, answer.json()) == (200, {"success": True, "changed": True})
    (line,) = client.get(f"{path}/findings").json()["findings"]
    assert (line["text"], line["edited"]) == ("ask not", True)
    assert client.put(f"{path}/speech", json={"start": 1.0, "end": 2.5}).json()["changed"]
    (line,) = client.get(f"{path}/findings").json()["findings"]
    assert not line["edited"]
    assert not client.put(f"{path}/speech", json={"start": 7.0, "end": 9.0, "text": "x"}).json()["changed"]


@pytest.mark.parametrize(
    "body", [{}, {"start": -1.0, "end": 2.0}, {"start": "a", "end": 2.0}, {"start": 1.0, "end": 2.0, "text": 5}]
)
def test_what_names_no_line_is_refused(client: httpx.Client, queue: MemoryQueue, body: dict[str, object]) -> None:
    uuid = queue.register("a.mp4")
    assert client.put(f"{API}/file/{uuid}/speech", json=body).status_code == 422
    assert client.put(f"{API}/file/nobody/speech", json={"start": 1.0, "end": 2.0}).status_code == 404
