"""Writes the database of the newest schema, which must open for ever: `python -m tests.store.make_schema`.

To be run once, when a schema is about to be shipped; what lies there already is never made anew.
"""

import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from momentry_desk.core.findings import Box, Checkpoint, Chunk, FaceSighting, Scene, SpeechSegment, TextLine
from momentry_desk.core.model import AttemptOutcome, Failure, FailureKind, MediaInfo, Priority
from momentry_desk.core.retry import Decision, Verdict
from momentry_desk.store import backups
from momentry_desk.store.database import open_database
from momentry_desk.store.migrations import MIGRATIONS
from tests.store.rooms import NOW, Room

EVERYTHING = ("face", "asr", "ocr", "scene")


def main() -> None:
    target = Path(__file__).parent / "data" / f"schema_{MIGRATIONS[-1].number:04d}.sqlite3"
    if target.exists():
        sys.exit(f"{target} is shipped and stays as it is.")
    with tempfile.TemporaryDirectory() as folder:
        with open_database(Path(folder)) as database:
            fill(Room(database))
        with closing(sqlite3.connect(Path(folder) / "momentry.sqlite3")) as source:
            target.write_bytes(backups.back_up(source, Path(folder), NOW).read_bytes())
    sys.stdout.write(f"{target}: {target.stat().st_size:,} bytes\n")


def fill(room: Room) -> None:
    """A task in every status, findings of every kind, a checkpoint with state, a front mark, a probe's result, a
    callback that waits for an end and one that is due."""
    told = "http://127.0.0.1:9000/ended"
    done = room.submit("done", processors=EVERYTHING, callback_url=told)
    media = MediaInfo("mov", 12.5, True, True, 1920, 1080, 90, "30000/1001", "h264", "aac")
    room.videos.set_probe("done", media, None, b"thumbnail")
    token = room.start(done).attempt_id
    box = Box(0.1, 0.2, 0.3, 0.4)
    found = (
        SpeechSegment(0.0, 2.0, "hello 你好", "en", 0.9, 0.8),
        TextLine(1.0, 3.0, "EPISODE 1", 0.9, box),
        FaceSighting(0.0, 5.0, 1, box, 0.9, 0.5, b"embedding", "sface", b"crop"),
        Scene(0.0, 9.0, b"picture"),
    )
    points = tuple(Checkpoint(name, 0.0, 12.5, "print", b"", True) for name in EVERYTHING)
    assert room.findings.store_chunk(token, Chunk(1, found, points), NOW)
    assert room.tasks.complete(
        token, NOW + 1, running_s=8.0, peak_memory=5, cpu_s=3.0, warnings=["One second lost."]
    )
    room.tasks.cancel([room.submit("cancelled")], NOW + 2)
    failed = room.start(room.submit("failed")).attempt_id
    failure = Failure(FailureKind.SOURCE_INVALID, "failed.mp4 is a text file.", "log")
    room.tasks.fail(failed, AttemptOutcome.ERRORED, failure, Decision(Verdict.GIVE_UP), NOW + 3)
    running = room.start(room.submit("running", callback_url=told)).attempt_id
    half = Chunk(1, (), (Checkpoint("face", 0.0, 4.0, "print", b"open tracks"),))
    assert room.findings.store_chunk(running, half, NOW)
    room.submit("waiting")
    room.submit("urgent", Priority.HIGH)
    room.tasks.prioritize([room.submit("first", Priority.LOW)], NOW)


if __name__ == "__main__":
    main()
