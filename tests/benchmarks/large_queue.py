"""A data folder with a large queue in it, for the benchmark of the window: made in seconds, by the stores alone."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec

from momentry_desk.core.messages import FileSeen
from momentry_desk.core.model import MediaInfo, TaskRequest
from momentry_desk.store.database import FILE_NAME, open_database
from momentry_desk.store.tasks import TaskStore
from momentry_desk.store.videos import VideoStore

_NOW = 1_790_000_000.0
_FOLDERS = 2000


def fill(data: Path, clips: Path, rows: int, scans: int, seconds: float) -> None:
    """`rows` tasks: the first `scans` play a scan of that many seconds, four in ten of the rest wait, the others
    have ended. Their files are not there; nobody asks for them before their turn."""
    files = [FileSeen(path, f"scan{n}", 1_000_000, 1) for n, path in enumerate(_scripts(clips, scans, seconds))]
    files += [
        FileSeen(f"/footage/shoot {n % _FOLDERS:04}/C{n:06}_take {n % 9}.mp4", f"file{n}", 1_000_000 + n, 1)
        for n in range(rows - scans)
    ]
    with open_database(data) as database:
        videos = VideoStore(database).register(files, _NOW)
        requests = [
            TaskRequest(
                video.file_uuid,
                video.file_name,
                ("scripted",) if n < scans else ("face", "asr", "ocr", "scene"),
            )
            for n, video in enumerate(videos)
        ]
        ids = [one.task_id for one in TaskStore(database).submit(requests, _NOW)]
    media = msgspec.json.encode(
        MediaInfo("mov", 95.0, True, True, 1920, 1080, 0, "25/1", "h264", "aac"),
    ).decode()
    ended = [
        (("completed", None), ("failed", "source_invalid"), ("cancelled", None))[n % 100 // 5 % 3]
        for n in range(rows)
    ]
    with closing(sqlite3.connect(data / FILE_NAME)) as database:
        database.execute("UPDATE videos SET media = ?", (media,))
        database.executemany(
            "UPDATE queue_tasks SET status = ?, failure_kind = ?, progress = 100, completed_at = updated_at,"
            " error_message = iif(? IS NULL, NULL, 'It holds no video.') WHERE task_id = ?",
            [(*ended[n], ended[n][1], task_id) for n, task_id in enumerate(ids) if n >= scans and n % 10 >= 4],
        )
        database.commit()


def _scripts(folder: Path, count: int, seconds: float) -> list[str]:
    """Each tells five times a second how far it is, and finds something every second."""
    folder.mkdir()
    steps: list[dict[str, object]] = []
    for n in range(int(seconds * 5)):
        steps += [{"sleep": 0.2}, {"progress": (n + 1) / (seconds * 5)}]
        if n % 5 == 0:
            steps.append({"finding": f"line {n}", "at": n / 5})
    paths = []
    for number in range(count):
        path = folder / f"scan {number}.scripted"
        path.write_text(json.dumps({"steps": steps, "duration": seconds}), "utf-8")
        paths.append(str(path))
    return paths
