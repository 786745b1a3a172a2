"""What comes in by itself, in parts or at certain hours."""

import time
from pathlib import Path

import msgspec
from PySide6.QtWidgets import QApplication

from momentry_desk.core.messages import FileSeen, Rejected
from momentry_desk.core.schedule import Hours, ScheduleSettings, WhenDone
from momentry_desk.core.sentences import Said, say
from momentry_desk.core.snapshot import (
    Added,
    Copied,
    EndOfWork,
    Pause,
    PauseState,
)
from momentry_desk.core.watching import WatchedFolder, WatchedState, WatchStanding
from momentry_desk.ui.main_window import MainWindow
from momentry_desk.ui.watch_folders import WatchFolders
from tests.ui.fake_engine import FakeEngine
from window_states.footage import busy, standing_still, videos
from window_states.state import State


def _watched(engine: FakeEngine) -> None:
    busy(engine)
    engine.tell(
        watched=(
            WatchedState(WatchedFolder("/footage/incoming"), WatchStanding.WATCHING, 14, 2),
            WatchedState(
                WatchedFolder("/media/ana/CARD-A", ("*.mov", "*.mp4"), ("*_proxy.*",)), WatchStanding.MISSING
            ),
            WatchedState(WatchedFolder("/Volumes/NAS/rushes", subfolders=False), WatchStanding.WATCHING),
        )
    )


def _question(window: MainWindow) -> None:
    window.menu_bar.watched.trigger()
    window.findChildren(WatchFolders)[0].ask_how(str(Path(__file__).parent))


def _added(engine: FakeEngine) -> None:
    busy(engine)
    refused = tuple(Rejected(f"/f/{n}.mp4", "unreadable", "It could not be read.") for n in range(2))
    uuids = tuple(f"v{n}" for n in range(312))
    added = Added(uuids, (), refused, 7, 4, ("/f/notes.txt", "/f/list.pdf"))
    for window in QApplication.topLevelWidgets():
        if isinstance(window, MainWindow):
            window.summary.show_added(added)


def _copies(engine: FakeEngine) -> None:
    busy(engine)
    names = ("trailer.mp4", "interview_take1.mp4", "interview_take2.mp4", "walk.mov")
    files = tuple(FileSeen(f"/footage/{name}", "w" if name == "walk.mov" else "t", 1, 1) for name in names)
    copies = tuple(Copied(file.path, files[0].path) for file in files[1:3])
    for window in QApplication.topLevelWidgets():
        if isinstance(window, MainWindow):
            window.summary.show_added(Added(("t", "w"), files=files, copies=copies))


def _lose(window: MainWindow) -> None:
    row = window.desk.library_model.row_at(window.desk.library_model.index(0, 0))
    assert row is not None
    gone = msgspec.structs.replace(row, missing=True)
    window.desk.library_model.apply([gone])
    window.desk.library.select(gone.file_uuid)
    window.desk.details.show_selection(gone, None)


def _off_hours(engine: FakeEngine) -> None:
    standing_still(engine)
    hours = (Hours("22:00", "06:00", ("mon", "tue", "wed", "thu", "fri")), Hours("00:00", "00:00", ("sat", "sun")))
    schedule = ScheduleSettings(enabled=True, finish_running=True, hours=hours)
    settings = msgspec.structs.replace(engine.current.settings, schedule=schedule)
    reason = say(Said.OUT_OF_HOURS, time="22:00")
    engine.tell(settings=settings, pause=Pause(PauseState.PAUSED, "schedule", reason, 1000.0), remaining_s=None)


def _going_to_sleep(engine: FakeEngine) -> None:
    busy(engine)
    engine.tell(end=EndOfWork(WhenDone.SLEEP, time.time() + 48))


def _chapters(engine: FakeEngine) -> None:
    busy(engine)
    rows = videos()
    for n, name in enumerate(("GX010231.MP4", "GX020231.MP4", "GX030231.MP4", "GH010007.MP4", "GH020007.MP4")):
        like = rows[n % len(rows)]
        row = msgspec.structs.replace(
            like, file_uuid=f"c{n}", file_name=name, path=f"/card/DCIM/100GOPRO/{name}", added_at=200.0
        )
        engine.put(videos=[row])


def _unfold(window: MainWindow) -> None:
    model = window.desk.library_model
    for row in tuple(model.all()):
        if row.file_name == "GX010231.MP4" and row.path.startswith("/card"):
            model.fold(row, opened=True)


STATES = {
    "watched-folders": State(_watched, act=lambda window: window.menu_bar.watched.trigger()),
    "watched-folders-none": State(busy, act=lambda window: window.menu_bar.watched.trigger()),
    "watched-folders-question": State(_watched, act=_question),
    "added-summary": State(_added),
    "added-copies": State(_copies, None, _lose),
    "schedule": State(_off_hours, act=lambda window: window.menu_bar.schedule.trigger()),
    "off-hours": State(_off_hours),
    "going-to-sleep": State(_going_to_sleep),
    "card-clips": State(_chapters, None, _unfold),
}
