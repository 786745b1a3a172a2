"""The schedule and the end of all work, as a person meets them."""

import time

from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from momentry_desk.core.schedule import Day, Hours, ScheduleSettings, WhenDone
from momentry_desk.core.sentences import Said, say
from momentry_desk.core.snapshot import EndOfWork, Pause, PauseState
from momentry_desk.ui.main_window import MainWindow
from momentry_desk.ui.schedule_dialog import ScheduleDialog
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
