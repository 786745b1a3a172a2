"""The part of the facade that writes the queue into a file and takes it in again."""

from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING

from momentry_desk.core.paths import path_from_text
from momentry_desk.core.queue_file import Imported, QueueEntry, QueueFileTrouble, decode, encode, groups
from momentry_desk.core.sentences import Said, say
from momentry_desk.engine.aside import aside
from momentry_desk.export import files

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine

#: Paths looked at in one addition.
_AT_ONCE = 1_000


class QueueFiles:
    """From any thread; each command answers a future. A thread of its own does the work: files may be slow."""

    def __init__(self, engine: "Engine") -> None:
        self._engine = engine

    def export(self, target: Path, *, overwrite: bool = False) -> Future[int]:
        """Write the whole queue, in its order, and answer how many scans that is. Raises `ExportRefused`."""
        return aside(lambda: self._export(target, overwrite))

    def take_in(self, source: Path) -> Future[Imported]:
        """Put what is still to be done into the queue, behind what is there, in the file's order. A video is found
        by its path, else by its content in the library. Nothing comes twice. Raises `QueueFileTrouble`, and nothing
        is changed then."""
        return aside(lambda: self._take_in(source))

    def _export(self, target: Path, overwrite: bool) -> int:
        rows = self._engine.rows().result()
        files.write(target, encode(rows), overwrite=overwrite)
        return len(rows)

    def _take_in(self, source: Path) -> Imported:
        try:
            content = source.read_bytes()
        except OSError as error:
            raise QueueFileTrouble(say(Said.FILE_NOT_READ, path=source, why=error.strerror or error)) from error
        entries = decode(content, source)
        wanted = [entry for entry in entries if entry.open]
        videos = self._engine.videos(thumbnails=False).result()
        here = {video.file_uuid: (video.path, *video.other_paths) for video in videos}
        paths = {entry.file_uuid: _place(entry, here) for entry in wanted}
        uuids, refused = self._register([path for path in paths.values() if path is not None])
        missing = tuple(dict.fromkeys(entry.path for entry in wanted if paths[entry.file_uuid] is None))
        submitted = known = 0
        for group in groups(entry for entry in wanted if uuids.get(paths[entry.file_uuid] or "") is not None):
            new, twins = self._submit(group, [uuids[paths[entry.file_uuid] or ""] for entry in group])
            submitted, known = submitted + new, known + twins
        return Imported(submitted, known, len(entries) - len(wanted), missing, refused)

    def _register(self, paths: Sequence[str]) -> tuple[dict[str, str], tuple[str, ...]]:
        """The file_uuid of each path as its content is now, and those that cannot be taken in."""
        uuids: dict[str, str] = {}
        refused: list[str] = []
        for at in range(0, len(paths), _AT_ONCE):
            added = self._engine.add(paths[at : at + _AT_ONCE], scan=False).result()
            uuids |= {file.path: file.file_uuid for file in added.files}
            refused += [one.path for one in added.rejected]
        return uuids, tuple(refused)

    def _submit(self, group: Sequence[QueueEntry], file_uuids: Sequence[str]) -> tuple[int, int]:
        first = group[0]
        told = self._engine.submit(
            file_uuids,
            processors=first.processors,
            priority=first.priority,
            retry_on_failure=first.retry,
        ).result()
        new = [one.task_id for one in told if not one.duplicate and not one.done_already]
        if first.held and new:
            self._engine.hold(new).result()
        return len(new), len(told) - len(new)


def _place(entry: QueueEntry, here: dict[str, tuple[str, ...]]) -> str | None:
    """Where the file is on this machine: as in the file, else where the library has the same content."""
    for path in (entry.path, *here.get(entry.file_uuid, ())):
        if Path(path_from_text(path)).exists():
            return path
    return None
