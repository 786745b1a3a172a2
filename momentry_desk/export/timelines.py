"""Markers and moments as timelines for editing programs: OpenTimelineIO, FCPXML, FCP7 XML, CMX 3600."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Literal

import msgspec
import opentimelineio as otio

from momentry_desk.core.findings import FaceSighting, Finding, Scene, SpeechSegment, TextLine
from momentry_desk.core.model import Video
from momentry_desk.core.paths import path_from_text, readable
from momentry_desk.export.fcpxml import METADATA, as_fcpxml
from momentry_desk.export.rates import frame_at, true_rate

TimelineForm = Literal["otio", "fcpxml", "fcp7xml", "edl"]

_ADAPTERS = {"otio": "otio_json", "fcp7xml": "fcp_xml"}

#: Marker colours by kind, the same as the tracks' in the window.
_COLORS = {
    SpeechSegment: otio.schema.MarkerColor.BLUE,
    TextLine: otio.schema.MarkerColor.GREEN,
    FaceSighting: otio.schema.MarkerColor.YELLOW,
    Scene: otio.schema.MarkerColor.WHITE,
}

#: A text that was read in a single picture is a moment without length. Seconds.
_SHORTEST_S = 1

#: What a marker's name may hold; editing programs cut or refuse longer ones.
_NAME_LENGTH = 120


class Moment(msgspec.Struct, frozen=True):
    """A piece of a video that becomes a clip of its own: seconds on the file's time line, and what to call it."""

    video: Video
    start: float
    end: float
    name: str


def markers(found: Sequence[tuple[Video, Iterable[Finding]]], name: str) -> otio.schema.Timeline:
    """Each whole video as one clip, one after another, with a marker for each of its findings, at the file's true
    rate and start time code. Raises `ValueError` where there is none."""
    if not found:
        raise ValueError("There is nothing to put on a timeline.")
    return _timeline(name, [_marked(video, findings) for video, findings in found], _rate(found[0][0]))


def _marked(video: Video, findings: Iterable[Finding]) -> otio.schema.Clip:
    rate = _rate(video)
    clip = _clip(video, 0, _frames(video, rate), rate)
    clip.name = readable(video.file_name)
    for found in findings:
        start = frame_at(found.start, rate)
        length = max(1, frame_at(found.end, rate) - start)
        clip.markers.append(
            otio.schema.Marker(
                name=_label(found),
                marked_range=_range(_start_frame(video, rate) + start, length, rate),
                color=_COLORS[type(found)],
            )
        )
    return clip


def moments(name: str, found: Sequence[Moment]) -> otio.schema.Timeline:
    """The moments one after another, each as a clip of its video, counted at the first video's rate. One that is
    shorter goes on for a second, as far as its video does.

    Raises `ValueError` where there is none.
    """
    if not found:
        raise ValueError("There is nothing to put on a timeline.")
    rate = _rate(found[0].video)
    clips = []
    for moment in found:
        own = _rate(moment.video)
        start = frame_at(moment.start, own)
        least = min(round(own * _SHORTEST_S), _frames(moment.video, own) - start)
        clip = _clip(moment.video, start, max(1, least, frame_at(moment.end, own) - start), own)
        clip.name = moment.name[:_NAME_LENGTH]
        clips.append(clip)
    return _timeline(name, clips, rate)


def as_text(timeline: otio.schema.Timeline, form: TimelineForm) -> str:
    """The file's text in one of the four formats."""
    if form == "fcpxml":
        # The adapter's own writer rounds rates to whole numbers.
        return as_fcpxml(timeline)
    if form != "edl":
        return str(otio.adapters.write_to_string(timeline, adapter_name=_ADAPTERS[form]))
    rate = timeline.tracks[0].duration().rate
    text = str(otio.adapters.write_to_string(timeline, adapter_name="cmx_3600", rate=rate))
    # The adapter leaves this line out; readers then take the semicolons of drop-frame time code for an error.
    drop = ";" in otio.opentime.to_timecode(otio.opentime.RationalTime(0, rate))
    title, _, rest = text.partition("\n")
    return f"{title}\nFCM: {'DROP FRAME' if drop else 'NON-DROP FRAME'}\n{rest}"


def _rate(video: Video) -> Fraction:
    return true_rate(video.media.frame_rate if video.media else None)


def _frames(video: Video, rate: Fraction) -> int:
    duration = video.media.duration_s if video.media else None
    return max(1, round(Fraction(duration or 0).limit_denominator(1_000_000) * rate))


def _start_frame(video: Video, rate: Fraction) -> int:
    code = video.media.start_timecode if video.media else None
    if code is None:
        return 0
    try:
        return int(otio.opentime.from_timecode(code, float(rate)).value)
    except ValueError:
        return 0


def _clip(video: Video, start: int, length: int, rate: Fraction) -> otio.schema.Clip:
    first = _start_frame(video, rate)
    reference = otio.schema.ExternalReference(
        target_url=Path(path_from_text(video.path)).absolute().as_uri(),
        available_range=_range(first, max(_frames(video, rate), start + length), rate),
    )
    reference.name = readable(video.file_name)
    media = video.media
    if media is not None:
        reference.metadata[METADATA] = {
            "width": media.width,
            "height": media.height,
            "video": int(media.has_video),
            "audio": int(media.has_audio),
            "drop": int(";" in (media.start_timecode or "")),
        }
    return otio.schema.Clip(media_reference=reference, source_range=_range(first + start, length, rate))


def _timeline(name: str, clips: Sequence[otio.schema.Clip], rate: Fraction) -> otio.schema.Timeline:
    timeline = otio.schema.Timeline(name=name, global_start_time=otio.opentime.RationalTime(0, float(rate)))
    track = otio.schema.Track(name="V1", kind=otio.schema.TrackKind.Video)
    track.extend(clips)
    timeline.tracks.append(track)
    return timeline


def _range(start: int, length: int, rate: Fraction) -> otio.opentime.TimeRange:
    of = float(rate)
    return otio.opentime.TimeRange(otio.opentime.RationalTime(start, of), otio.opentime.RationalTime(length, of))


def _label(found: Finding) -> str:
    match found:
        case SpeechSegment() | TextLine():
            text = " ".join(found.text.split())
        case FaceSighting():
            text = f"Person {found.person}"
        case Scene():
            text = "Scene"
    return text if len(text) <= _NAME_LENGTH else text[: _NAME_LENGTH - 1] + "…"
