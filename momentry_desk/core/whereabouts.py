"""Where files lie that are not where they were: what a person says, and what their old places tell of new ones."""

from collections.abc import Iterable
from enum import StrEnum
from pathlib import PurePath

import msgspec


class Moved(msgspec.Struct, frozen=True):
    """A video and the place where its content lies now."""

    file_uuid: str
    path: str


class Place(StrEnum):
    """What is at the place that somebody named."""

    FOUND = "found"
    OTHER_CONTENT = "other_content"  # a video or sound, but another one
    NOT_MEDIA = "not_media"
    NOT_THERE = "not_there"
    NO_ANSWER = "no_answer"  # the drive does not answer


class Located(msgspec.Struct, frozen=True):
    """The answer to whoever says where a video is. `path` is where its content was found, else what was named;
    `beside` are others that are missing and lie now where their old places lead, seen from this one's move."""

    place: Place
    path: str
    beside: tuple[Moved, ...] = ()


def moved_places(old: str, new: str, others: Iterable[tuple[str, str]]) -> list[Moved]:
    """Where `others` (file_uuid, old path) should be, if they moved as the file from `old` to `new` did: what both
    paths end in alike stays, what stands before it was exchanged. At least the file's own folder counts."""
    before, after = PurePath(old).parent, PurePath(new).parent
    while before.name and before.name == after.name and before.parent != before and after.parent != after:
        before, after = before.parent, after.parent
    if before == after:
        return []
    places = []
    for file_uuid, path in others:
        here = PurePath(path)
        if here.is_relative_to(before) and here != PurePath(old):
            places.append(Moved(file_uuid, str(after / here.relative_to(before))))
    return places
