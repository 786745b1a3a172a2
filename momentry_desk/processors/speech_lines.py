"""Turns recognised words into lines of subtitle length, and says which of them are probably invented.

The thresholds are Whisper's own where it has them (Radford et al. 2022, section 4.5); the others were set on
speech, music and noise of this project's trials and are named here once.
"""

import re
import unicodedata
import zlib
from collections.abc import Iterable, Sequence

import msgspec

from momentry_desk.core.findings import SpeechSegment, Word

#: Whisper's: a text that compresses better than this repeats itself.
MAX_COMPRESSION = 2.4
#: Whisper's: mean log probability of a token below which a decoding counts as failed.
MIN_LOG_PROBABILITY = -1.0
#: A refrain or a sentence said twice compresses as well. What Whisper invents when it loops comes faster than this
#: (words a second: it goes on to its last token), or is one phrase of up to so many words, so many times in a row.
MAX_WORDS_PER_S = 5.0
LOOP_WORDS, LOOP_TIMES = 12, 3
#: Whisper's: chance of "no speech" above which, with a failed decoding, nothing was said.
MAX_NO_SPEECH = 0.6

#: Below this mean log probability the language is looked at again: speech in the right language lies above.
SUSPICIOUS_LOG_PROBABILITY = -0.6
#: A language less likely than this is a guess, as on music.
MIN_LANGUAGE_PROBABILITY = 0.5
#: Mean probability of a line's words below which it is doubted.
MIN_WORD_PROBABILITY = 0.4

#: A line ends after this long a silence between words, in seconds.
LINE_GAP_S = 0.8
#: Longest line: 7 s and two rows of 42 columns, the usual bounds of subtitles.
MAX_LINE_S = 7.0
MAX_LINE_COLUMNS = 84
#: A full stop ends a line only when it is at least this long, so that "Dr." does not.
MIN_SENTENCE_S = 1.0

_SENTENCE_END = (".", "?", "!", "…", "。", "？", "！")
_CLAUSE_END = (",", ";", ":", "，", "、", "；", "：")

#: What Whisper says over music and applause, learnt from subtitles' credits; doubted unless it is clearly heard.
_CREDITS = re.compile(
    r"thank(s| you)( so much| very much)? for (watching|listening)|please subscribe|like and subscribe|"
    r"subtitles? by|amara\.org|transcribed by|字幕|请不吝点赞|請不吝點贊|订阅|謝謝(大家)?觀看|谢谢(大家)?观看|"
    r"ご視聴ありがとうございました|untertitel|sous-titres|^\W*(you|bye|music|applause)\W*$",
    re.IGNORECASE,
)
#: Such a phrase is believed from this mean probability of its words on.
_CREDITS_BELIEVED = 0.8


class Heard(msgspec.Struct, frozen=True):
    """What the recogniser made of one chunk, as one text with its measures."""

    words: tuple[Word, ...]
    log_probability: float
    no_speech: float
    language: str
    language_probability: float

    @property
    def text(self) -> str:
        return "".join(word.text for word in self.words)

    @property
    def failed(self) -> bool:
        """Whether another try is due: it repeats itself or is no more than a guess."""
        return self.log_probability < MIN_LOG_PROBABILITY or (
            compression(self.text) > MAX_COMPRESSION and _invented(self.words)
        )


def compression(text: str) -> float:
    """Bytes of the text over bytes of its zlib form; 0 for no text."""
    data = text.encode()
    return len(data) / len(zlib.compress(data)) if data else 0.0


def _invented(words: Sequence[Word]) -> bool:
    """Whether words that repeat themselves look like a loop of the recogniser's rather than like something said."""
    if len(words) > MAX_WORDS_PER_S * (words[-1].end - words[0].start):
        return True
    plain = [word.text.strip().strip(".,;:!?-").casefold() for word in words]
    for length in range(1, LOOP_WORDS + 1):
        same = 0
        for word, before in zip(plain[length:], plain, strict=False):
            same = same + 1 if word == before else 0
            if same >= length * (LOOP_TIMES - 1):
                return True
    return False


def lines(heard: Heard) -> tuple[SpeechSegment, ...]:
    """The chunk's lines in order, doubtful ones marked; nothing where nothing was said."""
    if heard.no_speech > MAX_NO_SPEECH and heard.log_probability < MIN_LOG_PROBABILITY:
        return ()
    chunk_doubtful = (
        heard.failed or heard.no_speech > MAX_NO_SPEECH or heard.language_probability < MIN_LANGUAGE_PROBABILITY
    )
    made = []
    for words in split(heard.words):
        text = "".join(word.text for word in words).strip()
        if not any(character.isalnum() for character in text):
            continue
        confidence = sum(word.probability for word in words) / len(words)
        doubtful = (
            chunk_doubtful
            or confidence < MIN_WORD_PROBABILITY
            or compression(text) > MAX_COMPRESSION
            or (confidence < _CREDITS_BELIEVED and _CREDITS.search(text) is not None)
        )
        made.append(
            SpeechSegment(
                start=words[0].start,
                end=words[-1].end,
                text=text,
                language=heard.language,
                language_probability=heard.language_probability,
                confidence=min(max(confidence, 0.0), 1.0),
                words=tuple(words),
                doubtful=doubtful,
            )
        )
    return tuple(made)


def split(words: Iterable[Word]) -> list[Sequence[Word]]:
    """Cut words into lines: at silences and ends of sentences, at a clause or anywhere where one grows too long."""
    made: list[Sequence[Word]] = []
    line: list[Word] = []
    for word in words:
        if line and word.start - line[-1].end >= LINE_GAP_S:
            made.append(line)
            line = []
        while line and _too_long([*line, word]):
            head, line = _break(line)
            made.append(head)
        line.append(word)
        if word.text.rstrip().endswith(_SENTENCE_END) and word.end - line[0].start >= MIN_SENTENCE_S:
            made.append(line)
            line = []
    if line:
        made.append(line)
    return made


def _too_long(line: Sequence[Word]) -> bool:
    return (
        line[-1].end - line[0].start > MAX_LINE_S or columns("".join(word.text for word in line)) > MAX_LINE_COLUMNS
    )


def _break(line: list[Word]) -> tuple[list[Word], list[Word]]:
    """At the last clause's end past a third of the line, else behind all of it."""
    for index in range(len(line) - 1, len(line) // 3, -1):
        if line[index - 1].text.rstrip().endswith(_CLAUSE_END):
            return line[:index], line[index:]
    return line, []


def columns(text: str) -> int:
    """Columns that a text takes on a screen: an East Asian wide character takes two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)
