"""Watched folders: which of their files are wanted, which are new, and how a watch stands."""

from collections.abc import Iterable
from enum import StrEnum
from fnmatch import fnmatchcase
from pathlib import PurePath

import msgspec

from momentry_desk.core.settling import stands_still

#: What arrives must look the same twice, so far apart at least, and must not have been written to meanwhile: longer
#: than for what a person drops, because a copy over a network rests now and then.
QUIET_S = 5.0
#: File systems keep times to two seconds (FAT), and those that keep local time move by whole hours with the season.
_COARSE_NS = 2_000_000_000
_HOUR_NS = 3_600_000_000_000


class WatchedFolder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What arrives in `folder` is scanned. `include` and `exclude` are patterns such as "*.mov" or "proxies/*";
    none in `include` takes all. `processors` are those of the scans; none: those of the settings."""

    folder: str
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    subfolders: bool = True
    processors: tuple[str, ...] = ()


class FoundFile(msgspec.Struct, frozen=True, array_like=True):
    """A media file in a watched folder, by its name."""

    path: str
    size: int
    mtime_ns: int


class WatchStanding(StrEnum):
    BEGINNING = "beginning"  # not looked at yet, or what is there is being noted
    WATCHING = "watching"
    MISSING = "missing"  # waited for quietly
    SILENT = "silent"  # the drive does not answer
    UNREADABLE = "unreadable"


class WatchedState(msgspec.Struct, frozen=True):
    """How one watch stands: `arrived` files were taken up since the program began, `coming` ones do not stand still
    yet."""

    watched: WatchedFolder
    standing: WatchStanding = WatchStanding.BEGINNING
    arrived: int = 0
    coming: int = 0


def wanted(path: str, watched: WatchedFolder) -> bool:
    """Whether the patterns take this file. A pattern without a slash is held against the file's name, another one
    against its way from the folder; upper and lower case are the same."""
    way = PurePath(path)
    try:
        inside = way.relative_to(watched.folder).as_posix().casefold()
    except ValueError:
        return False
    name = way.name.casefold()

    def matches(patterns: Iterable[str]) -> bool:
        return any(
            fnmatchcase(inside if "/" in pattern.strip("/") else name, pattern.strip("/").casefold())
            for pattern in patterns
        )

    return (not watched.include or matches(watched.include)) and not matches(watched.exclude)


def is_known(file: FoundFile, known: tuple[int, int] | None) -> bool:
    """Whether this is what was noted (size, time of writing) of its path before."""
    if known is None or known[0] != file.size:
        return False
    apart = abs(known[1] - file.mtime_ns) % _HOUR_NS
    return min(apart, _HOUR_NS - apart) <= _COARSE_NS


def has_arrived(file: FoundFile, before: tuple[int, int] | None, *, now: float) -> bool:
    """Whether a new file is whole; `before` is its size and time at the look before this one, `QUIET_S` ago."""
    if before is None:
        return False
    return stands_still(file.size, file.mtime_ns, before=before, now=now, quiet_s=QUIET_S)
