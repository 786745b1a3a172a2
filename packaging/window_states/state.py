"""What a picture of the window needs: what the engine holds, what is chosen, and what is done with the window."""

from collections.abc import Callable
from dataclasses import dataclass

from momentry_desk.ui.main_window import MainWindow
from tests.ui.fake_engine import FakeEngine


def _nothing(_: object) -> None:
    pass


@dataclass(frozen=True, slots=True)
class State:
    """`fill` runs once the window is shown, then `selected` is chosen in the queue, then `act` runs."""

    fill: Callable[[FakeEngine], None] = _nothing
    selected: str | None = "t0"
    act: Callable[[MainWindow], None] = _nothing
    #: How long the window is given to come to rest; a film needs longer than a list.
    settle_s: float = 0.4


#: For pages that decode a film or fetch what they show in steps.
LONG_S = 1.4
