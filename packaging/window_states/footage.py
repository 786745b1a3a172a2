"""What stands behind the pictures: made-up footage, stills and findings, and the queue at work on them."""

import msgspec
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QImageWriter, QLinearGradient, QPainter, QRadialGradient

from momentry_desk.core.findings import Box, FaceSighting, Finding, Scene, SpeechSegment, TextLine
from momentry_desk.core.model import (
    FailureKind,
    MediaInfo,
    OrderKey,
    Priority,
    TaskStatus,
)
from momentry_desk.core.sentences import Said, say
from momentry_desk.core.snapshot import (
    TaskRow,
    VideoRow,
)
from tests.ui.fake_engine import FakeEngine

BOX = Box(0.3, 0.2, 0.2, 0.3)


FILES = (
    ("Interview_Ana_take3.mov", 724, "#2f5d8a", "#d9a066"),
    ("B-roll harbour 0412.mp4", 198, "#1f6f78", "#a7d3c8"),
    ("面包教程_第十二集.mp4", 1491, "#8a4f2f", "#e6c27a"),
    ("GX010231.MP4", 612, "#444b55", "#7d858f"),
    ("podcast_ep44_cam2.mkv", 3502, "#3a2f66", "#8d7fc0"),
    ("wedding_ceremony_4k.mp4", 2467, "#6e2f4d", "#e3b5c4"),
    ("old_tape_1998.avi", 580, "#4a4a35", "#a3a37c"),
)


PEOPLE = (("#7a4a2f", "#e0b48a"), ("#35506e", "#9fb8d0"), ("#6b4a45", "#c9a79b"))


def _jpeg(image: QImage) -> bytes:
    held = QByteArray()
    buffer = QBuffer(held)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(b"jpg"))
    writer.setQuality(88)
    writer.write(image)
    return bytes(held.data())


def still(dark: str, light: str) -> bytes:
    """A still that looks like out-of-focus footage."""
    image = QImage(480, 270, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    wash = QLinearGradient(QPointF(0, 0), QPointF(480, 270))
    wash.setColorAt(0, QColor(dark))
    wash.setColorAt(1, QColor(light))
    painter.fillRect(image.rect(), wash)
    painter.end()
    return _jpeg(image)


def face(dark: str, light: str) -> bytes:
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


def videos() -> list[VideoRow]:
    made = []
    for n, (name, seconds, dark, light) in enumerate(FILES):
        media = MediaInfo("mov", float(seconds), True, True, 1920, 1080, 0, "25/1", "h264", "aac")
        row = VideoRow(f"v{n}", name, f"/footage/{name}", seconds * 1_310_000, 100.0 - n, media, still(dark, light))
        made.append(row)
    return made


def task(n: int, status: TaskStatus, **more: object) -> TaskRow:
    fields: dict[str, object] = {
        "task_id": f"t{n}",
        "file_uuid": f"v{n}",
        "file_name": FILES[n][0],
        "path": f"/footage/{FILES[n][0]}",
        "status": status,
        "priority": Priority.NORMAL,
        "processors": ("face", "asr", "ocr", "scene"),
        "order": OrderKey(0, 1, float(n), f"t{n}"),
        "queued_at": 0.0,
        **more,
    }
    return TaskRow(**fields)  # type: ignore[arg-type]


def findings() -> tuple[Finding, ...]:
    def said(start: float, end: float, text: str) -> SpeechSegment:
        return SpeechSegment(start, end, text, "en", 0.98, 0.93)

    def sighted(start: float, end: float, person: int) -> FaceSighting:
        return FaceSighting(start, end, person, BOX, 0.9, 0.8, crop=face(*PEOPLE[person - 1]))

    return (
        Scene(0, 182),
        TextLine(3, 41, "Ana Ruiz, Head of Programming", 0.97, BOX),
        said(7, 90, "So the budget for the harbour shoot came in"),
        said(101, 232, "about a third over what we had planned,"),
        sighted(15, 182, 1),
        said(258, 320, "mostly because of the weather days."),
        Scene(182, 470),
        sighted(250, 400, 2),
        TextLine(205, 251, "第十二集：漫长的归途", 0.95, BOX),
        said(351, 560, "We can still make it up in the edit."),
        sighted(505, 600, 3),
        TextLine(430, 520, "HARBOUR 04:12", 0.9, BOX),
    )


def failed() -> TaskRow:
    return task(
        6,
        TaskStatus.FAILED,
        progress=7,
        running_s=9.0,
        completed_at=40.0,
        failure_kind=FailureKind.SOURCE_INVALID,
        error_message=say(Said.UNDECODABLE, file=FILES[6][0]),
    )


def with_changes(row: VideoRow, **changes: object) -> VideoRow:
    return msgspec.structs.replace(row, **changes)


def with_task(engine: FakeEngine, task_id: str, **changes: object) -> TaskRow:
    return msgspec.structs.replace(engine.task_rows[task_id], **changes)


def busy(engine: FakeEngine) -> None:
    rows = videos()
    rows[3] = with_changes(rows[3], missing=True)
    rows[5] = with_changes(rows[5], scanned=("face", "asr", "ocr", "scene"))
    running = TaskStatus.PROCESSING
    engine.put(
        [
            task(
                0,
                running,
                priority=Priority.HIGH,
                progress=62,
                running_s=161.0,
                remaining_s=98.0,
                started_at=1.0,
                fractions={"face": 0.6, "asr": 0.7, "ocr": 0.6, "scene": 0.6},
            ),
            task(1, running, progress=18, running_s=35.0, remaining_s=172.0, started_at=2.0),
            task(2, TaskStatus.PENDING, remaining_s=270.0),
            task(
                3,
                TaskStatus.PENDING,
                waiting_for="drive CARD_A, which holds it",
                path="/media/ana/CARD_A/GX010231.MP4",
            ),
            task(4, TaskStatus.PENDING, held=True, progress=41, running_s=72.0, processors=("asr",)),
            task(5, TaskStatus.COMPLETED, progress=100, running_s=363.0, completed_at=50.0),
            failed(),
        ],
        rows,
    )
    engine.found["v0"] = findings()
    engine.tell(remaining_s=840.0)


def standing_still(engine: FakeEngine) -> None:
    """The same, with what runs paused."""
    busy(engine)
    engine.put([with_task(engine, f"t{n}", suspended=True) for n in (0, 1)])
