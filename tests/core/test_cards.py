"""Which files of a card are one clip."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentry_desk.core.cards import CardFile, Clip, clips, goes_beside, place_of

GIB = 1 << 30


def files(*names: str, size: int = 5) -> list[CardFile]:
    return [CardFile(name, f"/card/DCIM/100GOPRO/{name}", size) for name in names]


def test_chapters_of_a_gopro_are_one_clip_in_their_order() -> None:
    found = clips(files("GX020123.MP4", "GX010124.MP4", "GX010123.MP4", "GX030123.MP4", "GH010123.MP4"))
    assert found == [Clip("GoPro", "0123", ("GX010123.MP4", "GX020123.MP4", "GX030123.MP4"))]


def test_an_older_gopro_names_its_first_chapter_otherwise() -> None:
    assert clips(files("GP010042.MP4", "GOPR0042.MP4", "GOPR0043.MP4")) == [
        Clip("GoPro", "0042", ("GOPR0042.MP4", "GP010042.MP4"))
    ]


def test_chapters_in_two_folders_stay_apart() -> None:
    assert clips([CardFile("a", "/one/GX010001.MP4", 1), CardFile("b", "/two/GX020001.MP4", 1)]) == []


def test_a_stream_goes_on_in_the_next_where_the_camera_had_to_cut_it() -> None:
    def stream(number: int, size: float) -> CardFile:
        return CardFile(str(number), f"/card/PRIVATE/AVCHD/BDMV/STREAM/{number:05}.MTS", int(size))

    cut = 4 * GIB - 6_000_000
    found = clips([stream(0, 5), stream(1, cut), stream(2, cut), stream(3, GIB), stream(4, 7), stream(6, cut)])
    assert found == [Clip("AVCHD", "00001", ("1", "2", "3"))]


@pytest.mark.parametrize("name", ["DJI_0001.MP4", "C0001.MP4", "MVI_0001.MP4", "GX01.MP4", "00001.MTS", "clip.mov"])
def test_names_that_say_nothing_make_no_clip(name: str) -> None:
    assert place_of(f"/card/DCIM/{name}") is None


@pytest.mark.parametrize(
    ("path", "beside"),
    [
        ("/card/DCIM/100GOPRO/GX010123.THM", True),
        ("/card/DCIM/100GOPRO/GL010123.LRV", True),
        ("/card/PRIVATE/M4ROOT/CLIP/C0001M01.XML", True),
        ("/card/PRIVATE/AVCHD/BDMV/PLAYLIST/00000.MPL", True),
        ("/card/DCIM/100GOPRO/GX010123.MP4", False),
        ("/home/notes.xml", False),
    ],
)
def test_what_a_camera_writes_beside_its_clips_is_known(path: str, beside: bool) -> None:
    assert goes_beside(path) is beside


_NAMES = st.one_of(
    st.builds("G{}{:02}{:04}.MP4".format, st.sampled_from("HX"), st.integers(1, 4), st.integers(1, 3)),
    st.builds("GP{:02}{:04}.MP4".format, st.integers(1, 4), st.integers(1, 3)),
    st.builds("GOPR{:04}.MP4".format, st.integers(1, 3)),
    st.builds("STREAM/{:05}.MTS".format, st.integers(0, 6)),
    st.text("abcGX01.MP4/", min_size=1, max_size=12),
)


@given(
    st.dictionaries(_NAMES, st.sampled_from([1, GIB, 2 * GIB - 1000, 4 * GIB - 1000]), max_size=25), st.randoms()
)
def test_every_file_is_in_one_clip_at_most_whatever_the_order(sizes: dict[str, int], luck: random.Random) -> None:
    some = [CardFile(name, f"/card/{name}", size) for name, size in sizes.items()]
    found = clips(some)
    luck.shuffle(some)
    assert clips(some) == found
    parts = [part for clip in found for part in clip.parts]
    assert len(parts) == len(set(parts))
    assert all(len(clip.parts) > 1 for clip in found)
    assert all(len({place_of(f"/card/{part}") for part in clip.parts}) == 1 for clip in found)
