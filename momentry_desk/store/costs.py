"""What scans cost on this machine, by the processors and models that ran."""

from momentry_desk.core.capacity import ScanCost
from momentry_desk.store.database import Database
from momentry_desk.store.tables import to_text


class CostStore:
    """Commands belong to the thread that opened the database. All raise `StoreTrouble`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> dict[str, ScanCost]:
        """Every cost that was learned, by its key (see `core.costs.cost_key`)."""
        with self._database.reading() as connection:
            rows = connection.sql("SELECT cost_key, cpu_cores, memory, gpu_memory, gpu_percent FROM scan_costs")
        return {key: ScanCost(cpu, memory, gpu_memory, gpu) for key, cpu, memory, gpu_memory, gpu in rows}

    def put(self, key: str, cost: ScanCost, now: float) -> None:
        """Keep what was learned last; `now` in seconds since the epoch."""
        with self._database.transaction("put cost") as connection:
            connection.change_sql(
                "INSERT INTO scan_costs (cost_key, cpu_cores, memory, gpu_memory, gpu_percent, learned_at) "
                "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (cost_key) DO UPDATE SET cpu_cores = excluded.cpu_cores, "
                "memory = excluded.memory, gpu_memory = excluded.gpu_memory, gpu_percent = excluded.gpu_percent, "
                "learned_at = excluded.learned_at",
                (key, cost.cpu_cores, cost.memory, cost.gpu_memory, cost.gpu_percent, to_text(now)),
            )
