"""`momentry-desk scan PATH…`: the whole queue without a window, until these files are done."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from momentry_desk.cli.kinds import Commands
from momentry_desk.cli.report import Scanned, as_json, print_tables
from momentry_desk.core.model import TaskStatus
from momentry_desk.processors.base import processor_names

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine
    from momentry_desk.engine.remote import RemoteEngine

#: How long a report may wait for the engine to answer.
_READ_S = 60.0
#: What a shell calls an end by Ctrl-C: 128 and the signal's number.
INTERRUPTED = 130


def add_to(commands: Commands, places: argparse.ArgumentParser) -> None:
    parser = commands.add_parser(
        "scan",
        parents=[places],
        help="scan files and folders and say what was found",
        description="Scan files, and folders with all below, and say what was found. What is complete already is "
        "reported without scanning again; what was interrupted goes on from where it was. "
        "Exit code: 0 all completed, 1 some failed, 2 wrong usage, 130 interrupted.",
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a video, an audio file, or a folder")
    parser.add_argument("--processors", metavar="A,B", help=f"which of {', '.join(processor_names())}")
    add_faces_to(parser)
    parser.add_argument("--json", metavar="FILE", help="write the findings as JSON, to a file or to - (stdout)")
    parser.add_argument("--force", action="store_true", help="scan again what is complete already")
    parser.set_defaults(run=run, refuse=parser.error)


def add_faces_to(parser: argparse.ArgumentParser) -> None:
    """The answer to the question that comes before any look for faces."""
    parser.add_argument(
        "--faces",
        choices=["yes", "no"],
        help="whether videos may be looked at for faces; kept from then on. Before an answer none is looked for",
    )


def run(parsed: argparse.Namespace) -> int:
    processors = _processors(parsed)
    if parsed.json and parsed.json != "-" and not Path(parsed.json).absolute().parent.is_dir():
        parsed.refuse(f"--json: there is no folder {Path(parsed.json).absolute().parent}")
    from momentry_desk import app
    from momentry_desk.cli.follow import Follow
    from momentry_desk.cli.leaving import leaving_on_signals

    application = app.make_headless_application()
    engine = _engine(parsed)
    follow = Follow(
        engine,
        [str(Path(path).absolute()) for path in parsed.paths],
        processors=processors,
        force=parsed.force,
        faces=parsed.faces,
        console=Console(stderr=True),
    )
    try:
        with leaving_on_signals(follow.interrupt):
            application.exec()
            videos = follow.report(_READ_S) if follow.refusal is None else []
    finally:
        engine.stop()
    if follow.refusal is not None:
        sys.stderr.write(f"{follow.refusal}\n")
        return 1
    _write(parsed.json, videos)
    if follow.interrupted:
        sys.stderr.write(f"Interrupted. {follow.what_now}\n")
        return INTERRUPTED
    return 0 if videos and all(video.status == TaskStatus.COMPLETED for video in videos) else 1


def _processors(parsed: argparse.Namespace) -> tuple[str, ...] | None:
    if parsed.processors is None:
        return None
    names = tuple(name.strip() for name in parsed.processors.split(",") if name.strip())
    unknown = [name for name in names if name not in processor_names()]
    if unknown or not names:
        known = ", ".join(processor_names())
        parsed.refuse(f"--processors: there is no {', '.join(unknown) or 'name in it'}; there are: {known}")
    return names


def _engine(parsed: argparse.Namespace) -> "Engine | RemoteEngine":
    """The engine of this program, or that of the one which runs on the data folder already."""
    from momentry_desk import app
    from momentry_desk.engine import folders
    from momentry_desk.engine.front_door import NobodyThere
    from momentry_desk.engine.remote import RemoteEngine

    try:
        engine = RemoteEngine(folders.data_folder(parsed.data))
    except NobodyThere:
        return app.open_engine(parsed.data, parsed.config)
    sys.stderr.write("Momentry Desk runs already; the files are handed over to it.\n")
    return engine


def _write(target: str | None, videos: list[Scanned]) -> None:
    if target == "-":
        sys.stdout.write(as_json(videos))
        sys.stdout.flush()
        return
    if target:
        path = Path(target)
        new = path.with_name(f".{path.name}.{os.getpid()}")
        new.write_text(as_json(videos), encoding="utf-8")
        new.replace(path)
    print_tables(videos, Console())
