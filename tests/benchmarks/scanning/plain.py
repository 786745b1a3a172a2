"""Plain scripts that do the work of one processor each, and the bare decoding and inference that none can avoid.

`python -m tests.benchmarks.scanning.plain WHAT FILE WEIGHTS`, where WHAT is a processor or `ideal`. Prints one JSON
object. All sample the same frames: the first at or after each whole second.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import av
import numpy as np

INTERVAL_S = 1.0

T = TypeVar("T")


def face(path: str, weights: Path) -> dict[str, Any]:
    """Decode everything, look for faces in each sample at 640 pixels, embed each of them."""
    detector, embedder = _face_networks(weights)
    found = []
    for time_s, frame in _samples(path):
        rows, small = _faces(detector, frame.to_ndarray(format="bgr24"))
        for row in rows:
            embedder.feature(embedder.alignCrop(small, row))
        found.append((time_s, len(rows)))
    return {"faces": found}


def ocr(path: str, _weights: Path) -> dict[str, Any]:
    """Decode everything, read each sample with RapidOCR as it is configured by default."""
    import logging

    logging.getLogger("RapidOCR").setLevel(logging.CRITICAL)
    from rapidocr import RapidOCR

    engine = RapidOCR()
    texts: dict[str, None] = {}
    for _, frame in _samples(path):
        read = engine(frame.to_ndarray(format="bgr24"))
        texts |= dict.fromkeys(read.txts or ())
    return {"texts": list(texts)}


def asr(path: str, weights: Path) -> dict[str, Any]:
    """faster-whisper over the whole file, with its defaults but for the weights' type."""
    from faster_whisper import WhisperModel

    model = WhisperModel(str(weights / "whisper-base"), device="cpu", compute_type="int8", local_files_only=True)
    try:
        segments, _ = model.transcribe(path)
    except IndexError:  # no sound in the file
        return {"text": ""}
    return {"text": " ".join(segment.text for segment in segments)}


def scene(path: str, _weights: Path) -> dict[str, Any]:
    """PySceneDetect's content detector over every frame."""
    from scenedetect import ContentDetector, detect

    return {"cuts": [start.seconds for start, _ in detect(path, ContentDetector())][1:]}


class Spent:
    """CPU seconds by kind of work."""

    def __init__(self) -> None:
        self.by_kind: dict[str, float] = {}

    def on(self, kind: str, work: Callable[..., T], *arguments: Any) -> T:
        begun = time.process_time()
        try:
            return work(*arguments)
        finally:
            self.by_kind[kind] = self.by_kind.get(kind, 0.0) + time.process_time() - begun


def ideal(path: str, weights: Path) -> dict[str, Any]:
    """CPU seconds of decoding and of inference alone: loading, scaling, comparing, joining count for nothing.

    An embedding or a reading is needed where nothing stood in the same place a sample before. All is done twice and
    counted the second time, because our worker is warm too.
    """
    import cv2

    cv2.setNumThreads(1)
    detector, embedder = _face_networks(weights)
    reader = _text_networks()
    recogniser = _speech_network(weights)
    for spent in (Spent(), Spent()):
        _ideal_picture(path, detector, embedder, reader, spent)
        _ideal_speech(path, recogniser, spent)
    return {"cpu_s": spent.by_kind}


def _ideal_picture(path: str, detector: Any, embedder: Any, reader: Any, spent: Spent) -> None:
    from scenedetect import ContentDetector

    shots: Any = ContentDetector(min_scene_len=0)
    faces_before: list[Any] = []
    texts_before: list[Any] = []
    wanted = _Grid()
    with av.open(path) as container:
        frames: Iterator[Any] = iter(())
        if container.streams.video:
            stream = container.streams.video[0]
            stream.codec_context.thread_count = 1
            stream.codec_context.skip_frame = "NONREF"
            frames = container.decode(stream)
        while (frame := spent.on("decode", next, frames, None)) is not None:
            time_s = float(frame.pts * frame.time_base)
            tiny = _scaled(frame, 256)
            spent.on("scene", shots.process_frame, time_s, tiny)
            if not wanted.takes(time_s):
                continue
            large = _scaled(frame, 1920)
            rows, small = spent.on("face", _faces, detector, _scaled(frame, 640))
            for row in rows:
                if not any(_overlap(row[:4], other) > 0.5 for other in faces_before):
                    aligned = embedder.alignCrop(small, row)
                    spent.on("face", embedder.feature, aligned)
            faces_before = [row[:4] for row in rows]
            quads = spent.on("ocr", reader.find, large)
            boxes = [_box(quad) for quad in quads]
            for quad, box in zip(quads, boxes, strict=True):
                if not any(_overlap(box, other) >= 0.7 for other in texts_before):
                    crop = _cut(large, quad)
                    spent.on("ocr", reader.read, crop)
            texts_before = boxes


def _ideal_speech(path: str, recogniser: Any, spent: Spent) -> None:
    """Detection over all of the sound in one call, then each chunk recognised once, its language found once."""
    from faster_whisper import decode_audio

    from momentry_desk.processors import speech_detection
    from momentry_desk.processors.speech_chunks import Chunker

    with av.open(path) as container:
        if not container.streams.audio:
            return
    window = speech_detection.WINDOW
    detector = speech_detection.SpeechDetector()
    samples = spent.on("decode", decode_audio, path)
    samples = samples[: len(samples) // window * window]
    heard, _ = spent.on("asr", detector.probabilities, samples, speech_detection.Memory())
    chunker, begun, language = Chunker(), 0, ""
    cuts = []
    for probability in heard:
        chunker.push(probability)
        while (cut := chunker.cut()) is not None:
            cuts.append(cut)
    for cut in (*cuts, chunker.rest()):
        windows = samples.reshape(-1, window)[begun : begun + cut.windows]
        begun += cut.windows
        if cut.pieces:
            packed = np.concatenate([windows[piece.start : piece.end].reshape(-1) for piece in cut.pieces])
            language = language or spent.on("asr", recogniser.detect, packed)[0]
            spent.on("asr", recogniser.hear, packed, language, 1.0)


class _Grid:
    """Which frames are sampled: the first at or after each multiple of the interval."""

    def __init__(self) -> None:
        self._next = 0

    def takes(self, time_s: float) -> bool:
        if time_s + 1e-6 < self._next * INTERVAL_S:
            return False
        self._next = int((time_s + 1e-6) / INTERVAL_S) + 1
        return True


def _samples(path: str) -> Iterator[tuple[float, Any]]:
    grid = _Grid()
    with av.open(path) as container:
        frames: Iterator[Any] = container.decode(video=0) if container.streams.video else iter(())
        for frame in frames:
            time_s = float(frame.pts * frame.time_base)
            if grid.takes(time_s):
                yield time_s, frame


def _scaled(frame: Any, longest: int) -> Any:
    share = min(1.0, longest / max(frame.width, frame.height))
    return frame.reformat(
        round(frame.width * share), round(frame.height * share), "bgr24", interpolation="AREA"
    ).to_ndarray()


def _face_networks(weights: Path) -> tuple[Any, Any]:
    import cv2

    (detecting,) = (weights / "yunet").glob("*.onnx")
    (embedding,) = (weights / "sface").glob("*.onnx")
    detector = cv2.FaceDetectorYN.create(str(detecting), "", (320, 320), 0.6, 0.3, 60)
    return detector, cv2.FaceRecognizerSF.create(str(embedding), "")


def _faces(detector: Any, picture: Any) -> tuple[Any, Any]:
    import cv2

    share = 640 / max(picture.shape[:2])
    if share < 1:
        size = (round(picture.shape[1] * share), round(picture.shape[0] * share))
        picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    detector.setInputSize((picture.shape[1], picture.shape[0]))
    _, rows = detector.detect(picture)
    return ([] if rows is None else rows), picture


def _speech_network(weights: Path) -> Any:
    from momentry_desk.processors import asr
    from momentry_desk.processors.presets import number

    recogniser = asr.Recogniser(weights / "whisper-base", 1)
    recogniser.silence_s = number("asr", asr.PRESETS["balanced"], "silence", 0.5, 30)
    return recogniser


def _text_networks() -> Any:
    import rapidocr

    from momentry_desk.processors.text_reader import TextReader

    return TextReader(Path(rapidocr.__file__).parent / "models", 1)


def _cut(picture: Any, quad: Any) -> Any:
    from momentry_desk.processors.text_reader import crop_line

    return crop_line(picture, quad)


def _box(quad: Any) -> Any:
    left, top = quad.min(axis=0)
    right, bottom = quad.max(axis=0)
    return np.array([left, top, right - left, bottom - top])


def _overlap(one: Any, other: Any) -> float:
    width = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    height = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    if width <= 0 or height <= 0:
        return 0.0
    common = float(width * height)
    return common / float(one[2] * one[3] + other[2] * other[3] - common)


WORK: dict[str, Callable[[str, Path], dict[str, Any]]] = {
    "face": face,
    "ocr": ocr,
    "asr": asr,
    "scene": scene,
    "ideal": ideal,
}

if __name__ == "__main__":
    sys.stdout.write(json.dumps(WORK[sys.argv[1]](sys.argv[2], Path(sys.argv[3]))) + "\n")
