"""The registered source files: content, paths, what a probe found, and what has been scanned."""

from collections.abc import Iterable, Sequence

from momentry_desk.core.messages import FileSeen
from momentry_desk.core.model import MediaInfo, Video
from momentry_desk.core.snapshot import VideoRow
from momentry_desk.store.database import Database


class VideoStore:
    """Commands belong to the thread that opened the database; what reads may be called from any thread."""

    def __init__(self, database: Database) -> None:
        raise NotImplementedError

    def register(self, files: Sequence[FileSeen], now: float) -> list[Video]:
        """Same content = same video; a path whose content changed leads to the new video. In order of `files`."""
        raise NotImplementedError

    def set_probe(
        self, file_uuid: str, media: MediaInfo | None, problem: str | None = None, thumbnail: bytes = b""
    ) -> VideoRow | None:
        raise NotImplementedError

    def set_missing(self, file_uuids: Iterable[str], missing: bool) -> list[str]:
        """Answers those whose state changed."""
        raise NotImplementedError

    def get(self, file_uuid: str) -> Video | None:
        raise NotImplementedError

    def rows(self, file_uuids: Iterable[str] | None = None) -> list[VideoRow]:
        raise NotImplementedError

    def paths(self, file_uuid: str) -> list[str]:
        """Every path where this content was seen, the latest first."""
        raise NotImplementedError

    def forget(self, file_uuids: Iterable[str]) -> list[str]:
        """Rows, findings and tasks of these videos; never the files. Answers the ids of the tasks that went."""
        raise NotImplementedError
