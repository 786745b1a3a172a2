"""A newer version in the window: a quiet word with a way to its page, a switch that is off, a look at once."""

import msgspec
import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from momentry_desk import __version__
from momentry_desk.core.updates import NoAnswer, Release, UpdateState
from momentry_desk.ui.main_window import MainWindow
from momentry_desk.ui.settings_page import SettingsPage
from tests.ui.fake_engine import FakeEngine

ADDRESS = "https://releases.example.org/latest"
NEWER = Release("9.0.0", "https://example.org/releases/v9.0.0")
FOUND = UpdateState(ADDRESS, answered_at=1_800_000_000.0, newer=NEWER, mentioned=True)


@pytest.fixture
def page(window: MainWindow) -> SettingsPage:
    window.pages.open("settings")
    return window.pages.settings


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    pages: list[str] = []

    def note(url: QUrl) -> bool:
        pages.append(url.toString())
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", note)
    return pages


def test_a_newer_version_is_a_word_at_the_foot_that_leads_to_its_page(
    engine: FakeEngine, window: MainWindow, opened: list[str]
) -> None:
    word = window.status_line.updates
    assert word.isHidden()
    engine.tell(updates=FOUND)
    assert word.isVisible()
    assert word.text() == "Version 9.0.0 is available"
    word.open_.trigger()
    assert opened == [NEWER.page]
    word.pass_over.trigger()
    assert ("pass_version_over", None) in engine.calls
    engine.tell(updates=msgspec.structs.replace(FOUND, mentioned=False))
    assert word.isHidden()


def test_the_window_asks_for_no_look_by_itself(engine: FakeEngine, window: MainWindow) -> None:
    names = [name for name, _ in engine.calls]
    assert "follow_versions" in names
    assert "look_for_version" not in names
    assert not engine.current.settings.updates.check


def test_a_look_at_once_says_what_came_of_it(
    qtbot: QtBot, engine: FakeEngine, page: SettingsPage, opened: list[str]
) -> None:
    engine.tell(updates=UpdateState(ADDRESS))
    block = page.updates
    assert block.asked.text() == f"Asks {ADDRESS}"
    assert block.said.text() == f"This is version {__version__}."
    block.look.click()
    qtbot.waitUntil(lambda: ("look_for_version", None) in engine.calls)
    engine.tell(updates=UpdateState(ADDRESS, looking=True))
    assert not block.look.isEnabled()
    engine.tell(updates=UpdateState(ADDRESS, trouble=NoAnswer.STATUS, detail="500"))
    assert block.said.text() == "⚠ releases.example.org answered with error 500. Try again later."
    assert block.look.isEnabled()
    assert block.page.isHidden()
    engine.tell(updates=UpdateState(ADDRESS, answered_at=1_800_000_000.0))
    assert block.said.text().startswith(f"✓ Version {__version__} is the newest")
    engine.tell(updates=FOUND)
    assert block.said.text() == f"Version 9.0.0 is available; this is {__version__}."
    block.page.click()
    assert opened == [NEWER.page]


@pytest.mark.parametrize("why", list(NoAnswer))
def test_each_failure_has_a_sentence_with_the_place_in_it(
    engine: FakeEngine, page: SettingsPage, why: NoAnswer
) -> None:
    engine.tell(updates=UpdateState(ADDRESS, trouble=why, detail="500"))
    assert "releases.example.org" in page.updates.said.text()


def test_without_a_place_to_ask_the_switch_is_greyed_and_says_why(engine: FakeEngine, page: SettingsPage) -> None:
    switch = page.row("updates.check").editor.focus_widget
    assert isinstance(switch, QCheckBox)
    assert not switch.isChecked()
    assert not switch.isEnabled()
    assert not page.updates.look.isEnabled()
    assert page.updates.said.text() == "This build knows no place where newer versions are announced."
    engine.tell(updates=UpdateState(ADDRESS))
    assert switch.isEnabled()
    assert page.updates.look.isEnabled()
