"""`momentry-desk models list | install | verify | remove [MODEL…]`: the weights that the processors load."""

import argparse
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn
from rich.table import Table

from momentry_desk.cli.kinds import Commands
from momentry_desk.core import weights
from momentry_desk.engine import folders
from momentry_desk.processors import weight_files
from momentry_desk.processors.base import ProcessorTrouble


def add_to(commands: Commands, places: argparse.ArgumentParser) -> None:
    parser = commands.add_parser("models", parents=[places], help="list, fetch, check and remove models")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, text in (
        ("list", "say which models there are and whether they can be used"),
        ("install", "fetch models into the data folder (without names: what a set-up needs)"),
        ("verify", "read every byte again and hold it against the catalogue"),
        ("remove", "delete models from the data folder"),
    ):
        action = actions.add_parser(name, parents=[places], help=text)
        if name != "list":
            action.add_argument("names", nargs="*" if name != "remove" else "+", metavar="MODEL")
        if name in ("install", "remove"):
            action.add_argument(
                "--folder", metavar="DIR", help="a weights folder elsewhere than in the data folder"
            )
    parser.set_defaults(run=run)


def run(parsed: argparse.Namespace) -> int:
    names = tuple(getattr(parsed, "names", ()))
    unknown = [name for name in names if name not in {model.name for model in weights.CATALOGUE}]
    if unknown:
        known = ", ".join(model.name for model in weights.CATALOGUE)
        sys.stderr.write(f"There is no model called {', '.join(unknown)}. There are: {known}.\n")
        return 2
    actions = {"list": _list, "install": _install, "verify": _verify, "remove": _remove}
    return actions[parsed.action](names, parsed)


def _list(_names: tuple[str, ...], parsed: argparse.Namespace) -> int:
    table = Table("model", "for", "size", "licence", "state", "what it is")
    for state in weight_files.states(folders.weight_folders(folders.data_folder(parsed.data))):
        model = weights.model(state.name)
        size = f"{model.size / 1e6:.1f} MB"
        told = "installed" if state.installed else state.problem
        table.add_row(model.name, model.processor, size, model.licence, told, model.description)
    Console().print(table)
    return 0


def _target(parsed: argparse.Namespace) -> Path:
    """The weights folder that is filled or emptied."""
    return Path(parsed.folder) if parsed.folder else weight_files.data_weights(folders.data_folder(parsed.data))


def _install(names: tuple[str, ...], parsed: argparse.Namespace) -> int:
    from momentry_desk.processors import weight_fetch

    folder = _target(parsed)
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        console=console,
        disable=not console.is_terminal,
    ) as progress:
        bars = {}

        def tell(name: str, received: int, total: int) -> None:
            if name not in bars:
                bars[name] = progress.add_task(name, total=total)
            progress.update(bars[name], completed=received, total=total)

        failures = weight_fetch.install(names or weights.DEFAULT_MODELS, folder, tell)
    for name in names or weights.DEFAULT_MODELS:
        sys.stdout.write(f"{name}: {failures.get(name, 'ready')}\n")
    return 1 if failures else 0


def _verify(names: tuple[str, ...], parsed: argparse.Namespace) -> int:
    places = folders.weight_folders(folders.data_folder(parsed.data))
    wrong = 0
    for name in names or tuple(model.name for model in weights.CATALOGUE):
        try:
            found = weight_files.find(name, places)
            weight_files.verify(name, found.parent)
            told = "right"
        except ProcessorTrouble as trouble:
            # Only what somebody asked for has to be there.
            if not names and not isinstance(trouble, weight_files.WrongModel):
                continue
            told, wrong = str(trouble), wrong + 1
        sys.stdout.write(f"{name}: {told}\n")
    return 1 if wrong else 0


def _remove(names: tuple[str, ...], parsed: argparse.Namespace) -> int:
    folder = _target(parsed)
    code = 0
    for name in names:
        try:
            told = "removed" if weight_files.remove(name, folder) else f"is not in {folder}"
        except ProcessorTrouble as trouble:
            told, code = str(trouble), 1
        sys.stdout.write(f"{name}: {told}\n")
    return code
