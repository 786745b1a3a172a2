"""Every command stands in the menu bar with its shortcut, and says why it cannot be where it cannot."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from momentry_desk.core.model import FailureKind, TaskStatus
from momentry_desk.ui.main_window import MainWindow
from tests.ui.fake_engine import FakeEngine, task_row


def leaves(menu: QMenu) -> list[QAction]:
    found: list[QAction] = []
    for action in menu.actions():
        below = action.menu()
        if isinstance(below, QMenu):
            found += leaves(below)
        elif not action.isSeparator():
            found.append(action)
    return found


def in_menu_bar(window: MainWindow) -> list[QAction]:
    menus = [action.menu() for action in window.menu_bar.actions()]
    return [leaf for menu in menus if isinstance(menu, QMenu) for leaf in leaves(menu)]


def test_every_action_of_a_row_stands_in_the_menu_bar(window: MainWindow) -> None:
    there = in_menu_bar(window)
    for owner in (window.desk.queue.table, window.desk.library.list, window.toolbar):
        assert [action.text() for action in owner.actions() if action not in there] == []


def test_every_entry_has_a_shortcut_of_its_own_in_its_menu(window: MainWindow) -> None:
    for menu in (action.menu() for action in window.menu_bar.actions()):
        assert isinstance(menu, QMenu)
        shortcuts = [action.shortcut().toString() for action in leaves(menu)]
        without = [action.text() for action in leaves(menu) if action.shortcut().isEmpty()]
        # There are ten digits; a machine may have more cores.
        assert [text for text in without if not text.isdigit()] == []
        shortcuts = [text for text in shortcuts if text]
        assert len(set(shortcuts)) == len(shortcuts)


def test_what_cannot_be_is_greyed_and_says_why_while_the_menu_is_open(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.put([task_row(1)])
    window.desk.queue.select("task_000001")
    queue = window.menu_bar.actions()[2].menu()
    assert isinstance(queue, QMenu)
    queue.aboutToShow.emit()
    retry = window.desk.task_actions.retry
    assert not retry.isEnabled()
    assert retry.toolTip() == "Only a failed or cancelled scan can be tried again."
    assert window.desk.task_actions.cancel.isEnabled()
    queue.aboutToHide.emit()
    assert retry.isEnabled()


def test_path_and_error_of_what_is_selected_can_be_copied(window: MainWindow, engine: FakeEngine) -> None:
    failed = {"status": TaskStatus.FAILED, "failure_kind": FailureKind.INTERNAL, "error_message": "It broke."}
    engine.put([task_row(1, **failed), task_row(2)])
    window.desk.queue.table.selectAll()
    window.desk.task_actions.copy_path.trigger()
    assert QApplication.clipboard().text().splitlines() == ["/footage/clip 002.mp4", "/footage/clip 001.mp4"]
    window.desk.task_actions.copy_error.trigger()
    assert QApplication.clipboard().text() == "It broke."


def test_the_menu_bar_pauses_and_goes_on(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    window.menu_bar.pause.trigger()
    qtbot.waitUntil(lambda: window.menu_bar.pause.text() == "Resume all")
    window.menu_bar.pause.trigger()
    qtbot.waitUntil(lambda: window.menu_bar.pause.text() == "Pause all")


def test_the_switch_asks_for_the_other_way(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    assert window.toolbar.follow.isChecked()
    window.menu_bar.follow.trigger()
    qtbot.waitUntil(lambda: ("change_settings", {"queue.dynamic_concurrency": False}) in engine.calls)
