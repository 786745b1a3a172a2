"""Schema 8: what is known of watched folders, so that only what arrives is scanned, and nothing twice."""

STATEMENTS: tuple[str, ...] = (
    # `noted` 1: what was there when the watch began stands in `watched_files`.
    """
    CREATE TABLE watched_folders (
        folder TEXT PRIMARY KEY NOT NULL,
        subfolders INTEGER NOT NULL,
        noted INTEGER NOT NULL,
        CHECK (noted IN (0, 1))
    )
    """,
    # A file that needs no more doing: there before, taken up, or kept out by the patterns. What is removed from the
    # queue or the library stays here, and so is not added again.
    """
    CREATE TABLE watched_files (
        folder TEXT NOT NULL REFERENCES watched_folders (folder) ON DELETE CASCADE,
        path TEXT NOT NULL,
        size INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL,
        PRIMARY KEY (folder, path)
    ) WITHOUT ROWID
    """,
)
