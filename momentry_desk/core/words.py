"""Cuts text into the words that are searched, case and accents folded; Chinese, Japanese and Korean by character.

Lines are indexed as these words and queries are asked in them, so the two always agree.
"""

import re
import unicodedata

import msgspec

#: Characters that stand without spaces between words (Unicode blocks: CJK, kana, bopomofo, Hangul syllables).
_APART = (
    "\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3100-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
#: Marks that combine with the letter before them (Unicode blocks of combining diacritical marks).
_MARKS = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_WORD = re.compile(f"[{_APART}]|[^\\W_{_APART}](?:[^\\W_{_APART}]|[{_MARKS}])*")
#: With the blanks before it: one character of those that stand apart, or all up to the next blank or such a one.
#: What is no word (a comma, a bracket) stays with the character before it.
_PIECE = re.compile(f"\\s*(?:[{_APART}][^\\w\\s]*|[^\\s{_APART}]+)")
_ACCENT = re.compile(f"[{_MARKS}]")


class Spot(msgspec.Struct, frozen=True):
    """A word and where it stands in the text as it is shown, in characters."""

    start: int
    end: int
    word: str


def fold(word: str) -> str:
    """Without case, accents and width: "Éclair" and "ＥＣＬＡＩＲ" are "eclair"."""
    if word.isascii():
        return word.lower()
    bare = _ACCENT.sub("", unicodedata.normalize("NFKD", word.casefold()))
    return unicodedata.normalize("NFC", bare).casefold()


def words(text: str) -> list[str]:
    """The folded words in their order."""
    whole = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return [fold(word) for word in _WORD.findall(whole)]


def spots(text: str) -> list[Spot]:
    """The same with their places, for marking them."""
    return [Spot(match.start(), match.end(), fold(match[0])) for match in _WORD.finditer(text)]


def pieces(text: str) -> list[str]:
    """The text cut before each of its words, blanks and signs included: joined they are the text again, less the
    blanks at its end."""
    return _PIECE.findall(text)
