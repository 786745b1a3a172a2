"""The switch for other programs in the status line: off, on, a taken port, the token."""

from collections.abc import Callable

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from momentry_desk.core.snapshot import ApiState
from momentry_desk.ui.api_button import ApiButton


class Door:
    """An API in memory; `tell` changes its state."""

    def __init__(self) -> None:
        self.watchers: list[Callable[[ApiState], None]] = []
        self.broken = False

    def watch(self, watcher: Callable[[ApiState], None]) -> None:
        self.watchers.append(watcher)
        watcher(ApiState())

    def tell(self, state: ApiState) -> None:
        for watcher in self.watchers:
            watcher(state)

    def token(self) -> str:
        if self.broken:
            raise PermissionError("Others may read the API's token.")
        return "a-token-of-16-signs"

    def renew_token(self) -> str:
        raise NotImplementedError


@pytest.fixture
def door() -> Door:
    return Door()


@pytest.fixture
def button(qtbot: QtBot, door: Door) -> ApiButton:
    made = ApiButton()
    qtbot.addWidget(made)
    made.serve(door)
    return made


def entries(button: ApiButton) -> list[str]:
    button.menu_.aboutToShow.emit()
    return [action.text() for action in button.menu_.actions() if not action.isSeparator()]


def choose(button: ApiButton, text: str) -> None:
    entries(button)
    next(action for action in button.menu_.actions() if action.text() == text).trigger()


def test_without_an_api_there_is_no_button(qtbot: QtBot) -> None:
    made = ApiButton()
    qtbot.addWidget(made)
    assert made.isHidden()


def test_it_is_off_and_can_be_switched_on(qtbot: QtBot, button: ApiButton) -> None:
    assert button.text() == "Other programs: off"
    with qtbot.waitSignal(button.changes_wanted) as wanted:
        choose(button, "Let other programs drive the queue")
    assert wanted.args == [{"api.enabled": True}]


def test_on_it_gives_the_address_and_the_token(button: ApiButton, door: Door) -> None:
    door.tell(ApiState(url="http://127.0.0.1:8765"))
    assert button.text() == "Other programs: on"
    choose(button, "Copy address http://127.0.0.1:8765")
    assert QGuiApplication.clipboard().text() == "http://127.0.0.1:8765"
    choose(button, "Copy token")
    assert QGuiApplication.clipboard().text() == "a-token-of-16-signs"


def test_a_taken_port_is_told_and_the_next_one_offered(qtbot: QtBot, button: ApiButton, door: Door) -> None:
    door.tell(ApiState(problem="Port 8765 is taken by another program.", free_port=8766))
    assert button.text() == "Other programs: problem"
    assert "Port 8765 is taken by another program." in entries(button)
    with qtbot.waitSignal(button.changes_wanted) as wanted:
        choose(button, "Use port 8766 instead")
    assert wanted.args == [{"api.port": 8766}]


def test_a_token_that_cannot_be_read_is_said_and_other_networks_are_warned_of(
    qtbot: QtBot, button: ApiButton, door: Door
) -> None:
    with qtbot.waitSignal(button.told) as told:
        door.tell(ApiState(url="http://10.0.0.1:8765", exposed="Listening on 10.0.0.1 lets other machines in."))
    assert "not encrypted" in told.args[0]
    door.broken = True
    with qtbot.waitSignal(button.told) as told:
        choose(button, "Copy token")
    assert told.args == ["Others may read the API's token."]
