"""The strip under the queue: how many scans run and why not more, and what the machine does, live."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QSpinBox, QVBoxLayout, QWidget

from momentry_desk.core.resources import GpuLoad, ResourceSample
from momentry_desk.core.snapshot import QueueSnapshot
from momentry_desk.ui import words
from momentry_desk.ui.resource_plots import FOREIGN, OWN, Load, LoadPlot, StepsPlot
from momentry_desk.ui.theme import Theme

_MOST_AT_ONCE = 64


class Graph(QWidget):
    """A title, the last values beside it, and ten minutes beneath."""

    def __init__(
        self,
        theme: Theme,
        load_of: Callable[[ResourceSample], Load | None],
        describe: Callable[[ResourceSample], str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._own = self._others = ""
        self.title = QLabel()
        self.title.setProperty("role", "strong")
        self.value = QLabel()
        self.value.setProperty("role", "small")
        self.value.setTextFormat(Qt.TextFormat.RichText)
        self.plot = LoadPlot(theme, load_of, describe)
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
        theme.changed.connect(self._fill)

    def say(self, title: str, own: str, others: str) -> None:
        """Show the last values, each with the colour of its area."""
        self.title.setText(title)
        self._own, self._others = own, others
        self.setAccessibleName(f"{title}: {own}, {others}")
        self._fill()

    def _fill(self) -> None:
        tokens = self._theme.tokens
        parts = ((OWN, self._own), (FOREIGN, self._others))
        self.value.setText(
            "&nbsp;&nbsp;".join(
                f'<span style="color:{tokens.colour(name).name()}">■</span> {text}' for name, text in parts if text
            )
        )


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
        self._sample: ResourceSample | None = None
        self._slots = QLabel()
        self._slots.setProperty("role", "strong")
        self._why = QLabel()
        self._why.setProperty("role", "small")
        self._why.setTextFormat(Qt.TextFormat.PlainText)
        self._why.setMinimumWidth(10)
        self.at_once = QSpinBox()
        self.at_once.setRange(1, _MOST_AT_ONCE)
        self.at_once.setKeyboardTracking(False)
        self.at_once.valueChanged.connect(self.slots_wanted)
        self.follow = QCheckBox()
        self.follow.toggled.connect(self.follow_wanted)
        self.cpu = Graph(theme, _cpu, self._say_cpu)
        self.memory = Graph(theme, _memory, self._say_memory)
        self.gpus: dict[int, Graph] = {}
        self.steps = StepsPlot(theme, self._say_steps)
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
        layout.addWidget(self.steps)
        self._fill()

    def show_snapshot(self, snapshot: QueueSnapshot) -> None:
        """Show how many slots are filled, and the limits of the settings."""
        self._snapshot = snapshot
        queue = snapshot.settings.queue
        self.cpu.plot.set_threshold(queue.cpu_threshold)
        self.memory.plot.set_threshold(queue.memory_threshold)
        for graph in self.gpus.values():
            graph.plot.set_threshold(queue.gpu_threshold)
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
        self._fill()

    def show_sample(self, sample: ResourceSample) -> None:
        """Let the curves go on by one sample."""
        self._take(sample)
        self._fill()

    def _take(self, sample: ResourceSample) -> None:
        self._sample = sample
        for gpu in sample.gpus:
            if gpu.index not in self.gpus:
                self._add_gpu(gpu.index)
        for plot in (self.cpu.plot, self.memory.plot, self.steps, *(graph.plot for graph in self.gpus.values())):
            plot.take(sample)

    def _add_gpu(self, index: int) -> None:
        graph = Graph(
            self._theme,
            lambda sample: _gpu_load(_gpu(sample, index)),
            lambda sample: self._say_gpu(_gpu(sample, index)),
        )
        graph.plot.set_threshold(self._snapshot.settings.queue.gpu_threshold)
        self.gpus[index] = graph
        self._graphs.addWidget(graph, 1)

    # Words --------------------------------------------------------------------------------------------------

    def _fill(self) -> None:
        now = self._snapshot
        self._slots.setText(self._scans(now.counts.processing, now.slots))
        why = words.limit(now.slots_limit) if now.slots_limit else now.slots_reason
        self._why.setText(why)
        self._why.setToolTip(why)
        self.at_once.setToolTip(self.tr("How many scans may run at once"))
        self.at_once.setAccessibleName(self.tr("How many scans may run at once"))
        self.follow.setText(self.tr("Follow the machine"))
        self.follow.setToolTip(self.tr("Run fewer at once while other programs need the machine"))
        self.steps.setAccessibleName(self._slots.text())
        sample = self._sample
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

    def _scans(self, running: int, limit: int) -> str:
        # A limit that has fallen starts nothing more; what runs goes on.
        if running > limit:
            return self.tr("{0} scans, limit {1}").format(running, limit)
        return self.tr("{0} of {1} scans").format(running, limit)

    def _ours(self, value: str) -> str:
        return self.tr("ours {0}").format(value)

    def _others(self, value: str) -> str:
        return self.tr("others {0}").format(value)

    def _parts(self, load: Load) -> tuple[str, str]:
        return self._ours(f"{load.own:.0f} %"), self._others(f"{load.foreign:.0f} %")

    def _ago(self, sample: ResourceSample) -> str:
        last = self._sample.at if self._sample else sample.at
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
