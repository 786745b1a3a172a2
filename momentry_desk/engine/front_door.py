"""The local socket, the user's alone, where other starts of the program and the command line come in.

Threads of its own; they reach the queue through the facade, as everybody does.
"""

import contextlib
import hashlib
import logging
import os
import tempfile
import threading
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from momentry_desk.core import door
from momentry_desk.core.findings import FaceSighting, Finding, Scene
from momentry_desk.core.paths import path_from_text
from momentry_desk.engine import process_tree
from momentry_desk.engine.errors import EngineStopped

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine

_log = logging.getLogger(__name__)

#: A path of a Unix socket is at most 107 bytes long (unix(7)); macOS allows 103.
_MAX_ADDRESS = 100
#: How long a command may take; an addition waits for slow drives and has no bound of its own.
_ANSWER_S = 120.0


def address(data_folder: Path) -> str:
    """Where the engine of this data folder listens."""
    mark = hashlib.sha256(os.fsencode(data_folder.resolve())).hexdigest()[:16]
    if process_tree.WINDOWS:
        return rf"\\.\pipe\momentry-desk-{mark}"
    near = str(data_folder / "run" / "door")
    if len(os.fsencode(near)) <= _MAX_ADDRESS:
        return near
    return str(Path(tempfile.gettempdir()) / f"momentry-{os.getuid()}-{mark}" / "door")


class FrontDoor:
    """Open from the constructor to `close`. Raises OSError where no socket can be made."""

    def __init__(self, data_folder: Path, engine: "Engine") -> None:
        self._engine = engine
        self._data_folder = data_folder
        self._address = address(data_folder)
        if not process_tree.WINDOWS:
            place = Path(self._address)
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            status = place.parent.stat()
            if status.st_uid != os.getuid() or status.st_mode & 0o077:
                raise PermissionError(f"{place.parent} is open to others")
            # The data folder's lock is held, so whoever listened here is gone.
            place.unlink(missing_ok=True)
        self._listener = Listener(self._address)
        self._closing = False
        self._guests: dict[threading.Thread, Connection] = {}
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._listen, name="front door", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Let nobody in any more and see the guests out."""
        self._closing = True
        with contextlib.suppress(OSError, EOFError):
            # A call of our own ends the wait for the next one.
            Client(self._address).close()
        self._thread.join(5)
        self._listener.close()
        if not process_tree.WINDOWS and Path(self._address).parent != self._data_folder / "run":
            with contextlib.suppress(OSError):
                Path(self._address).parent.rmdir()
        with self._lock:
            guests = dict(self._guests)
        for connection in guests.values():
            with contextlib.suppress(OSError):
                _hang_up(connection)
        for thread in guests:
            thread.join(5)

    def _listen(self) -> None:
        while not self._closing:
            try:
                connection = self._listener.accept()
            except (OSError, EOFError):
                if self._closing:
                    return
                _log.exception("a guest at the front door was lost")
                continue
            thread = threading.Thread(target=self._serve, args=(connection,), name="guest", daemon=True)
            with self._lock:
                self._guests[thread] = connection
            thread.start()

    def _serve(self, connection: Connection) -> None:
        with contextlib.suppress(EOFError, OSError), connection:
            while not self._closing:
                try:
                    answer = self._answer(door.decode_request(connection.recv_bytes(door.MAX_BYTES)))
                except EngineStopped as error:
                    answer = door.NotDone(str(error))
                except (EOFError, OSError):
                    break
                except Exception as error:  # noqa: BLE001 - who asked must hear of it, whatever it is
                    answer = door.NotDone(str(error))
                connection.send_bytes(door.encode(answer))
        with self._lock:
            self._guests.pop(threading.current_thread(), None)

    def _answer(self, request: door.Request) -> door.Answer:
        engine = self._engine
        match request:
            case door.AddPaths():
                added = engine.add(
                    request.paths,
                    scan=request.scan,
                    processors=request.processors,
                    priority=request.priority,
                    force=request.force,
                )
                return door.AddedPaths(added.result())
            case door.AskSnapshot():
                return door.Snapshot(engine.snapshot())
            case door.AskRows():
                rows = engine.rows(request.task_ids).result(_ANSWER_S)
                return door.Rows(rows)
            case door.AskVideos():
                return door.Videos(engine.videos(thumbnails=False).result(_ANSWER_S))
            case door.AskFindings():
                findings = engine.findings(request.file_uuid).result(_ANSWER_S)
                return door.Findings(tuple(map(_plain_finding, findings)))
            case door.PauseQueue():
                pause = engine.pause(by="user", reason=request.reason, finish_running=request.finish_running)
                return door.Snapshot(pause.result(_ANSWER_S))
            case door.ResumeQueue():
                return door.Snapshot(engine.resume().result(_ANSWER_S))
            case door.CancelTasks():
                tasks = engine.cancel(request.task_ids).result(_ANSWER_S)
                return door.Changed(tuple(task.task_id for task in tasks))
            case door.RetryTasks():
                tasks = engine.retry(request.task_ids).result(_ANSWER_S)
                return door.Changed(tuple(task.task_id for task in tasks))
            case door.RetryFailed():
                tasks = engine.retry_failed().result(_ANSWER_S)
                return door.Changed(tuple(task.task_id for task in tasks))
            case door.FindMissing():
                # As long as the drives take, like an addition.
                return door.MissingFound(engine.library.find(request.paths).result())
            case door.AnswerFaces():
                engine.change_settings({"privacy.faces": request.answer}).result(_ANSWER_S)
                return door.Snapshot(engine.snapshot())
            case door.ExportQueue():
                target = Path(path_from_text(request.path))
                return door.Exported(engine.queue_files.export(target, overwrite=request.overwrite).result())
            case door.ImportQueue():
                taken = engine.queue_files.take_in(Path(path_from_text(request.path)))
                return door.QueueImported(taken.result())
            case door.ShowWindow():
                if not engine.has_window:
                    return door.NotDone("The program that runs on this data folder has no window.")
                engine.window_wanted.emit()
                return door.Snapshot(engine.snapshot())
            case door.PrioritizeTasks():
                positions = engine.prioritize(request.task_ids).result(_ANSWER_S)
                return door.Changed(tuple(positions), positions)
            case door.ClearQueue():
                gone = engine.clear(pending=request.pending, running=request.running, finished=request.finished)
                return door.Changed(gone.result(_ANSWER_S))


def _plain_finding(finding: Finding) -> Finding:
    match finding:
        case FaceSighting():
            return msgspec.structs.replace(finding, embedding=b"", crop=b"")
        case Scene():
            return msgspec.structs.replace(finding, thumbnail=b"")
        case _:
            return finding


def _hang_up(connection: Connection) -> None:
    """Wake a thread that waits for the next request: closing alone would leave it waiting."""
    if process_tree.WINDOWS:
        connection.close()
        return
    import socket

    with socket.socket(fileno=os.dup(connection.fileno())) as twin:
        twin.shutdown(socket.SHUT_RDWR)


class Caller:
    """The other side: speaks to the engine that runs on a data folder. Raises `NobodyThere`."""

    def __init__(self, data_folder: Path) -> None:
        try:
            self._connection = Client(address(data_folder))
        except (OSError, EOFError) as error:
            raise NobodyThere(data_folder) from error

    def ask(self, request: door.Request) -> door.Answer:
        """Raises `NotAnswered` where the other side ended meanwhile or refused."""
        try:
            self._connection.send_bytes(door.encode(request))
            answer = door.decode_answer(self._connection.recv_bytes(door.MAX_BYTES))
        except (OSError, EOFError) as error:
            raise NotAnswered("The program that was asked ended before it answered.") from error
        except door.NotUnderstood as error:
            raise NotAnswered(
                "The program that runs there is of another version. Close it and try again."
            ) from error
        if isinstance(answer, door.NotDone):
            raise NotAnswered(answer.message)
        return answer

    def close(self) -> None:
        """A thread that waits for an answer gets `NotAnswered`."""
        with contextlib.suppress(OSError):
            _hang_up(self._connection)
        self._connection.close()


class NobodyThere(Exception):
    """No program runs on the data folder."""

    def __init__(self, data_folder: Path) -> None:
        super().__init__(
            f"Nothing runs on {data_folder}. Start the window, `momentry-desk serve` or `momentry-desk scan PATH…`."
        )


class NotAnswered(Exception):
    """The other program did not do what was asked."""
