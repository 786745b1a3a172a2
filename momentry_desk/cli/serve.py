"""`momentry-desk serve`: the engine without a window, until somebody ends it."""

import argparse
import sys

from momentry_desk.cli.kinds import Commands
from momentry_desk.cli.leaving import leaving_on_signals


def add_to(commands: Commands, places: argparse.ArgumentParser) -> None:
    parser = commands.add_parser("serve", parents=[places], help="run the queue without a window")
    parser.set_defaults(run=run)


def run(parsed: argparse.Namespace) -> int:
    from momentry_desk import app
    from momentry_desk.engine.errors import StartRefused
    from momentry_desk.store.trouble import StoreTrouble

    application = app.make_headless_application()
    engine = app.open_engine(parsed.data, parsed.config)
    try:
        engine.start().result()
    except (StartRefused, StoreTrouble) as error:
        engine.stop()
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write("The queue runs. Ctrl-C ends it; `momentry-desk status` says what it does.\n")
    sys.stdout.flush()
    try:
        with leaving_on_signals(application.quit):
            application.exec()
    finally:
        engine.stop()
    return 0
