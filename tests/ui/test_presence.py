"""The program while nobody looks at its window: closing it, the tray, notifications."""

import msgspec
import pytest
from PySide6.QtWidgets import QCheckBox, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from momentry_desk.core.model import FailureKind, TaskStatus
from momentry_desk.core.settings import NoticesSettings, Settings, WindowSettings
from momentry_desk.core.snapshot import Pause, PauseState
from momentry_desk.ui.main_window import MainWindow
from tests.ui.fake_engine import FakeEngine, task_row


@pytest.fixture
def told(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The titles of the notifications, on a system that has a tray, while the person looks elsewhere."""
    titles: list[str] = []
    window.tray.available = True
    monkeypatch.setattr(window.tray, "_tell", lambda title, text, **more: titles.append(f"{title}: {text}"))
    monkeypatch.setattr(window, "isActiveWindow", lambda: False)
    return titles


def scan(engine: FakeEngine, **changes: object) -> None:
    engine.put([task_row(1, status=TaskStatus.PROCESSING, started_at=1.0, **changes)])


def question_of(window: MainWindow) -> QMessageBox:
    (question,) = [box for box in window.findChildren(QMessageBox) if box.isVisible()]
    return question


def press(question: QMessageBox, text: str) -> None:
    (button,) = [one for one in question.findChildren(QPushButton) if one.text() == text]
    button.click()


def test_without_a_tray_closing_asks_once_and_staying_goes_on(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    window.tray.available = False
    scan(engine)
    window.close()
    window.close()
    question = question_of(window)
    assert question.text() == "1 video is being scanned."
    assert not [box for box in question.findChildren(QCheckBox) if box.isVisible()]
    press(question, "Keep the window open")
    assert window.isVisible()
    window.close()
    with qtbot.waitSignal(window.closed):
        press(question_of(window), "Stop and quit")
    assert not window.isVisible()


def test_going_on_in_the_background_hides_the_window_and_the_tray_brings_it_back(
    window: MainWindow, engine: FakeEngine, told: list[str]
) -> None:
    scan(engine)
    window.close()
    press(question_of(window), "Go on in the background")
    assert not window.isVisible()
    assert told == ["Momentry Desk goes on scanning: A click on this icon brings it back."]
    window.tray.show_window.trigger()
    assert window.isVisible()
    assert ("change_settings", {"window.on_close": "background"}) not in engine.calls


def test_a_choice_for_every_time_is_kept_and_asks_no_more(
    window: MainWindow, engine: FakeEngine, told: list[str], qtbot: QtBot
) -> None:
    scan(engine)
    window.close()
    question = question_of(window)
    (always,) = question.findChildren(QCheckBox)
    always.click()
    press(question, "Go on in the background")
    qtbot.waitUntil(lambda: ("change_settings", {"window.on_close": "background"}) in engine.calls)
    window.tray.show_window.trigger()
    engine.tell(settings=Settings(window=WindowSettings(on_close="background")))
    window.close()
    assert not window.isVisible()
    with qtbot.waitSignal(window.closed):
        window.tray.quit.trigger()
        press(question_of(window), "Stop and quit")


def test_who_chose_to_quit_is_not_asked(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    scan(engine)
    engine.tell(settings=Settings(window=WindowSettings(on_close="quit")))
    with qtbot.waitSignal(window.closed):
        window.close()


def test_failures_and_the_end_are_told_and_each_file_only_if_wanted(engine: FakeEngine, told: list[str]) -> None:
    rows = [task_row(number, status=TaskStatus.PROCESSING, started_at=1.0) for number in (1, 2)]
    engine.put(rows)
    done = msgspec.structs.replace(rows[0], status=TaskStatus.COMPLETED)
    failed = msgspec.structs.replace(
        rows[1], status=TaskStatus.FAILED, failure_kind=FailureKind.SOURCE_INVALID, error_message="It is damaged."
    )
    engine.put([done])
    assert told == []
    engine.put([failed])
    assert len(told) == 2
    assert told[0].startswith("clip 002.mp4 could not be scanned: ")
    assert told[1] == "The queue is done: 1 video scanned, 1 failed"
    del told[:]
    engine.tell(settings=Settings(notices=NoticesSettings(failure=False, end=False, file=True)))
    engine.put([task_row(3, status=TaskStatus.PROCESSING, started_at=1.0)])
    engine.put([task_row(3, status=TaskStatus.COMPLETED)])
    assert told == ["Scanned: clip 003.mp4"]


def test_the_tray_shows_how_far_it_is_and_pauses(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    idle = window.tray.icon.icon().pixmap(32, 32).toImage()
    scan(engine, progress=50)
    half = window.tray.icon.icon().pixmap(32, 32).toImage()
    assert half != idle
    assert "1 scanning" in window.tray.icon.toolTip()
    window.tray.pause.trigger()
    qtbot.waitUntil(lambda: any(name == "pause" for name, _ in engine.calls))
    engine.tell(pause=Pause(state=PauseState.PAUSED, by="user"))
    assert window.tray.pause.text() == "Resume all"
    assert window.tray.icon.icon().pixmap(32, 32).toImage() != half


def test_nothing_is_told_to_somebody_who_looks_at_the_window(
    window: MainWindow, engine: FakeEngine, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window, "isActiveWindow", lambda: True)
    scan(engine)
    engine.put([task_row(1, status=TaskStatus.COMPLETED)])
    assert told == []
