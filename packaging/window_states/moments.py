"""The page Moments: search, player, transcript, export."""

from collections.abc import Callable

import msgspec
from PySide6.QtCore import QTimer

from momentry_desk.core.findings import SpeechSegment
from momentry_desk.core.model import (
    AudioTrack,
)
from momentry_desk.core.sentences import Said, say
from momentry_desk.core.whereabouts import Located, Moved, Place
from momentry_desk.ui.clip_dialog import ClipDialog
from momentry_desk.ui.main_window import MainWindow
from tests.ui.fake_engine import FakeClips, FakeEngine
from window_states.footage import videos
from window_states.sample import look, looking
from window_states.state import LONG_S, State


def _edit(window: MainWindow) -> None:
    """A line that was edited, and another one under the hand."""
    look(window)
    page = window.pages.moments

    def begin() -> None:
        page.transcript.begin_edit(page.transcript.lines.lines[3])

    QTimer.singleShot(900, begin)


def _edited(engine: FakeEngine) -> None:
    looking(engine)
    found = list(engine.found["s"])
    for at, one in enumerate(found):
        if isinstance(one, SpeechSegment) and one.start in (0.5, 9.7):
            text = "Welcome to our own little movie." if one.start == 0.5 else ""
            found[at] = msgspec.structs.replace(one, text=text, words=(), edited=True)
    engine.found["s"] = tuple(found)


def _lose(window: MainWindow) -> None:
    """A film whose file is gone, with what was found in it."""
    window.pages.look_at(window.desk.library_model.row_of("v0") or videos()[0], 101.0)
    QTimer.singleShot(300, window.setFocus)


def _refuse(window: MainWindow) -> None:
    _lose(window)
    window.pages.locating._say_why_not(videos()[0], Located(Place.OTHER_CONTENT, "/footage/new/Interview_Ana.mov"))


def _offer(window: MainWindow) -> None:
    _lose(window)
    window.pages.locating._offer([Moved("v1", "/footage/new/b.mov"), Moved("v2", "/footage/new/c.mov")])


def _search_nothing(window: MainWindow) -> None:
    window.pages.open("moments")
    window.pages.moments.bar.ask_for("lighthouse")


def _clips(window: MainWindow) -> FakeClips:
    assert isinstance(window._engine, FakeEngine)
    return window._engine.clips


def _save_clip(window: MainWindow, then: Callable[[ClipDialog], None] = lambda _dialog: None) -> None:
    look(window)
    page = window.pages.moments

    def ask() -> None:
        page.player.range = (7.0, 9.4)
        page.clips.begin()
        then(window.findChildren(ClipDialog)[-1])

    QTimer.singleShot(700, ask)


def _clip_at_work(window: MainWindow) -> None:
    def work(dialog: ClipDialog) -> None:
        dialog.exact.setChecked(True)
        dialog.begin_saving()
        _clips(window).cuttings[-1].fraction = 0.42

    _save_clip(window, work)


def _clip_refused(window: MainWindow) -> None:
    def refuse(dialog: ClipDialog) -> None:
        dialog.begin_saving()
        _clips(window).finish(refused=say(Said.FILE_EXISTS, path=dialog.output.text()))

    _save_clip(window, refuse)


def _track_menu(window: MainWindow) -> None:
    look(window)
    player = window.pages.moments.player

    def show() -> None:
        tracks = (
            AudioTrack("aac", 2, "eng", "", True),
            AudioTrack("aac", 1, "zho", "Lavalier"),
            AudioTrack("aac", 6),
        )
        player.track.show_tracks(tracks, 1)
        player.track.showMenu()

    QTimer.singleShot(700, show)


def _export_menu(window: MainWindow) -> None:
    look(window)
    QTimer.singleShot(700, window.pages.moments.player.take.showMenu)


STATES = {
    "moments": State(looking, act=look, settle_s=LONG_S),
    "moments-begin": State(looking, act=lambda window: window.pages.open("moments"), settle_s=LONG_S),
    "moments-nothing": State(looking, act=_search_nothing, settle_s=LONG_S),
    "transcript-edited": State(_edited, act=_edit, settle_s=LONG_S),
    "film-missing": State(looking, act=_lose, settle_s=LONG_S),
    "film-other-content": State(looking, act=_refuse, settle_s=LONG_S),
    "film-beside": State(looking, act=_offer, settle_s=LONG_S),
    "clip": State(looking, act=_save_clip, settle_s=LONG_S),
    "clip-at-work": State(looking, act=_clip_at_work, settle_s=LONG_S),
    "clip-refused": State(looking, act=_clip_refused, settle_s=LONG_S),
    "moments-tracks": State(looking, act=_track_menu, settle_s=LONG_S),
    "moments-export": State(looking, act=_export_menu, settle_s=LONG_S),
}
