"""The page Desk and what lies over it: empty, busy, paused, done, troubled."""

from PySide6.QtCore import QTimer

from momentry_desk.core.messages import Rejected
from momentry_desk.core.model import (
    Attempt,
    AttemptOutcome,
    FailureKind,
    TaskStatus,
)
from momentry_desk.core.sentences import Said, say
from momentry_desk.core.snapshot import (
    Pause,
    PauseState,
)
from momentry_desk.ui.main_window import MainWindow
from tests.ui.fake_engine import FakeEngine
from window_states.footage import FILES, busy, findings, task, videos, with_changes, with_task
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


def _paused(engine: FakeEngine) -> None:
    busy(engine)
    engine.put([with_task(engine, f"t{n}", suspended=True) for n in (0, 1)])
    engine.tell(pause=Pause(PauseState.PAUSED, "user", "", 0.0), remaining_s=None)


def _full(engine: FakeEngine) -> None:
    busy(engine)
    engine.put([with_task(engine, f"t{n}", suspended=True) for n in (0, 1)])
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


def _close_while_scanning(window: MainWindow) -> None:
    window.tray.available = True
    QTimer.singleShot(200, window.close)


STATES = {
    "empty": State(selected=None),
    "busy": State(busy),
    "limit-foreign": State(busy),
    "finished": State(_finished),
    "failed": State(busy, "t6"),
    "paused": State(_paused, "t1"),
    "paused-by-program": State(_full, "t2"),
    "drag-over": State(busy, act=lambda window: window.drop_sheet.cover()),
    "problems": State(_rejected),
    "problem-list": State(_rejected, act=lambda window: window.show_problems()),
    "no-match": State(busy, act=_no_match),
    "details": State(busy, "t6", _details),
    "closing": State(busy, act=_close_while_scanning),
}
