"""One processor's share of a scan: its run, how far it got, what it has found since the last chunk, its cost."""

import math
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from momentry_desk.core.findings import Checkpoint, FaceSighting, Finding, Scene, SpeechSegment
from momentry_desk.core.messages import OptionValue
from momentry_desk.core.model import Failure, FailureKind
from momentry_desk.core.sentences import Said, say
from momentry_desk.processors.base import (
    SAMPLE_RATE,
    AudioRun,
    Cancelled,
    Context,
    Frame,
    PersonMerge,
    Processor,
    ProcessorTrouble,
    VideoRun,
    Yield,
)

if TYPE_CHECKING:
    from momentry_desk.processors.base import Samples

#: Time stamps that are nearer to the sampling grid than this are on it. Seconds.
_GRID_S = 1e-6


class Lane:
    """Common to both streams. A lane that failed takes no further part; the others go on.

    It may be fed on one thread while another takes what was found, between two feeds.

    Attributes: `mark_s` all before is found; `failure` why it stopped; `done` it has reached the end; `cpu_s` what
    its own work used; `began_s` the mark it began at.
    """

    def __init__(
        self, name: str, processor: Processor | None, fingerprint: str, checkpoint: Checkpoint | None
    ) -> None:
        self.name = name
        self.processor = processor
        self.fingerprint = fingerprint
        self.resumed = checkpoint
        self.mark_s = checkpoint.mark_s if checkpoint else 0.0
        self.began_s = self.mark_s
        self.done = checkpoint.done if checkpoint else False
        self.failure: Failure | None = None
        self.cpu_s = 0.0
        self._stored_s = self.mark_s
        self._moved = False
        self._findings: list[Finding] = []
        self._merges: dict[int, int] = {}
        self.waiting_bytes = 0
        self._feeding = threading.RLock()

    @property
    def working(self) -> bool:
        return self.failure is None and not self.done

    def guarded(self, work: Callable[[], Iterable[Yield]], *, moves: bool = True) -> None:
        """Take in what `work` gives; whatever it raises but a cancel or want of memory fails this lane alone."""
        begun = time.thread_time()
        try:
            with self._feeding:
                for given in work():
                    if isinstance(given, PersonMerge):
                        self._merges[given.merged] = given.into
                    else:
                        self._findings.append(given)
                        self.waiting_bytes += _weight(given)
                self._moved = self._moved or moves
        except (Cancelled, MemoryError):
            raise
        except ProcessorTrouble as trouble:
            self.failure = trouble.failure()
        except Exception as error:  # a third party's code may raise anything
            if _is_memory(error):
                raise MemoryError(str(error)) from error
            reason = f"{type(error).__name__}: {error}"
            text = say(Said.PROCESSOR_FAILED, name=self.name, seconds=f"{self.mark_s:.1f}", why=reason)
            self.failure = Failure(FailureKind.INTERNAL, text, traceback.format_exc())
        finally:
            self.cpu_s += time.thread_time() - begun

    def take(self) -> tuple[list[Finding], Checkpoint | None, dict[int, int]]:
        """What was found since the last time, with the checkpoint that makes it stand; to be sent in one chunk."""
        with self._feeding:
            return self._take()

    def _take(self) -> tuple[list[Finding], Checkpoint | None, dict[int, int]]:
        if self.failure is not None or not self._moved:
            return [], None, {}
        state = b""
        if not self.done:
            state = self.state()
        checkpoint = Checkpoint(self.name, self._stored_s, self.mark_s, self.fingerprint, state, self.done)
        taken = self._findings, checkpoint, self._merges
        self._stored_s = self.mark_s
        self._findings, self._merges, self._moved, self.waiting_bytes = [], {}, False, 0
        return taken

    def state(self) -> bytes:
        raise NotImplementedError


class VideoLane(Lane):
    """A lane over the picture; it picks its frames from the deterministic grid.

    Attributes: `after_s` frames up to here were picked already; None: none was.
    """

    run: VideoRun | None = None
    after_s: float | None = None

    def begin(self, run: VideoRun) -> None:
        if self.resumed is not None:
            run.restore(self.resumed.state)
            self.after_s = self.mark_s
        self.run = run

    @property
    def sees_all(self) -> bool:
        """Whether every decoded frame is picked."""
        return self.run is not None and self.run.interval_s <= 0

    def picks(self, time_s: float) -> bool:
        """Whether the frame is the first at or after the next multiple of the interval; then it has to be fed."""
        if not self.working or self.run is None:
            return False
        interval_s = self.run.interval_s
        if self.after_s is not None:
            if interval_s <= 0:
                next_s = math.nextafter(self.after_s, math.inf)
            else:
                next_s = (math.floor((self.after_s + _GRID_S) / interval_s) + 1) * interval_s - _GRID_S
            if time_s < next_s:
                return False
        self.after_s = time_s
        return True

    def feed(self, time_s: float, frame: Frame) -> None:
        run = self.run
        assert run is not None
        with self._feeding:
            self.guarded(lambda: run.feed(time_s, frame))
            self.mark_s = time_s

    def finish(self, end_s: float) -> None:
        run = self.run
        assert run is not None
        self.guarded(lambda: run.finish(end_s))
        if self.failure is None:
            self.mark_s, self.done = max(end_s, self.mark_s), True

    def state(self) -> bytes:
        assert self.run is not None
        return self.run.checkpoint()


class AudioLane(Lane):
    """A lane over the sound; the run says itself from where it needs to hear again."""

    run: AudioRun | None = None

    def begin(self, run: AudioRun) -> None:
        if self.resumed is not None:
            run.restore(self.resumed.state)
        self.run = run
        self._next = round(self.mark_s * SAMPLE_RATE)

    def feed(self, time_s: float, samples: "Samples") -> None:
        """Pass on what lies behind the point that was heard already."""
        run = self.run
        assert run is not None
        start = round(time_s * SAMPLE_RATE)
        rest = samples[max(0, self._next - start) :]
        if not len(rest):
            return
        begin_s = max(start, self._next) / SAMPLE_RATE
        self._next = start + len(samples)
        self.guarded(lambda: run.feed(begin_s, rest))
        self.mark_s = max(self.mark_s, run.mark_s)

    def finish(self, end_s: float) -> None:
        run = self.run
        assert run is not None
        self.guarded(lambda: run.finish(end_s))
        if self.failure is None:
            self.mark_s, self.done = max(end_s, self.mark_s), True

    def state(self) -> bytes:
        assert self.run is not None
        return self.run.checkpoint()


def fingerprint(
    content_id: str, processor: Processor, options: Mapping[str, OptionValue], audio_track: int | None = None
) -> str:
    """What must be equal for a checkpoint to be taken up: content, processor and version, models, options, and for
    those that hear the sound track, where one was chosen."""
    models = list(processor.models(options))
    parts: list[object] = [content_id, processor.name, processor.version, models, sorted(options.items())]
    if audio_track is not None and processor.stream == "audio":
        parts.append(audio_track)
    return msgspec.json.encode(parts).decode()


def begin_all(lanes: Sequence[VideoLane | AudioLane], context_of: Callable[[str], Context]) -> None:
    """Load and start every lane that works; one that cannot be started has failed."""
    for lane in lanes:
        if lane.working:
            lane.guarded(_beginning(lane, context_of(lane.name)), moves=False)


def _beginning(lane: VideoLane | AudioLane, context: Context) -> Callable[[], Iterable[Yield]]:
    def begin() -> Iterable[Yield]:
        assert lane.processor is not None
        run = lane.processor.begin(context)
        lane.begin(run)  # type: ignore[arg-type]
        return ()

    return begin


def _is_memory(error: Exception) -> bool:
    """Whether a library's own exception means that memory ran out."""
    text = str(error).casefold()
    return "bad_alloc" in text or "insufficient memory" in text or "failed to allocate memory" in text


def _weight(finding: Finding) -> int:
    """Bytes that the finding will take in a message, roughly."""
    match finding:
        case FaceSighting():
            return 1200 + len(finding.crop) * 4 // 3
        case Scene():
            return 100 + len(finding.thumbnail) * 4 // 3
        case SpeechSegment():
            return 200 + len(finding.text) * 4 + len(finding.words) * 60
        case _:
            return 300 + len(finding.text) * 4
