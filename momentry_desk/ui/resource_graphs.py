"""The strip under the queue: how many scans run and why not more, and the machine's CPU and memory, live."""

from collections import deque

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from momentry_desk.core.snapshot import QueueSnapshot, ResourceSample
from momentry_desk.ui import words
from momentry_desk.ui.theme import Theme

#: Samples come once a second: two minutes are shown.
_SHOWN = 120
_GRAPH_HEIGHT = 62


class Plot(QWidget):
    """The curves. Painted here, once a second: a plotting library for two polygons would cost the window half a
    second of its start and 40 MB."""

    def __init__(self, token: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._token = token
        self._theme = theme
        self._total: deque[float] = deque(maxlen=_SHOWN)
        self._own: deque[float] = deque(maxlen=_SHOWN)
        self._limit = 100.0
        self.setFixedHeight(_GRAPH_HEIGHT)
        theme.changed.connect(self.update)

    def take(self, total: float, own: float) -> None:
        """Append a sample, both in percent."""
        self._total.append(total)
        self._own.append(min(own, total))
        self.update()

    def set_limit(self, percent: float) -> None:
        if percent != self._limit:
            self._limit = percent
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        t = self._theme.tokens
        painter = QPainter(self)
        shape = QPainterPath()
        shape.addRoundedRect(self.rect(), 4, 4)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillPath(shape, t.colour("base"))
        painter.setClipPath(shape)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        self._curve(painter, self._total, t.colour(self._token), 0.28)
        self._curve(painter, self._own, t.colour("mute"), 0.4)
        painter.setPen(QPen(t.colour("bad"), 1, Qt.PenStyle.DashLine))
        level = round(self._height(self._limit))
        painter.drawLine(0, level, self.width(), level)
        painter.end()

    def _height(self, percent: float) -> float:
        return (self.height() - 1) * (1 - max(0.0, min(100.0, percent)) / 100)

    def _curve(self, painter: QPainter, values: deque[float], colour: QColor, opacity: float) -> None:
        if len(values) < 2:
            return
        step = (self.width() - 1) / (_SHOWN - 1)
        first = self.width() - 1 - step * (len(values) - 1)
        points = [QPointF(first + step * n, self._height(value)) for n, value in enumerate(values)]
        fill = QColor(colour)
        fill.setAlphaF(opacity)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        foot = float(self.height())
        painter.drawPolygon(QPolygonF([QPointF(first, foot), *points, QPointF(points[-1].x(), foot)]))
        painter.setPen(QPen(colour, 1))
        painter.drawPolyline(QPolygonF(points))


class Graph(QWidget):
    """One curve for the whole machine and one for our workers' share, in percent, with the limit dashed."""

    def __init__(self, token: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = QLabel()
        self.title.setProperty("role", "strong")
        self.value = QLabel()
        self.value.setProperty("role", "small")
        self.plot = Plot(token, theme)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.addWidget(self.title)
        head.addStretch(1)
        head.addWidget(self.value)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addWidget(self.plot)


class ResourceStrip(QWidget):
    """The slots in words, and the graphs beneath."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("resourceStrip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._snapshot = QueueSnapshot()
        self._sample: ResourceSample | None = None
        self._slots = QLabel()
        self._slots.setProperty("role", "strong")
        self._why = QLabel()
        self._why.setProperty("role", "small")
        self._why.setMinimumWidth(10)
        self.cpu = Graph("accent", theme)
        self.memory = Graph("ok", theme)
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self._slots)
        head.addWidget(self._why, 1)
        graphs = QHBoxLayout()
        graphs.setSpacing(14)
        graphs.addWidget(self.cpu, 1)
        graphs.addWidget(self.memory, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 10)
        layout.setSpacing(6)
        layout.addLayout(head)
        layout.addLayout(graphs)
        self._fill()

    def show_snapshot(self, snapshot: QueueSnapshot) -> None:
        """Show how many slots are filled, and the limits of the settings."""
        self._snapshot = snapshot
        self.cpu.plot.set_limit(snapshot.settings.queue.cpu_threshold)
        self.memory.plot.set_limit(snapshot.settings.queue.memory_threshold)
        self._fill()

    def show_sample(self, sample: ResourceSample) -> None:
        """Let the curves go on by one sample."""
        self._sample = sample
        whole = max(1, sample.memory_total)
        self.cpu.plot.take(sample.cpu_percent, sample.own_cpu_percent)
        self.memory.plot.take(100 * sample.memory_used / whole, 100 * sample.own_memory / whole)
        self._fill()

    def _fill(self) -> None:
        now = self._snapshot
        self._slots.setText(self.tr("{0} of {1} scans").format(now.counts.processing, now.slots))
        self._why.setText(now.slots_reason)
        self._why.setToolTip(now.slots_reason)
        self.cpu.title.setText(self.tr("CPU"))
        self.memory.title.setText(self.tr("Memory"))
        sample = self._sample
        if sample is not None:
            cpu = self.tr("{0} % · ours {1} %").format(round(sample.cpu_percent), round(sample.own_cpu_percent))
            used = self.tr("{0} of {1} · ours {2}").format(
                words.size(sample.memory_used), words.size(sample.memory_total), words.size(sample.own_memory)
            )
            self.cpu.value.setText(cpu)
            self.memory.value.setText(used)
            self.cpu.setAccessibleName(f"{self.cpu.title.text()}: {cpu}")
            self.memory.setAccessibleName(f"{self.memory.title.text()}: {used}")

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()
