"""Every session of child processes that this life of the program started, written down so that none outlives it.

Three keep watch: the janitor (told over its pipe), records in `run/` that the next start sweeps, and the worker
itself.
"""

import contextlib
import json
import logging
import os
from pathlib import Path

from momentry_desk.engine import process_tree
from momentry_desk.engine.janitor import Janitor

_log = logging.getLogger(__name__)
_SUFFIX = ".session"


class Sessions:
    """Registers sessions while they live. `folder` is the data folder's `run`."""

    def __init__(self, folder: Path, *, janitor: bool = True) -> None:
        self._folder = folder
        self._live: set[int] = set()
        self._boot = process_tree.boot_mark()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._janitor = Janitor() if janitor and not process_tree.WINDOWS else None

    @property
    def janitor_pid(self) -> int | None:
        return self._janitor.pid if self._janitor else None

    def live(self) -> tuple[int, ...]:
        return tuple(self._live)

    def register(self, session: int) -> None:
        mark = process_tree.start_mark(session) or ""
        self._live.add(session)
        if self._janitor is not None:
            self._janitor.register(session, mark)
        record = {"pid": session, "started": mark, "boot": self._boot, "data": str(self._folder.parent)}
        # Without the record (a full disk) the janitor and the worker itself still keep watch.
        with contextlib.suppress(OSError):
            self._path(session).write_text(json.dumps(record), encoding="utf-8")

    def forget(self, session: int) -> None:
        self._live.discard(session)
        if self._janitor is not None:
            self._janitor.forget(session)
        with contextlib.suppress(OSError):
            self._path(session).unlink(missing_ok=True)

    def close(self) -> None:
        if self._janitor is not None:
            self._janitor.close()
            self._janitor = None

    def _path(self, session: int) -> Path:
        return self._folder / f"{session}{_SUFFIX}"


def sweep(folder: Path) -> tuple[int, ...]:
    """End what an earlier life of the program left running, and answer the sessions that were killed.

    Number, start, boot and data folder must all match: a number alone may belong to somebody else by now.
    """
    killed = []
    boot = process_tree.boot_mark()
    for path in sorted(folder.glob(f"*{_SUFFIX}")):
        try:
            record = json.loads(path.read_text(encoding="utf-8"))
            session, mark = int(record["pid"]), str(record["started"])
            ours = record["boot"] == boot and os.path.realpath(record["data"]) == os.path.realpath(folder.parent)
        except (OSError, ValueError, KeyError, TypeError):
            ours = False
        if ours and mark and process_tree.same_process(session, mark) and process_tree.members(session):
            _log.warning("ending session %d, which an earlier life of the program left", session)
            process_tree.kill_session(session)
            killed.append(session)
        with contextlib.suppress(OSError):
            path.unlink()
    return tuple(killed)
