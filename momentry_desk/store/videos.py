"""The registered source files: content, paths, what a probe found, and what has been scanned."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from momentry_desk.core.messages import FileSeen
from momentry_desk.core.model import BUILTIN_PROCESSORS, MediaInfo, Video
from momentry_desk.core.snapshot import VideoRow
from momentry_desk.store import outbox
from momentry_desk.store.connection import Connection, Row
from momentry_desk.store.database import Database
from momentry_desk.store.rows import VIDEO_COLUMNS, to_video, to_video_row
from momentry_desk.store.search_lines import name_files
from momentry_desk.store.tables import (
    ScanRecord,
    VideoPath,
    VideoRecord,
    path_from_column,
    path_to_column,
    to_text,
)
from momentry_desk.store.task_reading import in_groups

#: Files in one transaction, so that a command never waits long behind a large drop.
_AT_ONCE = 1000


class VideoStore:
    """Commands belong to the thread that opened the database; what reads may be called from any thread. All raise
    `StoreTrouble`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def register(self, files: Sequence[FileSeen], now: float) -> list[Video]:
        """Same content = same video; a path whose content changed leads to the new video. In order of `files`.

        A video that lost its last path so is kept, as missing.
        """
        videos: dict[str, Video] = {}
        for start in range(0, len(files), _AT_ONCE):
            some = files[start : start + _AT_ONCE]
            with self._database.transaction("register") as connection:
                _register(connection, some, now)
                videos |= {video.file_uuid: video for video in _videos(connection, (f.file_uuid for f in some))}
        return [videos[file.file_uuid] for file in files]

    def set_probe(
        self, file_uuid: str, media: MediaInfo | None, problem: str | None = None, thumbnail: bytes = b""
    ) -> VideoRow | None:
        """What a probe found: `media`, or the sentence that says why not. None for a video that is gone."""
        with self._database.transaction("set probe") as connection:
            connection.change(
                VideoRecord.update(media=media, problem=problem, thumbnail=thumbnail).where(
                    VideoRecord.file_uuid == file_uuid
                )
            )
            return next(iter(_rows(connection, [file_uuid])), None)

    def set_missing(self, file_uuids: Iterable[str], missing: bool) -> list[str]:
        """Whether the files are at their paths now. Answers the videos for which that changed."""
        with self._database.transaction("set missing") as connection:
            changed: list[str] = []
            for some in in_groups(file_uuids):
                query = VideoRecord.select(VideoRecord.file_uuid).where(
                    VideoRecord.file_uuid.in_(some), VideoRecord.missing != missing
                )
                changed += (file_uuid for (file_uuid,) in connection.rows(query))
            for some in in_groups(changed):
                connection.change(VideoRecord.update(missing=missing).where(VideoRecord.file_uuid.in_(some)))
            return changed

    def get(self, file_uuid: str) -> Video | None:
        with self._database.reading() as connection:
            return next(iter(_videos(connection, [file_uuid])), None)

    def some(self, file_uuids: Iterable[str]) -> list[Video]:
        """Those that are there, in no particular order."""
        with self._database.reading() as connection:
            return _videos(connection, file_uuids)

    def unprobed(self) -> list[Video]:
        """Videos that no worker has looked into yet, the first added first."""
        query = (
            VideoRecord.select(*VIDEO_COLUMNS)
            .where(VideoRecord.media.is_null(), VideoRecord.problem.is_null())
            .order_by(VideoRecord.added_at, VideoRecord.file_uuid)
        )
        with self._database.reading() as connection:
            return [to_video(row) for row in connection.rows(query)]

    def at_path(self, path: str) -> Video | None:
        """The video that was seen last at this path."""
        query = VideoPath.select(VideoPath.file_uuid).where(VideoPath.path == path)
        with self._database.reading() as connection:
            row = connection.row(query)
            return None if row is None else next(iter(_videos(connection, [row[0]])), None)

    def rows(self, file_uuids: Iterable[str] | None = None) -> list[VideoRow]:
        """Of these videos, or of all, the first added first."""
        with self._database.reading() as connection:
            return _rows(connection, file_uuids)

    def page(self, limit: int, offset: int) -> tuple[list[VideoRow], int]:
        """Some of all, the first added first, and how many there are."""
        with self._database.reading() as connection:
            (total,) = connection.sql("SELECT count(*) FROM videos")[0]
            ids = connection.sql(
                "SELECT file_uuid FROM videos ORDER BY added_at, file_uuid LIMIT ? OFFSET ?", (limit, offset)
            )
            return _rows(connection, [file_uuid for (file_uuid,) in ids]), int(total)

    def paths(self, file_uuid: str) -> list[str]:
        """Every path where this content was seen, the latest first."""
        query = (
            VideoPath.select(VideoPath.path)
            .where(VideoPath.file_uuid == file_uuid)
            .order_by(VideoPath.seen_at.desc(), VideoPath.path)
        )
        with self._database.reading() as connection:
            return [path_from_column(path) for (path,) in connection.rows(query)]

    def forget(self, file_uuids: Iterable[str]) -> list[str]:
        """Rows, findings and tasks of these videos; never the files. Answers the ids of the tasks that went."""
        ids = list(dict.fromkeys(file_uuids))
        with self._database.transaction("forget") as connection:
            tasks = connection.sql(
                "SELECT task_id FROM queue_tasks WHERE file_uuid IN (SELECT value FROM json_each(?))",
                (msgspec.json.encode(ids).decode(),),
            )
            outbox.record_removal(connection, [task_id for (task_id,) in tasks])
            connection.change_many("DELETE FROM videos WHERE file_uuid = ?", ((file_uuid,) for file_uuid in ids))
            return [task_id for (task_id,) in tasks]


def _register(connection: Connection, files: Sequence[FileSeen], now: float) -> None:
    at = to_text(now)
    columns = [
        (
            file.file_uuid,
            path_to_column(file.path),
            path_to_column(Path(file.path).name),
            file.size,
            file.mtime_ns,
            at,
        )
        for file in files
    ]
    connection.change_many(
        "INSERT INTO videos (file_uuid, path, file_name, size, mtime_ns, added_at) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (file_uuid) DO UPDATE SET path = excluded.path, file_name = excluded.file_name,"
        " size = excluded.size, mtime_ns = excluded.mtime_ns, missing = 0",
        columns,
    )
    connection.change_many(
        "INSERT INTO video_paths (file_uuid, path, size, mtime_ns, seen_at) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (path) DO UPDATE SET file_uuid = excluded.file_uuid, size = excluded.size,"
        " mtime_ns = excluded.mtime_ns, seen_at = excluded.seen_at",
        ((file_uuid, path, size, mtime_ns, at) for file_uuid, path, _, size, mtime_ns, at in columns),
    )
    for path, file_uuid in {column[1]: column[0] for column in columns}.items():
        _leave_path(connection, path, file_uuid)
    name_files(connection, {column[0]: column[2] for column in columns}.items())


def _leave_path(connection: Connection, path: str | bytes, file_uuid: str) -> None:
    """Other videos that were last seen where this content lies now: at another path of theirs, or missing."""
    for (other,) in connection.sql(
        "SELECT file_uuid FROM videos WHERE path = ? AND file_uuid <> ?", (path, file_uuid)
    ):
        left = connection.sql(
            "SELECT path, size, mtime_ns FROM video_paths WHERE file_uuid = ? ORDER BY seen_at DESC LIMIT 1",
            (other,),
        )
        if left:
            name = path_to_column(Path(path_from_column(left[0][0])).name)
            connection.change_sql(
                "UPDATE videos SET path = ?, size = ?, mtime_ns = ?, file_name = ? WHERE file_uuid = ?",
                (*left[0], name, other),
            )
            name_files(connection, [(other, name)])
        else:
            connection.change_sql("UPDATE videos SET missing = 1 WHERE file_uuid = ?", (other,))


def _videos(connection: Connection, file_uuids: Iterable[str]) -> list[Video]:
    videos: list[Video] = []
    for some in in_groups(file_uuids):
        query = VideoRecord.select(*VIDEO_COLUMNS).where(VideoRecord.file_uuid.in_(some))
        videos += map(to_video, connection.rows(query))
    return videos


def _rows(connection: Connection, file_uuids: Iterable[str] | None) -> list[VideoRow]:
    columns = (*VIDEO_COLUMNS, VideoRecord.missing, VideoRecord.problem, VideoRecord.thumbnail)
    found: list[Row] = []
    scans: list[Row] = []
    select_scans = ScanRecord.select(ScanRecord.file_uuid, ScanRecord.processor).where(
        ScanRecord.completed_at.is_null(False)
    )
    if file_uuids is None:
        found = connection.rows(VideoRecord.select(*columns))
        scans = connection.rows(select_scans)
    else:
        for some in in_groups(file_uuids):
            found += connection.rows(VideoRecord.select(*columns).where(VideoRecord.file_uuid.in_(some)))
            scans += connection.rows(select_scans.where(ScanRecord.file_uuid.in_(some)))
    scanned: dict[str, set[str]] = {}
    for file_uuid, processor in scans:
        scanned.setdefault(file_uuid, set()).add(processor)
    rows = [to_video_row(row, _in_shown_order(scanned.get(row[0], set()))) for row in found]
    return sorted(rows, key=lambda row: (row.added_at, row.file_uuid))


def _in_shown_order(processors: set[str]) -> tuple[str, ...]:
    known = tuple(name for name in BUILTIN_PROCESSORS if name in processors)
    return known + tuple(sorted(processors.difference(known)))
