"""Small clips, made by the tests: coloured shots with a title, a sine as sound."""

import math
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, cast

import av
import cv2
import numpy as np

if TYPE_CHECKING:
    from av.audio.stream import AudioStream
    from av.container import OutputContainer
    from av.video.stream import VideoStream

RATE = 48_000


def make_clip(
    path: Path,
    shots: Sequence[tuple[float, tuple[int, int, int]]] = ((1.0, (200, 60, 40)), (1.0, (40, 60, 200))),
    *,
    sound_s: float = 0.0,
    size: tuple[int, int] = (320, 180),
    rate: int = 25,
    rotation: int = 0,
    stamps: Sequence[float] | None = None,
    codec: str = "libx264",
    gop: int = 12,
    timecode: str | None = None,
) -> Path:
    """Write shots of (seconds, blue-green-red) one after another; `stamps` gives each frame's own time instead.

    A white square moves from left to right in each shot, so that no two frames are equal.
    """
    with av.open(str(path), "w") as container:
        sound = container.add_stream("aac", rate=RATE, layout="mono") if sound_s else None
        if shots:
            stream = cast("VideoStream", container.add_stream(codec, rate=rate))
            stream.width, stream.height = size
            stream.pix_fmt = "yuv420p"
            stream.codec_context.gop_size = gop
            stream.codec_context.time_base = Fraction(1, 1000)
            if timecode:
                stream.metadata["timecode"] = timecode
            if rotation:
                stream.set_display_rotation(rotation)
            count = 0
            for seconds, colour in shots:
                frames = round(seconds * rate)
                for index in range(frames):
                    image = np.full((size[1], size[0], 3), colour, np.uint8)
                    left = index * (size[0] - 24) // max(1, frames)
                    cv2.rectangle(image, (left, 20), (left + 20, 40), (255, 255, 255), -1)
                    frame = av.VideoFrame.from_ndarray(image, "bgr24")
                    frame.pts = round((stamps[count] if stamps else count / rate) * 1000)
                    frame.time_base = Fraction(1, 1000)
                    container.mux(stream.encode(frame))
                    count += 1
            container.mux(stream.encode(None))
        if sound is not None:
            _add_sound(container, sound, sound_s)
    return path


def _add_sound(container: "OutputContainer", stream: "AudioStream", seconds: float) -> None:
    total = round(seconds * RATE)
    times = np.arange(total, dtype=np.float64) / RATE
    wave = (0.5 * np.sin(2 * math.pi * 440 * times)).astype(np.float32)
    for start in range(0, total, 1024):
        frame = av.AudioFrame.from_ndarray(wave[None, start : start + 1024], "fltp", "mono")
        frame.sample_rate, frame.pts, frame.time_base = RATE, start, Fraction(1, RATE)
        container.mux(stream.encode(frame))
    container.mux(stream.encode(None))


def damage(path: Path, begin: float, end: float) -> Path:
    """Overwrite the bytes between two shares (0 to 1) of the file's media data with nonsense; its index stays."""
    data = bytearray(path.read_bytes())
    start = data.index(b"mdat") + 4
    stop = data.rindex(b"moov") - 4 if data.rindex(b"moov") > start else len(data)
    first, last = start + round((stop - start) * begin), start + round((stop - start) * end)
    data[first:last] = np.random.default_rng(7).integers(0, 256, last - first, np.uint8).tobytes()
    path.write_bytes(bytes(data))
    return path
