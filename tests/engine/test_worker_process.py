"""One worker from start to burial, over real processes."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication

from momentry_desk.core.messages import FromWorker, Scan, Started
from momentry_desk.core.model import FailureKind
from momentry_desk.engine import process_tree
from momentry_desk.engine.endings import WorkerEnd, failure_of
from momentry_desk.engine.sessions import Sessions, sweep
from momentry_desk.engine.worker_command import WorkerCommand
from momentry_desk.engine.worker_process import LOG_TAIL, WorkerProcess

FAKE_WORKER = Path(__file__).with_name("fake_worker.py")
Wait = Callable[..., None]


class Watched:
    """A worker with what it said and how it ended."""

    def __init__(self, sessions: Sessions, command: WorkerCommand | None = None) -> None:
        self.said: list[FromWorker] = []
        self.end: WorkerEnd | None = None
        self.worker = WorkerProcess(
            command or WorkerCommand(sys.executable, (str(FAKE_WORKER),)), sessions, threads=1
        )
        self.worker.said.connect(lambda _, message: self.said.append(message))
        self.worker.ended.connect(self._part)

    def _part(self, _worker: WorkerProcess, end: WorkerEnd) -> None:
        assert self.end is None, "the end was told twice"
        self.end = end

    def scan(self, path: str) -> None:
        self.worker.send(Scan("attempt_1", "uuid", path, ("ocr",)))

    def started(self) -> bool:
        return any(isinstance(message, Started) for message in self.said)


@pytest.fixture
def sessions(tmp_path: Path, no_leftovers: None) -> Iterator[Sessions]:
    made = Sessions(tmp_path / "run")
    yield made
    made.close()


@pytest.fixture
def watched(sessions: Sessions, wait_until: Wait) -> Iterator[Watched]:
    made = Watched(sessions)
    wait_until(lambda: made.worker.hello)
    yield made
    made.worker.kill()
    wait_until(lambda: made.end)


def test_an_idle_worker_leaves_at_the_end_of_its_stdin(watched: Watched, wait_until: Wait) -> None:
    watched.worker.dismiss()
    wait_until(lambda: watched.end)
    assert watched.end is not None
    assert watched.end.exit_code == 0
    assert watched.end.by_engine


@pytest.mark.parametrize("act", ["hang", "stubborn", "family"])
def test_a_cancelled_tree_is_gone_within_two_seconds(
    act: str, watched: Watched, clip: Callable[..., str], wait_until: Wait
) -> None:
    watched.scan(clip("a", act=act, steps=1000))
    wait_until(watched.started)
    wait_until(lambda: act == "hang" or len(process_tree.members(watched.worker.pid)) > 1)
    begun = time.monotonic()
    watched.worker.cancel("attempt_1")
    wait_until(lambda: watched.end)
    assert time.monotonic() - begun < 2
    assert not process_tree.members(watched.worker.pid)


def test_a_suspended_tree_is_killed_at_once(watched: Watched, clip: Callable[..., str], wait_until: Wait) -> None:
    watched.scan(clip("a", act="stubborn"))
    wait_until(lambda: len(process_tree.members(watched.worker.pid)) > 1)
    watched.worker.suspend()
    wait_until(lambda: _state(watched.worker.pid) == "T")
    begun = time.monotonic()
    watched.worker.cancel("attempt_1")
    wait_until(lambda: watched.end)
    assert time.monotonic() - begun < 0.5
    assert not process_tree.members(watched.worker.pid)


def test_a_suspended_worker_goes_on(watched: Watched, clip: Callable[..., str], wait_until: Wait) -> None:
    watched.worker.suspend()
    wait_until(lambda: _state(watched.worker.pid) == "T")
    watched.scan(clip("a"))
    watched.worker.resume()
    wait_until(watched.started)


def _state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


@pytest.mark.parametrize(
    ("act", "word"),
    [
        ("die", "SIGKILL"),
        ("segfault", "SIGSEGV"),
        ("leave", "exit code 0"),
        ("flood", "exit code 3"),
        ("half", "the middle of a message"),
        ("rubbish", "cannot be read"),
        ("long line", "over 8 MiB"),
    ],
)
def test_an_end_without_a_last_word_is_a_crash_with_its_cause(
    act: str, word: str, watched: Watched, clip: Callable[..., str], wait_until: Wait
) -> None:
    watched.scan(clip("film.mp4", act=act))
    wait_until(lambda: watched.end)
    assert watched.end is not None
    assert not watched.end.by_engine
    failure = failure_of(watched.end, "film.mp4")
    assert failure.kind is FailureKind.WORKER_CRASHED
    assert word in failure.message
    assert "film.mp4" in failure.message


def test_only_the_end_of_a_flooded_log_is_kept(
    watched: Watched, clip: Callable[..., str], wait_until: Wait
) -> None:
    watched.scan(clip("a", act="flood"))
    wait_until(lambda: watched.end)
    assert watched.end is not None
    assert len(watched.end.log_tail) == LOG_TAIL
    assert watched.end.log_tail.endswith("the last words")


def test_a_kill_for_want_of_memory_needs_evidence() -> None:
    killed = WorkerEnd(signal_number=9)
    assert failure_of(killed, "a").kind is FailureKind.WORKER_CRASHED
    assert failure_of(WorkerEnd(signal_number=9, kernel_kills=1), "a").kind is FailureKind.OUT_OF_MEMORY
    aborted = WorkerEnd(signal_number=6, log_tail="terminate called: std::bad_alloc")
    assert failure_of(aborted, "a").kind is FailureKind.OUT_OF_MEMORY


def test_a_command_that_is_not_there_ends_with_the_reason(sessions: Sessions, wait_until: Wait) -> None:
    watched = Watched(sessions, WorkerCommand("/nowhere/at-all"))
    wait_until(lambda: watched.end)
    assert watched.end is not None
    assert "could not be started" in failure_of(watched.end, "a").message


def test_the_worker_stands_behind_the_window_for_the_kernel(watched: Watched) -> None:
    pid = watched.worker.pid
    assert os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0)
    own = int(Path("/proc/self/oom_score_adj").read_text())
    assert int(Path(f"/proc/{pid}/oom_score_adj").read_text()) > own


def test_the_sweep_ends_what_an_earlier_life_left(watched: Watched, tmp_path: Path, wait_until: Wait) -> None:
    assert sweep(tmp_path / "run") == (watched.worker.pid,)
    wait_until(lambda: watched.end)
    assert watched.end is not None
    assert watched.end.signal_number == signal.SIGKILL
    assert not list((tmp_path / "run").glob("*.session"))


def test_the_sweep_leaves_a_process_that_only_has_the_number(watched: Watched, tmp_path: Path) -> None:
    record = tmp_path / "run" / f"{watched.worker.pid}.session"
    text = record.read_text()
    mark = process_tree.start_mark(watched.worker.pid)
    record.write_text(text.replace(f'"{mark}"', '"12"'))
    assert sweep(tmp_path / "run") == ()
    record.write_text(text.replace(str(tmp_path), "/another/folder"))
    assert sweep(tmp_path / "run") == ()
    record.write_text(text.replace(process_tree.boot_mark(), "another boot"))
    assert sweep(tmp_path / "run") == ()
    record.write_text("no record at all")
    assert sweep(tmp_path / "run") == ()
    assert process_tree.alive(watched.worker.pid)


def test_a_line_longer_than_allowed_is_not_sent(watched: Watched, application: QCoreApplication) -> None:
    assert not watched.worker.send(Scan("attempt_1", "uuid", "x" * 9_000_000, ("ocr",)))
    assert watched.end is None
