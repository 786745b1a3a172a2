"""Names and terms that speech recognition is told beforehand, and how many it can take in."""

from collections.abc import Iterable, Sequence

from momentry_desk.core.sentences import Said, say

#: Whisper takes in 223 tokens before a chunk; an unusual name has a token for each two or three letters.
MOST_LETTERS = 500
MOST_TERMS = 100
MOST_IN_A_TERM = 60


class BadGlossary(ValueError):
    """The text is a sentence that says why it cannot be used."""


def tidy(terms: Iterable[str]) -> tuple[str, ...]:
    """Without empty ones, twins and needless white space; in their order. A comma or a line's end parts two."""
    single = (" ".join(part.split()) for term in terms for part in term.replace("\n", ",").split(","))
    kept: dict[str, str] = {}
    for term in single:
        if term:
            kept.setdefault(term.casefold(), term)
    return tuple(kept.values())


def problem(terms: Sequence[str]) -> str:
    """The sentence that says why such a glossary cannot be used; empty where it can."""
    if len(terms) > MOST_TERMS:
        return say(Said.GLOSSARY_TOO_MANY, count=len(terms), most=MOST_TERMS)
    for term in terms:
        if len(term) > MOST_IN_A_TERM:
            return say(Said.GLOSSARY_TERM_TOO_LONG, term=term, most=MOST_IN_A_TERM)
    letters = sum(len(term) for term in terms)
    if letters > MOST_LETTERS:
        return say(Said.GLOSSARY_TOO_LONG, letters=letters, most=MOST_LETTERS)
    return ""


def read(value: object) -> tuple[str, ...]:
    """The glossary that a setting holds, None or empty for none. Raises `BadGlossary`."""
    if not value:
        return ()
    if not isinstance(value, tuple | list):
        raise BadGlossary(say(Said.GLOSSARY_NO_LIST))
    terms = tidy(str(term) for term in value)
    if why := problem(terms):
        raise BadGlossary(why)
    return terms
