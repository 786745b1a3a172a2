"""What was dropped is walked: every media file is told of once, everything else is counted or refused."""

import os
from pathlib import Path

import pytest

from momentry_desk.core.messages import FilesSeen, FromWorker, Look, LookDone, Probed
from momentry_desk.core.paths import path_from_text, path_to_text
from momentry_desk.processors.look import look
from tests.processors.clips import make_clip


def _look(*paths: Path | str, probe: bool = False) -> list[FromWorker]:
    told: list[FromWorker] = []
    look(Look("look-1", tuple(path_to_text(str(path)) for path in paths), probe), told.append)
    assert isinstance(told[-1], LookDone)
    return told


def _seen(told: list[FromWorker]) -> list[str]:
    return [path_from_text(file.path) for m in told if isinstance(m, FilesSeen) for file in m.files]


def _refused(told: list[FromWorker]) -> dict[str, str]:
    return {r.path: r.reason for m in told if isinstance(m, FilesSeen) for r in m.rejected}


def test_a_folder_gives_its_media_in_order_and_counts_the_rest(tmp_path: Path) -> None:
    for name in ("b.MP4", "a.mov", "note.txt", ".hidden.mp4"):
        (tmp_path / name).write_bytes(b"x")
    (tmp_path / "day 2").mkdir()
    (tmp_path / "day 2" / "c.mkv").write_bytes(b"x")
    (tmp_path / ".trash").mkdir()
    (tmp_path / ".trash" / "d.mp4").write_bytes(b"x")
    told = _look(tmp_path)
    assert [os.path.relpath(path, tmp_path) for path in _seen(told)] == ["a.mov", "b.MP4", "day 2/c.mkv"]
    assert told[-1] == LookDone("look-1", ignored=1, passed_over=(str(tmp_path / "note.txt"),))


def test_what_a_camera_writes_beside_its_clips_is_passed_over_without_a_word(tmp_path: Path) -> None:
    card = tmp_path / "DCIM" / "100GOPRO"
    card.mkdir(parents=True)
    for name in ("GX010001.MP4", "GX010001.THM", "GL010001.LRV", "readme.txt"):
        (card / name).write_bytes(b"x")
    told = _look(tmp_path)
    assert told[-1] == LookDone("look-1", ignored=3, beside=2, passed_over=(str(card / "readme.txt"),))
    assert _look(card / "GX010001.THM")[-1] == LookDone("look-1", ignored=1, beside=1)


def test_a_loop_of_links_ends(tmp_path: Path) -> None:
    (tmp_path / "a.mp4").write_bytes(b"x")
    (tmp_path / "again").symlink_to(tmp_path, target_is_directory=True)
    assert _seen(_look(tmp_path)) == [str(tmp_path / "a.mp4")]


def test_a_file_that_is_no_media_by_its_name_is_refused_when_named_itself(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_bytes(b"x")
    told = _look(tmp_path / "note.txt", tmp_path / "gone.mp4")
    assert _refused(told) == {str(tmp_path / "note.txt"): "not_media", str(tmp_path / "gone.mp4"): "missing"}


@pytest.mark.skipif(os.name != "posix", reason="names of any bytes are a matter of POSIX")
@pytest.mark.parametrize(
    "name",
    [b"\xff\xfe.mp4", b"-dash.mp4", b"new\nline.mp4", b"quote'\".mp4", "母帯 %41.mp4".encode(), b"a%b\xff.mp4"],
)
def test_a_name_of_any_bytes_comes_back_as_it_was(tmp_path: Path, name: bytes) -> None:
    path = os.fsencode(tmp_path) + b"/" + name
    with open(path, "wb") as file:  # noqa: PTH123 - bytes are no Path
        file.write(b"x")
    (seen,) = _seen(_look(tmp_path))
    assert os.fsencode(seen) == path


def test_a_probe_tells_of_each_file_after_all_were_seen(tmp_path: Path) -> None:
    make_clip(tmp_path / "good.mp4")
    (tmp_path / "bad.mp4").write_bytes(b"")
    told = _look(tmp_path, probe=True)
    bad, good = (message for message in told if isinstance(message, Probed))
    assert isinstance(told[0], FilesSeen)
    assert bad.media is None
    assert bad.failure is not None
    assert good.media is not None
    assert good.failure is None
    assert good.thumbnail.startswith(b"\xff\xd8")
    assert good.file_uuid == next(f.file_uuid for f in told[0].files if f.path == good.path)


def test_many_files_come_in_batches(tmp_path: Path) -> None:
    for index in range(1100):
        (tmp_path / f"{index:04}.mp4").write_bytes(b"")
    batches = [len(message.files) for message in _look(tmp_path) if isinstance(message, FilesSeen)]
    assert batches == [500, 500, 100]


def test_a_script_is_media_only_where_tests_allow_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.scripted").write_text("{}")
    monkeypatch.delenv("MOMENTRY_SCRIPTED", raising=False)
    assert _seen(_look(tmp_path)) == []
    monkeypatch.setenv("MOMENTRY_SCRIPTED", "1")
    (probed,) = (m for m in _look(tmp_path, probe=True) if isinstance(m, Probed))
    assert probed.media is not None


def test_of_a_folder_only_the_sizes_that_are_looked_for_are_read(tmp_path: Path) -> None:
    for name, size in (("a.mov", 3), ("b.mov", 4), ("c.mov", 4)):
        (tmp_path / name).write_bytes(b"x" * size)
    told: list[FromWorker] = []
    look(Look("look-1", (str(tmp_path), str(tmp_path / "a.mov")), sizes=(4,)), told.append)
    # A file that is named itself is looked at in any case.
    assert [Path(path).name for path in _seen(told)] == ["b.mov", "c.mov", "a.mov"]
    assert told[-1] == LookDone("look-1", ignored=1)


def test_what_is_absent_is_told_without_reading(tmp_path: Path) -> None:
    (tmp_path / "a.mov").write_bytes(b"x")
    told: list[FromWorker] = []
    paths = tuple(str(tmp_path / name) for name in ("a.mov", "gone.mov", "no folder/b.mov"))
    look(Look("look-1", paths, absent_only=True), told.append)
    assert _seen(told) == []
    assert _refused(told) == dict.fromkeys(paths[1:], "missing")
