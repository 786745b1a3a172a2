"""A worker for the engine's tests: speaks the protocol, does what the script in the file it is given says.

A file to "scan" holds JSON: `steps` chunks, `step_s` seconds each, and at step `at` the misbehaviour `act`. With
`once` (a path) it misbehaves only as long as that path is not there. With LEDGER in the environment each attempt
leaves a line at its begin and its end, and one that looks for faces a file beside it. Run as a program.
"""

import contextlib
import ctypes
import hashlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from momentry_desk.core import messages as m  # noqa: E402
from momentry_desk.core.findings import Box, Checkpoint, Chunk, TextLine  # noqa: E402
from momentry_desk.core.model import Failure, FailureKind, MediaInfo  # noqa: E402
from momentry_desk.core.people import likeness  # noqa: E402
from momentry_desk.core.weights import ModelState  # noqa: E402

INBOX: "queue.Queue[m.ToWorker | None]" = queue.Queue()


def say(message: m.FromWorker) -> None:
    os.write(1, m.encode(message))


def listen() -> None:
    for line in sys.stdin.buffer:
        INBOX.put(m.decode_to_worker(line))
    os._exit(0)


def ledger(word: str, attempt_id: str) -> None:
    path = os.environ.get("LEDGER")
    if path:
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(f"{word} {attempt_id} {os.getpid()} {time.monotonic():.6f}\n")


def seen(path: str) -> m.FileSeen | m.Rejected:
    file = Path(path)
    try:
        content = file.read_bytes()
    except OSError:
        return m.Rejected(path, "missing", f"{path} is not there.")
    status = file.stat()
    return m.FileSeen(path, hashlib.sha1(content).hexdigest(), status.st_size, status.st_mtime_ns)


def look(message: m.Look) -> None:
    paths: list[str] = []
    for path in message.paths:
        if "never answers" in path:
            time.sleep(1000)
        folder = Path(path)
        within = sorted(folder.rglob("*.mp4")) if folder.is_dir() else []
        if message.sizes:
            within = [file for file in within if file.stat().st_size in message.sizes]
        paths += map(str, within) if folder.is_dir() else [path]
    told = [seen(path) for path in paths if not (message.absent_only and Path(path).exists())]
    files = tuple(one for one in told if isinstance(one, m.FileSeen))
    say(m.FilesSeen(message.look_id, files, tuple(one for one in told if isinstance(one, m.Rejected))))
    if message.probe:
        for one in files:
            bad = script(one.path).get("probe")
            failure = Failure(FailureKind.SOURCE_INVALID, f"{Path(one.path).name} is no video.") if bad else None
            found = None if bad else media(one.path)
            say(m.Probed(message.look_id, one.path, one.file_uuid, found, failure, b"" if bad else b"jpeg"))
    say(m.LookDone(message.look_id))


def compare(message: m.CompareFaces) -> None:
    """As the real one, one pair after another."""
    size = 4 * message.length
    faces, centres = (
        [vectors[at : at + size] for at in range(0, len(vectors), size)]
        for vectors in (message.faces, message.centres)
    )
    rows = []
    for face in faces:
        row = sorted(((likeness(face, centre), -at) for at, centre in enumerate(centres)), reverse=True)
        rows.append(tuple((-at, cosine) for cosine, at in row[: message.nearest]))
    say(m.FacesCompared(message.compare_id, tuple(rows)))


def install(message: m.InstallWeights) -> None:
    """A model is a file of its name; one called "hold" or "die" beside it says what goes wrong."""
    folder = Path(message.folder)
    for name in message.names:
        say(m.WeightsProgress(message.install_id, name, 50, 100))
        if (folder / "die").exists():
            os.kill(os.getpid(), signal.SIGKILL)
        while (folder / "hold").exists():
            time.sleep(0.01)
        if (folder / "refuse").exists():
            say(m.WeightsDone(message.install_id, {name: f"{name} could not be fetched."}))
            return
        (folder / name).mkdir(parents=True, exist_ok=True)
    say(m.WeightsDone(message.install_id))


def check(message: m.CheckWeights) -> None:
    states = []
    for name in message.names:
        found = [folder for folder in message.folders if (Path(folder) / name).exists()]
        states.append(ModelState(name, bool(found), f"{found[0]}/{name}" if found else ""))
    say(m.WeightsChecked(message.install_id, tuple(states)))


def media(path: str) -> MediaInfo:
    return MediaInfo("fake", float(str(script(path).get("steps", 3))), has_video=True, has_audio=False)


def script(path: str) -> dict[str, object]:
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def scan(message: m.Scan) -> None:
    ledger("start", message.attempt_id)
    if not Path(message.path).exists():
        say(m.Failed(message.attempt_id, Failure(FailureKind.SOURCE_MISSING, f"{message.path} is not there.")))
        return
    if "face" in message.processors and os.environ.get("LEDGER"):
        Path(os.environ["LEDGER"] + ".faces").touch()
    if not message.processors:
        say(m.Started(message.attempt_id, media(message.path)))
        say(m.Succeeded(message.attempt_id))
        return
    plan = script(message.path)
    name = message.processors[0]
    mark = next((point.mark_s for point in message.checkpoints if point.processor == name), 0.0)
    say(m.Started(message.attempt_id, media(message.path)))
    steps = int(str(plan.get("steps", 3)))
    for step in range(int(mark), steps):
        end = time.monotonic() + float(str(plan.get("step_s", 0.02)))
        while (left := end - time.monotonic()) > 0:
            if cancelled(message, left):
                return
        once = plan.get("once")
        if plan.get("act") and step == plan.get("at", 0) and not (once and Path(str(once)).exists()):
            if once:
                Path(str(once)).touch()
            misbehave(str(plan["act"]), message)
        found = TextLine(step, step + 1.0, f"step {step}", 1.0, Box(0, 0, 1, 1))
        point = Checkpoint(name, float(step), step + 1.0, "f", done=step + 1 == steps)
        say(m.ChunkReady(message.attempt_id, Chunk(step + 1, (found,), (point,))))
        while not isinstance(answer := INBOX.get(), m.Acknowledge):
            if isinstance(answer, m.Cancel):
                say(m.Stopped(message.attempt_id))
                return
        say(m.Progress(message.attempt_id, dict.fromkeys(message.processors, (step + 1) / steps)))
    ledger("end", message.attempt_id)
    say(m.Succeeded(message.attempt_id, {name: m.ProcessorCost(0.1, float(steps))}, 1000))


def cancelled(message: m.Scan, wait_s: float) -> bool:
    try:
        word = INBOX.get(timeout=wait_s)
    except queue.Empty:
        return False
    if isinstance(word, m.Cancel):
        say(m.Stopped(message.attempt_id))
        return True
    return False


def misbehave(act: str, message: m.Scan) -> None:
    match act:
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
        case "segfault":
            ctypes.string_at(0)
        case "hang":
            time.sleep(1000)
        case "stubborn":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            grandchild(ignoring=True)
            time.sleep(1000)
        case "family":
            grandchild(ignoring=False)
        case "flood":
            for _ in range(200):
                os.write(2, b"noise " * 1000)
            os.write(2, b"the last words")
            os._exit(3)
        case "rubbish":
            os.write(1, b"this is no message\n")
        case "leave":
            os._exit(0)
        case "half":
            os.write(1, b'{"type":"Prog')
            os._exit(0)
        case "long line":
            os.write(1, b"x" * (9 * 1024 * 1024) + b"\n")
        case "late word":
            say(m.Succeeded("attempt_of_yesterday"))
        case "fail":
            say(m.Failed(message.attempt_id, Failure(FailureKind.INTERNAL, "It failed as it was told to.")))
            scan_no_more()
        case "invalid":
            say(m.Failed(message.attempt_id, Failure(FailureKind.SOURCE_INVALID, "This is no video.")))
            scan_no_more()
        case "disk full":
            say(m.Failed(message.attempt_id, Failure(FailureKind.DISK_FULL, "The disk is full.")))
            scan_no_more()


class NoMore(Exception):
    """The scan has said its last word."""


def scan_no_more() -> None:
    raise NoMore


def grandchild(*, ignoring: bool) -> None:
    code = "import signal, time\n"
    if ignoring:
        code += "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    subprocess.Popen([sys.executable, "-c", code + "time.sleep(1000)"])


def main() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    say(m.Hello(m.PROTOCOL, "test", os.getpid(), ("face", "asr", "ocr", "scene")))
    threading.Thread(target=listen, daemon=True).start()
    while True:
        match INBOX.get():
            case m.Scan() as message:
                with contextlib.suppress(NoMore):
                    scan(message)
            case m.Look() as message:
                look(message)
            case m.Survey() as message:
                from momentry_desk.processors.survey import survey

                survey(message, say)
            case m.CompareFaces() as message:
                compare(message)
            case m.InstallWeights() as message:
                install(message)
            case m.CheckWeights() as message:
                check(message)
            case m.RemoveWeights() as message:
                (Path(message.folder) / message.name).rmdir()
                say(m.WeightsDone(message.install_id))
            case _:
                pass


if __name__ == "__main__":
    main()
