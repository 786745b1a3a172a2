"""The sound that is heard belongs to the instant that is told."""

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from momentry_desk.ui.sound import RATE_HZ, HeardClock, Sound
from tests.processors.clips import make_clip
from tests.ui.fake_sound import FakeDevice


@pytest.fixture
def device() -> FakeDevice:
    return FakeDevice()


@pytest.fixture
def sound(tmp_path: Path, device: FakeDevice) -> Iterator[Sound]:
    path = make_clip(tmp_path / "clip.mp4", sound_s=2.0)
    made = Sound(str(path), device, now=lambda: 0.0)
    yield made
    made.stop()


def pumped(sound: Sound, device: FakeDevice) -> bool:
    """Whether there is something to hear, or nothing will come."""
    sound.pump()
    return device.waiting() > 0 or sound.is_over


def play_on(sound: Sound, device: FakeDevice, qtbot: QtBot, seconds: float) -> None:
    """Let `seconds` be heard, in steps as a device takes them."""
    for _ in range(round(seconds / 0.02)):
        qtbot.waitUntil(lambda: pumped(sound, device))
        device.hear(0.02)


def test_the_position_is_what_was_heard_and_not_what_was_handed_over(
    sound: Sound, device: FakeDevice, qtbot: QtBot
) -> None:
    sound.start(0.5)
    qtbot.waitUntil(lambda: sound.has_begun)
    sound.pump()
    assert sound.position_s() == 0.5
    play_on(sound, device, qtbot, 0.4)
    assert sound.position_s() == pytest.approx(0.9, abs=0.001)


def test_it_begins_at_the_sample_that_was_asked_for(sound: Sound, device: FakeDevice, qtbot: QtBot) -> None:
    sound.start(0.5)
    qtbot.waitUntil(lambda: sound.has_begun)
    play_on(sound, device, qtbot, 0.3)
    samples = np.frombuffer(device.heard, "<i2").reshape(-1, 2)[:, 0] / 32767
    times = 0.5 + np.arange(len(samples)) / RATE_HZ
    # The clip's tone of 440 Hz: its phase tells where in the file the sound comes from.
    wave = np.exp(-2j * math.pi * 440 * times)
    phase = float(np.angle((samples * wave).sum()) + math.pi / 2)
    assert abs(phase / (2 * math.pi * 440)) < 0.0003


def test_sound_that_ends_before_the_picture_says_so(sound: Sound, device: FakeDevice, qtbot: QtBot) -> None:
    sound.start(1.8)
    assert not sound.is_over
    qtbot.waitUntil(lambda: sound.has_begun)
    play_on(sound, device, qtbot, 0.6)
    assert sound.is_over


def test_another_start_forgets_what_was_under_way(sound: Sound, device: FakeDevice, qtbot: QtBot) -> None:
    sound.start(0.0)
    qtbot.waitUntil(lambda: sound.has_begun)
    sound.pump()
    sound.start(1.5)
    assert sound.position_s() == 1.5
    assert device.waiting() == 0


@given(st.lists(st.tuples(st.floats(0, 0.1), st.booleans()), max_size=60))
def test_the_clock_never_goes_back_and_never_runs_far_ahead(steps: list[tuple[float, bool]]) -> None:
    now, told = 0.0, 3.0
    clock = HeardClock(lambda: now)
    clock.restart(told)
    last = told
    for passed, progress in steps:
        now += passed
        told += passed if progress else 0.0
        read = clock.read(told)
        assert read >= last
        assert told - 1e-9 <= read <= max(last, told + 0.05 + 1e-9)
        last = read
