"""The strip under the queue: how many scans run and why not more, and the machine's CPU and memory, live."""

from collections import deque

import pyqtgraph as pg
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from momentry_desk.core.snapshot import QueueSnapshot, ResourceSample
from momentry_desk.ui import words
from momentry_desk.ui.theme import Theme

#: Samples come once a second: two minutes are shown.
_SHOWN = 120
_GRAPH_HEIGHT = 62


class Graph(QWidget):
    """One curve for the whole machine and one for our workers' share, in percent, with the limit dashed."""

    def __init__(self, token: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._token = token
        self._theme = theme
        self._total: deque[float] = deque(maxlen=_SHOWN)
        self._own: deque[float] = deque(maxlen=_SHOWN)
        self.title = QLabel()
        self.title.setProperty("role", "strong")
        self.value = QLabel()
        self.value.setProperty("role", "small")
        # A bare view box: a PlotWidget brings menus and axes that nobody sees and that outlive the window.
        self._box = pg.ViewBox(enableMenu=False, enableMouse=False, defaultPadding=0)
        self._box.setRange(xRange=(1 - _SHOWN, 0), yRange=(0, 100), padding=0, disableAutoRange=True)
        self.plot = pg.GraphicsView()
        self.plot.setAntialiasing(False)
        self.plot.setFixedHeight(_GRAPH_HEIGHT)
        self.plot.setCentralItem(self._box)
        self.plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.plot.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.plot.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._total_curve = pg.PlotCurveItem(fillLevel=0, antialias=False)
        self._own_curve = pg.PlotCurveItem(fillLevel=0, antialias=False)
        self._limit = pg.InfiniteLine(angle=0)
        for item in (self._total_curve, self._own_curve, self._limit):
            self._box.addItem(item)
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
        theme.changed.connect(self._paint)
        self._paint()

    def take(self, total: float, own: float) -> None:
        """Append a sample, both in percent."""
        self._total.append(total)
        self._own.append(min(own, total))
        ages = list(range(1 - len(self._total), 1))
        self._total_curve.setData(ages, list(self._total))
        self._own_curve.setData(ages, list(self._own))

    def set_limit(self, percent: float) -> None:
        """Draw the dashed line there."""
        self._limit.setValue(percent)

    def _paint(self) -> None:
        t = self._theme.tokens
        self.plot.setBackground(t.colour("base"))
        colour = t.colour(self._token)
        self._total_curve.setPen(pg.mkPen(colour, width=1))
        self._total_curve.setBrush(_see_through(colour, 0.28))
        self._own_curve.setPen(pg.mkPen(_see_through(t.colour("mute"), 0.9), width=1))
        self._own_curve.setBrush(_see_through(t.colour("mute"), 0.4))
        self._limit.setPen(pg.mkPen(t.colour("bad"), width=1, style=Qt.PenStyle.DashLine))


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
        self.cpu.set_limit(snapshot.settings.queue.cpu_threshold)
        self.memory.set_limit(snapshot.settings.queue.memory_threshold)
        self._fill()

    def show_sample(self, sample: ResourceSample) -> None:
        """Let the curves go on by one sample."""
        self._sample = sample
        whole = max(1, sample.memory_total)
        self.cpu.take(sample.cpu_percent, sample.own_cpu_percent)
        self.memory.take(100 * sample.memory_used / whole, 100 * sample.own_memory / whole)
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


def _see_through(colour: QColor, opacity: float) -> QColor:
    made = QColor(colour)
    made.setAlphaF(opacity)
    return made
