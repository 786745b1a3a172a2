"""Transcripts and findings for reading and for other programs: plain text, JSON, CSV."""

import csv
import io
from collections.abc import Iterable, Sequence

import msgspec

from momentry_desk.core.findings import FaceSighting, Finding, Scene, SpeechSegment, TextLine
from momentry_desk.core.model import Video
from momentry_desk.core.moments import Hit
from momentry_desk.core.paths import readable

_COLUMNS = (
    "file",
    "kind",
    "start",
    "end",
    "text",
    "person",
    "language",
    "confidence",
    "left",
    "top",
    "width",
    "height",
)


def transcript(segments: Iterable[SpeechSegment]) -> str:
    """One line a segment, its time before it as H:MM:SS. Where nothing is said, by a person's word, is no line."""
    return "".join(f"[{clock(line.start)}] {line.text.strip()}\n" for line in segments if line.text.strip())


def clock(seconds: float) -> str:
    """H:MM:SS, rounded down as a player shows it."""
    whole = int(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}"


def as_json(found: Sequence[tuple[Video, Sequence[Finding]]]) -> str:
    """`{"videos": [...]}`, each with its findings by kind, without pictures and embeddings. Seconds as numbers."""
    return _json({"videos": [_video(video, findings) for video, findings in found]})


def _video(video: Video, findings: Sequence[Finding]) -> dict[str, object]:
    return {
        "file_uuid": video.file_uuid,
        "path": readable(video.path),
        "duration_s": video.media.duration_s if video.media else None,
        "findings": {
            "speech": [_without(found, "type") for found in findings if isinstance(found, SpeechSegment)],
            "text": [_without(found, "type") for found in findings if isinstance(found, TextLine)],
            "faces": [
                _without(found, "type", "embedding", "crop")
                for found in findings
                if isinstance(found, FaceSighting)
            ],
            "scenes": [_without(found, "type", "thumbnail") for found in findings if isinstance(found, Scene)],
        },
    }


def hits_as_json(hits: Sequence[Hit]) -> str:
    """`{"hits": [{file_uuid, path, kind, start, end, text, edited}]}`."""
    return _json({"hits": [hit_as_object(hit) for hit in hits]})


def hit_as_object(hit: Hit) -> dict[str, object]:
    """A hit as programs get it, here and on the command line."""
    return {
        "file_uuid": hit.file_uuid,
        "path": readable(hit.path),
        "kind": hit.kind,
        "start": round(hit.start, 3),
        "end": round(hit.end, 3),
        "text": hit.text,
        "edited": hit.edited,
    }


def _json(document: object) -> str:
    return msgspec.json.format(msgspec.json.encode(document).decode("utf-8"), indent=2) + "\n"


def hits_as_csv(hits: Iterable[Hit]) -> str:
    """One row a hit, with the same heading as findings."""
    return _csv(
        {
            "file": _cell(readable(hit.path)),
            "kind": hit.kind,
            "start": round(hit.start, 3),
            "end": round(hit.end, 3),
            "text": _cell(hit.text),
        }
        for hit in hits
    )


def as_csv(found: Iterable[tuple[Video, Iterable[Finding]]]) -> str:
    """One row a finding, with a heading. A cell that a spreadsheet would run as a formula begins with a quote."""
    return _csv(_row(video, finding) for video, findings in found for finding in findings)


def _csv(rows: Iterable[dict[str, object]]) -> str:
    target = io.StringIO()
    writer = csv.DictWriter(target, _COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    return target.getvalue()


def _row(video: Video, found: Finding) -> dict[str, object]:
    row: dict[str, object] = {
        "file": _cell(readable(video.path)),
        "start": round(found.start, 3),
        "end": round(found.end, 3),
    }
    match found:
        case SpeechSegment():
            row |= {"kind": "speech", "text": _cell(found.text), "language": found.language}
            row["confidence"] = round(found.confidence, 3)
        case TextLine():
            row |= {"kind": "text", "text": _cell(found.text), "confidence": round(found.confidence, 3)}
        case FaceSighting():
            row |= {"kind": "face", "person": found.person, "confidence": round(found.confidence, 3)}
        case Scene():
            row["kind"] = "scene"
    if isinstance(found, TextLine | FaceSighting):
        box = found.box
        row |= {"left": box.left, "top": box.top, "width": box.width, "height": box.height}
    return row


def _cell(text: str) -> str:
    # https://owasp.org/www-community/attacks/CSV_Injection
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def _without(found: Finding, *names: str) -> dict[str, object]:
    built: dict[str, object] = msgspec.to_builtins(found)
    return {name: value for name, value in built.items() if name not in names}
