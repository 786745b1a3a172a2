"""A database of its own for each test of the store."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from momentry_desk.store.database import Database, open_database
from tests.store.rooms import NOW, Room


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with open_database(tmp_path / "data", clock=lambda: NOW) as database:
        yield database


@pytest.fixture
def room(database: Database) -> Room:
    return Room(database)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder that is not there yet."""
    return tmp_path / "data"
