"""What a time line shows: which spans lie on which track, and which part of the film is in sight."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

import msgspec

from momentry_desk.core.findings import FaceSighting, Finding, Scene, SpeechSegment, TextLine
from momentry_desk.core.people import PersonSighting

#: Persons that get a line of their own; the others share the last one.
_PERSON_LINES = 3
#: Texts at one time that get a line of their own; the last line says how many more there are.
_TEXT_LINES = 3
#: No closer than this can be zoomed in. Seconds.
SHORTEST_VIEW_S = 0.5


class Track(StrEnum):
    """The tracks from top to bottom."""

    PEOPLE = "people"
    SPEECH = "speech"
    TEXT = "text"
    SCENES = "scenes"


@dataclass(frozen=True, slots=True)
class Span:
    """A finding on its track. Persons and texts, which can be on screen together, lie on lines (from 0) of theirs;
    `name` is the person's, where it has one. A text for which no line was free is `behind` another one, which
    counts it in `more`."""

    start: float
    end: float
    finding: Finding
    line: int = 0
    name: str = ""
    behind: bool = False
    more: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """The spans of each track by time, and how many lines the persons and the texts take."""

    spans: dict[Track, tuple[Span, ...]] = field(default_factory=dict)
    person_lines: int = 1
    text_lines: int = 1
    end_s: float = 0.0

    def within(self, track: Track, from_s: float, to_s: float) -> Iterable[Span]:
        """The spans of a track that begin before `to_s` and end after `from_s`."""
        spans = self.spans.get(track, ())
        for span in spans[: bisect_left(spans, to_s, key=lambda one: one.start)]:
            if span.end >= from_s:
                yield span


def lay_out(findings: Sequence[Finding], persons: Sequence[PersonSighting] = ()) -> Layout:
    """Put findings on tracks. The persons seen longest get a line each. `persons` say who the faces are within the
    whole library."""
    findings = numbered(findings, persons)
    known = {(one.start, one.end, one.quality): (one.person_id, one.name) for one in persons}
    whose = {
        id(one): known.get((one.start, one.end, one.quality), (-one.person, ""))
        for one in findings
        if isinstance(one, FaceSighting)
    }
    seen: dict[int, float] = {}
    for finding in findings:
        if isinstance(finding, FaceSighting):
            person = whose[id(finding)][0]
            seen[person] = seen.get(person, 0.0) + finding.end - finding.start
    ranked = sorted(seen, key=lambda person: (-seen[person], person))
    lines = {person: min(place, _PERSON_LINES - 1) for place, person in enumerate(ranked)}
    spans: dict[Track, list[Span]] = {track: [] for track in Track}
    for finding in sorted(findings, key=lambda one: (one.start, one.end)):
        person, name = whose.get(id(finding), (0, ""))
        spans[track_of(finding)].append(Span(finding.start, finding.end, finding, lines.get(person, 0), name))
    spans[Track.TEXT] = _beneath(spans[Track.TEXT])
    end_s = max((finding.end for finding in findings), default=0.0)
    return Layout(
        {track: tuple(found) for track, found in spans.items()},
        max(1, min(len(ranked), _PERSON_LINES)),
        max((span.line + 1 for span in spans[Track.TEXT]), default=1),
        end_s,
    )


def _beneath(texts: Sequence[Span]) -> list[Span]:
    """Texts by time, each on the first line that is free then."""
    placed: list[Span] = []
    last_on: list[int] = []
    for span in texts:
        line = next((n for n, last in enumerate(last_on) if placed[last].end <= span.start), len(last_on))
        if line < _TEXT_LINES:
            last_on[line : line + 1] = [len(placed)]
            placed.append(replace(span, line=line))
        else:
            before = last_on[-1]
            placed[before] = replace(placed[before], more=placed[before].more + 1)
            placed.append(replace(span, line=_TEXT_LINES - 1, behind=True))
    return placed


def numbered(findings: Sequence[Finding], persons: Sequence[PersonSighting]) -> list[Finding]:
    """The findings, each face with its person's number in the whole library, where `persons` know it."""
    known = {(one.start, one.end, one.quality): one.person_id for one in persons}
    return [
        msgspec.structs.replace(one, person=known.get((one.start, one.end, one.quality), one.person))
        if isinstance(one, FaceSighting)
        else one
        for one in findings
    ]


def track_of(finding: Finding) -> Track:
    match finding:
        case FaceSighting():
            return Track.PEOPLE
        case SpeechSegment():
            return Track.SPEECH
        case TextLine():
            return Track.TEXT
        case Scene():
            return Track.SCENES


@dataclass(frozen=True, slots=True)
class View:
    """The part of the film in sight, in seconds."""

    from_s: float
    to_s: float

    @property
    def length_s(self) -> float:
        return self.to_s - self.from_s

    def zoomed(self, factor: float, about_s: float, whole_s: float) -> "View":
        """`factor` times as long, with `about_s` staying where it is on the screen."""
        length = min(whole_s, max(min(SHORTEST_VIEW_S, whole_s), self.length_s * factor))
        share = (about_s - self.from_s) / self.length_s if self.length_s > 0 else 0.5
        return View(about_s - share * length, about_s - share * length + length).within(whole_s)

    def moved(self, by_s: float, whole_s: float) -> "View":
        return View(self.from_s + by_s, self.to_s + by_s).within(whole_s)

    def showing(self, time_s: float, whole_s: float) -> "View":
        """The same where `time_s` is in sight; else a page on or back, with it near the beginning."""
        if self.from_s <= time_s <= self.to_s:
            return self
        return self.moved(time_s - self.from_s - 0.1 * self.length_s, whole_s)

    def within(self, whole_s: float) -> "View":
        """The same length inside the film."""
        length = min(self.length_s, whole_s)
        from_s = min(max(0.0, self.from_s), whole_s - length)
        return View(from_s, from_s + length)


def ruler_step(length_s: float, room: int) -> float:
    """Seconds between two figures of a ruler `room` figures wide: 1, 2 or 5 tenths, seconds, minutes and so on."""
    steps = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200)
    return next((step for step in steps if length_s / step <= max(1, room)), 14_400.0)
