"""What the facade can ask for, on the engine's thread: the database first, then who runs, then the board."""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from momentry_desk.core import faces
from momentry_desk.core.findings import Finding
from momentry_desk.core.model import Attempt, FailureKind, Move, Priority, Task, TaskRequest, TaskStatus, Video
from momentry_desk.core.setting_fields import SettingValue
from momentry_desk.core.settings import Settings
from momentry_desk.core.snapshot import Added, PauseState, QueueSnapshot, Submitted, TaskRow, VideoRow
from momentry_desk.engine.attempt_run import Intent
from momentry_desk.engine.board import Board
from momentry_desk.engine.clock import Clock
from momentry_desk.engine.intake import Intake
from momentry_desk.engine.outcomes import Outcomes
from momentry_desk.engine.pausing import Pausing
from momentry_desk.engine.processor_versions import version_of
from momentry_desk.engine.row_reads import RowReads
from momentry_desk.engine.scheduler import Scheduler
from momentry_desk.engine.settings_file import SettingsFile
from momentry_desk.engine.stores import Stores
from momentry_desk.engine.whereabouts import Whereabouts
from momentry_desk.store.trouble import UnknownVideo


@dataclass(frozen=True)
class Commands:
    """One method a command; see the facade for what each promises."""

    stores: Stores
    board: Board
    scheduler: Scheduler
    outcomes: Outcomes
    pausing: Pausing
    intake: Intake
    row_reads: RowReads
    whereabouts: Whereabouts
    settings_file: SettingsFile
    clock: Clock
    settings_changed: Callable[[], None]

    # Tasks --------------------------------------------------------------------------------------------------

    def add(
        self,
        paths: tuple[str, ...],
        answer: "Future[Added]",
        *,
        scan: bool,
        processors: tuple[str, ...] | None,
        priority: Priority,
        force: bool,
    ) -> None:
        def submit(videos: Sequence[Video], waiting_for: Mapping[str, str]) -> Sequence[Submitted]:
            return self._submit(
                videos, processors, priority, retry_on_failure=True, force=force, waiting_for=waiting_for
            )

        self.intake.add(paths, answer, submit if scan else None)

    def submit(
        self,
        file_uuids: tuple[str, ...],
        *,
        processors: tuple[str, ...] | None,
        priority: Priority,
        retry_on_failure: bool,
        force: bool,
        callback_url: str | None = None,
    ) -> tuple[Submitted, ...]:
        known = {video.file_uuid: video for video in self.stores.videos.some(file_uuids)}
        if unknown := [file_uuid for file_uuid in file_uuids if file_uuid not in known]:
            raise UnknownVideo(self.stores.database.path, unknown[0])
        return tuple(
            self._submit(
                [known[file_uuid] for file_uuid in file_uuids],
                processors,
                priority,
                retry_on_failure=retry_on_failure,
                force=force,
                callback_url=callback_url,
            )
        )

    def _submit(
        self,
        videos: Sequence[Video],
        processors: tuple[str, ...] | None,
        priority: Priority,
        *,
        retry_on_failure: bool,
        force: bool,
        waiting_for: Mapping[str, str] | None = None,
        callback_url: str | None = None,
    ) -> list[Submitted]:
        waiting_for = waiting_for or {}
        settings = self.settings_file.settings
        names = tuple(dict.fromkeys(processors or settings.processors.default))
        unanswered = faces.WAITING if faces.must_wait(names, settings.privacy.faces) else None
        fingerprint = options_fingerprint(settings, names)
        heard = self.stores.audio.heard(videos)
        requests = [
            TaskRequest(
                file_uuid=video.file_uuid,
                file_name=video.file_name,
                processors=names,
                priority=priority,
                max_retries=settings.queue.max_retries,
                retry_on_failure=retry_on_failure,
                force=force,
                options_fingerprint=with_track(fingerprint, names, heard.get(video.file_uuid)),
                waiting_for=waiting_for.get(video.file_uuid, unanswered),
                callback_url=callback_url,
            )
            for video in videos
        ]
        answers = self.stores.tasks.submit(requests, self.clock.now())
        paths = {video.file_uuid: video.path for video in videos if video.file_uuid in waiting_for}
        self.outcomes.waiting |= {
            answer.task_id: paths[answer.file_uuid]
            for answer in answers
            if answer.file_uuid in paths and not (answer.duplicate or answer.done_already)
        }
        self.board.touch([answer.task_id for answer in answers])
        self.scheduler.consider()
        return answers

    def cancel(self, task_ids: tuple[str, ...]) -> tuple[Task, ...]:
        changed = self.stores.tasks.cancel(task_ids, self.clock.now())
        for task in changed:
            self.outcomes.waiting.pop(task.task_id, None)
        self.scheduler.end_tasks([task.task_id for task in changed], Intent.CANCEL)
        return self._changed(changed)

    def retry(self, task_ids: tuple[str, ...]) -> tuple[Task, ...]:
        return self._changed(self.stores.tasks.retry(task_ids, self.clock.now()))

    def retry_failed(self) -> tuple[Task, ...]:
        return self.retry(tuple(task.task_id for task in self.stores.tasks.all((TaskStatus.FAILED,))))

    def hold(self, task_ids: tuple[str, ...]) -> tuple[Task, ...]:
        changed = self.stores.tasks.hold(task_ids, self.clock.now())
        self.scheduler.end_tasks([task.task_id for task in changed], Intent.INTERRUPT)
        return self._changed(changed)

    def release(self, task_ids: tuple[str, ...]) -> tuple[Task, ...]:
        return self._changed(self.stores.tasks.release(task_ids, self.clock.now()))

    def _changed(self, tasks: Sequence[Task]) -> tuple[Task, ...]:
        self.board.touch([task.task_id for task in tasks])
        self.scheduler.consider()
        return tuple(tasks)

    def prioritize(self, task_ids: tuple[str, ...]) -> dict[str, int]:
        return self._moved(task_ids, self.stores.tasks.prioritize(task_ids, self.clock.now()))

    def set_priority(self, task_ids: tuple[str, ...], priority: Priority) -> dict[str, int]:
        return self._moved(task_ids, self.stores.tasks.set_priority(task_ids, priority, self.clock.now()))

    def move(self, task_ids: tuple[str, ...], where: str) -> dict[str, int]:
        steps = {move.value: move for move in Move if move is not Move.BEFORE}
        step = steps.get(where, Move.BEFORE)
        before = where if step is Move.BEFORE else None
        return self._moved(task_ids, self.stores.tasks.move(task_ids, step, self.clock.now(), before=before))

    def _moved(self, task_ids: Iterable[str], positions: dict[str, int]) -> dict[str, int]:
        self.board.touch(task_ids)
        self.scheduler.consider()
        return positions

    def remove(self, task_ids: tuple[str, ...]) -> tuple[str, ...]:
        return self._gone(self.stores.tasks.remove(task_ids))

    def clear(self, *, pending: bool, running: bool, finished: bool) -> tuple[str, ...]:
        return self._gone(self.stores.tasks.clear(pending=pending, running=running, finished=finished))

    def _gone(self, task_ids: Sequence[str]) -> tuple[str, ...]:
        for task_id in task_ids:
            self.outcomes.waiting.pop(task_id, None)
        self.scheduler.end_tasks(task_ids, Intent.CANCEL)
        self.board.take_out(task_ids)
        return tuple(task_ids)

    def forget_videos(self, file_uuids: tuple[str, ...]) -> tuple[str, ...]:
        gone = self._gone(self.stores.videos.forget(file_uuids))
        self.board.take_out_videos(file_uuids)
        return gone

    # Transcripts --------------------------------------------------------------------------------------------

    def edit_speech(self, file_uuid: str, start: float, end: float, text: str) -> bool:
        return self._spoken(file_uuid, self.stores.speech_edits.edit(file_uuid, start, end, text, self.clock.now()))

    def restore_speech(self, file_uuid: str, start: float, end: float) -> bool:
        return self._spoken(file_uuid, self.stores.speech_edits.restore(file_uuid, start, end, self.clock.now()))

    def undo_speech(self, file_uuid: str) -> float | None:
        at_s = self.stores.speech_edits.undo(file_uuid)
        self._spoken(file_uuid, at_s is not None)
        return at_s

    def _spoken(self, file_uuid: str, changed: bool) -> bool:
        if changed:
            self.board.findings_grew(file_uuid)
        return changed

    # The queue as a whole -----------------------------------------------------------------------------------

    def pause(
        self, *, by: str, reason: str, finish_running: bool, cause: FailureKind | None = None
    ) -> QueueSnapshot:
        self.pausing.begin(
            by=by,
            reason=reason,
            finish_running=finish_running,
            busy=bool(self.scheduler.active()),
            cause=cause,
        )
        if self.pausing.state is PauseState.PAUSED:
            self.scheduler.suspend_all()
        else:
            # What stands still (for an earlier pause, or for other programs) would never come to its end.
            self.scheduler.resume_all()
        self.board.tell()
        return self.board.snapshot()

    def resume(self) -> QueueSnapshot:
        self.pausing.end()
        self.scheduler.resume_all()
        self.board.tell()
        return self.board.snapshot()

    def change_settings(self, changes: Mapping[str, SettingValue | None]) -> Settings:
        settings = self.settings_file.write(changes)
        self.settings_changed()
        # Who changed them may look at once.
        self.board.tell()
        return settings

    # Reads --------------------------------------------------------------------------------------------------

    def rows(self, task_ids: tuple[str, ...] | None, answer: "Future[tuple[TaskRow, ...]]") -> None:
        if task_ids is None:
            self.row_reads.read(answer)
        else:
            answer.set_result(self.board.rows_of(self.stores.tasks.some(task_ids)))

    def videos(self, *, thumbnails: bool) -> tuple[VideoRow, ...]:
        return tuple(self.stores.videos.rows(thumbnails=thumbnails))

    def thumbnails(self, file_uuids: tuple[str, ...]) -> dict[str, bytes]:
        return self.stores.videos.thumbnails(file_uuids)

    def findings(self, file_uuid: str, kinds: tuple[str, ...] | None, limit: int | None) -> tuple[Finding, ...]:
        return tuple(self.stores.findings.findings(file_uuid, kinds, limit=limit))

    def attempts(self, task_id: str) -> tuple[Attempt, ...]:
        return tuple(self.stores.tasks.attempts(task_id))


def options_fingerprint(settings: Settings, processors: Iterable[str]) -> str:
    """Names these processors' versions and options: another one is another scan."""
    options = settings.processors.options()
    named = {name: [version_of(name), options.get(name, {})] for name in processors}
    text = json.dumps(named, sort_keys=True, default=str)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def with_track(fingerprint: str, processors: Iterable[str], track: int | None) -> str:
    """The fingerprint where another sound track than the file's own first choice is heard."""
    return fingerprint if track is None or "asr" not in processors else f"{fingerprint}/{track}"
