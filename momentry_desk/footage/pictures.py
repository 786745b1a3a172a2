"""The pictures of a file for looking at them: the one on screen at any instant, the next, the one before."""

import contextlib
import os
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import av
import av.error
import numpy as np

from momentry_desk.footage import media
from momentry_desk.footage.packets import read_packets, seek

if TYPE_CHECKING:
    from av.container import InputContainer
    from av.video.frame import VideoFrame
    from av.video.stream import VideoStream
    from numpy.typing import NDArray

#: Less than any two pictures lie apart, more than what a time loses on its way as a float. Seconds.
_TOLERANCE_S = 1e-4
#: Up to here it is quicker to decode on than to jump. Seconds.
_NEAR_S = 1.0
#: Where a jump lands behind the instant, how much further back to try; None is the beginning. Seconds.
_LOOK_BACK_S = (0.0, 2.0, 10.0, None)
#: Decoded pictures are kept up to this size, so that steps back need no new decoding.
_KEPT_BYTES = 128 * 2**20
_KEPT_LEAST = 4
_MOST_THREADS = 4


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A decoded frame. `time_s` is when it comes on screen; `width` and `height` are those of the upright picture
    with square pixels; `turns` are the quarter turns clockwise that set it upright."""

    time_s: float
    frame: "VideoFrame"
    turns: int
    width: int
    height: int

    def pixels(self, width: int, height: int) -> "NDArray[np.uint8]":
        """The upright picture at this size: rows of blue, green, red and an unused byte."""
        if self.turns % 2:
            width, height = height, width
        scaled = self.frame.reformat(width, height, "bgra", interpolation="AREA", threads=1)
        return np.ascontiguousarray(np.rot90(scaled.to_ndarray(), -self.turns))


class PictureSource:
    """One open file; to be used from one thread, and closed. Raises `MediaTrouble` where it cannot be opened.

    Which picture belongs to an instant is decided by the time stamps alone, so variable frame rates are right, and
    the time line is that of the analyses.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._stack = contextlib.ExitStack()
        self._container: InputContainer | None = None
        self._stream: VideoStream | None = None
        self._start_s = 0.0
        self._coming: Iterator[Picture] = iter(())
        # A run of neighbours: whether it begins with the first picture of all, and ends with the last.
        self._run: list[Picture] = []
        self._run_bytes = 0
        self._from_start = False
        self._to_end = False
        self.info = media.probe(path)
        self._open()

    def close(self) -> None:
        self._run.clear()
        self._stack.close()

    def at(self, time_s: float) -> Picture | None:
        """The picture on screen at `time_s`: before the first one the first, after the end the last. None where
        there is no footage or nothing of it can be decoded."""
        if not self._covers(time_s):
            self._go_to(time_s)
        place = bisect_right(self._run, time_s + _TOLERANCE_S, key=_time_of) - 1
        return self._run[max(0, place)] if self._run else None

    def after(self, picture: Picture) -> Picture | None:
        """The next picture, None at the end."""
        self.at(picture.time_s)
        place = bisect_right(self._run, picture.time_s + _TOLERANCE_S, key=_time_of)
        return self._run[place] if place < len(self._run) else None

    def before(self, picture: Picture) -> Picture | None:
        """The picture before, None at the beginning."""
        found = self.at(picture.time_s - 2 * _TOLERANCE_S)
        return found if found is not None and found.time_s < picture.time_s - _TOLERANCE_S else None

    # Finding it ---------------------------------------------------------------------------------------------

    def _covers(self, time_s: float) -> bool:
        if not self._run:
            return self._to_end
        begun = self._from_start or self._run[0].time_s <= time_s + _TOLERANCE_S
        return begun and (self._to_end or self._run[-1].time_s > time_s + _TOLERANCE_S)

    def _go_to(self, time_s: float) -> None:
        if self._run and 0 <= time_s - self._run[-1].time_s <= _NEAR_S and not self._to_end:
            self._read_to(time_s)
            return
        for back_s in _LOOK_BACK_S:
            from_s = None if back_s is None or time_s - back_s <= 0 else time_s - back_s
            self._restart(from_s)
            self._read_on()
            if from_s is None or (self._run and self._run[0].time_s <= time_s + _TOLERANCE_S):
                break
        self._read_to(time_s)

    def _read_to(self, time_s: float) -> None:
        while not self._covers(time_s):
            self._read_on()

    def _read_on(self) -> None:
        picture = next(self._coming, None)
        if picture is None:
            self._to_end = True
            return
        self._run.append(picture)
        self._run_bytes += _bytes_of(picture)
        while self._run_bytes > _KEPT_BYTES and len(self._run) > _KEPT_LEAST:
            self._run_bytes -= _bytes_of(self._run.pop(0))
            self._from_start = False

    def _restart(self, from_s: float | None) -> None:
        self._run, self._run_bytes, self._to_end = [], 0, False
        self._from_start = from_s is None
        if from_s is None:
            # Not every format can jump, but each can be opened again.
            self._stack.close()
            self._open()
        elif self._container is not None and self._stream is not None:
            seek(self._container, self._stream, from_s + _TOLERANCE_S + self._start_s)
        self._coming = self._pictures(whole=from_s is None)

    # Reading ------------------------------------------------------------------------------------------------

    def _open(self) -> None:
        container = self._stack.enter_context(media.open_media(self._path))
        self._container = container
        self._stream = media.video_stream(container)
        self._start_s = media.start_of(container)
        if self._stream is not None:
            context = self._stream.codec_context
            context.thread_count = min(_MOST_THREADS, os.cpu_count() or 1)
            context.thread_type = "AUTO"

    def _pictures(self, *, whole: bool) -> Iterator[Picture]:
        """From here on, in order. Not `whole`: from the first one on that stands alone, for what comes before it
        after a jump is built on pictures that were not read."""
        container, stream = self._container, self._stream
        if container is None or stream is None:
            return
        step_s = float(1 / stream.average_rate) if stream.average_rate else 0.04
        last_s: float | None = None
        for frame in self._frames(container, stream):
            if not whole and not frame.key_frame:
                continue
            whole = True
            stamp = frame.pts if frame.pts is not None else frame.dts
            base = frame.time_base or stream.time_base
            if stamp is not None and base is not None:
                time_s = max(0.0, float(stamp * base) - self._start_s)
            else:
                time_s = 0.0 if last_s is None else last_s + step_s
            if last_s is not None and time_s <= last_s:
                continue
            last_s = time_s
            yield _picture(frame, time_s, stream.sample_aspect_ratio)

    def _frames(self, container: "InputContainer", stream: "VideoStream") -> "Iterator[VideoFrame]":
        for packet in read_packets(container, stream, self._path, self._start_s):
            if packet is None:
                continue
            try:
                yield from packet.decode()
            except av.error.FFmpegError as error:
                media.raise_unless_damage(error, self._path)


def _picture(frame: "VideoFrame", time_s: float, pixel_shape: Fraction | None) -> Picture:
    width, height = frame.width, frame.height
    if pixel_shape and pixel_shape > 0 and pixel_shape != 1:
        width = max(1, round(width * pixel_shape))
    turns = media.clockwise(frame.rotation) // 90
    if turns % 2:
        width, height = height, width
    return Picture(time_s, frame, turns, width, height)


def _time_of(picture: Picture) -> float:
    return picture.time_s


def _bytes_of(picture: Picture) -> int:
    return sum(plane.buffer_size for plane in picture.frame.planes)
