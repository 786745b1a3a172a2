"""A small program with one worker whose grandchild ignores SIGTERM; tests end it by every signal.

Arguments: the fake worker, the run folder, the clip, and "suspend" or "run". Prints the worker's number when ready.
"""

import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtCore import QCoreApplication, QTimer

from momentry_desk.core.messages import Scan
from momentry_desk.engine import process_tree
from momentry_desk.engine.sessions import Sessions
from momentry_desk.engine.worker_command import WorkerCommand
from momentry_desk.engine.worker_process import WorkerProcess


def main() -> None:
    fake_worker, run_folder, clip, state = sys.argv[1:5]
    # Python's own handler would wait for Python to run, which Qt's loop does not let it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    application = QCoreApplication(sys.argv[:1])
    sessions = Sessions(Path(run_folder))
    worker = WorkerProcess(WorkerCommand(sys.executable, (fake_worker,)), sessions, threads=1)
    worker.ready.connect(lambda _: worker.send(Scan("attempt_1", "uuid", clip, ("ocr",))))

    def tell() -> None:
        if len(process_tree.members(worker.pid)) > 1:
            timer.stop()
            if state == "suspend":
                worker.suspend()
            sys.stdout.write(f"{worker.pid} {sessions.janitor_pid}\n")
            sys.stdout.flush()

    timer = QTimer()
    timer.timeout.connect(tell)
    timer.start(20)
    application.exec()


main()
