"""Finding media: walks what a person dropped, tells of each media file, then probes it."""

import os
import stat
from collections.abc import Callable, Iterator, Sequence, Set
from pathlib import Path
from typing import NamedTuple

from momentry_desk.core.cards import goes_beside
from momentry_desk.core.media_names import MEDIA_EXTENSIONS
from momentry_desk.core.messages import (
    FileSeen,
    FilesSeen,
    FromWorker,
    Look,
    LookDone,
    Probed,
    Rejected,
)
from momentry_desk.core.paths import name_of, path_from_text, path_to_text, readable
from momentry_desk.core.sentences import Said, say
from momentry_desk.processors import content
from momentry_desk.processors.base import SCRIPTED, scripts_allowed

#: Files told of in one message at most.
_BATCH = 500

#: Of the files passed over so many are told by name.
_NAMED = 200

_NOT_MEDIA = "not_media"
_MISSING = "missing"
_UNREADABLE = "unreadable"


class PassedOver(NamedTuple):
    """A file that is no video or sound by its name; `beside`: a camera wrote it beside its clips."""

    path: str
    beside: bool


def look(request: Look, report: Callable[[FromWorker], None], stopped: Callable[[], bool] = lambda: False) -> None:
    """Answer `request`; `stopped` is asked between files. Raises nothing for what the files are like."""
    ignored = beside = 0
    passed: list[str] = []
    files: list[FileSeen] = []
    batch: list[FileSeen] = []
    rejected: list[Rejected] = []
    paths = [path_from_text(path) for path in request.paths]
    for found in _absent(paths) if request.absent_only else walk(paths, frozenset(request.sizes)):
        if stopped():
            return
        if isinstance(found, PassedOver):
            ignored += 1
            beside += found.beside
            if not (found.beside or is_media_name(found.path)) and len(passed) < _NAMED:
                passed.append(path_to_text(found.path))
        elif isinstance(found, Rejected):
            rejected.append(found)
        else:
            batch.append(found)
        if len(batch) + len(rejected) >= _BATCH:
            report(FilesSeen(request.look_id, tuple(batch), tuple(rejected)))
            files += batch if request.probe else []
            batch, rejected = [], []
    if batch or rejected:
        report(FilesSeen(request.look_id, tuple(batch), tuple(rejected)))
        files += batch if request.probe else []
    for file in files:
        if stopped():
            return
        report(probe_file(request.look_id, file))
    report(LookDone(request.look_id, ignored, beside, tuple(passed)))


def _absent(paths: Sequence[str]) -> Iterator[Rejected]:
    """Those that are not there. What cannot be told is taken for there."""
    for path in paths:
        try:
            Path(path).stat()
        except (FileNotFoundError, NotADirectoryError) as error:
            yield _refusal(path, error)
        except (OSError, ValueError):
            continue


def walk(paths: Sequence[str], sizes: Set[int] = frozenset()) -> Iterator[FileSeen | Rejected | PassedOver]:
    """Each media file below `paths` in the order of names, each refusal, and each file passed over: in
    folders also those of no size in `sizes`, where there are some.

    Hidden files and folders are left out unless named themselves. Links are followed, each folder entered once.
    """
    entered: set[tuple[int, int]] = set()
    for path in paths:
        absolute = os.path.abspath(path)  # noqa: PTH100 - pathlib would resolve nothing of ".."
        try:
            status = Path(absolute).stat()
        except (OSError, ValueError) as error:
            yield _refusal(absolute, error)
            continue
        if stat.S_ISDIR(status.st_mode):
            yield from _walk_folder(absolute, entered, sizes)
        elif not stat.S_ISREG(status.st_mode):
            yield Rejected(path_to_text(absolute), _NOT_MEDIA, say(Said.NO_ORDINARY_FILE, file=_name(absolute)))
        elif goes_beside(absolute):
            yield PassedOver(absolute, beside=True)
        elif not is_media_name(absolute):
            text = say(Said.NO_MEDIA_NAME, file=_name(absolute))
            yield Rejected(path_to_text(absolute), _NOT_MEDIA, text)
        else:
            yield _seen(absolute)


def is_media_name(path: str) -> bool:
    """Whether the name ends like that of a video or sound file."""
    ending = os.path.splitext(path)[1].removeprefix(".").casefold()  # noqa: PTH122 - any bytes in the name
    return ending in MEDIA_EXTENSIONS or (ending == SCRIPTED and scripts_allowed())


def probe_file(look_id: str, file: FileSeen) -> Probed:
    """Probe one file and make its thumbnail; a failure is part of the answer."""
    from momentry_desk.footage import media
    from momentry_desk.processors import frames, scripted

    path = path_from_text(file.path)
    if scripted.is_script(path):
        return Probed(look_id, file.path, file.file_uuid, scripted.media_info(path), None)
    try:
        info = media.probe(path)
        thumbnail = frames.thumbnail(path, info.duration_s) if info.has_video else b""
    except media.MediaTrouble as trouble:
        return Probed(look_id, file.path, file.file_uuid, None, trouble.failure)
    return Probed(look_id, file.path, file.file_uuid, info, None, thumbnail)


def _walk_folder(
    folder: str, entered: set[tuple[int, int]], sizes: Set[int]
) -> Iterator[FileSeen | Rejected | PassedOver]:
    waiting = [folder]
    while waiting:
        current = waiting.pop()
        try:
            status = Path(current).stat()
            if (status.st_dev, status.st_ino) in entered:
                continue
            entered.add((status.st_dev, status.st_ino))
            with os.scandir(current) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            yield _refusal(current, error)
            continue
        folders = []
        for entry in found:
            if entry.name.startswith("."):
                continue
            try:
                if entry.is_dir():
                    folders.append(entry.path)
                elif entry.is_file():
                    wanted = is_media_name(entry.name) and (not sizes or entry.stat().st_size in sizes)
                    yield _seen(entry.path) if wanted else PassedOver(entry.path, goes_beside(entry.path))
            except OSError as error:
                yield _refusal(entry.path, error)
        waiting += reversed(folders)


def _seen(path: str) -> FileSeen | Rejected:
    try:
        status = Path(path).stat()
        return FileSeen(path_to_text(path), content.file_uuid(path), status.st_size, status.st_mtime_ns)
    except OSError as error:
        return _refusal(path, error)


def _refusal(path: str, error: Exception) -> Rejected:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return Rejected(path_to_text(path), _MISSING, say(Said.NOT_THERE, path=readable(path)))
    if isinstance(error, PermissionError):
        text = say(Said.NOT_PERMITTED_TO_ADD, path=readable(path))
        return Rejected(path_to_text(path), _UNREADABLE, text)
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    text = say(Said.DEVICE_ERROR, file=readable(path), why=reason)
    return Rejected(path_to_text(path), _UNREADABLE, text)


def _name(path: str) -> str:
    return name_of(path)
