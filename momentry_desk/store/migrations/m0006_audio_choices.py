"""Schema 5: which sound track a person chose."""

STATEMENTS: tuple[str, ...] = (
    # `place` is the video's file_uuid or the folder's path. No reference: a folder's choice outlives its files.
    """
    CREATE TABLE audio_choices (
        kind TEXT NOT NULL CHECK (kind IN ('file', 'folder')),
        place BLOB NOT NULL,
        track INTEGER NOT NULL CHECK (track >= 0),
        PRIMARY KEY (kind, place)
    ) WITHOUT ROWID
    """,
)
