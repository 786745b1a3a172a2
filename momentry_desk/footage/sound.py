"""The sound of a file as contiguous blocks of float32 samples from any point on, read past damage."""

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

import av
import av.error
import numpy as np

from momentry_desk.footage import media
from momentry_desk.footage.packets import read_packets, seek

if TYPE_CHECKING:
    from av.audio.frame import AudioFrame
    from av.audio.resampler import AudioResampler
    from av.audio.stream import AudioStream
    from av.container import InputContainer
    from numpy.typing import NDArray

    #: One row for each instant: a number in mono, a pair in stereo.
    Samples = NDArray[np.float32]

#: What speech recognition hears, in samples a second.
SPEECH_RATE = 16_000

#: Time stamps that jump by more than this are a gap (filled with silence) or an overlap (dropped). Seconds.
_JITTER_S = 0.1

#: Decoders need some sound before the point to be right at it (MP3 keeps bits back, AAC overlaps). Seconds.
_PREROLL_S = 0.5

#: A time stamp further ahead than this is a broken one: no silence is made up for it. Seconds.
_MAX_GAP_S = 600.0

#: Missing time below this is rounding, not loss. Seconds.
_TOLERANCE_S = 0.25


class SoundStream:
    """The blocks of one file's sound, mono or stereo, at `rate` samples a second. `track` is the number of its
    sound track, None for the one that it puts first itself.

    Attributes: `end_s` where the sound ends as far as it was read, `lost_s` seconds that damage took, `damaged`
    whether anything failed to decode.
    """

    def __init__(
        self,
        path: str,
        *,
        block_s: float = 1.0,
        rate: int = SPEECH_RATE,
        stereo: bool = False,
        track: int | None = None,
    ) -> None:
        self._path = path
        self._track = track
        self._rate = rate
        self._layout = "stereo" if stereo else "mono"
        self._shape: tuple[int, ...] = (-1, 2) if stereo else (-1,)
        self._block = int(block_s * rate)
        self.end_s = 0.0
        self.lost_s = 0.0
        self.damaged = False

    def blocks(self, from_s: float = 0.0) -> "Iterator[tuple[float, Samples]]":
        """Yield (seconds, samples) from the sample nearest to `from_s` on, each `block_s` long but the last.

        Raises `MediaTrouble`.
        """
        origin = round(from_s * self._rate)
        position = origin
        kept: list[Samples] = []
        waiting = 0
        for piece in self._pieces(origin):
            kept.append(piece)
            waiting += len(piece)
            while waiting >= self._block:
                joined = np.concatenate(kept)
                yield position / self._rate, _frozen(joined[: self._block])
                position += self._block
                kept, waiting = [joined[self._block :]], waiting - self._block
        if waiting:
            yield position / self._rate, _frozen(np.concatenate(kept))
            position += waiting
        self.end_s = position / self._rate

    def _pieces(self, origin: int) -> "Iterator[Samples]":
        with media.open_media(self._path) as container:
            stream = media.audio_stream(container, self._track)
            if stream is None:
                return
            start_s = media.start_of(container)
            if origin:
                seek(container, stream, origin / self._rate + start_s - _PREROLL_S)
            position: int | None = None
            for at, samples in self._placed(container, stream, start_s):
                if position is None:
                    # Sound that begins late is silence until then; sound before the origin was only the run-up.
                    position = min(at, origin)
                if at > position:
                    yield from self._silence(max(position, origin), at)
                    position = at
                end = position + len(samples)
                if end > origin:
                    yield samples[max(0, origin - position) :]
                position = end
            length_s = media.length_of(container, stream)
            if length_s is not None and position is not None:
                missing_s = length_s - position / self._rate
                self.lost_s += missing_s if missing_s > _TOLERANCE_S else 0.0

    def _placed(
        self, container: "InputContainer", stream: "AudioStream", start_s: float
    ) -> "Iterator[tuple[int, Samples]]":
        """Resampled pieces with their place in samples; never one that overlaps the piece before."""
        resampler: AudioResampler | None = None
        kind: tuple[object, ...] = ()
        position: int | None = None
        damaged = False
        for frame in self._frames(container, stream, start_s):
            if frame is None:
                damaged = self.damaged = True
                continue
            if position is None:
                trimmed = _on_grid(frame, stream, self._rate)
                if trimmed is None:
                    continue
                frame = trimmed
            base = frame.time_base or stream.time_base
            at = position or 0
            if frame.pts is not None and base is not None:
                at = round((float(frame.pts * base) - start_s) * self._rate)
            drift = at - position if position is not None else 0
            if drift < -_JITTER_S * self._rate:
                continue
            if drift > _MAX_GAP_S * self._rate:
                at, drift = position or 0, 0
            frame_kind = (frame.format.name, frame.layout.name, frame.sample_rate)
            gap = drift > (0 if damaged else _JITTER_S * self._rate)
            if position is not None and (gap or frame_kind != kind):
                # What the resampler still holds belongs before the gap.
                for rest in self._resampled(resampler, None):
                    yield position, rest
                    position += len(rest)
                resampler = None
                at = max(at, position)
                if damaged:
                    self.lost_s += (at - position) / self._rate
            if resampler is None:
                resampler = av.AudioResampler(format="flt", layout=self._layout, rate=self._rate)
                kind = frame_kind
                position = max(at, 0)
            damaged = False
            frame.pts = None
            place = at if position is None else position
            for piece in self._resampled(resampler, frame):
                yield place, piece
                place += len(piece)
            position = place
        if position is not None:
            for rest in self._resampled(resampler, None):
                yield position, rest
                position += len(rest)

    def _frames(
        self, container: "InputContainer", stream: "AudioStream", start_s: float
    ) -> "Iterator[AudioFrame | None]":
        for packet in read_packets(container, stream, self._path, start_s):
            if packet is None:
                yield None
                continue
            try:
                for frame in packet.decode():
                    yield cast("AudioFrame", frame)
            except av.error.FFmpegError as error:
                media.raise_unless_damage(error, self._path)
                yield None

    def _resampled(self, resampler: "AudioResampler | None", frame: "AudioFrame | None") -> "Iterator[Samples]":
        if resampler is None:
            return
        for made in resampler.resample(frame):
            samples = made.to_ndarray().reshape(self._shape)
            if len(samples):
                yield samples.astype(np.float32, copy=False)

    def _silence(self, start: int, end: int) -> "Iterator[Samples]":
        while start < end:
            count = min(end - start, self._rate)
            yield np.zeros((count, *self._shape[1:]), np.float32)
            start += count


def _on_grid(frame: "AudioFrame", stream: "AudioStream", target_rate: int) -> "AudioFrame | None":
    """The first frame without its samples before a point that is a whole sample at `target_rate` too, counted from
    where the sound begins: so the resampler gives the same samples wherever it starts. None where nothing is
    left."""
    base = frame.time_base or stream.time_base
    if frame.pts is None or base is None or stream.start_time is None or stream.time_base is None:
        return frame
    rate = frame.sample_rate
    place = round((frame.pts * base - stream.start_time * stream.time_base) * rate)
    skip = -place % (rate // math.gcd(rate, target_rate))
    if place <= 0 or skip == 0:
        return frame
    if skip >= frame.samples:
        return None
    values: NDArray[Any] = frame.to_ndarray()
    step = 1 if frame.format.is_planar else frame.layout.nb_channels
    rest = av.AudioFrame.from_ndarray(
        cast("NDArray[np.float32]", np.ascontiguousarray(values[:, skip * step :])),
        frame.format.name,
        frame.layout.name,
    )
    rest.sample_rate, rest.time_base = rate, base
    rest.pts = frame.pts + round(Fraction(skip, rate) / base)
    return rest


def _frozen(samples: "Samples") -> "Samples":
    samples.flags.writeable = False
    return samples
