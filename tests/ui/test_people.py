"""Naming, merging and hiding persons, and taking it back."""

import pytest
from PySide6.QtCore import QBuffer, QItemSelectionModel, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from momentry_desk.core.people import PersonCard
from momentry_desk.ui import words
from momentry_desk.ui.main_window import MainWindow
from momentry_desk.ui.people_page import PeoplePage
from tests.ui.fake_engine import FakeEngine


def card(number: int, seconds: float, name: str = "") -> PersonCard:
    return PersonCard(number, name, False, seconds, 5, 2)


@pytest.fixture
def page(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> PeoplePage:
    engine.people.put([card(1, 10), card(2, 30), card(3, 20, "Ana")])
    window.pages.open("people")
    made = window.pages.people
    qtbot.waitUntil(lambda: made.model.rowCount() == 3)
    return made


def names(page: PeoplePage) -> list[str]:
    return [str(page.model.data(page.model.index(row))) for row in range(page.model.rowCount())]


def choose(page: PeoplePage, *person_ids: int) -> None:
    page.grid.clearSelection()
    for row, one in enumerate(page.model.cards):
        if one.person_id in person_ids:
            page.grid.selectionModel().select(page.model.index(row), QItemSelectionModel.SelectionFlag.Select)


def test_who_has_a_name_or_is_seen_longest_comes_first(page: PeoplePage) -> None:
    assert names(page) == ["Ana", "Person 2", "Person 1"]
    told = page.model.data(page.model.index(1), Qt.ItemDataRole.AccessibleTextRole)
    assert told == "Person 2, 30 s, 2 videos"


def test_a_person_is_named_and_the_name_is_taken_back(page: PeoplePage, qtbot: QtBot) -> None:
    assert not page.undo.isEnabled()
    choose(page, 2)
    page.rename.click()
    dialog = page.findChild(QInputDialog)
    assert dialog is not None
    dialog.setTextValue("  Zhang Wei ")
    dialog.accept()
    qtbot.waitUntil(lambda: "Zhang Wei" in names(page))
    qtbot.waitUntil(page.undo.isEnabled)
    assert page.undo.text() == "Undo the name “Zhang Wei”"
    page.undo.click()
    qtbot.waitUntil(lambda: names(page) == ["Ana", "Person 2", "Person 1"])
    qtbot.waitUntil(lambda: not page.undo.isEnabled())


@pytest.mark.parametrize(
    ("seconds", "said"), [(3.2, "3 s"), (60, "1 min"), (83, "1 min 23 s"), (1460, "24 min"), (7800, "2 h 10 min")]
)
def test_a_length_is_no_place(seconds: float, said: str) -> None:
    assert words.lasting(seconds) == said
    assert words.at(seconds) == f"at {words.clock(seconds)}"


def test_the_question_for_a_name_shows_the_face(page: PeoplePage, engine: FakeEngine, qtbot: QtBot) -> None:
    picture, crop = QPixmap(8, 8), QBuffer()
    picture.fill(Qt.GlobalColor.black)
    crop.open(QBuffer.OpenModeFlag.WriteOnly)
    picture.save(crop, "PNG")
    engine.people.put([PersonCard(7, "", False, 90, 1, 1, bytes(crop.data().data()))])
    qtbot.waitUntil(lambda: 7 in [one.person_id for one in page.model.cards])
    choose(page, 7)
    page.rename.click()
    (dialog,) = page.findChildren(QInputDialog)
    assert [label.pixmap().width() for label in dialog.findChildren(QLabel) if not label.pixmap().isNull()] == [96]


def test_a_narrow_window_cuts_no_button(page: PeoplePage, window: MainWindow, qtbot: QtBot) -> None:
    window.resize(window.minimumSize())
    qtbot.waitUntil(lambda: not page.moments.isVisible())
    seen = [button for button in page.findChildren(QPushButton) if button.isVisible()]
    qtbot.waitUntil(lambda: all(button.width() >= button.sizeHint().width() for button in seen))
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: page.moments.isVisible() and page.join.isVisible())


def test_chosen_persons_become_the_one_who_has_a_name(page: PeoplePage, engine: FakeEngine, qtbot: QtBot) -> None:
    choose(page, 2, 3)
    page.join.click()
    qtbot.waitUntil(lambda: names(page) == ["Ana", "Person 1"])
    assert ("merge", ((2,), 3)) in engine.calls


def test_hidden_persons_are_out_of_sight_until_they_are_asked_for(page: PeoplePage, qtbot: QtBot) -> None:
    assert not page.show_hidden.isVisible()
    choose(page, 1)
    page.hide_them.click()
    qtbot.waitUntil(lambda: names(page) == ["Ana", "Person 2"])
    page.show_hidden.click()
    assert names(page) == ["Person 1"]
    choose(page, 1)
    page.hide_them.click()
    qtbot.waitUntil(lambda: names(page) == [])
    page.show_hidden.click()
    qtbot.waitUntil(lambda: len(names(page)) == 3)


def test_undo_has_its_key(page: PeoplePage, window: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitActive(window):
        window.activateWindow()
    choose(page, 1)
    page.hide_them.click()
    qtbot.waitUntil(page.undo.isEnabled)
    page.grid.setFocus()
    QTest.keyClick(page.grid, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: len(names(page)) == 3)


@pytest.mark.parametrize(("person", "row", "called"), [(3, 0, "Ana"), (2, 1, "Person 2")])
def test_a_double_click_shows_the_moments_of_a_person_with_a_name_or_without(
    page: PeoplePage, window: MainWindow, person: int, row: int, called: str
) -> None:
    choose(page, person)
    assert page.moments.isEnabled()
    page.grid.doubleClicked.emit(page.model.index(row))
    assert window.pages.currentWidget() is window.pages.moments
    assert window.pages.moments.bar.filters().persons == (called,)


def test_nobody_yet_says_when_they_come(window: MainWindow, qtbot: QtBot) -> None:
    window.pages.open("people")
    page = window.pages.people
    assert page.message.isVisible()
    assert page.message.title.text() == "Nobody yet"
