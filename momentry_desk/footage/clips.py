"""Cuts a part out of a file: its packets as they are from a key frame on, or encoded again to the very frame."""

import contextlib
import heapq
import os
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, cast

import av
import av.error

from momentry_desk.core.clips import EXACT_ENDINGS, FORMATS, ClipMade, ClipWish
from momentry_desk.core.paths import name_of, path_from_text, readable
from momentry_desk.core.sentences import Said, say
from momentry_desk.footage import media
from momentry_desk.footage.drafts import Draft, NotWritten
from momentry_desk.footage.encoding import PictureTrack, SoundTrack
from momentry_desk.footage.packets import seek
from momentry_desk.footage.pictures import PictureSource

if TYPE_CHECKING:
    from av.container import InputContainer, OutputContainer
    from av.stream import Stream

#: Less than any two pictures lie apart. Seconds.
_TOLERANCE_S = 1e-4
#: How far before an instant to look for a key frame; None is the beginning. Seconds.
_LOOK_BACK_S = (0.0, 2.0, 10.0, 60.0, None)
#: A stream of which nothing came for so long behind the end has nothing more to give. Seconds.
_BEHIND_S = 5.0
#: Progress is told in steps of this share.
_STEP = 0.01


class CutOff(Exception):
    """The clip was called off; nothing was written."""


def key_frame_before(path: str, at_s: float) -> float | None:
    """When the last key frame (of sound alone: the last packet) at or before `at_s` begins: where a copy can begin.
    None where there is none. Decodes nothing. Raises `MediaTrouble`."""
    found = _find_key(path, at_s)
    return found and found[0]


def _find_key(path: str, at_s: float) -> tuple[float, float | None] | None:
    """The time of that packet, and the time to jump to so that it comes: not every format jumps exactly. The latter
    None is the beginning of the file."""
    for back_s in _LOOK_BACK_S:
        from_s = None if back_s is None or at_s - back_s <= 0 else at_s - back_s
        with media.open_media(path) as source:
            stream = media.video_stream(source) or media.audio_stream(source)
            if stream is None:
                return None
            start_s = media.start_of(source)
            if from_s is not None:
                seek(source, stream, from_s + start_s + _TOLERANCE_S)
            found = None
            for packet in _packets(source, (stream,)):
                time_s = _time(packet, start_s)
                if packet.is_keyframe and time_s <= at_s + _TOLERANCE_S:
                    found = time_s
                elif _decode_time(packet, start_s) > at_s + _TOLERANCE_S:
                    break
        if found is not None or from_s is None:
            return None if found is None else (found, from_s)
    return None


def cut(
    wish: ClipWish,
    draft_path: str,
    told: Callable[[float], None] = lambda _fraction: None,
    called_off: Callable[[], bool] = lambda: False,
) -> ClipMade:
    """Write the clip, at `draft_path` until it is whole. `told` hears how much is done (0 to 1), `called_off` is
    asked often.

    Raises `NotWritten` and `MediaTrouble` with a sentence, `CutOff` when it was called off; then nothing is there.
    """
    path, output = path_from_text(wish.path), path_from_text(wish.output)
    ending = PurePath(output).suffix.lower()
    if ending not in FORMATS:
        raise NotWritten(say(Said.CLIP_WRONG_ENDING, path=readable(output), endings=", ".join(FORMATS)))
    if wish.exact and ending not in EXACT_ENDINGS:
        raise NotWritten(say(Said.CLIP_NOT_EXACT, ending=ending, endings=", ".join(EXACT_ENDINGS)))
    if not 0 <= wish.from_s < wish.to_s:
        raise NotWritten(say(Said.CLIP_NO_RANGE))
    media.check_source(path)
    with contextlib.suppress(OSError):
        if os.path.samefile(path, output):  # noqa: PTH121 - any bytes in the name
            raise NotWritten(say(Said.CLIP_ON_ITSELF))
    cutting = _Cutting(wish, path, ending, told, called_off)
    draft_path = path_from_text(draft_path)
    with Draft(draft_path, output, overwrite=wish.overwrite) as draft:
        try:
            options = {"movflags": "+faststart"} if FORMATS[ending] in ("mp4", "mov") else {}
            with av.open(draft_path, "w", format=FORMATS[ending], options=options) as target:
                made = cutting.encoded(target) if wish.exact else cutting.copied(target)
        except (av.error.FFmpegError, OSError) as error:
            if not wish.exact and not _of_the_disk(error):
                raise cutting.not_copied() from error
            raise draft.refusal(error) from error
        draft.keep()
    told(1.0)
    return made


class _Cutting:
    def __init__(
        self,
        wish: ClipWish,
        path: str,
        ending: str,
        told: Callable[[float], None],
        called_off: Callable[[], bool],
    ) -> None:
        self._wish = wish
        self._path = path
        self._name = name_of(path)
        self._ending = ending
        self._tell = told
        self._called_off = called_off
        self._told = 0.0

    def not_copied(self) -> NotWritten:
        return NotWritten(say(Said.CLIP_NOT_COPIED, ending=self._ending, file=self._name))

    def _beyond(self) -> NotWritten:
        return NotWritten(say(Said.CLIP_BEYOND_END, file=self._name))

    def _reached(self, time_s: float, begin_s: float) -> None:
        if self._called_off():
            raise CutOff
        share = min(1.0, (time_s - begin_s) / max(self._wish.to_s - begin_s, _TOLERANCE_S))
        if share >= self._told + _STEP:
            self._told = share
            self._tell(share)

    # As it is -----------------------------------------------------------------------------------------------

    def copied(self, target: "OutputContainer") -> ClipMade:
        key = _find_key(self._path, self._wish.from_s)
        if key is None:
            raise self._beyond()
        begin_s, jump_s = key
        with media.open_media(self._path) as source:
            video = media.video_stream(source)
            chosen: list[Stream] = [*([video] if video else []), *self._sounds(source)]
            if not chosen:
                raise self._beyond()
            taken = {stream.index: self._like(stream, target) for stream in chosen}
            if video is not None:
                rotation = self._rotation()
                if rotation:
                    # Set anew: not every demuxer's own matrix goes through a template.
                    cast("av.VideoStream", taken[video.index]).set_display_rotation(-rotation)
            start_s = media.start_of(source)
            if jump_s is not None:
                lead = video or media.audio_streams(source)[0]
                seek(source, lead, jump_s + start_s + _TOLERANCE_S)
            end_s = begin_s
            begun = video is None
            for packet in self._within(source, chosen, begin_s, start_s):
                time_s = _time(packet, start_s)
                if packet.stream is video and not begun:
                    if not packet.is_keyframe:
                        continue
                    begun = True
                end_s = max(end_s, time_s + float((packet.duration or 0) * (packet.time_base or 0)))
                stream = packet.stream
                shift = round((begin_s + start_s) / (packet.time_base or stream.time_base or Fraction(1)))
                packet.pts = None if packet.pts is None else packet.pts - shift
                packet.dts = None if packet.dts is None else packet.dts - shift
                packet.stream = taken[stream.index]
                target.mux(packet)
        if end_s <= max(begin_s, self._wish.from_s - _TOLERANCE_S):
            raise self._beyond()
        return ClipMade(self._wish.output, begin_s, end_s)

    def _within(
        self, source: "InputContainer", streams: "Sequence[Stream]", begin_s: float, start_s: float
    ) -> "Iterator[av.Packet[Any]]":
        """The packets from `begin_s` up to the end that was asked for. Of the picture those are left out that come
        before the key frame and would be built on what is not there."""
        open_streams = {stream.index for stream in streams}
        to_s = self._wish.to_s + _TOLERANCE_S
        for packet in _packets(source, streams):
            self._reached(_time(packet, start_s), begin_s)
            decode_s = _decode_time(packet, start_s)
            if decode_s > to_s:
                open_streams.discard(packet.stream.index)
                if not open_streams or decode_s > to_s + _BEHIND_S:
                    return
            elif _time(packet, start_s) >= begin_s - _TOLERANCE_S:
                yield packet

    def _like(self, stream: "Stream", target: "OutputContainer") -> "Stream":
        try:
            made = target.add_stream_from_template(stream, opaque=True)
        except (ValueError, av.error.FFmpegError) as error:
            raise self.not_copied() from error
        _name_as(stream, made)
        return made

    def _sounds(self, source: "InputContainer") -> "list[av.AudioStream]":
        found = media.audio_streams(source)
        track = self._wish.audio_track
        return found if track is None else found[track : track + 1]

    def _rotation(self) -> int:
        return media.probe(self._path).rotation

    # To the frame -------------------------------------------------------------------------------------------

    def encoded(self, target: "OutputContainer") -> ClipMade:
        wish = self._wish
        pictures = PictureSource(self._path)
        try:
            info = pictures.info
            if info.duration_s and wish.from_s > info.duration_s:
                raise self._beyond()
            first = pictures.at(wish.from_s) if info.has_video else None
            begin_s, end_s = wish.from_s, wish.to_s
            tracks: list[Iterator[tuple[float, list[av.Packet[Any]]]]] = []
            with media.open_media(self._path) as source:
                video = media.video_stream(source)
                if first is not None and video is not None:
                    picture = PictureTrack(target, video, pictures, first, wish.from_s, wish.to_s)
                    begin_s, end_s = picture.begin_s, picture.end_s
                    tracks.append(picture.packets())
                for number, stream in enumerate(media.audio_streams(source)):
                    if wish.audio_track in (None, number):
                        sound = SoundTrack(target, stream, self._path, number, begin_s, end_s)
                        _name_as(stream, sound.stream)
                        tracks.append(sound.packets())
            if not tracks:
                raise self._beyond()
            reached_s = begin_s
            # By time, so that what waits to be interleaved stays small.
            for time_s, packets in heapq.merge(*tracks, key=lambda one: one[0]):
                self._reached(time_s, begin_s)
                reached_s = max(reached_s, time_s)
                target.mux(packets)
            if reached_s <= begin_s and first is None:
                raise self._beyond()
        finally:
            pictures.close()
        return ClipMade(self._wish.output, begin_s, end_s)


def _name_as(stream: "Stream", made: "Stream") -> None:
    """Hand on what a track is called."""
    for key in ("language", "title", "handler_name"):
        if key in stream.metadata:
            made.metadata[key] = stream.metadata[key]
    made.disposition = stream.disposition & av.stream.Disposition.default


def _packets(source: "InputContainer", streams: "Sequence[Stream]") -> "Iterator[av.Packet[Any]]":
    for packet in source.demux(streams):
        # The last, empty one of each stream has no time.
        if packet.pts is not None or packet.dts is not None:
            yield packet


def _time(packet: "av.Packet[Any]", start_s: float) -> float:
    stamp = packet.pts if packet.pts is not None else packet.dts
    return float((stamp or 0) * (packet.time_base or 0)) - start_s


def _decode_time(packet: "av.Packet[Any]", start_s: float) -> float:
    stamp = packet.dts if packet.dts is not None else packet.pts
    return float((stamp or 0) * (packet.time_base or 0)) - start_s


def _of_the_disk(error: Exception) -> bool:
    # FFmpeg's own errors (a stream that a format cannot hold) have numbers of their own or say "invalid argument".
    import errno

    number = error.errno if isinstance(error, OSError) else None
    return number in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EACCES, errno.EPERM, errno.EROFS, errno.EIO)
