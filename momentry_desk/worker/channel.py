"""The pipe to the engine: whole messages out, whole lines in, and nothing else on either."""

import os
import sys
import threading
from collections.abc import Iterator

from momentry_desk.core.messages import MAX_LINE, FromWorker, MalformedMessage, encode

_READ_BYTES = 64 * 1024


class Channel:
    """Two file descriptors. `send` may be called from any thread; `lines` from one."""

    def __init__(self, read_fd: int, write_fd: int) -> None:
        self._read_fd = read_fd
        self._write_fd = write_fd
        self._writing = threading.Lock()

    @classmethod
    def take_over(cls) -> "Channel":
        """Take stdin and stdout for the messages alone.

        From here on descriptor 1 is stderr and descriptor 0 is empty, so that what a library prints or reads cannot
        touch the wire; the duplicates are not inherited by children.
        """
        read_fd, write_fd = os.dup(0), os.dup(1)
        empty = os.open(os.devnull, os.O_RDONLY)
        os.dup2(empty, 0)
        os.close(empty)
        os.dup2(2, 1)
        if sys.platform == "win32":
            import msvcrt

            msvcrt.setmode(read_fd, os.O_BINARY)
            msvcrt.setmode(write_fd, os.O_BINARY)
        return cls(read_fd, write_fd)

    def send(self, message: FromWorker) -> None:
        """Write one message. Raises `OSError` where the engine is gone, `ValueError` for one longer than the wire
        allows."""
        line = encode(message)
        if len(line) > MAX_LINE:
            raise ValueError(f"a {type(message).__name__} of {len(line)} bytes is longer than a line may be")
        self.send_raw(line)

    def send_raw(self, data: bytes) -> None:
        """Write bytes as they are, undivided by other threads' messages. Raises `OSError`."""
        with self._writing:
            view = memoryview(data)
            while view:
                view = view[os.write(self._write_fd, view) :]

    def lines(self) -> Iterator[bytes]:
        """Each line without its end, until the engine closes its side. Raises `MalformedMessage` for a line that is
        too long, and for half a line at the end."""
        kept = bytearray()
        while block := os.read(self._read_fd, _READ_BYTES):
            *whole, rest = block.split(b"\n")
            for part in whole:
                kept += part
                yield bytes(kept)
                kept.clear()
            kept += rest
            if len(kept) > MAX_LINE:
                raise MalformedMessage(f"a line of more than {MAX_LINE} bytes")
        if kept:
            raise MalformedMessage("the last line has no end")
