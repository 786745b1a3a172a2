"""What is told of a file before it is scanned: its streams, its picture, and why it cannot be read."""

import errno
import os
import stat
from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from momentry_desk.core.model import FailureKind
from momentry_desk.footage import media
from momentry_desk.processors.frames import FrameStream, thumbnail
from tests.processors.clips import make_clip


def test_a_clip_is_described(tmp_path: Path) -> None:
    info = media.probe(str(make_clip(tmp_path / "clip.mp4", sound_s=2.0)))
    assert (info.container, info.video_codec, info.audio_codec) == ("mov", "h264", "aac")
    assert (info.width, info.height, info.rotation, info.frame_rate) == (320, 180, 0, "25/1")
    assert info.duration_s == pytest.approx(2.0, abs=0.1)


@pytest.mark.parametrize("code", ["01:00:00:00", "10:11:12;14", None])
def test_the_time_code_of_the_first_frame_is_told(tmp_path: Path, code: str | None) -> None:
    rate = 30 if code and ";" in code else 25
    path = make_clip(tmp_path / "a.mov", rate=rate, timecode=code)
    assert media.probe(str(path)).start_timecode == code


def test_a_turned_clip_is_told_of_upright(tmp_path: Path) -> None:
    path = str(make_clip(tmp_path / "phone.mov", rotation=90))
    info = media.probe(path)
    assert (info.width, info.height) == (180, 320)
    picture = cv2.imdecode(np.frombuffer(thumbnail(path, info.duration_s), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape[:2] == (569, 320)


@pytest.mark.parametrize("gop", [12, 500])
def test_the_thumbnail_of_a_film_that_begins_black_shows_what_comes_after(tmp_path: Path, gop: int) -> None:
    shots = ((1.0, (0, 0, 0)), (3.0, (40, 60, 200)))
    path = str(make_clip(tmp_path / "a.mp4", shots, gop=gop))
    picture = cv2.imdecode(np.frombuffer(thumbnail(path, 4.0), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.mean() > 50


def test_cover_art_is_no_footage(tmp_path: Path) -> None:
    path = tmp_path / "song.mp3"
    with av.open(str(path), "w") as container:
        sound = container.add_stream("mp3", rate=44_100, layout="mono")
        cover = container.add_stream("png", rate=1)
        cover.width = cover.height = 64
        cover.pix_fmt = "rgb24"
        cover.disposition = av.stream.Disposition.attached_pic
        picture = av.VideoFrame.from_ndarray(np.zeros((64, 64, 3), np.uint8), "rgb24")
        picture.pts = 0
        container.mux(cover.encode(picture))
        silence = av.AudioFrame.from_ndarray(np.zeros((1, 1152), np.int16), "s16p", "mono")
        for index in range(20):
            silence.sample_rate, silence.pts = 44_100, index * 1152
            container.mux(sound.encode(silence))
        container.mux(sound.encode(None))
    info = media.probe(str(path))
    assert info.has_audio
    assert not info.has_video
    assert thumbnail(str(path), info.duration_s) == b""


@pytest.mark.parametrize(
    ("name", "content", "word"),
    [
        ("empty.mp4", b"", "empty"),
        ("noise.mp4", bytes(range(256)) * 400, "damaged"),
        ("letter.mp4", b"Dear Sir, " * 500, "no video"),
    ],
)
def test_what_is_no_media_is_refused_in_words(tmp_path: Path, name: str, content: bytes, word: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(media.MediaTrouble) as caught:
        media.probe(str(path))
    assert caught.value.failure.kind is FailureKind.SOURCE_INVALID
    assert name in caught.value.failure.message
    assert word in caught.value.failure.message


def test_a_recording_without_its_index_says_so(tmp_path: Path) -> None:
    path = make_clip(tmp_path / "cut.mp4")
    data = path.read_bytes()
    path.write_bytes(data[: data.index(b"moov") - 4])
    with pytest.raises(media.MediaTrouble, match="cut short") as caught:
        media.probe(str(path))
    assert caught.value.failure.kind is FailureKind.SOURCE_INVALID
    # The word for it helps nobody but whoever reads logs.
    assert "moov" not in caught.value.failure.message
    assert "moov" in caught.value.failure.log_tail


def test_a_missing_file_is_missing(tmp_path: Path) -> None:
    with pytest.raises(media.MediaTrouble, match=r"gone\.mp4 is not there") as caught:
        media.probe(str(tmp_path / "gone.mp4"))
    assert caught.value.failure.kind is FailureKind.SOURCE_MISSING


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_forbidden_file_is_unreadable(tmp_path: Path) -> None:
    path = make_clip(tmp_path / "private.mp4")
    path.chmod(0)
    with pytest.raises(media.MediaTrouble, match="permission") as caught:
        media.probe(str(path))
    assert caught.value.failure.kind is FailureKind.SOURCE_UNREADABLE


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe.mp4"
    os.mkfifo(path)
    assert stat.S_ISFIFO(path.stat().st_mode)
    with pytest.raises(media.MediaTrouble, match="no ordinary file"):
        media.probe(str(path))


def test_a_playlist_opens_no_other_file(tmp_path: Path) -> None:
    make_clip(tmp_path / "inner.ts")
    path = tmp_path / "list.mp4"
    path.write_text("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\ninner.ts\n#EXT-X-ENDLIST\n")
    with pytest.raises(media.MediaTrouble):
        media.probe(str(path))


def test_damaged_data_that_asks_for_impossible_memory_is_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = av.error.MemoryError(errno.ENOMEM, "Cannot allocate memory")
    path = str(tmp_path / "a.mp4")
    media.raise_unless_damage(asked, path)
    with pytest.raises(MemoryError):
        # Python's own: that much was meant.
        media.raise_unless_damage(MemoryError(), path)

    def none_left(*_shape: object) -> None:
        raise MemoryError

    monkeypatch.setattr(np, "empty", none_left)
    with pytest.raises(MemoryError):
        media.raise_unless_damage(asked, path)


def test_a_film_that_begins_late_on_its_time_line_is_as_long_as_it_shows(tmp_path: Path) -> None:
    path = str(tmp_path / "late.mkv")
    with av.open(path, "w") as out:
        stream = out.add_stream("mpeg4", rate=10)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        stream.codec_context.time_base = Fraction(1, 1000)
        for number in range(10):
            frame = av.VideoFrame(64, 48, "yuv420p")
            frame.pts, frame.time_base = 50_000 + number * 100, Fraction(1, 1000)
            out.mux(stream.encode(frame))
        out.mux(stream.encode(None))
    assert media.probe(path).duration_s == pytest.approx(1.0, abs=0.11)
    stream_read = FrameStream(path)
    assert len(list(stream_read.frames())) == 10
    assert stream_read.lost_s == 0.0
