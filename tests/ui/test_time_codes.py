"""Time codes are those of an editing program, also where numbers are dropped."""

import opentimelineio as otio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentry_desk.ui.time_codes import time_code


@pytest.mark.parametrize(
    ("seconds", "rate", "expected"),
    [
        (7.24, "25/1", "00:00:07:06"),
        (0.0, "24/1", "00:00:00:00"),
        (3600.0, "25/1", "01:00:00:00"),
        (61.0, None, "0:01:01.000"),
        (7.2404, None, "0:00:07.240"),
    ],
)
def test_an_instant_as_an_editor_writes_it(seconds: float, rate: str | None, expected: str) -> None:
    assert time_code(seconds, rate) == expected


@given(st.integers(0, 10_000_000), st.sampled_from(["30000/1001", "60000/1001", "25/1", "24/1"]))
def test_it_agrees_with_another_program(frame: int, rate: str) -> None:
    above, _, below = rate.partition("/")
    exact = int(above) / int(below)
    seconds = frame * int(below) / int(above)
    if seconds >= 86_400:
        return
    theirs = otio.opentime.to_timecode(otio.opentime.RationalTime(frame, exact), exact)
    assert time_code(seconds, rate) == theirs
