"""One pass over one file for all asked processors: the picture is decoded once, the sound beside it."""

import contextlib
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import cv2

from momentry_desk.core import weights
from momentry_desk.core.findings import Checkpoint, Finding
from momentry_desk.core.messages import Failed, FromWorker, ProcessorCost, Scan, Started, Stopped, Succeeded
from momentry_desk.core.model import Failure, FailureKind, MediaInfo
from momentry_desk.core.paths import name_of, path_from_text
from momentry_desk.core.sentences import Said, say
from momentry_desk.footage import media, spare_memory
from momentry_desk.footage.sound import SoundStream
from momentry_desk.processors import content, process_figures, weight_files
from momentry_desk.processors.ahead import Ahead
from momentry_desk.processors.base import (
    SAMPLE_RATE,
    Cancelled,
    Context,
    MissingModel,
    Processor,
    ProcessorTrouble,
    load_processor,
)
from momentry_desk.processors.behind import Behind
from momentry_desk.processors.frames import DecodedFrame, FrameStream
from momentry_desk.processors.lanes import AudioLane, VideoLane, begin_all, fingerprint
from momentry_desk.processors.reporting import Clock, Reporting, ScanControl

#: A chunk is closed at the first boundary after this. Seconds of wall time.
CHUNK_INTERVAL_S = 10.0

#: Freed memory is handed back this often. Each time costs up to 0.02 CPU seconds, with the pages that are taken
#: again; without, a worker holds 20 to 50 MiB more the longer it runs. Seconds of wall time.
HAND_BACK_INTERVAL_S = 5.0

#: A chunk that holds this much is closed before its time, so that no message comes near the longest line.
_CHUNK_BYTES = 2 * 1024 * 1024

#: Frames that are decoded before they are asked for. Of 4K film each takes 12 MiB.
_FRAMES_AHEAD = 4

#: Frames that wait for a processor that looks at some of them only: so decoding goes on while it thinks.
_FRAMES_BEHIND = 2

#: To begin takes less where every model is loaded already; loading leaves 100 MiB freed. CPU seconds.
_LOADED_S = 0.1

#: Less than this is not worth a warning. Seconds.
_LOSS_WORTH_TELLING_S = 0.05

#: The name under which the cost of decoding stands beside those of the processors.
DECODE = "decode"

LastWord = Succeeded | Failed | Stopped

_Picked = tuple[float, DecodedFrame]


class WarmProcessors:
    """The processors of this process, each made once, their models loaded once."""

    def __init__(self) -> None:
        self._made: dict[str, Processor] = {}

    def get(self, name: str) -> Processor:
        """Raises `UnknownProcessor`."""
        if name not in self._made:
            self._made[name] = load_processor(name)
        return self._made[name]


def scan(
    request: Scan,
    report: Callable[[FromWorker], None],
    control: ScanControl,
    warm: WarmProcessors,
    *,
    clock: Clock = time.monotonic,
    chunk_interval_s: float = CHUNK_INTERVAL_S,
) -> LastWord:
    """Carry out `request` and answer the last word, which the caller sends.

    `report` is called from two threads at once. Never raises: what goes wrong is a `Failed` with a sentence.
    """
    name = name_of(request.path)
    try:
        return _Pass(request, report, control, warm, clock, chunk_interval_s).run()
    except Cancelled:
        return Stopped(request.attempt_id)
    except media.MediaTrouble as trouble:
        return Failed(request.attempt_id, trouble.failure)
    except MemoryError:
        text = say(Said.NO_MEMORY, file=name)
        return Failed(request.attempt_id, Failure(FailureKind.OUT_OF_MEMORY, text, traceback.format_exc()))
    except Exception as error:  # noqa: BLE001 - the last word must be said whatever happens
        text = say(Said.FAULT, file=name, fault=f"{type(error).__name__}: {error}")
        return Failed(request.attempt_id, Failure(FailureKind.INTERNAL, text, traceback.format_exc()))


class _Pass:
    def __init__(
        self,
        request: Scan,
        report: Callable[[FromWorker], None],
        control: ScanControl,
        warm: WarmProcessors,
        clock: Clock,
        chunk_interval_s: float,
    ) -> None:
        self._request = request
        self._report = report
        self._warm = warm
        self._clock = clock
        self._chunk_interval_s = chunk_interval_s
        self._path = path_from_text(request.path)
        self._name = name_of(request.path)
        self._reporting = Reporting(request.attempt_id, request.processors, report, control, clock)
        self._figures = process_figures.Figures()
        self._halted = threading.Event()
        self._handing_back = _Interval(clock, HAND_BACK_INTERVAL_S)
        self._thread_cpu_s = 0.0
        self._loading_s = 0.0
        self._unreadable: list[Said] = []

    def run(self) -> LastWord:
        request = self._request
        info = media.probe(self._path)
        content_id = self._content_id()
        cv2.setNumThreads(request.threads)
        lanes, failures, restarted = self._lanes(content_id)
        self._report(Started(request.attempt_id, info, tuple(restarted)))
        begun = time.thread_time()
        begin_all(lanes, lambda name: self._context(name, info))
        self._loading_s = time.thread_time() - begun
        if self._loading_s > _LOADED_S:
            spare_memory.hand_back()
        self._reporting.progress({lane.name: 1.0 for lane in lanes if lane.done})
        self._both_streams(lanes, info)
        self._reporting.drain()
        self._reporting.tell_progress()
        failures.update({lane.name: lane.failure for lane in lanes if lane.failure})
        completed = tuple(lane.name for lane in lanes if lane.done)
        if failures:
            return Failed(request.attempt_id, _one_failure(failures), completed)
        return Succeeded(request.attempt_id, self._costs(lanes), self._figures.peak_memory())

    def _content_id(self) -> str:
        try:
            found = content.file_uuid(self._path)
        except OSError as error:
            raise media.trouble_from(error, self._path) from error
        if self._request.file_uuid not in ("", found):
            text = say(Said.CONTENT_CHANGED, file=self._name)
            raise media.MediaTrouble(FailureKind.SOURCE_INVALID, text)
        return found

    def _lanes(self, content_id: str) -> tuple[list[VideoLane | AudioLane], dict[str, Failure], list[str]]:
        lanes: list[VideoLane | AudioLane] = []
        failures: dict[str, Failure] = {}
        restarted: list[str] = []
        marks = {checkpoint.processor: checkpoint for checkpoint in self._request.checkpoints}
        for name in dict.fromkeys(self._request.processors):
            try:
                processor = self._warm.get(name)
            except ProcessorTrouble as trouble:
                failures[name] = trouble.failure()
                continue
            own = fingerprint(content_id, processor, self._request.options.get(name, {}), self._request.audio_track)
            checkpoint = marks.get(name)
            if checkpoint is not None and checkpoint.fingerprint != own:
                checkpoint = None
                restarted.append(name)
            kind = VideoLane if processor.stream == "video" else AudioLane
            lanes.append(kind(name, processor, own, checkpoint))
        return lanes, failures, restarted

    def _context(self, name: str, info: MediaInfo) -> Context:
        return Context(
            media=info,
            threads=self._request.threads,
            options=self._request.options.get(name, {}),
            find_weights=self._find_weights,
            alive=self._reporting.alive,
            notice=self._reporting.notice,
        )

    def _find_weights(self, model: str) -> Path:
        try:
            return weight_files.find(model, self._request.weight_folders)
        except weights.UnknownModel as error:
            raise MissingModel(model, _sentence(str(error))) from error

    def _both_streams(self, lanes: Sequence[VideoLane | AudioLane], info: MediaInfo) -> None:
        """The sound on a thread of its own, the picture on this one; the first error of either ends both."""
        seen = [lane for lane in lanes if isinstance(lane, VideoLane) and lane.working]
        heard = [lane for lane in lanes if isinstance(lane, AudioLane) and lane.working]
        errors: list[BaseException] = []

        def carry_out(work: Callable[[], None]) -> None:
            begun = time.thread_time()
            try:
                work()
            except BaseException as error:  # noqa: BLE001 - told on by the thread that waits for both
                errors.append(error)
                self._halted.set()
            finally:
                self._thread_cpu_s += time.thread_time() - begun

        listener = threading.Thread(target=carry_out, args=(lambda: self._sound(heard, info),), name="sound")
        if heard:
            listener.start()
        if seen:
            carry_out(lambda: self._picture(seen, info))
        if heard:
            listener.join()
        if errors:
            # A halt is only the echo of the other stream's error.
            raise next((error for error in errors if not isinstance(error, _Halted)), errors[0])
        asked = (bool(seen) and info.has_video) + (bool(heard) and info.has_audio)
        if self._unreadable and len(self._unreadable) == asked:
            raise media.MediaTrouble(FailureKind.SOURCE_INVALID, say(Said.UNDECODABLE, file=self._name))
        for what in self._unreadable:
            self._reporting.notice(say(what, file=self._name))

    def _picture(self, lanes: Sequence[VideoLane], info: MediaInfo) -> None:
        """Decoding on one thread, who sees every frame on this one, each of the others on one of its own."""
        stream = FrameStream(self._path, threads=self._request.threads)
        if info.has_video:
            marks = [lane.after_s for lane in lanes]
            after_s = None if None in marks else min(mark for mark in marks if mark is not None)
            decoding = Ahead(stream.frames(after_s), _FRAMES_AHEAD, "decode")
            behind = {lane: _behind(lane) for lane in lanes if not lane.sees_all}
            try:
                with contextlib.ExitStack() as threads:
                    threads.enter_context(decoding)
                    for thread in behind.values():
                        threads.enter_context(thread)
                    self._pictures(lanes, behind, decoding, lambda at_s: _share(at_s, info, stream.read_share))
            finally:
                self._thread_cpu_s += decoding.cpu_s + sum(thread.cpu_s for thread in behind.values())
            if not any(lane.working for lane in lanes):
                return
            self._tell_loss(stream, lost=Said.PICTURE_LOST, unreadable=Said.PICTURE_UNREADABLE)
        self._finish(lanes, stream.end_s)

    def _pictures(
        self,
        lanes: Sequence[VideoLane],
        behind: Mapping[VideoLane, "Behind[_Picked]"],
        decoding: Ahead[_Picked],
        share: Callable[[float], float],
    ) -> None:
        closing = _Interval(self._clock, self._chunk_interval_s)
        for time_s, frame in decoding:
            for lane in lanes:
                if lane.picks(time_s):
                    if lane in behind:
                        behind[lane].put((time_s, frame))
                    else:
                        lane.feed(time_s, frame)
            self._go_on(lanes, share(time_s))
            if not any(lane.working for lane in lanes):
                return
            self._close_when_due(lanes, closing)
        for thread in behind.values():
            thread.wait()

    def _sound(self, lanes: Sequence[AudioLane], info: MediaInfo) -> None:
        stream = SoundStream(self._path, rate=SAMPLE_RATE, track=self._request.audio_track)
        if info.has_audio:
            closing = _Interval(self._clock, self._chunk_interval_s)
            for time_s, samples in stream.blocks(min(lane.mark_s for lane in lanes)):
                for lane in lanes:
                    if lane.working:
                        lane.feed(time_s, samples)
                self._go_on(lanes, _share(time_s, info, 0.0))
                if not any(lane.working for lane in lanes):
                    return
                self._close_when_due(lanes, closing)
            self._tell_loss(stream, lost=Said.SOUND_LOST, unreadable=Said.SOUND_UNREADABLE)
        self._finish(lanes, stream.end_s)

    def _go_on(self, lanes: Sequence[VideoLane | AudioLane], share: float) -> None:
        if self._halted.is_set():
            raise _Halted
        # The last hundredth belongs to what a processor does at the end.
        self._reporting.progress({lane.name: min(share, 0.99) for lane in lanes if lane.working})

    def _finish(self, lanes: Sequence[VideoLane | AudioLane], end_s: float) -> None:
        for lane in lanes:
            if lane.working:
                lane.finish(end_s)
                self._reporting.alive()
        self._send(lanes)
        self._reporting.progress({lane.name: 1.0 for lane in lanes if lane.done})

    def _close_when_due(self, lanes: Sequence[VideoLane | AudioLane], closing: "_Interval") -> None:
        if closing.due() or sum(lane.waiting_bytes for lane in lanes) > _CHUNK_BYTES:
            self._send(lanes)
            closing.begin()
        if self._handing_back.due():
            self._handing_back.begin()
            spare_memory.hand_back()

    def _send(self, lanes: Sequence[VideoLane | AudioLane]) -> None:
        findings: list[Finding] = []
        checkpoints: list[Checkpoint] = []
        merges: dict[int, int] = {}
        for lane in lanes:
            found, checkpoint, merged = lane.take()
            if checkpoint is not None:
                findings += found
                checkpoints.append(checkpoint)
                merges |= merged
        if checkpoints:
            self._reporting.send(findings, checkpoints, merges)

    def _tell_loss(self, stream: FrameStream | SoundStream, *, lost: Said, unreadable: Said) -> None:
        if stream.damaged and not stream.end_s:
            self._unreadable.append(unreadable)
        elif stream.lost_s >= _LOSS_WORTH_TELLING_S:
            self._reporting.notice(say(lost, seconds=f"{stream.lost_s:.1f}", file=self._name))

    def _costs(self, lanes: Sequence[VideoLane | AudioLane]) -> dict[str, ProcessorCost]:
        """What each lane's own thread used. What the threads of libraries used counts for the sound's processors
        where there are any (their inference runs on such threads), else for decoding."""
        of_lanes = sum(lane.cpu_s for lane in lanes)
        of_libraries = max(0.0, self._figures.cpu_s() - self._thread_cpu_s - self._loading_s)
        heard = [lane for lane in lanes if isinstance(lane, AudioLane)]
        costs = {
            lane.name: ProcessorCost(
                lane.cpu_s + (of_libraries / len(heard) if lane in heard else 0.0),
                max(0.0, lane.mark_s - lane.began_s),
            )
            for lane in lanes
        }
        reached_s = max((cost.media_s for cost in costs.values()), default=0.0)
        decode_s = max(0.0, self._thread_cpu_s + self._loading_s - of_lanes)
        costs[DECODE] = ProcessorCost(decode_s + (0.0 if heard else of_libraries), reached_s)
        return costs


def _behind(lane: VideoLane) -> Behind[_Picked]:
    return Behind(lambda picked: lane.feed(*picked), _FRAMES_BEHIND, lane.name)


class _Halted(Exception):
    """The other stream's work ended with an error; this one ends too."""


class _Interval:
    """Whether something that is done again and again is due."""

    def __init__(self, clock: Clock, interval_s: float) -> None:
        self._clock = clock
        self._interval_s = interval_s
        self._begun = clock()

    def due(self) -> bool:
        return self._clock() - self._begun >= self._interval_s

    def begin(self) -> None:
        self._begun = self._clock()


def _share(time_s: float, info: MediaInfo, read_share: float) -> float:
    """How much of the file is done: by time, or by bytes read where no duration is known."""
    return time_s / info.duration_s if info.duration_s else read_share


def _one_failure(failures: Mapping[str, Failure]) -> Failure:
    """One failure for all that processors met; a missing model is the weakest, as it needs no other try."""
    kinds = [failure.kind for failure in failures.values()]
    kind = next((kind for kind in kinds if kind is not FailureKind.MODEL_MISSING), FailureKind.MODEL_MISSING)
    messages = dict.fromkeys(failure.message for failure in failures.values())
    logs = [failure.log_tail for failure in failures.values() if failure.log_tail]
    return Failure(kind, " ".join(messages), "\n".join(logs)[-8000:])


def _sentence(text: str) -> str:
    """`text` with a capital letter and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
