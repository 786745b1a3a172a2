"""Edited lines: when their words are said, and which lines of another scan take them up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentry_desk.core.findings import SpeechSegment, Word
from momentry_desk.core.transcripts import Edit, WovenLine, respread, standing, weave
from momentry_desk.core.words import pieces, words


def spoken(start: float, text: str, each_s: float = 0.5) -> tuple[Word, ...]:
    """The words of `text`, each as long."""
    return tuple(
        Word(start + n * each_s, start + (n + 1) * each_s, word, 0.8) for n, word in enumerate(pieces(text))
    )


def line(start: float, text: str) -> SpeechSegment:
    said = spoken(start, text)
    return SpeechSegment(start, said[-1].end, text, "en", 0.9, 0.8, said)


def edit(edit_id: int, start: float, end: float, text: str) -> Edit:
    return Edit(edit_id, start, end, text, "en")


def told(woven: list[WovenLine]) -> list[tuple[str, tuple[int, ...], tuple[int, ...]]]:
    return [(one.segment.text, one.edits, one.heard) for one in woven]


# When the words are said ----------------------------------------------------------------------------------------


def test_words_that_were_heard_keep_their_times() -> None:
    heard = spoken(1.0, " Ask knot what your country")
    new = respread(heard, 1.0, 3.5, "Ask not, what your own country")
    assert [(word.text, word.start, word.end) for word in new] == [
        ("Ask", 1.0, 1.5),
        (" not,", 1.5, 2.0),
        (" what", 2.0, 2.5),
        (" your", 2.5, 3.0),
        (" own", 3.0, 3.0),
        (" country", 3.0, 3.5),
    ]
    assert [word.probability for word in new] == [0.8, 1.0, 0.8, 0.8, 1.0, 0.8]


def test_words_in_place_of_others_share_their_time_by_length() -> None:
    heard = (Word(0.0, 1.0, " one", 0.8), Word(1.0, 4.0, " harbor", 0.8), Word(4.0, 5.0, " two", 0.8))
    assert [(word.text, word.start, word.end) for word in respread(heard, 0, 5, "one ab cdef two")][1:3] == [
        (" ab", 1.0, 2.0),
        (" cdef", 2.0, 4.0),
    ]


def test_chinese_is_spread_by_character() -> None:
    heard = (Word(0.0, 2.0, "国家", 0.8), Word(2.0, 3.0, "能", 0.8))
    new = respread(heard, 0.0, 3.0, "国王，能")
    assert [(word.text, word.start, word.end) for word in new] == [
        ("国", 0.0, 1.0),
        ("王，", 1.0, 2.0),
        ("能", 2.0, 3.0),
    ]


def test_without_words_there_are_no_times() -> None:
    assert respread((), 0.0, 3.0, "anything") == ()
    assert respread(spoken(0.0, "gone"), 0.0, 1.0, "  ") == ()


@given(heard=st.text(max_size=40), text=st.text(max_size=40))
def test_spread_words_are_the_text_and_go_on_in_time(heard: str, text: str) -> None:
    old = spoken(3.0, heard)
    new = respread(old, 3.0, 3.0 + len(old) * 0.5, text)
    if old:
        assert "".join(word.text for word in new) == text.strip()
        times = [time for word in new for time in (word.start, word.end)]
        assert times == sorted(times)
        assert all(3.0 <= time <= old[-1].end for time in times)


# Which lines take an edit up ------------------------------------------------------------------------------------


def test_the_line_it_was_made_of_takes_an_edit() -> None:
    lines = [line(0.0, "ask knot"), line(1.0, "what your country")]
    (woven,) = weave(lines, [edit(7, 0.0, 1.0, "ask not")])
    assert (woven.segment.text, woven.edits, woven.heard) == ("ask not", (7,), (0,))
    assert (woven.segment.start, woven.segment.end, woven.segment.edited) == (0.0, 1.0, True)


def test_the_line_that_shares_most_time_takes_an_edit() -> None:
    lines = [line(0.2, "ask knot"), line(1.2, "what your country")]
    assert told(weave(lines, [edit(1, 0.0, 1.3, "ask not")])) == [("ask not", (1,), (0,))]


def test_a_line_that_an_edit_only_touches_keeps_its_words() -> None:
    lines = [line(0.9, "what your country")]
    assert told(weave(lines, [edit(1, 0.0, 1.0, "ask not")])) == [("ask not", (1,), ())]


def test_an_edit_whose_time_holds_nothing_now_is_a_line_of_its_own() -> None:
    (woven,) = weave([], [edit(1, 4.0, 5.0, "ask not")])
    assert (woven.segment.text, woven.segment.start, woven.segment.end, woven.heard) == ("ask not", 4.0, 5.0, ())
    assert woven.segment.language == "en"


def test_of_a_longer_line_only_the_edited_part_is_replaced() -> None:
    long = line(0.0, "well ask knot what your country")
    assert told(weave([long], [edit(1, 0.5, 1.5, "ask not")])) == [("well ask not what your country", (1,), (0,))]


def test_lines_that_one_edit_covers_become_one() -> None:
    lines = [line(0.0, "ask knot"), line(1.0, "what your"), line(2.0, "country")]
    assert told(weave(lines, [edit(1, 0.0, 2.0, "Ask not what your")])) == [("Ask not what your", (1,), (0, 1))]


def test_two_edits_stand_side_by_side_in_one_longer_line() -> None:
    long = line(0.0, "ask knot what your contry")
    edits = [edit(2, 1.5, 2.5, "your country"), edit(1, 0.0, 1.0, "Ask not")]
    assert told(weave([long], edits)) == [("Ask not what your country", (1, 2), (0,))]


def test_chinese_parts_are_joined_without_blanks() -> None:
    long = line(0.0, "不要问国家")
    assert told(weave([long], [edit(1, 0.0, 1.5, "请问")])) == [("请问国家", (1,), (0,))]


def test_an_edit_to_nothing_leaves_an_empty_line() -> None:
    assert told(weave([line(0.0, "thank you")], [edit(1, 0.0, 1.0, "")])) == [("", (1,), (0,))]


def test_only_the_last_word_on_a_line_counts() -> None:
    first, second = edit(1, 0.0, 1.0, "one"), Edit(2, 0.0, 1.0, "two", replaces=(1,))
    back = Edit(3, 0.0, 1.0, None, replaces=(2,))
    assert standing([first, second]) == (second,)
    assert standing([first, second, back]) == ()
    assert standing([first]) == (first,)


@st.composite
def heard_lines(draw: st.DrawFn) -> list[SpeechSegment]:
    at = 0.0
    lines: list[SpeechSegment] = []
    for count, gap in draw(st.lists(st.tuples(st.integers(1, 6), st.floats(0, 5)), max_size=6)):
        at += gap
        lines.append(line(at, " ".join(f"h{len(lines)}x{n}" for n in range(count))))
        at = lines[-1].end
    return lines


@st.composite
def made_edits(draw: st.DrawFn) -> list[Edit]:
    spans = draw(st.lists(st.tuples(st.floats(0, 20), st.floats(0, 8)), max_size=5))
    return [edit(n, start, start + length, f"e{n}a e{n}b") for n, (start, length) in enumerate(spans)]


@given(heard=heard_lines(), edits=made_edits())
def test_no_edit_is_lost_and_no_word_beyond_it(heard: list[SpeechSegment], edits: list[Edit]) -> None:
    woven = weave(heard, edits)
    assert sorted(edit_id for one in woven for edit_id in one.edits) == list(range(len(edits)))
    places = [place for one in woven for place in one.heard]
    assert len(places) == len(set(places))
    text = " ".join(one.segment.text for one in woven).split()
    for one in edits:
        assert text.count(f"e{one.edit_id}a") == text.count(f"e{one.edit_id}b") == 1
    for place in places:
        for word in heard[place].words:
            middle = (word.start + word.end) / 2
            beyond = not any(one.start <= middle <= one.end for one in edits)
            assert (word.text.strip() in text) or not beyond


@pytest.mark.parametrize("text", ["a b", " a  b,c ", "国家, ok。好"])
def test_pieces_are_the_text_again(text: str) -> None:
    assert "".join(pieces(text)) == text.rstrip()
    assert words("".join(pieces(text))) == words(text)
