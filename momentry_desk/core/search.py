"""What somebody typed into the search box, as words and filters. Any text has a meaning: none is an error.

`budget` a word, `"ask not"` a phrase, the last word also as a beginning while it is being typed. Filters stand in
the text as `person:Ana`, `kind:speech`, `folder:"/films/May"`, `file:interview`, `after:2026-05`,
`before:2026-06-01`.
"""

import re
from datetime import UTC, datetime

import msgspec

from momentry_desk.core.words import words

#: The kinds of a hit: said, written in the picture, a file's name, a person on screen.
HIT_KINDS = ("speech", "text", "file", "face")

#: Longer text is cut: no query needs more, and each word costs a look into the index.
MAX_CHARACTERS = 500
MAX_TERMS = 16

#: How near a word and a person on screen have to be for `person:Ana budget`. Seconds.
NEAR_PERSON_S = 10.0

_PART = re.compile(
    r'(?P<key>person|kind|folder|file|after|before):(?:"(?P<quoted>[^"]*)"?|(?P<bare>[^\s"]+))'
    r'|"(?P<phrase>[^"]*)"?|(?P<word>[^\s"]+)',
    re.IGNORECASE,
)
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")


class Term(msgspec.Struct, frozen=True):
    """Words that stand one after another; with `prefix` the last of them may be the beginning of one."""

    words: tuple[str, ...]
    prefix: bool = False


class Filters(msgspec.Struct, frozen=True):
    """What hits are narrowed to. Empty fields narrow nothing.

    `persons` are names or their beginnings; `folder` a path; `file` words of a file's name; `since` and `until`
    instants between which the file was last written (the day of shooting, for most cameras).
    """

    kinds: tuple[str, ...] = ()
    persons: tuple[str, ...] = ()
    folder: str = ""
    file: str = ""
    file_uuids: tuple[str, ...] = ()
    since: float | None = None
    until: float | None = None


class Query(msgspec.Struct, frozen=True):
    terms: tuple[Term, ...] = ()
    filters: Filters = Filters()

    @property
    def empty(self) -> bool:
        """Whether nothing is asked for."""
        return not self.terms and self.filters == Filters()


def parse(text: str, filters: Filters = Filters(), *, typing: bool = False) -> Query:  # noqa: B008 - frozen
    """Read `text`; what it filters is added to `filters`. `typing`: the last word may still grow."""
    text = text[:MAX_CHARACTERS]
    terms: list[Term] = []
    for part in _PART.finditer(text):
        last = typing and part.end() == len(text)
        if part["key"]:
            value = part["quoted"] if part["quoted"] is not None else part["bare"]
            narrowed = _narrow(filters, part["key"].lower(), value)
            if narrowed is not None:
                filters = narrowed
                continue
        found = tuple(words(part["phrase"] if part["phrase"] is not None else part[0]))
        if found:
            terms.append(Term(found, prefix=last and part["word"] is not None))
    return Query(tuple(terms[:MAX_TERMS]), filters)


def _narrow(filters: Filters, key: str, value: str) -> Filters | None:
    """None where the value is none for this key: then it was meant as words."""
    change = msgspec.structs.replace
    match key:
        case "person" if words(value):
            return change(filters, persons=(*filters.persons, value))
        case "kind" if value.lower() in HIT_KINDS:
            return change(filters, kinds=(*filters.kinds, value.lower()))
        case "folder" if value.strip():
            return change(filters, folder=value)
        case "file" if words(value):
            return change(filters, file=value)
        case "after" if (instant := _first_instant(value)) is not None:
            return change(filters, since=instant)
        case "before" if (instant := _first_instant(value)) is not None:
            return change(filters, until=instant)
    return None


def _first_instant(value: str) -> float | None:
    """Of a year, a month or a day, in UTC."""
    match = _DATE.fullmatch(value)
    if match is None:
        return None
    try:
        return datetime(int(match[1]), int(match[2] or 1), int(match[3] or 1), tzinfo=UTC).timestamp()
    except (ValueError, OverflowError):
        return None
