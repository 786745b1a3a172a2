"""What `momentry-desk status` says of the hours of the schedule, and of what comes when all is done."""

import pytest

from momentry_desk.cli.queue import sentence
from momentry_desk.core.schedule import Opening, ScheduleSettings, WhenDone
from momentry_desk.core.settings import Settings
from momentry_desk.core.snapshot import EndOfWork, Pause, PauseState, QueueSnapshot

#: 2026-11-30 12:00 UTC.
NOON = 1796040000.0
HOUR = 3600.0
BY_HOURS = Settings(schedule=ScheduleSettings(enabled=True))
PAUSED = Pause(PauseState.PAUSED, "schedule", "Scans from 22:00.")


@pytest.fixture(autouse=True)
def utc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")


@pytest.mark.parametrize(
    ("snapshot", "said"),
    [
        (QueueSnapshot(), "0 cancelled"),
        (
            QueueSnapshot(settings=BY_HOURS, pause=PAUSED, hours=Opening(False, NOON + 10 * HOUR)),
            "; paused by schedule: Scans from 22:00.; outside the hours of the schedule until 22:00",
        ),
        (
            QueueSnapshot(settings=BY_HOURS, hours=Opening(False, NOON + 10 * HOUR)),
            "; outside the hours of the schedule until 22:00, started in spite of it",
        ),
        (
            QueueSnapshot(settings=BY_HOURS, hours=Opening(True, NOON + HOUR)),
            "; within the hours of the schedule until 13:00",
        ),
        (QueueSnapshot(end=EndOfWork(WhenDone.SLEEP)), "; when done: sleep"),
        (QueueSnapshot(end=EndOfWork(WhenDone.QUIT, NOON + 41.6)), "; in 42 s: quit"),
        (QueueSnapshot(end=EndOfWork(problem="It could not sleep.")), "; It could not sleep."),
    ],
)
def test_the_status_tells_of_hours_and_of_the_end(snapshot: QueueSnapshot, said: str) -> None:
    assert sentence(snapshot, NOON).endswith(said)
