"""How far the sound of the player is from its pictures, on a real output.

`python -m tests.benchmarks.player_sound [--short] [--json FILE|-]`: a film with a click and a flash each second is
played by the window's player, through Qt's sound output and a PulseAudio of the benchmark's own. What that plays is
recorded; the offset is from the instant at which the picture of the flash is painted to that at which its click is
heard, known to 5 ms: positive where the sound is late. Played from the start, after a jump and after a pause. Exits
with 1 where one is over 40 ms, with 2 where PulseAudio is not installed.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from PySide6.QtCore import QEvent, QEventLoop, QObject, QSettings, QTimer
from PySide6.QtWidgets import QApplication

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.benchmarks.sound_server import RATE_HZ, NoSoundServer, SoundServer  # noqa: E402

BOUND_MS = 40.0
SECONDS = 8
_FPS = 25
#: Where in each second the flash stands: at a frame's own begin.
FLASH_S = 0.52


def make_film(path: Path) -> Path:
    """Black and silent, but for a white picture and a click each second."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=_FPS)
        stream.width, stream.height, stream.pix_fmt = 1280, 720, "yuv420p"
        sound = container.add_stream("pcm_s16le", rate=RATE_HZ, layout="stereo")
        flash = round(FLASH_S * _FPS)
        for number in range(SECONDS * _FPS):
            value = 255 if number % _FPS == flash else 0
            frame = av.VideoFrame.from_ndarray(np.full((720, 1280, 3), value, np.uint8), "bgr24")
            frame.pts, frame.time_base = number, Fraction(1, _FPS)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
        wave = np.zeros(SECONDS * RATE_HZ, np.int16)
        for second in range(SECONDS):
            begin = round((second + FLASH_S) * RATE_HZ)
            wave[begin : begin + 480] = 28_000
        for begin in range(0, len(wave), 1200):
            both = np.repeat(wave[begin : begin + 1200], 2)[None]
            piece = av.AudioFrame.from_ndarray(both, "s16", "stereo")
            piece.sample_rate, piece.pts, piece.time_base = RATE_HZ, begin, Fraction(1, RATE_HZ)
            container.mux(sound.encode(piece))
        container.mux(sound.encode(None))
    return path


class _Eye(QObject):
    """When each flash was painted."""

    def __init__(self) -> None:
        super().__init__()
        self._lit = False
        self.flashes: list[float] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint:
            image = watched.image  # type: ignore[attr-defined]
            lit = image is not None and image.pixelColor(image.rect().center()).lightness() > 128
            if lit and not self._lit:
                self.flashes.append(time.monotonic())
            self._lit = lit
        return False


def _wait(seconds: float) -> None:
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()


def measure(server: SoundServer, film: Path, *, short: bool) -> dict[str, list[float]]:
    """The offsets in milliseconds, by way of playing. The environment must lead to the server already."""
    from momentry_desk.ui.audio_device import open_audio_device
    from momentry_desk.ui.picture_view import PictureView
    from momentry_desk.ui.playback import Playback
    from momentry_desk.ui.theme import Theme

    app = QApplication.instance()
    assert isinstance(app, QApplication)
    view = PictureView(Theme(app))
    view.resize(640, 360)
    playback = Playback(open_audio_device)
    playback.pictured.connect(view.show_picture)
    view.show()
    eye = _Eye()
    view.installEventFilter(eye)
    playback.open(str(film))
    _wait(0.5)
    found: dict[str, list[float]] = {}

    def watch(name: str, act: Callable[[], None]) -> None:
        recording = server.record()
        eye.flashes.clear()
        act()
        playback.pause()
        _wait(0.4)
        assert not playback.is_silent, "the player found no sound output"
        clicks = recording.clicks()
        found[name] = [
            round((min(clicks, key=lambda click: abs(click - flash)) - flash) * 1000, 1) if clicks else 1e6
            for flash in eye.flashes
        ]

    def until(position_s: float) -> None:
        deadline = time.monotonic() + 30
        while playback.position_s < position_s and time.monotonic() < deadline:
            _wait(0.02)

    def play(position_s: float) -> None:
        playback.toggle()
        until(position_s)

    def jump() -> None:
        play(0.3)
        playback.seek(5.0)
        until(7.8)

    def rest() -> None:
        playback.seek(1.2)
        play(2.2)
        playback.pause()
        _wait(0.5)
        play(4.2)

    try:
        if not short:
            watch("from the start", lambda: play(4.8))
            playback.seek(0.0)
        watch("after a jump", jump)
        if not short:
            watch("after a pause", rest)
    finally:
        playback.close()
        view.deleteLater()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", metavar="FILE", help="write the figures there as JSON; - is stdout")
    parser.add_argument("--short", action="store_true", help="only the jump")
    asked = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            server = SoundServer(folder)
            with server:
                os.environ.update(server.environment)
                QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, name)
                app = QApplication([])
                offsets = measure(server, make_film(folder / "film.mov"), short=asked.short)
                app.quit()
        except NoSoundServer as missing:
            sys.stderr.write(f"{missing}\n")
            return 2
    every = [one for ones in offsets.values() for one in ones]
    worst = max(map(abs, every), default=1e6)
    found = {**offsets, "median_ms": statistics.median(every), "worst_ms": worst, "bound_ms": BOUND_MS}
    if asked.json == "-":
        sys.stdout.write(json.dumps(found) + "\n")
    else:
        if asked.json:
            Path(asked.json).write_text(json.dumps(found), "utf-8")
        lines = [f"  {name}: {value}" for name, value in found.items()]
        sys.stdout.write("\n".join(["Sound against picture (ms, positive: the sound is late):", *lines, ""]))
    return 0 if worst <= BOUND_MS else 1


if __name__ == "__main__":
    sys.exit(main())
