"""A real worker process on a pipe, as the tests drive it."""

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from momentry_desk.core.findings import Checkpoint, Finding
from momentry_desk.core.messages import (
    Acknowledge,
    Cancel,
    ChunkReady,
    Failed,
    FromWorker,
    Hello,
    Notice,
    Scan,
    Stopped,
    Succeeded,
    ToWorker,
    decode_from_worker,
    encode,
)
from momentry_desk.core.paths import path_to_text

_CODE = "import sys; from momentry_desk.worker.main import run_worker; sys.exit(run_worker())"
#: The same with a chunk after every frame.
_EAGER = (
    "import functools, momentry_desk.processors.scan as s; "
    f"s.scan = functools.partial(s.scan, chunk_interval_s=0); {_CODE}"
)
_ROOT = Path(__file__).resolve().parents[2]

T = TypeVar("T")


class WorkerProcess:
    """Starts a worker; `next` and `wait_for` fail a test that waits too long instead of hanging it."""

    def __init__(self, *, eager: bool = False, threads: int = 1) -> None:
        self.notices: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "-c", _EAGER if eager else _CODE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=_ROOT,
            env={**os.environ, "MOMENTRY_SCRIPTED": "1", "OMP_NUM_THREADS": str(threads)},
        )
        self.lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self.errors = bytearray()
        self._readers = [threading.Thread(target=self._read_lines), threading.Thread(target=self._read_errors)]
        for reader in self._readers:
            reader.start()
        hello = self.next()
        assert isinstance(hello, Hello)
        self.hello = hello

    def send(self, message: ToWorker) -> None:
        self.send_raw(encode(message))

    def send_raw(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def next(self, timeout_s: float = 60.0) -> FromWorker:
        return decode_from_worker(self.lines.get(timeout=timeout_s))

    def wait_for(self, kind: type[T]) -> T:
        while True:
            message = self.next()
            if isinstance(message, kind):
                return message

    def scan(
        self, path: Path, names: Sequence[str], attempt: str = "attempt", weights: Path | None = None, **more: Any
    ) -> None:
        folders = (str(weights),) if weights else ()
        self.send(Scan(attempt, "", path_to_text(str(path)), tuple(names), weight_folders=folders, **more))

    def finish(self, attempt: str = "attempt") -> tuple[list[Finding], Succeeded | Failed | Stopped]:
        """Acknowledge every chunk until the last word."""
        findings: list[Finding] = []
        while True:
            match self.next():
                case ChunkReady(_, chunk):
                    findings += chunk.findings
                    self.send(Acknowledge(attempt, chunk.number))
                case Notice(_, text):
                    self.notices.append(text)
                case Succeeded() | Failed() | Stopped() as last:
                    return findings, last

    def until_chunk(self, number: int, attempt: str = "attempt") -> tuple[list[Finding], dict[str, Checkpoint]]:
        """Acknowledge chunks up to `number`; answers what a store would hold then."""
        findings: list[Finding] = []
        marks: dict[str, Checkpoint] = {}
        while True:
            chunk = self.wait_for(ChunkReady).chunk
            findings += chunk.findings
            marks |= {checkpoint.processor: checkpoint for checkpoint in chunk.checkpoints}
            self.send(Acknowledge(attempt, chunk.number))
            if chunk.number == number:
                return findings, marks

    def cancel(self, attempt: str = "attempt") -> None:
        self.send(Cancel(attempt))

    def close(self) -> int:
        """Close the worker's stdin, as the engine does at its end; answers the exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(timeout=30)

    def end(self) -> None:
        """Whatever state it is in."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(timeout=30)
        for reader in self._readers:
            reader.join(timeout=30)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None and not pipe.closed:
                try:
                    pipe.close()
                except BrokenPipeError:
                    continue

    def _read_lines(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        while data := os.read(self.process.stderr.fileno(), 65536):
            self.errors += data


def write_script(path: Path, *steps: dict[str, Any], **more: Any) -> Path:
    path.write_text(json.dumps({"steps": list(steps), **more}))
    return path


def wait_until(condition: Callable[[], bool], timeout_s: float = 20.0) -> None:
    """Fails where `condition` does not come true in time."""
    end = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < end, "the awaited condition did not come true"
        time.sleep(0.01)
