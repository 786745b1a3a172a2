"""Rows of the tables into core values, the one way out of this room."""

from functools import lru_cache

import msgspec

from momentry_desk.core.model import (
    Attempt,
    AttemptOutcome,
    FailureKind,
    MediaInfo,
    OrderKey,
    Priority,
    Task,
    TaskStatus,
    Video,
)
from momentry_desk.core.snapshot import Counts, Pause, PauseState, VideoRow
from momentry_desk.store.audio_choices import Choices
from momentry_desk.store.connection import Row
from momentry_desk.store.tables import AttemptRecord, QueueTask, VideoRecord, from_text, path_from_column

#: What `to_task` reads, in its order.
TASK_COLUMNS = (
    QueueTask.task_id,
    QueueTask.file_uuid,
    QueueTask.file_name,
    QueueTask.status,
    QueueTask.priority,
    QueueTask.processors,
    QueueTask.front,
    QueueTask.rank,
    QueueTask.place,
    QueueTask.queued_at,
    QueueTask.created_at,
    QueueTask.updated_at,
    QueueTask.progress,
    QueueTask.started_at,
    QueueTask.completed_at,
    QueueTask.running_s,
    QueueTask.retry_count,
    QueueTask.max_retries,
    QueueTask.retry_on_failure,
    QueueTask.not_before,
    QueueTask.waiting_for,
    QueueTask.held,
    QueueTask.suspect,
    QueueTask.alone,
    QueueTask.failure_kind,
    QueueTask.error_message,
    QueueTask.warnings,
)

#: The same in SQL.
TASK_COLUMN_LIST = ", ".join(field.column_name for field in TASK_COLUMNS)

ATTEMPT_COLUMNS = (
    AttemptRecord.attempt_id,
    AttemptRecord.task_id,
    AttemptRecord.number,
    AttemptRecord.started_at,
    AttemptRecord.ended_at,
    AttemptRecord.outcome,
    AttemptRecord.failure_kind,
    AttemptRecord.message,
    AttemptRecord.log_tail,
    AttemptRecord.peak_memory,
    AttemptRecord.cpu_s,
    AttemptRecord.running_s,
)

VIDEO_COLUMNS = (
    VideoRecord.file_uuid,
    VideoRecord.path,
    VideoRecord.file_name,
    VideoRecord.size,
    VideoRecord.mtime_ns,
    VideoRecord.added_at,
    VideoRecord.media,
)

#: The same in SQL.
VIDEO_COLUMN_LIST = ", ".join(field.column_name for field in VIDEO_COLUMNS)


def to_task(row: Row) -> Task:
    """A row of `TASK_COLUMNS`. What another program left NULL gets its default."""
    (
        task_id,
        file_uuid,
        file_name,
        status,
        priority,
        processors,
        front,
        rank,
        place,
        queued_at,
        created_at,
        updated_at,
        progress,
        started_at,
        completed_at,
        running_s,
        retry_count,
        max_retries,
        retry_on_failure,
        not_before,
        waiting_for,
        held,
        suspect,
        alone,
        failure_kind,
        error_message,
        warnings,
    ) = row
    return Task(
        task_id=task_id,
        file_uuid=file_uuid,
        file_name=path_from_column(file_name or ""),
        status=TaskStatus(status or TaskStatus.PENDING),
        priority=_priority(priority),
        processors=_names(processors or "[]"),
        order=OrderKey(front, rank, place, task_id),
        queued_at=_instant(queued_at) or 0.0,
        created_at=_instant(created_at) or 0.0,
        updated_at=_instant(updated_at) or 0.0,
        progress=progress or 0,
        started_at=_instant(started_at),
        completed_at=_instant(completed_at),
        running_s=running_s,
        retry_count=retry_count or 0,
        max_retries=3 if max_retries is None else max_retries,
        retry_on_failure=bool(retry_on_failure),
        not_before=_instant(not_before),
        waiting_for=waiting_for,
        held=bool(held),
        suspect=bool(suspect),
        alone=bool(alone),
        failure_kind=FailureKind(failure_kind) if failure_kind else None,
        error_message=error_message,
        warnings=_names(warnings),
    )


def to_attempt(row: Row) -> Attempt:
    (
        attempt_id,
        task_id,
        number,
        started_at,
        ended_at,
        outcome,
        failure_kind,
        message,
        log_tail,
        peak_memory,
        cpu_s,
        running_s,
    ) = row
    return Attempt(
        attempt_id=attempt_id,
        task_id=task_id,
        number=number,
        started_at=from_text(started_at),
        ended_at=_instant(ended_at),
        outcome=AttemptOutcome(outcome) if outcome else None,
        failure_kind=FailureKind(failure_kind) if failure_kind else None,
        message=message,
        log_tail=log_tail,
        peak_memory=peak_memory,
        cpu_s=cpu_s,
        running_s=running_s,
    )


def to_video(row: Row) -> Video:
    """A row of `VIDEO_COLUMNS`."""
    file_uuid, path, file_name, size, mtime_ns, added_at, media = row
    return Video(
        file_uuid=file_uuid,
        path=path_from_column(path),
        file_name=path_from_column(file_name),
        size=size,
        mtime_ns=mtime_ns,
        added_at=from_text(added_at),
        media=_media(media),
    )


def to_video_row(
    row: Row, scanned: tuple[str, ...], choices: Choices, other_paths: tuple[str, ...] = ()
) -> VideoRow:
    """A row of `VIDEO_COLUMNS` and then missing, problem, thumbnail."""
    *columns, missing, problem, thumbnail = row
    video = to_video(tuple(columns))
    return VideoRow(
        file_uuid=video.file_uuid,
        file_name=video.file_name,
        path=video.path,
        size=video.size,
        added_at=video.added_at,
        media=video.media,
        thumbnail=thumbnail,
        scanned=scanned,
        problem=problem,
        missing=bool(missing),
        audio_track=choices.of(video.file_uuid, video.path),
        other_paths=other_paths,
    )


def to_pause(row: Row) -> Pause:
    state, by, reason, since, cause = row
    return Pause(PauseState(state), by, reason, _instant(since), FailureKind(cause) if cause else None)


def to_counts(counted: list[Row], total_processed: int) -> Counts:
    """Rows of status, held, number."""
    numbers = {(TaskStatus(status), bool(held)): number for status, held, number in counted}

    def of(status: TaskStatus) -> int:
        return sum(number for (which, _), number in numbers.items() if which is status)

    return Counts(
        processing=of(TaskStatus.PROCESSING),
        pending=of(TaskStatus.PENDING),
        held=numbers.get((TaskStatus.PENDING, True), 0),
        completed=of(TaskStatus.COMPLETED),
        failed=of(TaskStatus.FAILED),
        cancelled=of(TaskStatus.CANCELLED),
        total_processed=total_processed,
    )


def _instant(text: str | None) -> float | None:
    return None if text is None else from_text(text)


def _priority(text: str | None) -> Priority:
    # A word that this program does not know ranks as normal, in the database too.
    return Priority(text) if text in _PRIORITIES else Priority.NORMAL


_PRIORITIES = frozenset(Priority)


@lru_cache(maxsize=1024)
def _names(text: str) -> tuple[str, ...]:
    return msgspec.json.decode(text, type=tuple[str, ...])


def _media(text: str | None) -> MediaInfo | None:
    return None if text is None else msgspec.json.decode(text, type=MediaInfo)
