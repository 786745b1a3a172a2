"""Plays the sound of one file from any instant on, and tells which instant is heard.

Decoded on a thread of its own; handed to the device in small pieces by the window's clock, so that what was heard
is known to a few milliseconds.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Protocol

import numpy as np

from momentry_desk.footage.media import MediaTrouble
from momentry_desk.footage.sound import SoundStream

RATE_HZ = 48_000
_CHANNELS = 2
#: Two channels of 16 bits.
FRAME_BYTES = _CHANNELS * 2
#: Pieces of sound made ahead, and how long one is. Seconds.
_PIECE_S = 0.1
_AHEAD = 10
#: Devices tell of their progress in steps; between two of them the wall clock counts, up to here. Seconds.
_MOST_BETWEEN_S = 0.05
_END_S = 2.0


class Device(Protocol):
    """What plays 16-bit stereo at `RATE_HZ`."""

    def start(self) -> None: ...
    def stop(self) -> None: ...
    def write(self, data: bytes) -> int:
        """Take what fits; answers how many bytes that was."""
        ...

    def room(self) -> int:
        """Bytes that fit now."""
        ...

    def waiting(self) -> int:
        """Bytes taken and not heard yet."""
        ...


class HeardClock:
    """The instant that is heard, smooth between the steps in which a device tells of its progress."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._told_s = 0.0
        self._told_at = now()
        self._last_s = 0.0

    def restart(self, from_s: float) -> None:
        self._told_s, self._told_at, self._last_s = from_s, self._now(), from_s

    def read(self, told_s: float) -> float:
        """`told_s` is what the device says; the answer never goes back."""
        now = self._now()
        if told_s != self._told_s:
            self._told_s, self._told_at = told_s, now
            since_s = 0.0
        else:
            since_s = min(now - self._told_at, _MOST_BETWEEN_S)
        self._last_s = max(self._last_s, told_s + since_s)
        return self._last_s


class Sound:
    """The sound of `path` on `device`: of its track number `track`, None for the file's own first choice. `stop` it
    before it is dropped."""

    def __init__(
        self,
        path: str,
        device: Device,
        now: Callable[[], float] = time.monotonic,
        track: int | None = None,
    ) -> None:
        self._path = path
        self._track = track
        self._device = device
        self._clock = HeardClock(now)
        self._changed = threading.Condition()
        self._pieces: deque[bytes] = deque()
        self._rest = b""
        self._from_s = 0.0
        self._written = 0
        self._drained = False
        self._round = 0
        self._thread: threading.Thread | None = None

    def start(self, from_s: float) -> None:
        """Begin to make sound from `from_s` on; it is heard once `pump` is called."""
        self.stop()
        self._from_s, self._written, self._rest = from_s, 0, b""
        self._clock.restart(from_s)
        with self._changed:
            self._pieces.clear()
            self._drained = False
            self._round += 1
        self._thread = threading.Thread(target=self._work, args=(self._round, from_s), name="sound", daemon=True)
        self._thread.start()
        self._device.start()

    def stop(self) -> None:
        """Fall silent at once."""
        if self._thread is None:
            return
        with self._changed:
            self._round += 1
            self._changed.notify()
        self._thread.join(_END_S)
        self._thread = None
        self._device.stop()

    @property
    def has_begun(self) -> bool:
        """Whether there is something to hear, or nothing will come."""
        with self._changed:
            return bool(self._pieces) or self._drained or self._written > 0

    @property
    def is_over(self) -> bool:
        """Whether all there was has been heard: from here on another clock must lead."""
        with self._changed:
            drained = self._drained and not self._pieces and not self._rest
        return drained and self._device.waiting() <= 0

    def pump(self) -> None:
        """Hand the device what fits into it; to be called every few milliseconds."""
        while True:
            if not self._rest:
                with self._changed:
                    if not self._pieces:
                        return
                    self._rest = self._pieces.popleft()
                    self._changed.notify()
            fits = min(self._device.room(), len(self._rest)) // FRAME_BYTES * FRAME_BYTES
            taken = self._device.write(self._rest[:fits]) if fits else 0
            if taken <= 0:
                return
            self._written += taken
            self._rest = self._rest[taken:]

    def position_s(self) -> float:
        """The instant of the file that is heard now, in seconds."""
        heard = max(0, self._written - self._device.waiting()) / FRAME_BYTES / RATE_HZ
        return self._clock.read(self._from_s + heard)

    def _work(self, of_round: int, from_s: float) -> None:
        stream = SoundStream(self._path, block_s=_PIECE_S, rate=RATE_HZ, stereo=True, track=self._track)
        expected_s = from_s
        try:
            for at_s, samples in stream.blocks(from_s):
                late = round((at_s - expected_s) * RATE_HZ)
                silence = bytes(late * FRAME_BYTES) if late > 0 else b""
                piece = silence + (np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes()
                expected_s = at_s + len(samples) / RATE_HZ
                with self._changed:
                    self._changed.wait_for(lambda: self._round != of_round or len(self._pieces) < _AHEAD)
                    if self._round != of_round:
                        return
                    self._pieces.append(piece)
        except MediaTrouble:
            # The picture's own thread tells what is wrong with the file.
            pass
        finally:
            with self._changed:
                if self._round == of_round:
                    self._drained = True
