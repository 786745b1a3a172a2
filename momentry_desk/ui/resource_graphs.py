"""The strip under the queue: how many scans run and why not more, and what the machine does, live."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QSpinBox, QVBoxLayout, QWidget

from momentry_desk.core.resources import GpuLoad, ResourceSample
from momentry_desk.core.snapshot import PauseState, QueueSnapshot
from momentry_desk.ui import limit_words, words
from momentry_desk.ui.eliding_label import ElidingLabel
from momentry_desk.ui.legend import AREA, LINE, Legend
from momentry_desk.ui.plot_place import FOREIGN, OWN, Load, PlotPlace, PlottingLibrary
from momentry_desk.ui.resource_history import History
from momentry_desk.ui.theme import Theme

if TYPE_CHECKING:
    from momentry_desk.ui.resource_plots import LoadPlot, StepsPlot

_LOAD_HEIGHT = 56
_STEPS_HEIGHT = 26

_MOST_AT_ONCE = 64


class Graph(QWidget):
    """A title, the last values beside it, and ten minutes beneath."""

    def __init__(
        self,
        theme: Theme,
        history: History,
        load_of: Callable[[ResourceSample], Load | None],
        describe: Callable[[ResourceSample], str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._history = history
        self._load_of = load_of
        self._describe = describe
        self._threshold = 100.0
        self.head = Legend(theme)
        self.plot: LoadPlot | None = None
        self._place = PlotPlace(_LOAD_HEIGHT)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.head)
        layout.addWidget(self._place)

    def draw(self) -> None:
        """Put the plot into its place."""
        from momentry_desk.ui.resource_plots import LoadPlot

        self.plot = LoadPlot(self._theme, self._history, self._load_of, self._describe)
        self.plot.set_threshold(self._threshold)
        self.plot.show_history()
        self._place.put(self.plot)

    def set_threshold(self, percent: float) -> None:
        """Draw the dashed line at that height."""
        self._threshold = percent
        if self.plot is not None:
            self.plot.set_threshold(percent)

    def say(self, title: str, own: str, others: str) -> None:
        """Show the last values, each with the colour of its area."""
        self.head.say(title, ((AREA, OWN, own), (AREA, FOREIGN, others)))
        self.setAccessibleName(f"{title}: {own}, {others}")


class ResourceStrip(QWidget):
    """Signals: `slots_wanted` (how many scans at once), `follow_wanted` (whether the limit follows the machine),
    `seen` (whether the strip is on the screen)."""

    slots_wanted = Signal(int)
    follow_wanted = Signal(bool)
    seen = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("resourceStrip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self._snapshot = QueueSnapshot()
        self._history = History()
        self._library = PlottingLibrary(self)
        self._library.ready.connect(self.draw)
        self._slots = QLabel()
        self._slots.setProperty("role", "strong")
        self._why = ElidingLabel()
        self._why.setProperty("role", "small")
        self.at_once = QSpinBox()
        self.at_once.setRange(1, _MOST_AT_ONCE)
        self.at_once.setKeyboardTracking(False)
        self.at_once.lineEdit().setTextMargins(4, 0, 0, 0)
        self.at_once.valueChanged.connect(self.slots_wanted)
        self.follow = QCheckBox()
        self.follow.toggled.connect(self.follow_wanted)
        self.cpu = Graph(theme, self._history, _cpu, self._say_cpu)
        self.memory = Graph(theme, self._history, _memory, self._say_memory)
        self.gpus: dict[int, Graph] = {}
        self.steps: StepsPlot | None = None
        self._steps_place = PlotPlace(_STEPS_HEIGHT)
        self.steps_head = Legend(theme)
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self._slots)
        head.addWidget(self._why, 1)
        head.addWidget(self.at_once)
        head.addWidget(self.follow)
        self._graphs = QHBoxLayout()
        self._graphs.setSpacing(14)
        self._graphs.addWidget(self.cpu, 1)
        self._graphs.addWidget(self.memory, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 10)
        layout.setSpacing(6)
        layout.addLayout(head)
        layout.addLayout(self._graphs)
        layout.addWidget(self.steps_head)
        layout.addWidget(self._steps_place)
        self._fill()

    def fetch_plots(self) -> None:
        """Get the plotting library, beside the event loop, and then draw."""
        self._library.fetch()

    def stop(self) -> None:
        """Return once nothing goes on beside the event loop."""
        self._library.wait()

    def draw(self) -> None:
        """Put the plots into their places."""
        from momentry_desk.ui.resource_plots import StepsPlot

        if self.steps is not None:
            return
        for graph in self._all():
            graph.draw()
        self.steps = StepsPlot(self._theme, self._history, self._say_steps)
        self.steps.setAccessibleName(self._slots.text())
        self.steps.show_history()
        self._steps_place.put(self.steps)

    def _all(self) -> tuple[Graph, ...]:
        return (self.cpu, self.memory, *self.gpus.values())

    def show_snapshot(self, snapshot: QueueSnapshot) -> None:
        """Show how many slots are filled, and the limits of the settings."""
        self._snapshot = snapshot
        queue = snapshot.settings.queue
        self.cpu.set_threshold(queue.cpu_threshold)
        self.memory.set_threshold(queue.memory_threshold)
        for graph in self.gpus.values():
            graph.set_threshold(queue.gpu_threshold)
        for control, value in ((self.at_once, snapshot.max_concurrent), (self.follow, queue.dynamic_concurrency)):
            control.blockSignals(True)
            if isinstance(control, QSpinBox):
                control.setValue(int(value))
            else:
                control.setChecked(bool(value))
            control.blockSignals(False)
        self._fill()

    def show_history(self, samples: Iterable[ResourceSample]) -> None:
        """Show what was measured before there was a window."""
        for sample in samples:
            self._take(sample)
        self._refresh()

    def show_sample(self, sample: ResourceSample) -> None:
        """Let the curves go on by one sample."""
        self._take(sample)
        self._refresh()

    def _take(self, sample: ResourceSample) -> None:
        self._history.take(sample)
        for gpu in sample.gpus:
            if gpu.index not in self.gpus:
                self._add_gpu(gpu.index)

    def _refresh(self) -> None:
        """Nothing is drawn for nobody: what is hidden catches up when it is shown."""
        if self.isVisible():
            self._fill()
            for graph in self._all():
                if graph.plot is not None:
                    graph.plot.show_history()
            if self.steps is not None:
                self.steps.show_history()

    def _add_gpu(self, index: int) -> None:
        graph = Graph(
            self._theme,
            self._history,
            lambda sample: _gpu_load(_gpu(sample, index)),
            lambda sample: self._say_gpu(_gpu(sample, index)),
        )
        graph.set_threshold(self._snapshot.settings.queue.gpu_threshold)
        if self.steps is not None:
            graph.draw()
        self.gpus[index] = graph
        self._graphs.addWidget(graph, 1)

    # Words --------------------------------------------------------------------------------------------------

    def _fill(self) -> None:
        now = self._snapshot
        stands = now.pause.state is PauseState.PAUSED
        self._slots.setText(self._standing(now) if stands else self._now(now.counts.processing, now.slots))
        self._say_why(now)
        self.at_once.setToolTip(self.tr("How many scans may run at once"))
        self.at_once.setAccessibleName(self.tr("Scans at once"))
        self.follow.setText(self.tr("Give way to others"))
        self.follow.setToolTip(self.tr("Run fewer at once while other programs need the machine"))
        if self.steps is not None:
            self.steps.setAccessibleName(self._slots.text())
        running, limit = self.tr("running {0}"), self.tr("limit {0}")
        self.steps_head.say(
            self.tr("Scans"),
            (
                (AREA, OWN, running.format(0 if stands else now.counts.processing)),
                (LINE, "text", limit.format(now.slots)),
            ),
        )
        sample = self._history.samples[-1] if self._history.samples else None
        cpu = sample and self._parts(_cpu(sample))
        self.cpu.say(self.tr("CPU"), *(cpu or ("", "")))
        used = (
            (self._ours(words.size(sample.own_memory)), self._others(words.size(sample.foreign_memory)))
            if (sample)
            else ("", "")
        )
        self.memory.say(self.tr("Memory"), *used)
        for index, graph in self.gpus.items():
            gpu = _gpu(sample, index) if sample else None
            load = _gpu_load(gpu)
            graph.say(gpu.name if gpu else self.tr("GPU"), *(self._parts(load) if load else ("", "")))

    def _say_why(self, now: QueueSnapshot) -> None:
        last = self._history.samples[-1] if self._history.samples else None
        waits = limit_words.something_waits(now, suspended=last.suspended if last else 0)
        reason = now.slots_limit if waits else None
        said = limit_words.in_short(reason) if reason else ""
        self._why.setText(said)
        self._why.setToolTip("\n".join(filter(None, (said, limit_words.figures(reason)))) if reason else "")

    def _now(self, running: int, limit: int) -> str:
        return self._scans(running, limit) if running else self.tr("No scan runs")

    def _scans(self, running: int, limit: int) -> str:
        # A limit that has fallen starts nothing more; what runs goes on.
        if running > limit:
            return self.tr("{0} scans, limit {1}").format(running, limit)
        return self.tr("{0} of %n scan(s)", "", limit).format(running)

    def _standing(self, now: QueueSnapshot) -> str:
        count = now.counts.processing
        return self.tr("{0} paused").format(count) if count else self.tr("Paused")

    def _ours(self, value: str) -> str:
        return self.tr("ours {0}").format(value)

    def _others(self, value: str) -> str:
        return self.tr("others {0}").format(value)

    def _parts(self, load: Load) -> tuple[str, str]:
        return self._ours(f"{load.own:.0f} %"), self._others(f"{load.foreign:.0f} %")

    def _ago(self, sample: ResourceSample) -> str:
        last = self._history.samples[-1].at
        return self.tr("{0} ago").format(words.clock(last - sample.at))

    def _say_cpu(self, sample: ResourceSample) -> str:
        return "\n".join((self._ago(sample), *self._parts(_cpu(sample))))

    def _say_memory(self, sample: ResourceSample) -> str:
        return "\n".join(
            (
                self._ago(sample),
                self._ours(words.size(sample.own_memory)),
                self._others(words.size(sample.foreign_memory)),
                self.tr("of {0}").format(words.size(sample.memory_total)),
            )
        )

    def _say_gpu(self, gpu: GpuLoad | None) -> str:
        if gpu is None:
            return ""
        memory = self.tr("{0} of {1} in use, ours {2}").format(
            words.size(gpu.memory_used), words.size(gpu.memory_total), words.size(gpu.own_memory)
        )
        load = _gpu_load(gpu)
        return "\n".join((gpu.name, *(self._parts(load) if load else ()), memory))

    def _say_steps(self, sample: ResourceSample) -> str:
        limit = sample.slots if sample.slots is not None else sample.ceiling
        lines = [self._ago(sample), self._scans(sample.running, limit)]
        if sample.suspended:
            lines.append(self.tr("{0} standing still").format(sample.suspended))
        return "\n".join(lines)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh()
        self.seen.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.seen.emit(False)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()


def _cpu(sample: ResourceSample) -> Load:
    return Load(sample.own_cpu_percent, sample.foreign_cpu_percent)


def _memory(sample: ResourceSample) -> Load:
    whole = max(1, sample.memory_total)
    return Load(100 * sample.own_memory / whole, 100 * sample.foreign_memory / whole)


def _gpu(sample: ResourceSample, index: int) -> GpuLoad | None:
    return next((gpu for gpu in sample.gpus if gpu.index == index), None)


def _gpu_load(gpu: GpuLoad | None) -> Load | None:
    """Where nobody tells whose load it is, it counts as others'."""
    if gpu is None:
        return None
    own = min(gpu.percent, gpu.own_percent or 0.0)
    return Load(own, gpu.percent - own)
