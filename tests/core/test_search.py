"""Anything typed is a query; words are folded alike in lines and queries."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentry_desk.core.ranking import Candidate, marks, occurrences, score, weight
from momentry_desk.core.search import Filters, Query, Term, parse
from momentry_desk.core.words import fold, spots, words


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("budget", (Term(("budget",)),)),
        ('"Ask NOT" country', (Term(("ask", "not")), Term(("country",)))),
        ('"ask not', (Term(("ask", "not")),)),
        ("国家", (Term(("国", "家")),)),
        ("Éclair", (Term(("eclair",)),)),
        ("don't", (Term(("don", "t")),)),
        ("AND OR NOT *", (Term(("and",)), Term(("or",)), Term(("not",)))),
        ("https://x.org 12:30", (Term(("https", "x", "org")), Term(("12", "30")))),
        ('" - () ""', ()),
    ],
)
def test_words_and_phrases_are_read(text: str, terms: tuple[Term, ...]) -> None:
    assert parse(text) == Query(terms)


def test_the_last_word_may_still_grow_while_it_is_typed() -> None:
    assert parse("ask no", typing=True).terms == (Term(("ask",)), Term(("no",), prefix=True))
    assert parse("ask no ", typing=True).terms == (Term(("ask",)), Term(("no",)))
    assert parse('"ask no"', typing=True).terms == (Term(("ask", "no")),)


def test_filters_stand_in_the_text_and_bad_ones_are_words() -> None:
    query = parse(
        'person:"Ana Maria" Person:ben kind:speech after:2026-05 before:2026-06-01 file:take folder:/films x'
    )
    assert query.terms == (Term(("x",)),)
    assert query.filters == Filters(
        kinds=("speech",),
        persons=("Ana Maria", "ben"),
        folder="/films",
        file="take",
        since=1_777_593_600.0,
        until=1_780_272_000.0,
    )
    assert parse("kind:nonsense after:never").terms == (Term(("kind", "nonsense")), Term(("after", "never")))
    assert parse("person:").terms == (Term(("person",)),)


@given(st.text())
def test_every_text_is_a_query_of_whole_words(text: str) -> None:
    for term in parse(text, typing=True).terms:
        assert term.words
        assert all(word and not word.isspace() for word in term.words)


@given(st.text())
def test_a_line_is_found_by_each_of_its_own_words(text: str) -> None:
    line = words(text)
    for word in line:
        assert occurrences(line, Term((word,)))


@given(st.text())
def test_places_lie_within_the_text_in_order(text: str) -> None:
    at = 0
    for spot in spots(text):
        assert at <= spot.start < spot.end <= len(text)
        at = spot.end


@given(st.text(st.characters(codec="utf-8", categories=["L", "N"])))
def test_folding_takes_no_notice_of_case(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert fold(text.casefold()) == fold(text)


def test_hits_are_marked_where_they_stand() -> None:
    text = "Ask not what Ásk NOT, 国家 can"
    assert [text[a:b] for a, b in marks(text, [Term(("ask", "not"))])] == ["Ask not", "Ásk NOT"]
    assert [text[a:b] for a, b in marks(text, [Term(("国",)), Term(("国", "家"))])] == ["国家"]


def test_japanese_voiced_and_plain_sounds_stay_apart() -> None:
    assert words("がぎ") == ["が", "ぎ"]
    assert words("ＡＢＣ ﾃｽﾄ") == ["abc", "テ", "ス", "ト"]


def test_near_new_and_sure_lines_come_first() -> None:
    terms = (Term(("ask",)), Term(("country",)))
    weights = (weight(10, 1000), weight(50, 1000))

    def of(text: str, *, doubtful: bool = False, age_s: float = 1e9) -> float:
        return score(Candidate(words(text), doubtful, age_s), terms, weights)

    assert of("ask country one two three") > of("ask one two three country")
    assert of("ask country", age_s=0) > of("ask country")
    assert of("ask country") > of("ask country", doubtful=True) > 0
    assert of("ask country") > of("ask country and a very long line of many other words that say nothing at all")
    assert weight(1, 1_000_000) > weight(10_000, 1_000_000) > 0
