"""Sessions of processes: who is in one, and a signal for all of them. Stdlib only: the janitor lives on it.

A worker leads a session of its own, so whatever it starts (and what that starts) is found by the session's number,
also after the worker itself is gone. A process that leaves the session on purpose is out of reach.
"""

import contextlib
import os
import signal
import sys
from pathlib import Path

_PROC = Path("/proc")
WINDOWS = sys.platform == "win32"


def start_mark(pid: int) -> str | None:
    """What tells a process from a later one of the same number: its start in clock ticks since boot (Linux).
    None where there is no such process; "" where the system does not say."""
    fields = _stat(pid)
    if fields is not None:
        return fields[19]
    if not _PROC.joinpath("self").exists() and alive(pid):
        return ""
    return None


def boot_mark() -> str:
    """Names this run of the machine; "" where the system does not say."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""


def alive(pid: int) -> bool:
    """Whether the process is there and is no zombie."""
    if WINDOWS:
        return False
    fields = _stat(pid)
    if fields is not None:
        return fields[0] not in ("Z", "X")
    if _PROC.joinpath("self").exists():
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def members(session: int) -> tuple[int, ...]:
    """The living processes of a session, zombies left out."""
    if not _PROC.joinpath("self").exists():
        return _group_only(session)
    found = []
    for entry in _PROC.iterdir():
        if entry.name.isdigit():
            fields = _stat(int(entry.name))
            if fields is not None and fields[3] == str(session) and fields[0] not in ("Z", "X"):
                found.append(int(entry.name))
    return tuple(found)


def signal_session(session: int, number: int) -> None:
    """Send a signal to every process of the session: its first group at once, then whoever has a group apart."""
    if WINDOWS or session <= 1:
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(session, number)
    for pid in members(session):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if os.getpgid(pid) != session:
                os.kill(pid, number)


def kill_session(session: int) -> bool:
    """SIGKILL for the whole session; whether it is gone already. A stopped process dies of it, too."""
    if WINDOWS:
        return True
    signal_session(session, signal.SIGKILL)
    return not members(session)


def same_process(pid: int, mark: str) -> bool:
    """Whether the number still belongs to the process that had this start mark, or to nobody: as long as a member
    of its session lives, the kernel gives the number to no other process."""
    now = start_mark(pid)
    return now is None or now == mark


def _group_only(session: int) -> tuple[int, ...]:
    if WINDOWS:
        return ()
    try:
        os.killpg(session, 0)
    except ProcessLookupError:
        return ()
    except PermissionError:
        # macOS answers so when only zombies are left.
        return ()
    return (session,)


def _stat(pid: int) -> list[str] | None:
    """The fields of /proc/PID/stat after the name, from the state on (proc(5)); None where there are none."""
    try:
        text = (_PROC / str(pid) / "stat").read_bytes()
    except OSError:
        return None
    # The name stands in brackets and may hold brackets and spaces itself.
    return text[text.rindex(b")") + 2 :].decode("ascii").split()
