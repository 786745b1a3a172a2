"""Looking at files when drives are dead and readers crash."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from momentry_desk.core.messages import FilesSeen, LookDone, Probed
from momentry_desk.engine.lookout import Glance, Lookout
from momentry_desk.engine.sessions import Sessions
from momentry_desk.engine.worker_command import WorkerCommand
from momentry_desk.store.trouble import DatabaseFull

FAKE_WORKER = Path(__file__).with_name("fake_worker.py")


class Told:
    """What came of one look."""

    def __init__(self, *paths: str, probe: bool = False) -> None:
        self.seen: list[str] = []
        self.probed: list[str] = []
        self.done = False
        self.lost: bool | None = None
        self.glance = Glance(paths, probe, self._done, self._lost, seen=self._seen, probed=self._probed)

    def _seen(self, message: FilesSeen) -> None:
        self.seen += [file.path for file in message.files]

    def _probed(self, message: Probed) -> None:
        self.probed.append(message.path)

    def _done(self, _message: LookDone) -> None:
        self.done = True

    def _lost(self, silent: bool) -> None:
        self.lost = silent


@pytest.fixture
def lookout(tmp_path: Path, no_leftovers: None, wait_until: Callable[..., None]) -> Iterator[Lookout]:
    sessions = Sessions(tmp_path / "run")
    made = Lookout(WorkerCommand(sys.executable, (str(FAKE_WORKER),)), sessions, patience_ms=3000)
    yield made
    made.stop()
    wait_until(lambda: made.resting)
    sessions.close()


def test_a_drive_that_does_not_answer_holds_up_its_own_look_alone(
    lookout: Lookout, clip: Callable[..., str], wait_until: Callable[..., None]
) -> None:
    dead, good = Told("/a drive that never answers/a.mp4"), Told(clip("a.mp4"))
    lookout.look(dead.glance)
    lookout.look(good.glance)
    wait_until(lambda: good.done)
    assert dead.lost is True
    assert len(good.seen) == 1


def test_a_find_that_cannot_be_stored_holds_up_nobody_who_waits(
    lookout: Lookout, clip: Callable[..., str], wait_until: Callable[..., None], tmp_path: Path
) -> None:
    def refuse(_message: LookDone) -> None:
        raise DatabaseFull(tmp_path)

    first, second = Told(clip("a.mp4")), Told(clip("b.mp4"))
    first.glance.done = refuse
    lookout.look(first.glance)
    lookout.look(second.glance)
    wait_until(lambda: second.done)


def test_a_new_drop_goes_before_the_probes_that_wait(
    lookout: Lookout, clip: Callable[..., str], wait_until: Callable[..., None]
) -> None:
    order: list[str] = []
    probes = [Told(clip(f"{number}.mp4"), probe=True) for number in range(3)]
    drop = Told(clip("drop.mp4"))
    for told in (*probes, drop):
        name = "drop" if told is drop else "probe"
        told.glance.done = lambda _message, name=name: order.append(name)  # type: ignore[misc]
    for told in probes:
        lookout.look(told.glance)
    lookout.look(drop.glance, urgent=True)
    wait_until(lambda: len(order) == 4)
    assert order == ["probe", "drop", "probe", "probe"]
