"""The janitor: a small process that outlives the program by a moment, to end what the program left running.

It reads lines from a pipe whose other end the program alone holds: `+SESSION MARK` when a worker's session began,
`-SESSION` when it is gone. The pipe closes when the program ends, however it ends; then every session that is still
registered gets SIGKILL, grandchildren and suspended processes too, and the janitor ends. Stdlib only: it must be
small and start fast.
"""

import contextlib
import signal
import subprocess
import sys
import time
from typing import IO

from momentry_desk.engine import process_tree
from momentry_desk.engine.worker_command import child_environment, own_command

#: How long the janitor goes on killing what does not die at once (a process in an uninterruptible read).
KILL_FOR_S = 30.0
_INTERVAL_S = 0.02


class Janitor:
    """The program's side: starts the process, tells it of sessions, ends it."""

    def __init__(self) -> None:
        program, arguments = own_command("--janitor")
        self._process: subprocess.Popen[bytes] = subprocess.Popen(
            [program, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=child_environment(),
            # A Ctrl-C in the terminal, and a kill of the program's group, must not take the janitor along.
            start_new_session=True,
        )
        self.pid = self._process.pid

    def register(self, session: int, mark: str) -> None:
        self._tell(f"+{session} {mark}\n")

    def forget(self, session: int) -> None:
        self._tell(f"-{session}\n")

    def close(self, timeout_s: float = 5.0) -> None:
        """Close the pipe and wait for the janitor's end."""
        pipe: IO[bytes] | None = self._process.stdin
        if pipe is not None and not pipe.closed:
            with contextlib.suppress(OSError):
                pipe.close()
        try:
            self._process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _tell(self, line: str) -> None:
        pipe = self._process.stdin
        try:
            assert pipe is not None
            pipe.write(line.encode("ascii"))
            pipe.flush()
        except (OSError, ValueError):
            # A janitor that somebody killed: the workers still watch their stdin and their parent themselves.
            pass


def main(lines: IO[bytes] | None = None) -> int:
    """What the janitor's process does: listen until the pipe closes, then clean up."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    sessions: dict[int, str] = {}
    for line in lines or sys.stdin.buffer:
        text = line.decode("ascii", "replace").strip()
        try:
            if text.startswith("+"):
                session, _, mark = text[1:].partition(" ")
                sessions[int(session)] = mark
            elif text.startswith("-"):
                sessions.pop(int(text[1:]), None)
        except ValueError:
            continue
    until = time.monotonic() + KILL_FOR_S
    while sessions and time.monotonic() < until:
        for session, mark in list(sessions.items()):
            if not process_tree.same_process(session, mark) or process_tree.kill_session(session):
                del sessions[session]
        if sessions:
            time.sleep(_INTERVAL_S)
    return 0
