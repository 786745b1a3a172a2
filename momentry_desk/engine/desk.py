"""Everything that lives on the engine's thread, put together: opening, the commands, the clock's tick, the stop."""

import logging
import os
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

from PySide6.QtCore import QObject, QThread, QTimer, Signal, Slot

from momentry_desk.core.model import FailureKind
from momentry_desk.core.settings import default_slots
from momentry_desk.core.snapshot import PauseState, QueueSnapshot, ResourceSample
from momentry_desk.engine import folders, stop_points
from momentry_desk.engine.attempt_run import Intent
from momentry_desk.engine.board import Board
from momentry_desk.engine.clock import Clock
from momentry_desk.engine.commands import Commands
from momentry_desk.engine.errors import EngineStopped, StartRefused
from momentry_desk.engine.face_sorter import FaceSorter
from momentry_desk.engine.instance import InstanceLock
from momentry_desk.engine.intake import Intake
from momentry_desk.engine.lookout import Lookout
from momentry_desk.engine.outcomes import Outcomes
from momentry_desk.engine.outlet import Outlet
from momentry_desk.engine.pausing import Pausing
from momentry_desk.engine.resources import Sampler
from momentry_desk.engine.scheduler import TICK_S, Scheduler
from momentry_desk.engine.sessions import Sessions, sweep
from momentry_desk.engine.settings_file import SettingsFile
from momentry_desk.engine.stores import Stores
from momentry_desk.engine.worker_command import WorkerCommand
from momentry_desk.engine.workers import Workers
from momentry_desk.store.database import open_database
from momentry_desk.store.trouble import StoreTrouble

_log = logging.getLogger(__name__)

Command = tuple[Callable[["Desk"], None], "Future[object]"]

#: Workers get this long after the end of their stdin before the program's end kills them.
_LAST_WORDS_MS = 300
#: A queue that waits for room on the disk goes on from here. Sixteen times the reserve.
ROOM_BYTES = 256 * 1024 * 1024
#: How often files that are waited for are looked for.
_RECHECK_EVERY_S = 3.0


class Desk(QObject):
    """Made by the facade and moved to the engine's thread. Everything but the constructor runs there."""

    woken = Signal()
    stop_asked = Signal()

    def __init__(
        self,
        data_folder: Path,
        outlet: Outlet,
        *,
        settings_path: Path | None,
        clock: Clock,
        launcher: WorkerCommand,
        next_command: Callable[[], Command | None],
        sampler: Callable[[Path], Sampler] | None = None,
    ) -> None:
        super().__init__()
        self._folder = data_folder
        self._outlet = outlet
        # Read before the start: the window wants its look and language before the database is open.
        self._settings = SettingsFile(settings_path or folders.settings_file(None, data_folder))
        outlet.latest = QueueSnapshot(settings=self._settings.settings, problems=self._settings.problems)
        self._clock = clock
        self._launcher = launcher
        self._next_command = next_command
        self._make_sampler = sampler or (lambda folder: Sampler(folder, now=clock.now, monotonic=clock.monotonic))
        self._home = QThread.currentThread()
        self._lock: InstanceLock | None = None
        self._sessions: Sessions | None = None
        self._stores: Stores | None = None
        self._stopping = False
        self._rechecked = 0.0
        self._commands: Commands | None = None
        self._last_words: QTimer | None = None

    # Life ---------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Take the data folder and begin. Raises `StartRefused` after telling it through the outlet."""
        try:
            self._open()
        except (StartRefused, StoreTrouble, OSError) as error:
            text = str(error)
            if isinstance(error, OSError) and not isinstance(error, StartRefused):
                text = f"{self._folder} cannot be used: {error.strerror or error}."
            _log.error("the start was refused: %s", text)
            self._let_go()
            self._outlet.refused.emit(text)
            raise StartRefused(text) from error

    def _open(self) -> None:
        folders.make_private(self._folder)
        run_folder = self._folder / "run"
        folders.make_private(run_folder)
        self._lock = InstanceLock(run_folder)
        sweep(run_folder)
        reach = stop_points.from_environment()
        database = open_database(self._folder, clock=self._clock.now, stop_point=reach)
        self._stores = stores = Stores.over(database)
        self._sessions = Sessions(run_folder)
        self._sampler = self._make_sampler(self._folder)
        self._outcomes = Outcomes(
            stores,
            now=self._clock.now,
            settings=lambda: self._settings.settings,
            pause=self._pause_by_program,
            touch_videos=lambda file_uuids: self._board.touch_videos(file_uuids),
        )
        stores.tasks.recover(self._clock.now(), database.unclean)
        self._pausing = Pausing(stores.tasks, self._clock, lambda: self._board.touch())
        self._workers = Workers(
            self._launcher,
            self._sessions,
            monotonic=self._clock.monotonic,
            memory_of=lambda pid: self._sampler.usage(pid).memory,
            parent=self,
        )
        self._board = Board(
            stores,
            self._outlet,
            clock=self._clock,
            pausing=lambda: self._pausing,
            scheduler=lambda: self._scheduler,
            outcomes=self._outcomes,
            settings=self._settings,
            slots=self.slots,
            parent=self,
        )
        self._scheduler = Scheduler(
            stores,
            self._workers,
            self._outcomes,
            self._pausing,
            clock=self._clock,
            settings=lambda: self._settings.settings,
            slots=self.slots,
            usage_of=self._sampler.usage,
            machine_cpu=lambda: self._sampler.last.cpu_percent if self._sampler.last else 0.0,
            weight_folders=folders.weight_folders(self._folder),
            touch=self._board.touch,
            touch_videos=self._board.touch_videos,
            findings_grew=self._findings_grew,
            reach=reach,
            parent=self,
        )
        self._lookout = Lookout(self._launcher, self._sessions, parent=self)
        self._face_sorter = FaceSorter(stores, self._lookout, self._outlet.people_changed.emit)
        self._intake = Intake(
            stores,
            self._lookout,
            now=self._clock.now,
            touch_videos=self._board.touch_videos,
            reject=self._outlet.rejected.emit,
            back=self._source_back,
        )
        self._commands = Commands(
            stores,
            self._board,
            self._scheduler,
            self._outcomes,
            self._pausing,
            self._intake,
            self._settings,
            self._clock,
            self._apply_settings,
        )
        self._workers.ended.connect(self._settle_stop)
        self._workers.threads = self._threads()
        self._timer = QTimer(self)
        self._timer.setInterval(int(TICK_S * 1000))
        self._timer.timeout.connect(self._tick)
        self._timer.start()
        self._remember_waiting()
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
        stores = self._stores
        if stores is None or self._stopping:
            raise EngineStopped
        return stores

    @property
    def face_sorter(self) -> FaceSorter:
        """Raises `EngineStopped` before the opening and after the stop."""
        if self._commands is None or self._stopping:
            raise EngineStopped
        return self._face_sorter

    def people_changed(self) -> None:
        """Tell that persons changed."""
        self._outlet.people_changed.emit()

    def interrupt_faces(self) -> None:
        """Interrupt the scans that look for faces; they go on by and by."""
        for run in self._scheduler.active():
            if "face" in run.task.processors:
                self._scheduler.end(run, Intent.INTERRUPT)

    def _findings_grew(self, file_uuid: str) -> None:
        self._face_sorter.wake()
        self._board.findings_grew(file_uuid)

    def _remember_waiting(self) -> None:
        """Take up what an earlier life left: files waited for, videos not probed."""
        assert self._stores is not None
        waiting = self._stores.tasks.waiting()
        paths = {
            video.file_uuid: video.path for video in self._stores.videos.some({task.file_uuid for task in waiting})
        }
        self._outcomes.waiting |= {task.task_id: paths.get(task.file_uuid, "") for task in waiting}
        self._intake.probe((video.file_uuid, video.path) for video in self._stores.videos.unprobed())

    @Slot()
    def serve(self) -> None:
        """Carry out what was asked for."""
        while (command := self._next_command()) is not None:
            act, answer = command
            try:
                act(self)
            except Exception as error:  # noqa: BLE001 - whatever it is, who asked must hear of it
                if not answer.done():
                    answer.set_exception(error)

    def _tick(self) -> None:
        if self._stopping or self._stores is None:
            return
        assert self._sessions is not None
        sample = self._sampler.sample(self._sessions.live())
        self._outlet.resources_sampled.emit(sample)
        try:
            self._outcomes.write_again()
            self._go_on_by_itself(sample)
            self._scheduler.tick()
            self._face_sorter.step()
        except StoreTrouble:
            _log.exception("the database did not do what the tick asked")
        if self._settings.edited():
            self._settings.read()
            self._apply_settings()
        now = self._clock.monotonic()
        if self._outcomes.waiting and now - self._rechecked >= _RECHECK_EVERY_S:
            self._rechecked = now
            self._intake.recheck(list(self._outcomes.waiting.values()))

    @Slot()
    def shut(self) -> None:
        """Begin the stop. The thread ends when the last worker's tree is gone."""
        if self._stopping:
            return
        self._stopping = True
        if self._stores is None:
            self._end_thread()
            return
        self._timer.stop()
        self._scheduler.stopping = True
        self._intake.stop()
        self._face_sorter.stop()
        self._lookout.stop()
        for run in self._scheduler.active():
            run.intent = run.intent or Intent.INTERRUPT
        self._workers.dismiss_all()
        self._last_words = QTimer(self)
        self._last_words.setInterval(_LAST_WORDS_MS)
        self._last_words.timeout.connect(self._kill_rest)
        self._last_words.start()
        self._settle_stop()

    def _kill_rest(self) -> None:
        self._workers.kill_all()
        self._settle_stop()

    def _settle_stop(self) -> None:
        if self._stopping and not len(self._workers) and self._lookout.resting and self._stores is not None:
            if self._last_words is not None:
                self._last_words.stop()
            if not self._outcomes.write_again():
                _log.error("some ends could not be written; the next start finds them interrupted")
            self._board.tell()
            self._let_go()
            self._end_thread()

    # Decisions of the whole --------------------------------------------------------------------------------

    def slots(self) -> int:
        """How many scans may run at once."""
        return self._settings.settings.queue.max_concurrent or default_slots(_cores())

    def _threads(self) -> int:
        return max(1, _cores() // self.slots())

    def _apply_settings(self) -> None:
        self._workers.threads = self._threads()
        # Idle workers may hold what the old settings asked for.
        self._workers.let_go_idle(keep=0)
        self._board.touch()
        self._scheduler.consider()

    def _pause_by_program(self, cause: FailureKind, reason: str) -> None:
        if self._pausing.state is PauseState.RUNNING and self._commands is not None:
            self._commands.pause(by="program", reason=reason, finish_running=False, cause=cause)

    def _go_on_by_itself(self, sample: ResourceSample) -> None:
        pause = self._pausing.pause
        if pause.state is PauseState.RUNNING or pause.by != "program" or self._commands is None:
            return
        if pause.cause is FailureKind.DISK_FULL and sample.disk_free >= ROOM_BYTES and self._stores:
            self._stores.database.restore_reserve()
            self._commands.resume()

    def _source_back(self, paths: list[str]) -> None:
        here = set(paths)
        back = [task_id for task_id, path in self._outcomes.waiting.items() if path in here]
        self._outcomes.source_is_back(back)
        self._board.touch(back)
        pause = self._pausing.pause
        if pause.by == "program" and pause.cause is FailureKind.SOURCE_MISSING and self._commands is not None:
            self._commands.resume()
        self._scheduler.consider()

    # The end ------------------------------------------------------------------------------------------------

    def _let_go(self) -> None:
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


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
