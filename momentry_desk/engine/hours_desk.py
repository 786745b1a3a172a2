"""The part of the facade that is about the hours of scans, and about what comes when all is done."""

from concurrent.futures import Future

from momentry_desk.core.schedule import ScheduleSettings, WhenDone
from momentry_desk.engine.asking import Ask


class HoursDesk:
    """From any thread; each command answers a future, as the facade's do. To start in spite of the schedule is to
    resume: that holds until its next hours are over."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def set_schedule(self, schedule: ScheduleSettings) -> Future[None]:
        """Written to the settings. The future raises `SettingsRefused`."""
        return self._ask(lambda desk: desk.side.hours.set_schedule(schedule))

    def when_done(self, what: WhenDone) -> Future[None]:
        """What to do when nothing is left to scan, after a countdown of a minute that the snapshot tells of. It is
        forgotten when it was done, and at a restart."""
        return self._ask(lambda desk: desk.side.hours.when_done(what))
