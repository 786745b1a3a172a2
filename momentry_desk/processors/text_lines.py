"""Joins what is read in single pictures to lines that last: the same caption over time is one line.

Pure: boxes and texts in, lines out. What is remembered of open lines is a value that a checkpoint can hold.
"""

import difflib
from collections.abc import Sequence

import msgspec

from momentry_desk.core.findings import Box, TextLine

#: Two readings are the same line when their texts are this alike (difflib's ratio, 0 to 1) in the same place…
SAME_PLACE_SIMILARITY = 0.5
#: …where "the same place" is this much overlap (intersection over union)…
SAME_PLACE_OVERLAP = 0.4
#: …or when they are nearly equal and close by, as with a moving camera or a roll of credits.
MOVED_SIMILARITY = 0.8
#: How far the centre may have moved between two samples, as a fraction of the picture's sides.
MOVED_DISTANCE = 0.25

#: A line may be missed in one sample (a flash, a head in front) and is the same when it is back.
MISSED_SAMPLES = 1

#: A line is given when it was read with this confidence in several samples…
MIN_CONFIDENCE = 0.8
#: …or with this one in a single sample, or when it is short: below it, textures that look like letters are more
#: frequent than text.
MIN_CONFIDENCE_ONCE = 0.9
SHORT_LETTERS = 3
#: Shorter texts (one letter or sign) are mostly ornaments; a single Chinese character says something.
MIN_LETTERS = 2

#: Kana, Chinese characters and Hangul stand from here on in Unicode: one of them is a syllable or a word.
FIRST_IDEOGRAPHIC = "\u3040"

#: Different readings remembered of one line.
_MAX_READINGS = 8


class Reading(msgspec.Struct, frozen=True, array_like=True):
    """One text as it was read somewhere in one picture."""

    text: str
    confidence: float
    box: Box


class _Votes(msgspec.Struct, array_like=True):
    """All readings of one text within a line: the sum of their confidences, and the best of them."""

    weight: float
    best: Reading


class OpenLine(msgspec.Struct, array_like=True):
    """A line that may still go on: seen in `samples` samples, not in the `missed` last ones.

    `start` is the first sample with it, though it may have come up to an interval earlier: whoever goes there sees
    the text. `end` lies halfway between the last sample with it and the next, so it is wrong by half an interval at
    most. `look` is what the picture looked like there, for whoever wants to know whether it changed.
    """

    start: float
    end: float
    samples: int
    missed: int
    current: Reading
    votes: dict[str, _Votes]
    look: bytes = b""


class LineJoiner:
    """Takes the readings of one sample after another; gives the lines that are over."""

    def __init__(self, open_lines: Sequence[OpenLine] = ()) -> None:
        self.open = list(open_lines)

    @property
    def visible(self) -> list[OpenLine]:
        """The lines that were seen in the last sample."""
        return [line for line in self.open if not line.missed]

    def add(self, time_s: float, readings: Sequence[tuple[Reading, bytes]]) -> list[TextLine]:
        """Each reading with its look. `time_s` grows from call to call."""
        pairs = sorted(
            (-likeness, number, index)
            for number, line in enumerate(self.open)
            for index, (reading, _) in enumerate(readings)
            if (likeness := _likeness(line.current, reading)) > 0
        )
        lines: dict[int, int] = {}
        for _, number, index in pairs:
            if number not in lines and index not in lines.values():
                lines[number] = index
        for number, line in enumerate(self.open):
            if number in lines:
                _see(line, time_s, *readings[lines[number]])
            else:
                line.end = line.end if line.missed else (line.end + time_s) / 2
                line.missed += 1
        for index, (reading, look) in enumerate(readings):
            if index not in lines.values():
                line = OpenLine(time_s, time_s, 0, 0, reading, {})
                _see(line, time_s, reading, look)
                self.open.append(line)
        over = [line for line in self.open if line.missed > MISSED_SAMPLES]
        self.open = [line for line in self.open if line.missed <= MISSED_SAMPLES]
        return _given(over)

    def same_again(self, time_s: float) -> list[TextLine]:
        """The picture has not changed since the last sample: what was visible then is so now."""
        return self.add(time_s, [(line.current, line.look) for line in self.visible])

    def finish(self, end_s: float) -> list[TextLine]:
        """The footage has ended: a line that was visible in the last sample lasts until `end_s`."""
        for line in self.visible:
            line.end = max(line.end, end_s)
        over, self.open = self.open, []
        return _given(over)


def _see(line: OpenLine, time_s: float, reading: Reading, look: bytes) -> None:
    line.end = time_s
    line.samples += 1
    line.missed = 0
    line.current = reading
    line.look = look
    known = line.votes.get(reading.text)
    if known is None:
        line.votes[reading.text] = _Votes(reading.confidence, reading)
        if len(line.votes) > _MAX_READINGS:
            # The newest stays: it may be what the line has become.
            weakest = min(
                (text for text in line.votes if text != reading.text), key=lambda text: line.votes[text].weight
            )
            del line.votes[weakest]
        return
    known.weight += reading.confidence
    if reading.confidence > known.best.confidence:
        known.best = reading


def _given(lines: Sequence[OpenLine]) -> list[TextLine]:
    made = []
    for line in lines:
        # Equal weights: the better reading, then the text, so that the order of the votes decides nothing.
        votes = max(line.votes.values(), key=lambda votes: (votes.weight, votes.best.confidence, votes.best.text))
        best = votes.best
        letters = [character for character in best.text if character.isalnum()]
        ideographs = any(character >= FIRST_IDEOGRAPHIC for character in letters)
        if len(letters) < MIN_LETTERS and not ideographs:
            continue
        sure = line.samples > 1 and (len(letters) > SHORT_LETTERS or ideographs)
        if best.confidence >= (MIN_CONFIDENCE if sure else MIN_CONFIDENCE_ONCE):
            made.append(TextLine(line.start, line.end, best.text, best.confidence, best.box))
    return made


def _likeness(one: Reading, other: Reading) -> float:
    """How surely two readings of following samples are the same line: 0 (they are not) to 2."""
    shared = overlap(one.box, other.box)
    # Equal texts in the same place are by far the most frequent case, and the comparison is the dear part.
    similarity = 1.0 if one.text == other.text else difflib.SequenceMatcher(None, one.text, other.text).ratio()
    if shared >= SAME_PLACE_OVERLAP and similarity >= SAME_PLACE_SIMILARITY:
        return shared + similarity
    if similarity >= MOVED_SIMILARITY and _distance(one.box, other.box) <= MOVED_DISTANCE:
        return similarity
    return 0.0


def overlap(one: Box, other: Box) -> float:
    """Intersection over union, 0 to 1."""
    width = min(one.left + one.width, other.left + other.width) - max(one.left, other.left)
    height = min(one.top + one.height, other.top + other.height) - max(one.top, other.top)
    if width <= 0 or height <= 0:
        return 0.0
    shared = width * height
    return shared / (one.width * one.height + other.width * other.height - shared)


def _distance(one: Box, other: Box) -> float:
    across = one.left + one.width / 2 - other.left - other.width / 2
    down = one.top + one.height / 2 - other.top - other.height / 2
    return max(abs(across), abs(down))
