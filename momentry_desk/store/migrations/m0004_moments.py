"""Schema 4, moments: the index of what was said and written, and the persons of the whole library."""

import sqlite3

from momentry_desk.store.search_lines import index_everything


def _scope(row: str) -> str:
    block = f"CASE WHEN {row}.kind = 'text' AND {row}.shown IS NOT NULL THEN ' kblock' ELSE '' END"
    return f"'k' || {row}.kind || {block} || ' s' || coalesce({row}.scan_id, 0)"


STATEMENTS: tuple[str, ...] = (
    # What is searched: one row a finding with text, or a block of them, under the (first) finding's id; a file's
    # name under an id below zero. `words` are folded and set apart; `shown` is the text where no finding has it.
    """
    CREATE TABLE search_lines (
        line_id INTEGER PRIMARY KEY,
        scan_id INTEGER REFERENCES scans (scan_id) ON DELETE CASCADE,
        file_uuid TEXT REFERENCES videos (file_uuid) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        start_s REAL NOT NULL,
        end_s REAL NOT NULL,
        doubtful INTEGER NOT NULL DEFAULT 0,
        words TEXT NOT NULL,
        shown TEXT,
        CHECK ((scan_id IS NULL) <> (file_uuid IS NULL))
    )
    """,
    "CREATE INDEX idx_search_lines_scan ON search_lines (scan_id, start_s)",
    "CREATE UNIQUE INDEX idx_search_lines_file ON search_lines (file_uuid) WHERE file_uuid IS NOT NULL",
    # `scope` holds the kind ("kspeech", and "kblock" for a block) and the scan ("s12"), so that the index itself
    # narrows a search.
    """
    CREATE VIRTUAL TABLE search_index USING fts5 (
        words, scope,
        content = '', columnsize = 0, prefix = '1 2 3',
        tokenize = 'unicode61 remove_diacritics 2'
    )
    """,
    f"""
    CREATE TRIGGER search_lines_indexed AFTER INSERT ON search_lines BEGIN
        INSERT INTO search_index (rowid, words, scope)
        VALUES (NEW.line_id, NEW.words, {_scope("NEW")});
    END
    """,
    f"""
    CREATE TRIGGER search_lines_unindexed AFTER DELETE ON search_lines BEGIN
        INSERT INTO search_index (search_index, rowid, words, scope)
        VALUES ('delete', OLD.line_id, OLD.words, {_scope("OLD")});
    END
    """,
    # Persons of the library. `total` is the weighted sum of the embeddings (128 little-endian float32) of `model`
    # over all parts; without a part it is the last one, so that a person is known again after another scan.
    """
    CREATE TABLE persons (
        person_id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL DEFAULT '',
        hidden INTEGER NOT NULL DEFAULT 0,
        model TEXT NOT NULL,
        total BLOB NOT NULL DEFAULT x'',
        weight REAL NOT NULL DEFAULT 0,
        stale INTEGER NOT NULL DEFAULT 0,
        CHECK (hidden IN (0, 1))
    )
    """,
    "CREATE INDEX idx_persons_stale ON persons (person_id) WHERE stale",
    # What one scan adds to a person: the sum of its embeddings, the time on screen, the best view.
    """
    CREATE TABLE person_parts (
        person_id INTEGER NOT NULL REFERENCES persons (person_id) ON DELETE CASCADE,
        scan_id INTEGER NOT NULL REFERENCES scans (scan_id) ON DELETE CASCADE,
        total BLOB NOT NULL,
        weight REAL NOT NULL,
        sightings INTEGER NOT NULL,
        seconds REAL NOT NULL,
        best_id INTEGER NOT NULL,
        best_quality REAL NOT NULL,
        PRIMARY KEY (person_id, scan_id)
    )
    """,
    "CREATE INDEX idx_person_parts_scan ON person_parts (scan_id)",
    """
    CREATE TRIGGER person_parts_gone AFTER DELETE ON person_parts BEGIN
        UPDATE persons SET stale = 1 WHERE person_id = OLD.person_id;
    END
    """,
    # Who a sighting shows. A scan of faces that stands here was sorted into persons.
    """
    CREATE TABLE sightings (
        finding_id INTEGER PRIMARY KEY REFERENCES findings (finding_id) ON DELETE CASCADE,
        person_id INTEGER NOT NULL REFERENCES persons (person_id) ON DELETE CASCADE,
        scan_id INTEGER NOT NULL REFERENCES scans (scan_id) ON DELETE CASCADE,
        start_s REAL NOT NULL,
        end_s REAL NOT NULL,
        quality REAL NOT NULL
    )
    """,
    "CREATE INDEX idx_sightings_person ON sightings (person_id, scan_id, start_s)",
    "CREATE INDEX idx_sightings_scan ON sightings (scan_id, start_s)",
    """
    CREATE TABLE sorted_scans (
        scan_id INTEGER PRIMARY KEY REFERENCES scans (scan_id) ON DELETE CASCADE
    )
    """,
    # What the user said about a face, found again after another scan by time, box and embedding. `same` 1: it is
    # this person; 0: it is not.
    """
    CREATE TABLE person_facts (
        fact_id INTEGER PRIMARY KEY,
        person_id INTEGER NOT NULL REFERENCES persons (person_id) ON DELETE CASCADE,
        same INTEGER NOT NULL,
        file_uuid TEXT NOT NULL REFERENCES videos (file_uuid) ON DELETE CASCADE,
        start_s REAL NOT NULL,
        end_s REAL NOT NULL,
        box JSON NOT NULL,
        model TEXT NOT NULL,
        embedding BLOB NOT NULL,
        CHECK (same IN (0, 1))
    )
    """,
    "CREATE INDEX idx_person_facts_file ON person_facts (file_uuid)",
    "CREATE INDEX idx_person_facts_person ON person_facts (person_id)",
    # Persons that are not one, however alike; the smaller id first.
    """
    CREATE TABLE persons_apart (
        person_id INTEGER NOT NULL REFERENCES persons (person_id) ON DELETE CASCADE,
        other_id INTEGER NOT NULL REFERENCES persons (person_id) ON DELETE CASCADE,
        PRIMARY KEY (person_id, other_id),
        CHECK (person_id < other_id)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX idx_persons_apart_other ON persons_apart (other_id)",
    # What was done by hand, newest last, with all that undoing it needs.
    """
    CREATE TABLE person_edits (
        edit_id INTEGER PRIMARY KEY AUTOINCREMENT,
        made_at TIMESTAMP NOT NULL,
        words TEXT NOT NULL,
        before JSON NOT NULL
    )
    """,
)


def fill(connection: sqlite3.Connection) -> None:
    """Index what was found before this schema."""
    index_everything(connection)
