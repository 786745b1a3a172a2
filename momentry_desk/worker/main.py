"""The child process: says hello, carries out one request after another, and ends with the engine.

Nothing heavy is imported before the first request asks for it, and what was loaded stays for the next.
"""

import faulthandler
import os
import queue
import signal
import sys
import threading
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from momentry_desk import __version__
from momentry_desk.core.messages import (
    PROTOCOL,
    Acknowledge,
    Cancel,
    CheckWeights,
    ClipDone,
    ClipProgress,
    CompareFaces,
    CutClip,
    CutFound,
    Failed,
    FindCut,
    FromWorker,
    Hello,
    InstallWeights,
    Look,
    LookDone,
    MalformedMessage,
    RemoveWeights,
    Scan,
    Stopped,
    Survey,
    WeightsChecked,
    WeightsDone,
    WeightsProgress,
    decode_to_worker,
)
from momentry_desk.core.model import Failure, FailureKind
from momentry_desk.core.paths import path_from_text, readable
from momentry_desk.core.sentences import Said, say
from momentry_desk.core.weights import ModelState
from momentry_desk.processors.base import processor_names
from momentry_desk.processors.reporting import ScanControl
from momentry_desk.worker import process_setup
from momentry_desk.worker.channel import Channel

if TYPE_CHECKING:
    from momentry_desk.processors.scan import WarmProcessors

#: How long a scan may take to notice that the engine is gone, before the process ends all the same. Seconds.
_GRACE_S = 1.0

#: What `run_worker` answers when the engine spoke nonsense.
_BAD_WORD = 2

Request = Scan | Look | Survey | InstallWeights | CheckWeights | RemoveWeights | CompareFaces | FindCut | CutClip


class Worker:
    """One engine's worker: a thread reads, the calling thread works."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._requests: queue.SimpleQueue[tuple[Request, ScanControl | None] | None] = queue.SimpleQueue()
        self._controls: dict[str, ScanControl] = {}
        self._ending = threading.Event()
        self._exit_code = 0
        self._warm: WarmProcessors | None = None

    def run(self) -> int:
        """Work until the engine closes the pipe. Answers the exit code."""
        threading.Thread(target=self._listen, name="listen", daemon=True).start()
        self._send(Hello(PROTOCOL, __version__, os.getpid(), processor_names()))
        while (taken := self._requests.get()) is not None:
            match taken:
                case Scan() as request, ScanControl() as control:
                    self._scan(request, control)
                case Look() as request, _:
                    self._look(request)
                case Survey() as request, _:
                    self._survey(request)
                case InstallWeights() as request, _:
                    self._install(request)
                case CheckWeights() as request, _:
                    self._check(request)
                case RemoveWeights() as request, _:
                    self._remove(request)
                case CompareFaces() as request, _:
                    self._compare(request)
                case FindCut() as request, _:
                    self._find_cut(request)
                case CutClip() as request, ScanControl() as control:
                    self._cut(request, control)
        return self._exit_code

    def _listen(self) -> None:
        try:
            for line in self._channel.lines():
                self._take(line)
        except MalformedMessage as error:
            sys.stderr.write(f"The engine's message was not understood: {error}\n")
            self._exit_code = _BAD_WORD
        except OSError as error:
            sys.stderr.write(f"The pipe to the engine broke: {error}\n")
        self._ending.set()
        self._requests.put(None)
        for control in list(self._controls.values()):
            control.cancel()
        # A library may be deep in a call that asks nobody: the process ends with the engine, not after that call.
        threading.Event().wait(_GRACE_S)
        sys.stderr.flush()
        os._exit(self._exit_code)

    def _take(self, line: bytes) -> None:
        message = decode_to_worker(line)
        match message:
            case Acknowledge(attempt_id, number):
                if control := self._controls.get(attempt_id):
                    control.acknowledge(number)
            case Cancel(attempt_id):
                if control := self._controls.get(attempt_id):
                    control.cancel()
            case Scan(attempt_id) | CutClip(attempt_id):
                # Known from here on, so that a cancel right behind it finds it.
                control = self._controls[attempt_id] = ScanControl()
                self._requests.put((message, control))
            case (
                Look() | Survey() | InstallWeights() | CheckWeights() | RemoveWeights() | CompareFaces() | FindCut()
            ):
                self._requests.put((message, None))

    def _scan(self, request: Scan, control: ScanControl) -> None:
        from momentry_desk.processors import scripted

        try:
            if scripted.is_script(path_from_text(request.path)):
                self._send(scripted.play(request, self._send, control, self._channel.send_raw))
                return
            from momentry_desk.processors.scan import WarmProcessors, scan

            if self._warm is None:
                self._warm = WarmProcessors()
            self._send(scan(request, self._send, control, self._warm))
        except MemoryError:
            text = say(Said.NO_MEMORY_TO_LOAD)
            self._send(Failed(request.attempt_id, Failure(FailureKind.OUT_OF_MEMORY, text)))
        except Exception as error:  # noqa: BLE001 - a scan always ends with a word
            text = say(Said.SCAN_NOT_STARTED, fault=f"{type(error).__name__}: {error}")
            self._send(Failed(request.attempt_id, Failure(FailureKind.INTERNAL, text, traceback.format_exc())))
        finally:
            if self._controls.get(request.attempt_id) is control:
                del self._controls[request.attempt_id]

    def _look(self, request: Look) -> None:
        from momentry_desk.processors.look import look

        try:
            look(request, self._send, self._ending.is_set)
        except Exception:  # noqa: BLE001 - a look always ends with a word
            traceback.print_exc(file=sys.stderr)
            self._send(LookDone(request.look_id))

    def _survey(self, request: Survey) -> None:
        from momentry_desk.processors.survey import survey

        survey(request, self._send, self._ending.is_set)

    def _install(self, request: InstallWeights) -> None:
        def progress(name: str, received: int, total: int) -> None:
            self._send(WeightsProgress(request.install_id, name, received, total))

        try:
            from momentry_desk.processors import weight_fetch

            failures = weight_fetch.install(request.names, Path(path_from_text(request.folder)), progress)
        except Exception as error:  # noqa: BLE001 - an installation always ends with a word
            traceback.print_exc(file=sys.stderr)
            fault = f"{type(error).__name__}: {error}"
            failures = {name: say(Said.FETCH_FAULT, model=name, fault=fault) for name in request.names}
        self._send(WeightsDone(request.install_id, failures))

    def _check(self, request: CheckWeights) -> None:
        from momentry_desk.processors import weight_files

        folders = [path_from_text(folder) for folder in request.folders]
        states = []
        for name in request.names:
            try:
                states.append(weight_files.state(name, folders, anew=request.anew))
            except OSError as error:
                text = say(Said.MODEL_UNREADABLE, model=name, why=error.strerror or error)
                states.append(ModelState(name, installed=False, problem=text, wrong=True))
        self._send(WeightsChecked(request.install_id, tuple(states)))

    def _remove(self, request: RemoveWeights) -> None:
        from momentry_desk.processors import weight_files
        from momentry_desk.processors.base import ProcessorTrouble

        try:
            weight_files.remove(request.name, Path(path_from_text(request.folder)))
        except (ProcessorTrouble, OSError) as error:
            self._send(WeightsDone(request.install_id, {request.name: str(error)}))
        else:
            self._send(WeightsDone(request.install_id))

    def _compare(self, request: CompareFaces) -> None:
        from momentry_desk.processors import likeness

        self._send(likeness.compare(request))

    def _find_cut(self, request: FindCut) -> None:
        from momentry_desk.footage import clips

        begin_s: float | None = None
        try:
            begin_s = clips.key_frame_before(path_from_text(request.path), request.at_s)
        except Exception:  # noqa: BLE001 - the clip itself will say what is wrong with the file
            traceback.print_exc(file=sys.stderr)
        self._send(CutFound(request.clip_id, begin_s))

    def _cut(self, request: CutClip, control: ScanControl) -> None:
        from momentry_desk.footage import clips
        from momentry_desk.footage.drafts import NotWritten
        from momentry_desk.footage.media import MediaTrouble

        def told(fraction: float) -> None:
            self._send(ClipProgress(request.clip_id, fraction))

        try:
            made = clips.cut(request.wish, request.draft, told, lambda: control.cancelled)
            self._send(ClipDone(request.clip_id, made))
        except clips.CutOff:
            self._send(Stopped(request.clip_id))
        except MediaTrouble as trouble:
            self._send(ClipDone(request.clip_id, None, trouble.failure.message))
        except NotWritten as refusal:
            self._send(ClipDone(request.clip_id, None, str(refusal)))
        except Exception as error:  # noqa: BLE001 - a clip always ends with a word
            traceback.print_exc(file=sys.stderr)
            why = f"{type(error).__name__}: {error}"
            text = say(Said.CLIP_NOT_WRITTEN, path=readable(request.wish.output), why=why)
            self._send(ClipDone(request.clip_id, None, text))
        finally:
            self._controls.pop(request.clip_id, None)

    def _send(self, message: FromWorker) -> None:
        try:
            self._channel.send(message)
        except OSError:
            # Nobody reads any more.
            os._exit(self._exit_code)


def run_worker() -> int:
    """Be a worker on this process's stdin and stdout; answers the exit code."""
    process_setup.end_with_parent()
    process_setup.step_back()
    process_setup.bound_pools()
    process_setup.bound_heaps()
    faulthandler.enable()
    # Ctrl-C in a terminal is for the program, which then ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return Worker(Channel.take_over()).run()
