"""The sample film with what stands in it: the one film whose pictures can be decoded here."""

from momentry_desk.core.bundle import RESOURCES
from momentry_desk.core.findings import FaceSighting, Scene, SpeechSegment, TextLine, Word
from momentry_desk.core.model import (
    MediaInfo,
)
from momentry_desk.core.moments import Hit
from momentry_desk.core.people import PersonSighting
from momentry_desk.core.snapshot import (
    VideoRow,
)
from momentry_desk.ui.main_window import MainWindow
from tests.ui.fake_engine import FakeEngine
from window_states.footage import BOX, FILES, PEOPLE, busy, face
from window_states.state import until


def looking(engine: FakeEngine) -> None:
    """The sample, with what stands in it: the one film whose pictures can be decoded here."""
    busy(engine)
    media = MediaInfo("mov", 13.0, True, True, 854, 480, 0, "24/1", "h264", "aac")
    every = ("face", "asr", "ocr", "scene")
    sample = RESOURCES / "sample.mp4"
    engine.put(videos=[VideoRow("s", "Our little movie.mp4", str(sample), 1, 200.0, media, b"", every)])

    def said(start: float, end: float, text: str) -> SpeechSegment:
        parts = text.split()
        step = (end - start) / len(parts)
        timed = (Word(start + n * step, start + (n + 1) * step, f" {part}", 0.9) for n, part in enumerate(parts))
        return SpeechSegment(start, end, " " + text, "en", 0.98, 0.93, tuple(timed))

    engine.found["s"] = (
        Scene(0, 3),
        Scene(3, 6.5),
        Scene(6.5, 10),
        Scene(10, 13),
        TextLine(0.2, 2.9, "Find the moment", 0.97, BOX),
        said(0.5, 2.4, "Welcome to our little movie."),
        said(3.2, 6.1, "First you see an astronaut in an orange suit."),
        FaceSighting(3, 6.5, 1, BOX, 0.9, 0.8, crop=face(*PEOPLE[0])),
        said(6.7, 9.2, "Then you see a man in a dark suit."),
        FaceSighting(6.5, 10, 2, BOX, 0.9, 0.8, crop=face(*PEOPLE[1])),
        said(9.7, 12.7, "Look for any word, and jump to the moment it was said."),
        TextLine(10.1, 13, "每一个瞬间都在这里", 0.95, BOX),
    )
    engine.people.seen["s"] = (PersonSighting(1, 7, "Ana", "s", 3, 6.5, 0.8),)
    named = "Our little movie.mp4"
    engine.hits = (
        Hit(1, "s", str(sample), named, "speech", 6.7, 9.2, "Then you see a man in a dark suit.", ((5, 12),)),
        Hit(
            2,
            "s",
            str(sample),
            named,
            "speech",
            3.2,
            6.1,
            "First you see an astronaut in an orange suit.",
            ((6, 13),),
        ),
        Hit(
            3,
            "v0",
            "/footage/a",
            FILES[0][0],
            "speech",
            101,
            104,
            "and you see it from the harbour, over there",
            ((4, 11),),
        ),
        Hit(4, "v0", "/footage/a", FILES[0][0], "text", 205, 209, "You see: HARBOUR 04:12", ((0, 7),)),
        Hit(
            5,
            "v3",
            "/footage/b",
            FILES[3][0],
            "speech",
            44,
            46,
            "so you see nothing here",
            ((3, 10),),
            missing=True,
        ),
    )


async def look(window: MainWindow) -> None:
    """Search for something, and open what was found first."""
    window.pages.open("moments")
    page = window.pages.moments
    page.bar.ask_for("you see")
    await until(lambda: page.results.results.hits)
    page.results.walk(1)
    await until(lambda: page.player.picture.image is not None and page.transcript.model().rowCount())
    window.setFocus()
