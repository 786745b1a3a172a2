"""Nobody's face is processed before the person has said so; nothing else waits for that, and nothing is lost."""

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from momentry_desk.core import faces
from momentry_desk.core.model import TaskStatus
from momentry_desk.core.sentences import TEXTS, Said
from momentry_desk.core.snapshot import TaskRow
from momentry_desk.engine.engine import Engine
from momentry_desk.store import forgetting

Wait = Callable[..., None]
Clip = Callable[..., str]
S = 20.0
LATER, LEFT_OUT = TEXTS[Said.FACES_LATER], TEXTS[Said.FACES_LEFT_OUT]


def add(engine: Engine, path: str, *processors: str) -> str:
    """The task's id."""
    return engine.add([path], processors=processors).result(S).submitted[0].task_id


def row(engine: Engine, task_id: str) -> TaskRow:
    (found,) = engine.rows([task_id]).result(S)
    return found


def others(engine: Engine, *task_ids: str) -> list[TaskRow]:
    return [one for one in engine.rows().result(S) if one.task_id not in task_ids]


def scanned(engine: Engine) -> set[str]:
    return {name for video in engine.videos().result(S) for name in video.scanned}


def looked_for_faces(ledger: Path) -> bool:
    return ledger.with_name(f"{ledger.name}.faces").exists()


def answer(engine: Engine, said: str) -> None:
    engine.change_settings({"privacy.faces": said}).result(S)


def completed(engine: Engine, task_id: str) -> Callable[[], bool]:
    return lambda: row(engine, task_id).status is TaskStatus.COMPLETED


def test_before_the_answer_the_rest_is_scanned_and_after_a_yes_the_faces(
    make_engine: Callable[..., Engine], clip: Clip, ledger: Path, wait_until: Wait
) -> None:
    engine = make_engine(faces="ask")
    path = clip("a.mp4")
    task_id = add(engine, path, "face", "ocr")
    wait_until(completed(engine, task_id))
    done = row(engine, task_id)
    assert (done.processors, done.warnings) == (("face", "ocr"), (LATER,))
    (rest,) = others(engine, task_id)
    assert (rest.status, rest.processors, rest.waiting_for) == (TaskStatus.PENDING, ("face",), faces.WAITING)
    # Who asks for the same again gets what waits, and a scan of nothing but faces waits at once.
    assert add(engine, path, "face", "ocr") == rest.task_id
    only = add(engine, clip("b.mp4"), "face")
    assert row(engine, only).waiting_for == faces.WAITING
    assert scanned(engine) == {"ocr"}
    assert not looked_for_faces(ledger)
    # What waits keeps waiting over a restart.
    assert engine.stop()
    engine = make_engine(faces="ask")
    assert {one.waiting_for for one in others(engine, task_id)} == {faces.WAITING}
    answer(engine, "yes")
    wait_until(completed(engine, rest.task_id))
    wait_until(completed(engine, only))
    assert scanned(engine) == {"ocr", "face"}
    assert looked_for_faces(ledger)
    assert engine.add([path], processors=("face", "ocr")).result(S).submitted[0].done_already


def test_after_a_no_faces_are_left_out_with_a_word(
    make_engine: Callable[..., Engine], clip: Clip, ledger: Path, wait_until: Wait
) -> None:
    engine = make_engine(faces="ask")
    only = add(engine, clip("b.mp4"), "face")
    answer(engine, "no")
    task_id = add(engine, clip("a.mp4"), "face", "ocr")
    for one in (only, task_id):
        wait_until(completed(engine, one))
        assert row(engine, one).warnings == (LEFT_OUT,)
    assert others(engine, only, task_id) == []
    assert scanned(engine) == {"ocr"}
    assert not looked_for_faces(ledger)


def test_a_no_ends_a_look_that_is_under_way_and_the_rest_goes_on(
    make_engine: Callable[..., Engine], clip: Clip, ledger: Path, wait_until: Wait
) -> None:
    engine = make_engine()
    task_id = add(engine, clip("a.mp4", steps=30, step_s=0.1), "face", "ocr")
    wait_until(lambda: looked_for_faces(ledger))
    answer(engine, "no")
    wait_until(completed(engine, task_id))
    assert row(engine, task_id).warnings == (LEFT_OUT,)
    assert scanned(engine) == {"ocr"}


def test_while_faces_are_forgotten_the_engine_answers_and_what_writes_is_carried_out_afterwards(
    make_engine: Callable[..., Engine],
    clip: Clip,
    wait_until: Wait,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    writing, go_on = threading.Event(), threading.Event()
    whole = forgetting._write_anew

    def slow(connection: sqlite3.Connection) -> bool:
        writing.set()
        assert go_on.wait(S)
        return whole(connection)

    monkeypatch.setattr(forgetting, "_write_anew", slow)
    engine = make_engine()
    running = add(engine, clip("a.mp4", steps=20, step_s=0.05), "face", "ocr")
    wait_until(lambda: row(engine, running).status is TaskStatus.PROCESSING)
    told = engine.people.forget_faces()
    try:
        wait_until(writing.is_set)
        paused = engine.pause()
        # It reads meanwhile, and keeps its word on what it could not write.
        assert row(engine, running).status is TaskStatus.PENDING
        assert engine.people.grid().result(S) == ()
        assert not paused.done()
        assert not told.done()
    finally:
        go_on.set()
    assert paused.result(S).pause.by == "user"
    assert told.result(S).left == ()
    engine.resume().result(S)
    wait_until(completed(engine, running))
    assert row(engine, running).warnings == (LEFT_OUT,)
