"""The registered source files: content, paths, what a probe found, and what has been scanned."""

from collections.abc import Collection, Iterable, Sequence

import msgspec

from momentry_desk.core.messages import FileSeen
from momentry_desk.core.model import BUILTIN_PROCESSORS, MediaInfo, Video
from momentry_desk.core.paths import name_of
from momentry_desk.core.snapshot import VideoRow
from momentry_desk.store import outbox
from momentry_desk.store.audio_choices import Choices
from momentry_desk.store.connection import Connection
from momentry_desk.store.database import Database
from momentry_desk.store.rows import VIDEO_COLUMN_LIST, VIDEO_COLUMNS, to_video, to_video_row
from momentry_desk.store.search_lines import name_files
from momentry_desk.store.tables import (
    VideoPath,
    VideoRecord,
    path_from_column,
    path_to_column,
    to_text,
)
from momentry_desk.store.task_reading import as_json

#: Files in one transaction, so that a command never waits long behind a large drop.
_AT_ONCE = 1000


class VideoStore:
    """Commands belong to the thread that opened the database; what reads may be called from any thread. All raise
    `StoreTrouble`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def register(self, files: Sequence[FileSeen], now: float, moved: Collection[str] = frozenset()) -> list[Video]:
        """Same content = same video; a path whose content changed leads to the new video. In order of `files`.

        The first path of a content is its place. Another one takes over where the video is missing, or is one of
        `moved`: nothing is at its old place any more. A video that lost its last path so is kept, as missing.
        """
        videos: dict[str, Video] = {}
        for start in range(0, len(files), _AT_ONCE):
            some = files[start : start + _AT_ONCE]
            with self._database.transaction("register") as connection:
                _register(connection, some, now, moved)
                videos |= {video.file_uuid: video for video in _videos(connection, (f.file_uuid for f in some))}
        return [videos[file.file_uuid] for file in files]

    def set_probe(
        self, file_uuid: str, media: MediaInfo | None, problem: str | None = None, thumbnail: bytes | None = None
    ) -> VideoRow | None:
        """What a probe found: `media`, or the sentence that says why not. None for a video that is gone.

        Without a `thumbnail` the one there is stays.
        """
        found: dict[str, object] = {"media": media, "problem": problem}
        if thumbnail is not None:
            found["thumbnail"] = thumbnail
        with self._database.transaction("set probe") as connection:
            connection.change(VideoRecord.update(**found).where(VideoRecord.file_uuid == file_uuid))
            return next(iter(_rows(connection, [file_uuid], thumbnails=True)), None)

    def set_missing(self, file_uuids: Iterable[str], missing: bool) -> list[str]:
        """Whether the files are at their paths now. Answers the videos for which that changed."""
        with self._database.transaction("set missing") as connection:
            changed = connection.sql(
                "UPDATE videos SET missing = ?1 WHERE missing <> ?1"
                " AND file_uuid IN (SELECT value FROM json_each(?2)) RETURNING file_uuid",
                (missing, as_json(file_uuids)),
            )
            return [file_uuid for (file_uuid,) in changed]

    def whereabouts(self, file_uuids: Iterable[str] | None) -> list[tuple[str, str, bool]]:
        """Of these videos, or of all: file_uuid, path, and whether it is known to be missing."""
        among = "" if file_uuids is None else " WHERE file_uuid IN (SELECT value FROM json_each(?))"
        asked = () if file_uuids is None else (as_json(file_uuids),)
        with self._database.reading() as connection:
            rows = connection.sql(f"SELECT file_uuid, path, missing FROM videos{among} ORDER BY path", asked)
        return [(file_uuid, path_from_column(path), bool(missing)) for file_uuid, path, missing in rows]

    def sizes(self, file_uuids: Iterable[str] | None) -> list[tuple[str, int]]:
        """The file_uuid and the size in bytes of these videos, or of those that are missing."""
        among = "missing" if file_uuids is None else "file_uuid IN (SELECT value FROM json_each(?))"
        asked = () if file_uuids is None else (as_json(file_uuids),)
        with self._database.reading() as connection:
            rows = connection.sql(f"SELECT file_uuid, size FROM videos WHERE {among}", asked)
        return [(file_uuid, size) for file_uuid, size in rows]

    def forget_unfinished(self, file_uuids: Iterable[str]) -> list[str]:
        """Forget those that lie nowhere any more and that nothing hangs on: what a copy was on its way to be whole.
        Answers them."""
        with self._database.transaction("forget unfinished") as connection:
            gone = connection.sql(
                "DELETE FROM videos WHERE file_uuid IN (SELECT value FROM json_each(?))"
                " AND NOT EXISTS (SELECT 1 FROM video_paths WHERE video_paths.file_uuid = videos.file_uuid)"
                " AND NOT EXISTS (SELECT 1 FROM queue_tasks WHERE queue_tasks.file_uuid = videos.file_uuid)"
                " AND NOT EXISTS (SELECT 1 FROM removed_tasks WHERE removed_tasks.file_uuid = videos.file_uuid)"
                " AND NOT EXISTS (SELECT 1 FROM scans WHERE scans.file_uuid = videos.file_uuid)"
                " RETURNING file_uuid",
                (as_json(file_uuids),),
            )
            return [file_uuid for (file_uuid,) in gone]

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

    def rows(self, file_uuids: Iterable[str] | None = None, *, thumbnails: bool = True) -> list[VideoRow]:
        """Of these videos, or of all, the first added first; without `thumbnails` those are left empty, which is
        cheap."""
        with self._database.reading() as connection:
            return _rows(connection, file_uuids, thumbnails=thumbnails)

    def thumbnails(self, file_uuids: Iterable[str]) -> dict[str, bytes]:
        """The pictures of those of these videos that have one."""
        with self._database.reading() as connection:
            rows = connection.sql(
                "SELECT file_uuid, thumbnail FROM videos"
                " WHERE file_uuid IN (SELECT value FROM json_each(?)) AND thumbnail <> x''",
                (as_json(file_uuids),),
            )
        return dict(rows)

    def page(self, limit: int, offset: int) -> tuple[list[VideoRow], int]:
        """Some of all, the first added first, and how many there are."""
        with self._database.reading() as connection:
            (total,) = connection.sql("SELECT count(*) FROM videos")[0]
            ids = connection.sql(
                "SELECT file_uuid FROM videos ORDER BY added_at, file_uuid LIMIT ? OFFSET ?", (limit, offset)
            )
            return _rows(connection, [file_uuid for (file_uuid,) in ids], thumbnails=True), int(total)

    def other_paths(self, file_uuids: Iterable[str]) -> list[tuple[str, str]]:
        """Of these videos file_uuid and path of each other place where their content was seen, the latest first."""
        with self._database.reading() as connection:
            return _other_paths(connection, file_uuids)

    def beside(self, paths: Iterable[str]) -> list[str]:
        """The other paths where what was seen last at these was seen too."""
        with self._database.reading() as connection:
            rows = connection.sql(
                "SELECT DISTINCT o.path FROM json_each(?) AS asked JOIN video_paths p ON p.path = asked.value"
                " JOIN video_paths o ON o.file_uuid = p.file_uuid AND o.path <> p.path",
                (as_json(path for path in map(path_to_column, paths) if isinstance(path, str)),),
            )
        return [path_from_column(path) for (path,) in rows]

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


def _register(connection: Connection, files: Sequence[FileSeen], now: float, moved: Collection[str]) -> None:
    at = to_text(now)
    columns = [
        (
            file.file_uuid,
            path_to_column(file.path),
            name_of(file.path),
            file.size,
            file.mtime_ns,
            at,
        )
        for file in files
    ]
    ids = as_json(file.file_uuid for file in files)
    among = "FROM videos WHERE file_uuid IN (SELECT value FROM json_each(?))"
    places: dict[str, str | bytes] = dict(connection.sql(f"SELECT file_uuid, path {among}", (ids,)))
    connection.change_many(
        "UPDATE videos SET missing = 1 WHERE file_uuid = ?",
        ((file.file_uuid,) for file in files if file.file_uuid in moved),
    )
    connection.change_many(
        "INSERT INTO videos (file_uuid, path, file_name, size, mtime_ns, added_at) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (file_uuid) DO UPDATE SET path = excluded.path, file_name = excluded.file_name,"
        " size = excluded.size, mtime_ns = excluded.mtime_ns, missing = 0"
        " WHERE videos.missing OR videos.path = excluded.path",
        columns,
    )
    bereft = _owners(connection, columns)
    connection.change_many(
        "INSERT INTO video_paths (file_uuid, path, size, mtime_ns, seen_at) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (path) DO UPDATE SET file_uuid = excluded.file_uuid, size = excluded.size,"
        " mtime_ns = excluded.mtime_ns, seen_at = excluded.seen_at",
        ((file_uuid, path, size, mtime_ns, at) for file_uuid, path, _, size, mtime_ns, at in columns),
    )
    for other, path in connection.sql(
        "SELECT videos.file_uuid, videos.path FROM json_each(?) AS asked"
        " JOIN video_paths ON video_paths.file_uuid = asked.value AND video_paths.seen_at = ?"
        " JOIN videos ON videos.path = video_paths.path AND videos.file_uuid <> video_paths.file_uuid",
        (ids, at),
    ):
        _leave_path(connection, other, path)
    _name_tasks(
        connection,
        (
            (file_uuid, name)
            for file_uuid, path, name in connection.sql(f"SELECT file_uuid, path, file_name {among}", (ids,))
            if places.get(file_uuid, path) != path
        ),
    )
    name_files(connection, {*bereft, *(file.file_uuid for file in files)})


def _owners(connection: Connection, columns: Iterable[tuple[str, str | bytes, str, int, int, str]]) -> list[str]:
    """The videos that were seen last at these paths, where another content is now."""
    found: list[str] = []
    for file_uuid, path, *_ in columns:
        found += (
            other
            for (other,) in connection.sql(
                "SELECT file_uuid FROM video_paths WHERE path = ? AND file_uuid <> ?", (path, file_uuid)
            )
        )
    return found


def _leave_path(connection: Connection, file_uuid: str, path: str | bytes) -> None:
    """Another content lies now where this video was seen last: it is at another path of its own, or missing."""
    left = connection.sql(
        "SELECT path, size, mtime_ns FROM video_paths WHERE file_uuid = ? AND path <> ?"
        " ORDER BY seen_at DESC LIMIT 1",
        (file_uuid, path),
    )
    if left:
        name = name_of(path_from_column(left[0][0]))
        connection.change_sql(
            "UPDATE videos SET path = ?, size = ?, mtime_ns = ?, file_name = ? WHERE file_uuid = ?",
            (*left[0], name, file_uuid),
        )
        _name_tasks(connection, [(file_uuid, name)])
    else:
        connection.change_sql("UPDATE videos SET missing = 1 WHERE file_uuid = ?", (file_uuid,))


def _name_tasks(connection: Connection, names: Iterable[tuple[str, str | bytes]]) -> None:
    """The queue names a file as the library does."""
    for file_uuid, name in names:
        for table in ("queue_tasks", "removed_tasks"):
            connection.change_sql(f"UPDATE {table} SET file_name = ? WHERE file_uuid = ?", (name, file_uuid))


def _videos(connection: Connection, file_uuids: Iterable[str]) -> list[Video]:
    rows = connection.sql(
        f"SELECT {VIDEO_COLUMN_LIST} FROM videos WHERE file_uuid IN (SELECT value FROM json_each(?))",
        (as_json(file_uuids),),
    )
    return [to_video(row) for row in rows]


def _rows(connection: Connection, file_uuids: Iterable[str] | None, *, thumbnails: bool) -> list[VideoRow]:
    picture = "thumbnail" if thumbnails else "x''"
    select = f"SELECT {VIDEO_COLUMN_LIST}, missing, problem, {picture} FROM videos"
    select_scans = "SELECT file_uuid, processor FROM scans WHERE completed_at IS NOT NULL"
    if file_uuids is None:
        found, scans = connection.sql(select), connection.sql(select_scans)
    else:
        asked = as_json(file_uuids)
        among = "file_uuid IN (SELECT value FROM json_each(?))"
        found = connection.sql(f"{select} WHERE {among}", (asked,))
        scans = connection.sql(f"{select_scans} AND {among}", (asked,))
    scanned: dict[str, set[str]] = {}
    for file_uuid, processor in scans:
        scanned.setdefault(file_uuid, set()).add(processor)
    choices = Choices(connection)
    others: dict[str, list[str]] = {}
    for file_uuid, path in _other_paths(connection, file_uuids):
        others.setdefault(file_uuid, []).append(path)
    rows = [
        to_video_row(row, _in_shown_order(scanned.get(row[0], set())), choices, tuple(others.get(row[0], ())))
        for row in found
    ]
    return sorted(rows, key=lambda row: (row.added_at, row.file_uuid))


def _other_paths(connection: Connection, file_uuids: Iterable[str] | None) -> list[tuple[str, str]]:
    among = "" if file_uuids is None else " AND v.file_uuid IN (SELECT value FROM json_each(?))"
    rows = connection.sql(
        "SELECT v.file_uuid, p.path FROM videos v CROSS JOIN video_paths p"
        f" ON p.file_uuid = v.file_uuid AND p.path <> v.path{among} ORDER BY p.seen_at DESC, p.path",
        () if file_uuids is None else (as_json(file_uuids),),
    )
    return [(file_uuid, path_from_column(path)) for file_uuid, path in rows]


def _in_shown_order(processors: set[str]) -> tuple[str, ...]:
    known = tuple(name for name in BUILTIN_PROCESSORS if name in processors)
    return known + tuple(sorted(processors.difference(known)))
