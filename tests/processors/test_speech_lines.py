"""Words become lines that fit a screen, and what is probably invented is marked."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from momentry_desk.core.findings import Word
from momentry_desk.processors import speech_lines
from momentry_desk.processors.speech_lines import MAX_LINE_COLUMNS, MAX_LINE_S, Heard, columns, lines, split


def said(text: str, *, start: float = 0.0, each: float = 0.4, probability: float = 0.9) -> tuple[Word, ...]:
    return tuple(
        Word(start + number * each, start + (number + 1) * each, f" {word}", probability)
        for number, word in enumerate(text.split())
    )


def heard(words: tuple[Word, ...], **measures: float) -> Heard:
    values = {"log_probability": -0.2, "no_speech": 0.05, "language_probability": 0.95, **measures}
    return Heard(words=words, language="en", **values)


def texts(words: tuple[Word, ...]) -> list[str]:
    return ["".join(word.text for word in line).strip() for line in split(words)]


def test_a_line_ends_with_its_sentence() -> None:
    assert texts(said("It was the best of times. It was the worst of times.")) == [
        "It was the best of times.",
        "It was the worst of times.",
    ]


_REFRAIN = "Then you see a man in a dark suit, look for any word and jump to the moment it was said. "


@pytest.mark.parametrize(
    ("words", "failed"),
    [
        (said(_REFRAIN * 4, each=0.3), False),
        (said(_REFRAIN * 4, each=0.1), True),
        (said("thank you very much. " * 12, each=0.5), True),
        (said("first we see and then you see a man in a bar " + "and then you see a man in a bar " * 6), True),
        (said("one two three four " + "la " * 40, each=1.0), True),
    ],
)
def test_what_is_said_again_is_no_loop(words: tuple[Word, ...], failed: bool) -> None:
    assert heard(words).failed is failed


def test_an_abbreviation_ends_no_line() -> None:
    assert texts(said("Dr. Who is back.")) == ["Dr. Who is back."]


def test_a_silence_ends_a_line() -> None:
    assert texts(said("one two") + said("three four", start=3.0)) == ["one two", "three four"]


def test_a_long_sentence_is_broken_at_a_clause() -> None:
    first, second = texts(said("one two three four five six seven, eight nine ten eleven twelve", each=0.7))
    assert first.endswith("seven,")
    assert second.startswith("eight")


def test_chinese_is_counted_by_the_columns_that_it_takes() -> None:
    assert columns("不要问ab") == 8


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(
            st.text(st.characters(categories=["L", "P", "Zs"]), min_size=1, max_size=30),
            st.floats(0, 3, allow_nan=False),
            st.floats(0, 3, allow_nan=False),
        ),
        max_size=40,
    )
)
def test_lines_lose_no_word_and_keep_their_bounds(parts: list[tuple[str, float, float]]) -> None:
    words, at = [], 0.0
    for text, gap, length in parts:
        words.append(Word(at + gap, at + gap + length, text, 0.9))
        at += gap + length
    made = split(words)
    assert [word for line in made for word in line] == words
    for line in made:
        assert line
        if len(line) > 1:
            assert line[-1].end - line[0].start <= MAX_LINE_S
            assert columns("".join(word.text for word in line)) <= MAX_LINE_COLUMNS


def test_clear_speech_is_believed() -> None:
    (line,) = lines(heard(said("ask not what your country can do for you")))
    assert not line.doubtful
    assert line.text == "ask not what your country can do for you"
    assert line.confidence == pytest.approx(0.9)


@pytest.mark.parametrize("measures", [{"language_probability": 0.3}, {"no_speech": 0.9}, {"log_probability": -1.3}])
def test_a_poor_measure_makes_a_line_doubtful(measures: dict[str, float]) -> None:
    assert all(line.doubtful for line in lines(heard(said("la la land is here"), **measures)))


def test_nothing_said_gives_nothing() -> None:
    assert lines(heard(said("Thank you."), no_speech=0.9, log_probability=-1.5)) == ()


def test_a_repetition_is_doubtful() -> None:
    assert all(line.doubtful for line in lines(heard(said("oh no " * 40))))


@pytest.mark.parametrize("text", ["Thanks for watching!", "Please subscribe to my channel", "字幕由 志愿者 提供"])
def test_a_subtitlers_credit_is_doubted_unless_it_is_clearly_heard(text: str) -> None:
    assert all(line.doubtful for line in lines(heard(said(text, probability=0.6))))
    assert not any(line.doubtful for line in lines(heard(said(text, probability=0.97))))


def test_signs_without_a_letter_are_no_line() -> None:
    assert lines(heard(said("... ♪ !"))) == ()


@settings(deadline=None)
@given(st.text(max_size=200))
def test_compression_is_a_ratio(text: str) -> None:
    assert speech_lines.compression(text) >= 0.0
