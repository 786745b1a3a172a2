"""A finding as a row: what is searched and sorted by in columns, the rest as JSON, blobs apart."""

import msgspec

from momentry_desk.core.findings import Box, Checkpoint, FaceSighting, Finding, Scene, SpeechSegment, TextLine, Word
from momentry_desk.store.connection import Row
from momentry_desk.store.tables import printable


class FindingRow(msgspec.Struct, frozen=True):
    """`columns` are kind, start_s, end_s, text, person, payload."""

    columns: tuple[str, float, float, str | None, int | None, str]
    embedding: bytes = b""
    picture: bytes = b""


class _Speech(msgspec.Struct, frozen=True, omit_defaults=True):
    language: str
    language_probability: float
    confidence: float
    words: tuple[Word, ...] = ()
    doubtful: bool = False
    edited: bool = False


class _Text(msgspec.Struct, frozen=True):
    confidence: float
    box: Box


class _Face(msgspec.Struct, frozen=True):
    box: Box
    confidence: float
    quality: float = 0.0
    model: str = ""


def kind_of(finding: Finding) -> str:
    """The finding's tag."""
    tag = finding.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


def from_finding(finding: Finding) -> FindingRow:
    kind = kind_of(finding)
    match finding:
        case SpeechSegment():
            speech = _Speech(
                finding.language,
                finding.language_probability,
                finding.confidence,
                finding.words,
                finding.doubtful,
                finding.edited,
            )
            return FindingRow((kind, finding.start, finding.end, printable(finding.text), None, _json(speech)))
        case TextLine():
            line = _Text(finding.confidence, finding.box)
            return FindingRow((kind, finding.start, finding.end, printable(finding.text), None, _json(line)))
        case FaceSighting():
            face = _Face(finding.box, finding.confidence, finding.quality, finding.model)
            columns = (kind, finding.start, finding.end, None, finding.person, _json(face))
            return FindingRow(columns, finding.embedding, finding.crop)
        case Scene():
            return FindingRow((kind, finding.start, finding.end, None, None, "{}"), b"", finding.thumbnail)


def to_finding(row: Row) -> Finding:
    """A row of kind, start_s, end_s, text, person, payload, embedding, picture; the last two may be None."""
    kind, start, end, text, person, payload, embedding, picture = row
    match kind:
        case "speech":
            speech = msgspec.json.decode(payload, type=_Speech)
            return SpeechSegment(
                start,
                end,
                text,
                speech.language,
                speech.language_probability,
                speech.confidence,
                speech.words,
                speech.doubtful,
                speech.edited,
            )
        case "text":
            line = msgspec.json.decode(payload, type=_Text)
            return TextLine(start, end, text, line.confidence, line.box)
        case "face":
            face = msgspec.json.decode(payload, type=_Face)
            return FaceSighting(
                start,
                end,
                person,
                face.box,
                face.confidence,
                face.quality,
                embedding or b"",
                face.model,
                picture or b"",
            )
        case "scene":
            return Scene(start, end, picture or b"")
    raise ValueError(f"{kind!r} is no kind of finding")


def to_checkpoint(row: Row) -> Checkpoint:
    """A row of processor, from_s, mark_s, fingerprint, state, done."""
    processor, from_s, mark_s, fingerprint, state, done = row
    return Checkpoint(processor, from_s, mark_s, fingerprint, state, bool(done))


def _json(value: _Speech | _Text | _Face) -> str:
    return msgspec.json.encode(value).decode()
