"""`momentry-desk gui [PATH…]`: the window. What runs when no command is given."""

import argparse
import os
import sys
import time
from pathlib import Path

from momentry_desk.cli.kinds import Commands

#: So long another program may take to begin.
_BEGIN_S = 10.0


def add_to(commands: Commands, places: argparse.ArgumentParser) -> None:
    parser = commands.add_parser("gui", parents=[places], help="open the window (without a command, too)")
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files and folders to add")
    parser.set_defaults(run=run)


def run(parsed: argparse.Namespace) -> int:
    if sys.platform.startswith("linux") and not any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    ):
        sys.stderr.write("There is no display for a window here. `momentry-desk scan PATH…` works without one.\n")
        return 2
    paths = [str(Path(path).absolute()) for path in parsed.paths]
    if (code := _hand_over(paths, parsed.data)) is not None:
        return code
    from momentry_desk import app

    return app.run_window(paths, parsed.data, parsed.config, hand_over=lambda: _hand_over_soon(paths, parsed.data))


def _hand_over_soon(paths: list[str], data: str | None) -> bool:
    """A program that took the data folder a moment before this one does not answer yet. Blocks while it begins."""
    until = time.monotonic() + _BEGIN_S
    while (code := _hand_over(paths, data)) is None:
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return code == 0


def _hand_over(paths: list[str], data: str | None) -> int | None:
    """Bring the program that runs on the data folder forward and give it the files; None where none runs."""
    from momentry_desk.core import door
    from momentry_desk.core.paths import path_to_text
    from momentry_desk.engine import folders
    from momentry_desk.engine.front_door import Caller, NobodyThere, NotAnswered

    try:
        caller = Caller(folders.data_folder(data))
    except NobodyThere:
        return None
    try:
        caller.ask(door.ShowWindow())
        if paths:
            caller.ask(door.AddPaths(tuple(path_to_text(path) for path in paths)))
    except NotAnswered as error:
        sys.stderr.write(f"{error}\n")
        return 1
    finally:
        caller.close()
    return 0
