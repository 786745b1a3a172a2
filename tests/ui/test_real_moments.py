"""A person's hands on the real program: search, click a hit, see the very frame, take it along, write it anew; name
a person, and undo."""

from collections.abc import Iterator
from pathlib import Path

import av
import numpy as np
import pysubs2
import pytest
from PySide6.QtGui import QImage

from momentry_desk.core.findings import Box, Checkpoint, Chunk, FaceSighting, SpeechSegment
from momentry_desk.core.messages import FileSeen
from momentry_desk.core.model import MediaInfo, TaskRequest
from momentry_desk.footage.pictures import PictureSource
from momentry_desk.processors.content import file_uuid
from momentry_desk.store.database import open_database
from momentry_desk.store.findings import FindingStore
from momentry_desk.store.tasks import TaskStore
from momentry_desk.store.videos import VideoStore
from tests.processors.clips import make_clip
from tests.ui.display import Display, NoDisplay, Program, until

SETTINGS = '[window]\nlanguage = "en"\ntheme = "dark"\n[privacy]\nfaces = "yes"\n'
NOW = 1_790_000_000.0
SAID = "so the budget for the harbour came in"
#: Between two frames, and inside a long group of pictures.
AT_S = 2.33
ENDS_S = 3.4


@pytest.fixture
def display() -> Iterator[Display]:
    try:
        made = Display()
    except NoDisplay as missing:
        pytest.skip(str(missing))
    with made:
        yield made


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    shots = [(2.0, (90, 60, 30)), (2.0, (30, 60, 90))]
    return make_clip(tmp_path / "interview.mp4", shots, size=(1920, 1080), gop=75)


@pytest.fixture
def program(display: Display, tmp_path: Path, clip: Path) -> Program:
    """With a library of one video, that was scanned."""
    data = tmp_path / "data"
    with open_database(data) as database:
        video = file_uuid(str(clip))
        size = clip.stat()
        VideoStore(database).register([FileSeen(str(clip), video, size.st_size, size.st_mtime_ns)], NOW)
        media = MediaInfo("mov", 4.0, True, False, 1920, 1080, 0, "25/1", "h264", None)
        VideoStore(database).set_probe(video, media, None, b"")
        tasks = TaskStore(database)
        names = ("face", "asr")
        task_id = tasks.submit([TaskRequest(video, clip.name, names)], NOW)[0].task_id
        attempt = tasks.claim(task_id, NOW)
        assert attempt is not None
        embedding = np.full(128, 128**-0.5, "<f4").tobytes()
        found = (
            SpeechSegment(0.4, 1.9, "nothing of interest is said here", "en", 0.9, 0.9),
            SpeechSegment(AT_S, ENDS_S, SAID, "en", 0.9, 0.9),
            FaceSighting(0.2, 3.6, 1, Box(0.3, 0.2, 0.2, 0.3), 0.9, 0.9, embedding, "sface"),
        )
        points = tuple(Checkpoint(name, 0.0, 4.0, "print", b"", True) for name in names)
        FindingStore(database).store_chunk(attempt.attempt_id, Chunk(1, found, points), NOW)
        assert tasks.complete(attempt.attempt_id, NOW, running_s=1, peak_memory=1, cpu_s=1)
    return Program(display, data, SETTINGS, {})


def on_screen(program: Program, file: Path, size: list[int]) -> np.ndarray:
    """The film's part of the screen: it stands in the middle of a black ground."""
    assert program.ask(f"picture {file}")
    image = QImage(str(file)).convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)[:, :, :3]
    left, top = (image.width() - size[0]) // 2, (image.height() - size[1]) // 2
    return pixels[top : top + size[1], left : left + size[0]]


def write_into(display: Display, program: Program, field: str, text: Path) -> None:
    """Replace what stands in that field, and press Return."""
    display.click(program.place(field))
    display.tell("key", "ctrl+a")
    display.tell("type", "--delay", "5", str(text))
    display.tell("key", "Return")


def take_subtitles(display: Display, program: Program, file: Path) -> None:
    display.click(program.place("take"))
    display.click(program.place("menu Subtitles (SRT)…"))
    write_into(display, program, "field fileNameEdit", file)
    until(file.is_file, "no subtitles were written")
    first, second = pysubs2.load(str(file), encoding="utf-8")
    assert (first.start, second.start) == (400, round(AT_S * 1000))
    assert second.plaintext.replace("\n", " ") == SAID


def take_clip(display: Display, program: Program, file: Path) -> None:
    display.click(program.place(f"hit {SAID}"), button=3)
    display.click(program.place("menu Save a clip…"))
    display.click(program.place("choice Exact"))
    write_into(display, program, "field Save as", file)
    until(file.is_file, "no clip was written")
    with av.open(str(file)) as clip:
        frames = sum(1 for _ in clip.decode(video=0))
    # From the picture on screen at the hit's begin to the one at its end: the 58th to the 85th.
    assert frames == 28


def write_anew(display: Display, program: Program) -> None:
    x, y = program.place(f"line {SAID}")
    display.tell("mousemove", str(x), str(y), "click", "--repeat", "2", "--delay", "60", "1")
    until(lambda: "What is said at" in str(program.ask("focus")), "the line cannot be written into")
    display.tell("type", "--delay", "20", "the lighthouse keeper")
    display.tell("key", "Return")
    program.place("line the lighthouse keeper")
    display.click(program.place("box"))
    display.tell("key", "ctrl+a")
    display.tell("type", "--delay", "20", "lightho")
    program.place("hit the lighthouse keeper")


def test_a_moment_is_found_seen_to_the_frame_taken_along_and_written_anew(
    display: Display, program: Program, clip: Path, tmp_path: Path
) -> None:
    display.click(program.place("rail moments"))
    display.click(program.place("box"))
    display.tell("type", "--delay", "20", "harb")
    display.click(program.place(f"hit {SAID}"))
    until(lambda: "00:00:02:08" in str(program.ask("player")), "it stands elsewhere")

    def shown() -> list[int]:
        told = program.ask("player")
        assert isinstance(told, dict)
        return list(told["size"])

    source = PictureSource(str(clip))
    picture = source.at(AT_S)
    assert picture is not None
    assert picture.time_s == pytest.approx(2.32)
    near = [source.before(picture), picture, source.after(picture)]
    shots = tmp_path / "shot.png"

    def differences() -> list[float]:
        size = shown()
        seen = on_screen(program, shots, size).astype(int)
        return [
            float(np.abs(seen - one.pixels(*size)[:, :, :3].astype(int)).max()) if one is not None else 255.0
            for one in near
        ]

    # Byte for byte, once the room for it has settled; its neighbours are other pictures.
    until(lambda: differences()[1] == 0, "the screen shows another picture")
    before, _, after = differences()
    assert before > 50
    assert after > 50
    source.close()
    display.tell("key", "Right")
    until(lambda: "00:00:02:09" in str(program.ask("player")), "the arrow key does not go on")
    take_subtitles(display, program, tmp_path / "taken.srt")
    take_clip(display, program, tmp_path / "taken.mp4")
    write_anew(display, program)
    display.quit()
    assert program.process.wait(15) == 0


def test_a_person_is_named_and_it_is_undone(display: Display, program: Program) -> None:
    display.click(program.place("rail people"))
    until(lambda: program.ask("people") == [""], "nobody is there", timeout_s=60)
    display.click(program.place("person 1"))
    display.click(program.place("button Name…"))
    program.place("button OK")
    display.tell("type", "--delay", "20", "Ana")
    display.click(program.place("button OK"))
    until(lambda: program.ask("people") == ["Ana"], "the name is not there")
    display.click(program.place("button Undo the name “Ana”"))
    until(lambda: program.ask("people") == [""], "the name is still there")
    display.quit()
    assert program.process.wait(15) == 0
