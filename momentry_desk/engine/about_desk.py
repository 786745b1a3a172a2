"""The part of the facade that is about the program itself: a file for a report of trouble, and newer versions."""

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

from momentry_desk.core.settings import Settings
from momentry_desk.engine import diagnostics
from momentry_desk.engine.asking import Ask
from momentry_desk.engine.reader import Reader


class AboutDesk:
    """From any thread; each command answers a future, as the facade's do. What was found stands in the snapshot."""

    def __init__(self, ask: Ask, reader: Reader, settings: Callable[[], Settings], data_folder: Path) -> None:
        self._ask = ask
        self._reader = reader
        self._settings = settings
        self._data_folder = data_folder

    def save_diagnostics(self, target: Path) -> Future[None]:
        """Write a ZIP file for a report of trouble, over one that is there. Raises `ExportRefused`."""
        settings = self._settings()
        return self._reader.ask(lambda stores: diagnostics.save(target, stores, settings, self._data_folder))

    def follow_versions(self) -> Future[None]:
        """Somebody reads what is found: look for a newer version once a day, where the settings say so."""
        return self._ask(lambda desk: desk.side.updates.follow())

    def look_for_version(self) -> Future[None]:
        """Look now, because a person asks; answers when the look has begun. Does nothing in a build that has no
        address for it."""
        return self._ask(lambda desk: desk.side.updates.look_now())

    def pass_version_over(self) -> Future[None]:
        """Speak of the newer version that was found no more."""
        return self._ask(lambda desk: desk.side.updates.pass_over())
