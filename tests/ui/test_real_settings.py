"""Hands on the real program, on a real display: settings by click and by key, and the whole job without a mouse."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ui.display import Display, NoDisplay, Program, until

SAMPLE = Path(__file__).resolve().parents[2] / "resources" / "sample.mp4"
SETTINGS = """\
# mine
[window]
language = "en"
theme = "dark"  # at night

[processors]
default = ["asr"]
"""


@pytest.fixture
def display() -> Iterator[Display]:
    try:
        made = Display()
    except NoDisplay as missing:
        pytest.skip(str(missing))
    with made:
        yield made


def press_until(display: Display, program: Program, key: str, name: str) -> None:
    """Press a key until the keyboard is at what is called that."""

    def there() -> bool:
        if program.ask("focus") == name:
            return True
        display.tell("key", key)
        return False

    until(there, f"{key} never comes to {name}")


def write_a_path(display: Display, program: Program, path: Path) -> None:
    """Into the dialog that asks for a file, whose field has the keyboard."""
    program.place("field fileNameEdit")
    display.tell("key", "ctrl+a")
    display.tell("type", "--delay", "5", str(path))
    display.tell("key", "Return")


def test_settings_are_changed_by_click_and_key_show_at_once_and_are_kept(display: Display, tmp_path: Path) -> None:
    config = tmp_path / "data.toml"
    program = Program(display, tmp_path / "data", SETTINGS, {})
    assert program.ask("looks") == {"rail": "Settings", "panel": "#1c1f26"}
    display.click(program.place("rail settings"))
    display.click(program.place("setting resources.keep_awake"))
    until(lambda: "keep_awake = false" in config.read_text("utf-8"), "the click was not written")
    display.tell("key", "ctrl+comma")
    press_until(display, program, "Tab", "Pages of settings")
    display.tell("key", "End")
    press_until(display, program, "Tab", "Theme")
    display.tell("key", "Up")
    until(lambda: program.ask("looks") == {"rail": "Settings", "panel": "#ffffff"}, "it is dark still")
    press_until(display, program, "Tab", "Language")
    display.tell("key", "Down")
    until(lambda: program.ask("looks") == {"rail": "设置", "panel": "#ffffff"}, "it speaks English still")
    written = config.read_text("utf-8")
    changed = SETTINGS.replace('"en"', '"zh_CN"').replace('"dark"', '"light"')
    assert written.startswith(changed.strip())
    display.quit()
    assert program.process.wait(20) == 0
    again = Program(display, tmp_path / "data", written, {})
    assert again.ask("looks") == {"rail": "设置", "panel": "#ffffff"}
    display.quit()
    assert again.process.wait(20) == 0


@pytest.mark.weights
def test_the_whole_job_is_done_without_a_mouse(display: Display, tmp_path: Path) -> None:
    program = Program(display, tmp_path / "data", SETTINGS, {})
    clip, subtitles = tmp_path / "holiday.mp4", tmp_path / "holiday.srt"
    shutil.copy(SAMPLE, clip)
    until(lambda: program.ask("look"), "no window")
    display.tell("key", "ctrl+o")
    write_a_path(display, program, clip)
    until(lambda: program.tasks() == {"holiday.mp4": "completed"}, "it was not scanned", timeout_s=100)
    display.tell("key", "ctrl+f")
    display.tell("type", "--delay", "20", "astronaut")
    until(lambda: program.ask("hits"), "nothing was found")

    def opened() -> bool:
        if "00:00:04:" in str(program.ask("player")):
            return True
        # Once more where the list came anew under the key.
        display.tell("key", "Down")
        return False

    until(opened, "the player stands elsewhere")
    press_until(display, program, "Tab", "What was found")
    display.tell("key", "space")
    until(lambda: "00:00:05:" in str(program.ask("player")), "it does not play")
    display.tell("key", "space")
    press_until(display, program, "Tab", "Take it along: subtitles, transcript, timeline")
    display.tell("key", "space")
    until(lambda: program.ask("menu Subtitles (SRT)…"), "no menu opened")
    # Beyond what saves a clip.
    display.tell("key", "Down", "Down", "Return")
    write_a_path(display, program, subtitles)
    until(subtitles.is_file, "no subtitles were written")
    assert "astronaut" in subtitles.read_text("utf-8")
    display.quit()
    assert program.process.wait(20) == 0
