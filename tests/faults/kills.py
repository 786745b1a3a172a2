"""Kills the real headless program again and again, and then counts what was lost, doubled or left over.

    python tests/faults/kills.py [--kills N] [--seed N]

Each life of the program is fed through its front door. What it acknowledged is written into a ledger that this
process keeps outside it. A life ends by SIGKILL: at a random instant, or exactly at a stop point before or after a
commit, in start-up, in the first migration, or while workers are being suspended. Beside that a pause, a resume or
a cancel is asked for now and then. Afterwards one undisturbed life finishes the queue, and the books are checked:

A task that ran at three unclean ends in a row before anything new was found has failed by the program's own rule;
here it is retried by hand once, which must complete it, and counted.

- lost: acknowledged tasks that are not completed (cancelled ones: neither completed nor cancelled)
- doubled: tasks with more than one successful attempt, and findings that stand twice or are missing
- orphans: processes of the program that live on two seconds after its end

Exits non-zero when any of the three is not 0, when the database is not sound, or when a stop point that was asked
for often enough was hit less than five times.
"""

import argparse
import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from momentry_desk.core import door as words  # noqa: E402
from momentry_desk.core.model import TaskStatus  # noqa: E402
from momentry_desk.core.snapshot import TaskRow  # noqa: E402
from momentry_desk.engine.front_door import Caller, NobodyThere, NotAnswered  # noqa: E402

_COMMITS = (
    "claim",
    "complete",
    "complete and claim",
    "store chunk",
    "submit",
    "register",
    "progress",
    "set probe",
    "recover",
    "set pause",
    "cancel",
    "interrupt",
    "fail",
    "retry",
)
#: Every point that a life of this harness can reach. The first migration is reached in fresh data folders alone.
STOP_POINTS = (
    *(f"{side} {commit}" for commit in _COMMITS for side in ("before", "after")),
    "before suspend",
    "after suspend",
    "before unsuspend",
    "before migration 1",
    "after migration 1",
)
#: Points of commands that not every life gives: when one of these is wanted, the life gives them.
_PAUSING = ("set pause", "suspend", "unsuspend")

FINDINGS_A_FILE = 5
_MARK = "MOMENTRY_FAULT_RUN"
_START_S = 30.0
_LIFE_S = 9.0
_GONE_S = 2.0
#: How the sentence goes on of a task that was running at three unclean ends in a row.
_RULE = "3 times in a row"
_FINISH_S = 600.0


@dataclass
class Books:
    """What this process knows, whatever happens to the program."""

    acknowledged: dict[str, str] = field(default_factory=dict)  # task id -> path
    cancelled: set[str] = field(default_factory=set)
    kills: int = 0
    orphans: int = 0
    given_up: int = 0
    hits: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    recovery_s: list[float] = field(default_factory=list)
    trouble: list[str] = field(default_factory=list)


class Program:
    """One life of `momentry-desk serve`."""

    def __init__(self, data: Path, stop_point: str | None, log: Path) -> None:
        self.data = data
        self.run = uuid.uuid4().hex
        environment = dict(os.environ) | {"MOMENTRY_SCRIPTED": "1", _MARK: self.run}
        environment.pop("MOMENTRY_STOP_POINT", None)
        if stop_point is not None:
            environment["MOMENTRY_STOP_POINT"] = stop_point
        self.began = time.monotonic()
        with log.open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "momentry_desk", "serve", "--data", str(data)],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )

    @property
    def dead(self) -> bool:
        return self.process.poll() is not None

    def door(self) -> Caller | None:
        """The open front door; None when the program died before it opened."""
        while not self.dead:
            with contextlib.suppress(NobodyThere):
                return Caller(self.data)
            if time.monotonic() - self.began > _START_S:
                raise RuntimeError(f"no front door after {_START_S:g} s")
            time.sleep(0.02)
        return None

    def kill(self) -> None:
        if not self.dead:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def left_over(self) -> list[int]:
        """Processes of this life that are still there; waits for them to go for a while."""
        until = time.monotonic() + _GONE_S
        while (pids := list(_marked(self.run))) and time.monotonic() < until:
            time.sleep(0.02)
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return pids


def _marked(run: str) -> Iterator[int]:
    mark = f"{_MARK}={run}".encode()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if mark in (entry / "environ").read_bytes().split(b"\0"):
                    yield int(entry.name)


def run(kills: int, seed: int, folder: Path) -> Books:
    """Do the killing and the checking in `folder`; the answer says what was found."""
    choose = random.Random(seed)
    books = Books()
    data, clips, log = folder / "data", folder / "clips", folder / "log"
    clips.mkdir()
    data.mkdir(mode=0o700)
    # How many scans run at once must not hang on what else the machine does.
    (data / "momentry.toml").write_text("[queue]\nmax_concurrent = 2\ndynamic_concurrency = false\n")
    fresh = 0
    for number in range(kills):
        point = _next_point(number, books, choose)
        if point is not None and "migration" in point:
            # A data folder of its own: the books' one is migrated once and for all.
            fresh += 1
            _life(books, Program(folder / f"fresh {fresh}", f"{point}:1", log), point, None, choose)
            continue
        # A worker goes from one task to the next where more of them wait than there are slots.
        count = 4 if point is not None and point.endswith("complete and claim") else choose.randint(1, 2)
        paths = [_clip(clips, f"{number}-{index}", point, choose) for index in range(count)]
        wanted = None if point is None else f"{point}:{_nth(point, len(paths), choose)}"
        _life(books, Program(data, wanted, log), point, paths, choose)
    _finish(books, data, log)
    return books


def _next_point(number: int, books: Books, choose: random.Random) -> str | None:
    """Nine lives in ten end at a stop point, the one that was hit least often so far; the others at random."""
    if number % 10 == 4:
        return None
    fewest = min((books.hits[point], books.asked[point]) for point in STOP_POINTS)
    return choose.choice([one for one in STOP_POINTS if (books.hits[one], books.asked[one]) == fewest])


def _nth(point: str, files: int, choose: random.Random) -> int:
    """The how-many-eth time is the fatal one; at most as often as the life's own files are sure to get there."""
    often = {"store chunk": files * FINDINGS_A_FILE}
    return choose.randint(1, often.get(point.split(" ", 1)[1], 1))


def _clip(folder: Path, name: str, point: str | None, choose: random.Random) -> Path:
    """A script with findings in it; some stumble the first time, all in a life that waits for a failure."""
    steps: list[dict[str, object]] = []
    stumble = choose.uniform(0.0, 0.3) if point is not None and point.endswith(" fail") else choose.random()
    # The percentage is written now and then only: a life that waits for it needs a long scan.
    longest_s = 1.5 if point is not None and point.endswith(" progress") else 0.15
    for index in range(FINDINGS_A_FILE):
        steps.append({"sleep": round(choose.uniform(longest_s * 0.8 if longest_s > 1 else 0.02, longest_s), 3)})
        steps.append({"progress": (index + 1) / (FINDINGS_A_FILE + 1)})
        steps.append({"finding": f"{name} line {index}", "at": float(index + 1)})
        if index == 2 and stumble < 0.3:
            steps.append({"first": 1, "fail": "internal"} if stumble < 0.15 else {"first": 1, "exit": 3})
    path = folder / f"{name}.scripted"
    path.write_text(json.dumps({"duration": FINDINGS_A_FILE + 1.0, "steps": steps}))
    # Written long ago, as footage is: nobody copies it any more.
    os.utime(path, (1e9, 1e9))
    return path


def _life(
    books: Books, program: Program, point: str | None, paths: list[Path] | None, choose: random.Random
) -> None:
    if point is not None:
        books.asked[point] += 1
    give_up = time.monotonic() + choose.uniform(0.2, 3.0) if point is None else None
    try:
        door = program.door()
        if door is not None:
            with contextlib.closing(door):
                door.ask(words.AskSnapshot())
                books.recovery_s.append(time.monotonic() - program.began)
                _feed(books, program, door, point, paths or [], choose)
        until = give_up or time.monotonic() + _LIFE_S
        while not program.dead and time.monotonic() < until:
            time.sleep(0.01)
    except NotAnswered as error:
        # The word of a dying program is no trouble; that of one that lives on is.
        with contextlib.suppress(subprocess.TimeoutExpired):
            program.process.wait(timeout=1)
        if not program.dead:
            books.trouble.append(str(error))
    by_itself = program.process.poll() == -signal.SIGKILL
    # Asked to end, it may have ended in peace before it came to the point: then the point was missed.
    in_peace = point is not None and point.endswith(" interrupt") and program.process.returncode == 0
    if program.dead and not by_itself and not in_peace:
        books.trouble.append(f"a life ended with {program.process.returncode} instead of a kill")
    program.kill()
    books.kills += 1
    if by_itself and point is not None:
        books.hits[point] += 1
    books.orphans += len(program.left_over())


def _feed(
    books: Books,
    program: Program,
    door: Caller,
    point: str | None,
    paths: list[Path],
    choose: random.Random,
) -> None:
    """Speak to a living program; `NotAnswered` is raised when it dies meanwhile."""
    wants = point.split(" ", 1)[1] if point is not None else ""
    door.ask(words.ResumeQueue())
    if paths:
        answer = door.ask(words.AddPaths(tuple(str(path) for path in paths), processors=("scripted",)))
        assert isinstance(answer, words.AddedPaths)
        for one in answer.added.submitted:
            books.acknowledged[one.task_id] = one.file_uuid
        if wants == "cancel" or choose.random() < 0.1:
            _cancel(books, door, answer.added.submitted[-1].task_id)
    if wants in _PAUSING or (not wants and choose.random() < 0.3):
        _wait_for_running(program, door)
        door.ask(words.PauseQueue("a test"))
        time.sleep(choose.uniform(0.0, 0.3))
        if wants == "unsuspend" or choose.random() < 0.5:
            door.ask(words.ResumeQueue())
    if wants == "interrupt":
        # A stop asked for by SIGTERM interrupts what runs; the kill comes in the middle of it.
        _wait_for_running(program, door)
        program.process.send_signal(signal.SIGTERM)
    if wants == "retry" and paths:
        task_id = next(reversed(books.acknowledged))
        _cancel(books, door, task_id)
        door.ask(words.RetryTasks((task_id,)))
        # Heard and answered: from here on it must be completed.
        books.cancelled.discard(task_id)


def _cancel(books: Books, door: Caller, task_id: str) -> None:
    # Noted before the answer: a kill in between leaves it open whether the word was heard.
    books.cancelled.add(task_id)
    door.ask(words.CancelTasks((task_id,)))


def _wait_for_running(program: Program, door: Caller) -> None:
    until = time.monotonic() + 3.0
    while time.monotonic() < until and not program.dead:
        status = door.ask(words.AskSnapshot())
        assert isinstance(status, words.Snapshot)
        if status.snapshot.counts.processing or not status.snapshot.counts.pending:
            return
        time.sleep(0.02)


def _finish(books: Books, data: Path, log: Path) -> None:
    """One life without a kill: everything that waits is done, then the books are compared."""
    program = Program(data, None, log)
    door = program.door()
    if door is None:
        books.trouble.append("the last life did not start")
        return
    with contextlib.closing(door):
        door.ask(words.ResumeQueue())
        rows = _wait_for_all(door)
        given_up = [
            row.task_id for row in rows if row.status is TaskStatus.FAILED and _RULE in (row.error_message or "")
        ]
        books.given_up = len(given_up)
        if given_up:
            # Killed three times before anything new: the program lets a person decide. Here the person says yes.
            door.ask(words.RetryTasks(tuple(given_up)))
            _wait_for_all(door)
    program.process.send_signal(signal.SIGTERM)
    if program.process.wait(timeout=30) != 0:
        books.trouble.append(f"the last life ended with {program.process.returncode}")
    books.orphans += len(program.left_over())


def _wait_for_all(door: Caller) -> tuple[TaskRow, ...]:
    until = time.monotonic() + _FINISH_S
    while True:
        answer = door.ask(words.AskRows())
        assert isinstance(answer, words.Rows)
        if all(row.status.ended for row in answer.rows) or time.monotonic() > until:
            return answer.rows
        time.sleep(0.1)


@dataclass
class Verdict:
    lost: list[str]
    doubled: list[str]
    sound: bool


def check(books: Books, data: Path) -> Verdict:
    """Compare the ledger with the database as the last life left it."""
    lost, doubled = [], []
    with contextlib.closing(sqlite3.connect(f"file:{data}/momentry.sqlite3?mode=ro", uri=True)) as connection:
        sound = connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        for task_id, file_uuid in books.acknowledged.items():
            row = connection.execute(
                "SELECT status, error_message FROM queue_tasks WHERE task_id = ?", (task_id,)
            ).fetchone()
            status, why = row or ("gone", "")
            allowed = {TaskStatus.COMPLETED.value}
            if task_id in books.cancelled:
                allowed.add(TaskStatus.CANCELLED.value)
            if status not in allowed:
                lost.append(f"{task_id} is {status}: {why}")
            (successes,) = connection.execute(
                "SELECT count(*) FROM attempts WHERE task_id = ? AND outcome = 'succeeded'", (task_id,)
            ).fetchone()
            if successes != (status == TaskStatus.COMPLETED.value):
                doubled.append(f"{task_id} has {successes} successful attempts and is {status}")
            texts = [
                text
                for (text,) in connection.execute(
                    "SELECT text FROM findings JOIN scans USING (scan_id) WHERE task_id = ? ORDER BY start_s",
                    (task_id,),
                )
            ]
            if status == TaskStatus.COMPLETED.value and len(texts) != FINDINGS_A_FILE:
                doubled.append(f"{task_id} ({file_uuid}) has {len(texts)} findings: {texts}")
            elif len(set(texts)) != len(texts):
                doubled.append(f"{task_id} has a finding twice: {texts}")
        (open_attempts,) = connection.execute("SELECT count(*) FROM attempts WHERE ended_at IS NULL").fetchone()
        if open_attempts:
            lost.append(f"{open_attempts} attempts have no end")
    return Verdict(lost, doubled, sound)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parsed = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="momentry-kills-") as folder:
        books = run(parsed.kills, parsed.seed, Path(folder))
        verdict = check(books, Path(folder) / "data")
    print(report(books, verdict))
    return 0 if passed(books, verdict) else 1


def report(books: Books, verdict: Verdict) -> str:
    lines = [f"{'stop point':<26} asked  hit"]
    lines += [f"{point:<26} {books.asked[point]:>5} {books.hits[point]:>4}" for point in STOP_POINTS]
    recovery = sorted(books.recovery_s) or [0.0]
    lines += [
        f"kills {books.kills}, at stop points {books.hits.total()}",
        f"tasks acknowledged {len(books.acknowledged)}, cancelled {len(books.cancelled)}",
        f"given up after three unclean ends in a row and then retried by hand: {books.given_up}",
        f"lost {len(verdict.lost)}, doubled {len(verdict.doubled)}, orphans {books.orphans}",
        f"recovery: median {recovery[len(recovery) // 2]:.2f} s, longest {recovery[-1]:.2f} s",
        f"database {'sound' if verdict.sound else 'NOT SOUND'}",
        *verdict.lost,
        *verdict.doubled,
        *books.trouble,
    ]
    return "\n".join(lines)


def passed(books: Books, verdict: Verdict) -> bool:
    missed = [point for point in STOP_POINTS if books.asked[point] >= 5 and books.hits[point] < 5]
    return verdict.sound and not (verdict.lost or verdict.doubled or books.orphans or books.trouble or missed)


if __name__ == "__main__":
    sys.exit(main())
