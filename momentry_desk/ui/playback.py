"""Playing one file: where it stands, how fast it goes, and which picture is due. The sound's clock leads."""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal

from momentry_desk.core.model import MediaInfo
from momentry_desk.core.paths import path_from_text
from momentry_desk.ui.frame_thread import FrameThread, Shown
from momentry_desk.ui.sound import Device, Sound

#: How often the due picture is looked for while it plays.
_TICK_MS = 8
#: The speeds of J and L, each further press the next one.
SPEEDS = (1.0, 2.0, 4.0, 8.0)


class Playback(QObject):
    """The transport of a player. Times are seconds on the file's own time line.

    Signals: `moved` (the position), `pictured` (a `Shown`, or None where there is nothing to see), `state_changed`
    (plays or not, another speed), `opened` (`MediaInfo`), `failed` (a `Failure`). `open_device` is asked for the
    sound output when a file with sound is first played; `now` is a clock in seconds.
    """

    moved = Signal(float)
    pictured = Signal(object)
    state_changed = Signal()
    opened = Signal(object)
    failed = Signal(object)

    def __init__(
        self,
        open_device: Callable[[], Device | None],
        now: Callable[[], float] = time.monotonic,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._open_device = open_device
        self._now = now
        self._device: Device | None = None
        self._device_asked = False
        self._frames: FrameThread | None = None
        self._ending: list[FrameThread] = []
        self._sound: Sound | None = None
        self._path = ""
        self._audio_track: int | None = None
        self._room = QSize(640, 360)
        self.info: MediaInfo | None = None
        self.duration_s = 0.0
        self.position_s = 0.0
        self.speed = 0.0
        #: Whether a file with sound is or was played that nobody can hear.
        self.is_silent = False
        self._shown_s: float | None = None
        #: Played before the instant that it stands at, until it stands elsewhere.
        self._run_up_s = 0.0
        self._waiting = False
        self._stepping = False
        self._answered = True
        self._begun_s, self._begun_at = 0.0, 0.0
        self._tick = QTimer(self)
        self._tick.setTimerType(Qt.TimerType.PreciseTimer)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self._go_on)

    # A file -------------------------------------------------------------------------------------------------

    def open(
        self,
        path: str,
        at_s: float = 0.0,
        duration_s: float = 0.0,
        *,
        run_up_s: float = 0.0,
        audio_track: int | None = None,
    ) -> None:
        """Put `path` in, standing at `at_s`. `duration_s` is what is known of its length already; `run_up_s` see
        `seek`; `audio_track` the number of the sound track that is heard, None for the file's own first choice."""
        self._take_out()
        self._audio_track = audio_track
        self._path = path_from_text(path)
        self.duration_s, self.position_s, self._run_up_s = duration_s, at_s, run_up_s
        frames = self._frames = FrameThread(path_from_text(path), self)
        frames.opened.connect(self._opened)
        frames.failed.connect(self._failed)
        frames.ready.connect(self._ready)
        frames.set_size(self._room)
        frames.show(at_s)
        frames.start()
        self.moved.emit(at_s)

    def set_audio_track(self, track: int | None) -> None:
        """Let another sound track be heard, at once where it plays."""
        if track == self._audio_track:
            return
        self._audio_track = track
        if self._sound is not None:
            self._sound.stop()
            self._sound = None
        if self.speed:
            self._start(self.speed)

    def close(self) -> None:
        """Take the file out, and wait until its threads have ended."""
        self._take_out()
        for frames in self._ending:
            frames.wait()
        self._bury()

    def _take_out(self) -> None:
        self._halt()
        self._bury()
        if self._frames is not None:
            for signal in (self._frames.opened, self._frames.failed, self._frames.ready):
                signal.disconnect()
            self._frames.end()
            # A picture of a large film takes a while: who goes on to the next file does not wait for it.
            self._ending.append(self._frames)
        self._frames = self._sound = self.info = self._shown_s = None
        self._answered, self._path = True, ""

    def _bury(self) -> None:
        for frames in [one for one in self._ending if one.has_ended]:
            self._ending.remove(frames)
            frames.deleteLater()

    def set_room(self, size: QSize) -> None:
        """The room for the picture, in device pixels."""
        if size == self._room:
            return
        self._room = size
        if self._frames is not None:
            self._frames.set_size(size)
            if not self.speed:
                self._frames.show(self.position_s)

    def _opened(self, info: MediaInfo) -> None:
        self.info = info
        self.duration_s = info.duration_s or self.duration_s
        self.opened.emit(info)

    def _failed(self, failure: object) -> None:
        self._halt()
        self.failed.emit(failure)

    def _ready(self, shown: Shown | None) -> None:
        self._answered = True
        if self._runs_ahead:
            # Asked for before it began to play.
            return
        if shown is not None and self._stepping:
            # Until it goes elsewhere: of several steps each may be answered by itself.
            self._move(shown.time_s)
        self._picture(shown)

    def _picture(self, shown: Shown | None) -> None:
        if shown is not None:
            self._shown_s = shown.time_s
            # What a container says of its length is not always so.
            self.duration_s = max(self.duration_s, shown.time_s)
        self.pictured.emit(shown)

    # Moving -------------------------------------------------------------------------------------------------

    @property
    def plays(self) -> bool:
        return self.speed != 0.0

    def seek(self, time_s: float, *, run_up_s: float = 0.0) -> None:
        """Stand at `time_s`, or go on from there where it plays. Who plays from that stand begins `run_up_s` before
        it, as far as there is a before."""
        if self._frames is None:
            return
        time_s = max(0.0, time_s)
        speed = self.speed
        self._stepping = False
        self._move(time_s)
        self._run_up_s = run_up_s
        if speed:
            self._start(speed)
        else:
            self._frames.show(time_s)

    def step(self, count: int) -> None:
        """Stop, and go `count` frames on, or back where it is negative."""
        if self._frames is None:
            return
        from_s = self._shown_s if self.plays else None
        self._halt()
        self._stepping = True
        self._frames.step(count, from_s)

    def toggle(self) -> None:
        """Play, or stop. At its end it begins anew."""
        if self.plays:
            self.pause()
        else:
            if self.duration_s and self.position_s >= self.duration_s - 0.001:
                self._move(0.0)
            self._run_up()
            self._start(1.0)

    def shuttle(self, direction: int) -> None:
        """Play forwards (1) or backwards (-1); once more in the same direction doubles the speed."""
        faster = [speed for speed in SPEEDS if speed > self.speed * direction]
        same_way = self.speed * direction > 0
        if direction > 0:
            self._run_up()
        self._start(direction * ((faster[0] if faster else SPEEDS[-1]) if same_way else SPEEDS[0]))

    def pause(self) -> None:
        """Stand still on the picture that is shown."""
        if not self.plays:
            return
        self._halt()
        if self._frames is not None:
            self._frames.show(self.position_s)

    def _run_up(self) -> None:
        if self._run_up_s:
            self._move(max(0.0, self.position_s - self._run_up_s))

    def _move(self, time_s: float) -> None:
        self.position_s, self._run_up_s = time_s, 0.0
        self.moved.emit(time_s)

    def _halt(self) -> None:
        self._tick.stop()
        if self._sound is not None:
            self._sound.stop()
        if self.speed:
            self.speed = 0.0
            self.state_changed.emit()

    def _start(self, speed: float) -> None:
        if self._frames is None:
            return
        if self._sound is not None:
            self._sound.stop()
        self.speed, self._stepping = speed, False
        self._waiting = self._runs_ahead
        if self._runs_ahead:
            self._frames.play(self.position_s)
            self._make_sound()
        else:
            self._answered = True
        self._begin_counting(self.position_s)
        self._tick.start()
        self.state_changed.emit()

    def _make_sound(self) -> None:
        if self.info is not None and not self.info.has_audio:
            return
        if not self._device_asked:
            self._device, self._device_asked = self._open_device(), True
        self.is_silent = self._device is None
        if self._device is not None:
            self._sound = self._sound or Sound(self._path, self._device, self._now, self._audio_track)
            self._sound.start(self.position_s)

    # Playing ------------------------------------------------------------------------------------------------

    @property
    def _runs_ahead(self) -> bool:
        """At the usual speed every picture is shown; at any other one the latest that can be had."""
        return self.speed == 1.0

    def _begin_counting(self, from_s: float) -> None:
        self._begun_s, self._begun_at = from_s, self._now()

    def _go_on(self) -> None:
        if self._frames is None:
            return
        sound = self._sound if self._runs_ahead else None
        if self._waiting:
            # Time begins with the first picture and the first sound, not with the search for them.
            if not self._frames.has_begun or (sound is not None and not sound.has_begun):
                return
            self._waiting = False
            self._begin_counting(self.position_s)
        position_s = self._begun_s + (self._now() - self._begun_at) * self.speed
        if sound is not None:
            sound.pump()
            if sound.is_over:
                position_s = max(position_s, self.position_s)
            else:
                position_s = sound.position_s()
                self._begin_counting(position_s)
        self._show_due(position_s)
        over = position_s <= 0 if self.speed < 0 else position_s >= self.duration_s > 0
        if self._runs_ahead and not self._frames.is_over:
            over = False
        if over:
            position_s = 0.0 if self.speed < 0 else self.duration_s
        self._move(position_s)
        if over:
            self.pause()

    def _show_due(self, position_s: float) -> None:
        assert self._frames is not None
        if self._runs_ahead:
            shown = self._frames.take(position_s)
            if shown is not None:
                self._picture(shown)
        elif self._answered:
            self._answered = False
            self._frames.show(position_s)
