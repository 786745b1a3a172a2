"""What a person is told where the program cannot begin."""

import asyncio
from collections.abc import Callable

from PySide6.QtWidgets import QLabel, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from qasync import QEventLoop

from momentry_desk.engine.errors import StartRefused
from momentry_desk.ui.start_refused import explain


def press(window: QWidget, text: str) -> None:
    (box,) = [one for one in window.findChildren(QMessageBox) if one.isVisible()]
    (button,) = [one for one in box.findChildren(QPushButton) if one.text() == text]
    button.click()


def told(window: QWidget) -> str:
    return "".join(box.text() for box in window.findChildren(QMessageBox) if box.isVisible())


def test_a_damaged_database_offers_its_backup(
    qtbot: QtBot, loop: QEventLoop, theme: object, bury: Callable[[QWidget], QWidget]
) -> None:
    window = bury(QWidget())
    window.show()
    restored: list[str] = []
    refused = StartRefused("The database is damaged.", restorable=True)
    task = loop.create_task(explain(window, refused, lambda: restored.append("done") or "done"))  # type: ignore[func-returns-value]
    qtbot.waitUntil(lambda: told(window) == "The database is damaged.")
    press(window, "Restore the newest backup")
    qtbot.waitUntil(lambda: "Start the program again." in told(window))
    assert restored == ["done"]
    press(window, "Close")
    qtbot.waitUntil(task.done)


def test_other_reasons_offer_nothing_and_a_backup_is_put_back_only_if_wanted(
    qtbot: QtBot, loop: QEventLoop, theme: object, bury: Callable[[QWidget], QWidget]
) -> None:
    window = bury(QWidget())
    window.show()

    def never() -> str:
        raise AssertionError("nobody asked for it")

    for error in (OSError("No room."), StartRefused("The database is damaged.", restorable=True)):
        task: asyncio.Task[None] = loop.create_task(explain(window, error, never))
        qtbot.waitUntil(lambda: bool(told(window)))
        press(window, "Close")
        qtbot.waitUntil(task.done)
        assert task.exception() is None


def test_a_long_reason_is_not_cut_off(
    qtbot: QtBot, loop: QEventLoop, theme: object, bury: Callable[[QWidget], QWidget]
) -> None:
    window = bury(QWidget())
    window.show()
    task = loop.create_task(explain(window, StartRefused("It runs already on that folder. " * 5), str))
    qtbot.waitUntil(lambda: bool(told(window)))
    (label,) = window.findChildren(QLabel, "qt_msgbox_label")
    wide, high = label.sizeHint().width(), label.heightForWidth(label.width())
    assert label.wordWrap() or label.width() >= wide
    assert label.height() >= high
    press(window, "Close")
    qtbot.waitUntil(task.done)
