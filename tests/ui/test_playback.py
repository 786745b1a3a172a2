"""The player shows the picture whose time has come, whether it plays, steps or is sent somewhere."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from momentry_desk.footage.pictures import PictureSource
from momentry_desk.ui.frame_thread import Shown
from momentry_desk.ui.playback import Playback
from tests.processors.clips import make_clip
from tests.ui.fake_sound import FakeDevice

STAMPS = [0.0, 0.04, 0.2, 0.24, 0.6, 0.64, 0.68, 1.1, 1.14, 1.5]


class Turned:
    """A clock that stands until it is turned."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Watched:
    """A playback, and all that it told."""

    def __init__(self, playback: Playback, clock: Turned) -> None:
        self.playback = playback
        self.clock = clock
        self.shown: list[Shown] = []
        playback.pictured.connect(lambda shown: self.shown.append(shown) if shown is not None else None)

    @property
    def at(self) -> float | None:
        return self.shown[-1].time_s if self.shown else None


@pytest.fixture
def device() -> FakeDevice:
    return FakeDevice()


@pytest.fixture
def make(qtbot: QtBot, device: FakeDevice) -> Iterator[Callable[..., Watched]]:
    made: list[Playback] = []

    def build(path: Path, *, with_device: bool = False) -> Watched:
        clock = Turned()
        playback = Playback((lambda: device) if with_device else (lambda: None), clock)
        made.append(playback)
        watched = Watched(playback, clock)
        playback.open(str(path))
        qtbot.waitUntil(lambda: watched.at is not None and playback.info is not None)
        return watched

    yield build
    for playback in made:
        playback.close()
        playback.deleteLater()


@pytest.fixture
def uneven(tmp_path: Path) -> Path:
    """Ten pictures at a variable rate."""
    return make_clip(tmp_path / "uneven.mp4", [(0.4, (20, 180, 60))], stamps=STAMPS)


def await_picture(qtbot: QtBot, one: Watched, time_s: float) -> None:
    qtbot.waitUntil(lambda: one.at == pytest.approx(time_s))


def await_position(qtbot: QtBot, one: Watched, time_s: float) -> None:
    qtbot.waitUntil(lambda: one.playback.position_s >= time_s - 1e-6)


def same_as_decoded(shown: Shown, path: Path, time_s: float) -> bool:
    source = PictureSource(str(path))
    expected = source.at(time_s)
    assert expected is not None
    pixels = expected.pixels(shown.image.width(), shown.image.height())
    source.close()
    return bool((pixels == shown.pixels).all())


def test_a_seek_shows_the_very_picture_of_that_instant(
    make: Callable[..., Watched], uneven: Path, qtbot: QtBot
) -> None:
    one = make(uneven)
    for time_s, expected in ((0.59, 0.24), (0.6, 0.6), (1.49, 1.14), (0.1, 0.04)):
        one.playback.seek(time_s)
        await_picture(qtbot, one, expected)
        assert one.playback.position_s == time_s
        assert same_as_decoded(one.shown[-1], uneven, time_s)


def test_playing_begins_before_the_instant_that_was_looked_for_but_never_before_the_film(
    make: Callable[..., Watched], uneven: Path, qtbot: QtBot
) -> None:
    one = make(uneven)
    moved: list[float] = []
    one.playback.moved.connect(moved.append)
    for at_s, run_up_s, begins_s in ((1.1, 0.8, 0.3), (0.6, 0.8, 0.0)):
        one.playback.seek(at_s, run_up_s=run_up_s)
        assert one.playback.position_s == at_s
        moved.clear()
        one.playback.toggle()
        assert moved[0] == pytest.approx(begins_s)
        one.playback.pause()
    # Who has gone on by hand begins where the film stands.
    one.playback.seek(1.1, run_up_s=0.8)
    one.playback.seek(1.0)
    one.playback.shuttle(1)
    assert one.playback.position_s == 1.0


def test_steps_go_picture_by_picture_and_none_is_lost(
    make: Callable[..., Watched], uneven: Path, qtbot: QtBot
) -> None:
    one = make(uneven)
    for _ in range(5):
        one.playback.step(1)
    qtbot.waitUntil(lambda: one.at == pytest.approx(STAMPS[5]))
    one.playback.step(-1)
    one.playback.step(-1)
    qtbot.waitUntil(lambda: one.at == pytest.approx(STAMPS[3]))
    qtbot.waitUntil(lambda: one.playback.position_s == pytest.approx(STAMPS[3]))
    for _ in range(30):
        one.playback.step(1)
    qtbot.waitUntil(lambda: one.at == pytest.approx(STAMPS[-1]))


def test_it_plays_by_the_wall_clock_where_there_is_no_sound(
    make: Callable[..., Watched], uneven: Path, qtbot: QtBot
) -> None:
    one = make(uneven)
    one.playback.toggle()
    qtbot.waitUntil(lambda: one.at == 0.0 and not one.playback._waiting)
    one.clock.now += 0.5
    qtbot.waitUntil(lambda: one.at == pytest.approx(0.24))
    assert one.playback.position_s == pytest.approx(0.5)
    one.clock.now += 0.15
    qtbot.waitUntil(lambda: one.at == pytest.approx(0.64))
    assert not one.playback.is_silent
    one.clock.now += 5
    qtbot.waitUntil(lambda: not one.playback.plays)
    qtbot.waitUntil(lambda: one.at == pytest.approx(STAMPS[-1]))
    assert one.playback.position_s == pytest.approx(one.playback.duration_s)


def test_the_sound_leads_and_the_picture_follows(
    make: Callable[..., Watched], tmp_path: Path, device: FakeDevice, qtbot: QtBot
) -> None:
    path = make_clip(tmp_path / "clip.mp4", sound_s=2.0)
    one = make(path, with_device=True)
    one.playback.toggle()
    heard = 0.0
    while heard < 1.0:
        qtbot.waitUntil(lambda: device.waiting() > 0)
        device.hear(0.05)
        heard += 0.05
        # However fast the wall clock runs, what is heard decides.
        one.clock.now += 0.2
        await_position(qtbot, one, heard)
        assert one.playback.position_s <= heard + 0.051
    qtbot.waitUntil(lambda: (one.at or 0) >= 0.96)
    one.playback.pause()
    assert not device.runs


def test_without_an_output_a_file_with_sound_plays_silently_and_says_so(
    make: Callable[..., Watched], tmp_path: Path, qtbot: QtBot
) -> None:
    one = make(make_clip(tmp_path / "clip.mp4", sound_s=2.0))
    one.playback.toggle()
    assert one.playback.is_silent
    qtbot.waitUntil(lambda: not one.playback._waiting)
    one.clock.now += 0.3
    qtbot.waitUntil(lambda: one.playback.position_s == pytest.approx(0.3))


def test_j_k_and_l_go_back_stop_and_on_and_faster_each_time(
    make: Callable[..., Watched], uneven: Path, qtbot: QtBot
) -> None:
    one = make(uneven)
    speeds = []
    for _ in range(5):
        one.playback.shuttle(1)
        speeds.append(one.playback.speed)
    assert speeds == [1, 2, 4, 8, 8]
    one.playback.pause()
    one.playback.seek(1.2)
    qtbot.waitUntil(lambda: one.at == pytest.approx(1.14))
    one.playback.shuttle(-1)
    assert one.playback.speed == -1
    one.clock.now += 0.5
    qtbot.waitUntil(lambda: one.at == pytest.approx(0.68))
    one.playback.shuttle(-1)
    assert one.playback.speed == -2
    one.clock.now += 5
    qtbot.waitUntil(lambda: one.at == 0.0 and not one.playback.plays)


def test_a_jump_while_it_plays_goes_on_from_there(make: Callable[..., Watched], uneven: Path, qtbot: QtBot) -> None:
    one = make(uneven)
    one.playback.toggle()
    one.playback.seek(1.0)
    assert one.playback.plays
    qtbot.waitUntil(lambda: one.at == pytest.approx(0.68) and not one.playback._waiting)
    one.clock.now += 0.11
    qtbot.waitUntil(lambda: one.at == pytest.approx(1.1))


def test_a_file_that_is_gone_fails_with_its_kind(qtbot: QtBot, tmp_path: Path) -> None:
    playback = Playback(lambda: None)
    with qtbot.waitSignal(playback.failed) as told:
        playback.open(str(tmp_path / "gone.mp4"))
    assert told.args is not None
    assert told.args[0].kind == "source_missing"
    playback.close()
    playback.deleteLater()
