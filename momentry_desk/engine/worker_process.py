"""One worker as the engine sees it: a QProcess whose bytes become messages, and the ladder that stops its tree."""

import contextlib
import logging
import os
import signal
import sys
from pathlib import Path

import psutil
from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

from momentry_desk.core import messages
from momentry_desk.core.messages import Cancel, FromWorker, Hello, ToWorker
from momentry_desk.engine import process_tree
from momentry_desk.engine.endings import WorkerEnd, kernel_memory_kills
from momentry_desk.engine.sessions import Sessions
from momentry_desk.engine.windows_tree import JobObject
from momentry_desk.engine.worker_command import WorkerCommand, child_environment

_log = logging.getLogger(__name__)

#: The ladder: this long after the Cancel message comes SIGTERM, and that long after it SIGKILL. Together with the
#: burial the tree is gone well within two seconds.
CANCEL_GRACE_MS = 700
TERMINATE_GRACE_MS = 500
#: How often a killed tree is looked for, and when a process that the kernel will not let die is given up.
_BURIAL_INTERVAL_MS = 10
_BURIAL_LIMIT = 500

#: The end of stderr that is kept for the attempt's record. 64 KiB.
LOG_TAIL = 64 * 1024
#: So much of it goes with an attempt that failed with a word of its own. 4 KiB.
SHORT_TAIL = 4 * 1024
#: More than this waiting to be read by the worker means that it does not read. 32 MiB.
MAX_WAITING = 32 * 1024 * 1024

#: Below the window and the user's own programs.
NICE = 10
#: The kernel takes a scan before it takes the program.
OOM_SCORE = 500


class WorkerProcess(QObject):
    """Starts at once. `hello` is its greeting, None until it came.

    `ready` tells of the greeting; `said` carries each message after it; `ended` comes last, exactly once, when the
    whole tree is gone. Each carries the worker first.
    """

    ready = Signal(object)
    said = Signal(object, object)  # FromWorker
    ended = Signal(object, object)  # WorkerEnd

    def __init__(
        self, command: WorkerCommand, sessions: Sessions, *, threads: int, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.hello: Hello | None = None
        self.suspended = False
        self._sessions = sessions
        self._line = bytearray()
        self._tail = bytearray()
        self._rubbish = ""
        self._trouble = ""
        self._by_engine = False
        self._over = False
        self._exit_code: int | None = None
        self._signal: int | None = None
        self._job: JobObject | None = None
        self._burials = 0
        self._kills_before = kernel_memory_kills()
        self._ladder = QTimer(self)
        self._ladder.setSingleShot(True)
        self._ladder.timeout.connect(self._climb)
        self._climbed = 0
        self._burial = QTimer(self)
        self._burial.setInterval(_BURIAL_INTERVAL_MS)
        self._burial.timeout.connect(self._bury)
        self._process = QProcess(self)
        self._process.setProcessEnvironment(_environment(command, threads))
        if not process_tree.WINDOWS:
            parameters = QProcess.UnixProcessParameters()
            parameters.flags = (
                QProcess.UnixProcessFlag.CreateNewSession | QProcess.UnixProcessFlag.ResetSignalHandlers
            )
            self._process.setUnixProcessParameters(parameters)
        self._process.readyReadStandardOutput.connect(self._read)
        self._process.readyReadStandardError.connect(self._read_log)
        self._process.finished.connect(self._finish)
        self._process.errorOccurred.connect(self._note_error)
        self._process.start(command.program, list(command.arguments))
        self.pid = int(self._process.processId())
        if self.pid:
            sessions.register(self.pid)
            self._yield_to_others()

    @property
    def over(self) -> bool:
        """Whether it has ended, or is about to on the engine's word."""
        return self._over or self._by_engine or bool(self._rubbish)

    @property
    def log_tail(self) -> str:
        """The end of what it has written to stderr, at most 4 KiB."""
        return self._tail[-SHORT_TAIL:].decode("utf-8", "replace")

    def send(self, message: ToWorker) -> bool:
        """Write one message; False where it is longer than a line may be."""
        line = messages.encode(message)
        if len(line) > messages.MAX_LINE:
            return False
        if self._process.bytesToWrite() > MAX_WAITING:
            self._refuse("it does not read what is sent to it")
        elif self._process.state() != QProcess.ProcessState.NotRunning:
            self._process.write(line)
        return True

    # The ladder ---------------------------------------------------------------------------------------------

    def cancel(self, attempt_id: str) -> None:
        """Ask it to stop, then end the tree within `CANCEL_GRACE_MS + TERMINATE_GRACE_MS`."""
        if self._by_engine:
            return
        self._by_engine = True
        if self.suspended or self.hello is None:
            self.kill()
            return
        self.send(Cancel(attempt_id))
        self._climbed = 1
        self._ladder.start(CANCEL_GRACE_MS)

    def dismiss(self) -> None:
        """Let an idle worker go: the end of its stdin, then the ladder."""
        if self._by_engine:
            return
        self._by_engine = True
        if self.suspended:
            self.kill()
            return
        self._process.closeWriteChannel()
        self._climbed = 1
        self._ladder.start(CANCEL_GRACE_MS)

    def kill(self) -> None:
        """End the whole tree at once, stopped or not."""
        self._by_engine = self._by_engine or not self._rubbish
        self._ladder.stop()
        if self._job is not None:
            self._job.end()
        if self.pid and not self._over:
            process_tree.kill_session(self.pid)
        self._process.kill()

    def suspend(self) -> None:
        if not self.suspended and not self.over and self.pid and not process_tree.WINDOWS:
            self.suspended = True
            process_tree.signal_session(self.pid, signal.SIGSTOP)

    def resume(self) -> None:
        if self.suspended:
            self.suspended = False
            process_tree.signal_session(self.pid, signal.SIGCONT)

    def _climb(self) -> None:
        if self._climbed == 1 and not process_tree.WINDOWS:
            self._climbed = 2
            # A stopped process takes SIGTERM only once it goes on.
            process_tree.signal_session(self.pid, signal.SIGTERM)
            process_tree.signal_session(self.pid, signal.SIGCONT)
            self._ladder.start(TERMINATE_GRACE_MS)
        else:
            self.kill()

    # Bytes --------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        data = bytes(self._process.readAllStandardOutput().data())
        if self._rubbish:
            return
        *lines, rest = data.split(b"\n")
        if lines:
            lines[0] = bytes(self._line) + lines[0]
            self._line.clear()
        self._line += rest
        for line in lines:
            if self._rubbish:
                return
            self._hear(line)
        if len(self._line) > messages.MAX_LINE:
            self._refuse(f"a line over {messages.MAX_LINE // 1024 // 1024} MiB")

    def _hear(self, line: bytes) -> None:
        if len(line) > messages.MAX_LINE:
            self._refuse(f"a line over {messages.MAX_LINE // 1024 // 1024} MiB")
            return
        try:
            message: FromWorker = messages.decode_from_worker(line)
        except messages.MalformedMessage as error:
            self._refuse(str(error))
            return
        if isinstance(message, Hello):
            if message.protocol != messages.PROTOCOL:
                self._refuse(f"it speaks protocol {message.protocol}, this program {messages.PROTOCOL}")
            else:
                self.hello = message
                self.ready.emit(self)
        elif self.hello is None:
            self._refuse("it spoke before its greeting")
        else:
            self.said.emit(self, message)

    def _read_log(self) -> None:
        self._tail += bytes(self._process.readAllStandardError().data())
        if len(self._tail) > LOG_TAIL:
            del self._tail[: len(self._tail) - LOG_TAIL]

    def _refuse(self, why: str) -> None:
        if not self._rubbish:
            self._rubbish = why
            self._line.clear()
            _log.warning("worker %d is ended: %s", self.pid, why)
            self.kill()

    # The end ------------------------------------------------------------------------------------------------

    def _finish(self, code: int, status: QProcess.ExitStatus) -> None:
        self._read()
        self._read_log()
        if self._line and not self._rubbish:
            self._rubbish = "it ended in the middle of a message"
        if status == QProcess.ExitStatus.CrashExit:
            # Under Unix Qt hands out the signal's number as the exit code of a crash.
            self._signal = code
        else:
            self._exit_code = code
        self._ladder.stop()
        self._bury()

    def _note_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._trouble = self._process.errorString()
            # Not from within the constructor: nobody listens yet.
            self._burial.start()

    def _bury(self) -> None:
        """Whatever the worker started goes with it. Says so when nothing is left."""
        if self._over:
            return
        if self._job is not None:
            self._job.end()
        if self.pid and not process_tree.kill_session(self.pid):
            self._burials += 1
            if self._burials < _BURIAL_LIMIT:
                self._burial.start()
                return
            _log.error("session %d does not end: %s", self.pid, process_tree.members(self.pid))
        elif self.pid:
            self._sessions.forget(self.pid)
        self._over = True
        self._burial.stop()
        self.ended.emit(
            self,
            WorkerEnd(
                exit_code=self._exit_code,
                signal_number=self._signal,
                rubbish=self._rubbish,
                trouble=self._trouble,
                by_engine=self._by_engine,
                kernel_kills=kernel_memory_kills() - self._kills_before,
                log_tail=self._tail.decode("utf-8", "replace"),
            ),
        )

    def _yield_to_others(self) -> None:
        if process_tree.WINDOWS:
            self._job = JobObject(self.pid)
            return
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, self.pid, NICE)
        if sys.platform == "linux":
            with contextlib.suppress(psutil.Error, OSError):
                # The last of the best-effort class: the idle class would never read on a busy drive.
                psutil.Process(self.pid).ionice(psutil.IOPRIO_CLASS_BE, 7)
            with contextlib.suppress(OSError):
                Path(f"/proc/{self.pid}/oom_score_adj").write_text(str(OOM_SCORE), encoding="ascii")


def _environment(command: WorkerCommand, threads: int) -> QProcessEnvironment:
    values = child_environment()
    # Each library has its own pool; with several workers the pools would fight for the cores.
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        values[name] = str(threads)
    values |= command.environment
    environment = QProcessEnvironment()
    for name, value in values.items():
        environment.insert(name, value)
    return environment
