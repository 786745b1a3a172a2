"""The footage that the scan benchmark measures on, made from the sample film and kept in a folder between runs.

Faces, speech and the Chinese title are the sample's; the English titles and captions are drawn, and every frame has
grain of its own, so that neither the encoder nor a comparison of pictures finds two frames alike.
"""

import math
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import av
import cv2
import msgspec
import numpy as np

if TYPE_CHECKING:
    from av.container import OutputContainer
    from av.video.stream import VideoStream
    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]
    Sound = NDArray[np.float32]

SAMPLE = Path(__file__).resolve().parents[3] / "resources" / "sample.mp4"

#: Goes up whenever the same arguments would make other footage.
VERSION = 1

#: What the sample holds: seconds of its shots, what is said in it, and its last title.
SAMPLE_S = 13.0
PORTRAITS_S = ((3.0, 6.5), (6.5, 10.0))
SPOKEN = (
    "welcome to our little movie first you see an astronaut in an orange suit then you see a man in a dark suit "
    "look for any word and jump to the moment it was said"
)
CHINESE_TITLE = "每一个瞬间都在这里"

TITLES = ("Harbour at dawn", "The long way home", "Nobody saw it coming", "Letters from the coast")
CAPTIONS = ("Recorded in the spring of 1998", "Interview, part two", "Camera: second unit", "Archive copy 4711")

SAMPLE_RATE = 16_000
#: Standard deviation of the grain, of 255 levels.
_GRAIN = 4.0


class Footage(msgspec.Struct, frozen=True):
    """One input and the truth about it: words in order, texts that stand in the picture, times of the cuts."""

    name: str
    path: Path
    seconds: float
    spoken: str = ""
    texts: tuple[str, ...] = ()
    cuts: tuple[float, ...] = ()


class Sizes(msgspec.Struct, frozen=True):
    """Seconds of the film, of the HEVC and the 4K excerpt (0: neither), number of clips and of noises, seconds of
    talk. Plain scripts that run at once disturb each other."""

    film_s: float
    excerpt_s: float
    clips: int
    noises: int
    talk_s: float
    film_size: tuple[int, int] = (1920, 1080)
    scripts_at_once: int = 1


FULL = Sizes(film_s=65.0, excerpt_s=13.0, clips=40, noises=8, talk_s=3600.0)
QUICK = Sizes(film_s=13.0, excerpt_s=4.0, clips=6, noises=3, talk_s=240.0)
#: For the tests: nothing here is large enough to tell one speed from another.
TINY = Sizes(film_s=4.0, excerpt_s=0.0, clips=0, noises=0, talk_s=13.0, film_size=(640, 360), scripts_at_once=2)


def film(folder: Path, seconds: float, size: tuple[int, int] = FULL.film_size) -> Footage:
    """30 frames a second, h264 with a key frame every ten seconds: titles, portraits, captions, speech."""
    return _film(folder, f"film-{seconds:g}s-{size[1]}p-h264", seconds, size, "libx264", speech=True)


def hevc(folder: Path, seconds: float) -> Footage:
    return _film(folder, f"film-{seconds:g}s-1080p-hevc", seconds, (1920, 1080), "libx265", speech=True)


def four_k(folder: Path, seconds: float) -> Footage:
    return _film(folder, f"film-{seconds:g}s-2160p-h264", seconds, (3840, 2160), "libx264", speech=True)


def clips(folder: Path, count: int) -> tuple[Footage, ...]:
    """Different clips of 5 s, 720p; every second one with speech and text, the others with neither."""
    made = []
    for index in range(count):
        full = index % 2 == 0
        begin_s = 0.0 if full else 3.0 + (index % 4) * 0.4
        name = f"clip-{index:02d}-5s-720p"
        clip = _film(
            folder, name, 5.0, (1280, 720), "libx264", speech=full, titles=full, block=index, begin_s=begin_s
        )
        made.append(clip)
    return tuple(made)


def talk(folder: Path, seconds: float) -> Footage:
    """Sound alone, 95 % of it silence with faint noise: the sample's speech once in twenty times its length."""
    period_s = 20 * 11.0
    path = folder / f"talk-{seconds:g}s.m4a"
    times = max(1, math.ceil(seconds / period_s))
    if not path.exists():
        said = _sample_sound()
        random = np.random.default_rng(5)
        noise = random.normal(0, 0.0005, SAMPLE_RATE * 60).astype(np.float32)
        with _writing(path) as container:
            stream = container.add_stream("aac", rate=SAMPLE_RATE, layout="mono")
            for begin in range(0, round(seconds * SAMPLE_RATE), SAMPLE_RATE):
                block = noise[begin % len(noise) :][:SAMPLE_RATE].copy()
                within = begin % round(period_s * SAMPLE_RATE)
                piece = said[within : within + SAMPLE_RATE]
                block[: len(piece)] += piece
                _encode_sound(container, stream, block, begin)
            container.mux(stream.encode(None))
    return Footage("talk", path, seconds, " ".join([SPOKEN] * times))


def noisy_speech(folder: Path, count: int) -> tuple[Footage, ...]:
    """The sample's speech under different noises, all 15 dB below it: what one of them does to a word is chance."""
    made = []
    for number in range(count):
        path = folder / f"speech-noisy-{number}.m4a"
        if not path.exists():
            said = _sample_sound()
            level = float(np.sqrt(np.mean(said[np.abs(said) > 0.01] ** 2))) * 10 ** (-15 / 20)
            sound = said + np.random.default_rng(20 + number).normal(0, level, len(said)).astype(np.float32)
            with _writing(path) as container:
                stream = container.add_stream("aac", rate=SAMPLE_RATE, layout="mono")
                _encode_sound(container, stream, np.clip(sound, -1, 1), 0)
                container.mux(stream.encode(None))
        made.append(Footage(f"noisy speech {number}", path, SAMPLE_S, SPOKEN))
    return tuple(made)


def repeated(film: Footage, folder: Path, seconds: float, *, silent_times: int = 0) -> Footage:
    """The film again and again, its packets copied as they are, up to the given duration; after each time with
    sound `silent_times` without."""
    path = folder / f"{film.name}-repeated-{seconds:g}s.mp4"
    if not path.exists():
        with _writing(path) as container:
            streams: dict[int, Any] = {}
            # The sound's first packet begins before the film and its last ends behind it.
            period_s = film.seconds + 0.5
            for turn in range(math.ceil(seconds / period_s)):
                with av.open(str(film.path)) as source:
                    for stream in source.streams:
                        if stream.index not in streams:
                            streams[stream.index] = container.add_stream_from_template(stream)
                    for packet in source.demux():
                        if packet.stream.type == "audio" and turn % (silent_times + 1):
                            continue
                        if packet.dts is None or packet.pts is None or packet.time_base is None:
                            continue
                        moved = round(turn * period_s / packet.time_base)
                        packet.pts, packet.dts = packet.pts + moved, packet.dts + moved
                        packet.stream = streams[packet.stream.index]
                        container.mux(packet)
    return Footage(path.stem, path, seconds)


def _film(
    folder: Path,
    name: str,
    seconds: float,
    size: tuple[int, int],
    codec: str,
    *,
    speech: bool,
    titles: bool = True,
    block: int = 0,
    begin_s: float = 0.0,
) -> Footage:
    path = folder / f"{name}.mp4"
    rate = 30
    # What a camera's chip makes of it; x265 would take four times as long for the next one.
    preset = "ultrafast" if codec == "libx265" else "veryfast"
    count = round(seconds * rate)
    blocks = range(block, block + math.ceil((begin_s + seconds) / SAMPLE_S))
    if not path.exists():
        with _writing(path) as container:
            video = cast("VideoStream", container.add_stream(codec, rate=rate))
            video.width, video.height = size
            video.pix_fmt = "yuv420p"
            video.codec_context.gop_size = 300
            video.codec_context.options = {"preset": preset, "crf": "23", "x265-params": "log-level=none"}
            sound = container.add_stream("aac", rate=SAMPLE_RATE, layout="mono") if speech else None
            for index, picture in enumerate(_pictures(count, rate, size, titles=titles, block=block, at_s=begin_s)):
                frame = av.VideoFrame.from_ndarray(picture, "bgr24")
                frame.pts, frame.time_base = index, Fraction(1, rate)
                container.mux(video.encode(frame))
            container.mux(video.encode(None))
            if sound is not None:
                said = np.tile(_sample_sound(), len(blocks))[: round(seconds * SAMPLE_RATE)]
                _encode_sound(container, sound, said, 0)
                container.mux(sound.encode(None))
    whole, rest = divmod(seconds, SAMPLE_S)
    spoken = [SPOKEN] * int(whole) if speech else []
    if speech and rest:
        # Sentences that end within the rest: the sample says them from 0.5, 3.2, 6.7 and 9.7 s.
        ends = ((2.4, "movie"), (5.9, "orange suit"), (9.3, "dark suit"))
        said_last = [SPOKEN[: SPOKEN.index(last) + len(last)] for end_s, last in ends if end_s <= rest]
        spoken += said_last[-1:]
    return Footage(
        name, path, seconds, " ".join(spoken), _texts(blocks, begin_s + seconds, block) if titles else ()
    )


def _texts(blocks: range, end_s: float, first: int) -> tuple[str, ...]:
    found: list[str] = []
    for block in blocks:
        offset = (block - first) * SAMPLE_S
        found.append(_title(block))
        for at_s, index in ((3.0, 0), (6.5, 1)):
            if offset + at_s + 1.0 <= end_s:
                found.append(_caption(block, index))
        if offset + 11.0 <= end_s:
            found.append(CHINESE_TITLE)
    return tuple(dict.fromkeys(found))


def _title(block: int) -> str:
    return f"{TITLES[block % len(TITLES)]} {block + 1}"


def _caption(block: int, index: int) -> str:
    return CAPTIONS[(2 * block + index) % len(CAPTIONS)]


def _pictures(
    count: int, rate: int, size: tuple[int, int], *, titles: bool, block: int, at_s: float
) -> "Iterator[Picture]":
    """The sample's own frames enlarged, its English title replaced, with captions and grain."""
    stored = _sample_pictures()
    random = np.random.default_rng(block)
    width, height = size
    # The same in all three colours: noise of colours would only cost the encoder's time.
    grain = np.repeat(random.normal(0, _GRAIN, (height + 64, width + 64, 1)), 3, axis=2)
    lighter, darker = (np.clip(part, 0, 255).astype(np.uint8) for part in (grain, -grain))
    across = (np.linspace(0, 235, width)[None, :, None] * np.array([0.5, 0.25, 0.1])[None, None, :]).astype(
        np.uint8
    )
    for index in range(count):
        whole_s = at_s + index / rate
        number, within_s = block + int(whole_s // SAMPLE_S), whole_s % SAMPLE_S
        picture = _enlarged(stored[min(len(stored) - 1, round(within_s * 24))], size)
        if within_s < PORTRAITS_S[0][0] and titles:
            picture = np.repeat(across + np.uint8(10 + 10 * math.sin(within_s)), height, axis=0)
            _write(picture, _title(number), 0.5, 3.0 * height / 1080, 6)
        elif within_s < PORTRAITS_S[1][1] and titles:
            _write(picture, _caption(number, int(within_s >= PORTRAITS_S[1][0])), 0.93, 1.2 * height / 1080, 3)
        down, right = random.integers(0, 64, 2)
        part = np.s_[down : down + height, right : right + width]
        yield np.asarray(cv2.subtract(cv2.add(picture, lighter[part]), darker[part]), np.uint8)


def _enlarged(picture: "Picture", size: tuple[int, int]) -> "Picture":
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_CUBIC), np.uint8)


def _write(picture: "Picture", text: str, at: float, scale: float, thickness: int) -> None:
    thickness = max(1, round(thickness * picture.shape[0] / 1080))
    (wide, _), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thickness)
    place = ((picture.shape[1] - wide) // 2, round(picture.shape[0] * at))
    for colour, extra in (((0, 0, 0), 4), ((255, 255, 255), 0)):
        cv2.putText(picture, text, place, cv2.FONT_HERSHEY_SIMPLEX, scale, colour, thickness + extra, cv2.LINE_AA)


_kept: dict[str, Any] = {}


def _sample_pictures() -> "list[Picture]":
    if "pictures" not in _kept:
        with av.open(str(SAMPLE)) as container:
            _kept["pictures"] = [frame.to_ndarray(format="bgr24") for frame in container.decode(video=0)]
    return cast("list[Picture]", _kept["pictures"])


def _sample_sound() -> "Sound":
    if "sound" not in _kept:
        resampler = av.AudioResampler(format="flt", layout="mono", rate=SAMPLE_RATE)
        with av.open(str(SAMPLE)) as container:
            pieces = [
                made.to_ndarray().reshape(-1)
                for frame in container.decode(audio=0)
                for made in resampler.resample(frame)
            ]
        sound = np.zeros(round(SAMPLE_S * SAMPLE_RATE), np.float32)
        joined = np.concatenate(pieces)[: len(sound)]
        sound[: len(joined)] = joined
        _kept["sound"] = sound
    return cast("Sound", _kept["sound"])


def _encode_sound(container: "OutputContainer", stream: Any, samples: "Sound", at: int) -> None:
    for begin in range(0, len(samples), 1024):
        frame = av.AudioFrame.from_ndarray(samples[None, begin : begin + 1024].astype(np.float32), "fltp", "mono")
        frame.sample_rate, frame.pts, frame.time_base = SAMPLE_RATE, at + begin, Fraction(1, SAMPLE_RATE)
        container.mux(stream.encode(frame))


class _writing:
    """A container that takes its name once it is whole."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._partial = path.with_name(f"partial-{path.name}")

    def __enter__(self) -> "OutputContainer":
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._container = av.open(str(self._partial), "w")
        return self._container

    def __exit__(self, kind: object, *_: object) -> None:
        self._container.close()
        if kind is None:
            self._partial.replace(self._path)
