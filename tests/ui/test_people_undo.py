"""The button that undoes says what, for each edit as the library itself calls it."""

from collections.abc import Callable
from pathlib import Path

from momentry_desk.store.database import open_database
from momentry_desk.ui.people_actions import undoing
from tests.store.rooms import NOW
from tests.store.test_people import Library, face, vector


def test_every_edit_of_the_library_has_words_of_its_own(tmp_path: Path) -> None:
    with open_database(tmp_path) as database:
        library = Library(database)
        library.scan("a", *(face(n, 6.0 * n, vector(n)) for n in range(1, 5)), face(1, 60.0, vector(1)))
        first, second, third, *_ = library.who("a")
        seen = [one.finding_id for one in library.people.sightings(first)]
        edits = library.edits
        made: list[Callable[[], object]] = [
            lambda: edits.name(first, "Alexandra Konstantinova", NOW),
            lambda: edits.name(first, "", NOW),
            lambda: edits.hide([second], True, NOW),
            lambda: edits.hide([second], False, NOW),
            lambda: edits.keep_apart(first, second, NOW),
            lambda: edits.not_this_person(seen[:1], NOW),
            lambda: edits.undo() and edits.split(seen[:1], NOW),
            lambda: edits.merge([second], third, NOW),
        ]
        said = []
        for edit in made:
            assert edit()
            said.append(undoing(edits.last()))
    assert said[0] == "Undo the name “Alexandra Konst…”"
    assert len(set(said)) == len(made)
    assert undoing(None) == "Undo"
    assert undoing(None) not in said
