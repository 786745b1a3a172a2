"""Keeps the API as the settings say while the window is open: on, off, or anew where its settings changed."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from momentry_desk.core.settings import ApiSettings
from momentry_desk.core.snapshot import QueueSnapshot
from momentry_desk.http.facade import QueueFacade
from momentry_desk.http.security import TokenTrouble
from momentry_desk.http.server import ApiServer, CannotListen

#: What the running server reads from each snapshot, so that it need not start anew for them.
_LIVE = {"callback_hosts": (), "callback_secret": ""}


class ApiSwitch:
    """Looks at each snapshot, on the thread where those come. `told` hears in words what became of the API.

    A port that is taken is told once: it is tried again when the settings change.
    """

    def __init__(
        self, queue: QueueFacade, data_folder: Path, told: Callable[[str], None] = lambda _sentence: None
    ) -> None:
        self._queue = queue
        self._data_folder = data_folder
        self._told = told
        self._held: ApiSettings | None = None
        self.server: ApiServer | None = None
        queue.snapshot_changed.connect(self.look)

    def look(self, snapshot: QueueSnapshot) -> None:
        asked = msgspec.structs.replace(snapshot.settings.api, **_LIVE)
        if asked == self._held:
            return
        before, self._held = self._held, asked
        was_on = self.server is not None
        self._end()
        if asked.enabled:
            self._begin(snapshot.settings.api)
        elif was_on and before is not None:
            self._told("Other programs cannot reach the queue any more.")

    def stop(self) -> None:
        self._queue.snapshot_changed.disconnect(self.look)
        self._end()

    def _begin(self, settings: ApiSettings) -> None:
        server = ApiServer(self._queue, settings, data_folder=self._data_folder)
        self._told(start_in_words(server))
        self.server = server if server.port else None

    def _end(self) -> None:
        if self.server is not None:
            self.server.stop()
            self.server = None


def start_in_words(server: ApiServer) -> str:
    """Start the API; answers in words where it is, what that means, or why it is not there: the queue goes on
    without it."""
    try:
        server.start()
    except (CannotListen, TokenTrouble) as trouble:
        return f"{trouble} The queue goes on without the API."
    parts = [f"Listening on {server.url}; the documentation is at {server.url}/docs."]
    if server.exposed:
        parts.append(server.exposed)
    return " ".join(parts)
