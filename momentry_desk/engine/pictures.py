"""Pictures of videos that have none though they should (an older library): made anew where they are looked at."""

from collections.abc import Callable, Iterable

from momentry_desk.core.messages import LookDone, Probed
from momentry_desk.engine.lookout import Glance, Lookout
from momentry_desk.engine.stores import Stores


class Pictures:
    """Lives on the engine's thread. One file at a time, what came into view last first; each once a life."""

    def __init__(self, stores: Stores, lookout: Lookout, touch_videos: Callable[[Iterable[str]], None]) -> None:
        self._stores = stores
        self._lookout = lookout
        self._touch_videos = touch_videos
        self._waiting: dict[str, str] = {}
        self._tried: set[str] = set()
        self._busy = False

    def make(self, file_uuids: Iterable[str]) -> None:
        """Of these videos those that have footage and a file, but no picture, get one by and by."""
        for row in self._stores.videos.rows(set(file_uuids) - self._tried):
            # What was never probed gets its picture with its first probe.
            if row.media is not None and row.media.has_video and not row.thumbnail and not row.missing:
                self._waiting[row.file_uuid] = row.path
        self._make_next()

    def _make_next(self) -> None:
        if self._busy or not self._waiting:
            return
        file_uuid, path = self._waiting.popitem()
        self._tried.add(file_uuid)
        self._busy = True

        def probed(message: Probed) -> None:
            # Whatever else the probe came to, what is known of the video is not worth less than before.
            if message.file_uuid == file_uuid and message.media is not None and message.thumbnail:
                self._stores.videos.set_probe(file_uuid, message.media, None, message.thumbnail)
                self._touch_videos((file_uuid,))

        def done(_message: LookDone) -> None:
            self._busy = False
            self._make_next()

        def lost(silent: bool) -> None:
            self._busy = False
            if silent:
                # The others may lie on the same dead drive; adding must not wait for each of them.
                self._waiting.clear()
            self._make_next()

        self._lookout.look(Glance((path,), True, done, lost, probed=probed))
