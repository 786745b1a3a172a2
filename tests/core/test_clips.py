"""Times as they are typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentry_desk.core.clips import draft_beside, seconds_of


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("12.5", 12.5), ("0:12.5", 12.5), ("90", 90.0), ("1:02:03.4", 3723.4), (" 2:00 ", 120.0), ("75:00", 4500.0)],
)
def test_a_time_is_read_as_it_is_typed(text: str, seconds: float) -> None:
    assert seconds_of(text) == pytest.approx(seconds)


@pytest.mark.parametrize(
    "text", ["", ":", "1:", "-1", "1:2:3:4", "1e3", "nan", "1:60", "1:61:00", "a", "1.2.3", "²:1"]
)
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whatever it says
        seconds_of(text)


@given(st.integers(0, 99), st.integers(0, 59), st.integers(0, 59_999))
def test_every_time_comes_back(hours: int, minutes: int, thousandths: int) -> None:
    text = f"{hours}:{minutes:02}:{thousandths / 1000:06.3f}"
    assert seconds_of(text) == pytest.approx(hours * 3600 + minutes * 60 + thousandths / 1000)


def test_a_draft_lies_beside_its_clip_and_is_hidden() -> None:
    assert draft_beside("/films/a.mp4", "x1") == "/films/.a.mp4.x1.part"
