"""Reading the whole queue piece by piece while it changes."""

import contextlib
import threading
from collections.abc import Callable

import pytest

from momentry_desk.core.model import TaskStatus
from momentry_desk.engine.engine import Engine
from momentry_desk.engine.errors import EngineStopped

S = 20.0


@pytest.fixture
def filled(engine: Engine, clip: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> Engine:
    """With nine paused tasks, read two at a time."""
    monkeypatch.setattr("momentry_desk.engine.row_reads._AT_ONCE", 2)
    engine.pause().result(S)
    engine.add([clip(f"{number}.mp4") for number in range(9)]).result(S)
    return engine


def test_what_changes_while_it_is_read_is_told_as_it_is_at_the_end(filled: Engine) -> None:
    before = filled.rows().result(S)
    assert len(before) == 9
    gate = threading.Event()
    # Whatever is asked for now is carried out in one go, before the second piece is read.
    filled._ask(lambda _desk: gate.wait(S))
    reading = filled.rows()
    cancelled, removed, moved = before[0].task_id, before[1].task_id, before[8].task_id
    filled.cancel([cancelled])
    filled.remove([removed])
    filled.prioritize([moved])
    gate.set()
    rows = reading.result(S)
    order = [row.task_id for row in rows]
    assert order == [moved, *(row.task_id for row in before[2:8]), cancelled]
    assert rows[-1].status is TaskStatus.CANCELLED


def test_several_readers_are_all_answered(filled: Engine) -> None:
    first, second, some = filled.rows(), filled.rows(), filled.rows(["no such task"])
    assert first.result(S) == second.result(S)
    assert some.result(S) == ()


def test_a_reader_hears_of_the_end(filled: Engine) -> None:
    reading = filled.rows()
    assert filled.stop()
    with contextlib.suppress(EngineStopped):
        assert len(reading.result(S)) == 9


def test_a_cheap_list_of_videos_fetches_its_pictures_later(filled: Engine, wait_until: Callable[..., None]) -> None:
    wait_until(lambda: all(video.thumbnail for video in filled.videos().result(S)), what="the probes")
    plain = filled.videos(thumbnails=False).result(S)
    assert [video.thumbnail for video in plain] == [b""] * 9
    wanted = [video.file_uuid for video in plain[:2]]
    assert filled.thumbnails([*wanted, "unknown"]).result(S) == dict.fromkeys(wanted, b"jpeg")
