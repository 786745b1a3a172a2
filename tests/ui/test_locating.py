"""A film whose file is gone: it says so, shows what was found in it, and is found again."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from momentry_desk.core.findings import SpeechSegment
from momentry_desk.core.model import MediaInfo
from momentry_desk.core.snapshot import VideoRow
from momentry_desk.core.whereabouts import Moved, Place
from momentry_desk.ui.main_window import MainWindow
from tests.processors.clips import make_clip
from tests.ui.fake_engine import FakeEngine

MEDIA = MediaInfo("mov", 2.0, True, False, 320, 180, 0, "25/1", "h264", None)


@pytest.fixture
def lost(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> VideoRow:
    """A film of the library that the player was to show, and whose file is gone."""
    video = VideoRow("v", "lost.mp4", "/footage/May/lost.mp4", 1, 100.0, MEDIA, scanned=("asr",))
    other = VideoRow("w", "next.mp4", "/footage/May/next.mp4", 1, 90.0, MEDIA, missing=True)
    engine.put(videos=[video, other])
    engine.found["v"] = (SpeechSegment(0.2, 0.9, "still here", "en", 0.9, 0.9),)
    window.pages.look_at(video)
    qtbot.waitUntil(lambda: ("check", ("v",)) in engine.calls)
    return video


def choose(window: MainWindow, path: str) -> None:
    dialog = window.findChildren(QFileDialog)[-1]
    dialog.fileSelected.emit(path)
    dialog.close()


def question(window: MainWindow, qtbot: QtBot, text: str) -> QMessageBox:
    def found() -> QMessageBox | None:
        return next(
            (one for one in window.findChildren(QMessageBox) if text in one.text() and one.isVisible()), None
        )

    qtbot.waitUntil(lambda: found() is not None)
    asked = found()
    assert asked is not None
    return asked


def press(asked: QMessageBox, name: str) -> None:
    next(button for button in asked.findChildren(QPushButton) if button.text() == name).click()


def test_a_lost_film_is_located_from_the_player_with_what_moved_beside_it(
    window: MainWindow, engine: FakeEngine, lost: VideoRow, tmp_path: Path, qtbot: QtBot
) -> None:
    page = window.pages.moments
    said = page.player.picture.accessibleDescription()
    assert said.startswith("lost.mp4 is not where it was.\nIt was in /footage/May.")
    qtbot.waitUntil(lambda: page.transcript.model().rowCount() == 1)
    assert engine.video_rows["v"].missing
    place = str(make_clip(tmp_path / "lost.mp4"))
    engine.library.places[place] = Place.FOUND
    engine.library.beside = (Moved("w", str(tmp_path / "next.mp4")),)
    page.player.picture.button.click()
    choose(window, place)
    qtbot.waitUntil(lambda: page.player.picture.image is not None)
    assert not page.player.picture.button.isVisible()
    press(question(window, qtbot, "1 other missing video lies there, too."), "Take them up")
    qtbot.waitUntil(lambda: not engine.video_rows["w"].missing)
    qtbot.waitUntil(lambda: window.status_line.text() == "1 video is found again.")


def test_a_file_with_another_content_is_no_answer_but_can_be_added(
    window: MainWindow, engine: FakeEngine, lost: VideoRow, qtbot: QtBot
) -> None:
    engine.library.places["/else/other.mp4"] = Place.OTHER_CONTENT
    window.pages.open("desk")
    window.desk.library.select("v")
    window.desk.video_actions.locate.trigger()
    choose(window, "/else/other.mp4")
    asked = question(window, qtbot, "other.mp4 holds something else than lost.mp4, so it is another video.")
    assert "Nothing is lost" in asked.informativeText()
    press(asked, "Add it as another video")
    qtbot.waitUntil(lambda: ("add", ("/else/other.mp4",)) in engine.calls)
    assert engine.video_rows["v"].path == lost.path
