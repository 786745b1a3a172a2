"""A person's hands on the watched folders: one is added by click and key, and a film is copied into it slowly."""

import json
import time
from pathlib import Path

import pytest

from tests.ui.display import Display, NoDisplay, Program, until

SETTINGS = """
[queue]
dynamic_concurrency = false
[processors]
default = ["scripted"]
[window]
language = "en"
[privacy]
faces = "no"
"""
PIECES = 14
#: A person's five seconds would be most of the test.
QUIET_S = 2.5


def test_what_is_copied_slowly_into_a_watched_folder_is_scanned_once_it_stands_still(tmp_path: Path) -> None:
    try:
        display = Display()
    except NoDisplay as missing:
        pytest.skip(str(missing))
    incoming = tmp_path / "films" / "incoming"
    incoming.mkdir(parents=True)
    (tmp_path / "user-dirs.dirs").write_text(f'XDG_VIDEOS_DIR="{incoming.parent}"\n', "utf-8")
    (incoming / "before.scripted").write_text("{}", "utf-8")
    with display:
        environment = {"MOMENTRY_SCRIPTED": "1", "XDG_CONFIG_HOME": str(tmp_path), "QUIET_S": str(QUIET_S)}
        program = Program(display, tmp_path / "data", SETTINGS, environment)
        config = tmp_path / "data.toml"
        display.click(program.place("rail desk"))
        display.tell("key", "ctrl+shift+w")
        display.click(program.place("button Watch a folder…"))
        display.click(program.place("field fileNameEdit"))
        display.tell("type", "--delay", "5", incoming.name)
        display.tell("key", "Return")
        program.press_until("button New ones only", lambda: program.ask("watched"))
        until(lambda: program.ask("watched") == ["Watched"], f"it stands so: {program.ask('watched')}")
        display.click(program.place("field Patterns of what is taken"))
        display.tell("type", "--delay", "5", "*.scripted")
        display.tell("key", "Tab")
        display.tell("type", "--delay", "5", "*_proxy.*")
        display.tell("key", "Tab")
        kept = 'include = ["*.scripted"], exclude = ["*_proxy.*"]'
        until(lambda: kept in config.read_text("utf-8"), "the patterns were not kept")

        # A part of it is no script.
        script = json.dumps({"duration": 3, "steps": [{"finding": "here", "at": 1}]})
        film = f"{script[:-1]}{' ' * 100 * PIECES}}}"
        for name in ("take_proxy.scripted", "notes.txt"):
            (incoming / name).write_text(film, "utf-8")
        size = -(-len(film) // PIECES)
        with (incoming / "take.scripted").open("w", encoding="utf-8") as copied:
            for piece in range(PIECES):
                copied.write(film[piece * size : (piece + 1) * size])
                copied.flush()
                # All of it takes longer than a file has to stand still.
                time.sleep(1.2 * QUIET_S / PIECES)
                assert program.tasks() == {}
                if piece == PIECES - 2:
                    until(lambda: program.ask("watched") == ["1 file on the way"], "nobody sees that it comes")
        ended = time.monotonic()
        until(lambda: program.tasks() == {"take.scripted": "completed"}, "the film was not scanned", timeout_s=60)
        assert time.monotonic() - ended > QUIET_S * 0.8
        until(lambda: program.ask("watched") == ["Watched · 1 came in"], "the window does not say so")
        display.click(program.place("button Close"))
        display.quit()
        until(program.has_ended, "the program did not end")
