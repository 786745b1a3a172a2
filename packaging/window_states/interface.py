"""The interface for other programs, and a callback that reached nobody."""

import time
from collections.abc import Callable

from PySide6.QtCore import QTimer

from momentry_desk.core.sentences import Said, say
from momentry_desk.core.snapshot import (
    ApiState,
    CallbackTrouble,
)
from momentry_desk.ui.main_window import MainWindow
from tests.ui.fake_engine import FakeEngine
from window_states.footage import busy, with_task
from window_states.state import State


def _untold(engine: FakeEngine) -> None:
    """A program that listens no more for a scan that is done."""
    busy(engine)
    url = "http://127.0.0.1:9000/scans/ended"
    why = say(Said.CALLBACK_UNREACHED, why="All connection attempts failed")
    later = CallbackTrouble(url, why, 4, time.time() + 240)
    gone = CallbackTrouble("http://127.0.0.1:9100/ended", say(Said.CALLBACK_ANSWERED, status=500), 96)
    engine.put([with_task(engine, "t5", callbacks=(later, gone))])


_TAKEN = ApiState(
    problem=f"{say(Said.PORT_TAKEN, port=8765, host='127.0.0.1')} {say(Said.NEXT_FREE_PORT, port=8766)}",
    free_port=8766,
)


class Api:
    """An interface for other programs, in one state."""

    def __init__(self, state: ApiState) -> None:
        self._state = state

    def watch(self, watcher: Callable[[ApiState], None]) -> None:
        watcher(self._state)

    def token(self) -> str:
        return ""

    def renew_token(self) -> str:
        return ""


def _open_api(window: MainWindow, state: ApiState) -> None:
    button = window.status_line.api
    window.serve(Api(state))
    button.show_wanted(state != ApiState())
    QTimer.singleShot(200, lambda: button.menu_.popup(button.mapToGlobal(button.rect().topLeft())))


STATES = {
    "callbacks": State(_untold, "t5"),
    "api-off": State(busy, act=lambda window: _open_api(window, ApiState())),
    "api-on": State(busy, act=lambda window: _open_api(window, ApiState(url="http://127.0.0.1:8765"))),
    "api-taken": State(busy, act=lambda window: _open_api(window, _TAKEN)),
}
