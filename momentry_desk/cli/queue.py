"""`momentry-desk status | add | relink | pause | resume | cancel | retry | prioritize | clear | queue`: speaks to
whatever runs on the data folder, window, `serve` or `scan`. With `--json` the answer is the engine's own, one JSON
object.
"""

import argparse
import sys
import time
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from momentry_desk.cli.kinds import Commands
from momentry_desk.cli.report import clock, told_of
from momentry_desk.core import door
from momentry_desk.core.model import Priority, TaskStatus
from momentry_desk.core.paths import in_a_line, path_to_text, readable
from momentry_desk.core.schedule import WhenDone, clock_time
from momentry_desk.core.snapshot import PauseState, QueueSnapshot, TaskRow
from momentry_desk.engine import folders

#: Waiting rows that `status` shows; the rest is a number.
_SHOWN = 20
#: "task_" and 32 hexadecimal digits.
_ID_COLUMNS = 37


def add_to(commands: Commands, places: argparse.ArgumentParser) -> None:
    def command(name: str, text: str) -> argparse.ArgumentParser:
        parser = commands.add_parser(name, parents=[places], help=text)
        parser.add_argument("--json", action="store_true", help="answer in JSON")
        parser.set_defaults(run=run)
        return parser

    command("status", "say what runs and what waits")
    add = command("add", "put files and folders into the queue that runs")
    add.add_argument("paths", nargs="+", metavar="PATH")
    add.add_argument("--processors", metavar="A,B")
    add.add_argument("--priority", choices=[priority.value for priority in Priority], default="normal")
    add.add_argument("--force", action="store_true", help="scan again what is complete already")
    relink = command("relink", "look in files and folders for videos that are not where they were")
    relink.add_argument("paths", nargs="+", metavar="PATH")
    pause = command("pause", "let everything stand still")
    pause.add_argument("--finish", action="store_true", help="let running scans end first")
    pause.add_argument("--reason", default="", help="shown where the pause is shown")
    command("resume", "go on")
    for name, text in (
        ("cancel", "end tasks, running ones too"),
        ("retry", "put failed and cancelled tasks back"),
        ("prioritize", "first in queue"),
    ):
        command(name, text).add_argument("ids", nargs="*" if name == "retry" else "+", metavar="ID")
    retry = commands.choices["retry"]
    retry.add_argument("--failed", action="store_true", help="all that failed")
    retry.set_defaults(refuse=retry.error)
    clear = command("clear", "take waiting tasks out of the queue")
    clear.add_argument("--running", action="store_true", help="running ones too")
    clear.add_argument("--finished", action="store_true", help="only the ended ones")
    file = command("queue", "write the queue into a file, or take one in")
    file.add_argument("action", choices=["export", "import"])
    file.add_argument("file", metavar="FILE")
    file.add_argument("--overwrite", action="store_true", help="replace the file if it is there")


def run(parsed: argparse.Namespace) -> int:
    from momentry_desk.engine.front_door import Caller, NobodyThere, NotAnswered

    request = _request(parsed)
    try:
        caller = Caller(folders.data_folder(parsed.data))
    except NobodyThere as error:
        sys.stderr.write(f"{error}\n")
        return 1
    try:
        answer = caller.ask(request)
        rows = caller.ask(door.AskRows()) if parsed.command == "status" else None
    except NotAnswered as error:
        sys.stderr.write(f"{error}\n")
        return 1
    finally:
        caller.close()
    if parsed.json:
        told: object = answer
        if isinstance(rows, door.Rows) and isinstance(answer, door.Snapshot):
            told = {"snapshot": answer.snapshot, "rows": rows.rows}
        sys.stdout.write(msgspec.json.encode(told).decode() + "\n")
    else:
        _tell(answer, rows.rows if isinstance(rows, door.Rows) else ())
    if isinstance(answer, door.AddedPaths):
        return 1 if answer.added.rejected else 0
    if isinstance(answer, door.QueueImported):
        return 1 if answer.imported.missing or answer.imported.refused else 0
    if isinstance(answer, door.MissingFound):
        return 0 if answer.moved else 1
    if isinstance(answer, door.Changed) and parsed.command in ("cancel", "retry", "prioritize"):
        return 0 if set(parsed.ids) <= set(answer.task_ids) else 1
    return 0


def _request(parsed: argparse.Namespace) -> door.Request:
    match parsed.command:
        case "add":
            names = parsed.processors.split(",") if parsed.processors else None
            return door.AddPaths(
                tuple(path_to_text(str(Path(path).absolute())) for path in parsed.paths),
                processors=tuple(names) if names else None,
                priority=Priority(parsed.priority),
                force=parsed.force,
            )
        case "relink":
            return door.FindMissing(tuple(path_to_text(str(Path(path).absolute())) for path in parsed.paths))
        case "queue":
            path = path_to_text(str(Path(parsed.file).absolute()))
            return door.ImportQueue(path) if parsed.action == "import" else door.ExportQueue(path, parsed.overwrite)
        case "pause":
            return door.PauseQueue(parsed.reason, parsed.finish)
        case "resume":
            return door.ResumeQueue()
        case "cancel":
            return door.CancelTasks(tuple(parsed.ids))
        case "retry":
            if bool(parsed.ids) == parsed.failed:
                parsed.refuse("name the tasks, or say --failed for all that failed")
            return door.RetryFailed() if parsed.failed else door.RetryTasks(tuple(parsed.ids))
        case "prioritize":
            return door.PrioritizeTasks(tuple(parsed.ids))
        case "clear":
            return door.ClearQueue(not parsed.finished, parsed.running, parsed.finished)
        case _:
            return door.AskSnapshot()


def _tell(answer: door.Answer, rows: tuple[TaskRow, ...]) -> None:
    console = Console()
    match answer:
        case door.Snapshot():
            console.print(Text(sentence(answer.snapshot, time.time())))
            if rows:
                _print_rows(rows, console)
        case door.AddedPaths():
            added = answer.added
            done = sum(one.done_already for one in added.submitted)
            console.print(
                Text(
                    f"{len(added.submitted) - done} in the queue, {done} scanned before, "
                    f"{len(added.rejected)} could not be added."
                )
            )
            for path, why in told_of(added):
                console.print(Text(in_a_line(f"{readable(path)}: {why}")), soft_wrap=True)
        case door.Exported():
            console.print(f"{answer.count} scans written.")
        case door.QueueImported():
            taken = answer.imported
            console.print(f"{taken.submitted} in the queue, {taken.known} known before, {taken.ended} had ended.")
            for path in taken.missing:
                console.print(Text(in_a_line(f"not here: {readable(path)}")), soft_wrap=True)
            for path in taken.refused:
                console.print(Text(in_a_line(f"cannot be scanned: {readable(path)}")), soft_wrap=True)
        case door.MissingFound():
            for moved in answer.moved:
                console.print(Text(in_a_line(f"found again: {readable(moved.path)}")), soft_wrap=True)
            if not answer.moved:
                console.print("Nothing that is missing was found there.")
        case door.Changed():
            for task_id in answer.task_ids:
                position = answer.positions.get(task_id)
                console.print(Text(f"{task_id}  position {position}" if position else task_id))
            if not answer.task_ids:
                console.print("Nothing changed.")
        case _:
            pass


def sentence(snapshot: QueueSnapshot, now: float) -> str:
    """The queue in one line; `now` is the present instant."""
    counts, pause = snapshot.counts, snapshot.pause
    text = (
        f"{counts.processing} scanning, {counts.pending} waiting, {counts.completed} completed, "
        f"{counts.failed} failed, {counts.cancelled} cancelled"
    )
    if snapshot.remaining_s:
        text += f"; about {clock(snapshot.remaining_s)} to go"
    if pause.state is not PauseState.RUNNING:
        text += f"; {pause.state.value} by {pause.by or 'the user'}"
        text += f": {pause.reason}" if pause.reason else ""
    return "".join([text, *(f"; {part}" for part in (_hours(snapshot, now), _end(snapshot, now)) if part)])


def _hours(snapshot: QueueSnapshot, now: float) -> str:
    hours = snapshot.hours
    until = f" until {clock_time(hours.until, now)}" if hours.until is not None else ""
    if not snapshot.settings.schedule.enabled:
        return ""
    if hours.open:
        return f"within the hours of the schedule{until}"
    runs = snapshot.pause.state is PauseState.RUNNING
    return f"outside the hours of the schedule{until}" + (", started in spite of it" if runs else "")


def _end(snapshot: QueueSnapshot, now: float) -> str:
    end = snapshot.end
    if end.what is WhenDone.NOTHING:
        return end.problem
    when = "when done" if end.at is None else f"in {max(0, round(end.at - now))} s"
    return f"{when}: {end.what.value}"


def _print_rows(rows: tuple[TaskRow, ...], console: Console) -> None:
    # Ids are copied from here: a column narrower than they are would cut them.
    table = Table(Column("id", no_wrap=True, min_width=_ID_COLUMNS), "file", "status", "priority", "%", "")
    open_rows = [row for row in rows if not row.status.ended]
    for row in open_rows[:_SHOWN]:
        status = "held" if row.held else row.status.value
        waits = f"waits for {row.waiting_for}" if row.waiting_for else row.error_message or ""
        percent = str(row.progress) if row.status is TaskStatus.PROCESSING else ""
        table.add_row(row.task_id, Text(row.file_name), status, row.priority.value, percent, Text(waits))
    if open_rows:
        console.print(table)
    if len(open_rows) > _SHOWN:
        console.print(f"and {len(open_rows) - _SHOWN} more")
