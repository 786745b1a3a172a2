"""Files that are no videos, and files that are not whole yet."""

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from momentry_desk.core.model import FailureKind, TaskStatus
from momentry_desk.core.snapshot import TaskRow
from momentry_desk.engine.engine import Engine

Wait = Callable[..., None]


def row(engine: Engine) -> TaskRow:
    (only,) = engine.rows().result(20)
    return only


def test_a_file_that_is_proven_no_video_fails_without_a_start(
    engine: Engine, clip: Callable[..., str], wait_until: Wait
) -> None:
    engine.pause().result(20)
    engine.add([clip("a.mp4", probe="bad")]).result(20)
    wait_until(lambda: row(engine).status is TaskStatus.FAILED)
    failed = row(engine)
    assert failed.failure_kind is FailureKind.SOURCE_INVALID
    assert failed.error_message == "a.mp4 is no video."
    assert failed.retry_count == 0
    assert engine.attempts(failed.task_id).result(20) == ()


def let_pass(seconds: float, wait_until: Wait) -> None:
    until = time.monotonic() + seconds
    wait_until(lambda: time.monotonic() > until)


class Copy:
    """A file that somebody copies, piece by piece."""

    def __init__(self, folder: Path, **plan: object) -> None:
        self.path = folder / "copied.mp4"
        self._whole = json.dumps({"name": "copied", **plan, "filler": "x" * 1000})
        self._written = 0

    def go_on(self, share: float) -> None:
        upto = int(len(self._whole) * share)
        with self.path.open("a") as file:
            file.write(self._whole[self._written : upto])
        self._written = upto


def test_a_file_that_is_still_copied_is_waited_for(engine: Engine, tmp_path: Path, wait_until: Wait) -> None:
    copy = Copy(tmp_path)
    copy.go_on(0.3)
    added = engine.add([str(copy.path)]).result(20)
    (submitted,) = added.submitted
    assert submitted.position is None
    waiting = row(engine)
    assert waiting.waiting_for == "the file copied.mp4, which is still being copied"
    copying_until = time.monotonic() + 3.0
    share = 0.3
    while time.monotonic() < copying_until:
        share = min(0.9, share + 0.05)
        copy.go_on(share)
        let_pass(0.3, wait_until)
        assert engine.attempts(submitted.task_id).result(20) == (), "it was started while it was copied"
    copy.go_on(1.0)
    wait_until(lambda: row(engine).status is TaskStatus.COMPLETED, 20)
    done = row(engine)
    assert (done.task_id, done.retry_count) == (submitted.task_id, 0)
    assert len(engine.attempts(done.task_id).result(20)) == 1
    (video,) = engine.videos().result(20)
    assert video.file_uuid == done.file_uuid
    assert video.file_uuid not in added.file_uuids, "it is the whole file now, not what was there at first"


def test_a_copy_is_waited_for_over_a_restart(
    make_engine: Callable[..., Engine], tmp_path: Path, wait_until: Wait
) -> None:
    first = make_engine()
    copy = Copy(tmp_path)
    copy.go_on(0.5)
    first.add([str(copy.path)]).result(20)
    assert first.stop()
    copy.go_on(1.0)
    again = make_engine()
    wait_until(lambda: row(again).status is TaskStatus.COMPLETED, 20)
    assert row(again).retry_count == 0


def test_a_copy_of_what_waits_already_becomes_no_second_scan(
    engine: Engine, tmp_path: Path, clip: Callable[..., str], wait_until: Wait
) -> None:
    engine.pause().result(20)
    copy = Copy(tmp_path)
    copy.go_on(0.5)
    engine.add([str(copy.path)]).result(20)
    whole = Copy(tmp_path / "clips")
    whole.go_on(1.0)
    engine.add([str(whole.path)]).result(20)
    assert len(engine.rows().result(20)) == 2
    copy.go_on(1.0)
    wait_until(lambda: len(engine.rows().result(20)) == 1, 20)
    wait_until(lambda: row(engine).waiting_for is None, 20)


@pytest.fixture(autouse=True)
def _folder(clip: Callable[..., str]) -> None:
    """Asked for so that the folder of clips is there."""
