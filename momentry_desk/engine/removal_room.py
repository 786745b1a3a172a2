"""What the engine's thread does about removals that can be taken back."""

from collections.abc import Sequence

from momentry_desk.core.model import TaskStatus
from momentry_desk.core.snapshot import Removed
from momentry_desk.engine.attempt_run import Intent
from momentry_desk.engine.board import Board
from momentry_desk.engine.clock import Clock
from momentry_desk.engine.outcomes import Outcomes
from momentry_desk.engine.scheduler import Scheduler
from momentry_desk.engine.stores import Stores


class RemovalRoom:
    """Lives on the engine's thread. What an earlier life left is final from here on."""

    def __init__(
        self, stores: Stores, board: Board, scheduler: Scheduler, outcomes: Outcomes, clock: Clock
    ) -> None:
        self._stores = stores
        self._board = board
        self._scheduler = scheduler
        self._outcomes = outcomes
        self._clock = clock
        self.make_final()

    def remove(self, task_ids: Sequence[str]) -> Removed:
        self.make_final()
        return self._off(self._stores.removals.remove(task_ids, self._clock.now()))

    def clear(self, statuses: Sequence[TaskStatus]) -> Removed:
        self.make_final()
        return self._off(self._stores.removals.clear(statuses, self._clock.now()))

    def _off(self, removed: Removed) -> Removed:
        for task_id in removed.task_ids:
            self._outcomes.waiting.pop(task_id, None)
        self._scheduler.end_tasks(removed.task_ids, Intent.CANCEL)
        self._board.take_out(removed.task_ids)
        return removed

    def take_back(self, removal_id: str) -> tuple[str, ...]:
        ids = self._stores.removals.take_back(removal_id)
        waiting = [task for task in self._stores.tasks.some(ids) if task.waiting_for is not None]
        paths = {video.file_uuid: video.path for video in self._stores.videos.some(t.file_uuid for t in waiting)}
        self._outcomes.waiting |= {task.task_id: paths.get(task.file_uuid, "") for task in waiting}
        self._board.touch(ids)
        self._scheduler.consider()
        return tuple(ids)

    def make_final(self, removal_id: str | None = None) -> None:
        """Without an id whatever there is."""
        changed = self._stores.removals.make_final(removal_id)
        self._board.touch_videos(changed)
        for file_uuid in changed:
            self._board.findings_grew(file_uuid)
