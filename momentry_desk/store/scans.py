"""Which scans exist of a video, which of them reached the end, and which are superseded.

A scan is one processor's pass over one video for one task. Findings and checkpoints hang on it and go with it.
"""

from collections.abc import Iterable, Sequence

from momentry_desk.core.model import Task
from momentry_desk.store.connection import Connection
from momentry_desk.store.search_lines import join_blocks
from momentry_desk.store.speech_edits import reweave
from momentry_desk.store.tables import to_text


def ensure_scan(connection: Connection, task: Task, processor: str, now: float) -> int:
    """The scan of this processor for this task, begun now where it is not there yet."""
    connection.change_sql(
        "INSERT INTO scans (file_uuid, processor, task_id, options_fingerprint, started_at)"
        " SELECT file_uuid, ?, task_id, options_fingerprint, ? FROM queue_tasks WHERE task_id = ?"
        " ON CONFLICT (task_id, processor) DO NOTHING",
        (processor, to_text(now), task.task_id),
    )
    rows = connection.sql(
        "SELECT scan_id FROM scans WHERE task_id = ? AND processor = ?", (task.task_id, processor)
    )
    return int(rows[0][0])


def complete_scans(connection: Connection, task: Task, processors: Sequence[str], now: float) -> None:
    """These processors reached the end, whether or not they found anything."""
    at = to_text(now)
    for processor in processors:
        ended = connection.sql(
            "INSERT INTO scans (file_uuid, processor, task_id, options_fingerprint, started_at, completed_at)"
            " SELECT file_uuid, ?, task_id, options_fingerprint, ?, ? FROM queue_tasks WHERE task_id = ?"
            " ON CONFLICT (task_id, processor) DO UPDATE SET completed_at = excluded.completed_at"
            " WHERE completed_at IS NULL RETURNING scan_id",
            (processor, at, at, task.task_id),
        )
        if ended:
            reweave(connection, int(ended[0][0]))
        if processor == "ocr" and ended:
            join_blocks(connection, int(ended[0][0]))


def drop_superseded(connection: Connection, file_uuid: str) -> None:
    """Complete scans that a later complete one stands in for go, with their findings.

    Those of a task that still waits or runs, or would if its removal were taken back, stay: its checkpoints say
    that they need no second pass. What is unfinished stays too, for a retry that goes on from there.
    """
    connection.change_sql(
        "DELETE FROM scans WHERE file_uuid = :file AND completed_at IS NOT NULL"
        " AND EXISTS (SELECT 1 FROM scans AS later WHERE later.file_uuid = :file AND"
        "  later.processor = scans.processor AND later.completed_at IS NOT NULL AND"
        "  (later.completed_at, later.scan_id) > (scans.completed_at, scans.scan_id))"
        " AND task_id NOT IN (SELECT task_id FROM queue_tasks WHERE file_uuid = :file"
        "  AND status IN ('pending', 'processing'))"
        " AND task_id NOT IN (SELECT task_id FROM removed_tasks WHERE file_uuid = :file AND status = 'pending')",
        {"file": file_uuid},
    )


def drop_unfinished(connection: Connection, task_id: str, processors: Iterable[str]) -> None:
    """What these processors found for this task before they were left out."""
    connection.change_many(
        "DELETE FROM scans WHERE task_id = ? AND processor = ? AND completed_at IS NULL",
        ((task_id, name) for name in processors),
    )


def drop_scans(connection: Connection, task_ids: Iterable[str]) -> None:
    """All that these tasks found, complete or not."""
    connection.change_many("DELETE FROM scans WHERE task_id = ?", ((task_id,) for task_id in task_ids))
