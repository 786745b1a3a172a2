"""Hands on the real program, on a real display: settings by click and by key, and the whole job without a mouse."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ui.display import Display, NoDisplay, Program, until

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
    until(lambda: program.ask("look"), "no window")
    press_until(display, program, "Tab", "Try it with a short sample")
    display.tell("key", "space")
    until(lambda: program.tasks() == {"sample.mp4": "completed"}, "the sample was not scanned", timeout_s=100)
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
    display.quit()
    assert program.process.wait(20) == 0
