"""Schema 7: what was taken off the list and can still come back, as it stood.

The columns are those of `queue_tasks`, `attempts` and `callbacks`, without types of their own, so that every value
comes back as it was. Findings and checkpoints stay where they are until the removal is final.
"""

STATEMENTS: tuple[str, ...] = (
    """
    CREATE TABLE removed_tasks (
        task_id TEXT PRIMARY KEY NOT NULL,
        removal_id TEXT NOT NULL,
        with_findings INTEGER NOT NULL,
        file_uuid TEXT NOT NULL REFERENCES videos (file_uuid) ON DELETE CASCADE,
        file_name, status, priority, processors, progress, queued_at, started_at, completed_at, error_message,
        retry_count, max_retries, created_at, updated_at, front, place, not_before, waiting_for, held, suspect,
        alone, unclean_ends, running_s, failure_kind, retry_on_failure, options_fingerprint, scan_key, warnings
    )
    """,
    "CREATE INDEX idx_removed_tasks_file ON removed_tasks (file_uuid)",
    """
    CREATE TABLE removed_attempts (
        attempt_id TEXT PRIMARY KEY NOT NULL,
        task_id TEXT NOT NULL REFERENCES removed_tasks (task_id) ON DELETE CASCADE,
        number, started_at, ended_at, outcome, failure_kind, message, log_tail, peak_memory, cpu_s, running_s
    )
    """,
    "CREATE INDEX idx_removed_attempts_task ON removed_attempts (task_id)",
    """
    CREATE TABLE removed_callbacks (
        task_id TEXT NOT NULL REFERENCES removed_tasks (task_id) ON DELETE CASCADE,
        url TEXT NOT NULL,
        added_at,
        PRIMARY KEY (task_id, url)
    ) WITHOUT ROWID
    """,
)
