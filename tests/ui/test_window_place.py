"""The window comes back where it was."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, QSettings, QSize
from PySide6.QtWidgets import QMainWindow, QWidget

from momentry_desk.ui import window_place


def test_a_window_as_large_as_the_screen_comes_back_to_the_pixel(
    tmp_path: Path, bury: Callable[[QWidget], QWidget]
) -> None:
    state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    window = QMainWindow()
    bury(window)
    room = window.screen().availableGeometry()
    window.move(room.topLeft())
    window.resize(room.size() - QSize(8, 8))
    window.show()
    window_place.save(window, state)

    again = QMainWindow()
    bury(again)
    window_place.restore(again, state)
    again.show()
    assert (again.pos(), again.size()) == (window.pos(), window.size())


def test_a_window_of_a_screen_that_is_gone_comes_to_one_that_is_there(
    tmp_path: Path, bury: Callable[[QWidget], QWidget]
) -> None:
    state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    state.setValue("window/place", QPoint(50_000, 0))
    state.setValue("window/size", QSize(700, 500))
    window = QMainWindow()
    bury(window)
    window_place.restore(window, state)
    window.show()
    assert window.screen().geometry().intersects(window.geometry())
