"""What is said, written and named is found: exactly, ranked, page by page, and only while it is shown."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from momentry_desk.core.findings import Box, Checkpoint, Chunk, Finding, Scene, SpeechSegment, TextLine, Word
from momentry_desk.core.moments import BadSearchCursor, Hit, SearchPage
from momentry_desk.core.search import Filters, parse
from momentry_desk.store import search as search_module
from momentry_desk.store.search import SearchStore
from tests.store.rooms import NOW, Room


def said(start: float, text: str, *, doubtful: bool = False) -> SpeechSegment:
    return SpeechSegment(start, start + 2, text, "en", 0.9, 0.8, (), doubtful)


def written(start: float, text: str, top: float = 0.2, left: float = 0.1) -> TextLine:
    return TextLine(start, start + 4, text, 0.9, Box(left, top, 0.2, 0.05))


class Library:
    """Scans of the tests' own files, and searches in them."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.store = SearchStore(room.database)

    def scan(self, name: str, *found: Finding, force: bool = False, now: float = NOW) -> str:
        names = ("face", "asr", "ocr", "scene")
        attempt = self.room.start(self.room.submit(name, processors=names, force=force)).attempt_id
        points = tuple(Checkpoint(one, 0.0, 99.0, "print", b"", True) for one in names)
        assert self.room.findings.store_chunk(attempt, Chunk(1, found, points), now)
        assert self.room.tasks.complete(attempt, now, running_s=1, peak_memory=1, cpu_s=1)
        return name

    def page(self, text: str, **options: object) -> SearchPage:
        return self.store.search(parse(text), now=NOW, **options)  # type: ignore[arg-type]

    def hits(self, text: str) -> list[tuple[str, str]]:
        return [(hit.file_uuid, hit.text) for hit in self.page(text).hits]

    def all(self, text: str, limit: int, *, between: Callable[[], object] = int, **options: object) -> list[Hit]:
        """Page by page; `between` is done after each of them."""
        found: list[Hit] = []
        cursor: str | None = None
        while True:
            page = self.page(text, limit=limit, cursor=cursor, **options)
            assert len(page.hits) <= limit
            found += page.hits
            cursor = page.next_cursor
            if cursor is None:
                return found
            between()


@pytest.fixture
def library(room: Room) -> Library:
    return Library(room)


def test_words_phrases_and_chinese_are_found_with_their_place_and_marks(library: Library) -> None:
    library.scan("speech", said(3.0, "Ask not what your country can do"), written(9.0, "不要问国家能为你做什么"))
    library.scan("other", said(1.0, "Not to ask the Éclair"))
    (hit,) = library.page('"ask not"').hits
    assert (hit.file_uuid, hit.kind, hit.start, hit.end) == ("speech", "speech", 3.0, 5.0)
    assert hit.path == "/films/speech.mp4"
    assert [hit.text[a:b] for a, b in hit.marks] == ["Ask not"]
    assert {file for file, _ in library.hits("ask not")} == {"speech", "other"}
    assert library.hits("eclair") == [("other", "Not to ask the Éclair")]
    for text in ("国", "国家", "家能为", "不要问国家能为你做什么"):
        assert library.hits(text) == [("speech", "不要问国家能为你做什么")]
    assert library.hits("家国") == []
    assert library.hits("countr") == []
    assert [hit.text for hit in library.store.search(parse("countr", typing=True), now=NOW).hits] == [
        "Ask not what your country can do"
    ]


def test_lines_of_one_sign_are_found_as_one_phrase(library: Library) -> None:
    sign = (written(0.0, "ROYAL"), written(0.1, "OPERA", 0.26), written(0.0, "HOUSE", 0.32))
    library.scan("street", *sign, written(0.0, "Welcome", 0.8, 0.7))
    assert library.hits('"royal opera house"') == [("street", "ROYAL OPERA HOUSE")]
    assert library.hits("opera") == [("street", "ROYAL OPERA HOUSE")]
    assert library.hits("welcome") == [("street", "Welcome")]


def test_a_phrase_finds_a_sign_whose_lines_came_in_another_order(library: Library) -> None:
    library.scan("street", written(0.0, "HOUSE", 0.2), written(0.0, "ROYAL", 0.26), written(0.0, "OPERA", 0.32))
    (hit,) = library.page('"royal opera hou"').hits or library.page('"royal opera house"').hits
    assert [hit.text[a:b] for a, b in hit.marks] == ["HOUSE", "ROYAL", "OPERA"]
    library.scan("talk", said(0.0, "the house was no royal opera"))
    assert [hit.file_uuid for hit in library.page('"royal opera house"').hits] == ["street"]


def test_a_moment_begins_where_its_word_is_said(library: Library) -> None:
    words = (Word(1.0, 1.5, " Well,", 0.9), Word(1.5, 2.0, " ask", 0.9), Word(4.0, 4.5, " not", 0.9))
    library.scan("film", SpeechSegment(1.0, 4.5, "Well, ask not", "en", 0.9, 0.8, words))
    assert [(hit.start, hit.end) for hit in library.page("not").hits] == [(4.0, 4.5)]
    assert [hit.start for hit in library.page("ask not").hits] == [1.5]


def test_a_name_of_a_file_is_found_and_follows_it(library: Library) -> None:
    library.scan("Ana_Interview-02")
    assert [(hit.kind, hit.text) for hit in library.page("ana interview").hits] == [
        ("file", "Ana_Interview-02.mp4")
    ]
    assert library.hits("interviewer") == []
    library.room.videos.forget(["Ana_Interview-02"])
    assert library.hits("interview") == []


def test_only_the_latest_complete_scan_is_found(library: Library) -> None:
    library.scan("film", said(0.0, "first words"))
    library.scan("film", said(0.0, "second words"), force=True, now=NOW + 10)
    assert library.hits("words") == [("film", "second words")]
    attempt = library.room.start(library.room.submit("film", processors=("asr",), force=True)).attempt_id
    half = Chunk(1, (said(0.0, "third words"),), (Checkpoint("asr", 0.0, 4.0, "print"),))
    assert library.room.findings.store_chunk(attempt, half, NOW + 20)
    assert library.hits("words") == [("film", "second words")]


def test_what_a_first_scan_has_found_so_far_is_found(library: Library) -> None:
    attempt = library.room.start(library.room.submit("film", processors=("asr",))).attempt_id
    half = Chunk(1, (said(0.0, "early words"),), (Checkpoint("asr", 0.0, 4.0, "print"),))
    assert library.room.findings.store_chunk(attempt, half, NOW)
    assert library.hits("early") == [("film", "early words")]


def test_doubtful_speech_comes_last(library: Library) -> None:
    library.scan("a", said(0.0, "thank you", doubtful=True))
    library.scan("b", said(0.0, "thank you very much indeed all of you"))
    assert [file for file, _ in library.hits("thank")] == ["b", "a"]


def test_filters_narrow(library: Library) -> None:
    library.scan("one", said(0.0, "budget talk"), written(0.0, "Budget 2026"))
    library.scan("two", said(5.0, "the budget"))
    assert {file for file, _ in library.hits("budget kind:text")} == {"one"}
    assert {file for file, _ in library.hits("budget file:two")} == {"two"}
    assert {file for file, _ in library.hits("budget folder:/films")} == {"one", "two"}
    assert library.hits("budget folder:/film") == []
    assert library.hits("budget after:2026") == []
    assert {file for file, _ in library.hits("budget before:2026")} == {"one", "two"}
    only = library.store.search(parse("budget", Filters(file_uuids=("two",))), now=NOW).hits
    assert {hit.file_uuid for hit in only} == {"two"}
    assert [text for _, text in library.hits("file:two")] == ["the budget"]
    assert library.hits("budget person:nobody") == []
    assert library.hits("") == []


@pytest.mark.parametrize("window", [3, 7, 1000])
def test_pages_hold_every_hit_once_in_one_order(
    library: Library, monkeypatch: pytest.MonkeyPatch, window: int
) -> None:
    monkeypatch.setattr(search_module, "WINDOW", window)
    library.scan("film", *(said(float(at), f"take {at} of many" + " more" * (at % 5)) for at in range(20)))
    whole = library.all("take", 100)
    assert len({hit.hit_id for hit in whole}) == len(whole) == 20
    for limit in (1, 3, 6, 7):
        assert library.all("take", limit) == whole


def test_by_film_the_best_film_comes_first_and_each_in_its_order_of_time(library: Library) -> None:
    library.scan(
        "good",
        said(9.0, "one take, please"),
        said(1.0, "a long take with many other words in it"),
        written(5.0, "take 2"),
    )
    library.scan(
        "better", said(30.0, "so this is a take"), said(20.0, "take"), said(40.0, "take of many more words")
    )
    by_rank = [(hit.file_uuid, hit.start) for hit in library.page("take").hits]
    whole = library.all("take", 100, by_film=True)
    in_time = [("better", 20.0), ("better", 30.0), ("better", 40.0), ("good", 1.0), ("good", 5.0), ("good", 9.0)]
    first = by_rank[0][0]
    assert [(hit.file_uuid, hit.start) for hit in whole] == sorted(in_time, key=lambda one: one[0] != first)
    assert by_rank != [(hit.file_uuid, hit.start) for hit in whole]
    for limit in (1, 2, 4, 5):
        assert library.all("take", limit, by_film=True) == whole


@pytest.mark.parametrize("by_film", [False, True])
def test_what_is_found_meanwhile_moves_no_page(library: Library, by_film: bool) -> None:
    for name in ("one", "two", "three"):
        library.scan(name, *(said(float(at), f"take {at}" + " more" * (at % 3)) for at in range(5)))
    whole = library.all("take", 100, by_film=by_film)
    names = iter(range(100))

    def grow() -> None:
        library.scan(f"late {next(names)}", said(0.0, "take"), *(said(float(at), "else") for at in range(9)))

    assert library.all("take", 4, between=grow, by_film=by_film) == whole


@pytest.mark.parametrize("cursor", ["x", "W10", "!!", "WzEsMiwzXQ", "é"])
def test_a_cursor_that_no_search_gave_is_refused(library: Library, cursor: str) -> None:
    with pytest.raises(BadSearchCursor):
        library.page("x", cursor=cursor)


def test_the_picture_of_a_moment_is_that_of_its_scene(library: Library) -> None:
    library.scan("film", Scene(0.0, 5.0, b"first"), Scene(5.0, 9.0, b"second"))
    assert [library.store.picture("film", at) for at in (0.0, 4.9, 5.0, 99.0)] == [
        b"first",
        b"first",
        b"second",
        b"second",
    ]
    assert library.store.picture("nothing", 0.0) == b""


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=200)
@given(text=st.text(), typing=st.booleans())
def test_no_text_is_an_error_and_every_line_finds_itself(library: Library, text: str, typing: bool) -> None:
    library.store.search(parse(text, typing=typing), now=NOW)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(text=st.text(st.characters(codec="utf-8"), max_size=40))
def test_each_word_of_a_line_finds_it(library: Library, text: str) -> None:
    from momentry_desk.core.words import words

    library.scan("film", said(0.0, text), force=True)
    for word in words(text)[:5]:
        if word.isascii():
            assert ("film", text) in library.hits(f'"{word}"')
