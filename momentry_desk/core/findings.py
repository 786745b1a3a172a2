"""Timed results of a scan, and how far a scan got.

Times are seconds on the file's own time line (presentation time stamps, the first at 0 or later). A box is a
fraction of the upright frame.
"""

import msgspec


class Box(msgspec.Struct, frozen=True, array_like=True):
    """Left, top, width, height as fractions (0 to 1) of the upright frame."""

    left: float
    top: float
    width: float
    height: float


class Word(msgspec.Struct, frozen=True, array_like=True):
    """One word as it is shown, spaces included, with its own times."""

    start: float
    end: float
    text: str
    probability: float


class SpeechSegment(msgspec.Struct, frozen=True, tag="speech"):
    """What was said. `confidence` is 0 to 1; `doubtful` marks text that is probably invented (music, noise);
    `edited` text that a person wrote in place of what was heard."""

    start: float
    end: float
    text: str
    language: str
    language_probability: float
    confidence: float
    words: tuple[Word, ...] = ()
    doubtful: bool = False
    edited: bool = False


class TextLine(msgspec.Struct, frozen=True, tag="text"):
    """One caption or line of text in the picture, from the moment it is first seen to the last."""

    start: float
    end: float
    text: str
    confidence: float
    box: Box


class FaceSighting(msgspec.Struct, frozen=True, tag="face"):
    """One face followed through time. `person` numbers the persons of this video from 1.

    `box` is the best one seen, `embedding` 128 little-endian float32 of unit length from `model`, `quality`
    0 to 1 (sharp, large, frontal), `crop` a JPEG of the best view.
    """

    start: float
    end: float
    person: int
    box: Box
    confidence: float
    quality: float = 0.0
    embedding: bytes = b""
    model: str = ""
    crop: bytes = b""


class Scene(msgspec.Struct, frozen=True, tag="scene"):
    """A shot between two cuts. `thumbnail` is a JPEG."""

    start: float
    end: float
    thumbnail: bytes = b""


Finding = SpeechSegment | TextLine | FaceSighting | Scene

#: Which processor makes which kind of finding; the kind is the finding's tag.
KINDS = {"face": "face", "asr": "speech", "ocr": "text", "scene": "scene"}


class Checkpoint(msgspec.Struct, frozen=True):
    """How far a processor got, with the state it needs to go on (open tracks, open captions).

    Everything before `mark_s` is found and sent. `from_s` is the mark this one replaces: the store accepts a
    chunk only while that one stands. `fingerprint` names content, processor version, model and options;
    another fingerprint starts anew. `state` belongs to the processor. `done` says it has reached the end.
    """

    processor: str
    from_s: float
    mark_s: float
    fingerprint: str
    state: bytes = b""
    done: bool = False


class Chunk(msgspec.Struct, frozen=True):
    """What a worker found since the last chunk, with the checkpoints that belong to it.

    `number` counts from 1 within an attempt. `person_merges` maps a person's number that turned out to be
    another person onto that one.
    """

    number: int
    findings: tuple[Finding, ...]
    checkpoints: tuple[Checkpoint, ...]
    person_merges: dict[int, int] = {}
