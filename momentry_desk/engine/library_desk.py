"""The part of the facade that is about where the library's files are, and about their pictures."""

from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path

from momentry_desk.core.paths import path_from_text, path_to_text
from momentry_desk.core.whereabouts import Located, Moved
from momentry_desk.engine.asking import Ask, AskLater


class LibraryDesk:
    """From any thread; each command answers a future, as the facade's do. What changes comes with the engine's
    `videos_changed`; scans that waited for a file go on by themselves.

    A video is known by its content: found anywhere, it is the same video, and all that was found in it stays.
    """

    def __init__(self, ask: Ask, ask_later: AskLater) -> None:
        self._ask = ask
        self._ask_later = ask_later

    def locate(self, file_uuid: str, path: str) -> Future[Located]:
        """A person says that this video is at `path`, or in that folder. Where its content is there, the place is
        recorded; else nothing is changed. Raises `UnknownVideo`."""
        here = _absolute(path)
        return self._ask_later(lambda desk, answer: desk.commands.whereabouts.locate(file_uuid, here, answer))

    def relink(self, moved: Sequence[Moved]) -> Future[tuple[Moved, ...]]:
        """Record these places, as `Located.beside` tells them. Answers those that hold what they should."""
        some = tuple(moved)
        return self._ask_later(lambda desk, answer: desk.commands.whereabouts.relink(some, answer))

    def find(self, paths: Sequence[str]) -> Future[tuple[Moved, ...]]:
        """Look through files and folders for videos that are missing, and record where they are."""
        places = tuple(map(_absolute, paths))
        return self._ask_later(lambda desk, answer: desk.commands.whereabouts.find(places, answer))

    def check(self, file_uuids: Sequence[str]) -> Future[None]:
        """Find out whether these videos are at their paths."""
        uuids = tuple(file_uuids)
        return self._ask_later(lambda desk, answer: desk.commands.whereabouts.check_these(uuids, answer))

    def make_pictures(self, file_uuids: Sequence[str]) -> Future[None]:
        """Those of these videos that lack a picture get one by and by, if their file has one; tried once a life."""
        uuids = tuple(file_uuids)
        return self._ask(lambda desk: desk.pictures.make(uuids))


def _absolute(path: str) -> str:
    return path_to_text(str(Path(path_from_text(path)).absolute()))
