"""The question about faces, and what the window lets a person say about who is who: split, refuse, join, apart."""

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from momentry_desk.core.model import TaskStatus
from momentry_desk.core.people import PersonCard, PersonSighting, Suggestion
from momentry_desk.core.settings import PrivacySettings, Settings
from momentry_desk.core.snapshot import VideoRow
from momentry_desk.ui.main_window import MainWindow
from momentry_desk.ui.people_page import PeoplePage
from tests.ui.fake_engine import FakeEngine, task_row


def card(number: int, seconds: float, name: str = "") -> PersonCard:
    return PersonCard(number, name, False, seconds, 5, 2)


@pytest.fixture
def page(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> PeoplePage:
    cards = [card(1, 10), card(2, 30), card(3, 20, "Ana")]
    engine.people.seen = {"v": tuple(PersonSighting(n, 3, "Ana", "v", n, n + 1, 0.8) for n in range(4))}
    engine.people.alike = (Suggestion(cards[1], cards[2], 0.43), Suggestion(cards[0], cards[1], 0.4))
    engine.people.put(cards)
    window.pages.open("people")
    made = window.pages.people
    qtbot.waitUntil(lambda: made.model.rowCount() == 3 and made.suggested.isVisible())
    return made


def shown(page: PeoplePage) -> list[int]:
    return [card.person_id for card in page.model.cards]


def test_faces_of_somebody_else_are_taken_out_and_put_back(
    page: PeoplePage, window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    page.grid.setCurrentIndex(page.model.index(0))
    page.look.click()
    qtbot.waitUntil(lambda: page.appearances.model.rowCount() == 4)
    assert page.appearances.isVisible()
    assert not page.appearances.another.isEnabled()
    for row in (1, 2):
        page.appearances.grid.selectionModel().select(
            page.appearances.model.index(row), QItemSelectionModel.SelectionFlag.Select
        )
    page.appearances.another.click()
    qtbot.waitUntil(lambda: page.appearances.model.rowCount() == 2)
    assert ("split", (1, 2)) in engine.calls
    page.appearances.grid.setCurrentIndex(page.appearances.model.index(0))
    page.appearances.wrong.click()
    qtbot.waitUntil(lambda: page.appearances.model.rowCount() == 1)
    assert ("not_this_person", (0,)) in engine.calls
    qtbot.waitUntil(lambda: page.undo.text() == "Undo “Not this person”")
    with qtbot.waitActive(window):
        window.activateWindow()
    page.appearances.grid.setFocus()
    QTest.keyClick(page.appearances.grid, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: page.appearances.model.rowCount() == 2)
    page.appearances.back.click()
    assert page.grid.isVisible()


def test_a_double_click_on_an_appearance_shows_its_moment(
    page: PeoplePage, window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.put([task_row(1, status=TaskStatus.COMPLETED)], [VideoRow("v", "v.mp4", "/v.mp4", 1, 5.0)])
    page.grid.setCurrentIndex(page.model.index(0))
    assert page.moments.isEnabled()
    page.look.click()
    qtbot.waitUntil(lambda: page.appearances.model.rowCount() == 4)
    page.appearances.grid.setCurrentIndex(page.appearances.model.index(2))
    page.appearances.grid.doubleClicked.emit(page.appearances.model.index(2))
    moments = window.pages.moments
    assert window.pages.currentWidget() is moments
    assert moments.player.video is not None
    assert moments.player.video.file_uuid == "v"
    assert moments.player.playback.position_s == 2.0


def test_a_suggestion_is_answered_with_yes_no_or_later(page: PeoplePage, engine: FakeEngine, qtbot: QtBot) -> None:
    page.suggested.later.click()
    assert page.suggested.current == engine.people.alike[1]
    page.suggested.no.click()
    qtbot.waitUntil(lambda: ("keep_apart", (1, 2)) in engine.calls)
    assert not page.suggested.isVisible()
    page.undo.click()
    engine.people.alike = (Suggestion(engine.people.cards[1], engine.people.cards[3], 0.4),)
    page.begin()
    qtbot.waitUntil(page.suggested.isVisible)
    page.suggested.yes.click()
    # Who has a name stays.
    qtbot.waitUntil(lambda: ("merge", ((1,), 3)) in engine.calls)


def test_a_card_dragged_onto_another_joins_the_two(page: PeoplePage, engine: FakeEngine, qtbot: QtBot) -> None:
    assert shown(page) == [3, 2, 1]
    dragged = page.model.mimeData([page.model.index(2)])

    def drop(row: int) -> bool:
        place = QPointF(page.grid.visualRect(page.model.index(row)).center())
        none = Qt.KeyboardModifier.NoModifier
        event = QDropEvent(place, Qt.DropAction.CopyAction, dragged, Qt.MouseButton.LeftButton, none)
        page.grid.dropEvent(event)
        return event.isAccepted()

    drop(2)
    assert not [call for call, _ in engine.calls if call == "merge"]
    drop(1)
    qtbot.waitUntil(lambda: ("merge", ((1,), 2)) in engine.calls)
    qtbot.waitUntil(lambda: shown(page) == [3, 2])


def test_the_question_comes_with_the_first_files_and_goes_with_the_answer(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.tell(settings=Settings(privacy=PrivacySettings("ask")))
    assert not window.faces_card.isVisible()
    engine.put([task_row(1)])
    assert window.faces_card.isVisible()
    QTest.mouseClick(window.faces_card.no, Qt.MouseButton.LeftButton, pos=QPoint(10, 10))
    qtbot.waitUntil(lambda: not window.faces_card.isVisible())
    assert ("change_settings", {"privacy.faces": "no"}) in engine.calls
    # The page of people says so, and lets it be changed.
    window.pages.open("people")
    page = window.pages.people
    qtbot.waitUntil(lambda: page.message.title.text() == "Faces are left out")
    page.message.button.click()
    qtbot.waitUntil(lambda: page.message.title.text() == "Nobody yet")
    assert ("change_settings", {"privacy.faces": "yes"}) in engine.calls


def test_all_faces_are_forgotten_after_one_more_question(
    page: PeoplePage, window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    page.forget_all.click()
    question = page.findChild(QMessageBox)
    assert question is not None
    assert not [call for call, _ in engine.calls if call == "forget_faces"]
    next(button for button in question.buttons() if button.text() == "Forget all faces").click()
    qtbot.waitUntil(lambda: page.message.isVisible())
    qtbot.waitUntil(
        lambda: "Forgotten: 2 persons, wherever they appear. Taken out of 1 backup" in window.status_line.text()
    )
