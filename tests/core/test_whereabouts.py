"""What one moved file says about the others."""

import pytest

from momentry_desk.core.whereabouts import Moved, moved_places

OTHERS = [("a", "/cards/A/day1/a.mov"), ("b", "/cards/A/day2/b.mov"), ("c", "/cards/B/c.mov")]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        # The whole card was copied: what lies in its other folders moved, too.
        ("/cards/A/day1/x.mov", "/films/A/day1/x.mov",
         ["/films/A/day1/a.mov", "/films/A/day2/b.mov", "/films/B/c.mov"]),
        ("/cards/A/day1/x.mov", "/films/may/day1/x.mov", ["/films/may/day1/a.mov", "/films/may/day2/b.mov"]),
        # The folder has another name, or the file itself.
        ("/cards/A/day1/x.mov", "/films/first day/x.mov", ["/films/first day/a.mov"]),
        ("/cards/A/day1/x.mov", "/films/day1/y.mov", ["/films/day1/a.mov", "/films/day2/b.mov"]),
        # It was given another name in its place.
        ("/cards/A/day1/x.mov", "/cards/A/day1/y.mov", []),
        ("/cards/A/day1/a.mov", "/films/z/a.mov", []),
    ],
)  # fmt: skip
def test_others_are_sought_where_the_same_move_leads(old: str, new: str, found: list[str]) -> None:
    assert [one.path for one in moved_places(old, new, OTHERS)] == found


def test_each_place_says_whose_it_is() -> None:
    assert moved_places("/a/x.mov", "/b/x.mov", [("u", "/a/deep/u.mov")]) == [Moved("u", "/b/deep/u.mov")]
