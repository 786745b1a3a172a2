"""Which sound track a person chose, for a file or for all files of a folder."""

from collections.abc import Iterable
from pathlib import PurePath
from typing import Literal

from momentry_desk.core.model import Video
from momentry_desk.core.tracks import heard_track
from momentry_desk.store.connection import Connection
from momentry_desk.store.database import Database
from momentry_desk.store.tables import path_from_column, path_to_column

Kind = Literal["file", "folder"]


class Choices:
    """All that were made, as one look at the table found them."""

    def __init__(self, connection: Connection) -> None:
        self._tracks: dict[tuple[str, str | bytes], int] = {
            (kind, place): track
            for kind, place, track in connection.sql("SELECT kind, place, track FROM audio_choices")
        }

    def of(self, file_uuid: str, path: str) -> int | None:
        """The track's number, from 0; what was chosen for the file itself goes before its folder's choice."""
        if not self._tracks:
            return None
        own = self._tracks.get(("file", file_uuid))
        return self._tracks.get(("folder", path_to_column(_folder(path)))) if own is None else own


class AudioChoiceStore:
    """Commands belong to the thread that opened the database. All raise `StoreTrouble`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def choose(self, file_uuid: str, track: int | None, *, folder: bool) -> list[str]:
        """Remember the choice for this video, or for its folder, which the video then follows; `track` None takes
        the choice back. Answers the videos whose choice that may change."""
        with self._database.transaction("choose sound") as connection:
            found = connection.sql("SELECT path FROM videos WHERE file_uuid = ?", (file_uuid,))
            if not found:
                return []
            place = _folder(path_from_column(found[0][0]))
            if folder:
                _put(connection, "file", file_uuid, None)
                _put(connection, "folder", path_to_column(place), track)
            else:
                _put(connection, "file", file_uuid, track)
                return [file_uuid]
            rows = connection.sql("SELECT file_uuid, path FROM videos")
            return [uuid for uuid, path in rows if _folder(path_from_column(path)) == place]

    def heard(self, videos: Iterable[Video]) -> dict[str, int]:
        """The track to take of those videos that have another than their own first choice; see `core.tracks`."""
        with self._database.reading() as connection:
            choices = Choices(connection)
        chosen = {}
        for video in videos:
            tracks = video.media.audio_tracks if video.media else ()
            track = heard_track(tracks, choices.of(video.file_uuid, video.path))
            if track is not None:
                chosen[video.file_uuid] = track
        return chosen


def _folder(path: str) -> str:
    return str(PurePath(path).parent)


def _put(connection: Connection, kind: Kind, place: str | bytes, track: int | None) -> None:
    connection.change_sql("DELETE FROM audio_choices WHERE kind = ? AND place = ?", (kind, place))
    if track is not None:
        connection.change_sql(
            "INSERT INTO audio_choices (kind, place, track) VALUES (?, ?, ?)", (kind, place, track)
        )
