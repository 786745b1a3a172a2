"""Which files of a watched folder are wanted, and which are new."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentry_desk.core.watching import FoundFile, WatchedFolder, has_arrived, is_known, wanted

HOUR_NS = 3_600_000_000_000


@pytest.mark.parametrize(
    ("path", "include", "exclude", "taken"),
    [
        ("/cards/a.mp4", (), (), True),
        ("/cards/deep/er/A.MOV", ("*.mov",), (), True),
        ("/cards/a.mp4", ("*.mov",), (), False),
        ("/cards/proxies/a.mov", (), ("proxies/*",), False),
        ("/cards/day1/proxies/a.mov", (), ("*/proxies/*",), False),
        ("/cards/a_proxy.mov", ("*.mov",), ("*_proxy.*",), False),
        ("/elsewhere/a.mp4", (), (), False),
    ],
)
def test_patterns_choose(path: str, include: tuple[str, ...], exclude: tuple[str, ...], taken: bool) -> None:
    assert wanted(path, WatchedFolder("/cards", include, exclude)) is taken


@given(size=st.integers(0, 2**60), mtime_ns=st.integers(0, 2**62), hours=st.integers(-2, 2))
def test_a_clock_put_forward_makes_no_file_new(size: int, mtime_ns: int, hours: int) -> None:
    file = FoundFile("/cards/a.mp4", size, mtime_ns)
    assert is_known(file, (size, mtime_ns + hours * HOUR_NS + 1_000_000_000))
    assert not is_known(file, (size + 1, mtime_ns))
    assert not is_known(file, (size, mtime_ns + hours * HOUR_NS + HOUR_NS // 2))
    assert not is_known(file, None)


def test_what_arrives_must_look_the_same_twice_and_rest() -> None:
    file = FoundFile("/cards/a.mp4", 100, int(1000e9))
    assert not has_arrived(file, None, now=2000)
    assert not has_arrived(file, (90, int(1000e9)), now=2000)
    assert not has_arrived(file, (100, int(1000e9)), now=1004)
    assert has_arrived(file, (100, int(1000e9)), now=1006)
