"""Subtitles that can be read: the limits hold for whatever was said, and no word is lost."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentry_desk.core.findings import SpeechSegment, Word
from momentry_desk.export.cues import MAX_COLUMNS, MAX_CUE_S, MAX_LINES, columns, flow, wrap


def said(
    text: str, start: float, end: float, words: tuple[Word, ...] = (), *, doubtful: bool = False
) -> SpeechSegment:
    return SpeechSegment(start, end, text, "en", 1.0, 1.0, words, doubtful)


def spoken(text: str, start: float = 0.0, word_s: float = 0.3) -> SpeechSegment:
    tokens = text.split()
    words = tuple(
        Word(start + word_s * index, start + word_s * (index + 1), f" {token}", 1.0)
        for index, token in enumerate(tokens)
    )
    return said(text, start, start + word_s * len(tokens), words)


@pytest.mark.parametrize(
    ("text", "width"), [("abc", 3), ("国家", 4), ("é", 1), ("e\u0301", 1), ("a国", 3), ("", 0)]
)
def test_a_wide_character_takes_two_columns(text: str, width: int) -> None:
    assert columns(text) == width


def test_a_short_sentence_is_one_cue_on_one_line() -> None:
    (cue,) = flow([spoken("Ask not what your country can do.")])
    assert cue.lines == ("Ask not what your country can do.",)
    assert cue.start == 0.0
    assert cue.end == pytest.approx(2.1)


def test_a_long_line_breaks_into_two_balanced_ones() -> None:
    lines = wrap("ask what you can do for your country and then go on")
    assert len(lines) == 2
    assert abs(columns(lines[0]) - columns(lines[1])) <= 8


def test_chinese_breaks_between_characters_and_never_before_a_full_stop() -> None:
    text = "不要问国家能为你做什么而要问你能为国家做什么。" * 2
    cues = flow([said(text, 0.0, 9.0)])
    assert "".join(line for cue in cues for line in cue.lines) == text
    for cue in cues:
        assert all(columns(line) <= MAX_COLUMNS for line in cue.lines)
        assert not any(line.startswith("。") for line in cue.lines)


def test_a_pause_ends_a_cue_and_a_short_cue_is_held_into_it() -> None:
    cues = flow([spoken("Yes."), spoken("No, never.", start=5.0)])
    assert [cue.lines for cue in cues] == [("Yes.",), ("No, never.",)]
    assert cues[0].end == pytest.approx(1.0)


def test_doubtful_text_becomes_no_subtitle() -> None:
    assert flow([said("Thanks for watching!", 0.0, 2.0, doubtful=True)]) == []


def test_an_edited_text_leads_over_its_old_words() -> None:
    segment = said("Ana Ruiz", 0.0, 2.0, (Word(0.0, 1.0, " Anna", 1.0), Word(1.0, 2.0, " Reese", 1.0)))
    (cue,) = flow([segment])
    assert cue.lines == ("Ana Ruiz",)


_TOKENS = st.text(st.sampled_from("abcdefg国家很好.,!?é'"), min_size=1, max_size=14)


@given(st.lists(st.tuples(_TOKENS, st.floats(0.01, 3.0), st.floats(0.0, 4.0)), min_size=1, max_size=60))
def test_whatever_was_said_stays_whole_in_order_and_within_the_limits(
    tokens: list[tuple[str, float, float]],
) -> None:
    now, words = 0.0, []
    for token, length, gap in tokens:
        words.append(Word(now, now + length, f" {token}", 1.0))
        now += length + gap
    text = "".join(word.text for word in words)
    cues = flow([said(text, 0.0, now, tuple(words))])
    shown = "".join("".join(line.split()) for cue in cues for line in cue.lines)
    assert shown == "".join(text.split())
    for cue in cues:
        assert 1 <= len(cue.lines) <= MAX_LINES
        assert all(columns(line) <= MAX_COLUMNS for line in cue.lines)
        assert cue.start <= cue.end <= cue.start + MAX_CUE_S
    for before, after in pairwise(cues):
        assert before.end <= after.start + 1e-9
