"""Pictures and sound as streams: every frame at its own time, the same rest after a resume, damage read past."""

import sys
from pathlib import Path

import numpy as np
import pytest

from momentry_desk.footage.sound import SoundStream
from momentry_desk.processors.frames import FrameStream
from tests.processors.clips import damage, make_clip


def _times(path: Path, after_s: float | None = None) -> list[float]:
    return [time_s for time_s, _ in FrameStream(str(path)).frames(after_s)]


@pytest.mark.parametrize(("name", "codec"), [("a.mp4", "libx264"), ("a.mkv", "libx264"), ("a.avi", "mpeg4")])
def test_a_resumed_stream_gives_the_rest_of_the_same_frames(tmp_path: Path, name: str, codec: str) -> None:
    path = make_clip(tmp_path / name, codec=codec)
    whole = _times(path)
    assert len(whole) > 10
    for place in (0, 1, len(whole) // 2, len(whole) - 2, len(whole) - 1):
        assert _times(path, whole[place]) == whole[place + 1 :]


def test_frames_carry_their_own_times_at_a_variable_rate(tmp_path: Path) -> None:
    stamps = [0.0, 0.04, 0.5, 0.54, 1.7, 1.74, 3.0, 3.04, 3.08, 4.0]
    path = make_clip(tmp_path / "vfr.mkv", [(0.4, (90, 90, 90))], stamps=stamps)
    assert set(_times(path)) <= set(stamps)
    assert _times(path)[0] == 0.0


def test_a_frame_is_upright_shared_and_read_only(tmp_path: Path) -> None:
    path = make_clip(tmp_path / "phone.mov", rotation=90)
    _, frame = next(FrameStream(str(path)).frames())
    assert (frame.width, frame.height) == (180, 320)
    small = frame.bgr(160)
    assert small.shape == (160, 90, 3)
    assert frame.bgr(160) is small
    assert frame.gray(160).shape == (160, 90)
    assert frame.bgr(4000).shape == (320, 180, 3)
    with pytest.raises(ValueError, match="read-only"):
        small[0, 0] = 0


def test_the_white_square_stands_where_the_turn_puts_it(tmp_path: Path) -> None:
    # Stored near the upper left; turned by 90 degrees it stands at another corner.
    for rotation, corner in ((0, (0, 0)), (90, (1, 0)), (180, (1, 1)), (270, (0, 1))):
        path = make_clip(tmp_path / f"{rotation}.mov", [(0.2, (0, 0, 0))], rotation=rotation)
        _, frame = next(FrameStream(str(path)).frames())
        rows, columns = np.nonzero(frame.gray() > 128)
        place = (int(rows.mean() > frame.height / 2), int(columns.mean() > frame.width / 2))
        assert place == corner, rotation


def test_what_lies_behind_the_damage_is_read_and_the_loss_told(tmp_path: Path) -> None:
    path = make_clip(tmp_path / "hurt.mp4", [(2.0, (200, 60, 40)), (2.0, (40, 60, 200))])
    damage(path, 0.4, 0.5)
    stream = FrameStream(str(path))
    times = [time_s for time_s, _ in stream.frames()]
    assert times[0] == 0.0
    assert times[-1] > 3.8
    assert 0.0 < stream.lost_s < 3.0


def test_a_recording_that_stops_early_tells_what_is_missing(tmp_path: Path) -> None:
    path = make_clip(tmp_path / "cut.mkv", [(4.0, (200, 60, 40))], size=(640, 360))
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    stream = FrameStream(str(path))
    assert list(stream.frames())
    assert stream.end_s < 3.5
    assert stream.lost_s == pytest.approx(4.0 - stream.end_s, abs=0.2)


def test_a_whole_clip_loses_nothing(tmp_path: Path) -> None:
    path = make_clip(tmp_path / "whole.mp4", sound_s=2.0)
    frames, sound = FrameStream(str(path)), SoundStream(str(path))
    assert list(frames.frames())
    assert list(sound.blocks())
    assert (frames.lost_s, sound.lost_s) == (0.0, 0.0)
    assert frames.end_s == pytest.approx(2.0, abs=0.05)
    assert sound.end_s == pytest.approx(2.0, abs=0.05)


def test_sound_comes_in_contiguous_blocks_of_16_khz(tmp_path: Path) -> None:
    path = make_clip(tmp_path / "tone.mp4", (), sound_s=3.5)
    position = 0
    for time_s, block in SoundStream(str(path)).blocks():
        assert round(time_s * 16_000) == position
        assert block.dtype == np.float32
        assert len(block) <= 16_000
        position += len(block)
    assert position == pytest.approx(3.5 * 16_000, abs=2000)


def test_sound_from_a_mark_on_is_the_same_sound(tmp_path: Path) -> None:
    path = make_clip(tmp_path / "tone.mp4", (), sound_s=4.0)
    whole = np.concatenate([block for _, block in SoundStream(str(path)).blocks()])
    first, rest = next(SoundStream(str(path)).blocks(2.25))
    assert first == 2.25
    expected = whole[36_000 : 36_000 + len(rest)]
    assert float(np.abs(rest - expected).max()) < 0.001


def test_lost_sound_is_silence_of_the_same_length(tmp_path: Path) -> None:
    path = make_clip(tmp_path / "hurt.mp4", (), sound_s=4.0)
    whole = sum(len(block) for _, block in SoundStream(str(path)).blocks())
    damage(path, 0.4, 0.5)
    stream = SoundStream(str(path))
    assert sum(len(block) for _, block in stream.blocks()) == pytest.approx(whole, abs=1100)


def test_a_file_without_the_stream_gives_nothing(tmp_path: Path) -> None:
    silent = make_clip(tmp_path / "silent.mp4")
    blind = make_clip(tmp_path / "blind.m4a", (), sound_s=1.0)
    assert list(SoundStream(str(silent)).blocks()) == []
    assert _times(blind) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel counts the bytes")
def test_for_the_sound_the_picture_is_not_read(tmp_path: Path) -> None:
    path = make_clip(tmp_path / "large.mov", [(1.0, (200, 60, 40))], sound_s=1.0, size=(640, 360), codec="rawvideo")

    def bytes_read() -> int:
        return int(Path("/proc/self/io").read_text().split()[1])

    before = bytes_read()
    assert sum(len(block) for _, block in SoundStream(str(path)).blocks()) > 15_000
    assert bytes_read() - before < path.stat().st_size / 2
