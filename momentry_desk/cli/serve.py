"""`momentry-desk serve`: the queue without a window, for other programs, until somebody ends it."""

import argparse
import sys
from pathlib import Path

import msgspec

from momentry_desk.cli.kinds import Commands
from momentry_desk.cli.scan import add_faces_to
from momentry_desk.core.settings import ApiSettings


def add_to(commands: Commands, places: argparse.ArgumentParser) -> None:
    parser = commands.add_parser(
        "serve",
        parents=[places],
        help="run the queue without a window and let other programs drive it over HTTP",
        description="Run the queue without a window, driven over HTTP under /api/v1; documented at /docs. "
        "Every call needs the token from the file api-token in the data folder, which is made at the first use.",
    )
    parser.add_argument("--host", help="where to listen (127.0.0.1: this machine alone)")
    add_faces_to(parser)
    parser.add_argument("--port", type=_port, help="the port (8765)")
    secret = parser.add_mutually_exclusive_group()
    secret.add_argument("--token-file", metavar="FILE", help="read the token from FILE; it is made where missing")
    secret.add_argument(
        "--token",
        help="the token itself. Dangerous: everyone on this machine can read it in the list of programs, and it "
        "stays in the shell's history. Use --token-file instead",
    )
    parser.set_defaults(run=run, refuse=parser.error)


def run(parsed: argparse.Namespace) -> int:
    if parsed.token is not None and len(parsed.token) < 16:
        parsed.refuse("--token: a token has at least 16 characters")
    from PySide6.QtCore import QTimer

    from momentry_desk import app
    from momentry_desk.cli.follow import UNANSWERED
    from momentry_desk.cli.leaving import leaving_on_signals
    from momentry_desk.engine.errors import SettingsRefused, StartRefused, StoreTrouble
    from momentry_desk.http.switch import start_in_words

    application = app.make_headless_application()
    engine = app.open_engine(parsed.data, parsed.config)
    try:
        engine.start().result()
        if parsed.faces is not None:
            engine.people.answer(parsed.faces).result()
    except (SettingsRefused, StartRefused, StoreTrouble) as error:
        engine.stop()
        sys.stderr.write(f"{error}\n")
        return 1
    server = app.make_api(
        engine,
        _asked(engine.snapshot().settings.api, parsed),
        parsed.data,
        token=parsed.token,
        token_path=Path(parsed.token_file).absolute() if parsed.token_file else None,
    )

    def begin() -> None:
        sys.stdout.write("The queue runs. Ctrl-C ends it; `momentry-desk status` says what it does.\n")
        sys.stdout.write(f"{start_in_words(server)}\n")
        sys.stdout.flush()

    if engine.snapshot().settings.privacy.faces == "ask":
        sys.stderr.write(f"{UNANSWERED}\n")
    try:
        with leaving_on_signals(application.quit):
            # Inside the loop: who reads that it runs may ask for the end at once, which no loop to come would hear.
            QTimer.singleShot(0, begin)
            application.exec()
    finally:
        server.stop()
        engine.stop()
    return 0


def _asked(settings: ApiSettings, parsed: argparse.Namespace) -> ApiSettings:
    asked = {"host": parsed.host, "port": parsed.port}
    return msgspec.structs.replace(settings, **{name: value for name, value in asked.items() if value is not None})


def _port(text: str) -> int:
    port = int(text) if text.isascii() and text.isdigit() else -1
    if not 0 <= port <= 65_535:
        raise argparse.ArgumentTypeError(f"{text} is no port; a port is a number from 1 to 65535")
    return port
