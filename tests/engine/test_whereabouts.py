"""Files that moved: found by hand, by their content, and with what moved along with them."""

import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from momentry_desk.core.model import TaskStatus
from momentry_desk.core.snapshot import Copied
from momentry_desk.core.whereabouts import Moved, Place
from momentry_desk.engine.clock import Clock
from momentry_desk.engine.engine import Engine
from momentry_desk.store.trouble import UnknownVideo

Wait = Callable[..., None]
WAIT_S = 20


def paths(engine: Engine) -> dict[str, tuple[str, bool]]:
    """Where each video is taken to be, by its name, and whether it is missing."""
    return {row.file_name: (row.path, row.missing) for row in engine.videos().result(WAIT_S)}


@pytest.fixture
def films(engine: Engine, clip: Callable[..., str]) -> dict[str, str]:
    """Three scanned films; their ids."""
    names = ("a.mp4", "b.mp4", "c.mp4")
    added = engine.add([clip(name) for name in names]).result(WAIT_S)
    by_path = {Path(file.path).name: file.file_uuid for file in added.files}
    return {name: by_path[name] for name in names}


def move(tmp_path: Path, *names: str, to: str) -> Path:
    target = tmp_path / to
    target.mkdir(parents=True, exist_ok=True)
    for name in names:
        shutil.move(tmp_path / "clips" / name, target / name)
    return target


def test_a_file_that_is_located_is_the_same_video_and_its_neighbours_are_offered(
    engine: Engine, films: dict[str, str], tmp_path: Path
) -> None:
    found = engine.findings(films["a.mp4"])
    target = move(tmp_path, "a.mp4", "b.mp4", to="archive/May")
    engine.library.check(list(films.values())).result(WAIT_S)
    assert {name: missing for name, (_, missing) in paths(engine).items()} == {
        "a.mp4": True,
        "b.mp4": True,
        "c.mp4": False,
    }
    located = engine.library.locate(films["a.mp4"], str(target / "a.mp4")).result(WAIT_S)
    assert (located.place, located.path) == (Place.FOUND, str(target / "a.mp4"))
    assert located.beside == (Moved(films["b.mp4"], str(target / "b.mp4")),), "c.mp4 never moved"
    assert paths(engine)["a.mp4"] == (str(target / "a.mp4"), False)
    assert paths(engine)["b.mp4"][1]
    assert engine.library.relink(located.beside).result(WAIT_S) == located.beside
    assert paths(engine)["b.mp4"] == (str(target / "b.mp4"), False)
    assert engine.findings(films["a.mp4"]).result(WAIT_S) == found.result(WAIT_S)
    assert len(engine.videos().result(WAIT_S)) == 3
    assert {row.path for row in engine.rows().result(WAIT_S)} == {
        row.path for row in engine.videos().result(WAIT_S)
    }


def test_other_content_changes_nothing(engine: Engine, films: dict[str, str], tmp_path: Path) -> None:
    target = move(tmp_path, "a.mp4", "b.mp4", to="archive")
    asked = {
        target / "b.mp4": Place.OTHER_CONTENT,
        target / "none.mp4": Place.NOT_THERE,
        target: Place.FOUND,
    }
    for path, place in asked.items():
        before = paths(engine)
        assert engine.library.locate(films["a.mp4"], str(path)).result(WAIT_S).place is place
        assert (paths(engine)["a.mp4"] == before["a.mp4"]) is (place is not Place.FOUND)
    with pytest.raises(UnknownVideo):
        engine.library.locate("nobody", str(target)).result(WAIT_S)


def test_a_scan_that_waits_for_a_file_goes_on_when_it_is_added_from_elsewhere(
    engine: Engine, clip: Callable[..., str], tmp_path: Path, wait_until: Wait
) -> None:
    engine.pause().result(WAIT_S)
    engine.add([clip("a.mp4")]).result(WAIT_S)
    target = move(tmp_path, "a.mp4", to="elsewhere")
    engine.resume().result(WAIT_S)
    wait_until(lambda: engine.rows().result(WAIT_S)[0].waiting_for is not None, WAIT_S)
    engine.add([str(target)], scan=False).result(WAIT_S)
    wait_until(lambda: engine.rows().result(WAIT_S)[0].status is TaskStatus.COMPLETED, WAIT_S)
    assert paths(engine)["a.mp4"] == (str(target / "a.mp4"), False)


def test_what_is_missing_is_found_in_a_folder_by_content(
    engine: Engine, films: dict[str, str], tmp_path: Path
) -> None:
    target = move(tmp_path, "a.mp4", to="archive/deep")
    (target / "a.mp4").rename(target / "renamed.mp4")
    (target / "other.mp4").write_text("something else")
    found = engine.library.find([str(tmp_path / "archive")]).result(WAIT_S)
    assert found == (Moved(films["a.mp4"], str(target / "renamed.mp4")),)
    assert paths(engine)["renamed.mp4"] == (str(target / "renamed.mp4"), False)
    assert engine.library.find([str(tmp_path / "archive")]).result(WAIT_S) == ()


class Hours:
    """Sets an engine's clock forward."""

    def __init__(self) -> None:
        self.ahead_s = 0.0
        self.clock = Clock(lambda: time.time() + self.ahead_s, lambda: time.monotonic() + self.ahead_s)


def test_what_moved_inside_the_library_is_found_without_asking(
    make_engine: Callable[..., Engine], clip: Callable[..., str], tmp_path: Path, wait_until: Wait
) -> None:
    hours = Hours()
    engine = make_engine(clock=hours.clock)
    engine.change_settings({"library.folders": (str(tmp_path / "archive"),)}).result(WAIT_S)
    engine.add([clip("a.mp4"), clip("b.mp4")]).result(WAIT_S)
    target = move(tmp_path, "a.mp4", to="archive/May")
    hours.ahead_s += 400
    wait_until(lambda: paths(engine)["a.mp4"][1], WAIT_S, "it to be missed")
    hours.ahead_s += 60
    wait_until(lambda: paths(engine)["a.mp4"] == (str(target / "a.mp4"), False), WAIT_S, "it to be found")
    assert not paths(engine)["b.mp4"][1]


def test_a_drive_that_comes_back_needs_nobody(
    make_engine: Callable[..., Engine], clip: Callable[..., str], tmp_path: Path, wait_until: Wait
) -> None:
    hours = Hours()
    engine = make_engine(clock=hours.clock)
    (uuid,) = engine.add([clip("a.mp4")]).result(WAIT_S).file_uuids
    target = move(tmp_path, "a.mp4", to="away")
    engine.library.check([uuid]).result(WAIT_S)
    assert paths(engine)["a.mp4"][1]
    shutil.move(target / "a.mp4", tmp_path / "clips" / "a.mp4")
    hours.ahead_s += 400
    wait_until(lambda: not paths(engine)["a.mp4"][1], WAIT_S, "it to be there again")


def twin(tmp_path: Path, name: str, of: str) -> str:
    """Another file with the same content."""
    return str(shutil.copy(tmp_path / "clips" / of, tmp_path / "clips" / name))


def test_copies_change_nothing_and_the_answer_tells_of_them(
    engine: Engine, films: dict[str, str], tmp_path: Path
) -> None:
    place = str(tmp_path / "clips" / "a.mp4")
    copies = [twin(tmp_path, "take1.mp4", "a.mp4"), twin(tmp_path, "z.mp4", "a.mp4")]
    for again in ([*copies, place], copies[:1]):
        added = engine.add(again).result(WAIT_S)
        assert added.copies == tuple(Copied(path, place) for path in again if path != place)
        assert set(added.file_uuids) == {films["a.mp4"]}
    assert paths(engine)["a.mp4"] == (place, False)
    assert len(engine.videos().result(WAIT_S)) == 3
    assert {row.file_name for row in engine.rows().result(WAIT_S)} == set(films)
    (hit,) = engine.moments.search("take1").result(WAIT_S).hits
    assert (hit.file_name, hit.text) == ("a.mp4", "a.mp4 · take1.mp4 · z.mp4")


def test_a_copy_takes_over_by_itself_when_the_first_is_gone(
    engine: Engine, films: dict[str, str], tmp_path: Path
) -> None:
    copy = twin(tmp_path, "take1.mp4", "a.mp4")
    engine.add([copy]).result(WAIT_S)
    (tmp_path / "clips" / "a.mp4").unlink()
    (tmp_path / "clips" / "b.mp4").unlink()
    engine.library.check(list(films.values())).result(WAIT_S)
    assert paths(engine)["take1.mp4"] == (copy, False)
    assert paths(engine)["b.mp4"][1]
    assert {row.file_name for row in engine.rows().result(WAIT_S)} == {"take1.mp4", "b.mp4", "c.mp4"}


def test_a_file_that_is_added_where_it_moved_to_takes_over(
    engine: Engine, films: dict[str, str], tmp_path: Path
) -> None:
    target = move(tmp_path, "a.mp4", to="archive")
    (target / "a.mp4").rename(target / "renamed.mp4")
    added = engine.add([str(target)]).result(WAIT_S)
    assert added.copies == ()
    assert paths(engine)["renamed.mp4"] == (str(target / "renamed.mp4"), False)


def test_a_scan_that_waits_goes_on_with_a_copy(
    engine: Engine, clip: Callable[..., str], tmp_path: Path, wait_until: Wait
) -> None:
    engine.pause().result(WAIT_S)
    engine.add([clip("a.mp4"), twin(tmp_path, "copy.mp4", "a.mp4")]).result(WAIT_S)
    (tmp_path / "clips" / "a.mp4").unlink()
    engine.resume().result(WAIT_S)
    wait_until(lambda: engine.rows().result(WAIT_S)[0].status is TaskStatus.COMPLETED, WAIT_S)
    assert engine.rows().result(WAIT_S)[0].file_name == "copy.mp4"
