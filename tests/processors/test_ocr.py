"""Text in the picture is read once, given with its time, and the same wherever a scan is taken up."""

import contextlib
import math
from collections.abc import Iterable, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from momentry_desk.core.findings import TextLine
from momentry_desk.core.messages import OptionValue
from momentry_desk.core.model import MediaInfo
from momentry_desk.footage.pictures import PictureSource
from momentry_desk.processors import ocr, weight_files
from momentry_desk.processors.base import Context, Frame, ProcessorTrouble, VideoRun, Yield
from momentry_desk.processors.frames import FrameStream
from momentry_desk.processors.lanes import VideoLane
from momentry_desk.processors.ocr import OcrProcessor
from momentry_desk.processors.text_reader import TextReader

Picture = NDArray[np.uint8]
SAMPLE = Path(__file__).resolve().parents[2] / "resources" / "sample.mp4"
MEDIA = MediaInfo("mp4", None, has_video=True, has_audio=False)


class Drawn:
    """A `Frame` over an array."""

    def __init__(self, picture: Picture) -> None:
        self._picture = picture
        self._picture.flags.writeable = False
        self.height, self.width = picture.shape[:2]

    def bgr(self, longest: int | None = None) -> Picture:
        scale = min(1.0, (longest or self.width) / max(self.width, self.height))
        if scale == 1.0:
            return self._picture
        size = (round(self.width * scale), round(self.height * scale))
        smaller: Picture = cv2.resize(self._picture, size, interpolation=cv2.INTER_AREA).astype(np.uint8)
        return smaller

    def gray(self, longest: int | None = None) -> Picture:
        grey: Picture = cv2.cvtColor(self.bgr(longest), cv2.COLOR_BGR2GRAY).astype(np.uint8)
        return grey

    def coarse(self, longest: int) -> Picture:
        return self.bgr(longest)


def blank(level: int = 40) -> Picture:
    return np.full((360, 640, 3), level, np.uint8)


def titled(text: str, *, at: tuple[int, int] = (60, 200), level: int = 40) -> Picture:
    picture = blank(level)
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, 1.4, (255, 255, 255), 3, cv2.LINE_AA)
    return picture


def noisy(picture: Picture, seed: int) -> Picture:
    noise = np.random.default_rng(seed).integers(-3, 4, picture.shape)
    return np.asarray(np.clip(picture.astype(np.int16) + noise, 0, 255), np.uint8)


def look_at(run: VideoRun, pictures: Iterable[tuple[float, Frame]], end_s: float | None = None) -> list[TextLine]:
    found: list[Yield] = []
    last_s = 0.0
    for time_s, frame in pictures:
        found += run.feed(time_s, frame)
        last_s = time_s
    found += run.finish(last_s if end_s is None else end_s)
    return [line for line in found if isinstance(line, TextLine)]


def each_second(pictures: Sequence[Picture], first: int = 0) -> list[tuple[float, Frame]]:
    return [(float(first + number), Drawn(picture)) for number, picture in enumerate(pictures)]


class CountingReader(TextReader):
    """Finds one line where the middle of the picture is bright, and reads its brightness; counts both."""

    def __init__(self) -> None:
        self.found = 0
        self.read_count = 0

    def find(self, picture: Picture) -> list[NDArray[np.float32]]:
        self.found += 1
        height, width = picture.shape[:2]
        if picture[height // 2, width // 2].max() < 100:
            return []
        left, top, right, bottom = width * 0.25, height * 0.4, width * 0.75, height * 0.6
        return [np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)]

    def read(self, crop: Picture) -> tuple[str, float]:
        self.read_count += 1
        return f"Brightness {int(crop.mean())}", 0.95


def bar(level: int, background: int = 10) -> Picture:
    picture = blank(background)
    picture[120:240, 100:540] = level
    return picture


def counting_run(reader: CountingReader | None = None) -> VideoRun:
    return ocr._OcrRun(Context(media=MEDIA), reader or CountingReader(), 1.0)


STAYING = [bar(200), bar(200), noisy(bar(200), 1), bar(200, 60), bar(200, 120), bar(120), bar(120)]
FLASHING = [bar(240), bar(10), bar(240), bar(240)]
CHANGING = [bar(10), *STAYING, bar(10), bar(10), bar(10), *FLASHING]


def test_an_unchanged_picture_is_not_searched_again() -> None:
    reader = CountingReader()
    lines = look_at(counting_run(reader), each_second([noisy(bar(200), seed) for seed in range(10)]))
    assert (reader.found, reader.read_count) == (1, 1)
    assert [(line.start, line.end) for line in lines] == [(0.0, 9.0)]


def test_an_unchanged_line_in_a_changing_picture_is_not_read_again() -> None:
    reader = CountingReader()
    pictures = [bar(200, background) for background in (10, 60, 110, 10, 60)]
    assert len(look_at(counting_run(reader), each_second(pictures))) == 1
    assert (reader.found, reader.read_count) == (5, 1)


def test_a_changed_line_is_read_again() -> None:
    reader = CountingReader()
    lines = look_at(counting_run(reader), each_second([bar(150), bar(150), bar(230), bar(230)]))
    assert reader.read_count == 2
    assert lines


@pytest.mark.parametrize("cut", range(len(CHANGING) + 1))
def test_a_scan_taken_up_at_any_checkpoint_equals_an_undisturbed_one(cut: int) -> None:
    whole, first, second = CountingReader(), CountingReader(), CountingReader()
    undisturbed = look_at(counting_run(whole), each_second(CHANGING))
    assert len(undisturbed) >= 2
    run = counting_run(first)
    before = [line for time_s, frame in each_second(CHANGING[:cut]) for line in run.feed(time_s, frame)]
    state = run.checkpoint()
    assert len(state) < 100_000
    later = counting_run(second)
    later.restore(state)
    rest = look_at(later, each_second(CHANGING[cut:], cut), end_s=len(CHANGING) - 1.0)
    assert before + rest == undisturbed
    # It also knows what it need not do again.
    assert first.found + second.found == whole.found
    assert first.read_count + second.read_count == whole.read_count


def test_no_picture_at_all_ends_well() -> None:
    assert look_at(counting_run(), []) == []


@pytest.mark.parametrize(("key", "value"), [("interval", "often"), ("interval", 0.0), ("detection_side", True)])
def test_an_option_out_of_its_range_is_named(key: str, value: OptionValue) -> None:
    with pytest.raises(ProcessorTrouble, match=rf"processors\.ocr\.{key}"):
        OcrProcessor().begin(Context(media=MEDIA, options={key: value}))


# With the models ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def processor() -> OcrProcessor:
    return OcrProcessor()


def begin(processor: OcrProcessor) -> VideoRun:
    return processor.begin(Context(media=MEDIA, find_weights=lambda model: weight_files.find(model, [])))


@pytest.mark.weights
def test_drawn_titles_are_read_word_for_word_with_their_times(
    processor: OcrProcessor, capfd: pytest.CaptureFixture[str]
) -> None:
    pictures = [
        blank(),
        titled("Chapter One"),
        titled("Chapter One"),
        titled("The Long Way", at=(90, 300)),
        blank(),
    ]
    lines = look_at(begin(processor), each_second(pictures), end_s=5.0)
    assert [(line.text, line.start, line.end) for line in lines if line.text == "Chapter One"] == [
        ("Chapter One", 1.0, 2.5)
    ]
    assert "The Long Way" in [line.text for line in lines]
    box = lines[0].box
    assert 0.05 < box.left < 0.15
    assert 0.4 < box.top < box.top + box.height < 0.65
    assert capfd.readouterr() == ("", ""), "the library spoke"


@pytest.mark.weights
def test_chinese_titles_are_read(processor: OcrProcessor) -> None:
    from PIL import Image, ImageDraw, ImageFont

    fonts = sorted(Path("/usr/share/fonts").rglob("NotoSansCJK-Regular.ttc"))
    if not fonts:
        pytest.skip("no font with Chinese characters here (fonts-noto-cjk)")
    image = Image.new("RGB", (640, 360), (30, 30, 30))
    font = ImageFont.truetype(str(fonts[0]), 44, index=2)
    ImageDraw.Draw(image).text((60, 150), "今天的天气很好", fill="white", font=font)
    picture = np.ascontiguousarray(np.asarray(image)[:, :, ::-1])
    lines = look_at(begin(processor), each_second([picture, picture]))
    assert [line.text for line in lines] == ["今天的天气很好"]


@pytest.mark.weights
def test_textures_are_no_text(processor: OcrProcessor) -> None:
    random = np.random.default_rng(3)
    pictures = [
        cv2.GaussianBlur(random.integers(0, 255, (360, 640, 3)).astype(np.uint8), (0, 0), blur)
        for blur in (1, 2, 4)
    ]
    assert look_at(begin(processor), each_second([np.asarray(picture, np.uint8) for picture in pictures])) == []


@pytest.mark.weights
def test_where_a_text_of_the_sample_begins_and_ends_it_stands_in_the_picture(processor: OcrProcessor) -> None:
    # Who clicks on what was found looks at that very picture.
    lines = look_at_file(processor, SAMPLE)
    assert [line.text for line in lines] == ["Find the moment", "每一个瞬间都在这里"]
    with contextlib.closing(PictureSource(str(SAMPLE))) as source:
        for line in lines:
            for time_s in (line.start, line.end - 1 / 24):
                picture = source.at(time_s)
                assert picture is not None
                shown = np.ascontiguousarray(picture.pixels(picture.width, picture.height)[:, :, :3])
                assert [one.text for one in look_at(begin(processor), each_second([shown, shown]))] == [line.text]


# With the real clips --------------------------------------------------------------------------------------


def look_at_file(
    processor: OcrProcessor, path: Path, after_s: float | None = None, until_s: float = math.inf
) -> list[TextLine]:
    run = begin(processor)
    lane = VideoLane("ocr", processor, "", None)
    lane.begin(run)
    stream = FrameStream(str(path))
    found: list[Yield] = []
    for time_s, frame in stream.frames(after_s):
        if time_s > until_s:
            break
        if lane.picks(time_s):
            found += run.feed(time_s, frame)
    found += run.finish(stream.end_s)
    return [line for line in found if isinstance(line, TextLine)]


@pytest.mark.weights
@pytest.mark.real_media
def test_both_titles_are_exact_and_within_a_second(processor: OcrProcessor, real_media: Path) -> None:
    first, second = look_at_file(processor, real_media / "jfk_titles_en_zh.mp4")
    assert (first.text, second.text) == ("Inaugural Address 1961", "不要问国家能为你做什么")
    assert first.start == 0.0
    assert [first.end, second.start, second.end] == pytest.approx([5.0, 5.0, 12.6], abs=1.0)


@pytest.mark.weights
@pytest.mark.real_media
@pytest.mark.parametrize("name", ["crowd_1080p_h264.mp4", "crowd_av1_opus.mkv", "vfr.mp4"])
def test_words_on_a_wall_are_read_from_a_moving_camera(
    name: str, processor: OcrProcessor, real_media: Path
) -> None:
    lines = look_at_file(processor, real_media / name)
    assert {line.text for line in lines} == {"ROYAL", "OPERA", "HOUSE", "Welcome"}
    assert len(lines) == 4


@pytest.mark.weights
@pytest.mark.real_media
@pytest.mark.parametrize(
    "name",
    [
        "alpha_vp9.webm",
        "audio_only.m4a",
        "cover_art.mp3",
        "grid_mpeg1_mp2.mpg",
        "one_frame.mp4",
        "prores_pcm.mov",
        "rotated90_phone.mov",
        "silent_audio_track.mp4",
        "talking_head_grid.mp4",
        "xvid_mp3.avi",
    ],
)
def test_where_nothing_is_written_nothing_is_read(name: str, processor: OcrProcessor, real_media: Path) -> None:
    assert look_at_file(processor, real_media / name) == []


@pytest.mark.weights
@pytest.mark.real_media
def test_credits_are_read(processor: OcrProcessor, real_media: Path) -> None:
    # They are there for two seconds, after twenty of meadow.
    lines = look_at_file(processor, real_media / "bbb_vp8_vorbis.webm", after_s=19.0, until_s=24.0)
    assert "PRESENTS" in {line.text for line in lines}


@pytest.mark.weights
@pytest.mark.real_media
def test_text_before_the_damage_is_read_and_none_is_made_of_its_ruins(
    processor: OcrProcessor, real_media: Path
) -> None:
    texts = {line.text for line in look_at_file(processor, real_media / "bitflipped.mp4")}
    assert texts == {"Inaugural Address 1961"}
