"""What the engine's thread does about persons."""

from collections.abc import Callable

from momentry_desk.core.people import Forgotten
from momentry_desk.engine.attempt_run import Intent
from momentry_desk.engine.face_sorter import FaceSorter
from momentry_desk.engine.lookout import Lookout
from momentry_desk.engine.scheduler import Scheduler
from momentry_desk.engine.stores import Stores
from momentry_desk.store.forgetting import forget_faces
from momentry_desk.store.person_edits import PersonEdits


class PeopleRoom:
    """Lives on the engine's thread. `changed` tells the world that persons changed."""

    def __init__(self, stores: Stores, lookout: Lookout, scheduler: Scheduler, changed: Callable[[], None]) -> None:
        self.sorter = FaceSorter(stores, lookout, changed)
        self.changed = changed
        self._stores = stores
        self._scheduler = scheduler

    @property
    def edits(self) -> PersonEdits:
        return self._stores.person_edits

    def findings_grew(self, file_uuid: str, tell: Callable[[str], None]) -> None:
        """Faces may be among them; `tell` the others too."""
        self.sorter.wake()
        tell(file_uuid)

    def forget(self) -> Forgotten:
        """Forget all faces. Scans that look for some are interrupted and look anew by and by."""
        for run in self._scheduler.active():
            if "face" in run.task.processors:
                self._scheduler.end(run, Intent.INTERRUPT)
        return forget_faces(self._stores.database)
