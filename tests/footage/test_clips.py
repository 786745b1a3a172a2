"""Clips that are cut: decoded again, they are their source at those very times, in picture and in sound."""

import math
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from momentry_desk.core.clips import ClipMade, ClipWish
from momentry_desk.footage import media
from momentry_desk.footage.clips import CutOff, cut, key_frame_before
from momentry_desk.footage.drafts import NotWritten
from momentry_desk.footage.pictures import Picture, PictureSource
from momentry_desk.footage.sound import SoundStream
from tests.processors.clips import make_clip

SHOTS = [(1.0, (200, 60, 40)), (1.0, (40, 60, 200)), (1.0, (60, 180, 60))]
RATE = 16_000
#: Sound may lie beside its picture by so much. Seconds.
_BESIDE_S = 0.04


def make(source: Path, output: Path, from_s: float, to_s: float, **more: object) -> ClipMade:
    wish = ClipWish(str(source), from_s, to_s, str(output), **more)  # type: ignore[arg-type]
    return cut(wish, str(output.with_name(".draft.part")))


def likeness(one: Picture, other: Picture) -> float:
    """Peak signal to noise, in dB."""
    assert (one.width, one.height) == (other.width, other.height)
    a, b = (picture.pixels(one.width, one.height)[:, :, :3].astype(float) for picture in (one, other))
    error = float(((a - b) ** 2).mean())
    return 10 * math.log10(255**2 / error) if error else 99.0


def compare(source: Path, clip: Path, made: ClipMade, times: Sequence[float]) -> list[float]:
    """How like the clip's pictures are to the source's at these times of the source."""
    one, other = PictureSource(str(source)), PictureSource(str(clip))
    try:
        found = []
        for time_s in times:
            here, there = one.at(time_s), other.at(time_s - made.begin_s)
            assert here is not None
            assert there is not None
            assert there.time_s == pytest.approx(max(0.0, here.time_s - made.begin_s), abs=0.002)
            found.append(likeness(here, there))
        return found
    finally:
        one.close()
        other.close()


def length_of(clip: Path) -> int:
    with av.open(str(clip)) as container:
        return sum(1 for _ in container.decode(video=0))


def sound(path: Path, from_s: float, length_s: float, track: int | None = None) -> np.ndarray:
    blocks, held = [], 0
    for _, samples in SoundStream(str(path), track=track).blocks(from_s):
        blocks.append(samples)
        held += len(samples)
        if held >= length_s * RATE:
            break
    return np.concatenate(blocks)[: round(length_s * RATE)] if blocks else np.zeros(0)


def beside_s(source: np.ndarray, clip: np.ndarray) -> float:
    """By how much the clip's sound is late, where both fit best."""
    count = min(len(source), len(clip))
    spectrum = np.fft.rfft(clip[:count], 2 * count) * np.conj(np.fft.rfft(source[:count], 2 * count))
    place = int(np.argmax(np.fft.irfft(spectrum)))
    return (place - 2 * count if place > count else place) / RATE


def make_with_clicks(path: Path, at_s: Sequence[float], *, tracks: int = 1, length_s: float = 3.0) -> Path:
    """A film with a click at each time, and a hum of its own on each track."""
    with av.open(str(path), "w") as container:
        video = container.add_stream("libx264", rate=25)
        video.width, video.height, video.pix_fmt = 160, 90, "yuv420p"
        video.codec_context.gop_size = 50
        sounds = [container.add_stream("aac", rate=48_000, layout="mono") for _ in range(tracks)]
        for number, stream in enumerate(sounds):
            stream.metadata["language"] = ("eng", "deu", "zho")[number]
        for number in range(round(length_s * 25)):
            pixels = np.full((90, 160, 3), 20 + number * 3 % 200, np.uint8)
            picture = av.VideoFrame.from_ndarray(pixels, "bgr24")
            picture.pts, picture.time_base = number, Fraction(1, 25)
            container.mux(video.encode(picture))
        container.mux(video.encode(None))
        times = np.arange(round(length_s * 48_000)) / 48_000
        for number, stream in enumerate(sounds):
            wave = 0.02 * np.sin(2 * np.pi * (200 + 400 * number) * times)
            for click_s in at_s:
                wave[round(click_s * 48_000) :][:96] = 0.9
            frame = av.AudioFrame.from_ndarray(wave[None].astype(np.float32), "fltp", "mono")
            frame.sample_rate, frame.pts, frame.time_base = 48_000, 0, Fraction(1, 48_000)
            container.mux(stream.encode(frame))
            container.mux(stream.encode(None))
    return path


def test_an_exact_clip_begins_and_ends_with_the_very_pictures(tmp_path: Path) -> None:
    source = make_clip(tmp_path / "film.mp4", SHOTS, sound_s=3.0, gop=50)
    clip = tmp_path / "clip.mp4"
    made = make(source, clip, 0.85, 2.13, exact=True)
    assert made.begin_s == pytest.approx(0.84)
    assert made.end_s == pytest.approx(2.16)
    assert length_of(clip) == 33
    assert min(compare(source, clip, made, (0.85, 1.5, 2.13))) > 38
    # A neighbour is another picture: one wrong frame would be seen.
    one, other = PictureSource(str(source)), PictureSource(str(clip))
    last, wrong = other.at(9.0), one.at(2.17)
    assert last is not None
    assert wrong is not None
    assert likeness(last, wrong) < 34
    one.close()
    other.close()
    info = media.probe(str(clip))
    assert (info.video_codec, info.audio_codec) == ("h264", "aac")
    assert info.duration_s == pytest.approx(1.32, abs=0.03)


def test_a_copy_begins_at_the_key_frame_it_speaks_of_and_loses_nothing(tmp_path: Path) -> None:
    source = make_clip(tmp_path / "film.mp4", SHOTS, sound_s=3.0, gop=10)
    clip = tmp_path / "clip.mkv"
    promised = key_frame_before(str(source), 1.5)
    made = make(source, clip, 1.5, 2.3)
    assert promised == made.begin_s
    assert 1.1 <= made.begin_s <= 1.5
    with av.open(str(source)) as container:
        keys = [float(f.time) for f in container.decode(video=0) if f.key_frame and f.time <= 1.5]
    assert made.begin_s == pytest.approx(keys[-1])
    assert compare(source, clip, made, (made.begin_s, 1.9, 2.3)) == [99.0] * 3


@pytest.mark.parametrize("exact", [False, True])
def test_sound_stays_with_its_picture(tmp_path: Path, exact: bool) -> None:
    source = make_with_clicks(tmp_path / "film.mp4", (1.3, 2.2))
    for ending in ("mp4", "mkv"):
        clip = tmp_path / f"clip.{ending}"
        made = make(source, clip, 1.1, 2.5, exact=exact)
        heard = sound(clip, 0.0, 3.0)
        clicks = np.flatnonzero(np.abs(heard) > 0.4) / RATE + made.begin_s
        for click_s in (1.3, 2.2):
            assert np.abs(clicks - click_s).min() < _BESIDE_S / 4


@pytest.mark.parametrize("exact", [False, True])
def test_a_clip_of_a_phone_stays_upright(tmp_path: Path, exact: bool) -> None:
    source = make_clip(tmp_path / "phone.mp4", SHOTS, rotation=90, gop=10)
    upright = media.probe(str(source))
    assert upright.rotation == 270
    for ending in ("mp4", "mkv"):
        clip = tmp_path / f"clip.{ending}"
        made = make(source, clip, 0.4, 1.0, exact=exact)
        info = media.probe(str(clip))
        assert (info.width, info.height, info.rotation) == (upright.width, upright.height, upright.rotation)
        assert min(compare(source, clip, made, (0.4, 1.0))) > 38


def test_a_variable_rate_keeps_the_time_of_every_picture(tmp_path: Path) -> None:
    stamps = [0.0, 0.04, 0.2, 0.24, 0.6, 0.64, 0.68, 1.4, 1.44, 1.5]
    source = make_clip(tmp_path / "uneven.mp4", [(0.4, (20, 180, 60))], stamps=stamps)
    clip = tmp_path / "clip.mp4"
    made = make(source, clip, 0.22, 1.42, exact=True)
    assert min(compare(source, clip, made, (0.22, 0.24, 0.59, 0.61, 0.9, 1.42))) > 38
    # It stood on the screen for 0.72 s: the clip does not go back so far.
    late = make(source, tmp_path / "late.mp4", 1.2, 1.45, exact=True)
    assert late.begin_s == pytest.approx(1.2)
    assert min(compare(source, tmp_path / "late.mp4", late, (1.2, 1.39, 1.41, 1.45))) > 38


def test_all_sound_tracks_are_kept_or_the_one_that_is_chosen(tmp_path: Path) -> None:
    source = make_with_clicks(tmp_path / "film.mkv", (), tracks=3)
    for exact in (False, True):
        every, one = tmp_path / f"every{exact}.mkv", tmp_path / f"one{exact}.mkv"
        make(source, every, 0.5, 1.5, exact=exact)
        assert [track.language for track in media.probe(str(every)).audio_tracks] == ["eng", "deu", "zho"]
        make(source, one, 0.5, 1.5, exact=exact, audio_track=1)
        (track,) = media.probe(str(one)).audio_tracks
        assert track.language == "deu"
        spectrum = np.abs(np.fft.rfft(sound(one, 0.1, 0.8)))
        assert np.argmax(spectrum) / 0.8 == pytest.approx(600, abs=5)


def test_nothing_is_overwritten_unasked_and_nothing_is_left_of_what_was_called_off(tmp_path: Path) -> None:
    source = make_clip(tmp_path / "film.mp4", SHOTS)
    clip = tmp_path / "clip.mp4"
    clip.write_text("mine")
    with pytest.raises(NotWritten, match="exists already"):
        make(source, clip, 0.5, 1.0)
    assert clip.read_text() == "mine"
    make(source, clip, 0.5, 1.0, overwrite=True)
    assert media.probe(str(clip)).has_video
    with pytest.raises(NotWritten, match="cannot take the place"):
        make(source, source, 0.5, 1.0, overwrite=True)
    other = tmp_path / "other.mp4"
    wish = ClipWish(str(source), 0.2, 2.0, str(other), exact=True)
    asked = iter([False] * 5)
    with pytest.raises(CutOff):
        cut(wish, str(tmp_path / ".draft.part"), called_off=lambda: next(asked, True))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["clip.mp4", "film.mp4"]


@pytest.mark.parametrize(
    ("output", "from_s", "to_s", "exact", "said"),
    [
        ("clip.avi", 0.5, 1.0, False, "does not end in what a clip can be"),
        ("clip.webm", 0.5, 1.0, True, "cannot be a .webm"),
        ("clip.webm", 0.5, 1.0, False, "cannot hold the picture or the sound of film.mp4"),
        ("clip.mp4", 1.0, 1.0, True, "must lie behind"),
        ("clip.mp4", 3.0, 4.0, False, "it ends before"),
        ("clip.mp4", 3.0, 4.0, True, "it ends before"),
        ("nowhere/clip.mp4", 0.5, 1.0, False, "is not there"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    tmp_path: Path, output: str, from_s: float, to_s: float, exact: bool, said: str
) -> None:
    source = make_clip(tmp_path / "film.mp4", SHOTS[:1])
    with pytest.raises(NotWritten, match=said):
        make(source, tmp_path / output, from_s, to_s, exact=exact)
    assert [path.name for path in tmp_path.iterdir()] == ["film.mp4"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="bounds the size of files as Linux does")
@pytest.mark.parametrize("exact", [False, True])
def test_a_full_disk_is_called_by_its_name(tmp_path: Path, exact: bool) -> None:
    import resource
    import signal

    source = make_clip(tmp_path / "film.mp4", SHOTS, size=(640, 360), sound_s=3.0)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    heard = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8_000, before[1]))
    try:
        with pytest.raises(NotWritten, match="no room"):
            make(source, tmp_path / "clip.mp4", 0.2, 2.5, exact=exact)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, heard)
    assert [path.name for path in tmp_path.iterdir()] == ["film.mp4"]


@pytest.mark.real_media
@pytest.mark.parametrize(
    ("name", "from_s", "to_s"),
    [
        ("crowd_av1_opus.mkv", 1.3, 1.4),
        ("rotated90_phone.mov", 1.0, 1.4),
        ("grid_mpeg1_mp2.mpg", 1.0, 1.6),
        ("intel_walkers_silent.mp4", 63.2, 63.8),
    ],
)
def test_real_clips_of_many_kinds_are_cut(
    real_media: Path, tmp_path: Path, name: str, from_s: float, to_s: float
) -> None:
    source = real_media / name
    copy, exact = tmp_path / "copy.mkv", tmp_path / "exact.mp4"
    made = make(source, copy, from_s, to_s)
    assert made.begin_s == key_frame_before(str(source), from_s)
    assert compare(source, copy, made, (made.begin_s, to_s)) == [99.0] * 2
    if media.probe(str(source)).has_audio:
        assert abs(beside_s(sound(source, made.begin_s, 2.0), sound(copy, 0.0, 2.0))) < _BESIDE_S
    made = make(source, exact, from_s, to_s, exact=True)
    assert min(compare(source, exact, made, (from_s, to_s))) > 38
    if media.probe(str(source)).has_audio:
        assert abs(beside_s(sound(source, made.begin_s, 0.4), sound(exact, 0.0, 0.4))) < _BESIDE_S
