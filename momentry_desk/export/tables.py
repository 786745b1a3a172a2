"""Transcripts and findings for reading and for other programs: plain text, JSON, CSV."""

import csv
import io
from collections.abc import Iterable, Sequence

import msgspec

from momentry_desk.core.findings import FaceSighting, Finding, Scene, SpeechSegment, TextLine
from momentry_desk.core.model import Video

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
    """One line a segment, its time before it as H:MM:SS."""
    return "".join(f"[{clock(segment.start)}] {segment.text.strip()}\n" for segment in segments)


def clock(seconds: float) -> str:
    """H:MM:SS, rounded down as a player shows it."""
    whole = int(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}"


def as_json(video: Video, findings: Sequence[Finding]) -> str:
    """One object: the file and its findings by kind, without pictures and embeddings. Seconds as numbers."""
    document = {
        "file_uuid": video.file_uuid,
        "path": video.path,
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
    return msgspec.json.format(msgspec.json.encode(document).decode("utf-8"), indent=2) + "\n"


def as_csv(video: Video, findings: Iterable[Finding]) -> str:
    """One row a finding, with a heading. A cell that a spreadsheet would run as a formula begins with a quote."""
    target = io.StringIO()
    writer = csv.DictWriter(target, _COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    for found in findings:
        row: dict[str, object] = {
            "file": _cell(video.path),
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
        writer.writerow(row)
    return target.getvalue()


def _cell(text: str) -> str:
    # https://owasp.org/www-community/attacks/CSV_Injection
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def _without(found: Finding, *names: str) -> dict[str, object]:
    built: dict[str, object] = msgspec.to_builtins(found)
    return {name: value for name, value in built.items() if name not in names}
