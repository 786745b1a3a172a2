"""The sentences that the engine and its workers say to a person, each with a code to translate it by.

They cross pipes and lie in the database as plain English. `taken_apart` finds codes and parts again, so that a
window can say the same in another language, also what was kept by an older version.
"""

import re
from functools import cache, lru_cache
from typing import NamedTuple

from momentry_desk.core.english import TEXTS
from momentry_desk.core.said import Said

__all__ = ["TEXTS", "Said", "Sentence", "recognised", "say", "taken_apart"]


class Sentence(NamedTuple):
    """A sentence taken apart."""

    code: Said
    parts: dict[str, str]


def say(code: Said, /, **parts: object) -> str:
    """The English sentence. Raises `KeyError` where a part is missing."""
    return TEXTS[code].format(**parts)


def recognised(text: str) -> Sentence | None:
    """Which sentence this is; None for one of nobody here (a third party's processor, the system)."""
    for code, pattern in _patterns():
        found = pattern.fullmatch(text)
        if found:
            return Sentence(code, found.groupdict())
    return None


@lru_cache(maxsize=512)
def taken_apart(text: str) -> tuple[Sentence | str, ...]:
    """The sentences in a row that the text is made of; what is nobody's here stays text."""
    some: tuple[Sentence | str, ...] = (text,)
    # Several first: the part at the end of one sentence would else swallow the next.
    for gap in re.finditer(r"(?<=[.?!]) (?=\S)", text):
        first = recognised(text[: gap.start()])
        if first is not None:
            some = (first, *taken_apart(text[gap.end() :]))
            if all(isinstance(one, Sentence) for one in some):
                return some
    whole = recognised(text)
    return some if whole is None else (whole,)


@cache
def _patterns() -> tuple[tuple[Said, re.Pattern[str]], ...]:
    # The ones with most words of their own first: a part must not swallow the words of another sentence.
    by_length = sorted(TEXTS.items(), key=lambda one: -len(re.sub(r"\{\w+\}", "", one[1])))
    return tuple((code, _pattern(text)) for code, text in by_length)


def _pattern(text: str) -> re.Pattern[str]:
    pieces = re.split(r"\{(\w+)\}", text)
    # Every second piece is the name of a part; the same part again says the same.
    names = pieces[1::2]
    made = [
        re.escape(piece) if not n % 2 else f"(?P={piece})" if piece in names[: n // 2] else f"(?P<{piece}>.+)"
        for n, piece in enumerate(pieces)
    ]
    return re.compile("".join(made), re.DOTALL)
