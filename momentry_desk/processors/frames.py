"""The picture of a file as a stream of upright frames with time stamps, read past damage; and its thumbnail."""

import contextlib
import itertools
import threading
from collections.abc import Generator, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import av
import av.error
import cv2
import numpy as np

from momentry_desk.footage import media
from momentry_desk.footage.packets import read_packets, seek

if TYPE_CHECKING:
    from av.container import InputContainer
    from av.video.frame import VideoFrame
    from av.video.stream import VideoStream

    from momentry_desk.processors.base import BgrImage, GrayImage

#: From this rate on, frames that no other frame refers to are not decoded: 5.2 instead of 8.2 CPU seconds a minute.
_DENSE_RATE = 20

#: Missing time below this is rounding or a late first frame, not loss. Seconds.
_TOLERANCE_S = 0.25

THUMBNAIL_WIDTH = 320
#: For a look at how bright a picture is. Pixels of its longer side.
_GLANCE = 64
#: A picture is black where its mean is this at most, of 255: black itself is 16 in most films before it is scaled.
_BLACK = 18.0
#: So many pictures are looked at for the end of a fade from black: about three seconds.
_FADE_FRAMES = 80
_JPEG_QUALITY = 82


class DecodedFrame:
    """A `base.Frame` over one frame of PyAV; scaling is done by swscale before the turn, so that it costs least.

    May be asked from several threads: each version is still computed once.
    """

    def __init__(self, frame: "VideoFrame", pixel_shape: Fraction | None = None) -> None:
        self._frame = frame
        self._turns = media.clockwise(frame.rotation) // 90
        width, height = frame.width, frame.height
        if pixel_shape and pixel_shape > 0 and pixel_shape != 1:
            width = max(1, round(width * pixel_shape))
        self._stored = (width, height)
        self.width, self.height = (height, width) if self._turns % 2 else (width, height)
        self._computing = threading.Lock()
        self._versions: dict[tuple[str, int, int, str], np.ndarray[tuple[int, ...], np.dtype[np.uint8]]] = {}

    def bgr(self, longest: int | None = None) -> "BgrImage":
        return self._version("bgr24", longest)

    def gray(self, longest: int | None = None) -> "GrayImage":
        return self._version("gray", longest)

    def coarse(self, longest: int) -> "BgrImage":
        return self._version("bgr24", longest, "FAST_BILINEAR")

    def _version(self, pixel_format: str, longest: int | None, smaller: str = "AREA") -> "BgrImage":
        width, height = self._stored
        scale = min(1.0, longest / max(width, height)) if longest else 1.0
        width, height = max(1, round(width * scale)), max(1, round(height * scale))
        method = smaller if scale < 1 else "BILINEAR"
        key = (pixel_format, width, height, method)
        with self._computing:
            if key not in self._versions:
                scaled = self._frame.reformat(width, height, pixel_format, interpolation=method, threads=1)
                image = np.ascontiguousarray(np.rot90(scaled.to_ndarray(), -self._turns), dtype=np.uint8)
                image.flags.writeable = False
                self._versions[key] = image
            return self._versions[key]


class FrameStream:
    """The frames of one file after a point in time, in order, with what was lost to damage.

    Attributes: `end_s` where the picture ends as far as it was read, `lost_s` seconds that are damaged or missing,
    `damaged` whether anything failed to decode, `read_share` how much of the file's bytes was read (0 to 1).
    """

    def __init__(self, path: str, *, threads: int = 1) -> None:
        self._path = path
        self._threads = threads
        self.end_s = 0.0
        self.lost_s = 0.0
        self.read_share = 0.0
        self.damaged = False

    def frames(self, after_s: float | None = None) -> Generator[tuple[float, DecodedFrame], None, None]:
        """Yield (seconds, frame) of each frame later than `after_s` (None: all). Raises `MediaTrouble`.

        Which frames come does not depend on `after_s`: a resumed scan sees the rest of the same sequence.
        """
        # Formats without an index may land behind the mark: look further back, in the end from the beginning.
        for back_s in (0.0, 10.0, None) if after_s is not None and after_s > 0 else (None,):
            from_s = None if back_s is None or after_s is None else after_s - back_s
            with contextlib.closing(self._read(from_s)) as pictures:
                first = next(pictures, None)
                if from_s is not None and (first is None or (after_s is not None and first[0] > after_s)):
                    continue
                for time_s, frame in itertools.chain([first] if first else [], pictures):
                    if after_s is None or time_s > after_s:
                        yield time_s, frame
                return

    def _read(self, from_s: float | None) -> Generator[tuple[float, DecodedFrame], None, None]:
        with media.open_media(self._path) as container:
            stream = media.video_stream(container)
            if stream is None:
                return
            self._prepare(stream)
            self.lost_s = 0.0
            start_s = media.start_of(container)
            if from_s is not None:
                seek(container, stream, from_s + start_s)
            yield from self._decode(container, stream, start_s)

    def _prepare(self, stream: "VideoStream") -> None:
        context = stream.codec_context
        context.thread_count = self._threads
        context.thread_type = "AUTO" if self._threads > 1 else "SLICE"
        if stream.average_rate and stream.average_rate >= _DENSE_RATE:
            context.skip_frame = "NONREF"

    def _decode(
        self, container: "InputContainer", stream: "VideoStream", start_s: float
    ) -> Iterator[tuple[float, DecodedFrame]]:
        step_s = float(1 / stream.average_rate) if stream.average_rate else 0.04
        pixel_shape = stream.sample_aspect_ratio
        last_s: float | None = None
        damaged = False
        # A damaged picture spoils those that build on it, up to the next one that stands alone.
        spoilt_s: float | None = None
        for frame in self._frames(container, stream, start_s):
            if frame is None:
                damaged = self.damaged = True
                continue
            stamp = frame.pts if frame.pts is not None else frame.dts
            base = frame.time_base or stream.time_base
            if stamp is not None and base is not None:
                time_s = max(0.0, float(stamp * base) - start_s)
            else:
                time_s = 0.0 if last_s is None else last_s + step_s
            if last_s is not None and time_s <= last_s:
                continue
            if spoilt_s is None and (damaged or frame.is_corrupt):
                spoilt_s = min(time_s, (last_s or 0.0) + step_s) if damaged else time_s
            if spoilt_s is not None and frame.key_frame and not frame.is_corrupt:
                self.lost_s += max(time_s - spoilt_s, step_s)
                spoilt_s = None
            damaged = False
            last_s = time_s
            length_s = float(frame.duration * base) if frame.duration and base else step_s
            self.end_s = time_s + min(length_s, 10.0)
            yield time_s, DecodedFrame(frame, pixel_shape)
        if spoilt_s is not None:
            self.lost_s += self.end_s - spoilt_s
        length = media.length_of(container, stream)
        if length is not None and last_s is not None and length - self.end_s > max(_TOLERANCE_S, 2 * step_s):
            self.lost_s += length - self.end_s

    def _frames(
        self, container: "InputContainer", stream: "VideoStream", start_s: float
    ) -> "Iterator[VideoFrame | None]":
        """Decoded frames in order, None for each piece that could not be read."""
        for packet in read_packets(container, stream, self._path, start_s):
            if packet is None:
                yield None
                continue
            if packet.pos is not None and container.size > 0:
                self.read_share = min(1.0, packet.pos / container.size)
            try:
                yield from packet.decode()
            except av.error.FFmpegError as error:
                media.raise_unless_damage(error, self._path)
                yield None


def jpeg(image: "BgrImage", quality: int = _JPEG_QUALITY) -> bytes:
    """`image` as JPEG."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return bytes(data.tobytes())


def thumbnail_of(frame: DecodedFrame, width: int = THUMBNAIL_WIDTH) -> bytes:
    """A JPEG of the upright frame, `width` pixels wide."""
    height = max(1, round(frame.height * width / frame.width))
    image = frame.bgr(max(width, height))
    if image.shape[1] != width:
        image = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    return jpeg(image)


def thumbnail(path: str, duration_s: float | None) -> bytes:
    """A JPEG, 320 pixels wide and upright, of a frame a tenth into the file, or of a later one where that is black;
    empty where none can be decoded.

    Raises `MediaTrouble` where the file cannot be opened.
    """
    with media.open_media(path) as container:
        stream = media.video_stream(container)
        if stream is None:
            return b""
        black = None
        for frame in _candidates(container, stream, duration_s):
            found = DecodedFrame(frame, stream.sample_aspect_ratio)
            if float(found.gray(_GLANCE).mean()) > _BLACK:
                return thumbnail_of(found)
            black = black or found
        return thumbnail_of(black) if black is not None else b""


def _candidates(
    container: "InputContainer", stream: "VideoStream", duration_s: float | None
) -> "Iterator[VideoFrame]":
    """Pictures for a thumbnail, from the best to the dearest."""
    # Whole pictures only: one decoded frame is enough, wherever the seek lands.
    stream.codec_context.skip_frame = "NONKEY"
    for wanted_s in (duration_s / 10, duration_s / 2, 0.0) if duration_s else (0.0,):
        seek(container, stream, wanted_s + media.start_of(container))
        first = next(_decoded(container, stream), None)
        if first is not None:
            yield first
    # A short film has a single whole picture, at its beginning: what it fades into comes after.
    stream.codec_context.skip_frame = "NONREF"
    seek(container, stream, media.start_of(container))
    yield from itertools.islice(_decoded(container, stream), _FADE_FRAMES)


def _decoded(container: "InputContainer", stream: "VideoStream") -> "Iterator[VideoFrame]":
    for packet in container.demux(stream):
        with contextlib.suppress(av.error.FFmpegError):
            yield from packet.decode()
