"""Reads text in the picture, about once a second, and gives each caption once with its time.

Text is looked for only where the picture changed, and read only where the text's own surroundings changed: most of
the time of a title that stands for ten seconds would go into reading it ten times.
"""

import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from momentry_desk.core.findings import Box, TextLine
from momentry_desk.core.messages import OptionValue
from momentry_desk.core.model import PROCESSOR_VERSIONS
from momentry_desk.core.sentences import Said, say
from momentry_desk.processors.base import Context, Frame, VideoRun
from momentry_desk.processors.devices import AUTO, Device, reading_device
from momentry_desk.processors.presets import BALANCED, FAST, THOROUGH, Preset, filled, number
from momentry_desk.processors.text_lines import LineJoiner, OpenLine, Reading, overlap
from momentry_desk.processors.text_reader import DETECTION_SIDE, TextReader, crop_line

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from momentry_desk.processors.base import BgrImage, GrayImage
    from momentry_desk.processors.text_reader import Quad

    Gray = NDArray[np.uint8]

MODEL = "ppocr-v6-small"

PRESETS: dict[str, Preset] = {
    FAST: {"interval": 2.0, "detection_side": 640},
    BALANCED: {"interval": 1.0, "detection_side": DETECTION_SIDE},
    THOROUGH: {"interval": 0.5, "detection_side": 1280},
}

#: Longer side of the picture from which lines are cut, in pixels: 4K gains nothing over it at 48 pixels a line.
READING_SIDE = 1920

#: Readings below this are not even remembered.
_MIN_READING = 0.5

#: Longer side of the grey picture by which the whole is compared, in pixels; and of a line's, fixed.
_LOOK_SIDE = 256
_LINE_LOOK = (96, 24)

#: Grey levels (of 255) by which a pixel of such a picture may differ and still count as the same: compression
#: moves them by up to about ten, the thinnest new letter by several times that.
_SAME_LEVELS = 20

#: A box that overlaps a visible line's by this much is looked at for changes instead of being read at once.
_SAME_BOX = 0.7


class _State(msgspec.Struct, frozen=True):
    """A checkpoint's content. `look` is the compressed grey picture of the last detection, so many pixels wide."""

    lines: tuple[OpenLine, ...]
    look_width: int
    look: bytes


class OcrProcessor:
    """Text in the picture.

    Options: `preset`; `interval`, seconds between samples (0.2 to 60); `detection_side`, the longer side
    in pixels of the picture in which text is looked for (320 to 1920; more finds smaller text and takes longer);
    `device` ("auto", "cpu", "cuda"; a card is found where ONNX Runtime was built with CUDA).
    """

    name = "ocr"
    version = PROCESSOR_VERSIONS["ocr"]
    stream: Literal["video"] = "video"

    def __init__(self) -> None:
        self._loaded: tuple[tuple[int, int, Device], TextReader] | None = None

    def models(self, options: Mapping[str, OptionValue]) -> Sequence[str]:
        del options
        return (MODEL,)

    def begin(self, context: Context) -> VideoRun:
        options = filled(self.name, context.options, PRESETS)
        interval_s = number(self.name, options, "interval", 0.2, 60.0)
        side = int(number(self.name, options, "detection_side", 320, 1920))
        device = reading_device(str(options.get("device") or AUTO), context.notice)
        key = (context.threads, side, device)
        if self._loaded is None or self._loaded[0] != key:
            self._loaded = (key, TextReader(context.weights(MODEL), context.threads, side, device))
        if self._loaded[1].device != device:
            context.notice(say(Said.READ_ON_PROCESSOR, why="CUDA could not be started"))
        return _OcrRun(context, self._loaded[1], interval_s)


class _OcrRun:
    def __init__(self, context: Context, reader: TextReader, interval_s: float) -> None:
        self._alive = context.alive
        self._reader = reader
        self._interval_s = interval_s
        self._joiner = LineJoiner()
        self._look: Gray | None = None

    @property
    def interval_s(self) -> float:
        return self._interval_s

    def feed(self, time_s: float, frame: Frame) -> Iterable[TextLine]:
        look = _shrunk(frame.gray(_LOOK_SIDE))
        if self._look is not None and _same(look, self._look):
            return self._joiner.same_again(time_s)
        self._look = look
        picture = frame.bgr(READING_SIDE)
        self._alive()
        readings = []
        for quad in self._reader.find(picture):
            self._alive()
            reading, seen = self._read(picture, quad)
            if reading.text and reading.confidence >= _MIN_READING:
                readings.append((reading, seen))
        return self._joiner.add(time_s, readings)

    def _read(self, picture: "BgrImage", quad: "Quad") -> tuple[Reading, bytes]:
        """What stands in the quadrilateral: as before where nothing changed, else read anew."""
        box = _box(quad, picture)
        for line in self._joiner.visible:
            if overlap(line.current.box, box) < _SAME_BOX:
                continue
            # The old place is looked at, so that a box found a pixel further changes nothing.
            if line.look and _same(_line_look(picture, line.current.box), _as_look(line.look)):
                return line.current, line.look
        text, confidence = self._reader.read(crop_line(picture, quad))
        return Reading(text, round(confidence, 4), box), _line_look(picture, box).tobytes()

    def checkpoint(self) -> bytes:
        width, look = (0, b"") if self._look is None else (self._look.shape[1], zlib.compress(self._look.tobytes()))
        return msgspec.msgpack.encode(_State(tuple(self._joiner.open), width, look))

    def restore(self, state: bytes) -> None:
        import numpy as np

        known = msgspec.msgpack.decode(state, type=_State)
        self._joiner = LineJoiner(known.lines)
        if known.look_width:
            flat = np.frombuffer(zlib.decompress(known.look), np.uint8)
            self._look = flat.reshape(-1, known.look_width)

    def finish(self, end_s: float) -> Iterable[TextLine]:
        return self._joiner.finish(end_s)


def _shrunk(gray: "GrayImage") -> "Gray":
    """Half the size, each pixel the mean of four: evens out what compression scatters."""
    import cv2

    height, width = gray.shape
    size = (max(1, width // 2), max(1, height // 2))
    return cv2.resize(gray, size, interpolation=cv2.INTER_AREA).astype("uint8", copy=False)


def _same(one: "Gray", other: "Gray") -> bool:
    import cv2

    return one.shape == other.shape and float(cv2.absdiff(one, other).max()) <= _SAME_LEVELS


def _line_look(picture: "BgrImage", box: Box) -> "Gray":
    import cv2

    height, width = picture.shape[:2]
    left, top = min(int(box.left * width), width - 1), min(int(box.top * height), height - 1)
    right = max(left + 1, round((box.left + box.width) * width))
    bottom = max(top + 1, round((box.top + box.height) * height))
    gray = cv2.cvtColor(picture[top:bottom, left:right], cv2.COLOR_BGR2GRAY)
    return cv2.resize(gray, _LINE_LOOK, interpolation=cv2.INTER_AREA).astype("uint8", copy=False)


def _as_look(look: bytes) -> "Gray":
    import numpy as np

    return np.frombuffer(look, np.uint8).reshape(_LINE_LOOK[1], _LINE_LOOK[0])


def _box(quad: "Quad", picture: "BgrImage") -> Box:
    height, width = picture.shape[:2]
    left, top = max(0.0, float(quad[:, 0].min())), max(0.0, float(quad[:, 1].min()))
    right, bottom = min(float(width), float(quad[:, 0].max())), min(float(height), float(quad[:, 1].max()))
    return Box(
        round(left / width, 5),
        round(top / height, 5),
        round(max(right - left, 1.0) / width, 5),
        round(max(bottom - top, 1.0) / height, 5),
    )
