"""Clips are cut by a child process: told of, called off, and never half there."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from momentry_desk.core.clips import ClipWish
from momentry_desk.engine.engine import Engine
from momentry_desk.engine.errors import ClipRefused
from momentry_desk.engine.worker_command import WorkerCommand
from tests.engine.conftest import children
from tests.processors.clips import make_clip

SHOTS = [(2.0, (200, 60, 40)), (2.0, (40, 60, 200))]


@pytest.fixture
def engine(tmp_path: Path, no_leftovers: None) -> Iterator[Engine]:
    made = Engine(tmp_path / "data", launcher=WorkerCommand.own())
    made.start().result(20)
    yield made
    assert made.stop()


def test_a_clip_is_cut_beside_the_queue_and_says_where_it_begins(engine: Engine, tmp_path: Path) -> None:
    source = make_clip(tmp_path / "film.mp4", SHOTS, gop=10)
    output = tmp_path / "clip.mp4"
    begin_s = engine.clips.key_frame(str(source), 1.5).answer.result(30)
    cutting = engine.clips.cut(ClipWish(str(source), 1.5, 2.0, str(output)))
    made = cutting.answer.result(30)
    assert made is not None
    assert made.begin_s == begin_s
    assert output.is_file()
    again = engine.clips.cut(ClipWish(str(source), 1.5, 2.0, str(output)))
    with pytest.raises(ClipRefused, match="exists already"):
        again.answer.result(30)


def test_a_clip_that_is_called_off_leaves_nothing(
    engine: Engine, tmp_path: Path, wait_until: Callable[..., None]
) -> None:
    source = make_clip(tmp_path / "film.mp4", [(10.0, (200, 60, 40))], size=(640, 360), gop=10)
    folder = tmp_path / "clips"
    folder.mkdir()
    output = folder / "clip.mp4"
    wish = ClipWish(str(source), 0.0, 10.0, str(output), exact=True)
    running, waiting = engine.clips.cut(wish), engine.clips.cut(wish)
    wait_until(lambda: running.fraction > 0, 40, "progress")
    engine.clips.call_off(waiting).result(10)
    assert waiting.answer.result(10) is None
    engine.clips.call_off(running).result(10)
    assert running.answer.result(10) is None
    wait_until(lambda: not list(folder.iterdir()), 5, "the draft to go")


def test_a_cutter_that_dies_is_told_of_and_the_next_clip_is_cut(
    engine: Engine, tmp_path: Path, wait_until: Callable[..., None]
) -> None:
    import os
    import signal

    source = make_clip(tmp_path / "film.mp4", [(10.0, (200, 60, 40))], size=(640, 360), gop=10)
    folder = tmp_path / "clips"
    folder.mkdir()
    before = children()
    running = engine.clips.cut(ClipWish(str(source), 0.0, 10.0, str(folder / "a.mp4"), exact=True))
    wait_until(lambda: running.fraction > 0, 40, "progress")
    (worker,) = children() - before
    os.kill(worker, signal.SIGKILL)
    with pytest.raises(ClipRefused, match="broke off"):
        running.answer.result(20)
    wait_until(lambda: not list(folder.iterdir()), 5, "the draft to go")
    made = engine.clips.cut(ClipWish(str(source), 1.0, 2.0, str(folder / "b.mp4"))).answer.result(30)
    assert made is not None
    assert [path.name for path in folder.iterdir()] == ["b.mp4"]
