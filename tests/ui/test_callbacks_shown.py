"""A program that could not be told of a scan's end shows in the window: at the task, and among the problems."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot
from qasync import QEventLoop

from momentry_desk.core.model import TaskStatus
from momentry_desk.core.snapshot import CallbackTrouble
from momentry_desk.engine.engine import Engine
from momentry_desk.ui.languages import Languages
from momentry_desk.ui.main_window import MainWindow
from momentry_desk.ui.row_look import explain
from momentry_desk.ui.theme import Theme
from tests.ui.fake_engine import FakeEngine, task_row

URL = "http://127.0.0.1:9/ended"


def labels(window: MainWindow) -> str:
    shown = [one.text() for one in window.desk.details.findChildren(QLabel) if one.isVisibleTo(window)]
    return "\n".join(shown)


@pytest.fixture
def real_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> Iterator[Engine]:
    monkeypatch.setenv("MOMENTRY_SCRIPTED", "1")
    made = Engine(tmp_path / "data", settings_path=tmp_path / "momentry.toml")
    made.start().result(20)
    made.pause().result(20)
    yield made
    assert made.stop(20)
    made.deleteLater()


def test_a_host_that_refuses_shows_at_its_task_with_the_next_try(
    real_engine: Engine, theme: Theme, loop: QEventLoop, qtbot: QtBot, tmp_path: Path
) -> None:
    window = MainWindow(real_engine, theme)
    window.resize(1280, 800)
    window.show()
    window.read_all()
    clip = tmp_path / "a.scripted"
    clip.write_text(json.dumps({"duration": 1, "steps": []}))
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{closed.getsockname()[1]}/ended"
        (uuid,) = real_engine.add([str(clip)], scan=False).result(30).file_uuids
        (answer,) = real_engine.submit([uuid], callback_url=url).result(20)
        real_engine.cancel([answer.task_id]).result(20)
        qtbot.waitUntil(
            lambda: f"Callback to {url} failed: The host could not be reached" in labels(window), timeout=30_000
        )
        assert "Next try at " in labels(window)
        assert len(window.notices) == 0
    window.leave()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_a_word_that_was_given_up_is_a_problem_told_once(
    window: MainWindow, engine: FakeEngine, qapp: QApplication, qtbot: QtBot
) -> None:
    row = task_row(1, status=TaskStatus.COMPLETED, callbacks=(CallbackTrouble(URL, "The host answered 500.", 96),))
    engine.put([row])
    window.desk.queue.select(row.task_id)
    said = f"Callback to {URL} was given up: The host answered 500."
    assert said in labels(window)
    assert said in explain(row)
    first = window.notices.first()
    assert first is not None
    assert (first.subject, first.sentence()) == ("clip 001.mp4", said)
    window.notices.clear()
    engine.put([row])
    assert len(window.notices) == 0
    languages = Languages(qapp)
    try:
        languages.speak("zh_CN")
        assert first.sentence() == f"对 {URL} 的回调已放弃：主机返回 500。"
        qtbot.waitUntil(lambda: "的回调已放弃：主机返回 500。" in labels(window), timeout=30_000)
    finally:
        languages.speak("en")
