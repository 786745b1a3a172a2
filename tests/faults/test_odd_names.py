"""A file may be called anything that its file system takes."""

from collections.abc import Callable
from pathlib import Path

from momentry_desk.core.model import TaskStatus
from momentry_desk.engine.engine import Engine

S = 60.0


def test_a_name_of_any_bytes_is_scanned_and_a_queue_file_brings_it_back(
    engine: Engine, script: Callable[..., str], wait_until: Callable[..., None], tmp_path: Path
) -> None:
    plain = Path(script("plain", {"finding": "here", "at": 1.0}))
    path = plain.rename(plain.with_name("caf\udce9\n1.scripted"))
    engine.pause().result(S)
    (one,) = engine.add([str(path)], processors=("scripted",)).result(S).submitted
    (row,) = engine.rows().result(S)
    assert row.file_name == "caf?\ufffd1.scripted"
    engine.queue_files.export(tmp_path / "queue.json").result(S)
    engine.remove([one.task_id]).result(S)
    taken = engine.queue_files.take_in(tmp_path / "queue.json").result(S)
    assert (taken.submitted, taken.missing, taken.refused) == (1, (), ())
    # As a second start hands it over.
    assert engine.add([row.path], processors=("scripted",)).result(S).submitted[0].duplicate
    engine.resume().result(S)
    wait_until(lambda: engine.rows().result(S)[0].status is TaskStatus.COMPLETED)
