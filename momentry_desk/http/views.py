"""From the core's values to what the API shows."""

import msgspec

from momentry_desk.core.findings import FaceSighting, Finding, Scene, SpeechSegment, TextLine
from momentry_desk.core.messages import Rejected
from momentry_desk.core.model import Attempt, MediaInfo, TaskStatus
from momentry_desk.core.pages import Callback, FindingsPage, QueuePage, TaskReport
from momentry_desk.core.settings import QueueSettings
from momentry_desk.core.snapshot import PauseState, QueueSnapshot, ResourceSample, Submitted, TaskRow, VideoRow
from momentry_desk.http import schemas
from momentry_desk.http.schemas import instant


def queue_entry(row: TaskRow, position: int | None) -> schemas.QueueEntry:
    return schemas.QueueEntry.model_validate(_row_fields(row, position))


def _row_fields(row: TaskRow, position: int | None) -> dict[str, object]:
    return {
        "task_id": row.task_id,
        "file_uuid": row.file_uuid,
        "file_name": row.file_name,
        "path": row.path,
        "status": row.status,
        "processors": list(row.processors),
        "priority": row.priority,
        "progress": max(0, min(100, int(row.progress))),
        "queued_at": instant(row.queued_at),
        "started_at": instant(row.started_at),
        "completed_at": instant(row.completed_at),
        "position": position,
        "running_s": row.running_s,
        "remaining_s": row.remaining_s,
        "retry_count": row.retry_count,
        "max_retries": row.max_retries,
        "next_try_at": instant(row.not_before),
        "waiting_for": row.waiting_for,
        "held": row.held,
        "suspended": row.suspended,
        "failure_kind": row.failure_kind,
        "error_message": row.error_message,
        "warnings": list(row.warnings),
    }


def task_answer(report: TaskReport) -> schemas.TaskAnswer:
    return schemas.TaskAnswer.model_validate(
        {
            **_row_fields(report.row, report.position),
            "estimated_start": instant(report.starts_at),
            "attempts": [_attempt(attempt) for attempt in report.attempts],
            "callbacks": [_callback(callback) for callback in report.callbacks],
        }
    )


def _attempt(attempt: Attempt) -> schemas.AttemptEntry:
    return schemas.AttemptEntry.model_validate(
        {
            "number": attempt.number,
            "started_at": instant(attempt.started_at),
            "ended_at": instant(attempt.ended_at),
            "outcome": attempt.outcome,
            "failure_kind": attempt.failure_kind,
            "message": attempt.message,
            "running_s": attempt.running_s,
            "cpu_s": attempt.cpu_s,
            "peak_memory": attempt.peak_memory,
        }
    )


def _callback(callback: Callback) -> schemas.CallbackEntry:
    return schemas.CallbackEntry(
        url=callback.url,
        state=callback.state,
        event_id=callback.event_id,
        tries=callback.tries,
        last_error=callback.last_error,
        delivered_at=instant(callback.delivered_at),
        next_try_at=instant(callback.next_try_at),
    )


def deep_scan_answer(submitted: Submitted, report: TaskReport | None) -> schemas.DeepScanAnswer:
    """`report` is None where the row is gone: cleared since the scan was complete, or in between.

    A new task is answered as it was queued, also where it has started by now; a twin as it stands.
    """
    new = not submitted.duplicate and not submitted.done_already
    position, starts_at = submitted.position, None
    if report is None:
        status = "queued" if new else "completed"
    else:
        waits = report.row.status is TaskStatus.PENDING
        status = "queued" if new or waits else report.row.status.value
        position = submitted.position if new else report.position
        starts_at = report.starts_at if waits else report.row.started_at
    return schemas.DeepScanAnswer.model_validate(
        {
            "task_id": submitted.task_id,
            "status": status,
            "position": position,
            "estimated_start": instant(starts_at),
            "duplicate": submitted.duplicate,
            "done_already": submitted.done_already,
        }
    )


def queue_status(page: QueuePage) -> schemas.QueueStatus:
    snapshot = page.snapshot
    counts = snapshot.counts
    return schemas.QueueStatus(
        active_count=counts.processing,
        max_concurrent=snapshot.max_concurrent,
        pending_count=counts.pending,
        paused=snapshot.pause.state is not PauseState.RUNNING,
        paused_by=snapshot.pause.by,
        pause_reason=snapshot.pause.reason,
        schedule=schedule_state(snapshot),
        when_done=schemas.WhenDoneState(action=snapshot.end.what, at=instant(snapshot.end.at)),
        total_processed=counts.total_processed,
        queue=[queue_entry(row, page.positions.get(row.task_id)) for row in page.rows],
        statistics=schemas.Statistics(
            total_processed=counts.total_processed,
            total_failed=page.total_failed,
            average_time=page.average_s,
        ),
    )


def schedule_state(snapshot: QueueSnapshot) -> schemas.ScheduleState:
    hours = snapshot.hours
    return schemas.ScheduleState(
        enabled=snapshot.settings.schedule.enabled, open=hours.open, until=instant(hours.until)
    )


def queue_state(snapshot: QueueSnapshot) -> schemas.QueueState:
    state = snapshot.pause.state
    return schemas.QueueState.model_validate({"paused": state is not PauseState.RUNNING, "state": state.value})


def settings_answer(queue: QueueSettings, max_concurrent: int) -> schemas.SettingsAnswer:
    """`max_concurrent` is what holds: the file may leave it to the machine's size."""
    return schemas.SettingsAnswer(
        max_concurrent=max_concurrent,
        dynamic_concurrency=queue.dynamic_concurrency,
        cpu_threshold=queue.cpu_threshold,
        memory_threshold=queue.memory_threshold,
        gpu_threshold=queue.gpu_threshold,
        max_retries=queue.max_retries,
        retry_delay=queue.retry_delay,
        task_timeout=queue.task_timeout,
    )


def file_entry(row: VideoRow) -> schemas.FileEntry:
    media = row.media
    return schemas.FileEntry.model_validate(
        {
            "file_uuid": row.file_uuid,
            "file_name": row.file_name,
            "path": row.path,
            "size": row.size,
            "added_at": instant(row.added_at),
            "media": media and _media(media),
            "scanned": list(row.scanned),
            "problem": row.problem,
            "missing": row.missing,
            "other_paths": list(row.other_paths),
            "audio_track": row.audio_track,
        }
    )


def _media(media: MediaInfo) -> dict[str, object]:
    fields = {name: getattr(media, name) for name in schemas.MediaEntry.model_fields}
    return {**fields, "audio_tracks": msgspec.to_builtins(media.audio_tracks)}


def rejected_path(rejected: Rejected) -> schemas.RejectedPath:
    return schemas.RejectedPath(path=rejected.path, reason=rejected.reason, message=rejected.message)


def findings_answer(page: FindingsPage) -> schemas.FindingsAnswer:
    return schemas.FindingsAnswer(
        findings=[_finding(finding) for finding in page.findings], next_cursor=page.next_cursor
    )


def _finding(finding: Finding) -> schemas.FindingEntry:
    match finding:
        case SpeechSegment():
            return schemas.FindingEntry(
                kind="speech",
                start=finding.start,
                end=finding.end,
                text=finding.text,
                language=finding.language,
                confidence=finding.confidence,
                doubtful=finding.doubtful,
                edited=finding.edited,
            )
        case TextLine():
            return schemas.FindingEntry(
                kind="text",
                start=finding.start,
                end=finding.end,
                text=finding.text,
                confidence=finding.confidence,
                box=_box(finding),
            )
        case FaceSighting():
            return schemas.FindingEntry(
                kind="face",
                start=finding.start,
                end=finding.end,
                person=finding.person,
                confidence=finding.confidence,
                box=_box(finding),
            )
        case Scene():
            return schemas.FindingEntry(kind="scene", start=finding.start, end=finding.end)


def _box(finding: TextLine | FaceSighting) -> list[float]:
    box = finding.box
    return [box.left, box.top, box.width, box.height]


def sample_entry(sample: ResourceSample) -> schemas.SampleEntry:
    return schemas.SampleEntry.model_validate(
        {
            "at": instant(sample.at),
            "cpu_percent": sample.cpu_percent,
            "own_cpu_percent": sample.own_cpu_percent,
            "memory_used": sample.memory_used,
            "memory_total": sample.memory_total,
            "own_memory": sample.own_memory,
            "disk_free": sample.disk_free,
        }
    )
