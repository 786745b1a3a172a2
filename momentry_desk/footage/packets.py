"""The packets of one stream, read past damage, and the jump to a point from which decoding can begin."""

import contextlib
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import av
import av.error
from av.stream import Discard

from momentry_desk.footage import media

if TYPE_CHECKING:
    from av.container import InputContainer

#: How far to jump where the demuxer itself fails; doubled each time it fails again at once. Seconds.
_JUMP_S = 0.5


def read_packets(
    container: "InputContainer", stream: "av.VideoStream | av.AudioStream", path: str, start_s: float
) -> "Iterator[av.Packet[Any] | None]":
    """The packets of `stream`; where the demuxer fails, None, and on behind the damage. Raises `MediaTrouble`.

    Those of the other streams are skipped, in MP4 and MOV unread: the sound of 4K film is a hundredth of its bytes.
    """
    for other in container.streams:
        other.discard = Discard.default if other.index == stream.index else Discard.all
    length_s = media.length_of(container, stream) or media.duration_of(container) or 0.0
    at_s = 0.0
    jump_s = _JUMP_S
    packets = container.demux(stream)
    while True:
        try:
            packet = next(packets)
        except StopIteration:
            return
        except (av.error.FFmpegError, OSError) as error:
            media.raise_unless_damage(error, path)
            yield None
            at_s += jump_s
            jump_s *= 2
            if at_s >= length_s:
                return
            with contextlib.suppress(av.error.FFmpegError):
                _seek(container, stream, at_s + start_s, backward=False)
            packets = container.demux(stream)
            continue
        if packet.pts is not None and packet.time_base:
            now_s = float(packet.pts * packet.time_base) - start_s
            if now_s > at_s:
                at_s, jump_s = now_s, _JUMP_S
        yield packet


def _seek(
    container: "InputContainer",
    stream: "av.VideoStream | av.AudioStream",
    to_s: float,
    *,
    backward: bool = True,
) -> None:
    base = stream.time_base or Fraction(1, av.time_base)
    container.seek(max(0, int(to_s / base)), stream=stream, backward=backward)


def seek(container: "InputContainer", stream: "av.VideoStream | av.AudioStream", to_s: float) -> None:
    """Go to the last point at or before `to_s` (container time) from which decoding can begin."""
    with contextlib.suppress(av.error.FFmpegError):
        _seek(container, stream, to_s)
