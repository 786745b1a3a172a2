"""Everything that lives on the engine's thread, put together: opening, the commands, the clock's tick, the stop."""

import logging
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QThread, Signal, Slot

from momentry_desk.core.snapshot import PauseState, QueueSnapshot
from momentry_desk.engine import folders, stop_points
from momentry_desk.engine.attempt_run import Intent
from momentry_desk.engine.board import Board
from momentry_desk.engine.callbacks import Deliveries, Resolver, resolve
from momentry_desk.engine.clock import Clock
from momentry_desk.engine.commands import Commands
from momentry_desk.engine.cutter import Cutter
from momentry_desk.engine.errors import EngineStopped, StartRefused, refused_for
from momentry_desk.engine.farewell import Farewell
from momentry_desk.engine.heartbeat import Heartbeat
from momentry_desk.engine.instance import InstanceLock
from momentry_desk.engine.intake import Intake
from momentry_desk.engine.limit import Limit
from momentry_desk.engine.lookout import Lookout
from momentry_desk.engine.manners import Manners
from momentry_desk.engine.model_room import ModelRoom
from momentry_desk.engine.open_rooms import OpenRooms
from momentry_desk.engine.outcomes import Outcomes
from momentry_desk.engine.outlet import Outlet
from momentry_desk.engine.own_pauses import OwnPauses
from momentry_desk.engine.pages import Pages
from momentry_desk.engine.pausing import Pausing
from momentry_desk.engine.people_room import PeopleRoom
from momentry_desk.engine.pictures import Pictures
from momentry_desk.engine.power import KeepAwake
from momentry_desk.engine.removal_room import RemovalRoom
from momentry_desk.engine.resources import Sampler
from momentry_desk.engine.row_reads import RowReads
from momentry_desk.engine.safekeeping import Safekeeping
from momentry_desk.engine.scheduler import Scheduler
from momentry_desk.engine.serving import Command, Serving
from momentry_desk.engine.sessions import Sessions, sweep
from momentry_desk.engine.settings_file import SettingsFile
from momentry_desk.engine.settings_watch import SettingsWatch
from momentry_desk.engine.side_rooms import SideRooms
from momentry_desk.engine.sources import Sources
from momentry_desk.engine.stores import Stores
from momentry_desk.engine.watch import Watch
from momentry_desk.engine.whereabouts import Whereabouts
from momentry_desk.engine.worker_command import WorkerCommand
from momentry_desk.engine.workers import Workers
from momentry_desk.engine.yielding import Yielding
from momentry_desk.store.database import open_database
from momentry_desk.store.trouble import StoreTrouble

_log = logging.getLogger(__name__)


class Desk(QObject, OpenRooms):
    """Made by the facade and moved to the engine's thread. Everything but the constructor runs there."""

    woken = Signal()
    stop_asked = Signal()

    def __init__(
        self,
        data_folder: Path,
        outlet: Outlet,
        *,
        settings_path: Path,
        clock: Clock,
        launcher: WorkerCommand,
        next_command: Callable[[], Command | None],
        sampler: Callable[[Path], Sampler] | None = None,
        resolver: Resolver = resolve,
    ) -> None:
        super().__init__()
        self._folder = data_folder
        self._outlet = outlet
        # Read before the start: the window wants its look and language before the database is open.
        self._settings = SettingsFile(settings_path)
        outlet.latest = QueueSnapshot(settings=self._settings.settings, problems=self._settings.problems)
        self._clock = clock
        self._launcher = launcher
        self._make_sampler = sampler or (lambda folder: Sampler(folder, now=clock.now, monotonic=clock.monotonic))
        self._resolver = resolver
        self._home = QThread.currentThread()
        self._lock: InstanceLock | None = None
        self._sessions: Sessions | None = None
        self._stores: Stores | None = None
        self._safekeeping: Safekeeping | None = None
        self._stopping = False
        self._commands: Commands | None = None
        self._serving = Serving(
            next_command,
            database=lambda: self._stores.database if self._stores else None,
            resting=lambda: self._people.forgetting.resting,
            disk_full=lambda trouble: self._outcomes.disk_full(trouble),
        )

    # Life ---------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Take the data folder and begin. Raises `StartRefused` after telling it through the outlet."""
        try:
            self._open()
        except (StartRefused, StoreTrouble, OSError) as error:
            refused = refused_for(error, self._folder)
            _log.error("the start was refused: %s", refused)
            self._let_go()
            self._outlet.refused.emit(str(refused))
            raise refused from (None if refused is error else error)

    def _open(self) -> None:
        folders.make_private(self._folder)
        run_folder = self._folder / "run"
        folders.make_private(run_folder)
        self._lock = InstanceLock(run_folder)
        sweep(run_folder)
        reach = stop_points.from_environment()
        database = open_database(self._folder, clock=self._clock.now, stop_point=reach)
        self._stores = stores = Stores.over(database)
        self._safekeeping = Safekeeping(database, self._clock.now)
        self._sessions = Sessions(run_folder)
        self._sampler = self._make_sampler(self._folder)
        self.limit = Limit(
            stores.costs, self._sampler, settings=lambda: self._settings.settings, now=self._clock.now
        )
        self._outcomes = Outcomes(
            stores,
            now=self._clock.now,
            settings=lambda: self._settings.settings,
            pause=lambda cause, reason: self._pauses.begin(cause, reason),
            touch_videos=lambda file_uuids: self._board.touch_videos(file_uuids),
        )
        stores.tasks.recover(self._clock.now(), database.unclean)
        self._pausing = Pausing(stores.tasks, self._clock, lambda: self._board.touch())
        self._pauses = OwnPauses(database, self._clock, self._pausing, lambda: self._commands)
        self._workers = Workers(self._launcher, self._sessions, monotonic=self._clock.monotonic, parent=self)
        self._board = Board(
            stores,
            self._outlet,
            clock=self._clock,
            pausing=lambda: self._pausing,
            scheduler=lambda: self._scheduler,
            outcomes=self._outcomes,
            settings=self._settings,
            limit=self.limit,
            parent=self,
        )
        weight_folders = folders.weight_folders(self._folder)
        self._scheduler = Scheduler(
            stores,
            self._workers,
            self._outcomes,
            self._pausing,
            clock=self._clock,
            settings=lambda: self._settings.settings,
            limit=self.limit,
            usage_of=self._sampler.usage,
            machine_cpu=lambda: self._sampler.last.cpu_percent if self._sampler.last else 0.0,
            weight_folders=weight_folders,
            touch=self._board.touch,
            touch_videos=self._board.touch_videos,
            findings_grew=lambda file_uuid: self._people.findings_grew(file_uuid),
            reach=reach,
            parent=self,
        )
        self._lookout = Lookout(self._launcher, self._sessions, parent=self)
        self.cutter = Cutter(self._launcher, self._sessions, parent=self)
        came = self._pauses.models_came
        self._models = ModelRoom(self._launcher, self._sessions, weight_folders, self._outlet, came, self)
        self._sources = Sources(
            stores, self._outcomes, self._board, self._clock, lambda: self._intake, self._sources_found
        )
        self._people = PeopleRoom(
            *(stores, self._lookout, self._scheduler, self._board, self._outlet, self._safekeeping),
            now=self._clock.now,
            say_no=lambda: self.commands.change_settings({"privacy.faces": "no"}),
            rewritten=self.serve,
        )
        self._intake = Intake(
            stores,
            self._lookout,
            now=self._clock.now,
            touch_videos=self._board.touch_videos,
            touch_tasks=self._board.touch_tasks_of,
            reject=self._outlet.rejected.emit,
            back=self._sources.back,
            invalid=self._sources.invalid,
        )
        self.pictures = Pictures(stores, self._lookout, self._board.touch_videos)
        self._whereabouts = Whereabouts(
            stores, self._lookout, self._intake, self._board, self._clock, lambda: self._settings.settings
        )
        self._row_reads = RowReads(stores.tasks, self._board, parent=self)
        self._commands = Commands(
            stores,
            self._board,
            self._scheduler,
            self._outcomes,
            self._pausing,
            self._intake,
            self._row_reads,
            self._whereabouts,
            self._settings,
            self._clock,
            self._apply_settings,
        )
        self._removals = RemovalRoom(stores, self._board, self._scheduler, self._outcomes, self._clock)
        self._side = SideRooms(
            stores,
            Lookout(self._launcher, self._sessions, parent=self),
            self._commands,
            self._scheduler,
            self._pausing,
            self._intake,
            self._board,
            self._outlet,
            self._clock,
            self,
        )
        self._people.forgetting.hold_too(self._side.lookout)
        self._yielding = Yielding(
            monotonic=self._clock.monotonic, interrupt=lambda run: self._scheduler.end(run, Intent.INTERRUPT)
        )
        self._manners = Manners(
            settings=lambda: self._settings.settings,
            pause=lambda cause, reason: self._pauses.begin(cause, reason),
            resume=lambda: self.commands.resume(),
            awake=KeepAwake(),
        )
        self._pages = Pages(
            stores,
            self._board,
            self._scheduler,
            self._outcomes,
            self._pausing,
            self._clock,
            lambda: self.limit.slots,
        )
        self._deliveries = Deliveries(
            stores.outbox,
            now=self._clock.now,
            settings=lambda: self._settings.settings.api,
            changed=self._board.touch,
            resolver=self._resolver,
            parent=self,
        )
        self._workers.threads = self.limit.threads
        self._watch = Watch(
            *(stores.tasks, self._sessions, self.limit, self._scheduler, self._pausing),
            *(self._board, self._outlet, self._clock),
        )
        self._watch.look()
        self._heartbeat = Heartbeat(
            *(self._tick, stores, self._scheduler, self._pausing, self._outcomes, self._intake, self._sources),
            *(self._deliveries, self._side, self._clock, self),
        )
        self._settings_watch = SettingsWatch(self._settings, self)
        for stirred in (self._settings_watch.stirred, self._side.arrivals.stirred):
            stirred.connect(self._heartbeat.quicken)
        self._sources.remember()
        self._people.heed(self._settings.settings.privacy.faces)
        self._board.tell()
        self._scheduler.consider()

    @property
    def commands(self) -> Commands:
        """Raises `EngineStopped` before the opening and after the stop."""
        if self._commands is None or self._stopping:
            raise EngineStopped
        return self._commands

    @property
    def stores(self) -> Stores:
        """Raises `EngineStopped` before the opening and after the stop."""
        if self._stores is None or self._stopping:
            raise EngineStopped
        return self._stores

    @Slot()
    def serve(self) -> None:
        """Carry out what was asked for."""
        self._serving.serve(self)
        if self._commands is not None and not self._stopping:
            self._heartbeat.quicken()

    def _tick(self) -> None:
        if self._stopping or self._stores is None:
            return
        self._step()
        self._heartbeat.settle()

    def _step(self) -> None:
        try:
            sample = self._watch.look()
            if self._people.forgetting.resting:
                return
            if self._settings.edited():
                # Before those that go by them: at rest the next tick comes late.
                self._settings.read()
                self._apply_settings()
            self._outcomes.write_again()
            self._keep_learned()
            self._pausing.write()
            if self._safekeeping is not None:
                self._safekeeping.tick(sample.disk_free)
            self._manners.step(sample, self._pausing.pause, busy=bool(self._scheduler.active()))
            if self._manners.over(sample):
                self._pauses.look_for_room(sample)
            if self._pausing.state is PauseState.RUNNING:
                self._yielding.step(self._scheduler.active(), slots=self.limit.slots, suspend=self.limit.suspend)
            self._scheduler.tick()
            self._people.sorter.step()
            self._deliveries.tick()
            self._side.tick(healthy=self._manners.over(sample))
        except StoreTrouble as trouble:
            self._outcomes.not_written(trouble)
        self._sources.tick()
        self._whereabouts.tick()

    def _keep_learned(self) -> None:
        self.limit.keep()
        self._outcomes.keep_speeds()

    @Slot()
    def shut(self) -> None:
        """Begin the stop. The thread ends when the last worker's tree is gone."""
        if self._stopping:
            return
        self._stopping = True
        if self._stores is None:
            self._end_thread()
            return
        self._manners.let_go()
        self._sampler.close()
        self._heartbeat.stop()
        self._deliveries.stop()
        self._scheduler.stopping = True
        for stop in (self._intake.stop, self._whereabouts.stop, self._row_reads.stop, self._people.stop):
            stop()
        self._serving.stop()
        for run in self._scheduler.active():
            run.intent = run.intent or Intent.INTERRUPT
        beside = (self._lookout, self._side.lookout, self.cutter, self._models)
        Farewell(self._workers, beside, self._close, parent=self).begin()

    def _close(self) -> None:
        """No process is left."""
        if not self._outcomes.write_again():
            _log.error("some ends could not be written; the next start finds them interrupted")
        self._keep_learned()
        self._board.close()
        self._let_go()
        self._end_thread()

    # Decisions of the whole --------------------------------------------------------------------------------

    def _apply_settings(self) -> None:
        self._settings_watch.follow()
        self.limit.decide()
        self._workers.threads = self.limit.threads
        # Idle workers may hold what the old settings asked for.
        self._workers.let_go_idle(keep=0)
        self._people.heed(self._settings.settings.privacy.faces)
        self._board.touch()
        self._scheduler.consider()

    def _sources_found(self) -> None:
        self._pauses.sources_found()
        self._scheduler.consider()

    # The end ------------------------------------------------------------------------------------------------

    def _let_go(self) -> None:
        if self._safekeeping is not None:
            self._safekeeping.close()
            self._safekeeping = None
        if self._stores is not None:
            self._stores.database.close()
            self._stores = None
        if self._sessions is not None:
            self._sessions.close()
            self._sessions = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _end_thread(self) -> None:
        thread = QThread.currentThread()
        # What lives here must be destroyed where somebody still runs.
        self._outlet.moveToThread(self._home)
        self.moveToThread(self._home)
        thread.quit()
