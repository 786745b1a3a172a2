"""The rooms beside the queue that feed it, keep its hours and look for newer versions, put together."""

import msgspec
from PySide6.QtCore import QObject

from momentry_desk.core.snapshot import QueueSnapshot
from momentry_desk.engine.arrivals_room import ArrivalsRoom
from momentry_desk.engine.board import Board
from momentry_desk.engine.clock import Clock
from momentry_desk.engine.commands import Commands
from momentry_desk.engine.hours_room import SCHEDULE, HoursRoom
from momentry_desk.engine.intake import Intake
from momentry_desk.engine.lookout import Lookout
from momentry_desk.engine.outlet import Outlet
from momentry_desk.engine.pausing import Pausing
from momentry_desk.engine.scheduler import Scheduler
from momentry_desk.engine.sleeping import Sleeping
from momentry_desk.engine.stores import Stores
from momentry_desk.engine.updates_room import UpdatesRoom


class SideRooms:
    """Lives on the engine's thread. `lookout` goes through watched folders alone: a share that hangs holds up no
    drop."""

    def __init__(
        self,
        stores: Stores,
        lookout: Lookout,
        commands: Commands,
        scheduler: Scheduler,
        pausing: Pausing,
        intake: Intake,
        board: Board,
        outlet: Outlet,
        clock: Clock,
        parent: QObject,
    ) -> None:
        self.lookout = lookout
        self.arrivals = ArrivalsRoom(
            stores,
            lookout,
            commands,
            clock=clock,
            settings_file=commands.settings_file,
            touch=board.touch,
            parent=parent,
        )

        def busy() -> bool:
            now = clock.now()
            waits = stores.tasks.candidates(now, 1) or stores.tasks.next_due(now) is not None
            return bool(scheduler.active() or waits or intake.busy)

        self.hours = HoursRoom(
            clock=clock,
            settings_file=commands.settings_file,
            pause_now=lambda: pausing.pause,
            pause=lambda reason, finish: commands.pause(by=SCHEDULE, reason=reason, finish_running=finish),
            resume=commands.resume,
            busy=busy,
            sleep=Sleeping(),
            leave=outlet.leave_wanted.emit,
            changed=board.touch,
        )
        self.updates = UpdatesRoom(
            stores.updates,
            wanted=lambda: commands.settings_file.settings.updates.check,
            clock=clock,
            touch=board.touch,
        )
        board.beside = self._add_to

    def _add_to(self, plain: QueueSnapshot) -> QueueSnapshot:
        return msgspec.structs.replace(
            plain,
            watched=self.arrivals.states(),
            end=self.hours.end,
            hours=self.hours.opening,
            updates=self.updates.state(),
        )

    @property
    def busy(self) -> bool:
        """Whether a tick has something to bring forward."""
        return self.arrivals.looking or self.hours.counts or self.updates.looking

    def rest_s(self) -> float:
        """How long nothing is due here."""
        return min(self.arrivals.rest_s(), self.hours.rest_s())

    def tick(self, *, healthy: bool) -> None:
        """Now and then. `healthy`: neither battery nor disk forbids to go on. Raises `StoreTrouble`."""
        self.hours.step(healthy=healthy)
        self.arrivals.tick()
        self.updates.tick()
