"""Carries out plans: gives claimed tasks to workers, stores what they send, ends those that must end."""

import logging
from collections.abc import Callable, Iterable

import msgspec
from PySide6.QtCore import QObject

from momentry_desk.core import estimates, planning
from momentry_desk.core.findings import Chunk
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
from momentry_desk.core.model import AttemptOutcome, Failure, FailureKind
from momentry_desk.core.sentences import Said, say
from momentry_desk.core.settings import Settings
from momentry_desk.core.snapshot import PauseState
from momentry_desk.engine.attempt_run import Intent, Run
from momentry_desk.engine.clock import Clock
from momentry_desk.engine.endings import WorkerEnd, failure_of
from momentry_desk.engine.limit import Limit
from momentry_desk.engine.outcomes import Outcomes
from momentry_desk.engine.pausing import Pausing
from momentry_desk.engine.resources import Usage
from momentry_desk.engine.stores import Stores
from momentry_desk.engine.worker_process import WorkerProcess
from momentry_desk.engine.workers import Workers
from momentry_desk.store.trouble import DatabaseFull

_log = logging.getLogger(__name__)

TICK_S = 1.0
#: Candidates looked at beyond the free slots, since some may not run beside others.
_SPARE = 32
#: Silence that makes a look necessary, and the CPU time that tells a busy hang from a starved worker.
SILENCE_S = 60.0
HANG_CPU_S = 20.0
#: Below this much CPU in a minute of silence on an idle machine a worker waits for something that never comes.
DEAD_CPU_S = 0.5
IDLE_MACHINE_PERCENT = 50.0
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
        self._fairness = planning.Fairness(settings().queue.fair_start_every)
        self.stopping = False
        workers.ready.connect(self._send_scan_to)
        workers.said.connect(self._hear)
        workers.ended.connect(self._bury)

    def active(self) -> list[Run]:
        """The runs whose end is not known yet."""
        return [run for run in self.runs.values() if not run.over]

    # Starting -----------------------------------------------------------------------------------------------

    def consider(self) -> None:
        """Start what may start now."""
        slots = self._limit.slots
        if self.stopping or self._pausing.state is not PauseState.RUNNING or len(self.runs) >= slots:
            return
        now = self._clock.now()
        try:
            # A task whose last worker is still being ended keeps waiting: nothing runs twice.
            candidates = [
                task for task in self._stores.tasks.candidates(now, slots + _SPARE) if task.task_id not in self.runs
            ]
            if not candidates:
                return
            every = self._settings().queue.fair_start_every
            fairness = planning.Fairness(every, self._fairness.starts)
            longest = None
            if every and fairness.starts + 1 >= every:
                longest = self._stores.tasks.longest_waiting_below(candidates[0].order.rank, now)
            plan = planning.plan(
                candidates=candidates,
                running=[run.task for run in self.runs.values()],
                slots=slots,
                paused=False,
                fairness=fairness,
                now=now,
                longest_waiting=longest,
            )
            self._fairness = plan.fairness
            for task_id in plan.start:
                self._start(task_id)
        except DatabaseFull as trouble:
            self._outcomes.disk_full(trouble)

    def _start(self, task_id: str) -> None:
        attempt = self._stores.tasks.claim(task_id, self._clock.now())
        task = self._stores.tasks.get(task_id)
        if attempt is None or task is None:
            return
        video = self._stores.videos.get(task.file_uuid)
        worker = self._workers.take()
        run = Run(task, attempt, video.path if video else "", worker, self._clock.monotonic())
        run.duration_s = video.media.duration_s if video and video.media else None
        run.cpu_before_s = self._usage_of(worker.pid).cpu_s
        run.silent_cpu_s = run.cpu_before_s
        self.runs[task_id] = run
        self._by_worker[worker] = run
        self._touch((task_id,))
        if worker.hello is not None:
            self._send_scan(run)

    def _send_scan_to(self, worker: WorkerProcess) -> None:
        run = self._by_worker.get(worker)
        if run is not None and not run.sent:
            self._send_scan(run)

    def _send_scan(self, run: Run) -> None:
        run.sent = True
        checkpoints = tuple(
            point
            for point in self._stores.findings.checkpoints(run.task_id)
            if point.processor in run.task.processors
        )
        options = self._settings().processors.options()
        scan = Scan(
            attempt_id=run.attempt.attempt_id,
            file_uuid=run.task.file_uuid,
            path=run.path,
            processors=run.task.processors,
            options={name: dict(options.get(name, {})) for name in run.task.processors},
            checkpoints=checkpoints,
            threads=self._workers.threads,
            weight_folders=self._weight_folders,
        )
        if not run.worker.send(scan):
            _log.warning("the checkpoints of %s are too large to hand on; it begins anew", run.task_id)
            self._stores.findings.restart(run.attempt.attempt_id, run.task.processors, self._clock.now())
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
        run.silent_s = 0.0
        run.silent_cpu_s = self._usage_of(worker.pid).cpu_s
        try:
            self._act_on(run, message)
        except DatabaseFull as trouble:
            # What was not stored is not acknowledged: the attempt goes on from its checkpoint when there is room.
            self.end(run, Intent.INTERRUPT)
            self._outcomes.disk_full(trouble)

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
                video = self._stores.videos.get(run.task.file_uuid)
                if video is not None and video.media is None:
                    self._stores.videos.set_probe(run.task.file_uuid, message.media)
                    self._touch_videos((run.task.file_uuid,))
            case Notice():
                run.warnings.append(message.text)
                self._touch((run.task_id,))
            case Succeeded():
                if run.intent is None or run.intent is Intent.INTERRUPT:
                    run.over = True
                    cpu_s = self._cpu_of(run)
                    self._outcomes.succeed(run, message, cpu_s)
                    self._limit.learn(run, cpu_s=cpu_s, peak_memory=message.peak_memory, whole=True)
                    self._finish(run, keep=run.intent is None)
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
        done = estimates.progress(self._outcomes.speeds, run.task.processors, run.fractions)
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
            run = self.runs.get(task_id)
            if run is not None:
                self.end(run, intent)

    def _finish(self, run: Run, *, keep: bool) -> None:
        run.over = True
        self._touch((run.task_id,))
        self._touch_videos((run.task.file_uuid,))
        self._findings_grew(run.task.file_uuid)
        if keep and self._workers.give_back(run.worker):
            self._free(run)
        else:
            run.worker.dismiss()

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
        name = run.task.file_name
        if run.intent is Intent.INTERRUPT:
            self._outcomes.interrupt(run, "The scan was interrupted and goes on from here.", cpu_s)
        elif run.intent is Intent.TIME_OUT:
            limit = self._settings().queue.task_timeout
            text = say(Said.TOO_LONG, file=name, seconds=f"{limit:g}")
            failure = Failure(FailureKind.TIMED_OUT, text, end.log_tail)
            self._outcomes.fail(run, AttemptOutcome.TIMED_OUT, failure, cpu_s=cpu_s)
        elif run.intent is Intent.UNRESPONSIVE:
            text = say(Said.HUNG, file=name, seconds=f"{SILENCE_S:g}")
            failure = Failure(FailureKind.UNRESPONSIVE, text, end.log_tail)
            self._outcomes.fail(run, AttemptOutcome.CRASHED, failure, cpu_s=cpu_s)
        else:
            self._outcomes.fail(run, AttemptOutcome.CRASHED, failure_of(end, name), cpu_s=cpu_s)

    def _free(self, run: Run) -> None:
        self._by_worker.pop(run.worker, None)
        if self.runs.get(run.task_id) is run:
            del self.runs[run.task_id]
        self._touch((run.task_id,))
        self._pausing.settle(bool(self.active()))
        self.consider()

    # Time ---------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Once a second."""
        limit = self._settings().queue.task_timeout
        if self._pausing.overdue():
            # A suspended worker keeps memory and open files; a drive could not be ejected.
            self.interrupt_all()
        for run in self.active():
            if run.suspended:
                continue
            run.peak_memory = max(run.peak_memory, self._usage_of(run.worker.pid).memory)
            self._count(run)
            if run.intent is None and run.running_s >= limit:
                self.end(run, Intent.TIME_OUT)
            elif run.intent is None and run.silent_s >= SILENCE_S and self._hangs(run):
                self.end(run, Intent.UNRESPONSIVE)
        self._touch([run.task_id for run in self.active()])
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

    def _hangs(self, run: Run) -> bool:
        used = self._usage_of(run.worker.pid).cpu_s - run.silent_cpu_s
        return used >= HANG_CPU_S or (used <= DEAD_CPU_S and self._machine_cpu() < IDLE_MACHINE_PERCENT)

    def _cpu_of(self, run: Run) -> float | None:
        used = self._usage_of(run.worker.pid).cpu_s - run.cpu_before_s
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
