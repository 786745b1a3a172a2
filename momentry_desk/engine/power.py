"""Keeps the machine awake while scans run, and lets it sleep afterwards."""

import ctypes
import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

_log = logging.getLogger(__name__)

#: SetThreadExecutionState: ES_CONTINUOUS, ES_SYSTEM_REQUIRED (winbase.h).
_CONTINUOUS = 0x80000000
_SYSTEM_REQUIRED = 0x00000001
_PATIENCE_S = 2.0


def inhibitor() -> tuple[str, ...] | None:
    """The command that keeps this system awake as long as it runs, which ends with its stdin or with us."""
    if sys.platform == "darwin":
        return ("caffeinate", "-i", "-w", str(os.getpid()))
    if shutil.which("systemd-inhibit"):
        # cat ends with its stdin, so with this program, however that ends.
        return (
            "systemd-inhibit",
            "--what=sleep:idle",
            "--who=Momentry Desk",
            "--why=Videos are being scanned",
            "--mode=block",
            "cat",
        )
    return None


class KeepAwake:
    """`hold(True)` and `hold(False)` may be called as often as one likes, always on the same thread."""

    def __init__(self, command: Sequence[str] | None = None) -> None:
        """`command` stands in for the platform's own."""
        self._command = tuple(command) if command is not None else None
        self._process: subprocess.Popen[bytes] | None = None
        self._held = False
        self._useless = False

    @property
    def held(self) -> bool:
        """Whether the machine is kept awake now, as far as anybody can tell."""
        if self._process is not None and self._process.poll() is not None:
            # It ended by itself: there is no service to ask (a container, a server without logind).
            _log.info("the machine cannot be kept awake here")
            self._let_go()
            self._useless = True
        return self._held

    def hold(self, wanted: bool) -> None:
        if wanted and not self.held and not self._useless:
            self._take()
        elif not wanted and self._held:
            self._let_go()

    def _take(self) -> None:
        if sys.platform == "win32" and self._command is None:
            ctypes.windll.kernel32.SetThreadExecutionState(_CONTINUOUS | _SYSTEM_REQUIRED)
            self._held = True
            return
        command = self._command or inhibitor()
        if command is None:
            self._useless = True
            return
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError:
            _log.info("the machine cannot be kept awake here", exc_info=True)
            self._useless = True
            return
        self._held = True

    def _let_go(self) -> None:
        self._held = False
        process, self._process = self._process, None
        if process is not None:
            if process.stdin is not None:
                process.stdin.close()
            process.terminate()
            try:
                process.wait(_PATIENCE_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        elif sys.platform == "win32" and self._command is None:
            ctypes.windll.kernel32.SetThreadExecutionState(_CONTINUOUS)
