"""Looking through a watched folder: the names, sizes and times of its media files, nothing opened."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from momentry_desk.core.messages import FromWorker, Survey, SurveyDone, Surveyed
from momentry_desk.core.paths import path_from_text, path_to_text
from momentry_desk.core.watching import FoundFile
from momentry_desk.processors.look import is_media_name

_BATCH = 500
#: File systems that lie on another machine; of their changes the system tells nothing.
_REMOTE = (
    "nfs",
    "cifs",
    "smb",
    "afp",
    "webdav",
    "davfs",
    "9p",
    "ceph",
    "gluster",
    "lustre",
    "fuse.sshfs",
    "fuse.rclone",
)


def survey(
    request: Survey, report: Callable[[FromWorker], None], stopped: Callable[[], bool] = lambda: False
) -> None:
    """Answer `request`; `stopped` is asked between files."""
    begun = time.monotonic()
    root = path_from_text(request.folder)
    batch: list[FoundFile] = []
    try:
        for found in _files(root, below=request.subfolders):
            if stopped():
                return
            batch.append(found)
            if len(batch) == _BATCH:
                report(Surveyed(request.look_id, tuple(batch)))
                batch = []
    except OSError as error:
        gone = isinstance(error, FileNotFoundError | NotADirectoryError)
        report(SurveyDone(request.look_id, "missing" if gone else "unreadable"))
        return
    if batch:
        report(Surveyed(request.look_id, tuple(batch)))
    report(SurveyDone(request.look_id, local=_is_local(root), took_s=time.monotonic() - begun))


def _files(root: str, *, below: bool) -> Iterator[FoundFile]:
    """Raises `OSError` for the folder itself; one below that cannot be read is passed over, the next look may read
    it. Hidden ones are left out, and no link to a folder is followed: it may lead back up."""
    waiting = [root]
    while waiting:
        current = waiting.pop()
        try:
            with os.scandir(current) as entries:
                found = list(entries)
        except OSError:
            if current == root:
                raise
            continue
        for entry in found:
            if entry.name.startswith("."):
                continue
            try:
                if entry.is_dir(follow_symlinks=False):
                    if below:
                        waiting.append(entry.path)
                elif is_media_name(entry.name) and entry.is_file():
                    # Not the entry's own: on Windows that is old until the file is closed.
                    status = Path(entry.path).stat()
                    yield FoundFile(path_to_text(entry.path), status.st_size, status.st_mtime_ns)
            except OSError:
                continue


def _is_local(folder: str) -> bool:
    """Whether the folder lies on a drive of this machine, as far as the list of mounts says."""
    import psutil

    if sys.platform == "win32" and folder.startswith("\\\\"):
        return False
    inside = [
        mount
        for mount in psutil.disk_partitions(all=True)
        if Path(folder).is_relative_to(mount.mountpoint) and mount.mountpoint
    ]
    holder = max(inside, key=lambda mount: len(mount.mountpoint), default=None)
    return holder is not None and not holder.fstype.startswith(_REMOTE) and "remote" not in holder.opts
