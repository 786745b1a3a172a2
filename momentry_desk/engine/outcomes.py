"""What follows from the end of an attempt: a result, a retry, a wait, a pause of the queue."""

import logging
import random
from collections.abc import Callable, Iterable

import msgspec

from momentry_desk.core import breaker, estimates, faces, retry
from momentry_desk.core.messages import Succeeded
from momentry_desk.core.model import Attempt, AttemptOutcome, Failure, FailureKind, LeftOut, Task, TaskStatus
from momentry_desk.core.places import waiting_sentence
from momentry_desk.core.retry import Decision, Verdict
from momentry_desk.core.sentences import Said, say
from momentry_desk.core.settings import Settings
from momentry_desk.engine.attempt_run import Intent, Run
from momentry_desk.engine.endings import WorkerEnd, failure_of, timed_out, unresponsive
from momentry_desk.engine.stores import Stores
from momentry_desk.store.trouble import DatabaseFull, StoreTrouble

_log = logging.getLogger(__name__)


class Outcomes:
    """Writes ends into the database. What it cannot write now (a full disk) it keeps and tries again.

    `speeds` is what finished scans taught. `waiting` maps the tasks that wait for their file to its path.
    """

    def __init__(
        self,
        stores: Stores,
        *,
        now: Callable[[], float],
        settings: Callable[[], Settings],
        pause: Callable[[FailureKind, str], None],
        touch_videos: Callable[[Iterable[str]], None],
        jitter: Callable[[], float] = random.random,
    ) -> None:
        """`pause` stops the queue in the program's name, with the cause and the reason in words."""
        self.speeds = self._kept_speeds = stores.learned.speeds()
        self.waiting: dict[str, str] = {}
        self._stores = stores
        self._now = now
        self._settings = settings
        self._pause = pause
        self._touch_videos = touch_videos
        self._jitter = jitter
        self._streak = breaker.Streak()
        self._unwritten: list[Callable[[], None]] = []

    def remaining_s(self, run: Run) -> float | None:
        whole = estimates.whole_scan(self.speeds, run.processors, run.duration_s)
        return estimates.remaining(
            done=run.done,
            done_at_start=run.done_at_start or 0.0,
            running_s=run.running_s,
            whole_s=whole,
        )

    def scan_s(self, task: Task, duration_s: float | None) -> float | None:
        """What a whole scan of a waiting task takes, in seconds."""
        return estimates.whole_scan(self.speeds, task.processors, duration_s)

    def succeed(
        self, run: Run, word: Succeeded, cpu_s: float | None, next_task_id: str | None = None
    ) -> Attempt | None:
        """Write the end, and in the same breath claim the task that the worker goes on with. None where there is
        none, or where nothing could be written."""
        self._streak = breaker.after_success()
        self.speeds = estimates.learn(self.speeds, word.costs, run.running_s)
        tasks, token = self._stores.tasks, run.attempt.attempt_id
        peak_memory = max(word.peak_memory, run.peak_memory) or None
        left_out = self._left_out(run)
        running_s, warnings = run.running_s, tuple(run.warnings)

        def write() -> None:
            tasks.complete(
                token,
                self._now(),
                running_s=running_s,
                peak_memory=peak_memory,
                cpu_s=cpu_s,
                warnings=warnings,
                left_out=left_out,
            )

        if next_task_id is None:
            self._write(write)
            return None
        try:
            _, claimed = tasks.complete_and_claim(
                token,
                next_task_id,
                self._now(),
                running_s=running_s,
                peak_memory=peak_memory,
                cpu_s=cpu_s,
                warnings=warnings,
                left_out=left_out,
            )
        except StoreTrouble as trouble:
            self._put_off(write, trouble)
            return None
        return claimed

    def changed_by(self, run: Run) -> list[str]:
        """The tasks that an end has changed: its own, and what was left out and is one of its own now."""
        if run.processors == run.task.processors:
            return [run.task_id]
        return [run.task_id, *(task.task_id for task in self._stores.tasks.of_files([run.task.file_uuid]))]

    def _left_out(self, run: Run) -> LeftOut:
        """What the task asks for and the person has not allowed (yet); says so among the warnings."""
        names = tuple(name for name in run.task.processors if name not in run.processors)
        answer = self._settings().privacy.faces
        if not names:
            return LeftOut()
        if answer == "no":
            run.warnings.append(say(Said.FACES_LEFT_OUT))
            return LeftOut(names)
        run.warnings.append(say(Said.FACES_LATER))
        return LeftOut(names, again=True, waiting_for=faces.WAITING if answer == "ask" else None)

    def fail(
        self,
        run: Run,
        outcome: AttemptOutcome,
        failure: Failure,
        *,
        completed: tuple[str, ...] = (),
        cpu_s: float | None = None,
    ) -> None:
        task, queue = run.task, self._settings().queue
        if not failure.log_tail:
            failure = msgspec.structs.replace(failure, log_tail=run.worker.log_tail)
        decision = retry.decide(
            failure.kind,
            retry_count=task.retry_count,
            max_retries=task.max_retries,
            retry_on_failure=task.retry_on_failure,
            retry_delay_s=queue.retry_delay,
            jitter=self._jitter(),
        )

        def write() -> None:
            after = self._stores.tasks.fail(
                run.attempt.attempt_id,
                outcome,
                failure,
                decision,
                self._now(),
                running_s=run.running_s,
                cpu_s=cpu_s,
                peak_memory=run.peak_memory or None,
                warnings=run.warnings,
                completed=completed,
            )
            if after is not None:
                self._follow(run, after, failure, decision)

        self._write(write)

    def close(self, run: Run, end: WorkerEnd, cpu_s: float | None) -> None:
        """Write the end of an attempt whose worker ended without a last word."""
        name = run.task.file_name
        match run.intent:
            case Intent.INTERRUPT:
                self.interrupt(run, "The scan was interrupted and goes on from here.", cpu_s)
            case Intent.TIME_OUT:
                failure = timed_out(end, name, self._settings().queue.task_timeout)
                self.fail(run, AttemptOutcome.TIMED_OUT, failure, cpu_s=cpu_s)
            case Intent.UNRESPONSIVE:
                self.fail(run, AttemptOutcome.CRASHED, unresponsive(end, name), cpu_s=cpu_s)
            case _:
                self.fail(run, AttemptOutcome.CRASHED, failure_of(end, name), cpu_s=cpu_s)

    def interrupt(self, run: Run, message: str, cpu_s: float | None) -> None:
        def write() -> None:
            self._stores.tasks.interrupt(
                run.attempt.attempt_id,
                self._now(),
                message=message,
                running_s=run.running_s,
                cpu_s=cpu_s,
                percent=self._goes_on_at(run),
            )

        self._write(write)

    def _goes_on_at(self, run: Run) -> float | None:
        """The percent of a scan that its checkpoints keep; None where its length is not known."""
        if not run.duration_s:
            return None
        points = self._stores.findings.checkpoints(run.task_id)
        kept = {point.processor: 1.0 if point.done else point.mark_s / run.duration_s for point in points}
        return 100 * estimates.progress(self.speeds, run.processors, kept)

    def keep_speeds(self) -> None:
        """Write what was learned since the last time: apart from the ends that taught it, so that none of them
        waits for the disk once more, or fails over it."""
        if self.speeds != self._kept_speeds:
            self._kept_speeds = self.speeds
            try:
                self._stores.learned.put_speeds(self.speeds)
            except StoreTrouble:
                _log.warning("what a scan takes could not be kept", exc_info=True)

    @property
    def unwritten(self) -> bool:
        """Whether something could not be written yet."""
        return bool(self._unwritten)

    def write_again(self) -> bool:
        """Try what could not be written; True when nothing is left."""
        left, self._unwritten = self._unwritten, []
        for write in left:
            self._write(write)
        return not self._unwritten

    def not_written(self, trouble: StoreTrouble) -> None:
        """A write of the engine's own failed, for whatever reason."""
        _log.error("the database did not do what was asked", exc_info=trouble)
        if isinstance(trouble, DatabaseFull):
            self.disk_full(trouble)

    def disk_full(self, trouble: DatabaseFull) -> None:
        """A write failed for want of room: free the reserve so that the pause can be written, and pause."""
        try:
            self._stores.database.drop_reserve()
        except StoreTrouble:
            _log.exception("the reserve could not be freed")
        self._pause(FailureKind.DISK_FULL, str(trouble))

    def wait_for_source(self, task: Task, path: str) -> None:
        self.waiting[task.task_id] = path
        self._touch_videos(self._stores.videos.set_missing([task.file_uuid], True))
        self._stores.tasks.set_waiting(task.task_id, waiting_sentence(path), self._now())

    def source_is_invalid(self, file_uuid: str, failure: Failure) -> list[str]:
        """A probe has proven it: what waits for that file fails now, without a start. Answers those tasks."""
        rejected = []
        for task in self._stores.tasks.of_files([file_uuid]):
            if task.status is TaskStatus.PENDING and self._stores.tasks.reject(task.task_id, failure, self._now()):
                self.waiting.pop(task.task_id, None)
                rejected.append(task.task_id)
        return rejected

    def source_is_back(self, task_ids: list[str]) -> None:
        for task_id in task_ids:
            if self.waiting.pop(task_id, None) is not None:
                self._stores.tasks.set_waiting(task_id, None, self._now())

    def _follow(self, run: Run, after: Task, failure: Failure, decision: Decision) -> None:
        if decision.verdict is Verdict.WAIT_FOR_SOURCE and after.status is TaskStatus.PENDING:
            self.wait_for_source(after, run.path)
        if decision.verdict is Verdict.PAUSE_QUEUE:
            self._pause(FailureKind.DISK_FULL, failure.message)
            return
        self._streak = breaker.after_failure(self._streak, failure.kind, run.task.file_uuid)
        if self._streak.tripped and self._streak.kind is not None:
            kind, text = self._streak.kind, breaker.reason(self._streak)
            self._streak = breaker.after_success()
            self._pause(kind, text)

    def _write(self, write: Callable[[], None]) -> None:
        try:
            write()
        except StoreTrouble as trouble:
            self._put_off(write, trouble)

    def _put_off(self, write: Callable[[], None], trouble: StoreTrouble) -> None:
        _log.warning("an end could not be written yet: %s", trouble)
        self._unwritten.append(write)
        if isinstance(trouble, DatabaseFull):
            self.disk_full(trouble)
