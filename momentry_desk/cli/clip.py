"""`momentry-desk clip`: a part of a file as a file of its own."""

import argparse
import signal
import sys
import threading
import uuid
from pathlib import Path
from types import FrameType

from momentry_desk.cli.kinds import Commands
from momentry_desk.cli.report import clock
from momentry_desk.core.clips import ClipWish, draft_beside, seconds_of
from momentry_desk.core.paths import path_to_text, readable

_INTERRUPTED = 130
#: A copy that begins this much before the time that was asked for says so. Seconds.
_WORTH_TELLING_S = 0.05


def add_to(commands: Commands, places: argparse.ArgumentParser) -> None:
    parser = commands.add_parser(
        "clip",
        parents=[places],
        help="save a part of a file as a file of its own",
        description="Save what is seen and heard from one time to another, both pictures included. Without --exact "
        "nothing is encoded again: that is quick and loses nothing, but begins at the key frame before. Nothing is "
        "overwritten unasked.",
    )
    parser.add_argument("path", metavar="PATH", help="a file, in the library or not")
    parser.add_argument(
        "--from", dest="from_s", required=True, type=_time, metavar="TIME", help="12.5 or 1:02:03.4"
    )
    parser.add_argument("--to", dest="to_s", required=True, type=_time, metavar="TIME", help="the last picture")
    parser.add_argument("--output", required=True, metavar="FILE", help="where to: .mp4, .mov, .mkv, …")
    parser.add_argument("--exact", action="store_true", help="to the frame: encode again, as H.264 and AAC")
    parser.add_argument("--audio-track", type=_track, metavar="N", help="only the Nth sound track, from 1")
    parser.add_argument("--overwrite", action="store_true", help="replace FILE where it is there")
    parser.set_defaults(run=run)


def run(parsed: argparse.Namespace) -> int:
    from momentry_desk.footage.clips import CutOff, cut
    from momentry_desk.footage.drafts import NotWritten
    from momentry_desk.footage.media import MediaTrouble

    called_off = threading.Event()

    def hear(_number: int, _frame: FrameType | None) -> None:
        called_off.set()

    wish = ClipWish(
        path=path_to_text(str(Path(parsed.path).absolute())),
        from_s=parsed.from_s,
        to_s=parsed.to_s,
        output=path_to_text(str(Path(parsed.output).absolute())),
        exact=parsed.exact,
        audio_track=None if parsed.audio_track is None else parsed.audio_track - 1,
        overwrite=parsed.overwrite,
    )
    before = {number: signal.signal(number, hear) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        draft = draft_beside(wish.output, uuid.uuid4().hex[:12])
        made = cut(wish, draft, _tell if sys.stderr.isatty() else lambda _fraction: None, called_off.is_set)
    except CutOff:
        return _INTERRUPTED
    except MediaTrouble as trouble:
        sys.stderr.write(f"{trouble.failure.message}\n")
        return 1
    except NotWritten as refusal:
        sys.stderr.write(f"{refusal}\n")
        return 1
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    said = f"{readable(wish.output)}: {clock(made.begin_s)} to {clock(made.end_s)}"
    early_s = wish.from_s - made.begin_s
    if not wish.exact and early_s >= _WORTH_TELLING_S:
        said += f"; it begins {early_s:.1f} s earlier, at the key frame (--exact begins at the very picture)"
    sys.stdout.write(f"{said}\n")
    return 0


def _tell(fraction: float) -> None:
    sys.stderr.write(f"\r{round(fraction * 100):3d} %" + ("\n" if fraction >= 1 else ""))
    sys.stderr.flush()


def _time(text: str) -> float:
    try:
        return seconds_of(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no time; write 12.5, 0:12.5 or 1:02:03.4") from None


def _track(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("tracks are counted from 1")
    return int(text)
