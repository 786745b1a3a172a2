"""What is known of watched folders: which files need no more doing."""

from collections.abc import Iterable

import msgspec

from momentry_desk.core.watching import FoundFile
from momentry_desk.store.database import Database
from momentry_desk.store.task_reading import as_json


class WatchRecord(msgspec.Struct, frozen=True):
    """`noted`: what was there when the watch began is known."""

    subfolders: bool
    noted: bool


class ArrivalStore:
    """Commands belong to the thread that opened the database. All raise `StoreTrouble`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def folders(self) -> dict[str, WatchRecord]:
        with self._database.reading() as connection:
            rows = connection.sql("SELECT folder, subfolders, noted FROM watched_folders")
        return {folder: WatchRecord(bool(subfolders), bool(noted)) for folder, subfolders, noted in rows}

    def put_folder(self, folder: str, record: WatchRecord) -> None:
        """Begin a watch, or change how it stands."""
        with self._database.transaction("put watched folder") as connection:
            connection.change_sql(
                "INSERT INTO watched_folders (folder, subfolders, noted) VALUES (?, ?, ?)"
                " ON CONFLICT (folder) DO UPDATE SET subfolders = excluded.subfolders, noted = excluded.noted",
                (folder, record.subfolders, record.noted),
            )

    def forget_folder(self, folder: str) -> None:
        """With all that is known of its files."""
        with self._database.transaction("forget watched folder") as connection:
            connection.change_sql("DELETE FROM watched_folders WHERE folder = ?", (folder,))

    def known(self, folder: str, paths: Iterable[str]) -> dict[str, tuple[int, int]]:
        """Size and time of writing of those of these files that need no more doing."""
        with self._database.reading() as connection:
            rows = connection.sql(
                "SELECT path, size, mtime_ns FROM watched_files"
                " WHERE folder = ? AND path IN (SELECT value FROM json_each(?))",
                (folder, as_json(paths)),
            )
        return {path: (size, mtime_ns) for path, size, mtime_ns in rows}

    def note(self, folder: str, files: Iterable[FoundFile]) -> None:
        """These need no more doing. Not for a folder that is not watched any more."""
        rows = [[file.path, file.size, file.mtime_ns] for file in files]
        if rows:
            with self._database.transaction("note arrivals") as connection:
                connection.change_sql(
                    "INSERT OR REPLACE INTO watched_files (folder, path, size, mtime_ns)"
                    " SELECT folder, value ->> 0, value ->> 1, value ->> 2 FROM watched_folders, json_each(?2)"
                    " WHERE folder = ?1",
                    (folder, msgspec.json.encode(rows).decode()),
                )
