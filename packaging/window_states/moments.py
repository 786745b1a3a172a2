"""The page Moments: search, player, transcript, export."""

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
from window_states.state import State, open_menu, until


async def _edit(window: MainWindow) -> None:
    """A line that was edited, and another one under the hand."""
    await look(window)
    transcript = window.pages.moments.transcript
    transcript.begin_edit(transcript.lines.lines[3])


def _edited(engine: FakeEngine) -> None:
    looking(engine)
    found = list(engine.found["s"])
    for at, one in enumerate(found):
        if isinstance(one, SpeechSegment) and one.start in (0.5, 9.7):
            text = "Welcome to our own little movie." if one.start == 0.5 else ""
            found[at] = msgspec.structs.replace(one, text=text, words=(), edited=True)
    engine.found["s"] = tuple(found)


async def _lose(window: MainWindow) -> None:
    """A film whose file is gone, with what was found in it."""
    window.pages.look_at(window.desk.library_model.row_of("v0") or videos()[0], 101.0)
    await until(lambda: window.pages.moments.player.is_missing)
    window.setFocus()


async def _refuse(window: MainWindow) -> None:
    await _lose(window)
    window.pages.locating._say_why_not(videos()[0], Located(Place.OTHER_CONTENT, "/footage/new/Interview_Ana.mov"))


async def _offer(window: MainWindow) -> None:
    await _lose(window)
    window.pages.locating._offer([Moved("v1", "/footage/new/b.mov"), Moved("v2", "/footage/new/c.mov")])


async def _search_nothing(window: MainWindow) -> None:
    window.pages.open("moments")
    page = window.pages.moments
    page.bar.ask_for("lighthouse")
    await until(lambda: page._looked_for == "lighthouse")


def _clips(window: MainWindow) -> FakeClips:
    assert isinstance(window._engine, FakeEngine)
    return window._engine.clips


async def _save_clip(window: MainWindow) -> ClipDialog:
    await look(window)
    page = window.pages.moments
    await until(lambda: page.player.playback.info is not None)
    page.player.range = (7.0, 9.4)
    page.clips.begin()
    return window.findChildren(ClipDialog)[-1]


async def _clip(window: MainWindow) -> None:
    await _save_clip(window)


async def _clip_at_work(window: MainWindow) -> None:
    dialog = await _save_clip(window)
    dialog.exact.setChecked(True)
    dialog.begin_saving()
    _clips(window).cuttings[-1].fraction = 0.42


async def _clip_refused(window: MainWindow) -> None:
    dialog = await _save_clip(window)
    dialog.begin_saving()
    _clips(window).finish(refused=say(Said.FILE_EXISTS, path=dialog.output.text()))


# A menu that is opened by its button has an event loop of its own: it is opened once this has returned.


async def _track_menu(window: MainWindow) -> None:
    await look(window)
    player = window.pages.moments.player
    tracks = (AudioTrack("aac", 2, "eng", "", True), AudioTrack("aac", 1, "zho", "Lavalier"), AudioTrack("aac", 6))
    player.track.show_tracks(tracks, 1)
    QTimer.singleShot(0, player.track.showMenu)


async def _export_menu(window: MainWindow) -> None:
    await look(window)
    QTimer.singleShot(0, window.pages.moments.player.take.showMenu)


async def _export_dialog(window: MainWindow) -> None:
    """Qt's own dialog for files, as it is where the system has none."""
    await look(window)
    menu = window.pages.moments.player.take.menu()
    menu.aboutToShow.emit()
    menu.actions()[4].trigger()


async def _playback_menu(window: MainWindow) -> None:
    await look(window)
    open_menu(window, 5)


STATES = {
    "moments": State(looking, act=look),
    "moments-begin": State(looking, act=lambda window: window.pages.open("moments")),
    "moments-nothing": State(looking, act=_search_nothing),
    "transcript-edited": State(_edited, act=_edit),
    "film-missing": State(looking, act=_lose),
    "film-other-content": State(looking, act=_refuse),
    "film-beside": State(looking, act=_offer),
    "clip": State(looking, act=_clip),
    "clip-at-work": State(looking, act=_clip_at_work),
    "clip-refused": State(looking, act=_clip_refused),
    "moments-tracks": State(looking, act=_track_menu),
    "moments-export": State(looking, act=_export_menu),
    "moments-export-dialog": State(looking, act=_export_dialog),
    "moments-menu": State(looking, act=_playback_menu),
}
