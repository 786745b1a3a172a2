"""The stills of the videos that are looked at: fetched when they come into view, and only so many kept."""

from collections import OrderedDict
from collections.abc import Callable, Mapping

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from momentry_desk.core.snapshot import VideoRow, VideosChanged

#: A screen shows about twenty; a still has some 10 KB.
_KEPT = 500
#: What comes into view together is asked for together.
_ASK_AFTER_MS = 30


class Thumbnails(QObject):
    """JPEGs by video. `fetch` asks for some; whoever asked hands the answer to `take`. `arrived`
    carries the ids."""

    arrived = Signal(object)  # frozenset[str]

    def __init__(self, fetch: Callable[[tuple[str, ...]], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._fetch = fetch
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._wanted: dict[str, None] = {}
        self._asked: set[str] = set()
        self._stopped = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_ASK_AFTER_MS)
        self._timer.timeout.connect(self._ask)

    def get(self, file_uuid: str) -> bytes:
        """The still, empty where there is none; where it is not known yet it is asked for."""
        if file_uuid in self._kept:
            self._kept.move_to_end(file_uuid)
            return self._kept[file_uuid]
        if file_uuid not in self._asked and not self._stopped:
            self._wanted[file_uuid] = None
            self._timer.start()
        return b""

    def keep_apart(self, changed: VideosChanged) -> VideosChanged:
        """The same without stills, which are kept here: 100,000 rows must not hold as many pictures."""
        for row in changed.upserted:
            if row.thumbnail or row.file_uuid in self._kept:
                self._put(row.file_uuid, row.thumbnail)
        return VideosChanged(tuple(map(_bare, changed.upserted)), changed.removed)

    def take(self, asked: tuple[str, ...], found: Mapping[str, bytes]) -> None:
        """The answer to `fetch`."""
        self._asked.difference_update(asked)
        for file_uuid in asked:
            self._put(file_uuid, found.get(file_uuid, b""))
        self.arrived.emit(frozenset(asked))

    def stop(self) -> None:
        """Ask for nothing any more."""
        self._stopped = True
        self._timer.stop()

    def _ask(self) -> None:
        # What was scrolled past long ago is asked for again when it comes back.
        asked = tuple(self._wanted)[-_KEPT // 2 :]
        self._wanted.clear()
        self._asked.update(asked)
        self._fetch(asked)

    def _put(self, file_uuid: str, jpeg: bytes) -> None:
        self._kept[file_uuid] = jpeg
        self._kept.move_to_end(file_uuid)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)


def _bare(row: VideoRow) -> VideoRow:
    return msgspec.structs.replace(row, thumbnail=b"") if row.thumbnail else row
