"""`momentry-desk gui [PATH…]`: the window. What runs when no command is given."""

import argparse
import os
import sys
from pathlib import Path

from momentry_desk.cli.kinds import Commands


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
    from momentry_desk import app

    return app.run_window([str(Path(path).absolute()) for path in parsed.paths], parsed.data, parsed.config)
