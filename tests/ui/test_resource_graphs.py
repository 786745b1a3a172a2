"""The strip shows whose load it is, where the limit lies and why; ten minutes of it, cheaply."""

import subprocess
import sys
import time

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from momentry_desk.core.resources import GpuLoad, LimitCode, LimitReason, ResourceSample
from momentry_desk.core.settings import QueueSettings, Settings
from momentry_desk.core.snapshot import Counts, Pause, PauseState, QueueSnapshot
from momentry_desk.ui.resource_graphs import ResourceStrip
from momentry_desk.ui.resource_history import SHOWN_S
from momentry_desk.ui.theme import Theme

GB = 10**9


def sample(at: float, **changes: object) -> ResourceSample:
    plain = ResourceSample(
        at, 70.0, 40.0, 8 * GB, 16 * GB, 3 * GB, 100 * GB, cores=4, running=2, slots=3, ceiling=4
    )
    return replace(plain, **changes)


@pytest.fixture
def strip(qtbot: QtBot, theme: Theme) -> ResourceStrip:
    made = ResourceStrip(theme)
    qtbot.addWidget(made)
    made.resize(900, 160)
    made.show()
    made.draw()
    return made


def test_own_and_foreign_load_stand_on_each_other_in_their_colours(strip: ResourceStrip, theme: Theme) -> None:
    strip.show_history([sample(float(at)) for at in range(600)])
    plot = strip.cpu.plot
    assert plot is not None
    picture = plot.grab().toImage()
    ratio = picture.devicePixelRatio()

    def hue(percent: float) -> int:
        y = (plot.height() - 1) * (1 - percent / 108)
        return int(QColor(picture.pixelColor(int(plot.width() / 2 * ratio), int(y * ratio))).hue())

    own, others = theme.tokens.colour("accent").hue(), theme.tokens.colour("warn").hue()
    assert abs(hue(20) - own) < 25
    assert abs(hue(55) - others) < 25
    assert abs(hue(88) - theme.tokens.colour("base").hue()) < 25
    assert "ours 40 %, others 30 %" in strip.cpu.accessibleName()
    assert "others 5.0 GB" in strip.memory.accessibleName()


def test_hovering_tells_the_values_of_that_moment(strip: ResourceStrip, qtbot: QtBot) -> None:
    strip.show_history([sample(float(at), own_cpu_percent=10.0 if at < 300 else 40.0) for at in range(601)])
    plot = strip.cpu.plot
    assert plot is not None
    early = plot.at(plot.width() / 4)
    assert early is not None
    assert early.at == pytest.approx(150, abs=2)
    qtbot.mouseMove(plot, QPoint(plot.width() // 2, 10))
    qtbot.mouseMove(plot, QPoint(plot.width() // 4, 10))
    qtbot.waitUntil(lambda: "ours 10 %" in QToolTip.text())
    assert "7:3" in QToolTip.text().replace("7:29", "7:30")
    assert strip.steps is not None
    qtbot.mouseMove(strip.steps, QPoint(plot.width() // 2, 5))
    qtbot.waitUntil(lambda: "2 of 3 scans" in QToolTip.text())


def test_what_is_older_than_ten_minutes_or_of_a_clock_set_back_is_gone(strip: ResourceStrip) -> None:
    strip.show_history([sample(float(at)) for at in range(2000)])
    assert strip.steps is not None
    oldest = strip.steps.at(0)
    assert oldest is not None
    assert oldest.at == 1999 - SHOWN_S
    strip.show_sample(sample(5.0))
    assert strip.steps.at(0) is None


@pytest.mark.parametrize("code", sorted(set(LimitCode) - {LimitCode.FIXED, LimitCode.AS_SET}))
def test_every_reason_is_said_in_plain_words_with_the_figures_beside(strip: ResourceStrip, code: LimitCode) -> None:
    reason = LimitReason(code, 50.0, 20.0, "RTX")
    strip.show_snapshot(QueueSnapshot(slots_limit=reason, counts=Counts(processing=2, pending=1), slots=2))
    shown = strip._why.text()
    assert shown.endswith(".")
    assert not any(sign in shown for sign in "{}%0123456789")
    said, _, figures = strip._why.toolTip().partition("\n")
    assert said == shown
    measured = code not in (LimitCode.STARTING, LimitCode.ROOM_AGAIN)
    assert any(sign.isdigit() for sign in figures) is measured


_RUNS, _PAUSED = Pause(), Pause(PauseState.PAUSED, "user")


@pytest.mark.parametrize(
    ("counts", "pause", "suspended", "waits"),
    [
        (Counts(processing=1, pending=3), _RUNS, 0, True),
        (Counts(processing=1, pending=3), _PAUSED, 0, False),
        # Nothing is left to start, or a person holds it back.
        (Counts(processing=1), _RUNS, 0, False),
        (Counts(completed=5), _RUNS, 0, False),
        (Counts(processing=1, pending=2, held=2), _RUNS, 0, False),
        # There is a slot: what waits does so for its drive.
        (Counts(processing=0, pending=3), _RUNS, 0, False),
        # It began, and stands still for others.
        (Counts(processing=2), _RUNS, 1, True),
    ],
)
def test_the_reason_is_there_only_while_something_waits_because_of_it(
    strip: ResourceStrip, counts: Counts, pause: Pause, suspended: int, waits: bool
) -> None:
    strip.show_history([sample(1.0, suspended=suspended)])
    reason = LimitReason(LimitCode.CPU, 84.0, 50.0)
    strip.show_snapshot(QueueSnapshot(slots_limit=reason, counts=counts, pause=pause, slots=1, max_concurrent=2))
    assert bool(strip._why.text()) is waits
    assert bool(strip._why.toolTip()) is waits


def test_the_controls_follow_the_settings_and_ask_for_others(strip: ResourceStrip, qtbot: QtBot) -> None:
    asked: list[object] = []
    strip.slots_wanted.connect(asked.append)
    strip.follow_wanted.connect(asked.append)
    settings = Settings(queue=QueueSettings(max_concurrent=5, dynamic_concurrency=False))
    strip.show_snapshot(QueueSnapshot(max_concurrent=5, settings=settings))
    assert (strip.at_once.value(), strip.follow.isChecked(), asked) == (5, False, [])
    strip.at_once.stepUp()
    qtbot.mouseClick(strip.follow, Qt.MouseButton.LeftButton, pos=QPoint(8, strip.follow.height() // 2))
    assert asked == [6, True]


def test_each_gpu_gets_a_graph_of_its_own(strip: ResourceStrip) -> None:
    gpus = (
        GpuLoad(0, "RTX 4070", 60.0, 4 * GB, 12 * GB, 2 * GB, 25.0),
        GpuLoad(1, "RTX 3050", 10.0, GB, 8 * GB),
    )
    assert strip.gpus == {}
    strip.show_sample(sample(1.0, gpus=gpus))
    strip.show_sample(sample(2.0, gpus=gpus[:1]))
    assert strip.gpus[0].accessibleName() == "RTX 4070: ours 25 %, others 35 %"
    assert sorted(strip.gpus) == [0, 1]


def test_it_tells_when_it_is_on_the_screen(strip: ResourceStrip) -> None:
    seen: list[bool] = []
    strip.seen.connect(seen.append)
    strip.hide()
    strip.show()
    assert seen == [False, True]


def test_the_window_does_not_wait_for_the_plotting_library() -> None:
    code = "import sys, momentry_desk.ui.main_window; print('pyqtgraph' in sys.modules, 'numpy' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert answer.stdout.split() == ["False", "False"]


def test_a_strip_without_plots_keeps_their_places(qtbot: QtBot, theme: Theme) -> None:
    strip = ResourceStrip(theme)
    qtbot.addWidget(strip)
    strip.resize(900, 160)
    strip.show()
    strip.show_history([sample(float(at)) for at in range(10)])
    before = strip.sizeHint().height()
    assert strip.steps is None
    strip.fetch_plots()
    qtbot.waitUntil(lambda: strip.steps is not None)
    assert strip.sizeHint().height() == before
    assert strip.cpu.plot is not None


def test_a_second_of_graphs_costs_less_than_two_percent_of_a_core(strip: ResourceStrip, qapp: QApplication) -> None:
    strip.show_history([sample(float(at), slots=1 + at // 60 % 4) for at in range(600)])
    qapp.processEvents()
    began = time.process_time()
    for n in range(50):
        strip.show_sample(sample(600.0 + n))
        strip.show_snapshot(QueueSnapshot(slots_limit=LimitReason(LimitCode.CPU, 50.0 + n, 20.0)))
        qapp.processEvents()
    each = (time.process_time() - began) / 50
    assert each < 0.020, f"{each * 1000:.1f} ms of CPU a second"


def test_what_is_paused_or_idle_is_not_said_to_run(strip: ResourceStrip) -> None:
    strip.show_snapshot(QueueSnapshot(slots=2))
    assert strip._slots.text() == "No scan runs"
    strip.show_snapshot(QueueSnapshot(counts=Counts(processing=2), slots=2))
    assert strip._slots.text() == "2 of 2 scans"
    strip.show_snapshot(QueueSnapshot(counts=Counts(processing=2), slots=2, pause=Pause(PauseState.PAUSED)))
    assert strip._slots.text() == "2 paused"
    assert "running 0" in strip.steps_head.values.text()
