"""What is worth a word to somebody who looks elsewhere: a failure, a file, the end of all. And how far all is."""

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from momentry_desk.core.model import TaskStatus
from momentry_desk.core.snapshot import Counts, TaskRow

_ENDED = (TaskStatus.COMPLETED, TaskStatus.FAILED)


class About(StrEnum):
    FAILURE = "failure"
    FILE = "file"
    END = "end"


class Announcement(msgspec.Struct, frozen=True):
    """`row` is the task of a FAILURE or a FILE; `completed` and `failed` count the work that came to its END."""

    about: About
    row: TaskRow | None = None
    completed: int = 0
    failed: int = 0


class Announcer:
    """Follows the rows and the counts. What had ended before it saw it run is history and no news."""

    def __init__(self) -> None:
        #: What is to be done or is under way, with the percent of each; held tasks are not.
        self._open: dict[str, int] = {}
        #: The sum of these percents: there may be a hundred thousand.
        self._percents = 0
        self._busy = False
        self._to_tell = False
        self._completed = 0
        self._failed = 0

    def take_rows(self, rows: Sequence[TaskRow], removed: Sequence[str] = ()) -> list[Announcement]:
        """The news in these changed rows."""
        news: list[Announcement] = []
        for task_id in removed:
            self._close(task_id)
        for row in rows:
            if row.status not in _ENDED:
                if row.status is TaskStatus.CANCELLED or row.held:
                    self._close(row.task_id)
                else:
                    self._percents += row.progress - self._open.get(row.task_id, 0)
                    self._open[row.task_id] = row.progress
            elif row.task_id in self._open:
                self._close(row.task_id)
                if row.status is TaskStatus.COMPLETED:
                    self._completed += 1
                    news.append(Announcement(About.FILE, row))
                else:
                    self._failed += 1
                    news.append(Announcement(About.FAILURE, row))
        return news + self._end()

    def take_counts(self, counts: Counts) -> list[Announcement]:
        """The end of all work, where it has just come: nothing runs, and nothing waits that is not held."""
        self._busy = counts.processing > 0 or counts.pending > counts.held
        self._to_tell = self._to_tell or self._busy
        return self._end()

    def _end(self) -> list[Announcement]:
        # Counts and rows come one after the other, in either order: the end is what both say.
        if self._busy or self._open or not self._to_tell:
            return []
        completed, failed = self._completed, self._failed
        self._to_tell = False
        self._completed = self._failed = 0
        return [Announcement(About.END, None, completed, failed)] if completed + failed else []

    @property
    def fraction(self) -> float | None:
        """How much of the present work is done, from 0 to 1, each task as heavy as the next; None while idle."""
        if not self._busy or not self._open:
            return None
        ended = self._completed + self._failed
        return (ended + self._percents / 100) / (ended + len(self._open))

    def _close(self, task_id: str) -> None:
        self._percents -= self._open.pop(task_id, 0)
