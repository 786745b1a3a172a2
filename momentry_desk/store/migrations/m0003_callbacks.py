"""Schema 3: who is told of a task's end, and the words that wait to be delivered."""

STATEMENTS: tuple[str, ...] = (
    """
    CREATE TABLE callbacks (
        task_id TEXT NOT NULL REFERENCES queue_tasks (task_id) ON DELETE CASCADE,
        url TEXT NOT NULL,
        added_at TIMESTAMP NOT NULL,
        PRIMARY KEY (task_id, url)
    ) WITHOUT ROWID
    """,
    # No reference to the task: the word of its end outlives its row. `next_try_at` is NULL once all is done.
    """
    CREATE TABLE outbox (
        event_id TEXT PRIMARY KEY NOT NULL,
        task_id TEXT NOT NULL,
        url TEXT NOT NULL,
        body BLOB NOT NULL,
        written_at TIMESTAMP NOT NULL,
        next_try_at TIMESTAMP,
        tries INTEGER NOT NULL DEFAULT 0,
        last_error TEXT,
        delivered_at TIMESTAMP
    )
    """,
    "CREATE INDEX idx_outbox_due ON outbox (next_try_at) WHERE next_try_at IS NOT NULL",
    "CREATE INDEX idx_outbox_task ON outbox (task_id, written_at)",
)
