"""A timeline as FCPXML 1.8, with rational times: whole frames at every rate, 24000/1001 too.

https://developer.apple.com/documentation/professional-video-applications/fcpxml-reference
"""

import xml.etree.ElementTree as ET
from fractions import Fraction

import opentimelineio as otio

from momentry_desk.export.rates import exact_rate

#: Where a clip's picture size and streams stand in its reference's metadata.
METADATA = "momentry"


def as_fcpxml(timeline: otio.schema.Timeline) -> str:
    """The first track's clips one after another, with their markers, as a project of one event."""
    clips = list(timeline.tracks[0])
    rate = exact_rate(clips[0].source_range.duration.rate)
    root = ET.Element("fcpxml", version="1.8")
    resources = _Resources(ET.SubElement(root, "resources"))
    event = ET.SubElement(ET.SubElement(root, "library"), "event", name=timeline.name)
    project = ET.SubElement(event, "project", name=timeline.name)
    sequence_format = resources.format(rate, clips[0].media_reference)
    sequence = ET.SubElement(project, "sequence", format=sequence_format, tcStart="0s", tcFormat="NDF")
    spine = ET.SubElement(sequence, "spine")
    offset = 0
    for clip in clips:
        own = exact_rate(clip.source_range.duration.rate)
        # Where the sequence counts otherwise, a clip takes whole frames of the sequence.
        frames = max(1, round(Fraction(round(clip.source_range.duration.value)) / own * rate))
        element = ET.SubElement(
            spine,
            "asset-clip",
            name=clip.name,
            ref=resources.asset(clip.media_reference, own),
            offset=_time(offset, rate),
            start=_time(round(clip.source_range.start_time.value), own),
            duration=_time(frames, rate),
            tcFormat="DF" if _told(clip.media_reference, "drop") else "NDF",
        )
        for marker in clip.markers:
            ET.SubElement(
                element,
                "marker",
                start=_time(round(marker.marked_range.start_time.value), own),
                duration=_time(max(1, round(marker.marked_range.duration.value)), own),
                value=marker.name,
            )
        offset += frames
    sequence.set("duration", _time(offset, rate))
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE fcpxml>\n' + ET.tostring(root, "unicode") + "\n"


class _Resources:
    """The formats and files that clips refer to, each once."""

    def __init__(self, element: ET.Element) -> None:
        self._element = element
        self._ids: dict[tuple[object, ...], str] = {}

    def format(self, rate: Fraction, reference: otio.schema.ExternalReference) -> str:
        width, height = _told(reference, "width"), _told(reference, "height")
        key = ("format", rate, width, height)
        if key not in self._ids:
            element = ET.SubElement(self._element, "format", id=self._new(key), frameDuration=_time(1, rate))
            if width and height:
                element.set("width", str(width))
                element.set("height", str(height))
        return self._ids[key]

    def asset(self, reference: otio.schema.ExternalReference, rate: Fraction) -> str:
        key = ("asset", reference.target_url)
        if key not in self._ids:
            form = self.format(rate, reference)
            element = ET.SubElement(
                self._element,
                "asset",
                id=self._new(key),
                name=reference.name,
                src=reference.target_url,
                start=_time(round(reference.available_range.start_time.value), rate),
                duration=_time(round(reference.available_range.duration.value), rate),
                format=form,
            )
            for attribute, told in (("hasVideo", "video"), ("hasAudio", "audio")):
                if _told(reference, told):
                    element.set(attribute, "1")
        return self._ids[key]

    def _new(self, key: tuple[object, ...]) -> str:
        return self._ids.setdefault(key, f"r{len(self._ids) + 1}")


def _told(reference: otio.schema.ExternalReference, key: str) -> int:
    return int(reference.metadata.get(METADATA, {}).get(key, 0))


def _time(frames: int, rate: Fraction) -> str:
    """Whole frames as seconds, a fraction as Apple writes it: 1001/24000s."""
    if frames == 0:
        return "0s"
    return f"{frames * rate.denominator}/{rate.numerator}s"
