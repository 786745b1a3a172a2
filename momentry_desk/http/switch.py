"""Keeps the API as the settings say while the window is open: on, off, or anew where its settings changed."""

import logging
from collections.abc import Callable
from pathlib import Path

import msgspec

from momentry_desk.core.settings import ApiSettings
from momentry_desk.core.snapshot import ApiState, QueueSnapshot
from momentry_desk.http.facade import QueueFacade
from momentry_desk.http.security import TokenTrouble, load_token, renew_token, token_file
from momentry_desk.http.server import ApiServer, CannotListen

_log = logging.getLogger(__name__)

#: What the running server reads from each snapshot, so that it need not start anew for them.
_LIVE = {"callback_hosts": (), "callback_secret": ""}


class ApiSwitch:
    """Looks at each snapshot, on the thread where those come. `state` says what became of the API.

    A port that is taken is told once: it is tried again when the settings change.
    """

    def __init__(self, queue: QueueFacade, data_folder: Path) -> None:
        self._queue = queue
        self._data_folder = data_folder
        self._held: ApiSettings | None = None
        self._watchers: list[Callable[[ApiState], None]] = []
        self.state = ApiState()
        self.server: ApiServer | None = None
        queue.snapshot_changed.connect(self.look)

    def watch(self, watcher: Callable[[ApiState], None]) -> None:
        """Tell `watcher` now and at each change, on the thread of the snapshots."""
        self._watchers.append(watcher)
        watcher(self.state)

    def token(self) -> str:
        """What a client must send; made at the first use. Raises `TokenTrouble`."""
        return load_token(token_file(self._data_folder))

    def renew_token(self) -> str:
        """Make a new token, and shut out whoever has the old one. Raises `TokenTrouble`."""
        token = renew_token(token_file(self._data_folder))
        if self._held is not None:
            self._held = None
            self.look(self._queue.snapshot())
        return token

    def look(self, snapshot: QueueSnapshot) -> None:
        asked = msgspec.structs.replace(snapshot.settings.api, **_LIVE)
        if asked == self._held:
            return
        self._held = asked
        self._end()
        self._tell(self._begin(snapshot.settings.api) if asked.enabled else ApiState())

    def stop(self) -> None:
        self._queue.snapshot_changed.disconnect(self.look)
        self._watchers.clear()
        self._end()

    def _begin(self, settings: ApiSettings) -> ApiState:
        server = ApiServer(self._queue, settings, data_folder=self._data_folder)
        state = _start(server)
        self.server = server if state.url else None
        return state

    def _tell(self, state: ApiState) -> None:
        if state == self.state:
            return
        self.state = state
        _log.info("the API: %s", in_words(state))
        for watcher in self._watchers:
            watcher(state)

    def _end(self) -> None:
        if self.server is not None:
            self.server.stop()
            self.server = None


def in_words(state: ApiState) -> str:
    """Where the API is, what that means, or why it is not there."""
    if state.problem:
        return f"{state.problem} The queue goes on without the API."
    if not state.url:
        return "Other programs cannot reach the queue."
    return f"Listening on {state.url}; the documentation is at {state.url}/docs. {state.exposed}".rstrip()


def start_in_words(server: ApiServer) -> str:
    """Start the API; answers in words where it is, what that means, or why it is not there: the queue goes on
    without it."""
    return in_words(_start(server))


def _start(server: ApiServer) -> ApiState:
    try:
        server.start()
    except CannotListen as trouble:
        return ApiState(problem=str(trouble), free_port=trouble.free_port)
    except TokenTrouble as trouble:
        return ApiState(problem=str(trouble))
    return ApiState(url=server.url, exposed=server.exposed or "")
