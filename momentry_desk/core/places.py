"""What a path says about the drive it lies on, in a creator's words."""

import re

from momentry_desk.core.paths import name_of, path_from_text

#: Where systems mount what can be unplugged: Linux desktops, macOS.
_MOUNTS = re.compile(r"^(?:/media/[^/]+|/run/media/[^/]+|/Volumes|/mnt)/([^/]+)/.")


#: How the words for a file that is still being written end.
_COPIED = ", which is still being copied"


def drive_of(path: str) -> str | None:
    """The name of the removable drive or share that holds `path`, None for what lies on the machine's own disk."""
    found = _MOUNTS.match(path)
    if found:
        return found[1]
    letter = re.match(r"^([D-Zd-z]):[\\/]", path)
    if letter:
        return f"{letter[1].upper()}:"
    share = re.match(r"^\\\\([^\\]+)\\([^\\]+)\\", path)
    return f"{share[2]} on {share[1]}" if share else None


def waiting_sentence(path: str) -> str:
    """What a task whose file is not there waits for."""
    drive = drive_of(path_from_text(path))
    name = name_of(path)
    return f"drive {drive}, which holds {name}" if drive else f"the file {name}, which is not at its place"


def copying_sentence(path: str) -> str:
    """What a task waits for whose file is still being written."""
    return f"the file {name_of(path)}{_COPIED}"


def is_copying(waiting_for: str) -> bool:
    """Whether what is waited for is the end of a copy, which comes by itself."""
    return waiting_for.endswith(_COPIED)
