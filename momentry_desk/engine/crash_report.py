"""Leaves a report where the program breaks, and finds what the life before left.

An installed program has no terminal: what Python or the C library says at a crash would be said to nobody. The
report holds what a maintainer needs and nothing of the footage: version, system, and the stacks.
"""

import faulthandler
import logging
import platform
import sys
import threading
import time
import traceback
from pathlib import Path
from types import TracebackType
from typing import TextIO

from momentry_desk import __version__

_log = logging.getLogger(__name__)

_NAME = "crash.log"
#: Ends the head of the file: what stands behind it is a report.
_MARK = "----\n"
#: Older reports are of no use to anybody.
_KEPT = 5


class CrashReport:
    """From `begin` to `end`, whatever nobody caught is written into the logs' folder."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / _NAME
        self._file: TextIO | None = None
        self._hooks = sys.excepthook, threading.excepthook

    def begin(self) -> Path | None:
        """Watch from now on. Answers the report that the last life left, put aside under a name of its own."""
        try:
            left = self._put_aside()
            self._file = self._path.open("w", encoding="utf-8", errors="backslashreplace")
        except OSError:
            # A full disk: the program runs all the same.
            _log.warning("no crash report can be written", exc_info=True)
            return None
        moment = time.strftime("%Y-%m-%d %H:%M:%S %z")
        python = platform.python_version()
        self._file.write(f"Momentry Desk {__version__}, Python {python}, {platform.platform()}, {moment}\n{_MARK}")
        self._file.flush()
        faulthandler.enable(self._file)
        sys.excepthook = self._uncaught
        threading.excepthook = self._uncaught_in_thread
        return left

    def end(self) -> None:
        """The program ends as it should: an empty report goes, another waits for the next start."""
        sys.excepthook, threading.excepthook = self._hooks
        if self._file is None:
            return
        faulthandler.disable()
        self._file.close()
        self._file = None
        if not _holds_report(self._path):
            self._path.unlink(missing_ok=True)

    def _put_aside(self) -> Path | None:
        if not _holds_report(self._path):
            return None
        name = time.strftime("crash-%Y%m%d-%H%M%S.log", time.localtime(self._path.stat().st_mtime))
        aside = self._path.with_name(name)
        self._path.replace(aside)
        for old in sorted(self._path.parent.glob("crash-*.log"))[:-_KEPT]:
            old.unlink(missing_ok=True)
        return aside

    def _write(self, text: str) -> None:
        _log.error("uncaught: %s", text)
        if self._file is not None and not self._file.closed:
            self._file.write(text)
            self._file.flush()

    def _uncaught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not issubclass(kind, KeyboardInterrupt):
            self._write("".join(traceback.format_exception(kind, error, trace)))
        self._hooks[0](kind, error, trace)

    def _uncaught_in_thread(self, told: "threading.ExceptHookArgs") -> None:
        if told.exc_value is not None:
            name = told.thread.name if told.thread else "a thread"
            lines = traceback.format_exception(told.exc_type, told.exc_value, told.exc_traceback)
            self._write(f"In {name}:\n{''.join(lines)}")
        self._hooks[1](told)


def _holds_report(path: Path) -> bool:
    try:
        return bool(path.read_text("utf-8", "replace").partition(_MARK)[2].strip())
    except FileNotFoundError:
        return False
