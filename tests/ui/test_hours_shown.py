"""The schedule and the end of all work, as a person meets them."""

import time

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from momentry_desk.core.schedule import Day, Hours, ScheduleSettings, WhenDone
from momentry_desk.core.sentences import Said, say
from momentry_desk.core.snapshot import EndOfWork, Pause, PauseState
from momentry_desk.ui.main_window import MainWindow
from momentry_desk.ui.schedule_dialog import ScheduleDialog
from momentry_desk.ui.time_of_day import read_time
from tests.ui.fake_engine import FakeEngine


def test_hours_are_set_and_the_pause_of_the_schedule_can_be_overruled(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    window.menu_bar.schedule.trigger()
    (dialog,) = window.findChildren(ScheduleDialog)
    assert not dialog.rows[0].isEnabled()
    dialog.enabled.click()
    dialog.rows[0].days["sun"].click()
    dialog.add.click()
    dialog.rows[1].remove.click()
    next(one for one in dialog.findChildren(QPushButton) if one.text() == "Save").click()
    days: tuple[Day, ...] = ("mon", "tue", "wed", "thu", "fri", "sat")
    wanted = ScheduleSettings(enabled=True, hours=(Hours("22:00", "06:00", days),))
    qtbot.waitUntil(lambda: ("set_schedule", wanted) in engine.calls)
    reason = say(Said.OUT_OF_HOURS, time="22:00")
    engine.tell(pause=Pause(PauseState.PAUSED, "schedule", reason, 1000.0))
    assert window.toolbar.pause.text() == "Start now anyway"
    window.toolbar.pause.click()
    qtbot.waitUntil(lambda: ("resume", None) in engine.calls)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        *(
            (one, "13:30")
            for one in ("13:30", "1330", " 13.30 ", "13h30", "１３：３０", "13点30分", "1:30 pm", "0130PM")
        ),
        *((one, "04:00") for one in ("4", "04", "400", "0400", "4:00", "4h", "4点", "4 am")),
        *((one, "00:00") for one in ("0", "24", "24:00", "12am")),
        ("23:59", "23:59"),
        *((one, None) for one in ("", "25:00", "2460", "13:3", "13:30:00", "-4", "13 pm", "0 am", "noon", "4 4")),
    ],
)
def test_a_time_is_read_as_people_write_it(written: str, meant: str | None) -> None:
    assert read_time(written) == meant


def test_what_is_typed_replaces_the_time_and_what_is_none_is_told_and_not_saved(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    with qtbot.waitActive(window):
        window.activateWindow()
    window.menu_bar.schedule.trigger()
    (dialog,) = window.findChildren(ScheduleDialog)
    qtbot.waitUntil(dialog.isActiveWindow)
    dialog.enabled.click()
    begin, end = dialog.rows[0].begin, dialog.rows[0].end
    QTest.mouseClick(begin, Qt.MouseButton.LeftButton)
    QTest.keyClicks(begin, "0400")
    QTest.keyClick(begin, Qt.Key.Key_Tab)
    assert begin.text() == "04:00"
    QTest.mouseDClick(begin, Qt.MouseButton.LeftButton, pos=QPoint(12, begin.height() // 2))
    QTest.keyClicks(begin, "05")
    QTest.keyClick(begin, Qt.Key.Key_Tab)
    assert begin.text() == "05:00"
    QTest.keyClick(end, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(end, "25:00")
    QTest.keyClick(end, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert dialog.problem.isVisible()
    assert dialog.problem.text() == "“25:00” is not a time of the day. Write it like 22:00."
    QTest.keyClicks(end, "1330")
    assert not dialog.problem.isVisible()
    QTest.keyClick(end, Qt.Key.Key_Return)
    wanted = ScheduleSettings(enabled=True, hours=(Hours("05:00", "13:30"),))
    qtbot.waitUntil(lambda: ("set_schedule", wanted) in engine.calls)


def test_the_countdown_to_sleep_is_shown_and_can_be_stopped(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    menu = window.menu_bar.when_done
    menu.choices[WhenDone.SLEEP].trigger()
    qtbot.waitUntil(lambda: menu.choices[WhenDone.SLEEP].isChecked())
    engine.tell(end=EndOfWork(WhenDone.SLEEP, time.time() + 60))
    question = menu.question
    assert question is not None
    assert question.text() in (f"All scans are done. The machine goes to sleep in {left} s." for left in (59, 60))
    question.buttons()[0].click()
    qtbot.waitUntil(lambda: ("when_done", WhenDone.NOTHING) in engine.calls)
    assert menu.question is None
    assert menu.choices[WhenDone.NOTHING].isChecked()
    engine.tell(end=EndOfWork(problem=say(Said.NO_SLEEP, why="inhibited")))
    first = window.notices.first()
    assert first is not None
    assert first.sentence() == "The machine could not be put to sleep: inhibited."
    with qtbot.waitSignal(window.closed):
        engine.leave_wanted.emit()
