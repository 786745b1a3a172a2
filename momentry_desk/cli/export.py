"""`momentry-desk export`: what is known of videos as subtitles, a transcript, a table or a timeline."""

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from momentry_desk.cli.kinds import Commands
from momentry_desk.core.paths import path_to_text
from momentry_desk.export.forms import FORMS

if TYPE_CHECKING:
    from momentry_desk.store.findings import FindingStore
    from momentry_desk.store.videos import VideoStore


@dataclass(frozen=True)
class _Shelves:
    videos: "VideoStore"
    findings: "FindingStore"


def add_to(commands: Commands, places: argparse.ArgumentParser) -> None:
    parser = commands.add_parser(
        "export",
        parents=[places],
        help="write findings as subtitles, a transcript, a table or a timeline",
        description="Write what was found in videos of the library to one file. Nothing is overwritten unasked.",
    )
    parser.add_argument("videos", nargs="+", metavar="PATH|file_uuid", help="scanned files")
    parser.add_argument("--format", required=True, choices=FORMS, help="which kind of file")
    parser.add_argument("--output", required=True, metavar="FILE", help="where to")
    parser.add_argument("--overwrite", action="store_true", help="replace FILE where it is there")
    parser.set_defaults(run=run)


def run(parsed: argparse.Namespace) -> int:
    from momentry_desk.engine import folders
    from momentry_desk.engine.exporting import export_videos
    from momentry_desk.export.files import ExportRefused
    from momentry_desk.store.findings import FindingStore
    from momentry_desk.store.looking import DatabaseToRead
    from momentry_desk.store.trouble import StoreTrouble
    from momentry_desk.store.videos import VideoStore

    database = DatabaseToRead(folders.data_folder(parsed.data))
    shelves = _Shelves(VideoStore(database), FindingStore(database))
    try:
        wanted = [_file_uuid(shelves.videos, given) for given in parsed.videos]
        unknown = [given for given, found in zip(parsed.videos, wanted, strict=True) if found is None]
        if unknown:
            sys.stderr.write(f"{unknown[0]} is not in the library. Scan it first: momentry-desk scan PATH\n")
            return 1
        output = Path(parsed.output).absolute()
        export_videos(
            shelves, [one for one in wanted if one is not None], parsed.format, output, overwrite=parsed.overwrite
        )
    except (StoreTrouble, ExportRefused) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def _file_uuid(videos: "VideoStore", given: str) -> str | None:
    """A path where the file was seen, else the id itself."""
    video = videos.at_path(path_to_text(str(Path(given).absolute()))) or videos.get(given)
    return video.file_uuid if video else None
