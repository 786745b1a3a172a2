"""What the engine's thread does by the clock: scans at the hours of the schedule alone, and the end of all."""

import logging
import math
from collections.abc import Callable
from typing import Protocol

import msgspec

from momentry_desk.core.schedule import ScheduleSettings, WhenDone, clock_time, state
from momentry_desk.core.sentences import Said, say
from momentry_desk.core.settings import Settings
from momentry_desk.core.snapshot import EndOfWork, Pause, PauseState
from momentry_desk.engine.clock import Clock
from momentry_desk.engine.settings_file import SettingsFile

_log = logging.getLogger(__name__)

#: Who paused, in a pause of the schedule.
SCHEDULE = "schedule"
#: So long a person has to say no before the machine sleeps or the program quits.
COUNTDOWN_S = 60.0


class Sleep(Protocol):
    """Puts the machine to sleep. `begin` raises `OSError`; `trouble` says later why it did not come to it."""

    def begin(self) -> None: ...

    def trouble(self) -> str | None: ...


class HoursRoom:
    """Lives on the engine's thread. A person's own pause is never touched, and one who resumes in spite of the
    schedule is not overruled until its next hours are over."""

    def __init__(
        self,
        *,
        clock: Clock,
        settings_file: SettingsFile,
        pause_now: Callable[[], Pause],
        pause: Callable[[str, bool], object],
        resume: Callable[[], object],
        busy: Callable[[], bool],
        sleep: Sleep,
        leave: Callable[[], None],
        changed: Callable[[], None],
    ) -> None:
        """`pause` takes the reason and whether running scans finish; `busy` says whether anything runs or could
        start; `leave` asks for the program's end."""
        self._clock = clock
        self._settings_file = settings_file
        self._pause_now = pause_now
        self._pause = pause
        self._resume = resume
        self._busy = busy
        self._sleep = sleep
        self._leave = leave
        self._changed = changed
        self._paused_until: float | None = None
        self._worked = False
        self._due: float | None = None
        self.end = EndOfWork()
        self.opening = state(self._settings.schedule, clock.now())

    @property
    def _settings(self) -> Settings:
        return self._settings_file.settings

    @property
    def counts(self) -> bool:
        """Whether the end of the work is waited for, or counted down to."""
        return self.end.what is not WhenDone.NOTHING

    def rest_s(self) -> float:
        """How long these hours last."""
        return math.inf if self.opening.until is None else self.opening.until - self._clock.now()

    def set_schedule(self, schedule: ScheduleSettings) -> None:
        """Raises `SettingsRefused`."""
        self._settings_file.write_tables("schedule.hours", schedule.hours)
        self._settings_file.write(
            {"schedule.enabled": schedule.enabled, "schedule.finish_running": schedule.finish_running}
        )
        self._changed()

    def when_done(self, what: WhenDone) -> None:
        """For this life of the program alone: after a restart nothing is done."""
        self._worked, self._due = self._busy(), None
        self._tell(EndOfWork(what))

    def step(self, *, healthy: bool) -> None:
        """Now and then. `healthy`: nothing else forbids to go on."""
        self._keep_hours(healthy=healthy)
        self._look_for_the_end()

    def _keep_hours(self, *, healthy: bool) -> None:
        now, schedule = self._clock.now(), self._settings.schedule
        opening, pause = state(schedule, now), self._pause_now()
        if opening != self.opening:
            self.opening = opening
            self._changed()
        runs = pause.state is PauseState.RUNNING
        if opening.open:
            self._paused_until = None
            if not runs and pause.by == SCHEDULE and healthy:
                _log.info("the hours of the schedule begin")
                self._resume()
        elif not runs:
            if pause.by == SCHEDULE:
                # An earlier life may have paused.
                self._paused_until = opening.until
        elif opening.until is None or opening.until != self._paused_until:
            self._paused_until = opening.until
            if opening.until is not None:
                _log.info("the hours of the schedule are over")
                text = say(Said.OUT_OF_HOURS, time=clock_time(opening.until, now))
                self._pause(text, schedule.finish_running)

    def _look_for_the_end(self) -> None:
        if trouble := self._sleep.trouble():
            self._tell(msgspec.structs.replace(self.end, problem=say(Said.NO_SLEEP, why=trouble)))
        if self.end.what is WhenDone.NOTHING:
            return
        if self._busy():
            self._worked = True
            if self._due is not None:
                self._due = None
                self._tell(EndOfWork(self.end.what))
        elif self._worked and self._due is None:
            self._due = self._clock.monotonic() + COUNTDOWN_S
            self._tell(EndOfWork(self.end.what, self._clock.now() + COUNTDOWN_S))
        elif self._due is not None and self._clock.monotonic() >= self._due:
            self._carry_out(self.end.what)

    def _carry_out(self, what: WhenDone) -> None:
        self._worked, self._due = False, None
        self._tell(EndOfWork())
        if what is WhenDone.QUIT:
            self._leave()
            return
        try:
            self._sleep.begin()
        except OSError as error:
            self._tell(EndOfWork(problem=say(Said.NO_SLEEP, why=error.strerror or error)))

    def _tell(self, end: EndOfWork) -> None:
        self.end = end
        self._changed()
