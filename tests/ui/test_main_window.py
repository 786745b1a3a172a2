"""What a person does with the window, and what the window says."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec
from PySide6.QtCore import QMimeData, QPoint, QPointF, QSettings, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QMessageBox, QWidget
from pytestqt.qtbot import QtBot
from qasync import QEventLoop

from momentry_desk.core.messages import Rejected
from momentry_desk.core.model import FailureKind, TaskStatus
from momentry_desk.core.settings import SettingProblem
from momentry_desk.core.snapshot import Pause, PauseState, Submitted, VideoRow
from momentry_desk.ui.empty_page import EmptyPage
from momentry_desk.ui.main_window import MainWindow
from momentry_desk.ui.queue_model import Column
from momentry_desk.ui.theme import Theme
from tests.ui.fake_engine import FakeEngine, task_row

W = TypeVar("W", bound=QWidget)


def video(number: int, **changes: object) -> VideoRow:
    row = task_row(number)
    plain = VideoRow(row.file_uuid, row.file_name, row.path, 1_000_000, 100.0 + number)
    return msgspec.structs.replace(plain, **changes)


def mime_of(*urls: str) -> QMimeData:
    mime = QMimeData()
    mime.setUrls([QUrl(url) for url in urls])
    return mime


def drag_over(window: MainWindow, mime: QMimeData) -> QDragEnterEvent:
    event = QDragEnterEvent(
        QPoint(50, 50),
        Qt.DropAction.CopyAction | Qt.DropAction.MoveAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    window.dragEnterEvent(event)
    return event


def drop(window: MainWindow, mime: QMimeData) -> None:
    window.dropEvent(
        QDropEvent(
            QPointF(50, 50),
            Qt.DropAction.CopyAction,
            mime,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
    )


def shown(window: MainWindow, kind: type[W]) -> list[W]:
    return [one for one in window.findChildren(kind) if one.isVisible()]


def calls(engine: FakeEngine, name: str) -> list[object]:
    return [given for called, given in engine.calls if called == name]


def test_an_empty_window_explains_itself_and_gives_way_to_the_first_video(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: bool(shown(window, EmptyPage)))
    assert window.desk.empty.add.isVisible()
    engine.put(videos=[video(1)])
    assert not shown(window, EmptyPage)


def test_a_drag_of_files_is_answered_by_the_whole_window_until_it_leaves(window: MainWindow, qtbot: QtBot) -> None:
    assert drag_over(window, mime_of("file:///footage/a.mp4")).isAccepted()
    assert window.drop_sheet.isVisible()
    assert window.drop_sheet.geometry() == window.rect()
    window.dragLeaveEvent(QDragLeaveEvent())
    assert not window.drop_sheet.isVisible()


def test_a_drag_of_plain_text_is_not_answered(window: MainWindow) -> None:
    mime = QMimeData()
    mime.setText("hello")
    drag_over(window, mime)
    assert not window.drop_sheet.isVisible()


def test_dropped_files_become_rows_in_the_order_they_came(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    drop(window, mime_of("file:///footage/b%20roll.mp4", "file:///footage/a.mp4", "file:///footage/b%20roll.mp4"))
    qtbot.waitUntil(lambda: bool(calls(engine, "add")))
    assert calls(engine, "add") == [("/footage/b roll.mp4", "/footage/a.mp4")]
    assert window.desk.queue_model.rowCount() == 2


def test_a_file_name_that_is_no_text_reaches_the_engine_as_it_is(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    drop(window, mime_of("file:///footage/caf%E9.mp4"))
    qtbot.waitUntil(lambda: bool(calls(engine, "add")))
    assert calls(engine, "add") == [("/footage/caf\udce9.mp4",)]


def test_pasted_paths_are_added(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    QApplication.clipboard().setText('"/footage/a b.mp4"\nnot a path\nfile:///footage/c.mp4')
    window.activateWindow()
    qtbot.keySequence(window, QKeySequence.StandardKey.Paste)
    qtbot.waitUntil(lambda: bool(calls(engine, "add")))
    assert calls(engine, "add") == [("/footage/a b.mp4", "/footage/c.mp4")]
    QApplication.clipboard().clear()


def test_what_could_not_be_added_stands_in_one_list_and_opens_no_dialog(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.put(videos=[video(1)])
    drop(window, mime_of("file:///footage/notes.txt", "https://example.org/film.mp4"))
    engine.rejected.emit((Rejected("/footage/empty.mp4", "empty", "empty.mp4 is empty."),))
    qtbot.waitUntil(lambda: len(window.notices) == 3)
    assert not shown(window, QDialog)
    assert window.notice_bar.isVisible()
    assert window.status_line.problems.isVisible()
    qtbot.mouseClick(window.notice_bar.details, Qt.MouseButton.LeftButton)
    (listed,) = shown(window, QDialog)
    rows = {
        (window.notices.data(window.notices.index(n, 0)), window.notices.data(window.notices.index(n, 1)))
        for n in range(3)
    }
    assert ("empty.mp4", "The file is empty; copy it once more.") in rows
    assert ("film.mp4", "It is not on this machine; save it to a drive first.") in rows
    listed.close()


def test_a_video_that_is_done_already_is_told_of_and_shown(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.put([task_row(n, status=TaskStatus.COMPLETED, completed_at=1.0) for n in (1, 2)], [video(1), video(2)])
    engine.done_already = (Submitted("task_000001", "video_000001", None, done_already=True),)
    drop(window, mime_of("file:///footage/a.mp4"))
    qtbot.waitUntil(lambda: window.status_line.text() == "1 video had been scanned already")
    assert [one.file_uuid for one in window.desk.library.selected_videos()] == ["video_000001"]


def test_a_refused_command_becomes_a_problem_with_its_sentence(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.refusal = RuntimeError("The database is read-only.")
    qtbot.mouseClick(window.toolbar.pause, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(window.notices) == 1)
    first = window.notices.first()
    assert first is not None
    assert first.sentence() == "The database is read-only."
    engine.refusal = None


def test_a_bad_setting_is_named_among_the_problems(window: MainWindow, engine: FakeEngine) -> None:
    engine.tell(problems=(SettingProblem("queue.max_concurrent", "max_concurrent = -1 was not taken"),))
    engine.tell(remaining_s=1.0)
    assert len(window.notices) == 1
    window.notices.clear()
    engine.tell(remaining_s=2.0)
    assert len(window.notices) == 0


def test_the_pause_button_pauses_says_so_and_goes_on(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    button = window.toolbar.pause
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: button.text() == "Resume")
    assert "Paused by you" in [
        label.text() for label in window.toolbar.findChildren(QWidget) if hasattr(label, "text")
    ]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: button.text() == "Pause")
    assert [name for name, _ in engine.calls if name in ("pause", "resume")] == ["pause", "resume"]


def test_the_search_keeps_its_width_beside_a_short_reason(window: MainWindow, engine: FakeEngine) -> None:
    window.resize(1280, 800)
    QApplication.processEvents()
    wide = window.toolbar.search.width()
    engine.tell(pause=Pause(PauseState.PAUSED, "user"))
    QApplication.processEvents()
    assert window.toolbar.search.width() == wide


def test_a_pause_by_the_program_says_why(window: MainWindow, engine: FakeEngine) -> None:
    engine.tell(pause=Pause(PauseState.PAUSED, "program", "x", 0.0, FailureKind.DISK_FULL))
    said = [label.text() for label in window.toolbar.findChildren(QWidget) if hasattr(label, "text")]
    assert "Paused by the program: the disk is full; it goes on when there is room" in said


def test_choosing_a_number_of_slots_writes_the_setting(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    menu = window.toolbar.at_once.menu()
    menu.actions()[2].trigger()
    qtbot.waitUntil(lambda: bool(calls(engine, "change_settings")))
    assert calls(engine, "change_settings") == [{"queue.max_concurrent": 3}]
    assert "3" in window.toolbar.at_once.text()


def test_the_status_line_counts_and_tells_the_end(window: MainWindow, engine: FakeEngine) -> None:
    rows = [task_row(n, status=TaskStatus.PROCESSING, started_at=1.0) for n in (1, 2)]
    engine.put([*rows, task_row(3), task_row(4), task_row(5), task_row(6, held=True)])
    engine.tell(remaining_s=14 * 60.0)
    assert window.status_line.text() == "2 scanning, 3 waiting, 1 held · about 14 min left"
    done = [task_row(n, status=TaskStatus.COMPLETED, completed_at=1.0) for n in range(1, 6)]
    engine.put([*done, task_row(6, status=TaskStatus.FAILED)])
    assert window.status_line.text() == "✓ All done · 5 scanned, 1 failed"


def select(window: MainWindow, *task_ids: str) -> None:
    window.desk.queue.table.clearSelection()
    for one in task_ids:
        place = window.desk.queue_model.place_of(one)
        assert place is not None
        selection = window.desk.queue.table.selectionModel()
        selection.select(
            window.desk.queue_model.index(place, 0), selection.SelectionFlag.Select | selection.SelectionFlag.Rows
        )


def test_several_selected_rows_are_cancelled_together(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    engine.put([task_row(n) for n in range(1, 4)], [video(n) for n in range(1, 4)])
    select(window, "task_000001", "task_000003")
    window.desk.task_actions.cancel.trigger()
    qtbot.waitUntil(lambda: bool(calls(engine, "cancel")))
    assert set(calls(engine, "cancel")[0]) == {"task_000001", "task_000003"}  # type: ignore[call-overload]


def test_the_menu_greys_what_cannot_be_done_and_says_why(window: MainWindow, engine: FakeEngine) -> None:
    engine.put([task_row(1, status=TaskStatus.COMPLETED, completed_at=1.0)], [video(1)])
    select(window, "task_000001")
    actions = window.desk.task_actions
    actions.menu(window.mapToGlobal(QPoint(400, 200)))
    (menu,) = shown(window, QMenu)
    assert not actions.cancel.isEnabled()
    assert actions.cancel.toolTip() == "Only a scan that waits or runs can be cancelled."
    assert actions.again.isEnabled()
    assert actions.remove.isEnabled()
    menu.close()


def test_scan_again_asks_for_the_same_processors_anew(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    engine.put([task_row(1, status=TaskStatus.COMPLETED, completed_at=1.0, processors=("asr",))], [video(1)])
    select(window, "task_000001")
    window.desk.task_actions.again.trigger()
    qtbot.waitUntil(lambda: bool(calls(engine, "submit")))
    assert calls(engine, "submit") == [(("video_000001",), {"processors": ("asr",), "force": True})]


def test_one_key_goes_on_with_a_scan_and_another_does_it_anew_in_queue_and_library(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    of_rows, of_videos = window.desk.task_actions, window.desk.video_actions
    assert of_rows.retry.shortcut() == of_videos.scan.shortcut()
    assert of_rows.again.shortcut() == of_videos.again.shortcut()
    engine.put([task_row(1, status=TaskStatus.CANCELLED)], [video(1), video(2, scanned=("face",))])
    select(window, "task_000001")
    of_rows.refresh()
    assert (of_rows.retry.isEnabled(), of_rows.again.isEnabled()) == (True, False)
    window.desk.library.list.selectAll()
    of_videos.again.trigger()
    of_videos.scan.trigger()
    qtbot.waitUntil(lambda: len(calls(engine, "submit")) == 2)
    assert calls(engine, "submit") == [(("video_000002",), {"force": True}), (("video_000001",), {})]


def test_a_held_row_can_be_let_go(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    engine.put([task_row(1)], [video(1)])
    select(window, "task_000001")
    window.desk.task_actions.hold.trigger()
    qtbot.waitUntil(lambda: bool(calls(engine, "hold")))
    assert window.desk.queue_model.data(window.desk.queue_model.index(0, Column.STATUS)) == "Held"
    window.desk.task_actions.release.trigger()
    qtbot.waitUntil(lambda: bool(calls(engine, "release")))
    assert window.desk.queue_model.data(window.desk.queue_model.index(0, Column.STATUS)) == "Waiting"


def test_forgetting_a_scanned_video_asks_first(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    engine.put(videos=[video(1, scanned=("face",)), video(2)])
    window.desk.library.select("video_000001")
    window.desk.video_actions.forget.trigger()
    (question,) = shown(window, QMessageBox)
    assert calls(engine, "forget_videos") == []
    assert question.defaultButton().text() == "Keep"
    question.buttons()[0].click()
    qtbot.waitUntil(lambda: bool(calls(engine, "forget_videos")))
    window.desk.library.select("video_000002")
    window.desk.video_actions.forget.trigger()
    qtbot.waitUntil(lambda: len(calls(engine, "forget_videos")) == 2)
    assert window.desk.library_model.rowCount() == 0


def test_closing_an_idle_window_asks_nothing(window: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.closed):
        window.close()
    assert not window.isVisible()


def test_sizes_and_columns_are_kept_until_the_next_start(
    engine: FakeEngine, theme: Theme, loop: QEventLoop, tmp_path: Path, bury: Callable[[QWidget], QWidget]
) -> None:
    state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    for width in (70, 123):
        window = MainWindow(engine, theme, state=state)  # type: ignore[arg-type]
        bury(window)
        window.show()
        kept = window.desk.queue.table.columnWidth(Column.PRIORITY)
        window.desk.queue.table.setColumnWidth(Column.PRIORITY, width)
        window.leave()
    assert kept == 70


def test_a_narrow_window_folds_the_details_then_the_library(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.put([task_row(1)], [video(1)])
    window.resize(1200, 700)
    qtbot.waitUntil(lambda: window.desk.details.isVisible() and window.desk.library.isVisible())
    window.resize(1000, 700)
    qtbot.waitUntil(lambda: not window.desk.details.isVisible() and window.desk.library.isVisible())
    window.resize(800, 700)
    qtbot.waitUntil(lambda: not window.desk.library.isVisible())


def test_every_widget_that_takes_the_focus_has_an_accessible_name(
    window: MainWindow, engine: FakeEngine, bury: Callable[[QWidget], QWidget]
) -> None:
    engine.put([task_row(1)], [video(1)])
    nameless = []
    for widget in window.findChildren(QWidget):
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisibleTo(window):
            text = getattr(widget, "text", lambda: "")()
            if not (widget.accessibleName() or text):
                nameless.append(repr(widget) + widget.objectName() + repr(widget.parentWidget()))
    assert nameless == []


def test_the_main_job_can_be_done_by_keyboard(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    engine.put([task_row(n) for n in range(1, 4)], [video(n) for n in range(1, 4)])
    table = window.desk.queue.table
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Down)
    qtbot.keyClick(table, Qt.Key.Key_Down)
    qtbot.keyClick(table, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(calls(engine, "cancel")))
    qtbot.keyClick(table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: bool(calls(engine, "remove")))
    assert len(calls(engine, "remove")[0]) == 3  # type: ignore[arg-type]


def test_in_a_narrow_window_the_file_s_name_keeps_its_room(window: MainWindow, engine: FakeEngine) -> None:
    engine.put([task_row(1)])
    table = window.desk.queue.table
    window.resize(700, 500)
    assert table.isColumnHidden(Column.PRIORITY)
    assert not table.isColumnHidden(Column.STATUS)
    assert table.columnWidth(Column.FILE) >= 120
    window.resize(1600, 800)
    assert not any(table.isColumnHidden(column) for column in Column)


def test_no_word_of_the_toolbar_is_cut_in_the_narrowest_window(window: MainWindow, engine: FakeEngine) -> None:
    engine.put([task_row(1)])
    bar = window.toolbar
    for pause in (Pause(), Pause(PauseState.PAUSED, "user", "", 0.0)):
        engine.tell(pause=pause)
        window.resize(640, 600)
        QApplication.processEvents()
        for part in (bar.add, bar.pause, bar.at_once, bar.follow):
            assert part.isHidden() or part.width() >= part.sizeHint().width()
        assert bar.follow.isHidden()
        window.resize(1280, 800)
        QApplication.processEvents()
        assert bar.follow.isVisible()
