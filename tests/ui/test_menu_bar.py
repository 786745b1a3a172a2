"""Every command stands in the menu bar with its shortcut, and says why it cannot be where it cannot."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QShortcut, QWindow
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QMenu, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from momentry_desk import __version__
from momentry_desk.core.model import FailureKind, TaskStatus
from momentry_desk.core.people import PersonCard
from momentry_desk.core.snapshot import VideoRow
from momentry_desk.ui import task_actions, video_actions
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
    moments, people = window.pages.moments, window.pages.people
    owners = (
        *(window.desk.queue.table, window.desk.library.list, window.toolbar),
        *(moments, moments.player, moments.transcript),
        *(people, people.grid, people.appearances, people.appearances.grid),
    )
    for owner in owners:
        assert [action.text() for action in owner.actions() if action not in there] == []
        assert owner.actions() != []


def test_every_entry_has_a_shortcut(window: MainWindow) -> None:
    without = [action.text() for action in in_menu_bar(window) if action.shortcut().isEmpty()]
    # There are nine digits; a machine may have more cores.
    assert [text for text in without if not text.isdigit()] == []


def test_the_menu_of_scans_at_once_reads_from_the_left(window: MainWindow, qtbot: QtBot) -> None:
    menu = window.toolbar.at_once.menu()
    seen: list[Qt.LayoutDirection] = []
    menu.aboutToShow.connect(lambda: QTimer.singleShot(0, menu, look))

    def look() -> None:
        seen.append(menu.layoutDirection())
        menu.close()

    window.toolbar.at_once.showMenu()
    qtbot.waitUntil(lambda: bool(seen))
    assert seen == [Qt.LayoutDirection.LeftToRight]


def test_help_tells_the_version_and_the_licence(window: MainWindow) -> None:
    window.menu_bar.about.trigger()
    (box,) = window.findChildren(QMessageBox)
    assert box.text() == f"Momentry Desk {__version__}"
    assert "MIT licence" in box.informativeText()
    box.close()


def awake_keys(window: MainWindow) -> Iterator[tuple[str, str, QWidget]]:
    """Each key that does something on the page that is seen: what it does, and within which widget."""
    everywhere = Qt.ShortcutContext.WindowShortcut
    for action in window.findChildren(QAction):
        owners = [
            one for one in action.associatedObjects() if isinstance(one, QWidget) and not isinstance(one, QMenu)
        ]
        if action.shortcutContext() is everywhere:
            owners = [window]
        if action.isEnabled() and not isinstance(action.parent(), QLineEdit):
            for owner in owners:
                for key in action.shortcuts() if owner.isVisible() else ():
                    yield key.toString(), action.text(), owner
    for shortcut in window.findChildren(QShortcut):
        within = window if shortcut.context() is everywhere else shortcut.parent()
        assert isinstance(within, QWidget)
        if within.isVisible():
            yield shortcut.key().toString(), "", within


def test_no_key_does_two_things_on_any_page(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    engine.put([task_row(1), task_row(2)])
    # Undo is awake, too.
    window.desk.removals.remove(("task_000001",))
    qtbot.waitUntil(lambda: window.menu_bar.undo.isEnabled())
    for page in ("desk", "moments", "people", "settings"):
        window.pages.open(page)
        known: dict[str, list[tuple[str, QWidget]]] = {}
        for key, does, owner in awake_keys(window):
            for also, other in known.get(key, []):
                related = owner is other or owner.isAncestorOf(other) or other.isAncestorOf(owner)
                assert not related or does == also, f"on {page} {key} means {does!r} and {also!r}"
            known.setdefault(key, []).append((does, owner))
        assert len(known) > 20


@pytest.mark.parametrize("page", ["desk", "moments", "people"])
@pytest.mark.parametrize("rows", ["none", "some", "ended"])
def test_what_cannot_be_says_why_in_every_menu(
    window: MainWindow, engine: FakeEngine, page: str, rows: str
) -> None:
    status = TaskStatus.COMPLETED if rows == "ended" else TaskStatus.PENDING
    if rows != "none":
        engine.put([task_row(n, status=status) for n in range(1, 4)], [VideoRow("v", "v.mp4", "/v.mp4", 1, 1.0)])
    window.pages.open(page)
    greyed = 0
    for top in window.menu_bar.actions():
        menu = top.menu()
        assert isinstance(menu, QMenu)
        menu.aboutToShow.emit()
        for below in (menu, *menu.findChildren(QMenu)):
            assert below.toolTipsVisible() or not any(not one.isEnabled() for one in below.actions())
            # A menu that is greyed itself could not say why.
            assert below.menuAction().isEnabled()
        for action in leaves(menu):
            greyed += not action.isEnabled()
            # Without a tooltip of its own an action shows its text.
            assert action.isEnabled() or action.toolTip() not in ("", action.text().rstrip("…")), action.text()
        menu.aboutToHide.emit()
    assert greyed >= 5


def test_each_page_has_its_menu_which_is_grey_elsewhere(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.people.put([PersonCard(1, "Ana", False, 10.0, 1, 1)])
    playback, people = (window.menu_bar.actions()[place].menu() for place in (5, 6))
    assert isinstance(playback, QMenu)
    assert isinstance(people, QMenu)

    def greyed(menu: QMenu) -> dict[str, str]:
        menu.aboutToShow.emit()
        found = {one.text(): one.toolTip() for one in leaves(menu) if not one.isEnabled()}
        menu.aboutToHide.emit()
        return found

    assert set(greyed(playback).values()) == {"Open the moments first: films are played there."}
    assert set(greyed(people).values()) == {"Open the page of people first."}
    window.pages.open("people")
    page = window.pages.people
    qtbot.waitUntil(lambda: page.model.rowCount() == 1)
    assert greyed(people)["Name…"] == "Choose one person."
    page.grid.setCurrentIndex(page.model.index(0))
    assert not {"Show the moments", "Name…", "Appearances", "Hide"} & set(greyed(people))
    assert greyed(people)["Same person"] == "Choose two people or more."
    window.pages.people_actions.moments.trigger()
    assert window.pages.currentWidget() is window.pages.moments
    said = "No film is open: choose a moment, or a video on the desk."
    assert set(greyed(playback).values()) == {said}
    window.pages.film_actions.play.trigger()
    assert window.status_line.text() == said


def test_an_entry_that_opens_a_dialog_ends_in_an_ellipsis(
    window: MainWindow, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (task_actions, video_actions):
        monkeypatch.setattr(module, "show_in_folder", lambda _: None)
    opening = []
    video = VideoRow("video_000001", "v.mp4", "/v.mp4", 1, 1.0, scanned=("asr",))
    for action in in_menu_bar(window):
        if action is window.menu_bar.quit:
            continue
        window.pages.open("desk")
        engine.put([task_row(1, status=TaskStatus.COMPLETED)], [video])
        window.desk.queue.select("task_000001")
        window.desk.library.list.selectAll()
        action.trigger()
        opened = [one for one in window.findChildren(QDialog) if one.isVisible()]
        if opened:
            opening.append(action.text())
        for dialog in opened:
            dialog.close()
    assert [text for text in opening if not text.endswith("…")] == []
    assert {"Save diagnostics…", "Remove from the library…", "Export the queue…"} <= set(opening)


def test_a_key_that_cannot_do_anything_says_why(window: MainWindow, engine: FakeEngine) -> None:
    engine.put([task_row(1)])
    window.desk.queue.select("task_000001")
    window.desk.task_actions.retry.trigger()
    assert window.status_line.text() == "Only a failed or cancelled scan can be tried again."
    assert "retry" not in dict(engine.calls)


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


def test_a_menu_that_closes_lets_go_of_the_mouse(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(QWindow, "setMouseGrabEnabled", lambda _, grab: asked.append(grab))
    menu = window.menuBar().actions()[0].menu()
    assert isinstance(menu, QMenu)
    menu.popup(window.pos())
    QApplication.processEvents()
    assert asked == []
    menu.close()
    qtbot.waitUntil(lambda: asked == [False])
