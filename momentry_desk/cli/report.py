"""What a scan found, as JSON for programs and as a table for people.

The JSON is stable: `{"videos": [VIDEO, …]}`, one VIDEO for each file that was asked for, in the order in which they
were seen, bad files included:

- `file_uuid` (null where the file could not be looked at), `path`, `duration_s` (null where unknown)
- `status`: "completed", "failed", "cancelled", or "pending" for what was not reached
- `error` (null or a sentence), `warnings` (sentences), `elapsed_s` (seconds of scanning, null where none was)
- `findings`: `speech` [{start, end, text, language, confidence}], `text` [{start, end, text, confidence, box}],
  `faces` [{start, end, person, box, confidence}], `scenes` [{start, end}]

Times are seconds as numbers, boxes `[left, top, width, height]` as fractions of the upright frame, a person is a
label ("Person 1") within its video, confidences are 0 to 1. New keys may come; none of these goes or changes its
meaning.
"""

import json
from collections.abc import Sequence

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from momentry_desk.core.findings import Box, FaceSighting, Finding, Scene, SpeechSegment, TextLine
from momentry_desk.core.model import TaskStatus
from momentry_desk.core.paths import name_of, readable
from momentry_desk.core.sentences import Said, say
from momentry_desk.core.snapshot import Added, TaskRow


class Scanned(msgspec.Struct, frozen=True):
    """One file of the report. `row` is its task, None where it never became one; then `error` says why."""

    path: str
    file_uuid: str | None = None
    duration_s: float | None = None
    row: TaskRow | None = None
    error: str | None = None
    findings: tuple[Finding, ...] = ()

    @property
    def status(self) -> str:
        if self.row is None:
            return "failed"
        # A report is made of what stands; what still runs at an interruption waits for the next call.
        status = self.row.status
        return (TaskStatus.PENDING if status is TaskStatus.PROCESSING else status).value

    @property
    def sentence(self) -> str | None:
        """Why there is no result: a failure, or what is waited for."""
        if self.row is None:
            return self.error
        if self.row.waiting_for:
            return f"Waits for {self.row.waiting_for}."
        return self.row.error_message


def as_json(videos: Sequence[Scanned]) -> str:
    return json.dumps({"videos": [_video(video) for video in videos]}, ensure_ascii=False, indent=2) + "\n"


def _video(video: Scanned) -> dict[str, object]:
    speech: list[dict[str, object]] = []
    text: list[dict[str, object]] = []
    faces: list[dict[str, object]] = []
    scenes: list[dict[str, object]] = []
    for finding in video.findings:
        when: dict[str, object] = {"start": round(finding.start, 3), "end": round(finding.end, 3)}
        match finding:
            case SpeechSegment():
                speech.append(
                    when
                    | {
                        "text": finding.text,
                        "language": finding.language,
                        "confidence": round(finding.confidence, 4),
                    }
                )
            case TextLine():
                text.append(
                    when
                    | {
                        "text": finding.text,
                        "confidence": round(finding.confidence, 4),
                        "box": _fractions(finding.box),
                    }
                )
            case FaceSighting():
                faces.append(
                    when
                    | {
                        "person": f"Person {finding.person}",
                        "box": _fractions(finding.box),
                        "confidence": round(finding.confidence, 4),
                    }
                )
            case Scene():
                scenes.append(when)
    row = video.row
    return {
        "file_uuid": video.file_uuid,
        "path": readable(video.path),
        "duration_s": video.duration_s,
        "status": video.status,
        "error": video.sentence,
        "warnings": list(row.warnings) if row else [],
        "elapsed_s": round(row.running_s, 3) if row and row.running_s else None,
        "findings": {"speech": speech, "text": text, "faces": faces, "scenes": scenes},
    }


def _fractions(box: Box) -> list[float]:
    return [round(value, 5) for value in (box.left, box.top, box.width, box.height)]


def print_tables(videos: Sequence[Scanned], console: Console) -> None:
    """The files, then what was said, written, seen and cut in each."""
    table = Table(title="Files")
    table.add_column("file", overflow="fold")
    for heading in ("status", "length", "speech", "text", "persons", "scenes"):
        table.add_column(heading, justify="left" if heading == "status" else "right")
    for video in videos:
        counts = _counts(video.findings)
        length = "" if video.duration_s is None else clock(video.duration_s)
        table.add_row(Text(_name(video)), video.status, length, *(str(count) for count in counts))
    console.print(table)
    for video in videos:
        if video.sentence:
            console.print(Text(f"{_name(video)}: {video.sentence}"))
        for warning in video.row.warnings if video.row else ():
            console.print(Text(f"{_name(video)}: {warning}"))
    for kind, heading, last in (
        (SpeechSegment, "Speech", "text"),
        (TextLine, "Text in the picture", "text"),
        (FaceSighting, "Faces", "person"),
        (Scene, "Scenes", ""),
    ):
        _print_kind(videos, kind, heading, last, console)


def _print_kind(videos: Sequence[Scanned], kind: type[Finding], heading: str, last: str, console: Console) -> None:
    found = [(video, finding) for video in videos for finding in video.findings if isinstance(finding, kind)]
    if not found:
        return
    table = Table("file", "from", "to", *([last] if last else []), title=heading)
    for video, finding in found:
        match finding:
            case SpeechSegment() | TextLine():
                told = finding.text.strip()
            case FaceSighting():
                told = f"Person {finding.person}"
            case _:
                told = ""
        cells = [Text(_name(video)), Text(clock(finding.start)), Text(clock(finding.end)), Text(told)]
        table.add_row(*cells[: 4 if last else 3])
    console.print(table)


def _counts(findings: Sequence[Finding]) -> tuple[int, int, int, int]:
    return (
        sum(isinstance(finding, SpeechSegment) for finding in findings),
        sum(isinstance(finding, TextLine) for finding in findings),
        len({finding.person for finding in findings if isinstance(finding, FaceSighting)}),
        sum(isinstance(finding, Scene) for finding in findings),
    )


def _name(video: Scanned) -> str:
    return name_of(video.path)


def clock(seconds: float) -> str:
    """Seconds as 1:02:03.4, hours left out where there are none."""
    tenths = round(max(0.0, seconds) * 10)
    hours, rest = divmod(tenths, 36_000)
    minutes, rest = divmod(rest, 600)
    whole, tenth = divmod(rest, 10)
    if hours:
        return f"{hours}:{minutes:02d}:{whole:02d}.{tenth}"
    return f"{minutes}:{whole:02d}.{tenth}"


def told_of(added: Added) -> list[tuple[str, str]]:
    """What did not come in as a video of its own: path and why."""
    copies = [(one.path, say(Said.SAME_CONTENT, path=readable(one.of))) for one in added.copies]
    return [(one.path, one.message) for one in added.rejected] + copies
