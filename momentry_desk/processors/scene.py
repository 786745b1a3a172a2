"""Shots: PySceneDetect's content detector says where the picture cuts; each shot gets a thumbnail."""

import importlib.metadata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from momentry_desk.core.findings import Scene
from momentry_desk.core.messages import OptionValue
from momentry_desk.core.model import PROCESSOR_VERSIONS
from momentry_desk.processors.base import Context, Frame, Yield
from momentry_desk.processors.frames import jpeg
from momentry_desk.processors.presets import BALANCED, FAST, THOROUGH, Preset, filled, number

#: Longest side of the picture that is compared, and of the thumbnail. Pixels.
_COMPARE_LONGEST = 256
_THUMBNAIL_LONGEST = 320

#: Mean change of hue, saturation and lightness (0 to 255) that is a cut: PySceneDetect's own default.
_THRESHOLD = 27.0

PRESETS: dict[str, Preset] = {
    FAST: {"threshold": _THRESHOLD, "interval_s": 0.2},
    BALANCED: {"threshold": _THRESHOLD, "interval_s": 0.0},
    # Fewer shots are missed, and more movement is taken for a cut.
    THOROUGH: {"threshold": 22.0, "interval_s": 0.0},
}

#: A shorter shot is a flash or part of a fade and goes with the one before. Seconds.
_MIN_SCENE_S = 0.6

#: The thumbnail is taken this far into the shot: the first frame is often still half of the last shot. Seconds.
_THUMBNAIL_AFTER_S = 0.5


class _State(msgspec.Struct, array_like=True):
    start_s: float | None
    thumbnail: bytes
    settled: bool
    shape: tuple[int, int]
    last: bytes


class SceneProcessor:
    """Options: `preset`; `threshold`, how much must change for a cut (1 to 255; smaller finds more); `interval_s`,
    seconds between the frames that are compared (0: all that are decoded, up to 1)."""

    name = "scene"
    version = f"{PROCESSOR_VERSIONS['scene']}+scenedetect-{importlib.metadata.version('scenedetect-headless')}"
    stream: Any = "video"

    def models(self, _options: Mapping[str, OptionValue]) -> Sequence[str]:
        return ()

    def begin(self, context: Context) -> "SceneRun":
        """Raises `ProcessorTrouble` for an option out of its range."""
        options = filled(self.name, context.options, PRESETS)
        threshold = number(self.name, options, "threshold", 1, 255)
        return SceneRun(threshold, number(self.name, options, "interval_s", 0, 1))


class SceneRun:
    """One file's shots: the open one, and the last picture to compare with."""

    def __init__(self, threshold: float, interval_s: float = 0.0) -> None:
        self.interval_s = interval_s
        from scenedetect import ContentDetector

        # Without a least length in frames: times decide here, and the detector's own filter could not be restored.
        self._detector: Any = ContentDetector(threshold=threshold, min_scene_len=0)
        self._start_s: float | None = None
        self._thumbnail = b""
        self._settled = False
        self._last: np.ndarray[Any, np.dtype[np.uint8]] | None = None

    def feed(self, time_s: float, frame: Frame) -> Iterator[Yield]:
        image = frame.coarse(_COMPARE_LONGEST)
        if self._last is not None and image.shape != self._last.shape:
            # Another picture size in the same stream: nothing to compare with.
            self._detector._last_frame = None
        cut = bool(self._detector.process_frame(time_s, image))
        self._last = image
        if self._start_s is None:
            self._begin(time_s, frame)
        elif cut and time_s - self._start_s >= _MIN_SCENE_S:
            yield Scene(self._start_s, time_s, self._thumbnail)
            self._begin(time_s, frame)
        elif not self._settled and time_s - self._start_s >= _THUMBNAIL_AFTER_S:
            self._thumbnail, self._settled = jpeg(frame.bgr(_THUMBNAIL_LONGEST)), True

    def checkpoint(self) -> bytes:
        last = self._last
        shape = (0, 0) if last is None else (last.shape[0], last.shape[1])
        pixels = b"" if last is None else last.tobytes()
        return msgspec.msgpack.encode(_State(self._start_s, self._thumbnail, self._settled, shape, pixels))

    def restore(self, state: bytes) -> None:
        read = msgspec.msgpack.decode(state, type=_State)
        self._start_s, self._thumbnail, self._settled = read.start_s, read.thumbnail, read.settled
        if read.last:
            self._last = np.frombuffer(read.last, np.uint8).reshape(*read.shape, 3)
            # The first picture is only remembered, to be compared with the next.
            self._detector.process_frame(read.start_s or 0.0, self._last)

    def finish(self, end_s: float) -> Iterator[Yield]:
        if self._start_s is not None:
            yield Scene(self._start_s, max(end_s, self._start_s), self._thumbnail)

    def _begin(self, time_s: float, frame: Frame) -> None:
        self._start_s = time_s
        self._thumbnail, self._settled = jpeg(frame.bgr(_THUMBNAIL_LONGEST)), False
