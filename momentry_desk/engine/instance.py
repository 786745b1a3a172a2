"""One engine per data folder: a lock that the kernel lets go of however the program ends."""

import contextlib
import os
import sys
from pathlib import Path

from momentry_desk.core.sentences import Said, say
from momentry_desk.engine.errors import StartRefused


class InstanceLock:
    """Held from the constructor to `release`. Raises `StartRefused` where another program holds it."""

    def __init__(self, run_folder: Path) -> None:
        self._path = run_folder / "lock"
        self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._handle)
        except OSError as error:
            holder = self._holder()
            os.close(self._handle)
            sentence = say(Said.RUNNING_ALREADY, path=f"{run_folder.parent}{holder}")
            raise StartRefused(sentence, taken=True) from error
        os.ftruncate(self._handle, 0)
        os.write(self._handle, str(os.getpid()).encode("ascii"))

    def release(self) -> None:
        if self._handle >= 0:
            with contextlib.suppress(OSError):
                os.ftruncate(self._handle, 0)
            os.close(self._handle)
            self._handle = -1

    def _holder(self) -> str:
        try:
            pid = os.pread(self._handle, 32, 0).decode("ascii").strip() if hasattr(os, "pread") else ""
        except (OSError, UnicodeDecodeError):
            pid = ""
        return f" (process {pid})" if pid.isdigit() else ""


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        # A byte far behind the text, so that the holder's number stays readable.
        os.lseek(handle, 4096, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(handle, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
