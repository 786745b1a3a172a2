"""Faces: YuNet finds them, SFace tells them apart; sightings are joined to tracks, tracks to persons."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import cv2
import msgspec
import numpy as np

from momentry_desk.core.findings import Box, FaceSighting
from momentry_desk.core.messages import OptionValue
from momentry_desk.core.model import PROCESSOR_VERSIONS
from momentry_desk.core.weights import model
from momentry_desk.processors.base import Context, Frame, PersonMerge, ProcessorTrouble, Yield
from momentry_desk.processors.frames import jpeg
from momentry_desk.processors.persons import Person, Persons, unit
from momentry_desk.processors.tracks import MISSED_SAMPLES, Track, match

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from momentry_desk.processors.base import BgrImage
    from momentry_desk.processors.persons import Embedding

_DETECTOR = "yunet"
_EMBEDDER = "sface"

#: Longest side of the picture that faces are looked for in, and of the one that they are cut from. Pixels.
_DETECT_LONGEST = 640
_CUT_LONGEST = 1920

_INTERVAL_S = 1.0
_MIN_SCORE = 0.6
_NMS_IOU = 0.3
_MAX_FACES = 60

#: A track is told of when its best view scored this and has this quality: nobody is known again by a poorer one.
_MIN_BEST_SCORE = 0.7
_MIN_QUALITY = 0.1

#: The length of an embedding before it is scaled grows with how recognisable the face is (the idea: Meng et al.,
#: MagFace, 2021). Measured with SFace int8: clear faces 9 to 13, blurred ones 6 to 9, no face or far off 4 to 6.
_MIN_NORM = 6.0
_FULL_NORM = 12.0

#: A face this wide is as good as any larger one, and a crop is stored no larger. Pixels.
_FULL_WIDTH = 100
_CROP_SIDE = 160

#: A view is embedded again when it promises to be this much better than the track's best.
_BETTER = 1.15


class _State(msgspec.Struct, array_like=True):
    tracks: list[Track]
    persons: list[Person]


class FaceProcessor:
    """The warm part: the two networks. Option `interval_s`: seconds between the frames looked at (0.2 to 10)."""

    name = "face"
    version = PROCESSOR_VERSIONS["face"]
    stream: Any = "video"

    def __init__(self) -> None:
        self._networks: tuple[Any, Any] | None = None

    def models(self, _options: Mapping[str, OptionValue]) -> Sequence[str]:
        return (_DETECTOR, _EMBEDDER)

    def begin(self, context: Context) -> "FaceRun":
        """Raises `MissingModel`, or `ProcessorTrouble` for an option out of its range."""
        interval_s = context.options.get("interval_s", _INTERVAL_S)
        if isinstance(interval_s, bool) or not isinstance(interval_s, int | float) or not 0.2 <= interval_s <= 10:
            raise ProcessorTrouble(
                f"processors.face.interval_s is {interval_s!r}; it must be from 0.2 to 10 seconds."
            )
        # OpenCV's pool belongs to the process; the other processors bring their own.
        cv2.setNumThreads(context.threads)
        if self._networks is None:
            self._networks = (
                cv2.FaceDetectorYN.create(
                    "onnx", _read(context, _DETECTOR), _NOTHING, (320, 320), _MIN_SCORE, _NMS_IOU, _MAX_FACES
                ),
                cv2.FaceRecognizerSF.create("onnx", _read(context, _EMBEDDER), _NOTHING),
            )
        detector, embedder = self._networks
        return FaceRun(detector, embedder, float(interval_s))


_NOTHING = np.zeros(0, np.uint8)


def _read(context: Context, name: str) -> "NDArray[np.uint8]":
    # The bytes are handed over, not the path: OpenCV opens no path outside the system's code page on Windows.
    return np.fromfile(context.weights(name) / model(name).files[0].name, np.uint8)


class _FoundFace:
    """One detected face of a sample; aligned at once, embedded on demand."""

    def __init__(self, row: "NDArray[np.float32]", small: "BgrImage", large: "BgrImage", embedder: Any) -> None:
        height, width = small.shape[:2]
        left, top = max(0.0, float(row[0]) / width), max(0.0, float(row[1]) / height)
        right, bottom = min(1.0, float(row[0] + row[2]) / width), min(1.0, float(row[1] + row[3]) / height)
        self.box = Box(left, top, max(0.0, right - left), max(0.0, bottom - top))
        self.score = float(row[14])
        scaled = row.copy()
        scaled[0:14:2] *= large.shape[1] / width
        scaled[1:14:2] *= large.shape[0] / height
        self._large = large
        self._embedder = embedder
        self._aligned = embedder.alignCrop(large, scaled)
        self.look = _look(self._aligned)
        # How far the nose is from the middle between the eyes, in distances between the eyes: 0 is frontal.
        eyes = float(np.hypot(scaled[6] - scaled[4], scaled[7] - scaled[5]))
        turned = abs(float(scaled[8]) - float(scaled[4] + scaled[6]) / 2) / max(eyes, 1.0)
        size = min(1.0, self.box.width * large.shape[1] / _FULL_WIDTH)
        self.promise = float(size * max(0.0, 1.0 - 0.5 * turned) * self.score)
        self._embedding: Embedding | None = None
        self.norm = 0.0

    def embedding(self) -> "Embedding":
        if self._embedding is None:
            raw = self._embedder.feature(self._aligned)[0].astype(np.float32, copy=True)
            self.norm = float(np.linalg.norm(raw))
            self._embedding = unit(raw)
        return self._embedding

    def quality(self) -> float:
        """0 to 1; known once embedded."""
        self.embedding()
        clear = (self.norm - _MIN_NORM) / (_FULL_NORM - _MIN_NORM)
        return max(0.0, min(1.0, clear)) * self.promise

    def crop(self) -> bytes:
        """A JPEG of the face with some surroundings."""
        height, width = self._large.shape[:2]
        side = max(self.box.width * width, self.box.height * height) * 1.3
        middle_x = (self.box.left + self.box.width / 2) * width
        middle_y = (self.box.top + self.box.height / 2) * height
        left, top = max(0, round(middle_x - side / 2)), max(0, round(middle_y - side / 2))
        cut = self._large[top : round(middle_y + side / 2), left : round(middle_x + side / 2)]
        scale = _CROP_SIDE / max(cut.shape[:2])
        if scale < 1:
            size = (max(1, round(cut.shape[1] * scale)), max(1, round(cut.shape[0] * scale)))
            return jpeg(np.asarray(cv2.resize(cut, size, interpolation=cv2.INTER_AREA), np.uint8))
        return jpeg(np.ascontiguousarray(cut, np.uint8))


def _look(aligned: "BgrImage") -> "Embedding":
    small = cv2.resize(cv2.cvtColor(aligned, cv2.COLOR_BGR2GRAY), (16, 16), interpolation=cv2.INTER_AREA)
    values = small.astype(np.float32).reshape(-1)
    return unit(values - values.mean())


class FaceRun:
    """One file's faces: open tracks and the persons so far."""

    def __init__(self, detector: Any, embedder: Any, interval_s: float) -> None:
        self.interval_s = interval_s
        self._detector = detector
        self._embedder = embedder
        self._tracks: list[Track] = []
        self._persons = Persons()

    def feed(self, time_s: float, frame: Frame) -> Iterator[Yield]:
        gone = [track for track in self._tracks if time_s - track.last_s > MISSED_SAMPLES * self.interval_s]
        yield from self._close(gone, time_s)
        faces = self._detect(frame)
        taken, still = match(self._tracks, faces)
        known = list(self._tracks)
        for index, face in enumerate(faces):
            place = taken.get(index)
            if place is None:
                self._tracks.append(_begin(time_s, face))
            else:
                _go_on(known[place], time_s, face, keep=index in still)

    def checkpoint(self) -> bytes:
        return msgspec.msgpack.encode(_State(self._tracks, self._persons.persons))

    def restore(self, state: bytes) -> None:
        read = msgspec.msgpack.decode(state, type=_State)
        self._tracks = read.tracks
        self._persons = Persons(read.persons)

    def finish(self, end_s: float) -> Iterator[Yield]:
        yield from self._close(list(self._tracks), end_s)
        for merged, into in self._persons.merges():
            yield PersonMerge(merged, into)

    def _detect(self, frame: Frame) -> list[_FoundFace]:
        small = frame.bgr(_DETECT_LONGEST)
        self._detector.setInputSize((small.shape[1], small.shape[0]))
        _, rows = self._detector.detect(small)
        if rows is None:
            return []
        large = frame.bgr(_CUT_LONGEST)
        return [_FoundFace(row, small, large, self._embedder) for row in rows]

    def _close(self, tracks: Sequence[Track], now_s: float) -> Iterator[Yield]:
        for track in sorted(tracks, key=lambda track: (track.start_s, track.best_box.left)):
            self._tracks.remove(track)
            if track.quality < _MIN_QUALITY or track.confidence < _MIN_BEST_SCORE:
                continue
            # The face was there at the last sample and gone at the next.
            end_s = min(track.last_s + self.interval_s, now_s)
            embedding = track.mean()
            yield FaceSighting(
                start=track.start_s,
                end=max(end_s, track.last_s),
                person=self._persons.assign(embedding, track.quality, track.start_s, track.last_s),
                box=track.best_box,
                confidence=track.confidence,
                quality=track.quality,
                embedding=embedding.astype("<f4").tobytes(),
                model=_EMBEDDER,
                crop=track.crop,
            )


def _begin(time_s: float, face: _FoundFace) -> Track:
    embedding = face.embedding()
    quality = face.quality()
    return Track(
        start_s=time_s,
        last_s=time_s,
        box=face.box,
        look=face.look.tobytes(),
        embedding=embedding.tobytes(),
        total=(embedding * np.float32(max(quality, 0.01))).tobytes(),
        best_box=face.box,
        confidence=face.score,
        quality=quality,
        promise=face.promise,
        crop=face.crop() if quality > 0 else b"",
    )


def _go_on(track: Track, time_s: float, face: _FoundFace, *, keep: bool) -> None:
    track.last_s = time_s
    track.box = face.box
    track.look = face.look.tobytes()
    if keep and face.promise < track.promise * _BETTER:
        return
    embedding = face.embedding()
    quality = face.quality()
    track.embedding = embedding.tobytes()
    total = np.frombuffer(track.total, np.float32) + embedding * np.float32(max(quality, 0.01))
    track.total = total.astype(np.float32).tobytes()
    track.views += 1
    track.promise = max(track.promise, face.promise)
    if quality > track.quality:
        track.quality, track.confidence, track.best_box = quality, max(track.confidence, face.score), face.box
        track.crop = face.crop()
