"""`momentry-desk serve`: the queue without a window, for other programs, over HTTP."""

import argparse
import signal
import sys
from pathlib import Path

import msgspec

from momentry_desk.cli.kinds import Commands
from momentry_desk.core.settings import ApiSettings

#: How long the data folder may take to open (a look over a large database after a crash). Seconds.
_OPEN_S = 600.0
#: Python hears of a signal when it runs; Qt's loop alone never lets it.
_LISTEN_EVERY_MS = 100


def add_to(commands: Commands, places: argparse.ArgumentParser) -> None:
    parser = commands.add_parser(
        "serve",
        parents=[places],
        help="run the queue without a window and let other programs drive it over HTTP",
        description="Run the queue without a window, driven over HTTP under /api/v1; documented at /docs. "
        "Every call needs the token from the file api-token in the data folder, which is made at the first use.",
    )
    parser.add_argument("--host", help="where to listen (127.0.0.1: this machine alone)")
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
    from momentry_desk.engine.errors import StartRefused

    application = app.make_headless_application()
    engine = app.open_engine(parsed.data, parsed.config)
    before = {number: signal.signal(number, lambda _n, _f: application.quit()) for number in _signals()}
    listening = QTimer()
    listening.setInterval(_LISTEN_EVERY_MS)
    listening.timeout.connect(lambda: None)
    listening.start()
    server = None
    try:
        engine.start().result(_OPEN_S)
        server = app.make_api(
            engine,
            _asked(engine.snapshot().settings.api, parsed),
            parsed.data,
            token=parsed.token,
            token_path=Path(parsed.token_file).absolute() if parsed.token_file else None,
        )
        sys.stdout.write(app.start_api(server) + "\n")
        sys.stdout.flush()
        application.exec()
    except StartRefused as refusal:
        sys.stderr.write(f"{refusal}\n")
        return 1
    finally:
        if server is not None:
            server.stop()
        engine.stop()
        for number, handler in before.items():
            signal.signal(number, handler)
    return 0


def _asked(settings: ApiSettings, parsed: argparse.Namespace) -> ApiSettings:
    asked = {"host": parsed.host, "port": parsed.port}
    return msgspec.structs.replace(settings, **{name: value for name, value in asked.items() if value is not None})


def _port(text: str) -> int:
    port = int(text) if text.isascii() and text.isdigit() else -1
    if not 0 <= port <= 65_535:
        raise argparse.ArgumentTypeError(f"{text} is no port; a port is a number from 1 to 65535")
    return port


def _signals() -> tuple[int, ...]:
    names = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
    return tuple(getattr(signal, name) for name in names if hasattr(signal, name))
