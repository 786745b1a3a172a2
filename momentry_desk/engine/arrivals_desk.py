"""The part of the facade that is about watched folders."""

from concurrent.futures import Future
from pathlib import Path

import msgspec

from momentry_desk.core.paths import path_from_text, path_to_text
from momentry_desk.core.watching import WatchedFolder
from momentry_desk.engine.asking import Ask


class ArrivalsDesk:
    """From any thread; each command answers a future, as the facade's do. How the watches stand is part of the
    snapshot."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def watch(self, watched: WatchedFolder, *, existing: bool = False) -> Future[None]:
        """Scan from now on what arrives in a folder, or change how that is done; with `existing` what is in it now
        too. It is written to the settings. The future raises `SettingsRefused`."""
        whole = path_to_text(str(Path(path_from_text(watched.folder)).absolute()))
        placed = msgspec.structs.replace(watched, folder=whole)
        return self._ask(lambda desk: desk.side.arrivals.watch(placed, existing=existing))

    def unwatch(self, folder: str) -> Future[None]:
        """Watch a folder no more. What was added stays. Raises as `watch` does."""
        return self._ask(lambda desk: desk.side.arrivals.unwatch(folder))
