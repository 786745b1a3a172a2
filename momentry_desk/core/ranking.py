"""How well a found line answers a query: its words, how near they stand, how new it is, how sure it is.

The weight of words is Okapi BM25 (Robertson and Zaragoza, 2009, with the usual k1 and b).
"""

import math
from collections.abc import Sequence

import msgspec

from momentry_desk.core.findings import Word
from momentry_desk.core.search import Term
from momentry_desk.core.words import spots

_K1 = 1.2
_B = 0.75
#: Words of a usual line; BM25 holds a line's length against it.
_USUAL_LENGTH = 9.0
#: The most that nearness adds, as a part of what the words are worth.
_NEARNESS = 0.5
#: The most that newness adds, as a part of what the words are worth, and the age at which half of it is left.
_RECENCY = 0.2
_HALF_LIFE_S = 30 * 86_400.0
#: What is left of the score of speech that is probably invented.
_DOUBT = 0.3


class Candidate(msgspec.Struct, frozen=True):
    """A line that holds all terms: its folded words, whether it is doubtful, the age of its file in seconds."""

    words: Sequence[str]
    doubtful: bool
    age_s: float


def weight(matches: int, lines: int) -> float:
    """What a term is worth (inverse document frequency) that stands in `matches` of `lines` lines."""
    return math.log(1 + (max(lines, matches) - matches + 0.5) / (matches + 0.5))


def score(candidate: Candidate, terms: Sequence[Term], weights: Sequence[float]) -> float:
    """Higher is better; never below 0. `weights` belong to `terms`."""
    length = max(1, len(candidate.words))
    places = [occurrences(candidate.words, term) for term in terms]
    total = 0.0
    for found, worth in zip(places, weights, strict=True):
        often = len(found) or 1
        total += worth * often * (_K1 + 1) / (often + _K1 * (1 - _B + _B * length / _USUAL_LENGTH))
    near = _nearness(places, terms)
    recent = math.pow(2, -max(0.0, candidate.age_s) / _HALF_LIFE_S)
    return total * (1 + _NEARNESS * near + _RECENCY * recent) * (_DOUBT if candidate.doubtful else 1.0)


def occurrences(line: Sequence[str], term: Term) -> list[int]:
    """The indices in `line` where `term` begins."""
    *before, last = term.words
    size = len(term.words)
    if term.prefix:
        ends = [at for at, word in enumerate(line) if word.startswith(last)]
    else:
        ends = [at for at, word in enumerate(line) if word == last]
    if not before:
        return ends
    begins = [at - size + 1 for at in ends if at >= size - 1]
    return [at for at in begins if list(line[at : at + size - 1]) == before]


def _nearness(places: Sequence[Sequence[int]], terms: Sequence[Term]) -> float:
    """1 where all terms stand side by side, less the more words lie between; 0 for a single term."""
    if len(terms) < 2 or not all(places):
        return 0.0
    sizes = [len(term.words) for term in terms]
    if all(len(found) == 1 for found in places):
        window = max(found[0] + size for found, size in zip(places, sizes, strict=True))
        window -= min(found[0] for found in places)
    else:
        window = min(_window(at, places, sizes) for at in places[0])
    return sum(sizes) / max(sum(sizes), window)


def _window(at: int, places: Sequence[Sequence[int]], sizes: Sequence[int]) -> int:
    """Words from the first to the last of the terms, each where it stands nearest to `at`."""
    nearest = [min(found, key=lambda place: abs(place - at)) for found in places]
    return max(place + size for place, size in zip(nearest, sizes, strict=True)) - min(nearest)


def _found(line: Sequence[str], term: Term) -> list[tuple[int, int]]:
    """Where the term stands and how many words it is; where it does not, its words one by one."""
    if whole := occurrences(line, term):
        return [(at, len(term.words)) for at in whole]
    last = len(term.words) - 1
    single = [Term((word,), term.prefix and at == last) for at, word in enumerate(term.words)]
    return [(at, 1) for one in single for at in occurrences(line, one)]


def marks(text: str, terms: Sequence[Term]) -> tuple[tuple[int, int], ...]:
    """What of `text` is to be marked, as (start, end) in characters, in order and without overlap."""
    stand = spots(text)
    line = [spot.word for spot in stand]
    spans = sorted((stand[at].start, stand[at + size - 1].end) for term in terms for at, size in _found(line, term))
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def spoken_at(text: str, spoken: Sequence[Word], at: int, otherwise: float) -> float:
    """When the word at character `at` of a segment's text is said, in seconds; `otherwise` where the words' times
    do not belong to this text (it was edited)."""
    if "".join("".join(word.text for word in spoken).split()) != "".join(text.split()):
        return otherwise
    left = len("".join(text[:at].split()))
    for word in spoken:
        left -= len("".join(word.text.split()))
        if left < 0:
            return word.start
    return otherwise
