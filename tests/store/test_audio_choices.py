"""The sound track that was chosen: for a folder, or for one file, which goes before it."""

from pathlib import Path

from momentry_desk.core.model import AudioTrack, MediaInfo
from momentry_desk.core.tracks import heard_track
from momentry_desk.store.audio_choices import AudioChoiceStore
from momentry_desk.store.database import open_database
from tests.store.rooms import Room

TWO = (AudioTrack("aac", 2, "eng", default=True), AudioTrack("aac", 2, "deu"))


def test_a_folders_choice_holds_for_its_files_and_a_files_own_goes_before(tmp_path: Path) -> None:
    with open_database(tmp_path) as database:
        room, audio = Room(database), AudioChoiceStore(database)
        for name in ("a", "b"):
            room.video(name)
            room.videos.set_probe(name, MediaInfo("mov", 9.0, True, True, audio_tracks=TWO))

        def heard() -> dict[str, int]:
            return audio.heard(room.videos.some(["a", "b"]))

        assert heard() == {}
        assert sorted(audio.choose("a", 1, folder=True)) == ["a", "b"]
        assert heard() == {"a": 1, "b": 1}
        assert room.video("c") == "c"
        assert audio.heard(room.videos.some(["c"])) == {"c": 1}
        assert audio.choose("b", 0, folder=False) == ["b"]
        assert heard() == {"a": 1}
        assert {row.file_uuid: row.audio_track for row in room.videos.rows()} == {"a": 1, "b": 0, "c": 1}
        audio.choose("b", None, folder=False)
        assert heard() == {"a": 1, "b": 1}
        audio.choose("a", None, folder=True)
        assert heard() == {}


def test_a_track_that_is_not_there_or_comes_first_anyway_is_no_choice() -> None:
    assert heard_track(TWO, 0) is None
    assert heard_track(TWO, 1) == 1
    assert heard_track(TWO, 2) is None
    assert heard_track((), 2) == 2
