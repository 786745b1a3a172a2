"""Watched folders and the summary of an addition, as a person meets them."""

from concurrent.futures import Future
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMessageBox, QTableView
from pytestqt.qtbot import QtBot

from momentry_desk.core.messages import FileSeen, Rejected
from momentry_desk.core.model import MediaInfo
from momentry_desk.core.snapshot import Added, Copied, VideoRow
from momentry_desk.core.watching import WatchedFolder, WatchedState, WatchStanding
from momentry_desk.ui.main_window import MainWindow
from momentry_desk.ui.notices import NoticeList
from momentry_desk.ui.watch_folders import WatchFolders
from tests.ui.fake_engine import FakeEngine


def test_a_folder_is_watched_with_patterns_and_left_again(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot, tmp_path: Path
) -> None:
    window.menu_bar.watched.trigger()
    (dialog,) = window.findChildren(WatchFolders)
    assert not dialog.remove.isEnabled()
    assert not dialog.exclude.isEnabled()
    assert dialog.none_yet.isVisible()
    (tmp_path / "old.mp4").touch()
    dialog.ask_how(str(tmp_path))
    (question,) = dialog.findChildren(QMessageBox)
    next(button for button in question.buttons() if button.text() == "New ones only").click()
    plain = WatchedFolder(str(tmp_path))
    qtbot.waitUntil(lambda: ("watch", (plain, False)) in engine.calls)
    assert dialog.list.topLevelItemCount() == 1
    assert not dialog.none_yet.isVisible()
    dialog.exclude.setText("*_proxy.*, proxies/*")
    dialog.exclude.editingFinished.emit()
    changed = WatchedFolder(str(tmp_path), exclude=("*_proxy.*", "proxies/*"))
    qtbot.waitUntil(lambda: ("watch", (changed, False)) in engine.calls)
    dialog.processors["asr"].click()
    only = WatchedFolder(str(tmp_path), exclude=changed.exclude, processors=("face", "ocr", "scene"))
    qtbot.waitUntil(lambda: ("watch", (only, False)) in engine.calls)
    engine.tell(watched=(WatchedState(only, WatchStanding.MISSING),))
    item = dialog.list.topLevelItem(0)
    assert item is not None
    assert item.text(1) == "Not connected; watched again once it is"
    dialog.remove.click()
    qtbot.waitUntil(lambda: ("unwatch", str(tmp_path)) in engine.calls)
    assert dialog.list.topLevelItemCount() == 0
    assert not dialog.exclude.isEnabled()
    dialog.close()


def test_of_an_empty_folder_nothing_is_asked_and_whatever_comes_is_scanned(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot, tmp_path: Path
) -> None:
    window.menu_bar.watched.trigger()
    (dialog,) = window.findChildren(WatchFolders)
    dialog.ask_how(str(tmp_path))
    assert not dialog.findChildren(QMessageBox)
    qtbot.waitUntil(lambda: ("watch", (WatchedFolder(str(tmp_path)), True)) in engine.calls)
    dialog.close()


def test_a_pattern_that_is_being_typed_outlives_the_word_of_the_change_before(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot, tmp_path: Path
) -> None:
    engine.tell(watched=(WatchedState(WatchedFolder(str(tmp_path)), WatchStanding.WATCHING),))
    window.menu_bar.watched.trigger()
    (dialog,) = window.findChildren(WatchFolders)
    dialog.exclude.setFocus()
    qtbot.keyClicks(dialog.exclude, "*_pro")
    engine.tell(watched=(WatchedState(WatchedFolder(str(tmp_path), include=("*.mov",)), WatchStanding.WATCHING),))
    assert (dialog.include.text(), dialog.exclude.text()) == ("*.mov", "*_pro")
    dialog.close()


def test_a_large_addition_is_summed_up_with_what_was_skipped_and_why(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = tuple(Rejected(f"/f/{n}.mp4", "unreadable", "It could not be read.") for n in range(2))
    added = Added(
        tuple(f"v{n}" for n in range(312)), (), refused, ignored=7, beside=4, passed_over=("/f/a.txt", "/f/b.txt")
    )

    def add(paths: tuple[str, ...]) -> "Future[Added]":
        engine.rejected.emit(refused)
        return engine.answer("add", paths, added)

    monkeypatch.setattr(engine, "add", add)
    window.add(("/f",))
    qtbot.waitUntil(window.summary.isVisible)
    assert window.summary.text() == (
        "312 added, 5 skipped: 3 are no videos, 2 cannot be read · 4 camera files passed over"
    )
    assert not window.notice_bar.isVisible()
    window.summary.details.click()
    (shown,) = window.findChildren(NoticeList)
    assert shown.windowTitle() == "What was skipped"
    shown.close()
    window.summary.dismiss.click()
    assert not window.summary.isVisible()


def copied(*paths: str, of: dict[str, str]) -> Added:
    """An addition of these files, of which some are copies."""
    files = tuple(FileSeen(path, of.get(path, path), 1, 1) for path in paths)
    uuids = tuple(dict.fromkeys(file.file_uuid for file in files))
    return Added(uuids, files=files, copies=tuple(Copied(path, place) for path, place in of.items()))


@pytest.mark.parametrize(
    ("added", "said"),
    [
        (
            copied("/a.mp4", "/b.mp4", "/c.mp4", of={"/b.mp4": "/a.mp4", "/c.mp4": "/a.mp4"}),
            "1 added · 2 of 3 are copies of a.mp4",
        ),
        (copied("/b.mp4", of={"/b.mp4": "/x/a.mp4"}), "b.mp4 is a copy of a.mp4"),
        (copied("/b.mp4", "/c.mp4", of={"/b.mp4": "/a.mp4", "/c.mp4": "/d.mp4"}), "2 of 2 are copies of others"),
    ],
)
def test_copies_are_told_of_with_their_list(window: MainWindow, added: Added, said: str) -> None:
    assert window.summary.tells(added, window.notices)
    assert window.summary.text() == said
    window.summary.details.click()
    (shown,) = window.findChildren(NoticeList)
    model = shown.findChildren(QTableView)[0].model()
    first = added.copies[0]
    assert model.index(0, 0).data() == Path(first.path).name
    assert model.index(0, 1).data() == f"It has the same content as {first.of}: both are one video."
    shown.close()


def chapter(number: int, name: str) -> VideoRow:
    media = MediaInfo("mp4", 60.0, True, True)
    return VideoRow(f"v{number}", name, f"/DCIM/100GOPRO/{name}", 4_000_000_000, 100.0 + number, media)


def test_chapters_of_a_gopro_are_one_row_that_unfolds_and_stands_for_all(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    library = window.desk.library
    engine.put(videos=[chapter(2, "GX020123.MP4"), chapter(9, "GX010124.MP4")])
    engine.put(videos=[chapter(1, "GX010123.MP4")])
    engine.put(videos=[chapter(3, "GX030123.MP4")])

    def lines() -> list[str]:
        model = library.list.model()
        return [model.index(n, 0).data() for n in range(model.rowCount())]

    assert lines() == ["GX010124.MP4", "GoPro 0123 (3 chapters)"]
    model = window.desk.library_model
    assert model.summary(model.row_of("v1") or chapter(1, "")).startswith("3 chapters · 3:00")
    library.select("v2")
    assert [row.file_uuid for row in library.selected_videos()] == ["v1", "v2", "v3"]
    qtbot.keyClick(library.list, Qt.Key.Key_Right)
    assert lines() == ["GX010124.MP4", "GX010123.MP4", "GX020123.MP4", "GX030123.MP4"]
    library.select("v2")
    assert [row.file_uuid for row in library.selected_videos()] == ["v2"]
    arrow = library.list.visualRect(library.list.model().index(1, 0)).topLeft() + QPoint(5, 20)
    qtbot.mouseClick(library.list.viewport(), Qt.MouseButton.LeftButton, pos=arrow)
    assert lines() == ["GX010124.MP4", "GoPro 0123 (3 chapters)"]
    engine.forget_videos(["v1", "v3"])
    assert lines() == ["GX010124.MP4", "GX020123.MP4"]
