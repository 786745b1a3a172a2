"""Whether a file is whole."""

import pytest

from momentry_desk.core.settling import stands_still

NOW = 1_790_000_000.0


def at(age_s: float) -> int:
    return int((NOW - age_s) * 1e9)


@pytest.mark.parametrize(
    ("age_s", "before", "expected"),
    [
        (3600.0, None, True),  # written long ago
        (0.5, None, False),  # written just now
        (0.5, (100, at(0.5)), False),  # nothing changed, but too short ago to say so
        (2.5, (100, at(2.5)), True),
        (2.5, (90, at(2.5)), False),  # it grew since the last look
        (3600.0, (90, at(3600.0)), False),  # it grew, and whoever copies it sets the time himself
        (-50.0, None, False),  # the other machine's clock is ahead
        (-50.0, (100, at(-50.0)), True),  # but two looks agree
    ],
)
def test_a_file_is_taken_up_when_size_and_time_stand_still(
    age_s: float, before: tuple[int, int] | None, expected: bool
) -> None:
    assert stands_still(100, at(age_s), before=before, now=NOW) is expected
