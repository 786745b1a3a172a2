"""Registering files: content decides, paths follow, and a path comes back as it was."""

import pytest

from momentry_desk.core.messages import FileSeen
from momentry_desk.core.model import MediaInfo
from momentry_desk.core.paths import name_of
from tests.store.rooms import NOW, Room

MEDIA = MediaInfo("mov", 12.5, True, True, 1920, 1080, 90, "30000/1001", "h264", "aac")


def test_the_same_content_at_two_paths_is_one_video_with_both_paths(room: Room) -> None:
    first, second = room.videos.register(
        [FileSeen("/a/one.mp4", "x", 10, 1), FileSeen("/b/two.mp4", "x", 10, 2)], NOW
    )
    assert first == second
    assert (first.path, first.file_name, first.mtime_ns) == ("/a/one.mp4", "one.mp4", 1)
    assert sorted(room.videos.paths("x")) == ["/a/one.mp4", "/b/two.mp4"]
    assert room.videos.rows()[0].other_paths == ("/b/two.mp4",)
    assert room.videos.beside(["/b/two.mp4"]) == ["/a/one.mp4"]


@pytest.mark.parametrize("why", ["moved", "missing"])
def test_another_path_takes_over_when_the_old_place_is_gone(room: Room, why: str) -> None:
    task_id = room.submit("x")
    if why == "missing":
        room.videos.set_missing(["x"], True)
    room.videos.register(
        [FileSeen("/b/two.mp4", "x", 10, 2), FileSeen("/b/three.mp4", "x", 10, 2)],
        NOW + 1,
        ["x"] if why == "moved" else [],
    )
    (row,) = room.videos.rows()
    assert (row.path, row.file_name, row.missing) == ("/b/two.mp4", "two.mp4", False)
    assert row.other_paths == ("/b/three.mp4", "/films/x.mp4")
    assert room.task(task_id).file_name == "two.mp4", "the queue names it as the library does"


def test_changed_content_at_a_path_is_a_new_video_and_the_old_one_is_missing(room: Room) -> None:
    room.videos.register([FileSeen("/a/one.mp4", "old", 10, 1)], NOW)
    room.videos.register([FileSeen("/a/one.mp4", "new", 11, 2)], NOW + 1)
    assert [(row.file_uuid, row.missing) for row in room.videos.rows()] == [("old", True), ("new", False)]
    assert room.videos.paths("old") == []
    found = room.videos.at_path("/a/one.mp4")
    assert found is not None
    assert found.file_uuid == "new"
    assert room.videos.at_path("/nowhere") is None


def test_a_video_that_lost_one_of_two_paths_is_at_the_other(room: Room) -> None:
    room.videos.register([FileSeen("/b/copy.mp4", "old", 10, 1)], NOW)
    room.videos.register([FileSeen("/a/one.mp4", "old", 10, 1)], NOW + 1)
    room.videos.register([FileSeen("/a/one.mp4", "new", 11, 2)], NOW + 2)
    video = room.videos.get("old")
    assert video is not None
    assert (video.path, video.file_name) == ("/b/copy.mp4", "copy.mp4")


def test_a_place_is_lost_to_another_content_and_left_for_a_copy(room: Room) -> None:
    room.videos.register([FileSeen("/a/one.mp4", "old", 10, 1), FileSeen("/b/copy.mp4", "old", 10, 1)], NOW)
    room.videos.register([FileSeen("/a/one.mp4", "new", 11, 2)], NOW + 1)
    old, new = sorted(room.videos.rows(), key=lambda row: row.path, reverse=True)
    assert (old.path, old.file_name, old.missing, old.other_paths) == ("/b/copy.mp4", "copy.mp4", False, ())
    assert (new.path, new.other_paths) == ("/a/one.mp4", ())


def test_a_video_seen_again_is_not_missing_any_more(room: Room) -> None:
    room.video("a")
    assert room.videos.set_missing(["a", "nobody"], True) == ["a"]
    assert room.videos.set_missing(["a"], True) == []
    room.video("a")
    assert not room.videos.rows(["a"])[0].missing


@pytest.mark.parametrize(
    "path",
    [
        "/films/a 'quoted' \"name\".mp4",
        "/films/new\nline.mp4",
        "/films/-leading.mp4",
        "/films/caf\u00e9.mp4",
        "/films/cafe\u0301.mp4",
        "/films/影片 🎬.mp4",
        "/films/bytes\udce9\udcff.mp4",
        "/films/" + "x" * 4000 + ".mp4",
        "/films/%41?mode=ro#x.mp4",
    ],
)
def test_a_path_comes_back_as_it_was(room: Room, path: str) -> None:
    (video,) = room.videos.register([FileSeen(path, "x", 1, 1)], NOW)
    assert video.path == path
    assert video.file_name == name_of(path)
    assert room.videos.paths("x") == [path]
    found = room.videos.at_path(path)
    assert found is not None
    assert room.videos.rows()[0].path == path


def test_two_unicode_forms_of_a_name_are_two_paths(room: Room) -> None:
    room.videos.register([FileSeen("/caf\u00e9", "x", 1, 1), FileSeen("/cafe\u0301", "y", 1, 1)], NOW)
    assert len(room.videos.rows()) == 2


def test_what_a_probe_found_is_kept(room: Room) -> None:
    room.video("a")
    row = room.videos.set_probe("a", MEDIA, None, b"jpeg")
    assert row is not None
    assert (row.media, row.problem, row.thumbnail) == (MEDIA, None, b"jpeg")
    # A scan that starts tells of the media again, without a picture.
    row = room.videos.set_probe("a", MEDIA)
    assert row is not None
    assert row.thumbnail == b"jpeg"
    row = room.videos.set_probe("a", None, "a.mp4 is a text file.", b"")
    assert row is not None
    assert (row.media, row.problem, row.thumbnail) == (None, "a.mp4 is a text file.", b"")
    assert room.videos.set_probe("nobody", MEDIA) is None


def test_forgetting_a_video_takes_tasks_and_findings_along(room: Room) -> None:
    task_id = room.submit("a")
    token = room.start(task_id).attempt_id
    room.submit("b")
    assert room.videos.forget(["a", "nobody"]) == [task_id]
    assert room.videos.get("a") is None
    assert not room.tasks.complete(token, NOW)
    assert [row.file_uuid for row in room.videos.rows()] == ["b"]


def test_a_large_drop_is_registered_whole_and_in_order(room: Room) -> None:
    files = [FileSeen(f"/films/{number}.mp4", f"id{number}", 1, 1) for number in range(2500)]
    assert [video.file_uuid for video in room.videos.register(files, NOW)] == [file.file_uuid for file in files]
    assert len(room.videos.rows()) == 2500
