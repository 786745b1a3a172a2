"""What the names on a camera's card say: which files are parts of one clip, and which only go with the clips.

Only names that say so for sure make a clip: GoPro's chapters (support.gopro.com, "File naming convention") and
AVCHD streams that a camera cut where the card's file system ends. DJI, Sony (XAVC) and Canon number their parts as
they number their clips, so theirs stay apart.
"""

import re
from collections.abc import Iterable
from pathlib import PurePath, PureWindowsPath

import msgspec

#: Files that a camera writes beside its clips: thumbnails, proxies, indexes, clip and card information.
# fmt: off
_BESIDE = frozenset((
    "thm", "lrv", "lrf", "mpl", "cpi", "bdm", "bdmv", "bup", "ifo", "tdt", "tid", "dat", "xml", "xmp", "srt", "sav",
    "moi", "modd", "pmpd", "ppn", "ctg", "idx", "int", "smi", "bim", "bnp", "wxx", "mif", "cif", "rsv", "sub",
    "insp", "jpg", "jpeg", "gpr", "dng", "arw", "cr2", "cr3", "nef", "raf", "orf", "rw2", "heic",
))
# fmt: on
#: Folders that make a tree a card's.
_CARD = frozenset(("dcim", "private", "avchd", "avf_info", "mp_root", "m4root", "clips001", "xdroot", "contents"))

_GOPRO = re.compile(r"G([HXL])(\d{2})(\d{4})\.(?:MP4|360)", re.IGNORECASE)
_GOPRO_OLD = re.compile(r"G(?:OPR|P(\d{2}))(\d{4})\.MP4", re.IGNORECASE)
_STREAM = re.compile(r"(\d{5})\.(?:MTS|M2TS)", re.IGNORECASE)
#: Lets through every name that one of them takes.
_MAY_BE_PART = re.compile(r"(?:G[HXLOP]\w+|\d{5})\.\w+", re.IGNORECASE)
#: Where cameras cut an AVCHD stream: 2 GiB and 4 GiB, the most that FAT32 and its drivers hold, less one block of
#: recording. One that is that long goes on in the next.
_CUTS = (1 << 31, 1 << 32)
_CUT_SHARE = 0.985


class CardFile(msgspec.Struct, frozen=True):
    """A video by its path, as the library knows it."""

    identity: str
    path: str
    size: int


class Clip(msgspec.Struct, frozen=True):
    """Files that are one recording, in order; two at least. `number` is the camera's, "0123"; `camera` "GoPro" or
    "AVCHD"."""

    camera: str
    number: str
    parts: tuple[str, ...]


def goes_beside(path: str) -> bool:
    """Whether this file of a card belongs to the clips and is none itself."""
    way = _pure(path)
    ending = way.suffix.removeprefix(".").casefold()
    return ending in _BESIDE and any(part.casefold() in _CARD for part in way.parts[:-1])


def place_of(path: str) -> str | None:
    """Files with the same answer may be parts of one clip; None for those that never are."""
    # A library asks this of every file: taking a path to pieces costs more than all the rest of a row.
    if not _MAY_BE_PART.fullmatch(path[max(path.rfind("/"), path.rfind("\\")) + 1 :]):
        return None
    way = _pure(path)
    folder = str(way.parent)
    if found := _GOPRO.fullmatch(way.name):
        return f"gopro {found[1].upper()} {found[3]} {way.suffix.casefold()} {folder}"
    if found := _GOPRO_OLD.fullmatch(way.name):
        return f"gopro {found[2]} {folder}"
    if _STREAM.fullmatch(way.name) and way.parent.name.casefold() == "stream":
        return f"stream {folder}"
    return None


def clips(files: Iterable[CardFile]) -> list[Clip]:
    """The clips among files of any number of places, in the order of their folders and numbers."""
    places: dict[str, list[CardFile]] = {}
    for file in files:
        place = place_of(file.path)
        if place is not None:
            places.setdefault(place, []).append(file)
    found = []
    for place in sorted(places):
        some = sorted(places[place], key=lambda file: (_chapter(file.path), file.path))
        found += _streams(some) if place.startswith("stream") else _chapters(some)
    return found


def _chapters(some: list[CardFile]) -> list[Clip]:
    numbered = {_chapter(file.path): file for file in reversed(some)}
    if len(numbered) < 2:
        return []
    number = _pure(some[0].path).stem[-4:]
    return [Clip("GoPro", number, tuple(numbered[at].identity for at in sorted(numbered)))]


def _streams(some: list[CardFile]) -> list[Clip]:
    runs: list[list[CardFile]] = []
    for file in some:
        before = runs[-1][-1] if runs else None
        if before is not None and _is_cut(before.size) and _chapter(file.path) == _chapter(before.path) + 1:
            runs[-1].append(file)
        else:
            runs.append([file])
    return [
        Clip("AVCHD", _pure(run[0].path).stem, tuple(file.identity for file in run)) for run in runs if len(run) > 1
    ]


def _is_cut(size: int) -> bool:
    return any(_CUT_SHARE * cut <= size <= cut for cut in _CUTS)


def _chapter(path: str) -> int:
    name = _pure(path).name
    if found := _GOPRO.fullmatch(name):
        return int(found[2])
    if found := _GOPRO_OLD.fullmatch(name):
        return int(found[1] or 0)
    found = _STREAM.fullmatch(name)
    return int(found[1]) if found else 0


def _pure(path: str) -> PurePath:
    return PureWindowsPath(path) if "\\" in path and "/" not in path else PurePath(path)
