"""What a person wrote in place of what was heard: its words get times, and another scan's lines take it up.

An edit belongs to a stretch of time of a video, not to a line: scans cut speech into lines in their own ways.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

import msgspec

from momentry_desk.core.findings import SpeechSegment, Word
from momentry_desk.core.words import pieces, words

#: Longer texts are cut: a line is a breath of speech, not a page.
MAX_LINE_CHARACTERS = 5_000

#: An edit reaches a line only when they share this part of the shorter one's time.
_REACHED = 0.4
#: A line of whose time this part lies within the edit is taken in whole, beside the one that shares most.
_COVERED = 0.7
#: Lines and edits without a length count as this long.
_SHORTEST_S = 1e-3


class Edit(msgspec.Struct, frozen=True):
    """One thing that was done by hand, in the order of `edit_id`. `text` stands from `start` to `end` (seconds) in
    place of what was heard; None gives that back. The edits in `replaces` count no longer. `words` are empty where
    nothing is known of when each is said."""

    edit_id: int
    start: float
    end: float
    text: str | None
    language: str = ""
    words: tuple[Word, ...] = ()
    replaces: tuple[int, ...] = ()


class WovenLine(msgspec.Struct, frozen=True):
    """A line with edits in it: `edits` are their ids, `heard` the places of the lines that it stands for."""

    segment: SpeechSegment
    edits: tuple[int, ...]
    heard: tuple[int, ...]


def standing(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Those that count: not replaced by another, and not there to give back what was heard."""
    done = tuple(edits)
    replaced = {edit_id for edit in done for edit_id in edit.replaces}
    return tuple(edit for edit in done if edit.text is not None and edit.edit_id not in replaced)


# The words of an edited line ------------------------------------------------------------------------------------


def respread(heard: Sequence[Word], start: float, end: float, text: str) -> tuple[Word, ...]:
    """The words of `text` with times: those that were heard keep theirs, what stands between them shares the time
    of what it replaces, by length. Empty where no times are known."""
    if not heard:
        return ()
    old = [part for word in heard for part in _parts(word)]
    new = pieces(text.strip())
    keys = [_key(part.text) for part in old]
    spread: list[Word] = []
    for same, first, last, begin, stop in SequenceMatcher(
        None, keys, [_key(piece) for piece in new], autojunk=False
    ).get_opcodes():
        if same == "equal":
            kept = zip(old[first:last], new[begin:stop], strict=True)
            spread += [Word(was.start, was.end, piece, was.probability) for was, piece in kept]
        elif first < last:
            spread += _shared(new[begin:stop], old[first].start, old[last - 1].end)
        else:
            left = old[first - 1].end if first else start
            right = old[first].start if first < len(old) else end
            spread += _shared(new[begin:stop], left, max(left, right))
    return tuple(spread)


def _parts(word: Word) -> list[Word]:
    """A heard word cut as an edited text is."""
    found = pieces(word.text)
    if len(found) < 2:
        return [word] if found else []
    return [
        msgspec.structs.replace(part, probability=word.probability) for part in _shared(found, word.start, word.end)
    ]


def _shared(some: Sequence[str], start: float, end: float) -> list[Word]:
    total = sum(len(piece.strip()) for piece in some)
    shared: list[Word] = []
    done = 0
    for piece in some:
        begin = start + (end - start) * done / total
        done += len(piece.strip())
        shared.append(Word(begin, start + (end - start) * done / total, piece, 1.0))
    return shared


def _key(piece: str) -> str:
    return "".join(words(piece)) or piece.strip()


# Edits in the lines of a scan -----------------------------------------------------------------------------------


def weave(heard: Sequence[SpeechSegment], edits: Iterable[Edit]) -> list[WovenLine]:
    """The lines that edits make of `heard` (which is in order of time); the other lines stay as they are.

    An edit goes into the line that it shares most time with, and takes in whole lines that it covers. Words beyond
    its time stay. Where no line is, it is a line of its own: every edit is in exactly one line.
    """
    starts = [line.start for line in heard]
    longest = max((line.end - line.start for line in heard), default=0.0)
    groups: list[tuple[list[Edit], set[int]]] = []
    for edit in sorted(edits, key=lambda one: (one.start, one.end, one.edit_id)):
        low = bisect_left(starts, edit.start - longest - _SHORTEST_S)
        reached = _reached(heard, range(low, bisect_right(starts, edit.end)), edit)
        joined: list[Edit] = [edit]
        for group in [group for group in groups if group[1] & reached]:
            groups.remove(group)
            joined = [*group[0], *joined]
            reached |= group[1]
        groups.append((joined, reached))
    return [_line(heard, some, sorted(reached)) for some, reached in groups]


def _reached(heard: Sequence[SpeechSegment], among: Iterable[int], edit: Edit) -> set[int]:
    length = max(edit.end - edit.start, _SHORTEST_S)
    shares = {}
    for index in among:
        line = heard[index]
        own = max(line.end - line.start, _SHORTEST_S)
        shared = min(line.start + own, edit.start + length) - max(line.start, edit.start)
        if shared >= _REACHED * min(own, length):
            shares[index] = (shared, shared / own)
    if not shares:
        return set()
    best = max(shares, key=lambda index: (shares[index], -index))
    return {best, *(index for index, (_, part) in shares.items() if part >= _COVERED)}


def _line(heard: Sequence[SpeechSegment], edits: Sequence[Edit], reached: Sequence[int]) -> WovenLine:
    lines = [heard[index] for index in reached]
    ids = tuple(sorted(edit.edit_id for edit in edits))
    kept = [
        word
        for line in lines
        for word in (line.words or (Word(line.start, line.end, line.text, line.confidence),))
        if word.text.strip() and not any(_within(word, edit) for edit in edits)
    ]
    # Together with how sure it was that something is said there, where the lines say so.
    first = lines[0] if lines else SpeechSegment(edits[0].start, edits[0].end, "", edits[0].language, 1.0, 1.0)
    if len(edits) == 1 and not kept:
        text, spoken = edits[0].text or "", edits[0].words
    else:
        spoken = tuple(_in_order(kept, edits))
        text = "".join(word.text for word in spoken).strip()
    alone = len(lines) == 1 and len(edits) == 1
    spans: list[SpeechSegment | Edit] = [*lines, *([] if alone else edits)]
    segment = SpeechSegment(
        min(span.start for span in spans),
        max(span.end for span in spans),
        text,
        first.language or edits[0].language,
        first.language_probability,
        first.confidence,
        spoken,
        edited=True,
    )
    return WovenLine(segment, ids, tuple(reached))


def _within(word: Word, edit: Edit) -> bool:
    return edit.start <= (word.start + word.end) / 2 <= max(edit.end, edit.start)


def _in_order(kept: Sequence[Word], edits: Sequence[Edit]) -> list[Word]:
    """The runs of heard words and the edits, one after another; the edits as they are."""
    runs: list[tuple[float, tuple[Word, ...]]] = [(word.start, (word,)) for word in kept]
    for edit in edits:
        text = edit.text or ""
        own = edit.words or ((Word(edit.start, edit.end, text, 1.0),) if text else ())
        runs.append((edit.start, tuple(own)))
    ordered = [word for _, run in sorted(runs, key=lambda run: run[0]) for word in run]
    return [_apart(ordered[at - 1] if at else None, word) for at, word in enumerate(ordered)]


def _apart(before: Word | None, word: Word) -> Word:
    """With a blank before it where a word would run into the one before; Chinese and Japanese need none."""
    if before is None or word.text[:1].isspace() or before.text[-1:].isspace():
        return word
    if len(pieces(before.text[-1:] + word.text[:1])) > 1:
        return word
    return msgspec.structs.replace(word, text=f" {word.text}")
