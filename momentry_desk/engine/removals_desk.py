"""The part of the facade that takes tasks off the list so that they can come back."""

from collections.abc import Sequence
from concurrent.futures import Future

from momentry_desk.core.model import TaskStatus
from momentry_desk.core.snapshot import Removed
from momentry_desk.engine.asking import Ask


class RemovalsDesk:
    """From any thread; each command answers a future, as the facade's do. One removal can be taken back at a time:
    another makes the one before final, and so does the end of the program."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def remove(self, task_ids: Sequence[str]) -> Future[Removed]:
        """Take tasks off the list with all they found, running ones too, which are interrupted."""
        ids = tuple(task_ids)
        return self._ask(lambda desk: desk.removals.remove(ids))

    def clear(self, statuses: Sequence[TaskStatus]) -> Future[Removed]:
        """Take every task in one of these statuses off the list; what completed scans found stays."""
        wanted = tuple(statuses)
        return self._ask(lambda desk: desk.removals.clear(wanted))

    def take_back(self, removal_id: str) -> Future[tuple[str, ...]]:
        """Put them back where they stood, attempts and findings as they were; answers those that came back. One
        that was running waits, and goes on from its checkpoint. Not those whose video was asked for anew."""
        return self._ask(lambda desk: desk.removals.take_back(removal_id))

    def make_final(self, removal_id: str) -> Future[None]:
        """Forget them for good."""
        return self._ask(lambda desk: desk.removals.make_final(removal_id))
