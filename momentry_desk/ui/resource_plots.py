"""The plots of the resource strip, painted here: ten minutes of load, ours and others', and the limit in steps.

A plotting library would cost the window half a second of its start and 40 MB for two polygons a second.
"""

from bisect import bisect_left
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QToolTip, QWidget

from momentry_desk.core.resources import ResourceSample
from momentry_desk.ui.theme import Theme

SHOWN_S = 600.0
LOAD_HEIGHT = 56
STEPS_HEIGHT = 26
#: The colours of our share and of everybody else's: blue and amber stay apart for every kind of colour blindness.
OWN, FOREIGN = "accent", "warn"


class Load(NamedTuple):
    """Percent, ours and what all others use."""

    own: float
    foreign: float


class _Plot(QWidget):
    """Keeps ten minutes of samples and says on hover what each one was."""

    def __init__(
        self, theme: Theme, height: int, describe: Callable[[ResourceSample], str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._describe = describe
        self._samples: deque[ResourceSample] = deque()
        self._hovered: float | None = None
        self.setFixedHeight(height)
        self.setMouseTracking(True)
        theme.changed.connect(self.update)

    def take(self, sample: ResourceSample) -> None:
        """Let the plot go on by one sample. A clock that was set back begins it anew."""
        if self._samples and sample.at < self._samples[-1].at:
            self._samples.clear()
        self._samples.append(sample)
        while sample.at - self._samples[0].at > SHOWN_S:
            self._samples.popleft()
        self.update()

    def at(self, x: float) -> ResourceSample | None:
        """The sample drawn at that distance from the left edge, in pixels."""
        if not self._samples:
            return None
        wanted = self._samples[-1].at - (self.width() - 1 - x) * SHOWN_S / max(1, self.width() - 1)
        times = [sample.at for sample in self._samples]
        place = bisect_left(times, wanted)
        near = [n for n in (place - 1, place) if 0 <= n < len(times)]
        best = min(near, key=lambda n: abs(times[n] - wanted))
        return self._samples[best] if abs(times[best] - wanted) <= SHOWN_S / 60 else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hovered = event.position().x()
        sample = self.at(self._hovered)
        QToolTip.showText(event.globalPosition().toPoint(), self._describe(sample) if sample else "", self)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = None
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        shape = QPainterPath()
        shape.addRoundedRect(QRectF(self.rect()), 4, 4)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillPath(shape, self._theme.tokens.colour("base"))
        painter.setClipPath(shape)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        if self._samples:
            self._draw(painter)
        if self._hovered is not None:
            painter.setPen(QPen(self._theme.tokens.colour("mute"), 1))
            painter.drawLine(QPointF(self._hovered, 0), QPointF(self._hovered, self.height()))
        painter.end()

    def _draw(self, painter: QPainter) -> None:
        raise NotImplementedError

    def _x(self, at: float) -> float:
        return (self.width() - 1) * (1 - (self._samples[-1].at - at) / SHOWN_S)


class LoadPlot(_Plot):
    """Our share at the bottom, everybody else's on top of it, and the threshold dashed."""

    def __init__(
        self,
        theme: Theme,
        load_of: Callable[[ResourceSample], Load | None],
        describe: Callable[[ResourceSample], str],
        parent: QWidget | None = None,
    ) -> None:
        """`load_of` answers None for a sample that says nothing of it."""
        super().__init__(theme, LOAD_HEIGHT, describe, parent)
        self._load_of = load_of
        self._threshold = 100.0

    def set_threshold(self, percent: float) -> None:
        if percent != self._threshold:
            self._threshold = percent
            self.update()

    def _draw(self, painter: QPainter) -> None:
        tokens = self._theme.tokens
        own, both = [], []
        for sample in self._samples:
            load = self._load_of(sample)
            if load is not None:
                x = self._x(sample.at)
                own.append(QPointF(x, self._y(load.own)))
                both.append(QPointF(x, self._y(load.own + load.foreign)))
        if len(own) > 1:
            foot = [QPointF(own[-1].x(), self.height()), QPointF(own[0].x(), self.height())]
            self._fill(painter, [*both, *reversed(own)], both, tokens.colour(FOREIGN))
            self._fill(painter, [*own, *foot], own, tokens.colour(OWN))
        painter.setPen(QPen(tokens.colour("bad"), 1, Qt.PenStyle.DashLine))
        level = self._y(self._threshold)
        painter.drawLine(QPointF(0, level), QPointF(self.width(), level))

    @staticmethod
    def _fill(painter: QPainter, area: list[QPointF], edge: list[QPointF], colour: QColor) -> None:
        inside = QColor(colour)
        inside.setAlphaF(0.4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(inside)
        painter.drawPolygon(QPolygonF(area))
        painter.setPen(QPen(colour, 1))
        painter.drawPolyline(QPolygonF(edge))

    def _y(self, percent: float) -> float:
        return (self.height() - 1) * (1 - max(0.0, min(100.0, percent)) / 100)


class StepsPlot(_Plot):
    """The running scans as a filled step, the limit as a line above them."""

    def __init__(
        self, theme: Theme, describe: Callable[[ResourceSample], str], parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, STEPS_HEIGHT, describe, parent)

    def _draw(self, painter: QPainter) -> None:
        tokens = self._theme.tokens
        top = max(1, *(max(s.running, s.slots or 0, s.ceiling) for s in self._samples))
        running = self._steps([(s.at, s.running) for s in self._samples], top)
        limit = self._steps([(s.at, s.slots) for s in self._samples if s.slots is not None], top)
        if running:
            inside = tokens.colour(OWN)
            inside.setAlphaF(0.4)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(inside)
            foot = [QPointF(running[-1].x(), self.height()), QPointF(running[0].x(), self.height())]
            painter.drawPolygon(QPolygonF([*running, *foot]))
        if limit:
            painter.setPen(QPen(tokens.colour("text"), 1))
            painter.drawPolyline(QPolygonF(limit))

    def _steps(self, values: list[tuple[float, int]], top: int) -> list[QPointF]:
        points: list[QPointF] = []
        for at, value in values:
            x = self._x(at)
            # The line at the very top must be seen whole.
            y = (self.height() - 2) * (1 - value / top) + 1
            if points and points[-1].y() != y:
                points.append(QPointF(x, points[-1].y()))
            points.append(QPointF(x, y))
        return points
