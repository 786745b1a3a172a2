"""No-op tasks per second through our queue with its warm workers, beside Celery and BullMQ in the same run.

`python -m tests.benchmarks.queue_throughput [--tasks N] [--rounds N] [--folder DIR] [--peers DIR]`: each round runs
every queue once, one after another, from the submission of N tasks (one call, or one connection) to the last
completion, with two slots.

Durability is the same: a task that was acknowledged is on the disk, and so is its completion, before the next step.
Ours: SQLite with `synchronous=FULL`. Theirs: Redis with `appendfsync always`, on the same disk (--folder). Celery
takes late acknowledgements, a prefetch of 1, rejection when a worker is lost, two forked workers, and keeps no
results. BullMQ runs once with its processor in the same process and once with sandboxed processors, which are
processes of their own, as our workers and Celery's are.

All of it runs at the priority of our workers, which stand back behind a person's own programs: otherwise theirs
would get a busy machine's time before ours.

Peers are installed into --peers when they are not there (a temporary folder that is kept); one that cannot be is
said to be absent. Exits with 1 where we are behind Celery.
"""

import argparse
import contextlib
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from momentry_desk.engine.engine import Engine
from momentry_desk.engine.worker_command import WorkerCommand
from momentry_desk.engine.worker_process import NICE

SCRIPTS = Path(__file__).with_name("peers")
CELERY = "5.7.0"
BULLMQ, IOREDIS = "6.7.0", "6.0.0"
_WARM = 20
_S = 300.0


class Absent(Exception):
    """A peer that cannot be measured here; the text says why."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", type=Path, help="where the databases are made (default: a temporary folder)")
    parser.add_argument("--peers", type=Path, default=Path(tempfile.gettempdir()) / "momentry-bench-peers")
    parsed = parser.parse_args()
    if hasattr(os, "nice"):
        os.nice(NICE)
    # Made once: a process has one.
    application = QCoreApplication.instance() or QCoreApplication(sys.argv[:1])
    queues: dict[str, Callable[[int, Path], float]] = {
        "Momentry Desk": ours,
        f"Celery {CELERY}": lambda count, folder: celery(count, folder, parsed.peers),
        f"BullMQ {BULLMQ}, sandboxed": lambda count, folder: bullmq(count, folder, parsed.peers, "sandboxed"),
        f"BullMQ {BULLMQ}, in process": lambda count, folder: bullmq(count, folder, parsed.peers, "in-process"),
    }
    rates: dict[str, list[float]] = {name: [] for name in queues}
    absent: dict[str, str] = {}
    for number in range(parsed.rounds):
        for name, run in queues.items():
            if name in absent:
                continue
            try:
                with tempfile.TemporaryDirectory(dir=parsed.folder) as folder:
                    rates[name].append(parsed.tasks / run(parsed.tasks, Path(folder)))
            except Absent as reason:
                absent[name] = str(reason)
                continue
            print(f"round {number + 1}  {name:<26} {rates[name][-1]:7.0f} tasks/s", flush=True)
    print(f"\n{parsed.tasks} no-op tasks, two slots, median of {parsed.rounds} rounds; each on the disk")
    for name, found in rates.items():
        said = f"{statistics.median(found):7.0f} tasks/s" if found else f"absent: {absent[name]}"
        print(f"  {name:<26} {said}")
    del application
    return verdict(rates["Momentry Desk"], rates[f"Celery {CELERY}"])


def verdict(own: list[float], theirs: list[float]) -> int:
    if theirs and statistics.median(own) <= statistics.median(theirs):
        print("behind Celery")
        return 1
    return 0


# Ours -----------------------------------------------------------------------------------------------------


def ours(count: int, folder: Path) -> float:
    """Seconds from the submission to the last completion, by the database's own instants."""
    clips, data = folder / "clips", folder / "data"
    clips.mkdir()
    data.mkdir()
    (data / "momentry.toml").write_text("[queue]\nmax_concurrent = 2\ndynamic_concurrency = false\n")
    for number in range(count + _WARM):
        path = clips / f"{number}.scripted"
        path.write_text(json.dumps({"duration": 1 + number}))
        os.utime(path, (1e9, 1e9))
    own = WorkerCommand.own()
    launcher = WorkerCommand(own.program, own.arguments, {"MOMENTRY_SCRIPTED": "1"})
    engine = Engine(data, settings_path=data / "momentry.toml", launcher=launcher)
    try:
        engine.start().result(_S)
        uuids = engine.add([str(clips)], scan=False).result(_S).file_uuids
        until(lambda: all(video.media for video in engine.videos(thumbnails=False).result(_S)))
        engine.submit(uuids[:_WARM], processors=("scripted",)).result(_S)
        until(lambda: engine.snapshot().counts.completed == _WARM)
        began = time.time()
        engine.submit(uuids[_WARM:], processors=("scripted",)).result(_S)
        until(lambda: engine.snapshot().counts.completed == _WARM + count)
        ended = max(row.completed_at or 0.0 for row in engine.rows().result(_S))
    finally:
        engine.stop()
    return ended - began


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + _S
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError("the queue stands still")
        time.sleep(0.02)


# Peers ----------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def redis(folder: Path) -> Iterator[int]:
    """A Redis of our own that syncs every write; its port."""
    program = shutil.which("redis-server")
    if program is None:
        raise Absent("redis-server is not installed (Debian: apt install redis-server)")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    options = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder), "--save", ""]
    options += ["--appendonly", "yes", "--appendfsync", "always", "--logfile", str(folder / "redis.log")]
    server = subprocess.Popen([program, *options])
    try:
        until(lambda: _listens(port))
        yield port
    finally:
        server.terminate()
        server.wait(20)


def _listens(port: int) -> bool:
    with socket.socket() as knock:
        return knock.connect_ex(("127.0.0.1", port)) == 0


def celery(count: int, folder: Path, peers: Path) -> float:
    place = peers / f"celery-{CELERY}"
    python = place / "bin" / "python"
    if not (place / "ready").exists():
        shutil.rmtree(place, ignore_errors=True)
        install([sys.executable, "-m", "venv", str(place)], peers)
        install([str(python), "-m", "pip", "install", "-q", f"celery[redis]=={CELERY}"], peers)
        (place / "ready").touch()
    with redis(folder) as port:
        environment = {**os.environ, "BENCH_REDIS": f"redis://127.0.0.1:{port}/0", "C_FORCE_ROOT": "1"}
        worker = [str(python), "-m", "celery", "-A", "celery_tasks", "worker", "--pool", "prefork", "-c", "2"]
        worker += ["-O", "fair", "--without-gossip", "--without-mingle", "--without-heartbeat", "-l", "error"]
        with (folder / "worker.log").open("wb") as log:
            running = subprocess.Popen(worker, cwd=SCRIPTS, env=environment, stdout=log, stderr=log)
            try:
                submit = [str(python), "celery_submit.py"]
                for number in (_WARM, count):
                    done = subprocess.run(
                        [*submit, str(number), str(port)],
                        cwd=SCRIPTS,
                        env=environment,
                        capture_output=True,
                        text=True,
                        check=True,
                        timeout=_S,
                    )
            finally:
                running.terminate()
                running.wait(30)
    return float(done.stdout)


def bullmq(count: int, folder: Path, peers: Path, mode: str) -> float:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise Absent("node and npm are not installed (Debian: apt install nodejs npm)")
    place = peers / f"bullmq-{BULLMQ}"
    if not (place / "ready").exists():
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        (place / "package.json").write_text('{"private": true}')
        install([npm, "install", "--silent", "--no-audit", f"bullmq@{BULLMQ}", f"ioredis@{IOREDIS}"], place)
        (place / "ready").touch()
    with redis(folder) as port:
        done = subprocess.run(
            [node, str(SCRIPTS / "bullmq.cjs"), str(count), str(port), mode],
            cwd=place,
            capture_output=True,
            text=True,
            check=True,
            timeout=_S,
        )
    return float(done.stdout.split()[-1])


def install(command: list[str], folder: Path) -> None:
    """Raises `Absent` where it does not work, offline for one."""
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Absent(f"`{' '.join(command[-2:])}` failed: {done.stderr.strip()[-300:]}")


if __name__ == "__main__":
    sys.exit(main())
