"""Who sees no screen hears every control by its name; who has no mouse reaches it, and sees where he is."""

from collections.abc import Callable
from typing import Literal

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QLabel, QMenu, QPushButton, QScrollBar, QWidget
from pytestqt.qtbot import QtBot

from momentry_desk.core.messages import Rejected
from momentry_desk.core.model import TaskStatus
from momentry_desk.core.people import PersonCard
from momentry_desk.core.snapshot import VideoRow
from momentry_desk.ui import setting_words
from momentry_desk.ui.main_window import MainWindow
from momentry_desk.ui.pages import PAGES, PageName
from momentry_desk.ui.setting_blocks import PrivacyBlock
from momentry_desk.ui.theme import Theme
from tests.ui.fake_engine import FakeEngine, task_row
from tests.ui.test_api_button import Door

#: Parts of another widget, which has the name.
_PARTS = ("qt_spinbox_lineedit", "qt_scrollarea_viewport")


def name_of(widget: QWidget) -> str:
    told = QAccessible.queryAccessibleInterface(widget)
    return "" if told is None else str(told.text(QAccessible.Text.Name))


def is_part(widget: QWidget) -> bool:
    up = widget.parentWidget()
    while up is not None and not isinstance(up, QComboBox):
        up = up.parentWidget()
    return up is not None or widget.objectName() in _PARTS or isinstance(widget, QScrollBar | QMenu)


def nameless(root: QWidget) -> list[str]:
    """Every widget below `root` that takes the keyboard and does not say what it is."""
    found = []
    for widget in root.findChildren(QWidget):
        # What has no text yet is hidden until it gets some, which is its name.
        blank = isinstance(widget, QLabel | QPushButton) and widget.isHidden() and not widget.text()
        if widget.focusPolicy() == Qt.FocusPolicy.NoFocus or is_part(widget) or blank:
            continue
        if not name_of(widget).strip():
            found.append(f"{type(widget).__name__} {widget.objectName()} in {type(widget.parent()).__name__}")
    return found


def fill(engine: FakeEngine) -> None:
    video = VideoRow("video_000002", "clip 002.mp4", "/footage/clip 002.mp4", 1_000_000, 1.0)
    engine.put([task_row(1, status=TaskStatus.FAILED), task_row(2)], [video])
    engine.people.put([PersonCard(1, "Ana", False, 10.0, 1, 1, b"")])
    engine.rejected.emit((Rejected("/a.txt", "invalid", ""),))


def test_everything_that_takes_the_keyboard_has_a_name_on_every_page(
    window: MainWindow, engine: FakeEngine
) -> None:
    window.serve(Door())
    assert nameless(window.desk.empty) == []
    fill(engine)
    for page in PAGES:
        window.pages.open(page)
    for one in setting_words.PAGES:
        window.pages.settings.show_page(one)
    assert nameless(window) == []


def test_everything_that_takes_the_keyboard_has_a_name_in_every_dialog(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot, qapp: QApplication
) -> None:
    fill(engine)
    engine.put([task_row(1, status=TaskStatus.PROCESSING, started_at=1.0)])
    window.serve(Door())
    window.pages.open("settings")
    settings = window.pages.settings
    window.desk.queue.select("task_000001")
    (privacy,) = settings.section("privacy").blocks
    assert isinstance(privacy, PrivacyBlock)
    opened: list[Callable[[], object]] = [
        window.show_problems,
        window.leaving.quit,
        settings.api.renew.click,
        privacy.forget.click,
    ]
    for open_it in opened:
        open_it()
        dialogs = [one for one in window.findChildren(QDialog) if one.isVisible()]
        assert len(dialogs) == 1, open_it
        assert nameless(dialogs[0]) == []
        dialogs[0].close()
        qapp.processEvents()


def reached_by_tab(qtbot: QtBot, window: QWidget, most: int = 120) -> list[QWidget]:
    """What the Tab key comes to, until it is round."""
    found: list[QWidget] = []
    for _ in range(most):
        window.focusNextChild()
        now = window.focusWidget()
        if now is None or now in found:
            break
        found.append(now)
    return found


@pytest.mark.parametrize("page", PAGES)
def test_the_tab_key_reaches_all_that_can_be_pressed(
    page: PageName, window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    fill(engine)
    window.pages.open(page)
    window.setFocus()
    reached = reached_by_tab(qtbot, window)
    wanted = [
        widget
        for widget in window.findChildren(QWidget)
        if widget.isVisible()
        and widget.isEnabled()
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not is_part(widget)
    ]
    left = [f"{type(one).__name__} {name_of(one)}" for one in wanted if one not in reached]
    assert left == []


def test_each_page_has_a_key_of_its_own(window: MainWindow) -> None:
    keys = {page: action.shortcut().toString() for page, action in window.menu_bar.pages.items()}
    assert keys == {"desk": "Ctrl+1", "moments": "Ctrl+2", "people": "Ctrl+3", "settings": "Ctrl+,"}
    window.menu_bar.pages["settings"].trigger()
    assert window.pages.currentWidget() is window.pages.settings


@pytest.mark.parametrize("look", ["dark", "light"])
@pytest.mark.parametrize("page", PAGES)
def test_where_the_keyboard_is_can_be_seen(
    page: PageName,
    look: Literal["dark", "light"],
    window: MainWindow,
    engine: FakeEngine,
    theme: Theme,
    qtbot: QtBot,
) -> None:
    """Each thing that takes the keyboard looks otherwise once it has it."""
    fill(engine)
    theme.choose(look)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.pages.open(page)
    unmarked = []
    for widget in reached_by_tab(qtbot, window):
        window.setFocus()
        before = widget.grab().toImage()
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        if widget.grab().toImage() == before:
            unmarked.append(f"{type(widget).__name__} {name_of(widget)}")
    theme.choose("dark")
    assert unmarked == []
