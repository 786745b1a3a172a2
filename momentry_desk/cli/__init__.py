"""The command line: `momentry-desk [gui | scan PATH… | search TEXT | export PATH… | clip PATH | serve | …]`."""

import argparse
from collections.abc import Sequence

from momentry_desk import __version__
from momentry_desk.cli import clip, export, gui, models, queue, restore, scan, search, serve

_COMMANDS = (gui, scan, search, export, clip, serve, queue, models, restore)


def main(arguments: Sequence[str]) -> int:
    """Run one command and answer the exit code: 0 all done, 1 some failed, 2 wrong usage, 130 interrupted."""
    parser = argparse.ArgumentParser(
        prog="momentry-desk",
        description="Deep scans of your footage: faces, speech and on-screen text, all on your own machine.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    places = argparse.ArgumentParser(add_help=False)
    # Without defaults here: an inner parser's default would wipe out what stood before the inner command.
    missing = argparse.SUPPRESS
    places.add_argument(
        "--data",
        metavar="DIR",
        default=missing,
        help="where all is kept (else MOMENTRY_DATA, else the usual place)",
    )
    places.add_argument("--config", metavar="FILE", default=missing, help="the settings file (momentry.toml)")
    parser.set_defaults(data=None, config=None)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for module in _COMMANDS:
        module.add_to(commands, places)
    given = list(arguments)
    parsed = parser.parse_args(["gui", *given] if _only_places(given) else given)
    return int(parsed.run(parsed))


def _only_places(given: list[str]) -> bool:
    """Whether no command is given, so that the window is meant."""
    while given and given[0] in ("--data", "--config"):
        given = given[2:]
    return not given
