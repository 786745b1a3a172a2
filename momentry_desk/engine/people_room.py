"""What the engine's thread does about persons."""

import logging
from collections.abc import Callable
from concurrent.futures import Future

from momentry_desk.core.faces import FACE, WAITING, FacesAnswer
from momentry_desk.core.people import Forgotten
from momentry_desk.engine.attempt_run import Intent
from momentry_desk.engine.board import Board
from momentry_desk.engine.errors import SettingsRefused
from momentry_desk.engine.face_sorter import FaceSorter
from momentry_desk.engine.forgetting import Forgetting
from momentry_desk.engine.lookout import Lookout
from momentry_desk.engine.outlet import Outlet
from momentry_desk.engine.safekeeping import Safekeeping
from momentry_desk.engine.scheduler import Scheduler
from momentry_desk.engine.stores import Stores
from momentry_desk.store.person_edits import PersonEdits

_log = logging.getLogger(__name__)


class PeopleRoom:
    """Lives on the engine's thread."""

    def __init__(
        self,
        stores: Stores,
        lookout: Lookout,
        scheduler: Scheduler,
        board: Board,
        outlet: Outlet,
        safekeeping: Safekeeping,
        *,
        now: Callable[[], float],
        say_no: Callable[[], object],
        rewritten: Callable[[], None],
    ) -> None:
        """`say_no` writes down that no faces are looked for; `rewritten` is called when commands that were put off
        can be carried out."""
        self.sorter = FaceSorter(stores, lookout, outlet.people_changed.emit)
        self._outlet = outlet
        self._stores = stores
        self._scheduler = scheduler
        self._board = board
        self._now = now
        self._say_no = say_no
        self._rewritten = rewritten
        self._shown: list[str] = []
        self.forgetting = Forgetting(
            stores.database, scheduler, lookout, safekeeping, rewritten=self._forgotten, parent=scheduler.parent()
        )

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

    def stop(self) -> None:
        """Nothing more begins; what must not be left half done comes to its end."""
        self.sorter.stop()
        self.forgetting.stop()

    def findings_grew(self, file_uuid: str) -> None:
        """Faces may be among them; tells the board too."""
        self.sorter.wake()
        self._board.findings_grew(file_uuid)

    def forget(self, answer: "Future[Forgotten]") -> None:
        """Forget all faces, and look for none any more until the person says so again."""
        self._shown = self._stores.people.videos_with_faces()
        self.forgetting.begin(answer)
        try:
            self._say_no()
        except SettingsRefused:
            _log.warning("the settings could not be written: scans still look for faces", exc_info=True)

    def _forgotten(self) -> None:
        shown, self._shown = self._shown, []
        self._board.touch_videos(shown)
        for file_uuid in shown:
            self._board.findings_grew(file_uuid)
        self.changed()
        self._rewritten()
