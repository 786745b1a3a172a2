"""Pages in a small window."""

from collections.abc import Callable

from momentry_desk.ui.main_window import MainWindow
from window_states.footage import busy
from window_states.people import persons
from window_states.sample import look, looking
from window_states.settings import changed
from window_states.state import LONG_S, State


def _in_the_middle(page: str) -> Callable[[MainWindow], None]:
    """A page on a small screen."""

    def show(window: MainWindow) -> None:
        window.resize(1024, 640)
        if page == "moments":
            look(window)
        else:
            window.pages.open(page)

    return show


def _narrow_settings(window: MainWindow) -> None:
    window.resize(640, 600)
    window.pages.open("settings")


STATES = {
    "narrow": State(busy, act=lambda window: window.resize(860, 600)),
    "middle": State(busy, act=lambda window: window.resize(1024, 640)),
    "middle-settings": State(changed, act=_in_the_middle("settings")),
    "middle-moments": State(looking, act=_in_the_middle("moments"), settle_s=LONG_S),
    "middle-people": State(persons, act=_in_the_middle("people"), settle_s=LONG_S),
    "narrow-settings": State(busy, act=_narrow_settings),
}
