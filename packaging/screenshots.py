"""Pictures of the window in each of its states: `python packaging/screenshots.py --out DIR [NAME…]`.

The engine behind them is the tests' one in memory, so every state is there at will and looks the same each time.
"""

import argparse
import asyncio
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import msgspec  # noqa: E402
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QSize, Qt, QTimer  # noqa: E402
from PySide6.QtGui import QColor, QImage, QImageWriter, QLinearGradient, QPainter, QRadialGradient  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402
from qasync import QEventLoop  # noqa: E402

from momentry_desk.core.findings import Box, FaceSighting, Finding, Scene, SpeechSegment, TextLine, Word  # noqa: E402
from momentry_desk.core.messages import Rejected  # noqa: E402
from momentry_desk.core.model import (  # noqa: E402
    Attempt,
    AttemptOutcome,
    AudioTrack,
    FailureKind,
    MediaInfo,
    OrderKey,
    Priority,
    TaskStatus,
)
from momentry_desk.core.moments import Hit  # noqa: E402
from momentry_desk.core.people import PersonCard, PersonSighting, Suggestion  # noqa: E402
from momentry_desk.core.resources import GpuLoad, LimitCode, LimitReason, ResourceSample  # noqa: E402
from momentry_desk.core.schedule import Hours, ScheduleSettings, WhenDone  # noqa: E402
from momentry_desk.core.sentences import Said, say  # noqa: E402
from momentry_desk.core.settings import PrivacySettings, SettingProblem  # noqa: E402
from momentry_desk.core.snapshot import (  # noqa: E402
    Added,
    ApiState,
    CallbackTrouble,
    EndOfWork,
    Pause,
    PauseState,
    TaskRow,
    VideoRow,
)
from momentry_desk.core.watching import WatchedFolder, WatchedState, WatchStanding  # noqa: E402
from momentry_desk.core.weights import ModelPhase, ModelReport  # noqa: E402
from momentry_desk.core.whereabouts import Located, Moved, Place  # noqa: E402
from momentry_desk.ui import setting_words  # noqa: E402
from momentry_desk.ui.application import make_application  # noqa: E402
from momentry_desk.ui.clip_dialog import ClipDialog  # noqa: E402
from momentry_desk.ui.glossary import GlossaryDialog  # noqa: E402
from momentry_desk.ui.languages import Languages  # noqa: E402
from momentry_desk.ui.main_window import MainWindow  # noqa: E402
from momentry_desk.ui.theme import Theme  # noqa: E402
from momentry_desk.ui.translations import compile_translations  # noqa: E402
from tests.ui.fake_engine import FakeClips, FakeEngine  # noqa: E402

_LOOKS = ("dark-en", "dark-zh", "light-en", "light-zh")
#: Enough for the scales beside 1.
_FEW = ("dark-en", "light-zh")
_BOX = Box(0.3, 0.2, 0.2, 0.3)
_FILES = (
    ("Interview_Ana_take3.mov", 724, "#2f5d8a", "#d9a066"),
    ("B-roll harbour 0412.mp4", 198, "#1f6f78", "#a7d3c8"),
    ("面包教程_第十二集.mp4", 1491, "#8a4f2f", "#e6c27a"),
    ("GX010231.MP4", 612, "#444b55", "#7d858f"),
    ("podcast_ep44_cam2.mkv", 3502, "#3a2f66", "#8d7fc0"),
    ("wedding_ceremony_4k.mp4", 2467, "#6e2f4d", "#e3b5c4"),
    ("old_tape_1998.avi", 580, "#4a4a35", "#a3a37c"),
)
_PEOPLE = (("#7a4a2f", "#e0b48a"), ("#35506e", "#9fb8d0"), ("#6b4a45", "#c9a79b"))


def _jpeg(image: QImage) -> bytes:
    held = QByteArray()
    buffer = QBuffer(held)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(b"jpg"))
    writer.setQuality(88)
    writer.write(image)
    return bytes(held.data())


def _still(dark: str, light: str) -> bytes:
    """A still that looks like out-of-focus footage."""
    image = QImage(480, 270, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    wash = QLinearGradient(QPointF(0, 0), QPointF(480, 270))
    wash.setColorAt(0, QColor(dark))
    wash.setColorAt(1, QColor(light))
    painter.fillRect(image.rect(), wash)
    painter.end()
    return _jpeg(image)


def _face(dark: str, light: str) -> bytes:
    image = QImage(112, 112, QImage.Format.Format_RGB32)
    image.fill(QColor(dark))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    glow = QRadialGradient(QPointF(56, 46), 60)
    glow.setColorAt(0, QColor(light))
    glow.setColorAt(1, QColor(light).darker(130))
    painter.setBrush(glow)
    painter.drawEllipse(QPointF(56, 48), 24, 29)
    painter.drawEllipse(QPointF(56, 118), 46, 40)
    painter.end()
    return _jpeg(image)


def _videos() -> list[VideoRow]:
    made = []
    for n, (name, seconds, dark, light) in enumerate(_FILES):
        media = MediaInfo("mov", float(seconds), True, True, 1920, 1080, 0, "25/1", "h264", "aac")
        row = VideoRow(
            f"v{n}", name, f"/footage/{name}", seconds * 1_310_000, 100.0 - n, media, _still(dark, light)
        )
        made.append(row)
    return made


def _task(n: int, status: TaskStatus, **more: object) -> TaskRow:
    fields: dict[str, object] = {
        "task_id": f"t{n}",
        "file_uuid": f"v{n}",
        "file_name": _FILES[n][0],
        "path": f"/footage/{_FILES[n][0]}",
        "status": status,
        "priority": Priority.NORMAL,
        "processors": ("face", "asr", "ocr", "scene"),
        "order": OrderKey(0, 1, float(n), f"t{n}"),
        "queued_at": 0.0,
        **more,
    }
    return TaskRow(**fields)  # type: ignore[arg-type]


def _findings() -> tuple[Finding, ...]:
    def said(start: float, end: float, text: str) -> SpeechSegment:
        return SpeechSegment(start, end, text, "en", 0.98, 0.93)

    def face(start: float, end: float, person: int) -> FaceSighting:
        return FaceSighting(start, end, person, _BOX, 0.9, 0.8, crop=_face(*_PEOPLE[person - 1]))

    return (
        Scene(0, 182),
        TextLine(3, 41, "Ana Ruiz, Head of Programming", 0.97, _BOX),
        said(7, 90, "So the budget for the harbour shoot came in"),
        said(101, 232, "about a third over what we had planned,"),
        face(15, 182, 1),
        said(258, 320, "mostly because of the weather days."),
        Scene(182, 470),
        face(250, 400, 2),
        TextLine(205, 251, "第十二集：漫长的归途", 0.95, _BOX),
        said(351, 560, "We can still make it up in the edit."),
        face(505, 600, 3),
        TextLine(430, 520, "HARBOUR 04:12", 0.9, _BOX),
    )


def _busy(engine: FakeEngine) -> None:
    videos = _videos()
    videos[3] = _with(videos[3], missing=True)
    videos[5] = _with(videos[5], scanned=("face", "asr", "ocr", "scene"))
    running = TaskStatus.PROCESSING
    engine.put(
        [
            _task(
                0,
                running,
                priority=Priority.HIGH,
                progress=62,
                running_s=161.0,
                remaining_s=98.0,
                started_at=1.0,
                fractions={"face": 0.6, "asr": 0.7, "ocr": 0.6, "scene": 0.6},
            ),
            _task(1, running, progress=18, running_s=35.0, remaining_s=172.0, started_at=2.0),
            _task(2, TaskStatus.PENDING, remaining_s=270.0),
            _task(
                3,
                TaskStatus.PENDING,
                waiting_for="drive CARD_A, which holds it",
                path="/media/ana/CARD_A/GX010231.MP4",
            ),
            _task(4, TaskStatus.PENDING, held=True, progress=41, running_s=72.0, processors=("asr",)),
            _task(5, TaskStatus.COMPLETED, progress=100, running_s=363.0, completed_at=50.0),
            _failed(),
        ],
        videos,
    )
    engine.found["v0"] = _findings()
    engine.tell(remaining_s=840.0)


def _failed() -> TaskRow:
    return _task(
        6,
        TaskStatus.FAILED,
        progress=7,
        running_s=9.0,
        completed_at=40.0,
        failure_kind=FailureKind.SOURCE_INVALID,
        error_message=say(Said.UNDECODABLE, file=_FILES[6][0]),
    )


def _with(row: VideoRow, **changes: object) -> VideoRow:
    return msgspec.structs.replace(row, **changes)


def _finished(engine: FakeEngine) -> None:
    every = ("face", "asr", "ocr", "scene")
    engine.put(
        [
            _task(n, TaskStatus.COMPLETED, progress=100, running_s=90.0 * (n + 1), completed_at=100.0 - n)
            for n in range(6)
        ],
        [_with(video, scanned=every) for video in _videos()[:6]],
    )
    engine.found["v0"] = _findings()


def _paused(engine: FakeEngine) -> None:
    _busy(engine)
    engine.put([_with_task(engine, f"t{n}", suspended=True) for n in (0, 1)])
    engine.tell(pause=Pause(PauseState.PAUSED, "user", "", 0.0), remaining_s=None)


def _full(engine: FakeEngine) -> None:
    _busy(engine)
    engine.put([_with_task(engine, f"t{n}", suspended=True) for n in (0, 1)])
    engine.tell(pause=Pause(PauseState.PAUSED, "program", "", 0.0, FailureKind.DISK_FULL), remaining_s=None)


def _rejected(engine: FakeEngine) -> None:
    _busy(engine)
    engine.rejected.emit(
        (
            Rejected("/footage/notes.docx", "invalid", ""),
            Rejected("/footage/zero_bytes.mp4", "empty", ""),
            Rejected("/cards/B/clip.mov", "unreadable", ""),
        )
    )


def _with_task(engine: FakeEngine, task_id: str, **changes: object) -> TaskRow:
    return msgspec.structs.replace(engine.task_rows[task_id], **changes)


def _looking(engine: FakeEngine) -> None:
    """The sample, with what stands in it: the one film whose pictures can be decoded here."""
    _busy(engine)
    media = MediaInfo("mov", 13.0, True, True, 854, 480, 0, "24/1", "h264", "aac")
    every = ("face", "asr", "ocr", "scene")
    sample = ROOT / "resources" / "sample.mp4"
    engine.put(videos=[VideoRow("s", "Our little movie.mp4", str(sample), 1, 200.0, media, b"", every)])

    def said(start: float, end: float, text: str) -> SpeechSegment:
        parts = text.split()
        step = (end - start) / len(parts)
        timed = (Word(start + n * step, start + (n + 1) * step, f" {part}", 0.9) for n, part in enumerate(parts))
        return SpeechSegment(start, end, " " + text, "en", 0.98, 0.93, tuple(timed))

    engine.found["s"] = (
        Scene(0, 3),
        Scene(3, 6.5),
        Scene(6.5, 10),
        Scene(10, 13),
        TextLine(0.2, 2.9, "Find the moment", 0.97, _BOX),
        said(0.5, 2.4, "Welcome to our little movie."),
        said(3.2, 6.1, "First you see an astronaut in an orange suit."),
        FaceSighting(3, 6.5, 1, _BOX, 0.9, 0.8, crop=_face(*_PEOPLE[0])),
        said(6.7, 9.2, "Then you see a man in a dark suit."),
        FaceSighting(6.5, 10, 2, _BOX, 0.9, 0.8, crop=_face(*_PEOPLE[1])),
        said(9.7, 12.7, "Look for any word, and jump to the moment it was said."),
        TextLine(10.1, 13, "每一个瞬间都在这里", 0.95, _BOX),
    )
    engine.people.seen["s"] = (PersonSighting(1, 7, "Ana", "s", 3, 6.5, 0.8),)
    named = "Our little movie.mp4"
    engine.hits = (
        Hit(1, "s", str(sample), named, "speech", 6.7, 9.2, "Then you see a man in a dark suit.", ((5, 12),)),
        Hit(
            2,
            "s",
            str(sample),
            named,
            "speech",
            3.2,
            6.1,
            "First you see an astronaut in an orange suit.",
            ((6, 13),),
        ),
        Hit(
            3,
            "v0",
            "/footage/a",
            _FILES[0][0],
            "speech",
            101,
            104,
            "and you see it from the harbour, over there",
            ((4, 11),),
        ),
        Hit(4, "v0", "/footage/a", _FILES[0][0], "text", 205, 209, "You see: HARBOUR 04:12", ((0, 7),)),
        Hit(
            5,
            "v3",
            "/footage/b",
            _FILES[3][0],
            "speech",
            44,
            46,
            "so you see nothing here",
            ((3, 10),),
            missing=True,
        ),
    )


def _look(window: MainWindow) -> None:
    window.pages.open("moments")
    page = window.pages.moments
    page.bar.ask_for("you see")
    QTimer.singleShot(200, lambda: page.results.walk(1))
    QTimer.singleShot(300, window.setFocus)


def _edit(window: MainWindow) -> None:
    """A line that was edited, and another one under the hand."""
    _look(window)
    page = window.pages.moments

    def begin() -> None:
        page.transcript.begin_edit(page.transcript.lines.lines[3])

    QTimer.singleShot(900, begin)


def _edited(engine: FakeEngine) -> None:
    _looking(engine)
    found = list(engine.found["s"])
    import msgspec

    for at, one in enumerate(found):
        if isinstance(one, SpeechSegment) and one.start in (0.5, 9.7):
            text = "Welcome to our own little movie." if one.start == 0.5 else ""
            found[at] = msgspec.structs.replace(one, text=text, words=(), edited=True)
    engine.found["s"] = tuple(found)


def _lose(window: MainWindow) -> None:
    """A film whose file is gone, with what was found in it."""
    window.pages.look_at(window.desk.library_model.row_of("v0") or _videos()[0], 101.0)
    QTimer.singleShot(300, window.setFocus)


def _refuse(window: MainWindow) -> None:
    _lose(window)
    window.pages.locating._say_why_not(_videos()[0], Located(Place.OTHER_CONTENT, "/footage/new/Interview_Ana.mov"))


def _offer(window: MainWindow) -> None:
    _lose(window)
    window.pages.locating._offer([Moved("v1", "/footage/new/b.mov"), Moved("v2", "/footage/new/c.mov")])


def _search_nothing(window: MainWindow) -> None:
    window.pages.open("moments")
    window.pages.moments.bar.ask_for("lighthouse")


def _persons(engine: FakeEngine) -> None:
    _busy(engine)
    seen = (("Ana", 1460.0, 4), ("", 322.0, 2), ("Zhang Wei 张伟", 210.0, 1), ("", 95.0, 1), ("", 31.0, 3))
    engine.people.put(
        [
            PersonCard(n, name, False, seconds, 9, files, _face(*_PEOPLE[n % 3]))
            for n, (name, seconds, files) in enumerate(seen, 1)
        ]
    )


def _choose_two(window: MainWindow) -> None:
    window.pages.open("people")
    page = window.pages.people
    QTimer.singleShot(500, lambda: page.grid.setCurrentIndex(page.model.index(0)))


def _alike(engine: FakeEngine) -> None:
    _persons(engine)
    cards = engine.people.cards
    engine.people.alike = (Suggestion(cards[2], cards[5], 0.43), Suggestion(cards[4], cards[5], 0.39))
    engine.people.seen = {
        f"v{n % 4}": tuple(
            PersonSighting(10 * n + m, 1, "Ana", f"v{n % 4}", 41.0 * m + n, 60, 0.8, _face(*_PEOPLE[m % 2]))
            for m in range(3)
        )
        for n in range(4)
    }


def _unanswered(engine: FakeEngine) -> None:
    import msgspec

    engine.tell(settings=msgspec.structs.replace(engine.current.settings, privacy=PrivacySettings("ask")))
    _busy(engine)


def _first_run(engine: FakeEngine) -> None:
    import msgspec

    engine.tell(settings=msgspec.structs.replace(engine.current.settings, privacy=PrivacySettings("ask")))
    engine.models.tell(ModelReport("whisper-base", ModelPhase.FETCHING, 61_000_000, 133_343_666))


def _close_while_scanning(window: MainWindow) -> None:
    window.tray.available = True
    QTimer.singleShot(200, window.close)


def _sightings(window: MainWindow) -> None:
    _choose_two(window)
    page = window.pages.people
    QTimer.singleShot(600, page.look.click)
    QTimer.singleShot(800, lambda: page.sightings.grid.setCurrentIndex(page.sightings.model.index(1)))


def _hidden(window: MainWindow) -> None:
    window.pages.open("people")
    page = window.pages.people
    QTimer.singleShot(500, lambda: page.grid.setCurrentIndex(page.model.index(2)))
    QTimer.singleShot(600, page.hide_them.click)
    QTimer.singleShot(800, page.show_hidden.click)


def _settings(page: str) -> tuple[Callable[[FakeEngine], None], str, Callable[[MainWindow], None]]:
    """A page of settings, with some of them changed, one refused, and models in different states."""

    def fill(engine: FakeEngine) -> None:
        _busy(engine)
        engine.change_settings({"queue.max_retries": 5, "api.enabled": True, "library.folders": ("/footage/2026",)})
        engine.change_settings({"processors.asr.language": "de", "processors.ocr.preset": "thorough"})
        sizes = (ModelPhase.MISSING, 0, 0), (ModelPhase.FETCHING, 61_000_000, 133_343_666)
        for name, (phase, received, total) in zip(("whisper-tiny.en", "whisper-base"), sizes, strict=True):
            engine.models.tell(ModelReport(name, phase, received, total))
        for name in ("yunet", "sface"):
            engine.models.tell(ModelReport(name, ModelPhase.READY, removable=True, proven=name == "yunet"))

    def show(window: MainWindow) -> None:
        window.serve(_Api(ApiState(url="http://127.0.0.1:8765")))
        window.pages.open("settings")
        settings = window.pages.settings
        settings.show_page(page if page in setting_words.PAGES else "processors")
        settings.row("queue.task_timeout").wanted.emit("queue.task_timeout", 0.0)
        if page == "processors-models":
            QTimer.singleShot(200, lambda: settings.area.verticalScrollBar().setValue(100_000))

    return fill, "t0", show


def _find_setting(window: MainWindow) -> None:
    window.pages.open("settings")
    window.pages.settings.search.setText("memory")


def _break_settings(engine: FakeEngine) -> None:
    _busy(engine)
    path = engine.settings_path
    why = "Invalid value (at line 4, column 17)"
    engine.tell(problems=(SettingProblem("", say(Said.SETTINGS_NOT_TOML, path=path, why=why), 4),))


def _in_the_middle(page: str) -> Callable[[MainWindow], None]:
    """A page on a small screen."""

    def show(window: MainWindow) -> None:
        window.resize(1024, 640)
        if page == "moments":
            _look(window)
        else:
            window.pages.open(page)

    return show


def _narrow_settings(window: MainWindow) -> None:
    window.resize(640, 600)
    window.pages.open("settings")


def _many(engine: FakeEngine) -> None:
    """100,000 scans: two run, sixty thousand wait, and some failed."""
    _busy(engine)
    endings = (TaskStatus.COMPLETED, TaskStatus.FAILED, TaskStatus.COMPLETED, TaskStatus.CANCELLED)
    levels = (Priority.NORMAL, Priority.NORMAL, Priority.HIGH, Priority.LOW)
    rows = []
    for n in range(100_000 - 7):
        name = f"C{n % 10_000:04}_{_FILES[n % 5][0]}"
        level = levels[n // 3 % 4] if n > 40 else Priority.NORMAL
        fields: dict[str, object] = {"remaining_s": 90.0 + n % 300, "priority": level}
        if n % 5 > 2:
            status = endings[n // 5 % 4]
            fields = {"status": status, "completed_at": float(n), "progress": 100, "running_s": 30.0 + n % 200}
            if status is TaskStatus.FAILED:
                fields |= {"failure_kind": FailureKind.SOURCE_INVALID, "progress": n % 90}
        order = OrderKey(0, level.rank, 10.0 + n, f"many{n:06}")
        rows.append(
            TaskRow(
                f"many{n:06}",
                f"f{n}",
                name,
                f"/footage/{name}",
                **{"status": TaskStatus.PENDING, "priority": level, **fields},  # type: ignore[arg-type]
                processors=("face", "asr", "ocr", "scene") if n % 7 else ("asr",),
                order=order,
                queued_at=0.0,
            )
        )
    engine.put(rows)
    media = MediaInfo("mov", 95.0, True, True, 1920, 1080, 0, "25/1", "h264", "aac")
    engine.put(
        videos=[
            VideoRow(row.file_uuid, row.file_name, row.path, 1_000_000, -float(n), media)
            for n, row in enumerate(rows)
        ]
    )


def _take_all_in(window: MainWindow) -> None:
    for intake in (window.desk._rows, window.desk._videos):
        while intake._waiting:
            intake._go_on()


def _filtered(window: MainWindow) -> None:
    _take_all_in(window)
    bar = window.desk.queue.filter
    bar.box.setText("gx01")
    bar.statuses.about_to_open.emit()
    bar.statuses.menu().actions()[3].trigger()


def _no_match(window: MainWindow) -> None:
    bar = window.desk.queue.filter
    bar.box.setText("lighthouse")
    bar._tell()


def _removed(window: MainWindow) -> None:
    _take_all_in(window)
    window.desk.removals.remove(tuple(f"many{n:06}" for n in range(0, 4000, 5)))


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
            say(Said.CRASHED, file=_FILES[6][0], signal="SIGSEGV"),
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
            say(Said.UNDECODABLE, file=_FILES[6][0]),
            "[mpeg4 @ 0x55d2] header damaged\n[mpeg4 @ 0x55d2] ac-tex damaged at 3 12\nno frame could be decoded",
            640_000_000,
            9.1,
            9.0,
        ),
    )
    window.desk.task_actions.details.trigger()


def _clips(window: MainWindow) -> FakeClips:
    assert isinstance(window._engine, FakeEngine)
    return window._engine.clips


def _save_clip(window: MainWindow, then: Callable[[ClipDialog], None] = lambda _dialog: None) -> None:
    _look(window)
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
    _look(window)
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
    _look(window)
    QTimer.singleShot(700, window.pages.moments.player.take.showMenu)


def _glossary(window: MainWindow) -> None:
    window.show_glossary()
    editor = window.findChildren(GlossaryDialog)[-1].editor
    editor.box.setPlainText("Ana Ruiz\nBrinmoor\nDaVinci Resolve\n张伟")


def _long_glossary(window: MainWindow) -> None:
    window.show_glossary()
    editor = window.findChildren(GlossaryDialog)[-1].editor
    editor.box.setPlainText("\n".join(f"Kvasnichka the {n}th of Brinmoor" for n in range(20)))


def _untold(engine: FakeEngine) -> None:
    """A program that listens no more for a scan that is done."""
    _busy(engine)
    url = "http://127.0.0.1:9000/scans/ended"
    why = say(Said.CALLBACK_UNREACHED, why="All connection attempts failed")
    later = CallbackTrouble(url, why, 4, time.time() + 240)
    gone = CallbackTrouble("http://127.0.0.1:9100/ended", say(Said.CALLBACK_ANSWERED, status=500), 96)
    engine.put([_with_task(engine, "t5", callbacks=(later, gone))])


_TAKEN = ApiState(
    problem=f"{say(Said.PORT_TAKEN, port=8765, host='127.0.0.1')} {say(Said.NEXT_FREE_PORT, port=8766)}",
    free_port=8766,
)


class _Api:
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
    window.serve(_Api(state))
    button.show_wanted(state != ApiState())
    QTimer.singleShot(200, lambda: button.menu_.popup(button.mapToGlobal(button.rect().topLeft())))


#: Name of the picture: what to put into the engine, which task to select, and what to do with the window then.
def _watched(engine: FakeEngine) -> None:
    _busy(engine)
    engine.tell(
        watched=(
            WatchedState(WatchedFolder("/footage/incoming"), WatchStanding.WATCHING, 14, 2),
            WatchedState(
                WatchedFolder("/media/ana/CARD-A", ("*.mov", "*.mp4"), ("*_proxy.*",)), WatchStanding.MISSING
            ),
            WatchedState(WatchedFolder("/Volumes/NAS/rushes", subfolders=False), WatchStanding.WATCHING),
        )
    )


def _added(engine: FakeEngine) -> None:
    _busy(engine)
    refused = tuple(Rejected(f"/f/{n}.mp4", "unreadable", "It could not be read.") for n in range(2))
    uuids = tuple(f"v{n}" for n in range(312))
    added = Added(uuids, (), refused, 7, 4, ("/f/notes.txt", "/f/list.pdf"))
    for window in QApplication.topLevelWidgets():
        if isinstance(window, MainWindow):
            window.summary.show_added(added)


def _off_hours(engine: FakeEngine) -> None:
    _busy(engine)
    hours = (Hours("22:00", "06:00", ("mon", "tue", "wed", "thu", "fri")), Hours("00:00", "00:00", ("sat", "sun")))
    schedule = ScheduleSettings(enabled=True, finish_running=True, hours=hours)
    settings = msgspec.structs.replace(engine.current.settings, schedule=schedule)
    reason = say(Said.OUT_OF_HOURS, time="22:00")
    engine.tell(settings=settings, pause=Pause(PauseState.PAUSED, "schedule", reason, 1000.0))


def _going_to_sleep(engine: FakeEngine) -> None:
    _busy(engine)
    engine.tell(end=EndOfWork(WhenDone.SLEEP, time.time() + 48))


def _chapters(engine: FakeEngine) -> None:
    _busy(engine)
    rows = _videos()
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


_STATES: dict[str, tuple[Callable[[FakeEngine], None], str | None, Callable[[MainWindow], None] | None]] = {
    "empty": (lambda _: None, None, None),
    "busy": (_busy, "t0", None),
    "limit-foreign": (_busy, "t0", None),
    "callbacks": (_untold, "t5", None),
    "api-off": (_busy, "t0", lambda window: _open_api(window, ApiState())),
    "api-on": (_busy, "t0", lambda window: _open_api(window, ApiState(url="http://127.0.0.1:8765"))),
    "api-taken": (_busy, "t0", lambda window: _open_api(window, _TAKEN)),
    "finished": (_finished, "t0", None),
    "failed": (_busy, "t6", None),
    "paused": (_paused, "t1", None),
    "paused-by-program": (_full, "t2", None),
    "drag-over": (_busy, "t0", lambda window: window.drop_sheet.cover()),
    "problems": (_rejected, "t0", None),
    "problem-list": (_rejected, "t0", lambda window: window.show_problems()),
    "narrow": (_busy, "t0", lambda window: window.resize(860, 600)),
    "middle": (_busy, "t0", lambda window: window.resize(1024, 640)),
    "middle-settings": (_settings("processors")[0], "t0", _in_the_middle("settings")),
    "middle-moments": (_looking, "t0", _in_the_middle("moments")),
    "middle-people": (_persons, "t0", _in_the_middle("people")),
    "narrow-settings": (_busy, "t0", _narrow_settings),
    "moments": (_looking, "t0", _look),
    "moments-begin": (_looking, "t0", lambda window: window.pages.open("moments")),
    "moments-nothing": (_looking, "t0", _search_nothing),
    "transcript-edited": (_edited, "t0", _edit),
    "film-missing": (_looking, "t0", _lose),
    "film-other-content": (_looking, "t0", _refuse),
    "film-beside": (_looking, "t0", _offer),
    "clip": (_looking, "t0", _save_clip),
    "clip-at-work": (_looking, "t0", _clip_at_work),
    "clip-refused": (_looking, "t0", _clip_refused),
    "moments-tracks": (_looking, "t0", _track_menu),
    "moments-export": (_looking, "t0", _export_menu),
    "glossary": (_persons, "t0", _glossary),
    "glossary-too-long": (_persons, "t0", _long_glossary),
    "people": (_persons, "t0", _choose_two),
    "watched-folders": (_watched, "t0", lambda window: window.menu_bar.watched.trigger()),
    "added-summary": (_added, "t0", None),
    "schedule": (_off_hours, "t0", lambda window: window.menu_bar.schedule.trigger()),
    "off-hours": (_off_hours, "t0", None),
    "going-to-sleep": (_going_to_sleep, "t0", None),
    "card-clips": (_chapters, None, _unfold),
    "many": (_many, "t0", _take_all_in),
    "many-filtered": (_many, None, _filtered),
    "many-toast": (_many, "t2", _removed),
    "no-match": (_busy, "t0", _no_match),
    "details": (_busy, "t6", _details),
    **{f"settings-{page}": _settings(page) for page in (*setting_words.PAGES, "processors-models")},
    "settings-search": (_busy, "t0", _find_setting),
    "settings-broken": (_break_settings, "t0", lambda window: window.pages.open("settings")),
    "people-alike": (_alike, "t0", _choose_two),
    "people-sightings": (_alike, "t0", _sightings),
    "people-hidden": (_persons, "t0", _hidden),
    "first-run": (_first_run, "t0", None),
    "closing": (_busy, "t0", _close_while_scanning),
    "faces-question": (_unanswered, "t0", None),
    "people-question": (_unanswered, "t0", lambda window: window.pages.open("people")),
    "people-empty": (_busy, "t0", lambda window: window.pages.open("people")),
}


Trace = list[tuple[ResourceSample, LimitReason | None]]


def _replay(engine: FakeEngine, trace: Trace) -> None:
    """A real run, up to the last moment at which memory was short: the limit has fallen twice by then."""
    full = max(sample.memory_used for sample, _ in trace) * 0.95
    short = [
        n
        for n, (sample, why) in enumerate(trace)
        if why is not None and why.code is LimitCode.MEMORY and sample.memory_used >= full
    ]
    until = trace[: short[-1] + 1] if short else trace
    for sample, _ in until:
        engine.resources_sampled.emit(sample)
    last, why = until[-1]
    counts = msgspec.structs.replace(engine.current.counts, processing=last.running)
    engine.tell(slots=last.slots or 0, max_concurrent=last.ceiling, slots_limit=why, counts=counts)


def _samples(engine: FakeEngine) -> None:
    for n in range(601):
        scans = 0 if n < 60 else 1 if n < 75 or 300 < n < 420 else 2
        own = scans * (24 + 3 * math.sin(n / 9))
        foreign = 14 + 4 * math.sin(n / 31) + 2 * math.sin(n / 3.1) + (46 if 290 < n < 410 else 0)
        used, ours = int((6.4 + scans * 1.2 + 0.3 * math.sin(n / 21)) * 1e9), int(scans * 1.2e9)
        slots = 1 if 295 < n < 425 else 2
        engine.resources_sampled.emit(
            ResourceSample(
                float(n),
                own + foreign,
                own,
                used,
                int(16e9),
                ours,
                int(4e11),
                gpus=(
                    GpuLoad(
                        0, "GPU", 22 + 6 * math.sin(n / 17) + 12 * scans, int(3.1e9), int(8e9), 0, 12.0 * scans
                    ),
                ),
                running=scans,
                slots=slots,
                ceiling=2,
            )
        )


async def _shoot(
    app: QApplication,
    theme: Theme,
    state: str,
    look: Literal["dark", "light"],
    target: Path,
    trace: Trace | None,
) -> None:
    fill, selected, then = _STATES[state]
    engine = FakeEngine()
    settings = msgspec.structs.replace(
        engine.current.settings, window=msgspec.structs.replace(engine.current.settings.window, theme=look)
    )
    engine.current = msgspec.structs.replace(engine.current, settings=settings)
    engine.table["window.theme"] = look
    theme.choose(look)
    window = MainWindow(engine, theme)  # type: ignore[arg-type]
    window.resize(QSize(1280, 800))
    window.show()
    window.read_all()
    fill(engine)
    window.desk.strip.draw()
    reason = LimitReason(LimitCode.MEMORY, 2.1e9, 2.4e9)
    engine.tell(slots_limit=reason if state == "busy" else None)
    if trace is None:
        _samples(engine)
    else:
        _replay(engine, trace)
    if selected is not None:
        window.desk.queue.select(selected)
    if then is not None:
        then(window)
    for _ in range(70 if state.startswith(("moments", "people", "transcript", "film", "clip")) else 20):
        await asyncio.sleep(0.02)
    shown = app.activeModalWidget() or window.desk._report or window
    shown = app.activePopupWidget() or app.activeModalWidget() or window
    shown.grab().save(str(target))
    shown = app.activeModalWidget() or window
    picture = shown.grab()
    menu = app.activePopupWidget()
    if menu is not None:
        # A menu is a window of its own; above its button it is cut by no edge.
        painter = QPainter(picture)
        painter.drawPixmap(picture.width() - menu.width() - 8, picture.height() - menu.height() - 28, menu.grab())
        painter.end()
        menu.close()
    picture.save(str(target))
    for dialog in window.findChildren(type(shown)):
        if dialog is not window and dialog is shown:
            dialog.close()
    window.leave()
    window.deleteLater()
    await asyncio.sleep(0.05)


async def _all(
    app: QApplication, out: Path, names: list[str], looks: list[str], suffix: str, trace: Trace | None
) -> None:
    theme = Theme(app, "dark")
    languages = Languages(app)
    for state in names:
        for one in looks:
            look, _, language = one.partition("-")
            languages.speak("zh_CN" if language == "zh" else "en")
            shade: Literal["dark", "light"] = "light" if look == "light" else "dark"
            await _shoot(app, theme, state, shade, out / f"{state}-{one}{suffix}.png", trace)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the folder the pictures go to")
    parser.add_argument(
        "--look", action="append", choices=_LOOKS, help="only this one; may be given more than once"
    )
    parser.add_argument(
        "--scale", type=float, help="of the display, such as 1.5; without it every look at 1, and few at others"
    )
    parser.add_argument("states", nargs="*", default=list(_STATES), help=f"some of: {', '.join(_STATES)}")
    parser.add_argument("--trace", type=Path, help="samples of a real run, for the graphs, in place of made ones")
    asked = parser.parse_args()
    trace = msgspec.json.decode(asked.trace.read_bytes(), type=Trace) if asked.trace else None
    asked.out.mkdir(parents=True, exist_ok=True)
    compile_translations()
    if asked.scale is not None:
        # Read by Qt when the application is made.
        os.environ["QT_SCALE_FACTOR"] = str(asked.scale)
    app = make_application()
    looks = asked.look or list(_LOOKS)
    suffix = f"-{asked.scale:g}" if asked.scale else ""
    with asyncio.Runner(loop_factory=lambda: QEventLoop(app)) as runner:
        runner.run(_all(app, asked.out, asked.states, looks, suffix, trace))
    if asked.scale is None:
        few = [word for look in asked.look or _FEW for word in ("--look", look)]
        for scale in ("1.5", "2"):
            again = [sys.executable, __file__, "--out", str(asked.out), "--scale", scale, *few, *asked.states]
            subprocess.run(again, check=True)


if __name__ == "__main__":
    main()
