"""Schema 5, transcripts: what a person wrote in place of what was heard, and phrases across two lines."""

import sqlite3

from momentry_desk.store.search_seams import join_everything

STATEMENTS: tuple[str, ...] = (
    # What was done by hand, newest last; see `core.transcripts.Edit`. It belongs to the video, not to a scan, so
    # that every scan takes it up. `text` NULL gives back what was heard.
    """
    CREATE TABLE speech_edits (
        edit_id INTEGER PRIMARY KEY AUTOINCREMENT,
        file_uuid TEXT NOT NULL REFERENCES videos (file_uuid) ON DELETE CASCADE,
        processor TEXT NOT NULL,
        start_s REAL NOT NULL,
        end_s REAL NOT NULL,
        text TEXT,
        language TEXT NOT NULL,
        words JSON NOT NULL,
        replaces JSON NOT NULL,
        made_at TIMESTAMP NOT NULL
    )
    """,
    "CREATE INDEX idx_speech_edits_file ON speech_edits (file_uuid, processor)",
    # Findings that hold edits: which, and the lines of the scan that they stand for, as they were heard.
    """
    CREATE TABLE edited_lines (
        finding_id INTEGER PRIMARY KEY REFERENCES findings (finding_id) ON DELETE CASCADE,
        edits JSON NOT NULL,
        heard JSON NOT NULL
    )
    """,
    # The last word of each spoken line with the first of the line that follows soon, for phrases that go on from
    # one to the next.
    """
    CREATE TABLE search_seams (
        line_id INTEGER PRIMARY KEY REFERENCES search_lines (line_id) ON DELETE CASCADE,
        next_id INTEGER NOT NULL,
        pair TEXT NOT NULL
    )
    """,
    "CREATE INDEX idx_search_seams_pair ON search_seams (pair, line_id)",
)


def fill(connection: sqlite3.Connection) -> None:
    """Join what was found before this schema."""
    join_everything(connection)
