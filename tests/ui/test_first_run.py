"""The page of the first start."""

import msgspec
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from momentry_desk.core.settings import PrivacySettings, Settings
from momentry_desk.core.weights import ModelPhase, ModelReport
from momentry_desk.ui.first_run import FirstRun
from momentry_desk.ui.main_window import MainWindow
from tests.ui.fake_engine import FakeEngine, task_row


def places(page: FirstRun) -> list[QPoint]:
    """Where the title stands, the steps, and the buttons of the last one."""
    parts = (page.title, page.faces, page.models, page.begin, page.add, page.sample)
    return [part.mapTo(page, QPoint(0, 0)) for part in parts]


@pytest.fixture
def engine(engine: FakeEngine) -> FakeEngine:
    """One that was never asked about faces, and lacks a model."""
    engine.current = msgspec.structs.replace(engine.current, settings=Settings(privacy=PrivacySettings("ask")))
    engine.models.known["whisper-base"] = ModelReport("whisper-base", ModelPhase.MISSING)
    return engine


def test_the_first_start_asks_about_faces_and_tells_what_came_of_it(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    page = window.desk.first_run
    qtbot.waitUntil(page.isVisible)
    assert not window.desk.empty.isVisible()
    before = places(page)
    qtbot.mouseClick(page.yes, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not page.yes.isVisible())
    QApplication.processEvents()
    assert places(page) == before
    assert engine.current.settings.privacy.faces == "yes"
    assert page.isVisible()
    assert not page.yes.isVisible()
    assert "forgotten" in page.faces.sentence.text()
    qtbot.mouseClick(page.change, Qt.MouseButton.LeftButton)
    assert page.yes.isVisible()
    qtbot.mouseClick(page.no, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.change.isVisible())
    assert engine.current.settings.privacy == PrivacySettings("no")
    QApplication.processEvents()
    assert places(page) == before


def test_missing_models_are_fetched_with_their_progress(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    page = window.desk.first_run
    qtbot.waitUntil(lambda: page.fetch.isVisible())
    assert "MB" in page.models.sentence.text()
    qtbot.mouseClick(page.fetch, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: ("models.install", ("whisper-base",)) in engine.calls)
    before = places(page)
    engine.models.tell(ModelReport("whisper-base", ModelPhase.FETCHING, 50, 100))
    assert page.bar.isVisible()
    QApplication.processEvents()
    assert places(page) == before
    assert page.bar.value() == 500
    engine.models.tell(ModelReport("whisper-base", ModelPhase.MISSING, problem="The network is down."))
    assert page.models.sentence.text() == "The network is down."
    assert page.fetch.isVisible()
    engine.models.tell(ModelReport("whisper-base", ModelPhase.READY))
    assert page.models.sentence.text() == "It is all on this machine."
    assert not page.fetch.isVisible()
    QApplication.processEvents()
    assert places(page) == before


def test_the_first_files_take_its_place(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    qtbot.waitUntil(window.desk.first_run.isVisible)
    engine.put([task_row(1)])
    assert not window.desk.first_run.isVisible()


def test_who_was_asked_before_sees_the_short_page(window: MainWindow, engine: FakeEngine) -> None:
    # A fresh window over an engine that has its answer.
    engine.tell(settings=Settings(privacy=PrivacySettings("no")))
    fresh = MainWindow(engine, window._theme)  # type: ignore[arg-type]
    fresh.show()
    fresh.read_all()
    assert fresh.desk.empty.isVisible()
    fresh.leave()
    fresh.deleteLater()


def test_a_short_sentence_after_a_long_one_takes_no_more_room_than_it_needs(window: MainWindow) -> None:
    step = window.desk.first_run.begin
    step.say("Title", "word " * 60)
    high = step.sentence.height()
    step.say("Title", "Short.")
    assert step.sentence.height() < high / 2
