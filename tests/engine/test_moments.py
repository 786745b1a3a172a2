"""Search, persons and exports through the facade, beside a queue that works."""

import random
from array import array
from collections.abc import Callable
from pathlib import Path

import pytest

from momentry_desk.core.findings import Box, Checkpoint, Chunk, FaceSighting, Finding, SpeechSegment
from momentry_desk.core.moments import BadSearchCursor
from momentry_desk.core.search import Filters
from momentry_desk.engine.engine import Engine
from momentry_desk.engine.errors import EngineStopped
from momentry_desk.export.files import ExportRefused
from momentry_desk.store.database import open_database
from tests.store.rooms import NOW, Room

WAIT_S = 20


def vector(seed: int, noise: float = 0.0, way: int = 99) -> bytes:
    base, away = random.Random(seed), random.Random(way)
    return array("f", (base.gauss(0, 1) + noise * away.gauss(0, 1) for _ in range(128))).tobytes()


def face(start: float, embedding: bytes) -> FaceSighting:
    return FaceSighting(start, start + 4, 1, Box(0.1, 0.1, 0.2, 0.2), 0.9, 0.8, embedding, "sface", b"crop")


def fill(folder: Path) -> None:
    """Two scanned files that show the same person, and a third person who looks a little like that one."""
    with open_database(folder) as database:
        room = Room(database)
        for name, found in {
            "one": (SpeechSegment(1, 3, "ask not what", "en", 1, 1), face(0, vector(1))),
            "two": (SpeechSegment(8, 9, "ask again", "en", 1, 1), face(5, vector(1, 0.3))),
            "three": (face(5, vector(1, 1.8, 7)),),
        }.items():
            scan(room, name, found)


def scan(room: Room, name: str, found: tuple[Finding, ...]) -> None:
    attempt = room.start(room.submit(name, processors=("face", "asr"))).attempt_id
    points = tuple(Checkpoint(one, 0.0, 9.0, "print", b"", True) for one in ("face", "asr"))
    assert room.findings.store_chunk(attempt, Chunk(1, found, points), NOW)
    assert room.tasks.complete(attempt, NOW, running_s=1, peak_memory=1, cpu_s=1)


@pytest.fixture
def library(data_folder: Path, make_engine: Callable[..., Engine]) -> Engine:
    fill(data_folder)
    return make_engine()


def sorted_in(engine: Engine, wait_until: Callable[..., None]) -> list[int]:
    """Whom the three files show, once their faces are sorted."""

    def people() -> list[int]:
        return [
            sighting.person_id
            for name in ("one", "two", "three")
            for sighting in engine.people.in_video(name).result(WAIT_S)
        ]

    wait_until(lambda: len(people()) == 3, WAIT_S, "all faces to be sorted")
    return people()


def test_a_search_is_answered_page_by_page(library: Engine) -> None:
    first = library.search("ask", limit=1).result(WAIT_S)
    assert first.next_cursor is not None
    second = library.search("ask", limit=1, cursor=first.next_cursor).result(WAIT_S)
    assert {hit.file_uuid for hit in (*first.hits, *second.hits)} == {"one", "two"}
    assert second.next_cursor is None
    only = library.search("as", typing=True, filters=Filters(file_uuids=("two",))).result(WAIT_S)
    assert [hit.start for hit in only.hits] == [8]
    with pytest.raises(BadSearchCursor):
        library.search("ask", cursor="nonsense").result(WAIT_S)


def test_a_search_after_the_stop_says_so(library: Engine) -> None:
    assert library.stop()
    with pytest.raises(EngineStopped):
        library.search("ask").result(WAIT_S)


def test_faces_of_an_earlier_life_are_sorted_by_a_worker(library: Engine, wait_until: Callable[..., None]) -> None:
    changes: list[None] = []
    library.people_changed.connect(lambda: changes.append(None))
    one, two, three = sorted_in(library, wait_until)
    assert one == two != three
    grid = library.people.grid().result(WAIT_S)
    assert [(card.person_id, card.files, card.seconds) for card in grid] == [(one, 2, 8.0), (three, 1, 4.0)]
    (pair,) = library.people.suggestions().result(WAIT_S)
    assert {pair.one.person_id, pair.other.person_id} == {one, three}
    assert 0.36 <= pair.likeness < 0.45
    assert library.people.keep_apart(one, three).result(WAIT_S)
    assert library.people.suggestions().result(WAIT_S) == ()
    wait_until(lambda: changes, WAIT_S, "the signal")


def test_a_whole_library_is_sorted_and_the_queue_answers_meanwhile(
    data_folder: Path, make_engine: Callable[..., Engine], wait_until: Callable[..., None]
) -> None:
    with open_database(data_folder) as database:
        room = Room(database)
        for number in range(400):
            scan(room, f"empty{number}", ())
        scan(room, "last", (face(0, vector(1)),))
    engine = make_engine()
    assert len(engine.videos().result(WAIT_S)) == 401
    wait_until(lambda: engine.people.in_video("last").result(WAIT_S), 60, "the last face")


def test_a_person_is_named_found_merged_and_undone(library: Engine, wait_until: Callable[..., None]) -> None:
    one, _, three = sorted_in(library, wait_until)
    assert library.people.name(one, "Ana").result(WAIT_S)
    assert [hit.file_uuid for hit in library.search("person:ana again").result(WAIT_S).hits] == ["two"]
    assert library.people.merge([three], one).result(WAIT_S)
    assert [card.files for card in library.people.grid().result(WAIT_S)] == [3]
    assert library.people.last_edit().result(WAIT_S) == "merge 2 persons"
    assert library.people.undo().result(WAIT_S) == "merge 2 persons"
    assert [card.name for card in library.people.grid().result(WAIT_S)] == ["Ana", ""]
    changed: list[str] = []
    library.findings_changed.connect(changed.append)
    told = library.people.forget_faces().result(WAIT_S)
    assert (told.persons, told.names, told.sightings) == (2, 1, 3)
    assert library.people.grid().result(WAIT_S) == ()
    wait_until(lambda: set(changed) == {"one", "two", "three"}, WAIT_S, "the three files to be told of")
    assert {row.scanned for row in library.videos().result(WAIT_S)} == {("asr",)}
    assert {hit.kind for hit in library.search("ask").result(WAIT_S).hits} == {"speech"}


def test_exports_are_written_and_nothing_is_replaced_unasked(library: Engine, tmp_path: Path) -> None:
    target = tmp_path / "one.srt"
    assert library.moments.export(["one"], "srt", target).result(WAIT_S) == target
    assert "ask not what" in target.read_text()
    with pytest.raises(ExportRefused, match="exists already"):
        library.moments.export(["two"], "srt", target).result(WAIT_S)
    with pytest.raises(ExportRefused, match="one video"):
        library.moments.export(["one", "two"], "vtt", tmp_path / "two.vtt").result(WAIT_S)
    hits = library.search("ask").result(WAIT_S).hits
    for form in ("edl", "fcpxml", "otio", "fcp7xml", "csv", "json"):
        path = library.moments.export_hits("ask", hits, form, tmp_path / f"hits.{form}").result(WAIT_S)
        assert "one.mp4" in path.read_text() or "one" in path.read_text().lower()
    with pytest.raises(ExportRefused, match="nobody"):
        library.moments.export(["nobody"], "txt", tmp_path / "x.txt").result(WAIT_S)


def test_what_a_person_writes_is_found_exported_and_taken_back(
    library: Engine, tmp_path: Path, wait_until: Callable[..., None]
) -> None:
    grew: list[str] = []
    library.findings_changed.connect(grew.append)
    assert library.transcripts.edit("one", 1, 3, "dare not").result(WAIT_S)
    assert not library.transcripts.edit("one", 1, 3, "dare not").result(WAIT_S)
    assert [(hit.file_uuid, hit.edited) for hit in library.search("dare").result(WAIT_S).hits] == [("one", True)]
    assert {hit.file_uuid for hit in library.search("ask").result(WAIT_S).hits} == {"two"}
    for form in ("srt", "vtt", "txt", "json", "csv"):
        text = library.moments.export(["one"], form, tmp_path / f"one.{form}").result(WAIT_S).read_text()
        assert "dare not" in text
        assert "ask not" not in text
    assert library.transcripts.restore("one", 1, 3).result(WAIT_S)
    assert library.transcripts.undo("one").result(WAIT_S) == 1
    (line,) = library.findings("one", ("speech",)).result(WAIT_S)
    assert isinstance(line, SpeechSegment)
    assert line.text == "dare not"
    assert library.transcripts.undo("one").result(WAIT_S) == 1
    assert library.transcripts.undo("one").result(WAIT_S) is None
    assert len(library.search("ask").result(WAIT_S).hits) == 2
    wait_until(lambda: "one" in grew, WAIT_S, "the window to be told")
