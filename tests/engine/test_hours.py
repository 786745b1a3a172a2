"""Scans at the hours of the schedule alone, and what comes when all is done; the clocks are the test's."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from momentry_desk.core.model import FailureKind
from momentry_desk.core.schedule import Hours, ScheduleSettings, WhenDone
from momentry_desk.core.snapshot import Pause, PauseState
from momentry_desk.engine import heartbeat, limit
from momentry_desk.engine.clock import Clock
from momentry_desk.engine.engine import Engine
from momentry_desk.engine.hours_room import COUNTDOWN_S, HoursRoom
from momentry_desk.engine.settings_file import SettingsFile

HOUR = 3600.0
#: 2026-11-30 12:00 UTC, a Monday; the tests run in UTC.
NOON = 1796040000.0


class House:
    """All around the room: a queue that is paused and resumed, a machine that sleeps."""

    def __init__(self, folder: Path) -> None:
        self.now = NOON
        self.pause = Pause()
        self.finish: bool | None = None
        self.busy = False
        self.slept = self.left = 0
        self.refusal: OSError | None = None
        self.said: str | None = None
        self.room = self.make(folder)

    def make(self, folder: Path) -> HoursRoom:
        return HoursRoom(
            clock=Clock(lambda: self.now, lambda: self.now),
            settings_file=SettingsFile(folder / "momentry.toml"),
            pause_now=lambda: self.pause,
            pause=self._pause,
            resume=self._resume,
            busy=lambda: self.busy,
            sleep=self,
            leave=self._leave,
            changed=lambda: None,
        )

    def _pause(self, reason: str, finish: bool) -> None:
        self.pause, self.finish = Pause(PauseState.PAUSED, "schedule", reason, self.now), finish

    def _resume(self) -> None:
        self.pause = Pause()

    def _leave(self) -> None:
        self.left += 1

    def begin(self) -> None:
        if self.refusal is not None:
            raise self.refusal
        self.slept += 1

    def trouble(self) -> str | None:
        said, self.said = self.said, None
        return said

    def later(self, seconds: float, *, healthy: bool = True) -> None:
        self.now += seconds
        self.room.step(healthy=healthy)

    @property
    def runs(self) -> bool:
        return self.pause.state is PauseState.RUNNING


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setenv("TZ", "UTC")
    made = House(tmp_path)
    made.room.set_schedule(ScheduleSettings(enabled=True, finish_running=True, hours=(Hours("22:00", "06:00"),)))
    return made


def test_scans_wait_for_the_hours_and_end_with_them(house: House) -> None:
    house.later(0)
    assert (house.pause.by, house.pause.reason, house.finish) == ("schedule", "Scans from 22:00.", True)
    house.later(9 * HOUR)
    assert not house.runs
    house.later(HOUR, healthy=False)
    assert not house.runs, "the battery or the disk forbids it"
    house.later(1)
    assert house.runs
    house.later(8 * HOUR)
    assert not house.runs


def test_who_starts_all_the_same_is_left_alone_until_the_next_hours_are_over(house: House) -> None:
    house.later(0)
    house.pause = Pause()
    house.later(5 * HOUR)
    assert house.runs
    house.later(8 * HOUR)
    assert house.runs, "these are the hours"
    house.later(6 * HOUR)
    assert not house.runs


def test_a_pause_of_a_person_stays_and_a_schedule_that_is_taken_back_holds_nobody(
    house: House, tmp_path: Path
) -> None:
    house.later(0)
    house.room = house.make(tmp_path)
    house.later(1)
    house.pause = Pause()
    house.later(1)
    assert house.runs, "who resumed a pause of an earlier life is not overruled either"
    house.pause = Pause(PauseState.PAUSED, "user")
    house.later(11 * HOUR)
    assert house.pause.by == "user"
    house.pause = Pause(PauseState.PAUSED, "program", cause=FailureKind.DISK_FULL)
    house.later(10 * HOUR)
    house.pause = Pause()
    house.later(24 * HOUR)
    assert house.pause.by == "schedule"
    house.room.set_schedule(ScheduleSettings())
    house.later(1)
    assert house.runs


def test_the_machine_sleeps_a_minute_after_the_last_scan_and_once(house: House) -> None:
    house.room.set_schedule(ScheduleSettings())
    house.room.when_done(WhenDone.SLEEP)
    house.later(2 * COUNTDOWN_S)
    assert house.room.end.at is None, "nothing was done yet"
    house.busy = True
    house.later(1)
    house.busy = False
    house.later(1)
    assert house.room.end.at == house.now + COUNTDOWN_S
    house.busy = True
    house.later(1)
    assert house.room.end.at is None, "something came in"
    house.busy = False
    house.later(1)
    house.later(COUNTDOWN_S - 1)
    assert house.slept == 0
    house.later(1)
    assert house.slept == 1
    assert house.room.end.what is WhenDone.NOTHING
    house.said = "Operation inhibited by somebody"
    house.later(1)
    assert house.room.end.problem == "The machine could not be put to sleep: Operation inhibited by somebody."


def test_a_countdown_can_be_stopped_and_quitting_asks_for_the_end(house: House) -> None:
    house.room.set_schedule(ScheduleSettings())
    house.busy = True
    house.room.when_done(WhenDone.QUIT)
    house.busy = False
    house.later(1)
    house.room.when_done(WhenDone.NOTHING)
    house.later(2 * COUNTDOWN_S)
    assert house.left == 0
    house.busy = True
    house.room.when_done(WhenDone.QUIT)
    house.busy = False
    house.later(1)
    house.later(COUNTDOWN_S)
    assert (house.left, house.slept) == (1, 0)
    assert house.make(Path("/nowhere")).end.what is WhenDone.NOTHING


def test_a_queue_out_of_its_hours_starts_nothing_until_somebody_resumes(
    make_engine: Callable[..., Engine], clip: Callable[..., str], wait_until: Callable[..., None]
) -> None:
    # Open for one minute of the day, which is not now.
    hours = '[schedule]\nenabled = true\nhours = [{from = "00:00", to = "00:01"}, {from = "12:00", to = "12:01"}]\n'
    engine = make_engine(more=hours)
    wait_until(lambda: engine.snapshot().pause.by == "schedule", 30)
    opening = engine.snapshot().hours
    assert not opening.open
    assert opening.until is not None
    engine.add([clip("a.mp4")]).result(30)
    assert [row.status.value for row in engine.rows().result(20)] == ["pending"]
    engine.resume().result(20)
    wait_until(lambda: engine.snapshot().counts.completed == 1, 60)


def test_hours_that_begin_at_rest_let_scans_begin_then(
    make_engine: Callable[..., Engine],
    clip: Callable[..., str],
    wait_until: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    began = time.time()
    ahead_s = 3.0
    # Hours are of whole minutes: this clock stands so far before one.
    opening = began // 60 * 60 + 3600
    clock = Clock(now=lambda: opening - ahead_s + time.time() - began)
    begin, end = (time.strftime("%H:%M", time.localtime(at)) for at in (opening, opening + 3600))
    engine = make_engine(
        clock=clock, more=f'[schedule]\nenabled = true\nhours = [{{from = "{begin}", to = "{end}"}}]\n'
    )
    # A clock of the test's own makes it tick each second otherwise.
    monkeypatch.setattr(heartbeat, "REST_S", limit.REST_S)
    wait_until(lambda: engine.snapshot().pause.by == "schedule", ahead_s, "the pause outside of the hours")
    engine.add([clip("a.mp4")], processors=("ocr",)).result(20)
    wait_until(lambda: engine.snapshot().pause.state is PauseState.RUNNING, 20, "the hours")
    assert 0 <= clock.now() - opening < limit.REST_S / 2
    wait_until(lambda: engine.snapshot().counts.completed == 1, 20, "the scan")
