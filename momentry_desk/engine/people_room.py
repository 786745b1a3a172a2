"""What the engine's thread does about persons."""

from collections.abc import Callable

from momentry_desk.core.faces import FACE, WAITING, FacesAnswer
from momentry_desk.core.people import Forgotten
from momentry_desk.engine.attempt_run import Intent
from momentry_desk.engine.board import Board
from momentry_desk.engine.face_sorter import FaceSorter
from momentry_desk.engine.lookout import Lookout
from momentry_desk.engine.outlet import Outlet
from momentry_desk.engine.scheduler import Scheduler
from momentry_desk.engine.stores import Stores
from momentry_desk.store.forgetting import forget_faces
from momentry_desk.store.person_edits import PersonEdits


class PeopleRoom:
    """Lives on the engine's thread."""

    def __init__(
        self,
        stores: Stores,
        lookout: Lookout,
        scheduler: Scheduler,
        board: Board,
        outlet: Outlet,
        now: Callable[[], float],
    ) -> None:
        self.sorter = FaceSorter(stores, lookout, outlet.people_changed.emit)
        self._outlet = outlet
        self._stores = stores
        self._scheduler = scheduler
        self._board = board
        self._now = now

    @property
    def edits(self) -> PersonEdits:
        return self._stores.person_edits

    def changed(self) -> None:
        """Tell the world that persons changed."""
        self._outlet.people_changed.emit()

    def heed(self, answer: FacesAnswer) -> None:
        """What the person said about looking for faces holds from now on: scans that may look no more are
        interrupted and go on without, and what waited for the answer goes on."""
        self.sorter.allow(answer == "yes")
        if answer != "yes":
            for run in self._scheduler.active():
                if FACE in run.processors:
                    self._scheduler.end(run, Intent.INTERRUPT)
        if answer != "ask":
            self._board.touch(self._stores.tasks.go_on(WAITING, self._now()))

    def findings_grew(self, file_uuid: str) -> None:
        """Faces may be among them; tells the board too."""
        self.sorter.wake()
        self._board.findings_grew(file_uuid)

    def forget(self) -> Forgotten:
        """Forget all faces. Scans that look for some are interrupted and look anew by and by."""
        for run in self._scheduler.active():
            if FACE in run.processors:
                self._scheduler.end(run, Intent.INTERRUPT)
        shown = self._stores.people.videos_with_faces()
        told = forget_faces(self._stores.database)
        self._board.touch_videos(shown)
        for file_uuid in shown:
            self._board.findings_grew(file_uuid)
        return told
