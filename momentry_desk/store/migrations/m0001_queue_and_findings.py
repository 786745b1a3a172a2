"""Schema 1: the queue, the videos, their findings, and how far scans got.

Instants are ISO 8601 text in UTC with microseconds ("2026-10-07T10:00:00.000000Z"), so that they sort as text.
"""

#: The present instant. SQLite counts milliseconds; the zeros give it the shape of all the others.
_NOW = "(strftime('%Y-%m-%dT%H:%M:%f', 'now') || '000Z')"

STATEMENTS: tuple[str, ...] = (
    """
    CREATE TABLE meta (
        key TEXT PRIMARY KEY NOT NULL,
        value TEXT NOT NULL
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE videos (
        file_uuid TEXT PRIMARY KEY NOT NULL,
        path TEXT NOT NULL,
        file_name TEXT NOT NULL,
        size INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL,
        added_at TIMESTAMP NOT NULL,
        missing INTEGER NOT NULL DEFAULT 0,
        problem TEXT,
        media JSON,
        thumbnail BLOB NOT NULL DEFAULT x''
    )
    """,
    "CREATE INDEX idx_videos_path ON videos (path)",
    """
    CREATE TABLE video_paths (
        path TEXT PRIMARY KEY NOT NULL,
        file_uuid TEXT NOT NULL REFERENCES videos (file_uuid) ON DELETE CASCADE,
        size INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL,
        seen_at TIMESTAMP NOT NULL
    )
    """,
    "CREATE INDEX idx_video_paths_file ON video_paths (file_uuid, seen_at)",
    # The rank is worked out from the priority, so the two can never differ.
    f"""
    CREATE TABLE queue_tasks (
        task_id TEXT PRIMARY KEY,
        file_uuid TEXT NOT NULL REFERENCES videos (file_uuid) ON DELETE CASCADE,
        file_name TEXT,
        status TEXT DEFAULT 'pending',
        priority TEXT DEFAULT 'normal',
        processors JSON,
        progress INTEGER DEFAULT 0,
        queued_at TIMESTAMP DEFAULT {_NOW},
        started_at TIMESTAMP,
        completed_at TIMESTAMP,
        error_message TEXT,
        retry_count INTEGER DEFAULT 0,
        max_retries INTEGER DEFAULT 3,
        created_at TIMESTAMP DEFAULT {_NOW},
        updated_at TIMESTAMP DEFAULT {_NOW},
        rank INTEGER GENERATED ALWAYS AS (CASE priority WHEN 'high' THEN 0 WHEN 'low' THEN 2 ELSE 1 END) VIRTUAL,
        front INTEGER NOT NULL DEFAULT 0,
        place REAL NOT NULL DEFAULT 0,
        not_before TIMESTAMP,
        waiting_for TEXT,
        held INTEGER NOT NULL DEFAULT 0,
        suspect INTEGER NOT NULL DEFAULT 0,
        alone INTEGER NOT NULL DEFAULT 0,
        unclean_ends INTEGER NOT NULL DEFAULT 0,
        running_s REAL NOT NULL DEFAULT 0,
        failure_kind TEXT,
        retry_on_failure INTEGER NOT NULL DEFAULT 1,
        options_fingerprint TEXT NOT NULL DEFAULT '',
        scan_key TEXT NOT NULL DEFAULT '',
        warnings JSON NOT NULL DEFAULT '[]',
        CHECK (status IN ('pending', 'processing', 'completed', 'failed', 'cancelled') AND status IS NOT NULL),
        CHECK (held IN (0, 1))
    )
    """,
    "CREATE INDEX idx_queue_status ON queue_tasks (status)",
    "CREATE INDEX idx_queue_priority ON queue_tasks (priority, queued_at)",
    "CREATE INDEX idx_queue_file ON queue_tasks (file_uuid)",
    "CREATE INDEX idx_queue_order ON queue_tasks (front, rank, place, task_id) WHERE status = 'pending'",
    # What may start, in order: the claim reads a prefix of it. `not_before` lets it pass over a backoff unread.
    """
    CREATE INDEX idx_queue_claim ON queue_tasks (front, rank, place, task_id, not_before)
    WHERE status = 'pending' AND held = 0 AND waiting_for IS NULL
    """,
    """
    CREATE INDEX idx_queue_waited ON queue_tasks (rank, queued_at, not_before)
    WHERE status = 'pending' AND held = 0 AND waiting_for IS NULL
    """,
    """
    CREATE INDEX idx_queue_not_before ON queue_tasks (not_before)
    WHERE status = 'pending' AND not_before IS NOT NULL
    """,
    """
    CREATE INDEX idx_queue_waiting_for ON queue_tasks (waiting_for)
    WHERE status = 'pending' AND held = 0 AND waiting_for IS NOT NULL
    """,
    # How many tasks there are of each kind, kept by the database itself: counting 100,000 rows takes too long for a
    # number that is shown after every change.
    """
    CREATE TABLE queue_counts (
        status TEXT NOT NULL,
        held INTEGER NOT NULL,
        tasks INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (status, held)
    ) WITHOUT ROWID
    """,
    """
    INSERT INTO queue_counts (status, held)
    SELECT statuses.column1, held.column1
    FROM (VALUES ('pending'), ('processing'), ('completed'), ('failed'), ('cancelled')) AS statuses,
         (VALUES (0), (1)) AS held
    """,
    """
    CREATE TRIGGER queue_tasks_counted AFTER INSERT ON queue_tasks BEGIN
        UPDATE queue_counts SET tasks = tasks + 1 WHERE status = NEW.status AND held = NEW.held;
    END
    """,
    """
    CREATE TRIGGER queue_tasks_discounted AFTER DELETE ON queue_tasks BEGIN
        UPDATE queue_counts SET tasks = tasks - 1 WHERE status = OLD.status AND held = OLD.held;
    END
    """,
    """
    CREATE TRIGGER queue_tasks_recounted AFTER UPDATE OF status, held ON queue_tasks
    WHEN OLD.status <> NEW.status OR OLD.held <> NEW.held BEGIN
        UPDATE queue_counts SET tasks = tasks - 1 WHERE status = OLD.status AND held = OLD.held;
        UPDATE queue_counts SET tasks = tasks + 1 WHERE status = NEW.status AND held = NEW.held;
    END
    """,
    # The same scan is never waiting or running twice.
    """
    CREATE UNIQUE INDEX idx_queue_twin ON queue_tasks (file_uuid, scan_key)
    WHERE status IN ('pending', 'processing') AND scan_key <> ''
    """,
    """
    CREATE TABLE attempts (
        attempt_id TEXT PRIMARY KEY NOT NULL,
        task_id TEXT NOT NULL REFERENCES queue_tasks (task_id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        started_at TIMESTAMP NOT NULL,
        ended_at TIMESTAMP,
        outcome TEXT,
        failure_kind TEXT,
        message TEXT,
        log_tail TEXT,
        peak_memory INTEGER,
        cpu_s REAL,
        running_s REAL NOT NULL DEFAULT 0,
        UNIQUE (task_id, number),
        CHECK ((ended_at IS NULL) = (outcome IS NULL))
    )
    """,
    # A task runs once at a time.
    "CREATE UNIQUE INDEX idx_attempts_running ON attempts (task_id) WHERE ended_at IS NULL",
    # One processor's pass over one video for one task. No reference to the task: it outlives the task's row.
    """
    CREATE TABLE scans (
        scan_id INTEGER PRIMARY KEY,
        file_uuid TEXT NOT NULL REFERENCES videos (file_uuid) ON DELETE CASCADE,
        processor TEXT NOT NULL,
        task_id TEXT NOT NULL,
        options_fingerprint TEXT NOT NULL,
        started_at TIMESTAMP NOT NULL,
        completed_at TIMESTAMP,
        UNIQUE (task_id, processor)
    )
    """,
    "CREATE INDEX idx_scans_file ON scans (file_uuid, processor, completed_at)",
    """
    CREATE TABLE checkpoints (
        scan_id INTEGER PRIMARY KEY REFERENCES scans (scan_id) ON DELETE CASCADE,
        from_s REAL NOT NULL,
        mark_s REAL NOT NULL,
        fingerprint TEXT NOT NULL,
        done INTEGER NOT NULL,
        state BLOB NOT NULL
    )
    """,
    """
    CREATE TABLE findings (
        finding_id INTEGER PRIMARY KEY,
        scan_id INTEGER NOT NULL REFERENCES scans (scan_id) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        start_s REAL NOT NULL,
        end_s REAL NOT NULL,
        text TEXT,
        person INTEGER,
        payload JSON NOT NULL
    )
    """,
    "CREATE INDEX idx_findings_scan ON findings (scan_id, start_s, end_s)",
    # Apart, so that a listing reads no pictures.
    """
    CREATE TABLE finding_blobs (
        finding_id INTEGER PRIMARY KEY REFERENCES findings (finding_id) ON DELETE CASCADE,
        embedding BLOB NOT NULL,
        picture BLOB NOT NULL
    )
    """,
    """
    CREATE TABLE queue_state (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        pause_state TEXT NOT NULL DEFAULT 'running',
        pause_by TEXT NOT NULL DEFAULT '',
        pause_reason TEXT NOT NULL DEFAULT '',
        pause_since TIMESTAMP,
        pause_cause TEXT,
        last_front INTEGER NOT NULL DEFAULT 0,
        last_place INTEGER NOT NULL DEFAULT 0,
        total_processed INTEGER NOT NULL DEFAULT 0,
        total_failed INTEGER NOT NULL DEFAULT 0,
        total_running_s REAL NOT NULL DEFAULT 0
    )
    """,
    "INSERT INTO queue_state (id) VALUES (1)",
    "INSERT INTO meta (key, value) VALUES ('life', 'closed')",
)
