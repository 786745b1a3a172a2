"""The queue written into a file by one engine and taken in by another."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from momentry_desk.core.model import Priority, TaskStatus
from momentry_desk.core.queue_file import QueueFileTrouble
from momentry_desk.engine.engine import Engine
from momentry_desk.export.files import ExportRefused


def test_a_queue_goes_to_a_file_and_comes_back_whole(
    make_engine: Callable[..., Engine], clip: Callable[..., str], tmp_path: Path
) -> None:
    engine = make_engine()
    engine.pause().result(10)
    paths = [clip(name) for name in ("first", "second", "gone", "moved")]
    added = engine.add(paths).result(20)
    ids = [one.task_id for one in added.submitted]
    engine.set_priority([ids[1]], Priority.HIGH).result(10)
    engine.hold([ids[0]]).result(10)
    target = tmp_path / "queue.json"
    assert engine.queue_files.export(target).result(10) == 4
    with pytest.raises(ExportRefused):
        engine.queue_files.export(target).result(10)

    engine.clear().result(10)
    Path(paths[2]).unlink()
    aside = tmp_path / "elsewhere"
    aside.mkdir()
    shutil.move(paths[3], aside)
    engine.add([str(aside / Path(paths[3]).name)], scan=False).result(20)
    taken = engine.queue_files.take_in(target).result(20)
    assert (taken.submitted, taken.known, taken.ended) == (3, 0, 0)
    assert taken.missing == (paths[2],)
    rows = {row.file_name: row for row in engine.rows().result(10)}
    assert set(rows) == {Path(path).name for path in (paths[0], paths[1], paths[3])}
    assert rows[Path(paths[1]).name].priority is Priority.HIGH
    assert rows[Path(paths[0]).name].held
    # A second time nothing comes twice.
    again = engine.queue_files.take_in(target).result(20)
    assert (again.submitted, again.known) == (0, 3)
    assert len(engine.rows().result(10)) == 3


def test_a_broken_file_changes_nothing(make_engine: Callable[..., Engine], tmp_path: Path) -> None:
    engine = make_engine()
    target = tmp_path / "queue.json"
    target.write_text("no queue")
    with pytest.raises(QueueFileTrouble):
        engine.queue_files.take_in(target).result(10)
    with pytest.raises(QueueFileTrouble):
        engine.queue_files.take_in(tmp_path / "nowhere.json").result(10)
    assert engine.rows().result(10) == ()
    assert engine.snapshot().counts.pending == 0


def test_what_had_ended_is_left(
    make_engine: Callable[..., Engine],
    clip: Callable[..., str],
    tmp_path: Path,
    wait_until: Callable[..., None],
) -> None:
    engine = make_engine()
    engine.add([clip("done")]).result(20)
    wait_until(lambda: [row.status for row in engine.rows().result(10)] == [TaskStatus.COMPLETED], 20, "its end")
    target = tmp_path / "queue.json"
    engine.queue_files.export(target).result(10)
    taken = engine.queue_files.take_in(target).result(20)
    assert (taken.submitted, taken.ended) == (0, 1)
