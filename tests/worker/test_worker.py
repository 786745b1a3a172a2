"""A real worker on its pipe: what it says, and how it ends."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from momentry_desk.core.messages import (
    PROTOCOL,
    Acknowledge,
    ChunkReady,
    Failed,
    FilesSeen,
    Look,
    LookDone,
    Probed,
    Progress,
    Started,
    Stopped,
    Succeeded,
)
from momentry_desk.core.model import FailureKind
from tests.processors.clips import make_clip
from tests.worker.workers import WorkerProcess, wait_until, write_script


def test_a_worker_says_hello_before_it_loads_anything(worker: WorkerProcess) -> None:
    assert worker.hello.protocol == PROTOCOL
    assert worker.hello.pid == worker.process.pid
    assert {"face", "asr", "ocr", "scene"} <= set(worker.hello.processors)
    code = (
        "import sys, momentry_desk.worker.main, momentry_desk.processors.base as b; b.processor_names(); "
        "print([name for name in ('numpy', 'cv2', 'av', 'PySide6', 'peewee', 'httpx') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_scan_goes_from_started_to_succeeded_and_the_next_one_follows(
    worker: WorkerProcess, tmp_path: Path
) -> None:
    path = make_clip(tmp_path / "clip.mp4")
    for attempt in ("one", "two"):
        worker.scan(path, ["scene"], attempt)
        assert worker.wait_for(Started).attempt_id == attempt
        findings, last = worker.finish(attempt)
        assert isinstance(last, Succeeded)
        assert len(findings) == 2
    assert worker.close() == 0


def test_success_waits_for_the_last_acknowledgement(worker: WorkerProcess, tmp_path: Path) -> None:
    worker.scan(make_clip(tmp_path / "clip.mp4"), ["scene"])
    chunk = worker.wait_for(ChunkReady).chunk
    # While it waits it shows that it lives, and says nothing else.
    assert isinstance(worker.next(), Progress)
    worker.send(Acknowledge("attempt", chunk.number))
    assert worker.wait_for(Succeeded).attempt_id == "attempt"


def test_a_cancel_right_behind_the_scan_is_heard(worker: WorkerProcess, tmp_path: Path) -> None:
    path = write_script(tmp_path / "a.scripted", {"sleep": 60})
    worker.scan(path, ["face"])
    worker.cancel()
    assert worker.wait_for(Stopped).attempt_id == "attempt"
    worker.scan(make_clip(tmp_path / "clip.mp4"), ["scene"], "next")
    assert isinstance(worker.finish("next")[1], Succeeded)


def test_a_look_tells_of_files_and_probes_them(worker: WorkerProcess, tmp_path: Path) -> None:
    make_clip(tmp_path / "clip.mp4")
    worker.send(Look("look", (str(tmp_path),), probe=True))
    assert len(worker.wait_for(FilesSeen).files) == 1
    probed = worker.wait_for(Probed)
    assert probed.media is not None
    assert probed.media.duration_s == pytest.approx(2.0, abs=0.1)
    assert worker.wait_for(LookDone).ignored == 0


def test_a_bad_file_is_a_failure_with_a_sentence_and_the_worker_goes_on(
    worker: WorkerProcess, tmp_path: Path
) -> None:
    path = tmp_path / "empty.mp4"
    path.write_bytes(b"")
    worker.scan(path, ["scene"])
    _, last = worker.finish()
    assert isinstance(last, Failed)
    assert last.failure.kind is FailureKind.SOURCE_INVALID
    assert "empty.mp4" in last.failure.message
    assert worker.process.poll() is None


def test_the_end_of_stdin_ends_an_idle_worker(worker: WorkerProcess) -> None:
    assert worker.close() == 0


def test_the_end_of_stdin_ends_a_worker_that_hangs(worker: WorkerProcess, tmp_path: Path) -> None:
    worker.scan(write_script(tmp_path / "a.scripted", {"hang": True}), ["face"])
    worker.wait_for(Started)
    begun = time.monotonic()
    worker.close()
    assert time.monotonic() - begun < 5


def test_nonsense_from_the_engine_ends_the_worker(worker: WorkerProcess) -> None:
    worker.send_raw(b"this is no message\n")
    assert worker.process.wait(timeout=30) == 2


def test_what_a_library_prints_does_not_touch_the_wire(worker: WorkerProcess, tmp_path: Path) -> None:
    path = write_script(tmp_path / "a.scripted", {"print": "hello from a library\n"}, {"finding": "word", "at": 1})
    worker.scan(path, ["ocr"])
    findings, last = worker.finish()
    assert isinstance(last, Succeeded)
    assert len(findings) == 1
    wait_until(lambda: b"hello from a library" in worker.errors)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks the Linux kernel")
def test_a_suspended_worker_dies_with_its_parent(tmp_path: Path) -> None:
    code = (
        "import subprocess, sys, os\n"
        "code = 'from momentry_desk.worker.main import run_worker; run_worker()'\n"
        "pipe = subprocess.PIPE\n"
        "p = subprocess.Popen([sys.executable, '-c', code], stdin=pipe, stdout=pipe)\n"
        "p.stdout.readline()\n"
        "print(p.pid, flush=True)\n"
        "sys.stdin.readline()\n"
        "os.kill(os.getpid(), 9)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        os.kill(pid, signal.SIGSTOP)
        parent.communicate(b"\n", timeout=30)
    wait_until(lambda: not _lives(pid))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_worker_stands_back_behind_the_program(worker: WorkerProcess) -> None:
    own = int(Path("/proc/self/oom_score_adj").read_text())
    assert int(Path(f"/proc/{worker.process.pid}/oom_score_adj").read_text()) > own
    assert os.getpriority(os.PRIO_PROCESS, worker.process.pid) > os.getpriority(os.PRIO_PROCESS, 0)


@pytest.mark.parametrize(
    ("step", "code"), [({"exit": 0}, 0), ({"exit": 3}, 3), ({"segv": True}, -11), ({"half_message": True}, 0)]
)
def test_a_script_ends_its_worker_as_it_says(
    worker: WorkerProcess, tmp_path: Path, step: dict[str, object], code: int
) -> None:
    worker.scan(write_script(tmp_path / "a.scripted", step), ["face"])
    assert worker.process.wait(timeout=30) == code


def test_a_script_goes_on_from_its_checkpoints_and_keeps_its_ledger(
    start_worker: Callable[..., WorkerProcess], tmp_path: Path
) -> None:
    path = write_script(
        tmp_path / "a.scripted",
        {"finding": "one", "at": 1.0},
        {"finding": "two", "at": 2.0},
        {"acknowledged": True},
        {"exit": 1, "first": 1},
        {"finding": "three", "at": 3.0},
        ledger=str(tmp_path / "ledger"),
    )
    first = start_worker()
    first.scan(path, ["ocr"])
    stored, marks = first.until_chunk(2)
    assert first.process.wait(timeout=30) == 1
    second = start_worker()
    second.scan(path, ["ocr"], checkpoints=tuple(marks.values()))
    rest, last = second.finish()
    assert isinstance(last, Succeeded)
    assert [finding.text for finding in (*stored, *rest) if hasattr(finding, "text")] == ["one", "two", "three"]
    assert (tmp_path / "ledger").read_text().count('"start"') == 2
    wait_until(lambda: (tmp_path / "ledger").read_text().count('"end"') == 1)


def test_a_script_can_run_out_of_memory_and_fail_as_told(worker: WorkerProcess, tmp_path: Path) -> None:
    worker.scan(write_script(tmp_path / "a.scripted", {"out_of_memory": True}), ["face"])
    last = worker.finish()[1]
    assert isinstance(last, Failed)
    assert last.failure.kind is FailureKind.OUT_OF_MEMORY
    worker.scan(write_script(tmp_path / "b.scripted", {"fail": "disk_full"}), ["face"], "two")
    last = worker.finish("two")[1]
    assert isinstance(last, Failed)
    assert last.failure.kind is FailureKind.DISK_FULL


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.weights
def test_without_the_graphics_card_that_was_asked_for_the_scan_says_why(
    worker: WorkerProcess, tmp_path: Path, weights: Path
) -> None:
    import ctranslate2
    import onnxruntime

    if ctranslate2.get_cuda_device_count() or "CUDAExecutionProvider" in onnxruntime.get_available_providers():
        pytest.skip("this machine may have one")
    clip = make_clip(tmp_path / "clip.mp4", [(0.4, (200, 60, 40))], sound_s=0.4)
    asked = {name: {"device": "cuda"} for name in ("asr", "ocr")}
    worker.scan(clip, ("asr", "ocr"), weights=weights, options=asked)
    _, last = worker.finish()
    assert isinstance(last, Succeeded)
    said = " ".join(worker.notices)
    assert "Speech was recognised on the processor: no graphics card can be used (none was found)." in said
    assert "Text was read on the processor: no graphics card can be used" in said
