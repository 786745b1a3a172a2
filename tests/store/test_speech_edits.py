"""What a person wrote is shown and found at once, undone, and outlives every scan."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from momentry_desk.core.findings import Checkpoint, Chunk, Finding, SpeechSegment, Word
from momentry_desk.core.search import parse
from momentry_desk.core.words import pieces
from momentry_desk.store.database import Database
from momentry_desk.store.search import SearchStore
from momentry_desk.store.speech_edits import SpeechEdits
from tests.store.rooms import NOW, Room


def said(start: float, text: str, each_s: float = 0.5) -> SpeechSegment:
    words = tuple(
        Word(start + n * each_s, start + (n + 1) * each_s, f" {word.strip()}", 0.8)
        for n, word in enumerate(pieces(text))
    )
    return SpeechSegment(start, words[-1].end, text, "en", 0.9, 0.8, words)


class Film:
    """One film, its scans, and what is done to its transcript."""

    def __init__(self, database: Database) -> None:
        self.room = Room(database)
        self.edits = SpeechEdits(database)
        self.store = SearchStore(database)
        self.scans = 0

    def scan(self, *found: Finding) -> None:
        """Scan it, once more."""
        self.scans += 1
        attempt = self.begin(*found, mark_s=99.0, done=True)
        assert self.room.tasks.complete(attempt, NOW + self.scans, running_s=1, peak_memory=1, cpu_s=1)

    def begin(self, *found: Finding, mark_s: float, done: bool = False) -> str:
        attempt = self.room.start(self.room.submit("film", processors=("asr",), force=True)).attempt_id
        point = Checkpoint("asr", 0.0, mark_s, "print", b"", done)
        assert self.room.findings.store_chunk(attempt, Chunk(1, found, (point,)), NOW + self.scans)
        return attempt

    def lines(self) -> list[SpeechSegment]:
        return [one for one in self.room.findings.findings("film") if isinstance(one, SpeechSegment)]

    def texts(self) -> list[str]:
        return [line.text for line in self.lines()]

    def edit(self, row: int, text: str) -> bool:
        line = self.lines()[row]
        return self.edits.edit("film", line.start, line.end, text, NOW)

    def restore(self, row: int) -> bool:
        line = self.lines()[row]
        return self.edits.restore("film", line.start, line.end, NOW)

    def found(self, query: str) -> list[tuple[float, str]]:
        return [(hit.start, hit.text) for hit in self.store.search(parse(query), now=NOW).hits]

    def index_is_whole(self) -> None:
        """Hold the index, its seams and what it is of against each other."""
        with self.room.database.reading() as connection:
            rows = connection.sql("SELECT line_id, words FROM search_lines WHERE kind = 'speech'")
            findings = connection.sql("SELECT finding_id FROM findings WHERE kind = 'speech' AND text <> ''")
            assert {row[0] for row in rows} <= {one for (one,) in findings}
            for line_id, words in rows:
                hits = connection.sql(
                    "SELECT 1 FROM search_index WHERE search_index MATCH ? AND rowid = ?",
                    (f'words : "{words}"', line_id),
                )
                assert hits == [(1,)]
            seams = connection.sql("SELECT line_id, next_id FROM search_seams")
            assert {one for seam in seams for one in seam} <= {row[0] for row in rows}


@pytest.fixture
def film(database: Database) -> Film:
    return Film(database)


FIRST = (said(1.0, "ask knot"), said(2.0, "what your contry"), said(9.0, "thank you"))


def test_an_edit_is_shown_and_found_and_the_old_words_are_not(film: Film) -> None:
    film.scan(*FIRST)
    assert film.edit(0, "  Ask not,\nmy fellow ")
    (line, *_) = film.lines()
    assert (line.text, line.start, line.end, line.edited) == ("Ask not, my fellow", 1.0, 2.0, True)
    assert [line.edited for line in film.lines()] == [True, False, False]
    assert film.found("fellow") == [(1.75, "Ask not, my fellow")]
    assert film.found("knot") == []
    (hit,) = film.store.search(parse("fellow"), now=NOW).hits
    assert hit.edited
    assert not film.edit(0, "Ask not, my fellow"), "nothing changes"
    film.index_is_whole()


def test_undo_takes_back_one_edit_after_the_other(film: Film) -> None:
    film.scan(*FIRST)
    film.edit(0, "ask nought")
    film.edit(0, "ask not")
    film.edit(1, "what your country")
    assert film.restore(1)
    assert film.texts() == ["ask not", "what your contry", "thank you"]
    assert film.edits.undo("film") == 2.0
    assert film.texts() == ["ask not", "what your country", "thank you"]
    assert [film.edits.undo("film") for _ in range(4)] == [2.0, 1.0, 1.0, None]
    assert film.lines() == list(FIRST)
    assert [text for _, text in film.found("knot")] == ["ask knot"]
    film.index_is_whole()


def test_what_was_heard_can_be_restored_or_written_again(film: Film) -> None:
    film.scan(*FIRST)
    film.edit(0, "ask not")
    assert film.restore(0)
    assert not film.restore(0)
    film.edit(1, "what your country")
    assert film.edit(1, "what your contry")
    assert film.lines() == list(FIRST)


def test_what_was_never_said_is_no_hit_and_can_come_back(film: Film) -> None:
    film.scan(*FIRST)
    assert film.edit(2, "")
    assert film.texts()[2] == ""
    assert film.found("thank") == []
    assert film.edits.undo("film") == 9.0
    assert [text for _, text in film.found("thank")] == ["thank you"]


def test_edits_outlive_another_scan(film: Film) -> None:
    film.scan(*FIRST)
    film.edit(0, "ask not")
    film.edit(2, "thanks to all of you")
    film.scan(said(0.9, "ask knot"), said(2.1, "what your country"))
    assert [(line.start, line.text, line.edited) for line in film.lines()] == [
        (0.9, "ask not", True),
        (2.1, "what your country", False),
        (9.0, "thanks to all of you", True),
    ]
    assert film.found("knot") == []
    assert [text for _, text in film.found("thanks")] == ["thanks to all of you"]
    # In the old way again: each line takes up what belongs to it.
    film.scan(*FIRST)
    assert film.texts() == ["ask not", "what your contry", "thanks to all of you"]
    film.restore(2)
    assert film.texts()[2] == "thank you"
    film.index_is_whole()


def test_an_edit_in_a_line_of_another_cut_keeps_the_words_around_it(film: Film) -> None:
    film.scan(*FIRST)
    film.edit(0, "ask not")
    film.scan(said(0.5, "now ask knot what your country"))
    assert film.texts() == ["now ask not what your country"]
    assert film.found('"not what your"') == [(1.5, "now ask not what your country")]
    assert film.edits.undo("film") == 1.0
    assert film.texts() == ["now ask knot what your country"]
    film.index_is_whole()


def test_a_scan_under_way_takes_up_what_it_has_passed(film: Film) -> None:
    film.scan(*FIRST)
    film.edit(0, "ask not")
    film.edit(2, "thanks")
    film.begin(said(1.0, "ask knot"), mark_s=4.0)
    with film.room.database.reading() as connection:
        (newest,) = connection.sql("SELECT max(scan_id) FROM scans")[0]
        rows = connection.sql("SELECT text FROM findings WHERE scan_id = ?", (newest,))
    assert rows == [("ask not",)]
    assert film.texts() == ["ask not", "what your contry", "thanks"], "the complete scan is shown"


def test_a_scan_that_hears_nothing_keeps_what_was_written(film: Film) -> None:
    film.scan(*FIRST)
    film.edit(0, "ask not")
    film.scan()
    assert [(line.text, line.start, line.end) for line in film.lines()] == [("ask not", 1.0, 2.0)]
    assert [text for _, text in film.found("ask")] == ["ask not"]


def test_a_forgotten_film_leaves_no_edit(film: Film) -> None:
    film.scan(*FIRST)
    film.edit(0, "ask not")
    film.room.videos.forget(["film"])
    with film.room.database.reading() as connection:
        for table in ("speech_edits", "edited_lines", "search_seams"):
            assert connection.sql(f"SELECT count(*) FROM {table}") == [(0,)]
    assert not film.edits.edit("film", 1.0, 2.0, "ask not", NOW)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=15)
@given(
    steps=st.lists(
        st.one_of(
            st.tuples(st.just("edit"), st.integers(0, 3), st.sampled_from(["x", "one two", "ask not", ""])),
            st.tuples(st.just("restore"), st.integers(0, 3), st.just("")),
            st.tuples(st.just("scan"), st.integers(0, 2), st.just("")),
            st.tuples(st.just("undo"), st.just(0), st.just("")),
        ),
        max_size=8,
    )
)
def test_index_and_lines_never_part(film: Film, steps: list[tuple[str, int, str]]) -> None:
    cuts = (FIRST, (said(0.5, "now ask knot what your country"),), (said(1.2, "ask"), said(8.5, "you")))
    film.room.videos.forget(["film"])
    film.scan(*FIRST)
    for what, number, text in steps:
        row = min(number, len(film.lines()) - 1)
        match what:
            case "edit" if row >= 0:
                film.edit(row, text)
            case "restore" if row >= 0:
                film.restore(row)
            case "scan":
                film.scan(*cuts[number])
            case "undo":
                film.edits.undo("film")
        film.index_is_whole()
    while film.edits.undo("film") is not None:
        pass
    assert not any(line.edited for line in film.lines())
    assert [line.text for line in film.lines()] in [[line.text for line in cut] for cut in cuts]


# Phrases across lines ---------------------------------------------------------------------------------------


def test_a_phrase_is_found_across_two_lines(film: Film) -> None:
    film.scan(said(1.0, "Ask not what your"), said(3.0, "country can do for you"), said(30.0, "for you"))
    both = "Ask not what your country can do for you"
    assert film.found('"what your country"') == [(2.0, both)]
    (hit,) = (
        film.store.search(parse('"your coun', typing=True), now=NOW).hits
        or film.store.search(parse('"your country'), now=NOW).hits
    )
    assert [hit.text[a:b] for a, b in hit.marks] == ["your country"]
    assert hit.end == 5.5
    assert film.found('"your country" ask') == [(1.0, both)]
    assert film.found('"your country" harbour') == []
    assert film.found('"for you for"') == [], "a long silence parts them"
    assert film.found('"your do"') == []
    assert film.found('"your country" kind:text') == []
    assert film.found('"your country" file:film') == [(2.5, both)]
    assert film.found('"your country" file:other') == []
    assert [text for _, text in film.found('"can do"')] == ["country can do for you"], "within a line once"


def test_a_phrase_across_lines_follows_edits_and_scans(film: Film) -> None:
    film.scan(*FIRST)
    assert film.found('"not what"') == []
    film.edit(0, "ask not")
    assert film.found('"not what"') == [(1.5, "ask not what your contry")]
    film.edits.undo("film")
    assert film.found('"not what"') == []


def test_a_chinese_word_is_found_across_two_lines(film: Film) -> None:
    film.scan(said(1.0, "不要问国"), said(3.0, "家能为你"))
    assert [text for _, text in film.found("国家")] == ["不要问国 家能为你"]
    film.scan(said(1.0, "不要问国"))
    assert film.found("国家") == []


def test_lines_that_come_in_chunks_are_joined(film: Film) -> None:
    attempt = film.begin(said(1.0, "ask not what"), mark_s=3.0)
    point = Checkpoint("asr", 3.0, 9.0, "print", b"", True)
    more = Chunk(2, (said(3.0, "your country can"),), (point,))
    assert film.room.findings.store_chunk(attempt, more, NOW)
    assert film.found('"what your"') == [(2.0, "ask not what your country can")]
