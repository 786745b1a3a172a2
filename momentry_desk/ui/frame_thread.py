"""Decodes one file's pictures on a thread of its own: the one asked for last, and ahead of a film that plays."""

import threading
from collections import deque
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QImage

from momentry_desk.core.model import Failure, FailureKind
from momentry_desk.core.sentences import Said, say
from momentry_desk.footage.media import MediaTrouble
from momentry_desk.footage.pictures import Picture, PictureSource

#: Pictures that wait for their instant while a film plays.
_AHEAD = 8
#: How long the end of the thread is waited for: a drive that does not answer must not hold up the window. Seconds.
_END_S = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A picture ready to be painted. `time_s` is when it comes on screen; `pixels` is the memory of `image`;
    `shape` is the full size of the upright picture."""

    time_s: float
    image: QImage
    pixels: Any
    shape: QSize


class FrameThread(QObject):
    """The decoder of one file. To be told to `end` and kept until it `has_ended`; it opens nothing before `start`.

    `opened` carries `MediaInfo`, `failed` a `Failure`, `ready` a `Shown` (the answer to the last `show` or `step`,
    or to several in one), or None where there is nothing to see.
    """

    opened = Signal(object)
    failed = Signal(object)
    ready = Signal(object)

    def __init__(self, path: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self._changed = threading.Condition()
        self._over = False
        self._size = QSize(640, 360)
        self._wanted_s: float | None = None
        self._steps = 0
        self._playing = False
        self._now_s = 0.0
        self._ahead: deque[Shown] = deque()
        self._at_end = False
        self._thread = threading.Thread(target=self._work, name="frames", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def end(self) -> None:
        """Tell nothing more, and close the file as soon as the picture under way is decoded."""
        with self._changed:
            self._over = True
            self._changed.notify()

    def wait(self) -> None:
        """Wait until the thread has ended, or as long as can be waited."""
        if self._thread.is_alive():
            self._thread.join(_END_S)

    @property
    def has_ended(self) -> bool:
        return not self._thread.is_alive()

    # Asked by the window ------------------------------------------------------------------------------------

    def set_size(self, size: QSize) -> None:
        """The room for the picture in device pixels; pictures made from now on fit into it."""
        with self._changed:
            self._size = size

    def show(self, time_s: float) -> None:
        """Ask for the picture on screen at `time_s`. Only the last question is answered."""
        with self._changed:
            self._wanted_s, self._steps, self._playing = time_s, 0, False
            self._ahead.clear()
            self._changed.notify()

    def step(self, count: int, from_s: float | None = None) -> None:
        """Ask for the picture `count` frames from the one asked for last, or from the one on screen at `from_s`.
        Steps not yet taken add up."""
        with self._changed:
            if from_s is not None:
                self._wanted_s, self._steps = from_s, 0
            self._steps += count
            self._playing = False
            self._ahead.clear()
            self._changed.notify()

    def play(self, from_s: float) -> None:
        """Make pictures ahead from `from_s` on, to be fetched with `take`."""
        with self._changed:
            self._wanted_s, self._steps, self._playing = from_s, 0, True
            self._now_s, self._at_end = from_s, False
            self._ahead.clear()
            self._changed.notify()

    def take(self, now_s: float) -> Shown | None:
        """The latest picture made ahead whose time has come; None where there is none yet."""
        with self._changed:
            self._now_s = now_s
            found = None
            while self._ahead and self._ahead[0].time_s <= now_s:
                found = self._ahead.popleft()
            self._changed.notify()
            return found

    @property
    def has_begun(self) -> bool:
        """Whether a picture waits for its instant, or none will come."""
        with self._changed:
            return bool(self._ahead) or self._at_end

    @property
    def is_over(self) -> bool:
        """Whether every picture of a film that plays has been taken."""
        with self._changed:
            return self._at_end and not self._ahead

    # On the thread ------------------------------------------------------------------------------------------

    def _work(self) -> None:
        try:
            source = PictureSource(self._path)
        except MediaTrouble as trouble:
            self._tell(self.failed, trouble.failure)
            return
        try:
            self._tell(self.opened, source.info)
            self._serve(source)
        except MediaTrouble as trouble:
            self._tell(self.failed, trouble.failure)
        except MemoryError:
            self._tell(
                self.failed, Failure(FailureKind.OUT_OF_MEMORY, say(Said.NO_MEMORY_TO_SHOW, path=self._path))
            )
        finally:
            source.close()

    def _serve(self, source: PictureSource) -> None:
        last: Picture | None = None
        while True:
            with self._changed:
                self._changed.wait_for(self._something_to_do)
                if self._over:
                    return
                wanted_s, self._wanted_s = self._wanted_s, None
                steps, self._steps = self._steps, 0
                playing, size, now_s = self._playing, self._size, self._now_s
            if playing:
                last = self._go_on(source, last, wanted_s, size, now_s)
                continue
            found = last if wanted_s is None else source.at(wanted_s)
            for _ in range(abs(steps)):
                near = None if found is None else (source.after if steps > 0 else source.before)(found)
                if near is None:
                    break
                found = near
            last = found
            # Also where another one is asked for by now: who drags along the timeline sees what passes by.
            self._tell(self.ready, None if found is None else _shown(found, size))

    def _something_to_do(self) -> bool:
        room = self._playing and not self._at_end and len(self._ahead) < _AHEAD
        return self._over or self._wanted_s is not None or self._steps != 0 or room

    def _go_on(
        self, source: PictureSource, last: Picture | None, wanted_s: float | None, size: QSize, now_s: float
    ) -> Picture | None:
        """Make the next picture of a film that plays."""
        following = source.at(wanted_s) if wanted_s is not None else source.after(last) if last else None
        while following is not None and following.time_s < now_s and wanted_s is None:
            # Decoding lags behind: what would be over before it is painted is not worth the painting.
            later = source.after(following)
            if later is None or later.time_s > now_s:
                break
            following = later
        made = None if following is None else _shown(following, size)
        with self._changed:
            if self._playing and self._wanted_s is None:
                if made is None:
                    self._at_end = True
                else:
                    self._ahead.append(made)
        return following or last

    def _tell(self, signal: Any, value: object) -> None:
        with self._changed:
            if self._over:
                return
        signal.emit(value)


def _shown(picture: Picture, room: QSize) -> Shown:
    shape = QSize(picture.width, picture.height)
    size = shape.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
    if size.width() >= shape.width() or size.isEmpty():
        size = shape
    pixels = picture.pixels(size.width(), size.height())
    height, width, _ = pixels.shape
    image = QImage(pixels.data, width, height, width * 4, QImage.Format.Format_RGB32)
    return Shown(picture.time_s, image, pixels, shape)
