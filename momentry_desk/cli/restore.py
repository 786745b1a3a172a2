"""`momentry-desk restore`: the newest good backup takes the place of a damaged database."""

import argparse
import sys

from momentry_desk.cli.kinds import Commands


def add_to(commands: Commands, places: argparse.ArgumentParser) -> None:
    parser = commands.add_parser(
        "restore",
        parents=[places],
        help="put the newest backup in a damaged database's place",
        description="Put the newest good backup in the place of a damaged database. The damaged file is set aside "
        "and kept; a database that is whole is left as it is.",
    )
    parser.set_defaults(run=run)


def run(parsed: argparse.Namespace) -> int:
    from momentry_desk.engine import folders
    from momentry_desk.engine.errors import StartRefused
    from momentry_desk.engine.safekeeping import restore

    try:
        sys.stdout.write(f"{restore(folders.data_folder(parsed.data))}\n")
    except StartRefused as refusal:
        sys.stderr.write(f"{refusal}\n")
        return 1
    return 0
