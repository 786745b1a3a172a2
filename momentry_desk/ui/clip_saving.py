"""What a clip is made of: the marked range, else the hit or what is said at the play head, in whole sentences."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from momentry_desk.core.findings import SpeechSegment
from momentry_desk.core.moments import Hit
from momentry_desk.core.snapshot import VideoRow
from momentry_desk.ui.chosen_folders import ChosenFolders
from momentry_desk.ui.clip_dialog import ClipDialog, ClipOf
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.player import Player

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine

#: Where nothing is marked and nothing is said: so long a piece, from the play head on. Seconds.
_PIECE_S = 10.0
#: A hit is an instant where its end is not known. Seconds.
_SHORTEST_S = 0.5


class ClipSaving(QObject):
    """Opens the dialog for the film in the player, or for a hit. `saved` carries the path of a new clip."""

    saved = Signal(str)

    def __init__(
        self,
        engine: "Engine",
        errands: Errands,
        folders: ChosenFolders,
        player: Player,
        hits: Callable[[], Sequence[Hit]],
        owner: QWidget,
    ) -> None:
        super().__init__(owner)
        self._engine = engine
        self._errands = errands
        self._folders = folders
        self._player = player
        self._hits = hits
        self._owner = owner

    def range(self) -> tuple[float, float] | None:
        """From where to where, in seconds; None where no film is in the player."""
        player = self._player
        if player.video is None:
            return None
        begin, end = player.range
        length_s = player.playback.duration_s
        if begin is not None or end is not None:
            return begin or 0.0, length_s if end is None else end
        here = player.playback.position_s
        around = [self._whole(hit) for hit in self._hits() if hit.file_uuid == player.video.file_uuid]
        around += [(one.start, one.end) for one in player.findings if isinstance(one, SpeechSegment)]
        for first, last in around:
            if first <= here <= last and last - first >= _SHORTEST_S:
                return first, last
        last = min(here + _PIECE_S, length_s)
        return (here, last) if last - here >= _SHORTEST_S else (max(0.0, length_s - _PIECE_S), length_s)

    def begin(self) -> None:
        """Ask about the film in the player."""
        span = self.range()
        if self._player.video is not None and span is not None:
            self._player.pause()
            self._open(self._player.video, *span)

    def begin_with(self, hit: Hit, video: VideoRow) -> None:
        """Ask about a hit."""
        first, last = self._whole(hit)
        self._open(video, first, max(last, first + _SHORTEST_S))

    def _whole(self, hit: Hit) -> tuple[float, float]:
        """What was said is found from its word on: a clip of it begins with the sentence, where that is known."""
        video = self._player.video
        if hit.kind != "speech" or video is None or video.file_uuid != hit.file_uuid:
            return hit.start, hit.end
        for one in self._player.findings:
            if isinstance(one, SpeechSegment) and one.start <= hit.start < one.end:
                return one.start, max(one.end, hit.end)
        return hit.start, hit.end

    def _open(self, video: VideoRow, from_s: float, to_s: float) -> None:
        media = self._player.media_of(video)
        clip = ClipOf(
            video.path,
            video.file_name,
            from_s,
            to_s,
            media.frame_rate if media else None,
            media.audio_tracks if media else (),
        )
        dialog = ClipDialog(self._engine, self._errands, clip, self._folders, self._owner)
        dialog.saved.connect(self.saved)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
