"""Writing down what was really said, by the keys and the mouse."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QAction, QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from momentry_desk.core.findings import Box, Finding, SpeechSegment, TextLine, Word
from momentry_desk.core.model import MediaInfo
from momentry_desk.core.snapshot import VideoRow
from momentry_desk.ui import moment_actions
from momentry_desk.ui.line_editor import LineEditor
from momentry_desk.ui.main_window import MainWindow
from momentry_desk.ui.moments_page import MomentsPage
from tests.processors.clips import make_clip
from tests.ui.fake_engine import FakeEngine

MEDIA = MediaInfo("mov", 2.0, True, False, 320, 180, 0, "25/1", "h264", None)
SPOKEN = (Word(0.2, 0.5, " ask", 0.9), Word(0.5, 0.9, " knot", 0.9))
FOUND: tuple[Finding, ...] = (
    SpeechSegment(0.2, 0.9, " ask knot", "en", 0.9, 0.9, SPOKEN),
    SpeechSegment(1.0, 1.4, " what your country", "en", 0.9, 0.9),
    TextLine(1.5, 1.9, "WELCOME", 0.9, Box(0, 0, 1, 1)),
)


@pytest.fixture
def page(window: MainWindow, engine: FakeEngine, tmp_path: Path, qtbot: QtBot) -> MomentsPage:
    clip = make_clip(tmp_path / "clip.mp4")
    video = VideoRow("v", "clip.mp4", str(clip), 1, 100.0, MEDIA, scanned=("asr",))
    engine.put(videos=[video])
    engine.found["v"] = FOUND
    window.pages.look_at(video)
    page = window.pages.moments
    with qtbot.waitActive(window):
        window.activateWindow()
    qtbot.waitUntil(lambda: page.transcript.model().rowCount() == 3 and page.player.playback.info is not None)
    return page


def editor(page: MomentsPage) -> LineEditor | None:
    return next(iter(page.transcript.findChildren(LineEditor)), None)


def open_editor(page: MomentsPage, row: int, qtbot: QtBot) -> LineEditor:
    place = page.transcript.visualRect(page.transcript.lines.index(row)).topLeft() + QPoint(90, 12)
    QTest.mouseClick(page.transcript.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseDClick(page.transcript.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: editor(page) is not None)
    opened = editor(page)
    assert opened is not None
    return opened


def texts(page: MomentsPage) -> list[str]:
    model = page.transcript.lines
    return [model.data(model.index(row), Qt.ItemDataRole.DisplayRole) for row in range(model.rowCount())]


def test_a_double_click_and_return_write_a_line_anew_and_ctrl_z_takes_it_back(
    page: MomentsPage, engine: FakeEngine, window: MainWindow, qtbot: QtBot
) -> None:
    opened = open_editor(page, 0, qtbot)
    assert opened.toPlainText() == "ask knot"
    # Keys of the player (J, K, L, space) are letters here.
    QTest.keyClicks(opened, "Jack asks not")
    assert not page.player.playback.plays
    QTest.keyClick(opened, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: texts(page)[0] == "Jack asks not")
    assert ("edit_speech", ("v", 0.2, 0.9, "Jack asks not")) in engine.calls
    model = page.transcript.lines
    assert str(model.data(model.index(0), Qt.ItemDataRole.AccessibleTextRole)).endswith(", edited")
    assert window.status_line.text() == "Edited. Ctrl+Z takes it back."
    qtbot.waitUntil(lambda: editor(page) is None)
    page.transcript.setFocus()
    QTest.keyClick(page.transcript, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: texts(page)[0] == "ask knot")
    QTest.keyClick(page.transcript, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.status_line.text() == "Nothing was edited in this film.")


def test_f2_edits_the_line_of_the_play_head_and_escape_drops_it(
    page: MomentsPage, engine: FakeEngine, qtbot: QtBot
) -> None:
    page.player.playback.seek(1.2)
    qtbot.waitUntil(lambda: page.transcript.current_row == 1)
    page.transcript.setFocus()
    QTest.keyClick(page.transcript, Qt.Key.Key_F2)
    qtbot.waitUntil(lambda: editor(page) is not None)
    opened = editor(page)
    assert opened is not None
    assert opened.toPlainText() == "what your country"
    QTest.keyClicks(opened, "something else")
    QTest.keyClick(opened, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: editor(page) is None)
    assert texts(page)[1] == "what your country"
    assert not any(name == "edit_speech" for name, _ in engine.calls)


def test_what_is_written_is_kept_when_the_keyboard_goes_elsewhere(
    page: MomentsPage, engine: FakeEngine, qtbot: QtBot
) -> None:
    QTest.keyClicks(open_editor(page, 1, qtbot), "what our country")
    page.bar.box.setFocus()
    qtbot.waitUntil(lambda: texts(page)[1] == "what our country")


def test_new_findings_wait_until_the_line_is_written(page: MomentsPage, engine: FakeEngine, qtbot: QtBot) -> None:
    opened = open_editor(page, 0, qtbot)
    QTest.keyClicks(opened, "half a")
    later = (*FOUND, SpeechSegment(1.95, 2.0, "more", "en", 0.9, 0.9))
    page.transcript.show_findings(later)
    assert editor(page) is opened
    QTest.keyClick(opened, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: texts(page)[-1] == "more")


def open_menu(page: MomentsPage, row: int) -> tuple[QMenu, dict[str, QAction]]:
    page.transcript.menu_asked.emit(page.transcript.lines.lines[row], QPoint(10, 10))
    menu = page.findChildren(QMenu)[-1]
    return menu, {action.text(): action for action in menu.actions()}


def test_the_menu_edits_restores_and_copies(page: MomentsPage, engine: FakeEngine, qtbot: QtBot) -> None:
    menu, found = open_menu(page, 2)
    assert not found["Edit"].isEnabled(), "what stands in the picture is not written anew"
    menu.close()
    menu, found = open_menu(page, 0)
    assert not found["Restore what was heard"].isEnabled()
    found["Copy quote"].trigger()
    assert QApplication.clipboard().text() == "“ask knot” (clip.mp4, 00:00:00:05)"
    found["Edit"].trigger()
    menu.close()
    qtbot.waitUntil(lambda: editor(page) is not None)
    opened = editor(page)
    assert opened is not None
    opened.selectAll()
    QTest.keyClick(opened, Qt.Key.Key_Delete)
    QTest.keyClick(opened, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: texts(page)[0] == "(nothing is said here)")
    menu, found = open_menu(page, 0)
    found["Restore what was heard"].trigger()
    menu.close()
    qtbot.waitUntil(lambda: texts(page)[0] == "ask knot")


def test_an_edit_is_searched_at_once(page: MomentsPage, engine: FakeEngine, qtbot: QtBot) -> None:
    page.bar.ask_for("harbour")
    qtbot.waitUntil(lambda: any(name == "search" for name, _ in engine.calls))
    before = sum(name == "search" for name, _ in engine.calls)
    opened = open_editor(page, 0, qtbot)
    QTest.keyClicks(opened, "harbour")
    QTest.keyClick(opened, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: sum(name == "search" for name, _ in engine.calls) > before)


def test_the_film_in_the_player_can_be_shown_opened_and_quoted(
    page: MomentsPage, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(moment_actions, "show_in_folder", shown.append)
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: shown.append(QUrl(url).toLocalFile()))
    page.player.playback.seek(0.6)
    qtbot.waitUntil(lambda: page.transcript.current_row == 0)
    menu = page.player.more.menu()
    menu.aboutToShow.emit()
    found = {action.text(): action for action in menu.actions()}
    assert all(found[name].isEnabled() for name in ("Copy quote", "Open in the default player"))
    found["Copy time code"].trigger()
    assert QApplication.clipboard().text() == "00:00:00:15"
    found["Copy quote"].trigger()
    assert QApplication.clipboard().text() == "“ask knot” (clip.mp4, 00:00:00:05)"
    found["Show in folder"].trigger()
    found["Open in the default player"].trigger()
    video = page.player.video
    assert video is not None
    assert shown == [video.path, video.path]
