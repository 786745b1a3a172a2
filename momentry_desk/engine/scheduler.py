"""Carries out plans: gives claimed tasks to workers, stores what they send, ends those that must end."""

import logging
from collections.abc import Callable, Iterable, Sequence

import msgspec
from PySide6.QtCore import QObject

from momentry_desk.core import estimates, faces
from momentry_desk.core.findings import Chunk
from momentry_desk.core.liveness import hangs
from momentry_desk.core.messages import (
    Acknowledge,
    ChunkReady,
    Failed,
    FromWorker,
    Notice,
    Progress,
    Scan,
    Started,
    Stopped,
    Succeeded,
)
from momentry_desk.core.model import Attempt, AttemptOutcome, Failure, FailureKind
from momentry_desk.core.planning import Plan
from momentry_desk.core.sentences import Said, say
from momentry_desk.core.settings import Settings
from momentry_desk.core.snapshot import PauseState
from momentry_desk.engine.attempt_run import Intent, Run
from momentry_desk.engine.clock import Clock
from momentry_desk.engine.endings import WorkerEnd
from momentry_desk.engine.limit import Limit
from momentry_desk.engine.outcomes import Outcomes
from momentry_desk.engine.pausing import Pausing
from momentry_desk.engine.planner import Planner
from momentry_desk.engine.resources import Usage
from momentry_desk.engine.stores import Stores
from momentry_desk.engine.worker_process import WorkerProcess
from momentry_desk.engine.workers import Workers
from momentry_desk.store.trouble import StoreTrouble

_log = logging.getLogger(__name__)

TICK_S = 1.0
#: How often the percentage goes into the database at most. It is for a restart's first look alone.
_PERCENT_EVERY_S = 5.0
#: Failures after which a worker is not trusted with another file.
_TAINTED = frozenset({FailureKind.INTERNAL, FailureKind.OUT_OF_MEMORY})


class Scheduler(QObject):
    """`runs` holds what fills a slot, by task: until the worker is free again or its whole tree is gone."""

    def __init__(
        self,
        stores: Stores,
        workers: Workers,
        outcomes: Outcomes,
        pausing: Pausing,
        *,
        clock: Clock,
        settings: Callable[[], Settings],
        limit: Limit,
        usage_of: Callable[[int], Usage],
        machine_cpu: Callable[[], float],
        weight_folders: tuple[str, ...],
        touch: Callable[[Iterable[str]], None],
        touch_videos: Callable[[Iterable[str]], None],
        findings_grew: Callable[[str], None],
        reach: Callable[[str], None] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.runs: dict[str, Run] = {}
        self._by_worker: dict[WorkerProcess, Run] = {}
        self._stores = stores
        self._workers = workers
        self._outcomes = outcomes
        self._pausing = pausing
        self._clock = clock
        self._settings = settings
        self._limit = limit
        self._usage_of = usage_of
        self._machine_cpu = machine_cpu
        self._weight_folders = weight_folders
        self._touch = touch
        self._touch_videos = touch_videos
        self._findings_grew = findings_grew
        self._reach = reach or (lambda _point: None)
        self._planner = Planner(stores.tasks, clock, settings, touch)
        self.stopping = self.resting = False
        workers.ready.connect(self._send_scan_to)
        workers.said.connect(self._hear)
        workers.ended.connect(self._bury)

    def active(self) -> list[Run]:
        """The runs whose end is not known yet."""
        return [run for run in self.runs.values() if not run.over]

    # Starting -----------------------------------------------------------------------------------------------

    def consider(self) -> None:
        """Start what may start now."""
        try:
            plan = self._plan(list(self.runs.values()), self._limit.slots)
            if plan is not None and plan.start and self._limit.wake():
                plan = self._plan(list(self.runs.values()), self._limit.slots)
            if plan is None:
                return
            self._planner.note(plan)
            for task_id in plan.start:
                attempt = self._stores.tasks.claim(task_id, self._clock.now())
                if attempt is not None:
                    self._begin(attempt)
        except StoreTrouble as trouble:
            self._outcomes.not_written(trouble)

    def _plan(self, beside: Sequence[Run], slots: int) -> Plan | None:
        """What may start now beside these runs, into so many slots in all; None where nothing may."""
        if self.stopping or self.resting or self._pausing.state is not PauseState.RUNNING:
            return None
        try:
            return self._planner.plan([run.task for run in beside], self.runs.keys(), slots)
        except StoreTrouble:
            # Whoever asks has more to do than to start something, and the next tick asks again.
            _log.exception("what waits could not be read")
            return None

    def _begin(self, attempt: Attempt, cpu_before_s: float | None = None) -> None:
        """Give a claimed task to a worker; `cpu_before_s` is what that one has used, where it is known."""
        task = self._stores.tasks.get(attempt.task_id)
        assert task is not None
        video = self._stores.videos.get(task.file_uuid)
        worker = self._workers.take()
        processors = faces.allowed(task.processors, self._settings().privacy.faces)
        run = Run(task, attempt, video.path if video else "", worker, self._clock.monotonic(), processors)
        run.audio_track = self._stores.audio.heard([video] if video else []).get(task.file_uuid)
        run.know(video.media if video else None)
        run.cpu_before_s = self._usage_of(worker.pid).cpu_s if cpu_before_s is None else cpu_before_s
        self.runs[task.task_id] = run
        self._by_worker[worker] = run
        self._touch((task.task_id,))
        if worker.hello is not None:
            self._send_scan(run)

    def _send_scan_to(self, worker: WorkerProcess) -> None:
        if (run := self._by_worker.get(worker)) is not None and not run.sent:
            self._send_scan(run)

    def _send_scan(self, run: Run) -> None:
        run.sent = True
        # The first attempt has nothing to go on from.
        stored = self._stores.findings.checkpoints(run.task_id) if run.attempt.number > 1 else ()
        checkpoints = tuple(point for point in stored if point.processor in run.processors)
        options = self._settings().processors.options()
        scan = Scan(
            attempt_id=run.attempt.attempt_id,
            file_uuid=run.task.file_uuid,
            path=run.path,
            processors=run.processors,
            options={name: dict(options.get(name, {})) for name in run.processors},
            checkpoints=checkpoints,
            threads=self._workers.threads,
            weight_folders=self._weight_folders,
            audio_track=run.audio_track,
        )
        if not run.worker.send(scan):
            _log.warning("the checkpoints of %s are too large to hand on; it begins anew", run.task_id)
            self._stores.findings.restart(run.attempt.attempt_id, run.processors, self._clock.now())
            run.worker.send(msgspec.structs.replace(scan, checkpoints=()))

    # Listening ----------------------------------------------------------------------------------------------

    def _hear(self, worker: WorkerProcess, message: FromWorker) -> None:
        run = self._by_worker.get(worker)
        if run is None or getattr(message, "attempt_id", None) != run.attempt.attempt_id:
            # A late word of a dead attempt changes nothing.
            return
        if isinstance(message, Stopped):
            run.worker.kill()
        if run.over:
            return
        self._count(run)
        run.silent_s, run.silent_cpu_s = 0.0, None
        try:
            self._act_on(run, message)
        except StoreTrouble as trouble:
            # What was not stored is not acknowledged: the next attempt goes on from the checkpoint.
            self.end(run, Intent.INTERRUPT)
            self._outcomes.not_written(trouble)

    def _act_on(self, run: Run, message: FromWorker) -> None:
        match message:
            case Progress():
                self._note_progress(run, message.fractions)
            case ChunkReady():
                self._store(run, message.chunk)
            case Started():
                run.duration_s = message.media.duration_s
                if message.restarted:
                    self._stores.findings.restart(run.attempt.attempt_id, message.restarted, self._clock.now())
                if not run.probed:
                    run.probed = True
                    self._stores.videos.set_probe(run.task.file_uuid, message.media)
                    self._touch_videos((run.task.file_uuid,))
            case Notice():
                run.warnings.append(message.text)
                self._touch((run.task_id,))
            case Succeeded():
                if run.intent is None or run.intent is Intent.INTERRUPT:
                    run.over = True
                    self._succeed(run, message)
            case Failed():
                if run.intent is None:
                    # Before what follows from it: a pause must not suspend a worker that is done.
                    run.over = True
                    self._outcomes.fail(
                        run,
                        AttemptOutcome.ERRORED,
                        message.failure,
                        completed=message.completed,
                        cpu_s=self._cpu_of(run),
                    )
                    self._finish(run, keep=message.failure.kind not in _TAINTED)
            case _:
                pass

    def _note_progress(self, run: Run, fractions: dict[str, float]) -> None:
        run.fractions.update(fractions)
        done = estimates.progress(self._outcomes.speeds, run.processors, run.fractions)
        if run.done_at_start is None:
            run.done_at_start = done
        run.done = max(run.done, done)
        percent = int(run.done * 100)
        if percent != run.told_percent and run.untold_s >= _PERCENT_EVERY_S:
            run.told_percent, run.untold_s = percent, 0.0
            self._stores.tasks.progress(run.attempt.attempt_id, percent, self._clock.now(), running_s=run.running_s)
        self._touch((run.task_id,))

    def _store(self, run: Run, chunk: Chunk) -> None:
        if self._stores.findings.store_chunk(run.attempt.attempt_id, chunk, self._clock.now()):
            run.worker.send(Acknowledge(run.attempt.attempt_id, chunk.number))
            if chunk.findings:
                self._findings_grew(run.task.file_uuid)
        elif run.intent is None:
            # The marks in the database are not those it goes on from: its findings would stand twice.
            _log.error("a chunk of %s does not follow what is stored", run.attempt.attempt_id)
            run.over = True
            self._outcomes.fail(
                run,
                AttemptOutcome.ERRORED,
                Failure(FailureKind.INTERNAL, say(Said.OUT_OF_STEP, file=run.task.file_name)),
            )
            self._finish(run, keep=False)

    # Ending -------------------------------------------------------------------------------------------------

    def _succeed(self, run: Run, word: Succeeded) -> None:
        """Write the end; the worker goes on with the next task at once where there is one for its slot."""
        usage = self._usage_of(run.worker.pid)
        kept = run.intent is None and self._workers.give_back(run.worker, usage.memory)
        beside = [other for other in self.runs.values() if other is not run]
        # This slot alone: further ones are filled by the look that follows every end.
        plan = self._plan(beside, min(len(beside) + 1, self._limit.slots)) if kept else None
        cpu_s = self._cpu_since(run, usage)
        claimed = self._outcomes.succeed(run, word, cpu_s, plan.start[0] if plan else None)
        self._limit.learn(run, cpu_s=cpu_s, peak_memory=word.peak_memory, whole=True)
        self._tell_end(run)
        if not kept:
            run.worker.dismiss()
            return
        self._forget(run)
        if claimed is not None and plan is not None:
            self._planner.note(plan)
            self._begin(claimed, usage.cpu_s)
        self._look_again()

    def end(self, run: Run, intent: Intent) -> None:
        """End a running attempt before its last word. The slot is free when the tree is gone."""
        if run.intent is None and not run.over:
            run.intent = intent
            if intent is Intent.CANCEL:
                run.over = True
                run.worker.cancel(run.attempt.attempt_id)
            else:
                run.worker.kill()
        elif intent is Intent.CANCEL and not run.over:
            run.intent, run.over = intent, True

    def end_tasks(self, task_ids: Iterable[str], intent: Intent) -> None:
        for task_id in task_ids:
            if run := self.runs.get(task_id):
                self.end(run, intent)

    def _finish(self, run: Run, *, keep: bool) -> None:
        run.over = True
        self._tell_end(run)
        if keep and self._workers.give_back(run.worker, self._usage_of(run.worker.pid).memory):
            self._free(run)
        else:
            run.worker.dismiss()

    def _tell_end(self, run: Run) -> None:
        self._touch(self._outcomes.changed_by(run))
        self._touch_videos((run.task.file_uuid,))
        self._findings_grew(run.task.file_uuid)

    def _bury(self, worker: WorkerProcess, end: WorkerEnd) -> None:
        run = self._by_worker.get(worker)
        if run is None:
            return
        if not run.over:
            self._close(run, end)
        self._free(run)

    def _close(self, run: Run, end: WorkerEnd) -> None:
        self._count(run)
        run.over = True
        cpu_s = self._cpu_of(run)
        self._limit.learn(run, cpu_s=cpu_s, whole=False)
        self._outcomes.close(run, end, cpu_s)

    def _free(self, run: Run) -> None:
        self._forget(run)
        self._look_again()

    def _forget(self, run: Run) -> None:
        self._by_worker.pop(run.worker, None)
        if self.runs.get(run.task_id) is run:
            del self.runs[run.task_id]
        self._touch((run.task_id,))

    def _look_again(self) -> None:
        self._pausing.settle(bool(self.active()))
        self.consider()

    # Time ---------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Once a second."""
        if self._pausing.overdue():
            # A suspended worker keeps memory and open files; a drive could not be ejected.
            self.interrupt_all()
        moving = [run for run in self.active() if not run.suspended]
        for run in moving:
            usage = self._usage_of(run.worker.pid)
            run.take_up(usage)
            if run.silent_cpu_s is None:
                run.silent_cpu_s = usage.cpu_s
            self._count(run)
            if run.intent is None and run.running_s >= self._settings().queue.task_timeout:
                self.end(run, Intent.TIME_OUT)
            elif run.intent is None and hangs(
                silent_s=run.silent_s,
                used_cpu_s=usage.cpu_s - run.silent_cpu_s,
                machine_percent=self._machine_cpu(),
            ):
                self.end(run, Intent.UNRESPONSIVE)
        if moving:
            self._touch([run.task_id for run in moving])
        self._workers.let_go_idle(keep=max(0, self._limit.slots - len(self.runs)))
        self.consider()

    def _count(self, run: Run) -> None:
        """Add the running time since the last count, at most two intervals: time that the program itself slept or
        was stopped counts for nothing."""
        now = self._clock.monotonic()
        passed, run.counted_at = min(max(0.0, now - run.counted_at), 2 * TICK_S), now
        if not run.suspended:
            run.running_s += passed
            run.silent_s += passed
            run.untold_s += passed

    def _cpu_of(self, run: Run) -> float | None:
        return self._cpu_since(run, self._usage_of(run.worker.pid))

    def _cpu_since(self, run: Run, usage: Usage) -> float | None:
        used = usage.cpu_s - run.cpu_before_s
        return used if used > 0 else None

    def suspend_all(self) -> None:
        for run in self.active():
            self._count(run)
            self._reach("before suspend")
            run.worker.suspend()
            self._reach("after suspend")
        self._touch(list(self.runs))

    def resume_all(self) -> None:
        for run in self.active():
            self._count(run)
            self._reach("before unsuspend")
            run.worker.resume()
            run.silent_s = 0.0
        self._touch(list(self.runs))
        self.consider()

    def interrupt_all(self) -> None:
        for run in self.active():
            self.end(run, Intent.INTERRUPT)
