"""What a picture of the window needs: what the engine holds, what is chosen, and what is done with the window."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QTimer
from PySide6.QtWidgets import QMenu

from momentry_desk.ui.main_window import MainWindow
from tests.ui.fake_engine import FakeEngine


def _nothing(_: object) -> None:
    pass


@dataclass(frozen=True, slots=True)
class State:
    """`fill` runs once the window is shown, then `selected` is chosen in the queue, then `act` runs. Without `read`
    the library is not open yet."""

    fill: Callable[[FakeEngine], None] = _nothing
    selected: str | None = "t0"
    act: Callable[[MainWindow], Awaitable[None] | None] = _nothing
    read: bool = True


def open_menu(window: MainWindow, place: int) -> None:
    """Open a menu of the menu bar, once the caller has returned: it has an event loop of its own."""
    menu = window.menu_bar.actions()[place].menu()
    assert isinstance(menu, QMenu)
    QTimer.singleShot(0, lambda: menu.popup(window.mapToGlobal(QPoint(300, 30))))


async def until(condition: Callable[[], object], limit_s: float = 60.0) -> None:
    """Raises `TimeoutError` where it does not come about: the picture would show another state."""
    async with asyncio.timeout(limit_s):
        while not condition():
            await asyncio.sleep(0.02)
