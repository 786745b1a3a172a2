"""How right findings are, held against what is known of the footage: words, texts, faces, cuts."""

import re
from collections.abc import Iterable, Sequence

import jiwer
import msgspec
from rapidfuzz.distance import Levenshtein

from momentry_desk.core.findings import FaceSighting, Finding, Scene, SpeechSegment, TextLine

#: A text counts as found when no more than this share of its characters is wrong.
_MOST_WRONG = 0.2

#: A cut may be given so far from where it is. Seconds: three frames.
_CUT_TOLERANCE_S = 0.1


class Lines(msgspec.Struct, frozen=True):
    """How many of the known texts were found, and the share of wrong characters in those."""

    known: int
    found: int
    character_error: float


def words_of(findings: Iterable[Finding]) -> str:
    said = sorted((finding for finding in findings if isinstance(finding, SpeechSegment)), key=lambda s: s.start)
    return " ".join(segment.text for segment in said)


def texts_of(findings: Iterable[Finding]) -> tuple[str, ...]:
    return tuple(finding.text for finding in findings if isinstance(finding, TextLine))


def cuts_of(findings: Iterable[Finding]) -> tuple[float, ...]:
    starts = sorted(finding.start for finding in findings if isinstance(finding, Scene))
    return tuple(starts[1:])


def word_error(known: str, heard: str) -> float:
    """Word error rate, letters' case and punctuation apart; 0 where nothing was said and nothing heard."""
    expected, found = _normal(known), _normal(heard)
    if not expected:
        return float(bool(found))
    return float(jiwer.wer(expected, found)) if found else 1.0


def lines(known: Sequence[str], found: Iterable[str]) -> Lines:
    errors = []
    given = [_plain(text) for text in found]
    for text in known:
        wanted = _plain(text)
        error = min((Levenshtein.distance(wanted, other) / len(wanted) for other in given), default=1.0)
        if error <= _MOST_WRONG:
            errors.append(error)
    return Lines(len(known), len(errors), sum(errors) / len(errors) if errors else 0.0)


def face_share(denser: Iterable[Finding], ours: Iterable[Finding]) -> float:
    """Of the seconds at which the denser pass saw a face, those at which ours did. 1 where it saw none."""
    known, found = _face_seconds(denser), _face_seconds(ours)
    return len(known & found) / len(known) if known else 1.0


def persons(findings: Iterable[Finding]) -> int:
    return len({finding.person for finding in findings if isinstance(finding, FaceSighting)})


def cuts_differing(known: Sequence[float], found: Sequence[float]) -> int:
    """How many cuts stand in one list alone."""

    def near(cut: float, others: Sequence[float]) -> bool:
        return any(abs(cut - other) <= _CUT_TOLERANCE_S for other in others)

    return sum(not near(cut, found) for cut in known) + sum(not near(cut, known) for cut in found)


def _face_seconds(findings: Iterable[Finding]) -> set[int]:
    return {
        tenth
        for face in findings
        if isinstance(face, FaceSighting)
        for tenth in range(round(face.start * 10), max(round(face.start * 10) + 1, round(face.end * 10)))
    }


def _normal(text: str) -> str:
    return " ".join(re.sub(r"[^a-z0-9' ]", " ", text.lower()).split())


def _plain(text: str) -> str:
    return re.sub(r"\s+", "", text).casefold()
