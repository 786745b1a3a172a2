"""While the database is written anew nothing on the engine's thread waits for the end of that."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from momentry_desk.core.settings import ApiSettings
from momentry_desk.engine import forgetting as forgetting_room
from momentry_desk.engine.callbacks import Deliveries
from momentry_desk.engine.forgetting import Forgetting
from momentry_desk.store.database import BeingRewritten, Database, open_database
from momentry_desk.store.outbox import OutboxStore


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with open_database(tmp_path / "data") as database:
        yield database


@contextmanager
def rewritten_meanwhile(database: Database) -> Iterator[None]:
    """On another thread."""
    begun, over = threading.Event(), threading.Event()

    def rewrite() -> None:
        with database.rewriting():
            begun.set()
            over.wait(20)

    thread = threading.Thread(target=rewrite)
    thread.start()
    assert begun.wait(20)
    try:
        yield
    finally:
        over.set()
        thread.join()


@pytest.mark.usefixtures("application")
def test_what_became_of_a_callback_is_written_afterwards(database: Database) -> None:
    told: list[object] = []
    deliveries = Deliveries(OutboxStore(database), now=lambda: 0.0, settings=ApiSettings, changed=told.append)
    deliveries._under_way["evt_1"] = "task_1"
    with rewritten_meanwhile(database):
        deliveries._settle(cast("Any", SimpleNamespace(event_id="evt_1", error=None)))
        with pytest.raises(BeingRewritten), database.impatient():
            deliveries.tick()
    assert told == []
    deliveries.stop()


class Lookout:
    def __init__(self, *, busy: bool) -> None:
        self.busy = busy
        self.held = False

    def hold(self, held: bool) -> None:
        self.held = held


def test_a_look_at_watched_folders_ends_first(
    application: object, monkeypatch: pytest.MonkeyPatch, wait_until: Callable[..., None]
) -> None:
    begun = threading.Event()
    monkeypatch.setattr(forgetting_room, "forget_in_database", lambda _database: begun.set())
    monkeypatch.setattr(forgetting_room, "clean_copies", lambda _folder, _told: None)
    near, far = Lookout(busy=False), Lookout(busy=True)
    room = Forgetting(
        cast("Any", SimpleNamespace(folder=None)),
        cast("Any", SimpleNamespace(resting=False, runs={}, interrupt_all=lambda: None)),
        cast("Any", near),
        cast("Any", SimpleNamespace(busy=False)),
        rewritten=lambda: None,
    )
    room.hold_too(cast("Any", far))
    answer: Future[Any] = Future()
    room.begin(answer)
    assert near.held
    assert far.held
    room._look()
    assert not begun.is_set()
    far.busy = False
    wait_until(begun.is_set)
    wait_until(lambda: not far.held)
    room.stop()
