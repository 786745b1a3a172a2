"""`momentry-desk scan PATH…`: the whole queue without a window, until these files are done."""

import argparse
import os
import signal
import sys
from pathlib import Path
from types import FrameType

from rich.console import Console

from momentry_desk.cli.kinds import Commands
from momentry_desk.cli.report import Scanned, as_json, print_tables
from momentry_desk.core.model import TaskStatus
from momentry_desk.processors.base import processor_names

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
    parser.add_argument("--json", metavar="FILE", help="write the findings as JSON, to a file or to - (stdout)")
    parser.add_argument("--force", action="store_true", help="scan again what is complete already")
    parser.set_defaults(run=run, refuse=parser.error)


def run(parsed: argparse.Namespace) -> int:
    processors = _processors(parsed)
    if parsed.json and parsed.json != "-" and not Path(parsed.json).absolute().parent.is_dir():
        parsed.refuse(f"--json: there is no folder {Path(parsed.json).absolute().parent}")
    from momentry_desk import app
    from momentry_desk.cli.follow import Follow

    application = app.make_headless_application()
    engine = app.open_engine(parsed.data, parsed.config)
    follow = Follow(
        engine,
        [str(Path(path).absolute()) for path in parsed.paths],
        processors=processors,
        force=parsed.force,
        console=Console(stderr=True),
    )
    before = {
        number: signal.signal(number, lambda number, frame: _leave(follow, number, frame)) for number in _signals()
    }
    try:
        application.exec()
        videos = follow.report(_READ_S) if follow.refusal is None else []
    finally:
        engine.stop()
        for number, handler in before.items():
            signal.signal(number, handler)
    if follow.refusal is not None:
        sys.stderr.write(f"{follow.refusal}\n")
        return 1
    _write(parsed.json, videos)
    if follow.interrupted:
        sys.stderr.write("Interrupted. The same command goes on from here.\n")
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


def _signals() -> tuple[int, ...]:
    names = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
    return tuple(getattr(signal, name) for name in names if hasattr(signal, name))


def _leave(follow: "object", number: int, _frame: FrameType | None) -> None:
    from momentry_desk.cli.follow import Follow

    assert isinstance(follow, Follow)
    follow.interrupt()
    # A second one ends the program at once; the janitor sees to the workers.
    signal.signal(number, signal.SIG_DFL)


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
