"""Pictures that a library lacks are made anew where they are asked for, and cost nothing that was known."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from momentry_desk.engine.engine import Engine

S = 20


def pictures(engine: Engine) -> dict[str, bytes]:
    return {row.file_name: row.thumbnail for row in engine.videos().result(S)}


def test_a_lost_picture_is_made_anew_and_a_file_that_is_gone_stays_as_it_was(
    make_engine: Callable[..., Engine], clip: Callable[..., str], data_folder: Path, wait_until: Callable[..., None]
) -> None:
    first = make_engine()
    first.add([clip(name, steps=7) for name in ("a.mp4", "b.mp4", "gone.mp4")], scan=False).result(S)
    wait_until(lambda: all(pictures(first).values()), what="the first probes")
    assert first.stop()
    with sqlite3.connect(data_folder / "momentry.sqlite3") as connection:
        connection.execute("UPDATE videos SET thumbnail = x''")
    Path(clip("gone.mp4")).unlink()

    engine = make_engine()
    uuids = [row.file_uuid for row in engine.videos().result(S)]
    assert not any(pictures(engine).values())
    engine.library.make_pictures(uuids).result(S)
    wait_until(lambda: [name for name, one in pictures(engine).items() if one] == ["a.mp4", "b.mp4"])
    engine.library.make_pictures(uuids).result(S)
    assert all(row.media is not None and row.problem is None for row in engine.videos().result(S))
