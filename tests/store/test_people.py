"""Who is who: sorted by decisions, corrected by hand, undone, kept over a new scan, and forgotten for good."""

import random
from array import array
from pathlib import Path

import pytest

from momentry_desk.core.findings import Box, Checkpoint, Chunk, FaceSighting
from momentry_desk.core.people import Group, Likeness, decide, likeness
from momentry_desk.core.search import parse
from momentry_desk.store.database import Database, open_database
from momentry_desk.store.forgetting import copies, forget_faces
from momentry_desk.store.people import PeopleStore
from momentry_desk.store.person_edits import PersonEdits
from momentry_desk.store.search import SearchStore
from tests.store.rooms import NOW, Room


def vector(seed: int, noise: float = 0.0, other: int = 0) -> bytes:
    """A unit vector; `noise` turns it a little, `other` says which way."""
    base, away = random.Random(seed), random.Random(1000 + other)
    values = [base.gauss(0, 1) + noise * away.gauss(0, 1) for _ in range(128)]
    length = sum(value * value for value in values) ** 0.5
    return array("f", (value / length for value in values)).tobytes()


def face(number: int, start: float, embedding: bytes, quality: float = 0.8, left: float = 0.1) -> FaceSighting:
    box = Box(left, 0.1, 0.2, 0.3)
    return FaceSighting(start, start + 5, number, box, 0.9, quality, embedding, "sface", b"crop %d" % number)


class Library:
    def __init__(self, database: Database) -> None:
        self.room = Room(database)
        self.people = PeopleStore(database)
        self.edits = PersonEdits(database)

    def scan(self, name: str, *faces: FaceSighting, now: float = NOW) -> None:
        attempt = self.room.start(self.room.submit(name, processors=("face",), force=True)).attempt_id
        point = Checkpoint("face", 0.0, 99.0, "print", b"open tracks", True)
        assert self.room.findings.store_chunk(attempt, Chunk(1, faces, (point,)), now)
        assert self.room.tasks.complete(attempt, now, running_s=1, peak_memory=1, cpu_s=1)
        self.sort()

    def sort(self) -> None:
        """As the engine does it, with likenesses that a worker would compute."""
        while (scan := self.people.unsorted()) is not None:
            assert self.people.sort(scan, decide(scan.groups, self.compare(scan.groups)))

    def compare(self, some: tuple[Group, ...]) -> list[Likeness]:
        centres = self.people.centres("sface")
        return [
            Likeness(index, person, likeness(group.total, centres.vectors[at * 512 : at * 512 + 512]))
            for index, group in enumerate(some)
            for at, person in enumerate(centres.person_ids)
        ]

    def grid(self) -> list[tuple[str, float, int, int]]:
        return [(card.name, card.seconds, card.sightings, card.files) for card in self.people.people()]

    def who(self, name: str) -> list[int]:
        return [sighting.person_id for sighting in self.people.in_video(name)]


@pytest.fixture
def library(database: Database) -> Library:
    return Library(database)


def test_the_same_face_in_two_files_is_one_person(library: Library) -> None:
    library.scan("a", face(1, 0, vector(1)), face(2, 6, vector(2)))
    library.scan("b", face(1, 0, vector(2, 0.3)), face(2, 6, vector(3)))
    assert library.who("a")[1] == library.who("b")[0]
    assert library.grid() == [("", 10.0, 2, 2), ("", 5.0, 1, 1), ("", 5.0, 1, 1)]
    first = library.people.people()[0]
    assert first.crop in (b"crop 1", b"crop 2")
    assert [one.file_uuid for one in library.people.sightings(first.person_id)] == ["b", "a"]


def test_two_on_screen_together_are_two_persons_however_alike(library: Library) -> None:
    library.scan("a", face(1, 0, vector(1)))
    library.scan("b", face(1, 0, vector(1, 1.2, 1)), face(2, 1, vector(1, 0.9, 2), left=0.6))
    one, other = library.who("b")
    assert one != other


def test_a_blurred_face_finds_its_person_and_moves_no_centre(library: Library) -> None:
    library.scan("a", face(1, 0, vector(1)))
    before = library.people.centres("sface").vectors
    library.scan("b", face(1, 0, vector(1, 0.5), quality=0.1))
    assert library.who("b") == library.who("a")
    assert likeness(library.people.centres("sface").vectors, before) == pytest.approx(1.0)


def test_a_name_outlives_a_new_scan_of_the_only_file(library: Library) -> None:
    library.scan("a", face(1, 0, vector(1)))
    (person,) = library.who("a")
    assert library.edits.name(person, "  Ana   Maria ", NOW)
    assert not library.edits.name(person, "Ana Maria", NOW)
    library.scan("a", face(4, 0, vector(1, 0.3)), now=NOW + 10)
    assert library.grid() == [("Ana Maria", 5.0, 1, 1)]
    assert library.who("a") == [person]


def test_persons_nobody_sees_any_more_go_and_named_ones_stay(library: Library) -> None:
    library.scan("a", face(1, 0, vector(1)), face(2, 6, vector(2)))
    library.edits.name(library.who("a")[0], "Ana", NOW)
    library.scan("a", face(1, 0, vector(5)), now=NOW + 10)
    assert library.grid() == [("", 5.0, 1, 1)]
    library.scan("a", face(1, 0, vector(1)), now=NOW + 20)
    assert library.grid() == [("Ana", 5.0, 1, 1)]


def test_merged_persons_stay_merged_after_a_new_scan_and_come_apart_when_undone(library: Library) -> None:
    library.scan("a", face(1, 0, vector(1)), face(2, 6, vector(2)))
    one, other = library.who("a")
    library.edits.name(other, "Ben", NOW)
    assert library.edits.merge([other], one, NOW)
    assert library.grid() == [("Ben", 10.0, 2, 1)]
    library.scan("a", face(1, 0, vector(1)), face(2, 6, vector(2)), now=NOW + 10)
    assert library.who("a") == [one, one]
    assert library.edits.last() == "merge 2 persons"
    assert library.edits.undo() == "merge 2 persons"
    library.scan("a", face(1, 0, vector(1)), face(2, 6, vector(2)), now=NOW + 20)
    assert library.who("a") == [one, other]
    assert [name for name, *_ in library.grid()] == ["Ben", ""]
    assert library.edits.undo() == "name Ben"
    assert library.edits.undo() is None


def test_a_merge_undone_at_once_is_as_it_was(library: Library) -> None:
    library.scan("a", face(1, 0, vector(1)), face(2, 6, vector(2)))
    library.scan("b", face(1, 0, vector(2)))
    before = (library.grid(), library.who("a"), library.who("b"))
    one, other = library.who("a")
    library.edits.merge([one], other, NOW)
    library.edits.undo()
    assert (library.grid(), library.who("a"), library.who("b")) == before


def test_a_split_face_stays_split_after_a_new_scan(library: Library) -> None:
    faces = face(1, 0, vector(1)), face(1, 10, vector(1, 0.6, 1), left=0.5)
    library.scan("a", *faces)
    (old, _) = library.who("a")
    new = library.edits.split([library.people.in_video("a")[1].finding_id], NOW)
    assert new is not None
    assert library.who("a") == [old, new]
    library.scan("a", *faces, now=NOW + 10)
    assert library.who("a") == [old, new]
    assert library.people.apart() == [(old, new)]
    library.edits.undo()
    assert library.who("a") == [old, old]
    library.scan("a", *faces, now=NOW + 20)
    assert library.who("a") == [old, old]


def test_not_this_person_holds_after_a_new_scan(library: Library) -> None:
    library.scan("a", face(1, 0, vector(1)))
    library.scan("b", face(1, 0, vector(1, 0.3)))
    (ana,) = library.who("a")
    new = library.edits.not_this_person([library.people.in_video("b")[0].finding_id], NOW)
    assert library.who("b") == [new]
    library.scan("b", face(1, 0.2, vector(1, 0.3)), now=NOW + 10)
    assert library.who("b") == [new]
    assert library.who("a") == [ana]


def test_hidden_persons_are_in_no_grid_and_no_search(library: Library) -> None:
    library.scan("a", face(1, 0, vector(1)))
    (person,) = library.who("a")
    library.edits.name(person, "Ana", NOW)
    assert library.edits.hide([person, 99], True, NOW) == [person]
    assert library.grid() == []
    assert [card.name for card in library.people.people(hidden=True)] == ["Ana"]
    search = SearchStore(library.room.database)
    assert search.search(parse("ana"), now=NOW).hits == ()
    library.edits.undo()
    assert [hit.kind for hit in search.search(parse("ana"), now=NOW).hits] == ["face"]


def test_who_has_no_name_is_found_by_what_they_are_called(library: Library) -> None:
    library.scan("a", face(1, 0, vector(1)), face(2, 60, vector(2)))
    one, other = library.who("a")
    search = SearchStore(library.room.database)

    def found(text: str) -> list[tuple[int | None, str]]:
        return [(hit.person_id, hit.text) for hit in search.search(parse(text, typing=True), now=NOW).hits]

    for asked in (f"Person {one}", f"人物 {one}", f"人物{one}", f'person:"Person {one}"'):
        assert found(asked) == [(one, f"Person {one}")]
    assert found("person") == found("person 99") == found(str(one)) == []
    library.edits.name(other, "Ana", NOW)
    assert found(f"Person {other}") == [], "Ana has a name"
    library.edits.hide([one], True, NOW)
    assert found(f"Person {one}") == []


def test_a_person_and_a_word_are_found_where_they_are_near(library: Library) -> None:
    from tests.store.test_search import said

    library.scan("a", face(1, 20, vector(1)), face(2, 60, vector(2)))
    library.edits.name(library.who("a")[0], "Ana", NOW)
    attempt = library.room.start(library.room.submit("a", processors=("asr",))).attempt_id
    lines = said(8, "the budget"), said(30, "budget again"), said(60, "budget no more")
    points = (Checkpoint("asr", 0.0, 99.0, "print", b"", True),)
    assert library.room.findings.store_chunk(attempt, Chunk(1, lines, points), NOW)
    search = SearchStore(library.room.database)

    def starts(text: str) -> list[tuple[str, float]]:
        return sorted((hit.kind, hit.start) for hit in search.search(parse(text), now=NOW).hits)

    assert starts("person:ana budget") == [("speech", 8), ("speech", 30)]
    assert starts("budget") == [("speech", 8), ("speech", 30), ("speech", 60)]
    assert starts("person:ana") == starts("ana") == [("face", 20)]
    assert starts("person:ben budget") == []


def test_forgotten_faces_are_in_no_copy_of_the_database(tmp_path: Path) -> None:
    secret = vector(77)
    folder = tmp_path / "data"
    with open_database(folder, clock=lambda: NOW) as database:
        library = Library(database)
        library.scan("a", face(1, 0, secret), face(1, 9, vector(77, 0.2)))
        library.edits.name(library.who("a")[0], "Verysecretname", NOW)
        library.edits.split([library.people.in_video("a")[1].finding_id], NOW)
        database.back_up()
        (folder / "momentry.damaged-20260101T000000000000Z.sqlite3").write_bytes(b"no database, Verysecretname")
        told = forget_faces(database)
        assert (told.persons, told.names, told.sightings) == (2, 1, 2)
        assert (len(told.cleaned), len(told.deleted), told.left) == (1, 1, ())
        assert library.grid() == []
        assert library.edits.last() is None
        files = [path for path in folder.rglob("*") if path.is_file() and path.name != "reserve"]
        for path in files:
            content = path.read_bytes()
            assert secret not in content, path
            assert b"Verysecretname" not in content, path
            assert b"crop 1" not in content, path
        assert copies(folder)
        # The rest is there, and a new scan begins anew.
        assert [row.file_uuid for row in library.room.videos.rows()] == ["a"]
        library.scan("a", face(1, 0, secret), now=NOW + 10)
        assert len(library.grid()) == 1
