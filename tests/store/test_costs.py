"""What scans cost outlives the program."""

from pathlib import Path

from momentry_desk.core.capacity import ScanCost
from momentry_desk.store.costs import CostStore
from momentry_desk.store.database import open_database


def test_the_last_cost_of_each_kind_of_scan_is_there_after_a_restart(tmp_path: Path) -> None:
    with open_database(tmp_path / "data") as database:
        costs = CostStore(database)
        assert costs.all() == {}
        costs.put("face", ScanCost(1.0, 300), 1000.0)
        costs.put("asr(model=base)", ScanCost(0.5, 900_000_000_000, 7, 12.5), 1001.0)
        costs.put("face", ScanCost(1.25, 400), 1002.0)
    with open_database(tmp_path / "data") as database:
        assert CostStore(database).all() == {
            "face": ScanCost(1.25, 400),
            "asr(model=base)": ScanCost(0.5, 900_000_000_000, 7, 12.5),
        }
