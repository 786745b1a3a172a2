"""Flows recognised speech into subtitle cues that can be read: short lines, enough time, breaks where one pauses.

The limits are the usual ones of broadcasters' guides: two lines of 42 columns, 1 to 7 seconds.
"""

import unicodedata
from collections.abc import Iterable, Sequence

import msgspec

from momentry_desk.core.findings import SpeechSegment, Word

MAX_COLUMNS = 42
MAX_LINES = 2
MIN_CUE_S = 1.0
MAX_CUE_S = 7.0
#: A silence this long ends a cue.
PAUSE_S = 1.0
_SENTENCE_ENDS = tuple(".!?…。！？")
_CLAUSE_ENDS = tuple(",;:，；：、")


class Cue(msgspec.Struct, frozen=True):
    """One subtitle: seconds, and one or two lines."""

    start: float
    end: float
    lines: tuple[str, ...]


def columns(text: str) -> int:
    """How many columns `text` takes: wide characters (Chinese, Japanese, Korean) count two, marks none."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


def flow(segments: Iterable[SpeechSegment]) -> list[Cue]:
    """Cues in order of time that never overlap. Every word is kept, in its order; doubtful segments are left out.

    A cue shorter than `MIN_CUE_S` is held on into the pause after it, as far as there is one. A single word wider
    than a line stands alone on its line.
    """
    groups: list[list[Word]] = []
    for segment in sorted((s for s in segments if not s.doubtful), key=lambda s: s.start):
        group: list[Word] = []
        for word in _words(segment):
            if group and _breaks(group, word):
                groups.append(group)
                group = []
            group.append(word)
        if group:
            groups.append(group)
    return _timed(groups)


def _words(segment: SpeechSegment) -> list[Word]:
    """The words as they are shown; text without word times gets times in proportion to its length.

    Chinese and Japanese come without spaces: there each character may stand at the end of a line, so long runs
    are cut into single characters.
    """
    words = [word for word in segment.words if word.text.strip()]
    if "".join("".join(word.text for word in words).split()) != "".join(segment.text.split()):
        # An edited segment: its text leads, its old word times no longer fit.
        words = [Word(segment.start, segment.end, segment.text, 1.0)] if segment.text.strip() else []
    pieces: list[Word] = []
    for word in words:
        parts = _parts(word.text)
        total = sum(len(part) for part in parts)
        done = 0
        for part in parts:
            start = word.start + (word.end - word.start) * done / total
            done += len(part)
            pieces.append(Word(start, word.start + (word.end - word.start) * done / total, part, word.probability))
    return pieces


def _parts(text: str) -> list[str]:
    parts: list[str] = []
    for char in text:
        wide = unicodedata.east_asian_width(char) in "WF"
        closing = char in _SENTENCE_ENDS or char in _CLAUSE_ENDS
        before = parts[-1] if parts else ""
        starts_word = char.isspace() and bool(before.strip())
        after_wide = bool(before) and unicodedata.east_asian_width(before[-1]) in "WF"
        if not parts or starts_word or ((wide or after_wide) and not closing and before.strip()):
            parts.append(char)
        else:
            parts[-1] += char
    return parts


def _breaks(group: Sequence[Word], word: Word) -> bool:
    text = _text(group)
    if word.start - group[-1].end >= PAUSE_S or word.end - group[0].start > MAX_CUE_S:
        return True
    if text.endswith(_SENTENCE_ENDS) and group[-1].end - group[0].start >= MIN_CUE_S:
        return True
    return not _fits(_text([*group, word]))


def _text(group: Sequence[Word]) -> str:
    return "".join(word.text for word in group).strip()


def _fits(text: str) -> bool:
    return len(wrap(text)) <= MAX_LINES


def wrap(text: str) -> list[str]:
    """Break into as few lines as `MAX_COLUMNS` allows, two lines at the break that balances them best."""
    words = [part for part in _parts(text) if part]
    lines: list[str] = []
    for word in words:
        if lines and columns((lines[-1] + word).strip()) <= MAX_COLUMNS:
            lines[-1] += word
        else:
            lines.append(word)
    if len(lines) == MAX_LINES:
        lines = _balanced(words)
    return [line.strip() for line in lines if line.strip()]


def _balanced(words: Sequence[str]) -> list[str]:
    def cost(cut: int) -> tuple[bool, float]:
        first, second = "".join(words[:cut]).strip(), "".join(words[cut:]).strip()
        too_wide = max(columns(first), columns(second)) > MAX_COLUMNS
        # A break after a comma reads better than a perfectly even one.
        return too_wide, abs(columns(first) - columns(second)) - (8 if first.endswith(_CLAUSE_ENDS) else 0)

    cut = min(range(1, len(words)), key=cost)
    return ["".join(words[:cut]), "".join(words[cut:])]


def _timed(groups: Sequence[Sequence[Word]]) -> list[Cue]:
    cues: list[Cue] = []
    for index, group in enumerate(groups):
        start = max(group[0].start, cues[-1].end if cues else 0.0)
        end = max(group[-1].end, start)
        limit = groups[index + 1][0].start if index + 1 < len(groups) else float("inf")
        end = max(end, min(start + MIN_CUE_S, limit))
        cues.append(Cue(start, min(end, start + MAX_CUE_S), tuple(wrap(_text(group)))))
    return cues
