"""The page Desk and what lies over it: empty, busy, paused, done, troubled."""

from concurrent.futures import Future

import msgspec
from PySide6.QtCore import QPoint, QTimer

from momentry_desk.core.messages import Rejected
from momentry_desk.core.model import (
    Attempt,
    AttemptOutcome,
    FailureKind,
    TaskStatus,
)
from momentry_desk.core.resources import LimitCode, LimitReason
from momentry_desk.core.sentences import Said, say
from momentry_desk.core.snapshot import (
    Pause,
    PauseState,
)
from momentry_desk.engine.errors import StartRefused
from momentry_desk.ui.main_window import MainWindow
from momentry_desk.ui.notices import CRASH_REPORT, NO_TRANSLATION, Notice
from momentry_desk.ui.start_refused import explain
from tests.ui.fake_engine import FakeEngine
from window_states.footage import FILES, busy, findings, standing_still, task, videos, with_changes, with_task
from window_states.state import State


def _finished(engine: FakeEngine) -> None:
    every = ("face", "asr", "ocr", "scene")
    engine.put(
        [
            task(n, TaskStatus.COMPLETED, progress=100, running_s=90.0 * (n + 1), completed_at=100.0 - n)
            for n in range(6)
        ],
        [with_changes(video, scanned=every) for video in videos()[:6]],
    )
    engine.found["v0"] = findings()


def _short_of_memory(engine: FakeEngine) -> None:
    busy(engine)
    engine.tell(slots_limit=LimitReason(LimitCode.MEMORY, 2.1e9, 2.4e9))


def _crowded(engine: FakeEngine) -> None:
    """Other programs need the machine."""
    busy(engine)
    engine.put([with_task(engine, "t1", status=TaskStatus.PENDING, started_at=None, progress=18)])
    counts = msgspec.structs.replace(engine.current.counts, processing=1)
    engine.tell(slots=1, slots_limit=LimitReason(LimitCode.CPU, 71, 46), counts=counts)


def _paused(engine: FakeEngine) -> None:
    standing_still(engine)
    engine.tell(pause=Pause(PauseState.PAUSED, "user", "", 0.0), remaining_s=None)


def _full(engine: FakeEngine) -> None:
    standing_still(engine)
    engine.tell(pause=Pause(PauseState.PAUSED, "program", "", 0.0, FailureKind.DISK_FULL), remaining_s=None)


def _rejected(engine: FakeEngine) -> None:
    busy(engine)
    engine.rejected.emit(
        (
            Rejected("/footage/notes.docx", "invalid", ""),
            Rejected("/footage/zero_bytes.mp4", "empty", ""),
            Rejected("/cards/B/clip.mov", "unreadable", ""),
        )
    )


def _details(window: MainWindow) -> None:
    engine = window._engine
    assert isinstance(engine, FakeEngine)
    engine.tries["t6"] = (
        Attempt(
            "a",
            "t6",
            1,
            1_790_000_000.0,
            1_790_000_035.0,
            AttemptOutcome.CRASHED,
            FailureKind.WORKER_CRASHED,
            say(Said.CRASHED, file=FILES[6][0], signal="SIGSEGV"),
            "[mpeg4 @ 0x55d2] ac-tex damaged at 12 31",
            812_000_000,
            61.5,
            35.0,
        ),
        Attempt(
            "b",
            "t6",
            2,
            1_790_000_100.0,
            1_790_000_109.0,
            AttemptOutcome.ERRORED,
            FailureKind.SOURCE_INVALID,
            say(Said.UNDECODABLE, file=FILES[6][0]),
            "[mpeg4 @ 0x55d2] header damaged\n[mpeg4 @ 0x55d2] ac-tex damaged at 3 12\nno frame could be decoded",
            640_000_000,
            9.1,
            9.0,
        ),
    )
    window.desk.task_actions.details.trigger()


def _no_match(window: MainWindow) -> None:
    bar = window.desk.queue.filter
    bar.box.setText("lighthouse")
    bar._tell()


async def _menu(window: MainWindow) -> None:
    row = window.desk.queue.current_row()
    assert row is not None
    menu = window.desk.task_actions.menu
    QTimer.singleShot(0, lambda: menu(window.mapToGlobal(QPoint(560, 200))))


def _tray_menu(window: MainWindow) -> None:
    QTimer.singleShot(0, lambda: window.tray.menu.popup(window.mapToGlobal(QPoint(900, 300))))


def _broken_last_time(window: MainWindow) -> None:
    window.notices.take([Notice("/home/ana/.local/share/momentry-desk/crash-20261129.txt", CRASH_REPORT, "")])


def _no_words(window: MainWindow) -> None:
    window.notices.take([Notice("/opt/momentry-desk/momentry_desk_zh_CN.qm", NO_TRANSLATION, "")])


def _damaged(window: MainWindow) -> None:
    """The start was refused, and the newest backup is offered."""
    refused = StartRefused(
        say(
            Said.DATABASE_DAMAGED,
            path="/home/ana/momentry.sqlite3",
            why="database disk image is malformed",
            backup="2026-11-29 22:00",
        ),
        restorable=True,
    )
    window.errands.begin(explain(window, refused, lambda: ""))


def _close_while_scanning(window: MainWindow) -> None:
    window.tray.available = True
    QTimer.singleShot(200, window.close)


def _adding(window: MainWindow) -> None:
    """The engine is still looking at what was dropped."""
    engine = window._engine
    assert isinstance(engine, FakeEngine)
    engine.add = lambda _: Future()
    window.add([f"/footage/take_{n}.mov" for n in range(12)])


def _removing(window: MainWindow) -> None:
    window.desk.library.select("v5")
    window.desk.video_actions.refresh()
    QTimer.singleShot(0, window.desk.video_actions.forget.trigger)


STATES = {
    "empty": State(selected=None),
    "opening": State(selected=None, read=False),
    "adding-first": State(selected=None, act=_adding),
    "adding": State(busy, act=_adding),
    "removing": State(_finished, act=_removing),
    "busy": State(_short_of_memory),
    "limit-foreign": State(_crowded),
    "finished": State(_finished),
    "failed": State(busy, "t6"),
    "paused": State(_paused, "t1"),
    "paused-by-program": State(_full, "t2"),
    "drag-over": State(busy, act=lambda window: window.drop_sheet.cover()),
    "problems": State(_rejected),
    "problem-list": State(_rejected, act=lambda window: window.show_problems()),
    "no-match": State(busy, act=_no_match),
    "details": State(busy, "t6", _details),
    "row-menu": State(busy, "t2", _menu),
    "tray-menu": State(busy, act=_tray_menu),
    "crash-report": State(busy, act=_broken_last_time),
    "no-translation": State(busy, act=_no_words),
    "restore-offer": State(act=_damaged),
    "closing": State(busy, act=_close_while_scanning),
}
