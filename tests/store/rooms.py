"""The stores over one database, with short ways for tests to fill it."""

import sqlite3
from contextlib import closing
from pathlib import Path

from momentry_desk.core.messages import FileSeen
from momentry_desk.core.model import (
    Attempt,
    AttemptOutcome,
    Failure,
    FailureKind,
    Priority,
    Task,
    TaskRequest,
    TaskStatus,
)
from momentry_desk.core.retry import Decision, Verdict
from momentry_desk.store.database import FILE_NAME, Database, open_database
from momentry_desk.store.findings import FindingStore
from momentry_desk.store.tasks import TaskStore
from momentry_desk.store.videos import VideoStore

#: A whole second, so that it comes back from the database as it is.
NOW = 1_790_000_000.0


class Room:
    """The stores over one database, and what tests do with them again and again."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.tasks = TaskStore(database)
        self.videos = VideoStore(database)
        self.findings = FindingStore(database)
        self.seen = 0

    def video(self, name: str) -> str:
        """Register a file of that name; its id is the name."""
        self.videos.register([FileSeen(f"/films/{name}.mp4", name, 1000, 5)], NOW)
        return name

    def submit(
        self,
        name: str,
        priority: Priority = Priority.NORMAL,
        *,
        processors: tuple[str, ...] = ("face", "asr"),
        now: float = NOW,
        force: bool = False,
        max_retries: int = 3,
        callback_url: str | None = None,
    ) -> str:
        """Register and submit; answers the task's id."""
        request = TaskRequest(
            self.video(name),
            f"{name}.mp4",
            processors,
            priority,
            max_retries=max_retries,
            force=force,
            callback_url=callback_url,
        )
        return self.tasks.submit([request], now)[0].task_id

    def start(self, task_id: str, now: float = NOW) -> Attempt:
        attempt = self.tasks.claim(task_id, now)
        assert attempt is not None
        return attempt

    def put_off(self, task_id: str, delay_s: float, *, now: float = NOW) -> None:
        """It fails, and is tried again so long after `now`."""
        crash = Failure(FailureKind.WORKER_CRASHED, "The worker was gone.")
        again = Decision(Verdict.RETRY, delay_s)
        assert self.tasks.fail(self.start(task_id, now).attempt_id, AttemptOutcome.CRASHED, crash, again, now)

    def task(self, task_id: str) -> Task:
        task = self.tasks.get(task_id)
        assert task is not None
        return task

    def order(self) -> list[str]:
        """The names of the files that wait, in order."""
        return [task.file_uuid for task in self.tasks.all([TaskStatus.PENDING])]


def filled(folder: Path, *, back_up: bool = False) -> Path:
    """A closed database with 300 videos; answers its file."""
    with open_database(folder, clock=lambda: NOW) as database:
        VideoStore(database).register([FileSeen(f"/films/{n}.mp4", f"id{n}", 1, 1) for n in range(300)], NOW)
        if back_up:
            database.back_up()
    return folder / FILE_NAME


def count(folder: Path) -> int:
    with open_database(folder) as database:
        return len(VideoStore(database).rows())


def leave_open(folder: Path) -> None:
    """As after a crash: the mark of a clean end is missing."""
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        connection.execute("UPDATE meta SET value = 'open' WHERE key = 'life'")
        connection.commit()
