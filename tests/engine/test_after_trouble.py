"""What beside the queue could not be written once (a full disk) is done again, and holds nothing up for good."""

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from momentry_desk.core.messages import FileSeen, FilesSeen, LookDone, Rejected
from momentry_desk.core.whereabouts import Moved
from momentry_desk.engine.clock import Clock
from momentry_desk.engine.intake import Intake
from momentry_desk.engine.lookout import Glance
from momentry_desk.engine.whereabouts import Whereabouts
from momentry_desk.store.trouble import DatabaseFull

FULL = DatabaseFull(Path("/data/momentry.sqlite3"))


class Videos:
    def whereabouts(self, _file_uuids: object) -> list[tuple[str, str, bool]]:
        return [("u", "/films/a.mp4", False)]

    def sizes(self, _file_uuids: object) -> list[tuple[str, int]]:
        return [("u", 1)]

    def other_paths(self, _file_uuids: object) -> list[tuple[str, str]]:
        raise FULL

    def set_missing(self, _file_uuids: object, _missing: bool) -> list[str]:
        raise FULL

    def set_probe(self, *_found: object) -> None:
        raise FULL


class Lookout:
    """Keeps what it is asked to look at."""

    def __init__(self) -> None:
        self.asked: list[Glance] = []

    def look(self, glance: Glance, *, urgent: bool = False) -> None:
        self.asked.append(glance)


STORES = cast("Any", SimpleNamespace(videos=Videos()))


def test_a_look_after_what_is_missing_comes_to_its_end() -> None:
    lookout = Lookout()
    unused = cast("Any", None)
    whereabouts = Whereabouts(STORES, cast("Any", lookout), unused, unused, Clock(), unused)
    ended: list[bool] = []
    whereabouts.check(None, lambda: ended.append(True))
    (glance,) = lookout.asked
    glance.seen(FilesSeen("1", (), (Rejected("/films/a.mp4", "missing", "Gone."),)))
    glance.done(LookDone("1"))
    assert ended
    assert not whereabouts._checking


@pytest.mark.parametrize("asked", ["relink", "find"])
def test_who_asked_for_a_place_hears_that_it_could_not_be_written(asked: str) -> None:
    lookout = Lookout()
    unused = cast("Any", None)
    refusing = cast("Any", SimpleNamespace(take=Videos().set_probe))
    whereabouts = Whereabouts(STORES, cast("Any", lookout), refusing, unused, Clock(), unused)
    answer: Future[tuple[Moved, ...]] = Future()
    if asked == "relink":
        whereabouts.relink([Moved("u", "/new/a.mp4")], answer)
    else:
        whereabouts.find(["/new"], answer)
        lookout.asked.pop().done(LookDone("1"))
    glance = lookout.asked.pop()
    glance.seen(FilesSeen("2", (FileSeen("/new/a.mp4", "u", 1, 1),), ()))
    glance.done(LookDone("2"))
    assert isinstance(answer.exception(0), DatabaseFull)


def test_the_others_are_probed_all_the_same() -> None:
    lookout = Lookout()
    nothing: Callable[..., None] = lambda *_: None  # noqa: E731
    intake = Intake(
        STORES,
        cast("Any", lookout),
        now=lambda: 0.0,
        touch_videos=nothing,
        touch_tasks=nothing,
        reject=nothing,
        back=nothing,
        invalid=nothing,
    )
    intake.probe([("u", "/films/a.mp4"), ("v", "/films/b.mp4")])
    lookout.asked[0].lost(False)
    assert lookout.asked[1].paths == ("/films/b.mp4",)
