"""Opening a media file: what is in it, and a clear sentence where it cannot be read."""

import contextlib
import errno
import os
import re
import stat
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import av
import av.error
import numpy as np

from momentry_desk.core.model import AudioTrack, Failure, FailureKind, MediaInfo
from momentry_desk.core.paths import in_a_line, name_of, readable
from momentry_desk.core.sentences import Said, say
from momentry_desk.footage import spare_memory

if TYPE_CHECKING:
    from av.audio.stream import AudioStream
    from av.container import InputContainer
    from av.video.stream import VideoStream

#: FFmpeg opens these too, but they are text, pictures or lists of other files, not footage or sound of their own.
_NOT_MEDIA = frozenset(
    {"tty", "image2", "image2pipe", "hls", "concat", "dash", "ffmetadata", "rtsp", "sdp", "lavfi"}
)

#: Only the file itself is read: a container must not make us open addresses that it names.
_OPTIONS = {"protocol_whitelist": "file"}

#: From so many packets on (half an hour of film) their index takes megabytes, and twice that while it is made.
_LONG_INDEX = 50_000

#: SMPTE ST 12-1 as text; a semicolon (some write a point) before the frames says that frame numbers are dropped.
_TIMECODE = re.compile(r"\d\d:\d\d:\d\d[:;.]\d\d")

#: More than a packet and the pictures that a decoder of 8K film holds back. 1 GiB.
_HONEST_BYTES = 1024 * 1024 * 1024

#: Errors of the device or the file system, as against errors in the data.
_DEVICE_ERRORS = frozenset(
    {errno.EIO, errno.ENODEV, errno.ENXIO, errno.ESTALE, errno.EACCES, errno.EPERM, errno.ENOTCONN, errno.ETIMEDOUT}
)


class MediaTrouble(Exception):
    """The file cannot be scanned. `failure` says why, in a sentence."""

    def __init__(self, kind: FailureKind, message: str, log: str = "") -> None:
        """`log` is for whoever looks into the matter: the technical words that the sentence spares others."""
        super().__init__(message)
        self.failure = Failure(kind, message, log)


@contextlib.contextmanager
def open_media(path: str) -> Iterator["InputContainer"]:
    """Open `path` for reading. Raises `MediaTrouble`."""
    check_source(path)
    try:
        container = av.open(path, options=dict(_OPTIONS), metadata_errors="replace")
    except (av.error.FFmpegError, OSError, ValueError) as error:
        raise trouble_from(error, path) from error
    with container:
        name = container.format.name
        if name in _NOT_MEDIA or name.endswith("_pipe"):
            raise MediaTrouble(
                FailureKind.SOURCE_INVALID, say(Said.NOTHING_IN_FORMAT, file=_name(path), format=name)
            )
        if sum(stream.frames for stream in container.streams) > _LONG_INDEX:
            spare_memory.hand_back()
        yield container


def check_source(path: str) -> None:
    """Raise `MediaTrouble` where `path` is not a file that can be read and holds something."""
    name = _name(path)
    try:
        mode = Path(path).stat().st_mode
        if not stat.S_ISREG(mode):
            # Opening a pipe or a device could wait for ever.
            what = Said.A_FOLDER if stat.S_ISDIR(mode) else Said.NO_ORDINARY_FILE
            raise MediaTrouble(FailureKind.SOURCE_INVALID, say(what, file=name))
        with Path(path).open("rb") as file:
            if os.fstat(file.fileno()).st_size == 0:
                raise MediaTrouble(FailureKind.SOURCE_INVALID, say(Said.EMPTY, file=name))
            file.read(1)
    except (OSError, ValueError) as error:
        raise trouble_from(error, path) from error


def trouble_from(error: Exception, path: str) -> MediaTrouble:
    """What an error while opening or reading `path` means to its owner."""
    name = _name(path)
    number = error.errno if isinstance(error, OSError) else None
    if not os.path.lexists(path) or number in (errno.ENOENT, errno.ENOTDIR):
        return MediaTrouble(FailureKind.SOURCE_MISSING, say(Said.GONE, file=name))
    if number in (errno.EACCES, errno.EPERM):
        return MediaTrouble(FailureKind.SOURCE_UNREADABLE, say(Said.NOT_PERMITTED, file=name))
    if number in _DEVICE_ERRORS:
        why = error.args[-1] or os.strerror(number or 0)
        return MediaTrouble(FailureKind.SOURCE_UNREADABLE, say(Said.DEVICE_ERROR, file=name, why=why))
    if _lacks_index(path):
        log = f"There is no moov box. {error}"
        return MediaTrouble(FailureKind.SOURCE_INVALID, say(Said.CUT_SHORT, file=name), log)
    return MediaTrouble(FailureKind.SOURCE_INVALID, say(Said.NO_MEDIA, file=name))


def raise_unless_damage(error: Exception, path: str) -> None:
    """Return where `error` means damaged data, behind which reading may go on; raise what it means otherwise."""
    if isinstance(error, MemoryError) and not (isinstance(error, av.error.FFmpegError) and _memory_is_there()):
        raise error
    if isinstance(error, OSError) and error.errno in _DEVICE_ERRORS:
        raise trouble_from(error, path) from error


def _memory_is_there() -> bool:
    """Whether there is room for what whole data asks for: damaged data asks for what no machine has."""
    try:
        # Asked for and given back, never touched.
        np.empty(_HONEST_BYTES, np.uint8)
    except MemoryError:
        return False
    return True


def video_stream(container: "InputContainer") -> "VideoStream | None":
    """The footage: the largest video stream that is no cover art and can be decoded."""
    footage = [
        stream
        for stream in container.streams.video
        if not stream.disposition & av.stream.Disposition.attached_pic and stream.codec_context is not None
    ]
    return max(footage, key=lambda stream: (stream.width * stream.height, -stream.index), default=None)


def audio_streams(container: "InputContainer") -> "list[AudioStream]":
    """Every sound track that can be decoded, in the file's order: a track's number is its place here, from 0."""
    return [stream for stream in container.streams.audio if stream.codec_context is not None]


def audio_stream(container: "InputContainer", track: int | None = None) -> "AudioStream | None":
    """The sound: track number `track`, where there is one, else the track marked as default, else the first."""
    streams = audio_streams(container)
    if track is not None and 0 <= track < len(streams):
        return streams[track]
    default = (stream for stream in streams if stream.disposition & av.stream.Disposition.default)
    return next(default, streams[0] if streams else None)


def start_of(container: "InputContainer") -> float:
    """Seconds to take off every time stamp, so that the file's own time line begins at 0, as players show it."""
    return (container.start_time or 0) / av.time_base


def length_of(container: "InputContainer", stream: "VideoStream | AudioStream") -> float | None:
    """Seconds that `stream` should last, None where the container does not say."""
    if stream.duration and stream.time_base:
        return float(stream.duration * stream.time_base)
    tag = stream.metadata.get("DURATION", "")
    with contextlib.suppress(ValueError):
        hours, minutes, seconds = tag.split(":")
        length_s = int(hours) * 3600 + int(minutes) * 60 + float(seconds)
        return max(0.0, length_s - _before_the_start(container))
    return duration_of(container) if len(container.streams) == 1 else None


def duration_of(container: "InputContainer") -> float | None:
    """Seconds from the beginning of the file's own time line to its end, None where the container does not say."""
    if not container.duration:
        return None
    length_s = container.duration / av.time_base
    return length_s - before if (before := _before_the_start(container)) < length_s else length_s


def _before_the_start(container: "InputContainer") -> float:
    """What FFmpeg's Matroska counts as duration: the time stamps from 0 to where the file begins, too."""
    ours = container.format.name.startswith("matroska") and "Lavf" in container.metadata.get("ENCODER", "")
    return max(0.0, start_of(container)) if ours else 0.0


def probe(path: str) -> MediaInfo:
    """Read what is in the file, without decoding more than one picture. Raises `MediaTrouble`."""
    with open_media(path) as container:
        return describe(container, path)


def describe(container: "InputContainer", path: str) -> MediaInfo:
    """`MediaInfo` of an open file; its position is moved. Raises `MediaTrouble` where neither stream is there."""
    video = video_stream(container)
    audio = audio_stream(container)
    if video is None and audio is None:
        raise MediaTrouble(FailureKind.SOURCE_INVALID, say(Said.NO_STREAM, file=_name(path)))
    duration = duration_of(container)
    info = MediaInfo(
        container=container.format.name.split(",")[0],
        duration_s=duration,
        has_video=video is not None,
        has_audio=audio is not None,
        audio_codec=audio.codec_context.name if audio else None,
        audio_tracks=tuple(_track(stream) for stream in audio_streams(container)),
    )
    if video is None:
        return info
    rotation = _rotation(container, video)
    width, height = video.width, video.height
    if rotation % 180:
        width, height = height, width
    rate = video.average_rate or video.guessed_rate
    return MediaInfo(
        container=info.container,
        duration_s=duration,
        has_video=True,
        has_audio=info.has_audio,
        width=width,
        height=height,
        rotation=rotation,
        frame_rate=f"{rate.numerator}/{rate.denominator}" if rate else None,
        video_codec=video.codec_context.name,
        audio_codec=info.audio_codec,
        start_timecode=_start_timecode(container, video),
        audio_tracks=info.audio_tracks,
    )


def _track(stream: "AudioStream") -> AudioTrack:
    language = stream.metadata.get("language", "")
    return AudioTrack(
        codec=stream.codec_context.name,
        channels=stream.codec_context.channels,
        # "und" is how ISO 639-2 says that nobody said.
        language="" if language == "und" else language,
        title=stream.metadata.get("title", "") or _handler(stream),
        default=bool(stream.disposition & av.stream.Disposition.default),
    )


def _handler(stream: "AudioStream") -> str:
    """The name that MP4 and MOV give a track, where it is not only that of the program that wrote it."""
    name = stream.metadata.get("handler_name", "").strip("\0 ")
    return "" if "handler" in name.casefold() or name.casefold().startswith("core media") else name


def _start_timecode(container: "InputContainer", video: "VideoStream") -> str | None:
    """What the camera wrote: with the footage, in a track of its own, or for the file as a whole."""
    for metadata in (video.metadata, *(stream.metadata for stream in container.streams), container.metadata):
        code = metadata.get("timecode", "")
        if _TIMECODE.fullmatch(code):
            return code.replace(".", ";")
    return None


def _rotation(container: "InputContainer", video: "VideoStream") -> int:
    """Degrees clockwise to turn the stored picture by; the display matrix comes with the first picture."""
    with contextlib.suppress(av.error.FFmpegError, OSError):
        for count, packet in enumerate(container.demux(video)):
            with contextlib.suppress(av.error.InvalidDataError):
                for frame in packet.decode():
                    return clockwise(frame.rotation)
            if count > 300:
                break
    return 0


def clockwise(rotation: float) -> int:
    """PyAV's `rotation` (degrees counter-clockwise) as the clockwise turn that sets upright: 0, 90, 180, 270."""
    return round(-rotation / 90) * 90 % 360


def _lacks_index(path: str) -> bool:
    """Whether this is an MP4 or MOV whose `moov` box (ISO/IEC 14496-12, 8.2.1) is not there."""
    seen: set[bytes] = set()
    try:
        size = os.path.getsize(path)  # noqa: PTH202 - any bytes in the name
        with Path(path).open("rb") as file:
            offset = 0
            while offset + 8 <= size and len(seen) < 1000:
                file.seek(offset)
                length, kind = struct.unpack(">I4s", file.read(8))
                if length == 1:
                    length = struct.unpack(">Q", file.read(8))[0]
                seen.add(kind)
                if length < 8:
                    break
                offset += length
    except (OSError, struct.error):
        return False
    return b"ftyp" in seen and b"moov" not in seen


def _name(path: str) -> str:
    return name_of(path) or in_a_line(readable(path))
