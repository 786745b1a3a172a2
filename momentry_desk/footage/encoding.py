"""The tracks of a clip that is encoded again: pictures as H.264, sound as AAC, both on the clip's own time line."""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import av
import numpy as np
from av.video.frame import PictureType

from momentry_desk.footage.pictures import Picture, PictureSource
from momentry_desk.footage.sound import SoundStream

if TYPE_CHECKING:
    from av.audio.stream import AudioStream
    from av.container import OutputContainer
    from av.video.stream import VideoStream

#: Constant rate factor: what x264 loses at 17 cannot be seen.
_X264 = {"crf": "17", "preset": "veryfast"}
_THREADS = 2

#: MPEG's usual clock, for files whose own is too fine to be written.
_CLOCK = Fraction(1, 90_000)
_FINEST = 1_000_000

#: The rates that AAC knows (ISO/IEC 14496-3, table 1.18), apart from the rare lowest.
_AAC_RATES = (16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000)
_USUAL_RATE = 48_000
_BITS_A_CHANNEL = 128_000
_BLOCK_S = 0.25


class PictureTrack:
    """The pictures on screen from `from_s` to `to_s`, both included, each with its own time.

    Attributes: `begin_s` and `end_s`, in seconds on the source's time line. The clip begins with the whole first
    picture, but for one that stood for longer than usual (a variable rate): that begins at `from_s`.
    """

    def __init__(
        self,
        target: "OutputContainer",
        source: "VideoStream",
        pictures: PictureSource,
        first: Picture,
        from_s: float,
        to_s: float,
    ) -> None:
        self._pictures = pictures
        self._first = first
        self._to_s = to_s
        rate = source.average_rate or source.guessed_rate or Fraction(25)
        usual_s = float(1 / rate)
        self.begin_s = first.time_s if from_s - first.time_s <= 1.5 * usual_s else from_s
        last = pictures.at(to_s)
        following = pictures.after(last) if last is not None else None
        end_s = following.time_s if following is not None else (last.time_s if last else to_s) + usual_s
        self.end_s = end_s if end_s - to_s <= 1.5 * usual_s else to_s
        base = source.time_base or _CLOCK
        self._base = base if base.denominator <= _FINEST and base.numerator == 1 else _CLOCK
        self.stream = target.add_stream("libx264", rate=rate, options=dict(_X264))
        frame = first.frame
        # Two pixels share their colour: an odd row or column has no partner.
        self._size = frame.width - frame.width % 2, frame.height - frame.height % 2
        context = self.stream.codec_context
        context.width, context.height = self._size
        context.pix_fmt = "yuv420p"
        context.time_base = self._base
        context.thread_count = _THREADS
        if source.sample_aspect_ratio:
            context.sample_aspect_ratio = source.sample_aspect_ratio
        for name in ("color_range", "color_primaries", "color_trc", "colorspace"):
            setattr(context, name, getattr(source.codec_context, name))
        if first.turns:
            self.stream.set_display_rotation(-90 * first.turns)

    def packets(self) -> "Iterator[tuple[float, list[av.Packet[Any]]]]":
        """Packets with the time (on the source's time line) of the picture that was put in for them."""
        picture: Picture | None = self._first
        while picture is not None and picture.time_s <= self._to_s + 1e-4:
            time_s = max(picture.time_s, self.begin_s)
            following = self._pictures.after(picture)
            until_s = following.time_s if following is not None and following.time_s < self.end_s else self.end_s
            # A frame of its own: the source's may be shown elsewhere.
            made = picture.frame.reformat(*self._size, "yuv420p")
            frame = av.VideoFrame.from_ndarray(made.to_ndarray(), "yuv420p") if made is picture.frame else made
            frame.pict_type = PictureType.NONE
            frame.time_base = self._base
            frame.pts = round((time_s - self.begin_s) / self._base)
            frame.duration = max(1, round((until_s - self.begin_s) / self._base) - frame.pts)
            yield time_s, self.stream.encode(frame)
            picture = following
        yield self.end_s, self.stream.encode(None)


class SoundTrack:
    """What is heard on one track from `begin_s` to `end_s`; more than two channels are mixed down to two."""

    def __init__(
        self,
        target: "OutputContainer",
        source: "AudioStream",
        path: str,
        track: int,
        begin_s: float,
        end_s: float,
    ) -> None:
        rate = source.codec_context.sample_rate
        self._rate = rate if rate in _AAC_RATES else _USUAL_RATE
        self._stereo = source.codec_context.channels > 1
        self._begin_s, self._end_s = begin_s, end_s
        self._sound = SoundStream(path, block_s=_BLOCK_S, rate=self._rate, stereo=self._stereo, track=track)
        self._layout = "stereo" if self._stereo else "mono"
        self.stream = target.add_stream("aac", rate=self._rate, layout=self._layout)
        self.stream.codec_context.bit_rate = _BITS_A_CHANNEL * (2 if self._stereo else 1)

    def packets(self) -> "Iterator[tuple[float, list[av.Packet[Any]]]]":
        """Packets with the time (on the source's time line) of the sound that was put in for them."""
        origin, end = round(self._begin_s * self._rate), round(self._end_s * self._rate)
        for time_s, samples in self._sound.blocks(self._begin_s):
            place = round(time_s * self._rate)
            rest = samples[: max(0, end - place)]
            if not len(rest):
                break
            planes = np.ascontiguousarray(rest.reshape(len(rest), -1).T)
            frame = av.AudioFrame.from_ndarray(planes, "fltp", self._layout)
            frame.sample_rate, frame.time_base = self._rate, Fraction(1, self._rate)
            frame.pts = place - origin
            yield time_s, self.stream.encode(frame)
        yield self._end_s, self.stream.encode(None)
