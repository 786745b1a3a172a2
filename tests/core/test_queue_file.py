"""The queue as a file."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentry_desk.core.model import OrderKey, Priority, TaskStatus
from momentry_desk.core.queue_file import QueueEntry, QueueFileTrouble, decode, encode, groups
from momentry_desk.core.snapshot import TaskRow

ROWS = st.builds(
    TaskRow,
    task_id=st.text(),
    file_uuid=st.text(),
    file_name=st.text(),
    path=st.text(),
    status=st.sampled_from(TaskStatus),
    priority=st.sampled_from(Priority),
    processors=st.lists(st.sampled_from(["face", "asr", "ocr"]), unique=True).map(tuple),
    order=st.just(OrderKey(0, 1, 1.0, "task")),
    queued_at=st.just(0.0),
    held=st.booleans(),
    max_retries=st.integers(0, 3),
)


@given(st.lists(ROWS))
def test_what_is_written_is_read_again(rows: list[TaskRow]) -> None:
    entries = decode(encode(rows), "queue.json")
    assert [(one.path, one.file_uuid, one.processors, one.status, one.priority, one.held) for one in entries] == [
        (row.path, row.file_uuid, row.processors, row.status, row.priority, row.held) for row in rows
    ]


@pytest.mark.parametrize(
    "content", [b"", b"[1]", b"{}", b'{"momentry_queue": 1}', b'{"momentry_queue": 1, "entries": 3}']
)
def test_what_is_no_queue_is_refused_with_a_sentence(content: bytes) -> None:
    with pytest.raises(QueueFileTrouble, match=r"queue\.json holds no queue"):
        decode(content, "queue.json")


def test_a_newer_file_is_named_as_that() -> None:
    newer = json.dumps({"momentry_queue": 2, "entries": [{"unheard": "of"}]}).encode()
    with pytest.raises(QueueFileTrouble, match="newer version"):
        decode(newer, "queue.json")


def test_entries_that_ask_for_the_same_are_submitted_together_and_in_their_order() -> None:
    def entry(name: str, **changes: object) -> QueueEntry:
        return QueueEntry(name, name, ("asr",), **changes)  # type: ignore[arg-type]

    urgent = entry("b", priority=Priority.HIGH)
    made = groups([entry("a"), urgent, entry("c"), entry("d"), entry("e", held=True)])
    assert [[one.path for one in group] for group in made] == [["a"], ["b"], ["c", "d"], ["e"]]


@pytest.mark.parametrize(
    "content",
    [
        b'{"momentry_queue": 1, "entries": ' + b"[" * 50_000,
        b'{"mine": ' + b"[" * 50_000,
        b'{"momentry_queue": 1, "entries": [{"path": "\xff"}]}',
    ],
)
def test_what_nobody_exported_is_no_queue_file(content: bytes) -> None:
    with pytest.raises(QueueFileTrouble):
        decode(content, "queue.json")
