"""The part of the facade that is about sound tracks."""

from concurrent.futures import Future
from typing import TYPE_CHECKING

from momentry_desk.engine.asking import Ask

if TYPE_CHECKING:
    from momentry_desk.engine.desk import Desk


class AudioDesk:
    """From any thread; answers futures as the facade does."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def choose(self, file_uuid: str, track: int | None, *, folder: bool) -> Future[bool]:
        """Remember which sound track is heard, and read by speech recognition, for a video or for its whole folder;
        None takes the choice back. Answers whether another track is heard in this video now. Its rows follow with
        `videos_changed`; scans that run go on with the track that they began with."""

        def carry_out(desk: "Desk") -> bool:
            stores = desk.stores
            videos = stores.videos.some([file_uuid])
            before = stores.audio.heard(videos)
            touched = stores.audio.choose(file_uuid, track, folder=folder)
            desk.commands.board.touch_videos(touched)
            return stores.audio.heard(videos) != before

        return self._ask(carry_out)
