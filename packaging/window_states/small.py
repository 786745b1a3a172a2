"""Pages in a small window."""

from collections.abc import Awaitable, Callable

from momentry_desk.core.model import AudioTrack
from momentry_desk.ui.main_window import MainWindow
from window_states.footage import busy
from window_states.people import persons
from window_states.sample import look, looking
from window_states.settings import changed
from window_states.state import State


def _in_the_middle(page: str) -> Callable[[MainWindow], Awaitable[None]]:
    """A page on a small screen."""

    async def show(window: MainWindow) -> None:
        window.resize(1024, 640)
        if page == "moments":
            await look(window)
        else:
            window.pages.open(page)

    return show


def _narrow_settings(window: MainWindow) -> None:
    window.resize(640, 600)
    window.pages.open("settings")


async def _narrow_moments(window: MainWindow) -> None:
    """All that the player says at once, in the narrowest window."""
    await look(window)
    player = window.pages.moments.player
    player.track.show_tracks((AudioTrack("aac", 2, "eng", "", True), AudioTrack("aac", 1, "zho", "Lavalier")), 1)
    player.range = (3.2, 9.4)
    player.playback.is_silent = True
    player._show_state()
    window.resize(640, 600)


STATES = {
    "narrow": State(busy, act=lambda window: window.resize(860, 600)),
    "middle": State(busy, act=lambda window: window.resize(1024, 640)),
    "middle-settings": State(changed, act=_in_the_middle("settings")),
    "middle-moments": State(looking, act=_in_the_middle("moments")),
    "middle-people": State(persons, act=_in_the_middle("people")),
    "narrow-moments": State(looking, act=_narrow_moments),
    "narrow-settings": State(busy, act=_narrow_settings),
}
