"""Small pictures of any instant of any file, decoded on a thread of their own and kept for a while."""

import threading
from collections import OrderedDict
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPixmap

from momentry_desk.core.paths import path_from_text
from momentry_desk.footage.media import MediaTrouble
from momentry_desk.footage.pictures import PictureSource

#: Of 96 x 54 points each; a screen shows about ten.
_KEPT = 600
#: Older wishes are given up: their place has been scrolled away.
_MOST_WAITING = 40
_FILES_OPEN = 3
_END_S = 2.0


class Wish(NamedTuple):
    """A picture of `path` at `time_s`, in millionths of a second so that equal instants are equal."""

    path: str
    time_us: int
    width: int
    height: int


class Stills(QObject):
    """Answers pictures at once where they are known, and `came` when another one has become known.

    A file that cannot be read has no pictures; the player says why. To be told to `end`.
    """

    came = Signal()
    _made = Signal(object, object, bool)  # Wish, QImage, whether there is only sound

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known: OrderedDict[Wish, QPixmap] = OrderedDict()
        self._only_heard: set[str] = set()
        self._changed = threading.Condition()
        self._waiting: list[Wish] = []
        self._over = False
        self._thread: threading.Thread | None = None
        self._made.connect(self._take)

    def picture(self, path: str, time_s: float, size: QSize, scale: float) -> QPixmap | None:
        """The picture that fits into `size` on a screen of `scale`; an empty one where there is none; None where it
        is not known yet, and then it is being made."""
        wish = Wish(path, round(time_s * 1_000_000), round(size.width() * scale), round(size.height() * scale))
        known = self._known.get(wish)
        if known is not None:
            self._known.move_to_end(wish)
            known.setDevicePixelRatio(scale)
            return known
        with self._changed:
            if wish in self._waiting:
                self._waiting.remove(wish)
            self._waiting.append(wish)
            del self._waiting[:-_MOST_WAITING]
            self._changed.notify()
        if self._thread is None and not self._over:
            self._thread = threading.Thread(target=self._work, name="stills", daemon=True)
            self._thread.start()
        return None

    def only_heard(self, path: str) -> bool:
        """Whether a file that was asked about has sound and no picture."""
        return path in self._only_heard

    def end(self) -> None:
        """Make no more, and wait for the thread."""
        with self._changed:
            self._over = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(_END_S)
            self._thread = None

    def _take(self, wish: Wish, image: QImage, only_sound: bool) -> None:
        self._known[wish] = QPixmap.fromImage(image)
        if only_sound:
            self._only_heard.add(wish.path)
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        self.came.emit()

    def _work(self) -> None:
        files: OrderedDict[str, PictureSource | None] = OrderedDict()
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._over or self._waiting)
                if self._over:
                    break
                wish = self._waiting.pop()
            source = _source(files, wish.path)
            image = _image(source, wish)
            with self._changed:
                if self._over:
                    break
            self._made.emit(wish, image, source is not None and not source.info.has_video)
        for opened in files.values():
            if opened is not None:
                opened.close()


def _source(files: "OrderedDict[str, PictureSource | None]", path: str) -> PictureSource | None:
    if path not in files:
        try:
            files[path] = PictureSource(path_from_text(path))
        except MediaTrouble:
            files[path] = None
    files.move_to_end(path)
    while len(files) > _FILES_OPEN:
        _, oldest = files.popitem(last=False)
        if oldest is not None:
            oldest.close()
    return files[path]


def _image(source: PictureSource | None, wish: Wish) -> QImage:
    try:
        picture = None if source is None else source.at(wish.time_us / 1_000_000)
    except MediaTrouble:
        picture = None
    if picture is None:
        return QImage()
    room = QSize(wish.width, wish.height)
    size = QSize(picture.width, picture.height).scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
    pixels: Any = picture.pixels(max(1, size.width()), max(1, size.height()))
    height, width, _ = pixels.shape
    return QImage(pixels.data, width, height, width * 4, QImage.Format.Format_RGB32).copy()
