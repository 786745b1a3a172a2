"""The picture shown for an instant is the one whose time has come, whichever way it is reached."""

import random
from pathlib import Path

import numpy as np
import pytest

from momentry_desk.footage import pictures
from momentry_desk.footage.media import MediaTrouble
from momentry_desk.footage.pictures import Picture, PictureSource
from tests.processors.clips import make_clip

REAL = (
    "crowd_1080p_h264.mp4", "crowd_av1_opus.mkv", "vfr.mp4", "grid_mpeg1_mp2.mpg", "xvid_mp3.avi", "prores_pcm.mov",
    "bitflipped.mp4", "rotated90_phone.mov", "one_frame.mp4", "alpha_vp9.webm",
)  # fmt: skip


def look(picture: Picture) -> bytes:
    return picture.pixels(64, 36).tobytes()


def read_through(path: Path) -> list[tuple[float, bytes]]:
    """Every picture in order, by one pass from the beginning."""
    source = PictureSource(str(path))
    found = []
    picture = source.at(0.0)
    while picture is not None:
        found.append((picture.time_s, look(picture)))
        picture = source.after(picture)
    source.close()
    return found


def hold_against_one_pass(path: Path, instants: int) -> None:
    """Jump about, and look at the picture there and at both its neighbours."""
    truth = read_through(path)
    chance = random.Random(7)
    source = PictureSource(str(path))
    for n in range(instants):
        time_s = chance.uniform(0, truth[-1][0] + 0.5) if n % 2 else chance.choice(truth)[0]
        place = max(k for k, (at, _) in enumerate(truth) if at <= time_s + 1e-6)
        found = source.at(time_s)
        assert found is not None
        assert (found.time_s, look(found)) == truth[place]
        before, after = source.before(found), source.after(found)
        assert (None if before is None else (before.time_s, look(before))) == (truth[place - 1] if place else None)
        assert (None if after is None else after.time_s) == (truth[place + 1][0] if truth[place + 1 :] else None)
    source.close()


def test_a_jump_lands_on_the_picture_of_that_instant(tmp_path: Path) -> None:
    hold_against_one_pass(make_clip(tmp_path / "clip.mp4", gop=30), instants=40)


def test_unequal_lengths_of_frames_are_obeyed(tmp_path: Path) -> None:
    stamps = [0.0, 0.04, 0.5, 0.54, 0.58, 2.0, 2.04, 2.9, 3.0, 3.02]
    path = make_clip(tmp_path / "clip.mp4", [(0.4, (10, 200, 40))], stamps=stamps)
    source = PictureSource(str(path))
    shown = [source.at(time_s) for time_s in (0.49, 0.5, 1.99, 2.0, 2.89, 9.0)]
    assert [picture.time_s for picture in shown if picture] == [0.04, 0.5, 0.58, 2.0, 2.04, 3.02]
    source.close()


def test_steps_back_through_more_than_is_kept_miss_no_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "_KEPT_BYTES", 8 * 320 * 180 * 3 // 2)
    path = make_clip(tmp_path / "clip.mp4", gop=50)
    truth = [time_s for time_s, _ in read_through(path)]
    source = PictureSource(str(path))
    picture = source.at(99.0)
    seen = []
    while picture is not None:
        seen.append(picture.time_s)
        picture = source.before(picture)
    assert seen == truth[::-1]
    source.close()


def test_a_picture_stored_sideways_stands_upright(tmp_path: Path) -> None:
    path = make_clip(tmp_path / "clip.mp4", [(0.2, (255, 0, 0))], rotation=90)
    source = PictureSource(str(path))
    picture = source.at(0.0)
    assert picture is not None
    assert (picture.width, picture.height) == (180, 320)
    assert picture.pixels(90, 160).shape == (160, 90, 4)
    # The white square is stored at the upper left; a quarter turn counter-clockwise brings it to the lower left.
    pixels = picture.pixels(180, 320)
    assert int(pixels[310, 30, :3].min()) > 200
    assert int(pixels[10, 30, :3].min()) < 60
    source.close()


def test_a_file_without_footage_has_no_picture(tmp_path: Path) -> None:
    source = PictureSource(str(make_clip(tmp_path / "sound.m4a", [], sound_s=0.5)))
    assert source.at(0.2) is None
    assert np.isclose(source.info.duration_s or 0, 0.5, atol=0.1)
    source.close()


def test_a_missing_file_is_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(MediaTrouble, match=r"gone\.mp4 is not there any more"):
        PictureSource(str(tmp_path / "gone.mp4"))


@pytest.mark.real_media
@pytest.mark.parametrize("name", REAL)
def test_real_files_are_exact_to_the_frame(real_media: Path, name: str) -> None:
    hold_against_one_pass(real_media / name, instants=6)
