"""The misbehaving scan that the tests drive: a file ending in ".scripted" says step by step what the worker does.

Only with MOMENTRY_SCRIPTED=1 in the environment. The file is a JSON object:

- `duration`: seconds of the pretended media (10).
- `ledger`: a file to which each attempt appends a JSON line at its start and its end: `{"event": "start" | "end",
  "ns": monotonic nanoseconds, "pid", "attempt", "file"}`. An attempt that dies writes no end.
- `steps`: a list of objects, each one step, carried out in order. Beside its own key a step may hold `"first": n`:
  only during the first n attempts on this file (counted in a file beside it, `NAME.attempts`).

Steps: `progress` (a fraction), `finding` (a text; `at` seconds, `kind` "text", "speech", "face" or "scene") which
sends a chunk with a checkpoint, `sleep` (seconds), `spin` (seconds of CPU), `hold` (bytes of memory,
to the end of the scan), `hang`, `ignore_sigterm`,
`fork_grandchild`, `flood_stderr` (bytes), `print` (a text), `rubbish_stdout`, `exit` (code), `half_message`,
`long_line` (bytes), `out_of_memory`, `segv`, `old_attempt_word`, `notice` (a text), `acknowledged`
(wait until every chunk is), `fail` (a `FailureKind`).

`rubbish_stdout` writes to the wire itself, `print` writes to what a library takes for stdout.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from momentry_desk.core.findings import Box, Checkpoint, FaceSighting, Finding, Scene, SpeechSegment, TextLine
from momentry_desk.core.messages import Failed, FromWorker, Progress, Scan, Started, Stopped, Succeeded
from momentry_desk.core.model import Failure, FailureKind, MediaInfo
from momentry_desk.core.paths import path_from_text
from momentry_desk.processors.base import SCRIPTED, Cancelled, scripts_allowed
from momentry_desk.processors.reporting import Reporting, ScanControl

_FINGERPRINT = "scripted 1"


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """One step of a script; exactly one of the fields other than `first`, `at`, `kind` is set."""

    first: int | None = None
    at: float = 0.0
    kind: str = "text"
    progress: float | None = None
    finding: str | None = None
    sleep: float | None = None
    spin: float | None = None
    hold: int = 0
    notice: str | None = None
    hang: bool = False
    ignore_sigterm: bool = False
    fork_grandchild: bool = False
    flood_stderr: int = 0
    print: str | None = None
    rubbish_stdout: bool = False
    exit: int | None = None
    half_message: bool = False
    long_line: int = 0
    out_of_memory: bool = False
    segv: bool = False
    old_attempt_word: bool = False
    acknowledged: bool = False
    fail: FailureKind | None = None


class Script(msgspec.Struct, forbid_unknown_fields=True):
    """The whole file."""

    steps: list[Step] = []
    duration: float = 10.0
    ledger: str = ""


class _Line(msgspec.Struct):
    event: str
    ns: int
    pid: int
    attempt: str
    file: str


def is_script(path: str) -> bool:
    """Whether `path` is to be played instead of scanned."""
    return scripts_allowed() and path.endswith(f".{SCRIPTED}")


def media_info(path: str) -> MediaInfo:
    """What a probe of the script pretends. Raises `msgspec.DecodeError` for a bad script: a test's own mistake."""
    script = msgspec.json.decode(Path(path).read_bytes(), type=Script)
    return MediaInfo(container=SCRIPTED, duration_s=script.duration, has_video=True, has_audio=True)


def play(
    request: Scan, report: Callable[[FromWorker], None], control: ScanControl, raw: Callable[[bytes], None]
) -> Succeeded | Failed | Stopped:
    """Carry out the script at `request.path`. `raw` writes bytes on the wire as they are."""
    path = Path(path_from_text(request.path))
    script = msgspec.json.decode(path.read_bytes(), type=Script)
    player = _Player(request, script, path, report, control, raw)
    _write_ledger(script, "start", request)
    try:
        return player.play()
    except Cancelled:
        return Stopped(request.attempt_id)
    except MemoryError:
        text = f"There was not enough memory to scan {path.name}."
        return Failed(request.attempt_id, Failure(FailureKind.OUT_OF_MEMORY, text))
    finally:
        _write_ledger(script, "end", request)


class _Player:
    def __init__(
        self,
        request: Scan,
        script: Script,
        path: Path,
        report: Callable[[FromWorker], None],
        control: ScanControl,
        raw: Callable[[bytes], None],
    ) -> None:
        self._request = request
        self._script = script
        self._path = path
        self._report = report
        self._control = control
        self._raw = raw
        self._reporting = Reporting(request.attempt_id, request.processors, report, control, time.monotonic)
        self._held: list[bytearray] = []
        self._attempt = _count_attempt(path)
        marks = [mark.mark_s for mark in request.checkpoints if mark.fingerprint == _FINGERPRINT]
        self._mark_s = min(marks) if len(marks) == len(request.processors) else 0.0
        self._done = bool(marks) and all(mark.done for mark in request.checkpoints)

    def play(self) -> Succeeded | Failed:
        restarted = tuple(mark.processor for mark in self._request.checkpoints if mark.fingerprint != _FINGERPRINT)
        self._report(Started(self._request.attempt_id, media_info(str(self._path)), restarted))
        for step in self._script.steps:
            self._control.check()
            if step.first is not None and self._attempt > step.first:
                continue
            failure = self._carry_out(step)
            if failure is not None:
                return Failed(self._request.attempt_id, failure)
        # A script without steps is a scan that has nothing to store: its end alone is told.
        if self._script.steps and not self._done:
            self._send((), self._script.duration, done=True)
        self._reporting.drain()
        return Succeeded(self._request.attempt_id)

    def _carry_out(self, step: Step) -> Failure | None:
        if step.progress is not None:
            self._reporting.progress(dict.fromkeys(self._request.processors, step.progress))
            self._reporting.tell_progress()
        elif step.finding is not None:
            if step.at > self._mark_s or (step.at == 0 and self._mark_s == 0):
                self._send((_finding(step),), step.at, done=False)
        elif step.notice is not None:
            self._reporting.notice(step.notice)
        elif step.sleep is not None:
            self._sleep(step.sleep)
        elif step.spin is not None:
            end = time.process_time() + step.spin
            while time.process_time() < end:
                self._reporting.alive()
        elif step.hold:
            # Pages count once something stands on them.
            self._held.append(bytearray(os.urandom(4096)) * (step.hold // 4096))
        elif step.acknowledged:
            self._reporting.drain()
        elif step.fail is not None:
            return Failure(step.fail, f"{self._path.name} failed as its script says ({step.fail}).")
        else:
            self._misbehave(step)
        return None

    def _misbehave(self, step: Step) -> None:
        if step.hang:
            while True:
                time.sleep(3600)
        if step.ignore_sigterm:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if step.fork_grandchild:
            # Its own child, that holds no pipe of ours and outlives us if nobody ends it.
            subprocess.Popen(
                [sys.executable, "-c", "import time; time.sleep(3600)"], stdin=subprocess.DEVNULL, close_fds=True
            )
        if step.flood_stderr:
            left = step.flood_stderr
            while left > 0:
                left -= os.write(2, (b"noise " * 10 + b"\n") * 1000)
        if step.print is not None:
            sys.stdout.write(step.print)
            sys.stdout.flush()
        if step.rubbish_stdout:
            self._raw(b"this is no message\n")
        if step.half_message:
            self._raw(b'{"type":"Progress","attempt_id":"')
            os._exit(0)
        if step.long_line:
            self._raw(b'{"type":"Notice","text":"' + b"x" * step.long_line + b'"}\n')
        if step.out_of_memory:
            raise MemoryError
        if step.segv:
            os.kill(os.getpid(), signal.SIGSEGV)
        if step.old_attempt_word:
            self._report(Progress("an-older-attempt", dict.fromkeys(self._request.processors, 0.5)))
        if step.exit is not None:
            os._exit(step.exit)

    def _sleep(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self._reporting.alive()
            time.sleep(min(left, 0.05))

    def _send(self, findings: tuple[Finding, ...], to_s: float, *, done: bool) -> None:
        checkpoints = tuple(
            Checkpoint(name, self._mark_s, to_s, _FINGERPRINT, b"scripted", done)
            for name in self._request.processors
        )
        self._mark_s = to_s
        self._reporting.send(findings, checkpoints, {})


def _finding(step: Step) -> Finding:
    text, end = step.finding or "", step.at + 1.0
    box = Box(0.1, 0.1, 0.2, 0.2)
    match step.kind:
        case "speech":
            return SpeechSegment(step.at, end, text, "en", 1.0, 1.0)
        case "face":
            return FaceSighting(step.at, end, 1, box, 1.0)
        case "scene":
            return Scene(step.at, end)
        case _:
            return TextLine(step.at, end, text, 1.0, box)


def _count_attempt(path: Path) -> int:
    """The number of this attempt on the script, from 1; one byte is appended for each."""
    counter = path.with_name(f"{path.name}.attempts")
    with counter.open("ab") as file:
        file.write(b".")
        file.flush()
        return file.tell()


def _write_ledger(script: Script, event: str, request: Scan) -> None:
    if script.ledger:
        line = _Line(event, time.monotonic_ns(), os.getpid(), request.attempt_id, request.path)
        with Path(script.ledger).open("ab", buffering=0) as file:
            file.write(msgspec.json.encode(line) + b"\n")
