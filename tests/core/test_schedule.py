"""At which hours scans may run."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from momentry_desk.core.schedule import DAYS, Hours, Opening, ScheduleSettings, clock_time, opening, state

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = Hours("22:00", "06:00")


def at(text: str, fold: int = 0) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN, fold=fold).timestamp()


@pytest.mark.parametrize(
    ("hours", "now", "is_open", "until"),
    [
        ((NIGHT,), "2026-11-30 21:59", False, "2026-11-30 22:00"),
        ((NIGHT,), "2026-11-30 22:00", True, "2026-12-01 06:00"),
        ((NIGHT,), "2026-12-01 05:59", True, "2026-12-01 06:00"),
        ((NIGHT,), "2026-12-01 06:00", False, "2026-12-01 22:00"),
        # A night belongs to the day on which it begins: Friday's goes on into Saturday.
        ((Hours("22:00", "06:00", ("fri",)),), "2026-12-05 03:00", True, "2026-12-05 06:00"),
        ((Hours("22:00", "06:00", ("fri",)),), "2026-12-05 23:00", False, "2026-12-11 22:00"),
        # What touches is one.
        ((Hours("08:00", "12:00"), Hours("12:00", "13:00")), "2026-12-01 09:00", True, "2026-12-01 13:00"),
        # The clocks skip 02:00 to 03:00.
        ((Hours("22:00", "02:30"),), "2026-03-29 01:00", True, "2026-03-29 03:00"),
        ((Hours("02:30", "04:00"),), "2026-03-29 01:00", False, "2026-03-29 03:00"),
    ],
)
def test_hours_hold_in_local_time(hours: tuple[Hours, ...], now: str, is_open: bool, until: str) -> None:
    assert opening(hours, at(now), BERLIN) == Opening(is_open, at(until))


def test_an_hour_that_comes_twice_counts_twice() -> None:
    hours = (Hours("02:00", "03:00"),)
    first = opening(hours, at("2026-10-25 02:30"), BERLIN)
    assert first == Opening(True, at("2026-10-25 03:00"))
    assert opening(hours, at("2026-10-25 02:30", fold=1), BERLIN) == first
    assert first.until is not None
    assert first.until - at("2026-10-25 02:00") == 2 * 3600


def test_the_whole_day_never_ends_and_no_schedule_keeps_nothing_back() -> None:
    assert opening((Hours("00:00", "00:00"),), at("2026-12-01 12:00"), BERLIN) == Opening(True)
    assert state(ScheduleSettings(hours=(NIGHT,)), at("2026-12-01 12:00"), BERLIN) == Opening(True)
    assert state(ScheduleSettings(enabled=True), at("2026-12-01 12:00"), BERLIN) == Opening(True)


def test_a_far_opening_is_told_with_its_date() -> None:
    now = at("2026-12-01 12:00")
    assert clock_time(at("2026-12-01 22:00"), now, BERLIN) == "22:00"
    assert clock_time(at("2026-12-04 22:00"), now, BERLIN) == "2026-12-04 22:00"


_CLOCK = st.builds("{:02}:{:02}".format, st.integers(0, 23), st.sampled_from([0, 15, 30, 59]))
_HOURS = st.builds(Hours, _CLOCK, _CLOCK, st.lists(st.sampled_from(DAYS), unique=True).map(tuple))


@settings(max_examples=60)
@given(st.lists(_HOURS, min_size=1, max_size=3), st.integers(1_760_000_000, 1_800_000_000))
def test_it_stands_so_until_the_instant_told_and_changes_then(some: list[Hours], now: int) -> None:
    found = opening(some, float(now), BERLIN)
    if found.until is not None:
        assert found.until > now
        assert opening(some, found.until - 1, BERLIN).open is found.open
        assert opening(some, found.until, BERLIN).open is not found.open
