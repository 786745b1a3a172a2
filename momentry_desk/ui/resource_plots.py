"""The plots of the resource strip: ten minutes of load, ours and others' on top of it, and the limit in steps.

Importing this imports pyqtgraph, which takes half a second: it is done once the window stands there.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QPainterPath, QPen, QRegion, QResizeEvent
from PySide6.QtWidgets import QToolTip, QVBoxLayout, QWidget

from momentry_desk.core.resources import ResourceSample
from momentry_desk.ui.plot_place import FOREIGN, OWN, Load
from momentry_desk.ui.resource_history import SHOWN_S, History
from momentry_desk.ui.theme import Theme

#: Above it the limit's line at the very top could not be seen whole.
_HEADROOM = 1.08
_CORNER = 4.0
_FILLED = 0.42

# Smooth lines, or wider ones, would cost many times as much. Each end here is an orderly one: the library's own
# last-minute cleaning is not needed.
pg.setConfigOptions(antialias=False, exitCleanup=False)


class _Plot(QWidget):
    """Ten minutes from left to right; says on hover what was measured at that moment."""

    def __init__(
        self, theme: Theme, history: History, describe: Callable[[ResourceSample], str], *, top: float
    ) -> None:
        super().__init__()
        self._theme = theme
        self._history = history
        self._describe = describe
        # The mouse is for this widget: pyqtgraph's own handling (zoom, menus) is for laboratories.
        self._view = pg.GraphicsView(self)
        self._view.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._box = pg.ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0.0)
        self._view.setCentralItem(self._box)
        self._box.setRange(xRange=(-SHOWN_S, 0), yRange=(0, top), padding=0, disableAutoRange=True)
        self._cursor = pg.InfiniteLine(angle=90)
        self._cursor.hide()
        self._box.addItem(self._cursor, ignoreBounds=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._view)
        self.setMouseTracking(True)
        theme.changed.connect(self._paint)

    def at(self, x: float) -> ResourceSample | None:
        """The sample drawn at that distance from the left edge, in pixels."""
        return self._history.at(self._ago(x))

    def _ago(self, x: float) -> float:
        return SHOWN_S * (1 - x / max(1, self.width()))

    def show_history(self) -> None:
        """Draw what the history holds now."""
        samples = self._history.samples
        if samples:
            self._draw(samples, np.array([sample.at for sample in samples]) - samples[-1].at)

    def _draw(self, samples: Sequence[ResourceSample], times: Any) -> None:
        """`times`: seconds after the last sample, so at most 0, one for each sample."""
        raise NotImplementedError

    def _curve(self, **options: Any) -> Any:
        curve = pg.PlotCurveItem(**options)
        self._box.addItem(curve, ignoreBounds=True)
        return curve

    def _paint(self) -> None:
        self._view.setBackground(self._theme.tokens.colour("base"))
        self._cursor.setPen(QPen(self._theme.tokens.colour("mute"), 0))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        sample = self.at(x)
        self._cursor.setPos(-self._ago(x))
        self._cursor.show()
        QToolTip.showText(event.globalPosition().toPoint(), self._describe(sample) if sample else "", self)

    def leaveEvent(self, event: QEvent) -> None:
        self._cursor.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        shape = QPainterPath()
        shape.addRoundedRect(QRectF(self.rect()), _CORNER, _CORNER)
        self.setMask(QRegion(shape.toFillPolygon().toPolygon()))


class LoadPlot(_Plot):
    """Our share at the bottom, everybody else's on top of it, and the threshold dashed."""

    def __init__(
        self,
        theme: Theme,
        history: History,
        load_of: Callable[[ResourceSample], Load | None],
        describe: Callable[[ResourceSample], str],
    ) -> None:
        """`load_of` answers None for a sample that says nothing of it."""
        super().__init__(theme, history, describe, top=100.0 * _HEADROOM)
        self._load_of = load_of
        # Ours covers the foot of the whole: what is left to see of that is the others'.
        self._whole = self._curve(fillLevel=0)
        self._own = self._curve(fillLevel=0)
        self._threshold = pg.InfiniteLine(pos=100.0, angle=0)
        self._box.addItem(self._threshold, ignoreBounds=True)
        self._paint()

    def set_threshold(self, percent: float) -> None:
        """Draw the dashed line at that height."""
        if percent != self._threshold.value():
            self._threshold.setPos(percent)

    def _draw(self, samples: Sequence[ResourceSample], times: Any) -> None:
        loads = [self._load_of(sample) for sample in samples]
        known = np.array([load is not None for load in loads])
        own = np.array([load.own for load in loads if load])
        foreign = np.array([load.foreign for load in loads if load])
        self._whole.setData(times[known], np.clip(own + foreign, 0, 100))
        self._own.setData(times[known], np.clip(own, 0, 100))

    def _paint(self) -> None:
        super()._paint()
        tokens = self._theme.tokens
        for curve, name in ((self._whole, FOREIGN), (self._own, OWN)):
            curve.setPen(QPen(tokens.colour(name), 0))
            curve.setBrush(tokens.blend(name, "base", _FILLED))
        self._threshold.setPen(QPen(tokens.colour("bad"), 0, Qt.PenStyle.DashLine))


class StepsPlot(_Plot):
    """The running scans as a filled step, the limit as a line above them."""

    def __init__(self, theme: Theme, history: History, describe: Callable[[ResourceSample], str]) -> None:
        super().__init__(theme, history, describe, top=_HEADROOM)
        self._running = self._curve(fillLevel=0, stepMode="left")
        self._limit = self._curve(stepMode="left")
        self._paint()

    def _draw(self, samples: Sequence[ResourceSample], times: Any) -> None:
        limited = [sample.slots is not None for sample in samples]
        limits = np.array([sample.slots for sample in samples if sample.slots is not None])
        running = np.array([sample.running for sample in samples])
        top = max(1, running.max(), limits.max(initial=0), *(sample.ceiling for sample in samples))
        self._box.setYRange(0, top * _HEADROOM, padding=0)
        self._running.setData(times, running)
        self._limit.setData(times[np.array(limited)], limits)

    def _paint(self) -> None:
        super()._paint()
        tokens = self._theme.tokens
        self._running.setPen(QPen(tokens.colour(OWN), 0))
        self._running.setBrush(tokens.blend(OWN, "base", _FILLED))
        self._limit.setPen(QPen(tokens.colour("text"), 0))
