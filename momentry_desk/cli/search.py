"""`momentry-desk search TEXT`: moments of the library, beside whatever runs on the data folder.

With `--json` one object on stdout, whose shape is stable: `{"hits": [{"file_uuid", "path", "kind", "start", "end",
"text", "edited"}], "next_cursor"}`. Kinds are "speech", "text", "file", "face"; times are seconds; the cursor
goes to `--cursor` for the hits after these, null at the end.
"""

import argparse
import json
import sys
import time

from rich.console import Console
from rich.text import Text

from momentry_desk.cli.kinds import Commands
from momentry_desk.cli.report import clock
from momentry_desk.core.moments import BadSearchCursor, Hit, SearchPage
from momentry_desk.core.paths import in_a_line, readable
from momentry_desk.core.search import HIT_KINDS, Filters, parse


def add_to(commands: Commands, places: argparse.ArgumentParser) -> None:
    parser = commands.add_parser(
        "search",
        parents=[places],
        help="find moments by what is said, written, or who is there",
        description='Words, "phrases", person:NAME, kind:, folder:, file:, after:, before: (a year, month or day). '
        "Exit code: 0 something was found, 1 nothing was, 2 wrong usage.",
    )
    parser.add_argument("text", nargs="+", metavar="TEXT", help="what to look for")
    parser.add_argument("--kind", action="append", choices=HIT_KINDS, default=[], help="only this kind of hit")
    parser.add_argument(
        "--person", action="append", default=[], metavar="NAME", help="only where NAME is on screen"
    )
    parser.add_argument("--limit", type=int, default=20, metavar="N", help="so many hits (20)")
    parser.add_argument("--cursor", metavar="CURSOR", help="the hits after these, from next_cursor")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    parser.set_defaults(run=run, refuse=parser.error)


def run(parsed: argparse.Namespace) -> int:
    from momentry_desk.engine import folders
    from momentry_desk.store.looking import DatabaseToRead
    from momentry_desk.store.search import SearchStore
    from momentry_desk.store.trouble import StoreTrouble

    if not 1 <= parsed.limit <= 1000:
        parsed.refuse("--limit: from 1 to 1000")
    query = parse(" ".join(parsed.text), Filters(kinds=tuple(parsed.kind), persons=tuple(parsed.person)))
    store = SearchStore(DatabaseToRead(folders.data_folder(parsed.data)))
    try:
        page = store.search(query, now=time.time(), limit=parsed.limit, cursor=parsed.cursor)
    except (StoreTrouble, BadSearchCursor) as error:
        sys.stderr.write(f"{error}\n")
        return 2 if isinstance(error, BadSearchCursor) else 1
    if parsed.json:
        sys.stdout.write(as_json(page))
    else:
        _print(page, Console())
    return 0 if page.hits else 1


def as_json(page: SearchPage) -> str:
    from momentry_desk.export.tables import hit_as_object

    document = {"hits": [hit_as_object(hit) for hit in page.hits], "next_cursor": page.next_cursor}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _print(page: SearchPage, console: Console) -> None:
    if not page.hits:
        console.print("Nothing was found. Try fewer words, or the beginning of a file's name.")
    for file_uuid in dict.fromkeys(hit.file_uuid for hit in page.hits):
        hits = [hit for hit in page.hits if hit.file_uuid == file_uuid]
        console.print(Text(in_a_line(readable(hits[0].path)), style="bold"), soft_wrap=True)
        for hit in hits:
            console.print(_line(hit), soft_wrap=True)
    if page.next_cursor:
        console.print(Text(f"More with --cursor {page.next_cursor}", style="dim"), soft_wrap=True)


def _line(hit: Hit) -> Text:
    line = Text(f"  {clock(hit.start):>8}  {hit.kind:<7} ")
    said = Text(" ".join(hit.text.split()) if not hit.marks else hit.text.replace("\n", " "))
    for start, end in hit.marks:
        said.stylize("bold reverse", start, end)
    return line + said
