"""Schema 2: what scans were seen to need, by processors and models."""

STATEMENTS: tuple[str, ...] = (
    """
    CREATE TABLE scan_costs (
        cost_key TEXT PRIMARY KEY NOT NULL,
        cpu_cores REAL NOT NULL,
        memory INTEGER NOT NULL,
        gpu_memory INTEGER NOT NULL,
        gpu_percent REAL NOT NULL,
        learned_at TIMESTAMP NOT NULL
    ) WITHOUT ROWID
    """,
)
