"""How a row of the queue appears: a shape, a word and a colour for each state, never a colour alone."""

from enum import Enum

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from momentry_desk.core.model import FailureKind, Priority, TaskStatus
from momentry_desk.core.snapshot import TaskRow
from momentry_desk.ui import callbacks, failure_words, words
from momentry_desk.ui.sentences import in_words

translate = QCoreApplication.translate


class Look(Enum):
    """The states a person tells apart; the value is the name of the colour."""

    RUNNING = ("accent", "disc")
    SUSPENDED = ("warn", "bars")
    WAITING = ("mute", "ring")
    BLOCKED = ("warn", "clock")
    RETRYING = ("warn", "again")
    HELD = ("mute", "bars ")
    DONE = ("ok", "tick")
    WARNED = ("ok", "tick!")
    FAILED = ("bad", "cross")
    CANCELLED = ("mute", "dash")

    @property
    def colour(self) -> str:
        return self.value[0]


def look_of(row: TaskRow) -> Look:
    """Which of the states the row is in."""
    match row.status:
        case TaskStatus.PROCESSING:
            return Look.SUSPENDED if row.suspended else Look.RUNNING
        case TaskStatus.COMPLETED:
            return Look.WARNED if row.warnings else Look.DONE
        case TaskStatus.FAILED:
            return Look.FAILED
        case TaskStatus.CANCELLED:
            return Look.CANCELLED
    if row.held:
        return Look.HELD
    if row.waiting_for is not None:
        return Look.BLOCKED
    return Look.RETRYING if row.not_before is not None else Look.WAITING


def word(row: TaskRow) -> str:
    """The state in words."""
    match look_of(row):
        case Look.RUNNING:
            return translate("Status", "Scanning")
        case Look.SUSPENDED:
            if row.by_limit:
                return translate("Status", "Makes way for other programs")
            return translate("Status", "Paused")
        case Look.WAITING:
            return translate("Status", "Waiting")
        case Look.BLOCKED:
            return words.waiting(row.waiting_for or "", row.path)
        case Look.RETRYING:
            return translate("Status", "Trying again soon")
        case Look.HELD:
            return translate("Status", "Held")
        case Look.DONE:
            return translate("Status", "Done")
        case Look.WARNED:
            return translate("Status", "Done, with gaps")
        case Look.FAILED:
            return failed(row.failure_kind)
        case Look.CANCELLED:
            return translate("Status", "Cancelled")


def failed(kind: FailureKind | None) -> str:
    """That it failed, with the cause in a few words."""
    return translate("Status", "Failed: {0}").format(words.failed_in_short(kind))


def priority_told(row: TaskRow) -> str:
    """The priority in words where it is another than the usual and still means something, else ""."""
    if row.status.ended or row.priority is Priority.NORMAL:
        return ""
    return translate("Status", "Priority: {0}").format(words.priority(row.priority))


def explain(row: TaskRow) -> str:
    """What the row's tooltip says: the state, and for what needs attention the cause and the next step."""
    return "\n".join(filter(None, (_explained(row), callbacks.lines(row))))


def _explained(row: TaskRow) -> str:
    if row.status is TaskStatus.FAILED:
        said = failure_words.told(row)
        return "\n".join(filter(None, (said.cause, said.next_step)))
    if row.warnings:
        return "\n".join((word(row), *map(in_words, row.warnings)))
    if look_of(row) is Look.HELD:
        return translate("Status", "You paused this one. Choose “Go on with this” to let it run.")
    return word(row)


def paint_shape(painter: QPainter, box: QRectF, look: Look, colour: QColor) -> None:
    """Draw the state's shape into a square box."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    side = box.width()
    centre = box.center()
    pen = QPen(colour, max(1.4, side / 6))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)

    def at(x: float, y: float) -> QPointF:
        return QPointF(box.left() + x * side, box.top() + y * side)

    match look:
        case Look.RUNNING:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawEllipse(box)
        case Look.WAITING:
            painter.drawEllipse(box.adjusted(1, 1, -1, -1))
        case Look.BLOCKED:
            painter.drawEllipse(box.adjusted(0.5, 0.5, -0.5, -0.5))
            painter.drawPolyline([at(0.5, 0.26), centre, at(0.7, 0.6)])
        case Look.RETRYING:
            painter.drawArc(box.adjusted(0.5, 0.5, -0.5, -0.5), 60 * 16, 280 * 16)
            painter.drawPolyline([at(0.52, 0.02), at(0.8, 0.1), at(0.72, 0.36)])
        case Look.HELD | Look.SUSPENDED:
            painter.drawLine(at(0.3, 0.1), at(0.3, 0.9))
            painter.drawLine(at(0.7, 0.1), at(0.7, 0.9))
        case Look.DONE | Look.WARNED:
            painter.drawPolyline([at(0.05, 0.55), at(0.36, 0.86), at(0.95, 0.16)])
        case Look.FAILED:
            painter.drawLine(at(0.1, 0.1), at(0.9, 0.9))
            painter.drawLine(at(0.9, 0.1), at(0.1, 0.9))
        case Look.CANCELLED:
            painter.drawLine(at(0.05, 0.5), at(0.95, 0.5))
    painter.restore()
