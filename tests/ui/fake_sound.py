"""A sound output in memory whose clock the test turns."""

from momentry_desk.ui.sound import FRAME_BYTES, RATE_HZ


class FakeDevice:
    """Holds `buffer_s` seconds; `hear` plays some of it. `heard` are the bytes played since the last start."""

    def __init__(self, buffer_s: float = 0.2) -> None:
        self._size = int(buffer_s * RATE_HZ) * FRAME_BYTES
        self._held = b""
        self.heard = b""
        self.runs = False
        self.starts = 0

    def start(self) -> None:
        self.runs, self._held, self.heard = True, b"", b""
        self.starts += 1

    def stop(self) -> None:
        self.runs, self._held = False, b""

    def write(self, data: bytes) -> int:
        assert self.runs
        taken = data[: self.room()]
        self._held += taken
        return len(taken)

    def room(self) -> int:
        return self._size - len(self._held)

    def waiting(self) -> int:
        return len(self._held)

    def hear(self, seconds: float) -> None:
        count = round(seconds * RATE_HZ) * FRAME_BYTES
        self.heard += self._held[:count]
        self._held = self._held[count:]
