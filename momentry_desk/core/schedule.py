"""At which hours scans may run, in local time, whatever the clocks are put to; and what comes when all is done."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta, tzinfo
from enum import StrEnum
from typing import Annotated, Literal

import msgspec

Day = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
DAYS: tuple[Day, ...] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
TimeOfDay = Annotated[str, msgspec.Meta(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]

#: So far ahead an opening is looked for: every weekday comes.
_AHEAD_DAYS = 8


class Hours(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"begin": "from", "end": "to"}.get):
    """From `begin` to `end` ("22:00") on these days, none: on each. An end that is not after the begin is the next
    day's; the days are those on which the hours begin."""

    begin: TimeOfDay
    end: TimeOfDay
    days: tuple[Day, ...] = ()


class ScheduleSettings(msgspec.Struct, frozen=True):
    """Whether scans run at certain `hours` alone; `finish_running` lets those end that run when the hours do.
    Without any hours they run always."""

    enabled: bool = False
    finish_running: bool = False
    hours: tuple[Hours, ...] = ()


class WhenDone(StrEnum):
    """What the machine is to do when no scan is left to do."""

    NOTHING = "nothing"
    SLEEP = "sleep"
    QUIT = "quit"


class Opening(msgspec.Struct, frozen=True):
    """Whether scans may run, and the instant at which that changes; None: it does not."""

    open: bool
    until: float | None = None


def opening(hours: Sequence[Hours], at: float, zone: tzinfo | None = None) -> Opening:
    """How it stands at `at` (seconds since the epoch); `zone` None is the machine's own."""
    if not hours:
        return Opening(True)
    horizon = at + timedelta(days=_AHEAD_DAYS - 1).total_seconds()
    for begin, end in _merged(_spans(hours, at, zone)):
        if begin <= at < end:
            return Opening(True, end if end < horizon else None)
        if begin > at:
            return Opening(False, begin)
    return Opening(False)


def state(schedule: ScheduleSettings, at: float, zone: tzinfo | None = None) -> Opening:
    return opening(schedule.hours, at, zone) if schedule.enabled else Opening(True)


def clock_time(at: float, now: float, zone: tzinfo | None = None) -> str:
    """ "22:00", with the date before it where it is more than a day ahead."""
    when = datetime.fromtimestamp(at, zone)
    return when.strftime("%H:%M" if at - now < timedelta(days=1).total_seconds() else "%Y-%m-%d %H:%M")


def _spans(hours: Iterable[Hours], at: float, zone: tzinfo | None) -> list[tuple[float, float]]:
    today = datetime.fromtimestamp(at, zone).date()
    found = []
    for one in hours:
        begin, end = time.fromisoformat(one.begin), time.fromisoformat(one.end)
        for ahead in range(-2, _AHEAD_DAYS + 1):
            day = today + timedelta(days=ahead)
            if not one.days or DAYS[day.weekday()] in one.days:
                last = day + timedelta(days=1) if end <= begin else day
                found.append((_instant(day, begin, zone, later=False), _instant(last, end, zone, later=True)))
    return sorted(found)


def _merged(spans: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    merged: list[tuple[float, float]] = []
    for begin, end in spans:
        if merged and begin <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif end > begin:
            merged.append((begin, end))
    return merged


def _instant(day: date, clock: time, zone: tzinfo | None, *, later: bool) -> float:
    """When the clocks show that; `later` chooses where they do so twice. Where they skip it: when they jump."""
    shown = datetime.combine(day, clock, zone)
    first, second = shown.timestamp(), shown.replace(fold=1).timestamp()
    if first <= second:
        return second if later else first
    before = _offset(second, zone)
    while first - second > 1:
        middle = (first + second) / 2
        if _offset(middle, zone) == before:
            second = middle
        else:
            first = middle
    return float(round(first))


def _offset(at: float, zone: tzinfo | None) -> timedelta | None:
    return datetime.fromtimestamp(at, zone).astimezone(zone).utcoffset()
