"""Puts the machine to sleep, as each system has it done."""

import os
import shutil
import subprocess
import sys


def command() -> tuple[str, ...]:
    """Raises `FileNotFoundError` where this system knows no way."""
    if sys.platform == "darwin":
        return ("pmset", "sleepnow")
    if sys.platform == "win32":
        return ("rundll32.exe", "powrprof.dll,SetSuspendState", "0,1,0")
    for name in ("systemctl", "loginctl"):
        if shutil.which(name):
            return (name, "suspend")
    raise FileNotFoundError(2, "systemctl and loginctl are not there")


class Sleeping:
    """Waits for nothing: the command answers after the machine woke up."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def begin(self) -> None:
        """Raises `OSError`."""
        # A frozen program's libraries are no other program's.
        environment = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"}
        self._process = subprocess.Popen(
            command(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def trouble(self) -> str | None:
        """What the system said against it, once."""
        if self._process is None or self._process.poll() is None:
            return None
        process, self._process = self._process, None
        _, said = process.communicate()
        return (said.strip().splitlines() or [f"exit code {process.returncode}"])[0] if process.returncode else None
