"""The files that tasks wait for: a drive that is gone, a copy that is not whole; and those that are no media."""

from collections.abc import Callable, Mapping, Sequence

from momentry_desk.core import faces
from momentry_desk.core.messages import FileSeen
from momentry_desk.core.model import Failure
from momentry_desk.engine.board import Board
from momentry_desk.engine.clock import Clock
from momentry_desk.engine.intake import Intake
from momentry_desk.engine.outcomes import Outcomes
from momentry_desk.engine.stores import Stores

#: How often files that are waited for are looked for, and those that are still being copied.
MISSING_EVERY_S = 3.0
_COPIED_EVERY_S = 1.0


class Sources:
    """Lives on the engine's thread."""

    def __init__(
        self,
        stores: Stores,
        outcomes: Outcomes,
        board: Board,
        clock: Clock,
        intake: Callable[[], Intake],
        found: Callable[[], None],
    ) -> None:
        """`found` is called when files that were waited for are there."""
        self._stores = stores
        self._outcomes = outcomes
        self._board = board
        self._clock = clock
        self._intake = intake
        self._found = found
        self._looked = clock.monotonic()

    def remember(self) -> None:
        """Take up what an earlier life left: files waited for, videos not probed."""
        waiting = [task for task in self._stores.tasks.waiting() if task.waiting_for != faces.WAITING]
        awaited = {task.file_uuid for task in waiting}
        paths = {video.file_uuid: video.path for video in self._stores.videos.some(awaited)}
        self._outcomes.waiting |= {task.task_id: paths.get(task.file_uuid, "") for task in waiting}
        # What is not whole yet would be taken for no media.
        unprobed = (video for video in self._stores.videos.unprobed() if video.file_uuid not in awaited)
        self._intake().probe((video.file_uuid, video.path) for video in unprobed)

    @property
    def awaited(self) -> bool:
        """Whether a task waits for its file."""
        return bool(self._outcomes.waiting)

    def tick(self) -> None:
        """Look for what is waited for, now and then."""
        now, settling = self._clock.monotonic(), self._intake().settling
        awaited = dict.fromkeys((*settling, *self._outcomes.waiting.values()))
        if awaited and now - self._looked >= (_COPIED_EVERY_S if settling else MISSING_EVERY_S):
            self._looked = now
            self._intake().recheck(list(awaited))

    def back(self, files: Sequence[FileSeen]) -> None:
        """These are there, and whole: at the places where they are waited for, or moved to others."""
        here = {file.path: file.file_uuid for file in files}
        at_their_place = [task_id for task_id, path in self._outcomes.waiting.items() if path in here]
        self._follow({task_id: here[self._outcomes.waiting[task_id]] for task_id in at_their_place})
        contents = set(here.values())
        waiting = self._stores.tasks.some(self._outcomes.waiting) if self._outcomes.waiting else []
        moved = [task.task_id for task in waiting if task.file_uuid in contents]
        back = list(dict.fromkeys((*at_their_place, *moved)))
        if back:
            self._outcomes.source_is_back(back)
            self._board.touch(back)
            self._found()

    def invalid(self, file_uuid: str, failure: Failure) -> None:
        """A probe has proven that this video is none."""
        self._board.touch(self._outcomes.source_is_invalid(file_uuid, failure))

    def _follow(self, contents: Mapping[str, str]) -> None:
        """Tasks, by id, whose file may hold something else by now than when they were queued."""
        tasks, videos = self._stores.tasks, self._stores.videos
        changed = [task for task in tasks.some(contents) if task.file_uuid != contents[task.task_id]]
        there = {video.file_uuid: video for video in videos.some(contents.values())}
        for task in changed:
            gone = tasks.follow_file([task.task_id], there[contents[task.task_id]], self._clock.now())
            self._board.take_out(gone)
        self._board.take_out_videos(videos.forget_unfinished(task.file_uuid for task in changed))
