"""Reads what is to be exported and has it written: for the facade, and for the command line beside it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from momentry_desk.core.findings import Finding, Scene, SpeechSegment
from momentry_desk.core.model import Video
from momentry_desk.core.moments import Hit
from momentry_desk.core.sentences import Said, say
from momentry_desk.export.files import ExportRefused, write
from momentry_desk.export.forms import ExportForm
from momentry_desk.export.tables import as_csv, as_json, hits_as_csv, hits_as_json, transcript
from momentry_desk.store.findings import FindingStore
from momentry_desk.store.videos import VideoStore


class Shelves(Protocol):
    """The stores that are read."""

    @property
    def videos(self) -> VideoStore: ...

    @property
    def findings(self) -> FindingStore: ...


def export_videos(
    stores: Shelves, file_uuids: Sequence[str], form: ExportForm, output: Path, *, overwrite: bool = False
) -> Path:
    """Write what is known of these videos, in their order. Raises `ExportRefused`, `StoreTrouble`."""
    known = {video.file_uuid: video for video in stores.videos.some(file_uuids)}
    missing = [file_uuid for file_uuid in file_uuids if file_uuid not in known]
    if missing or not known:
        raise ExportRefused(say(Said.NO_SUCH_VIDEO, file=missing[0]) if missing else say(Said.NOTHING_CHOSEN))
    found = [
        (known[file_uuid], stores.findings.findings(file_uuid, blobs=False))
        for file_uuid in dict.fromkeys(file_uuids)
    ]
    write(output, _text(found, form, output.stem), overwrite=overwrite)
    return output


def _text(found: Sequence[tuple[Video, list[Finding]]], form: ExportForm, name: str) -> str:
    match form:
        case "srt" | "vtt":
            from momentry_desk.export.subtitles import subtitles

            if len(found) != 1:
                raise ExportRefused(say(Said.SUBTITLES_OF_ONE))
            return subtitles(_speech(found[0][1]), form)
        case "txt":
            texts = [(video, transcript(_speech(findings))) for video, findings in found]
            if len(texts) == 1:
                return texts[0][1]
            return "\n".join(f"{video.file_name}\n\n{text}" for video, text in texts)
        case "json":
            return as_json(found)
        case "csv":
            return as_csv(found)
        case _:
            from momentry_desk.export.timelines import as_text, markers

            # Each shot as a marker would bury what was said; editing programs find cuts themselves.
            chosen = [(video, [one for one in findings if _marks(one)]) for video, findings in found]
            return as_text(markers(chosen, chosen[0][0].file_name if len(chosen) == 1 else name), form)


def _marks(finding: Finding) -> bool:
    """Whether it is worth a marker; what was edited to nothing is none."""
    return not isinstance(finding, Scene) and not (isinstance(finding, SpeechSegment) and not finding.text.strip())


def _speech(findings: Sequence[Finding]) -> list[SpeechSegment]:
    return [finding for finding in findings if isinstance(finding, SpeechSegment)]


def export_hits(
    stores: Shelves, name: str, hits: Sequence[Hit], form: ExportForm, output: Path, *, overwrite: bool = False
) -> Path:
    """Write moments one after another: clips of a timeline, or the rows of a table. Raises `ExportRefused`,
    `StoreTrouble`."""
    if not hits:
        raise ExportRefused(say(Said.NOTHING_TO_EXPORT))
    known = {video.file_uuid: video for video in stores.videos.some({hit.file_uuid for hit in hits})}
    there = [hit for hit in hits if hit.file_uuid in known]
    match form:
        case "csv":
            text = hits_as_csv(there)
        case "json":
            text = hits_as_json(there)
        case "otio" | "fcpxml" | "fcp7xml" | "edl":
            from momentry_desk.export.timelines import Moment, as_text, moments

            if not there:
                raise ExportRefused(say(Said.NO_VIDEO_LEFT))
            clips = [Moment(known[hit.file_uuid], hit.start, hit.end, hit.text or hit.file_name) for hit in there]
            text = as_text(moments(name, clips), form)
        case _:
            raise ExportRefused(say(Said.NO_FORM_OF_HITS, form=form))
    write(output, text, overwrite=overwrite)
    return output
