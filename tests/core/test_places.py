"""A drive's name out of a path."""

import pytest

from momentry_desk.core.places import copying_sentence, drive_of, is_copying, waiting_sentence


@pytest.mark.parametrize(
    ("path", "drive"),
    [
        ("/media/ana/CARD_A/DCIM/a.mp4", "CARD_A"),
        ("/run/media/ana/My Disk/a.mp4", "My Disk"),
        ("/Volumes/CARD_A/a.mov", "CARD_A"),
        ("/mnt/share/a.mov", "share"),
        ("E:\\DCIM\\a.mp4", "E:"),
        ("\\\\nas\\footage\\a.mp4", "footage on nas"),
        ("/home/ana/a.mp4", None),
        ("C:\\Users\\ana\\a.mp4", None),
    ],
)
def test_a_removable_drive_is_named(path: str, drive: str | None) -> None:
    assert drive_of(path) == drive


def test_the_sentence_names_drive_and_file() -> None:
    assert waiting_sentence("/media/ana/CARD_A/a.mp4") == "drive CARD_A, which holds a.mp4"
    assert waiting_sentence("/home/ana/a.mp4") == "the file a.mp4, which is not at its place"


def test_only_a_copy_ends_by_itself() -> None:
    assert is_copying(copying_sentence("/media/ann/CARD/clip.mp4"))
    assert not is_copying(waiting_sentence("/media/ann/CARD/clip.mp4"))
    assert not is_copying(waiting_sentence("/films/clip.mp4"))
