"""One pass over one file: what is found, how it is handed over, and that an interruption changes nothing."""

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from momentry_desk.core.findings import Box, Checkpoint, Finding, Scene, TextLine
from momentry_desk.core.messages import (
    ChunkReady,
    Failed,
    FromWorker,
    Notice,
    OptionValue,
    Progress,
    Scan,
    Started,
    Stopped,
    Succeeded,
)
from momentry_desk.core.model import FailureKind
from momentry_desk.core.paths import path_to_text
from momentry_desk.footage import spare_memory
from momentry_desk.processors.base import Context, Frame, MissingModel, Processor, UnknownProcessor, Yield
from momentry_desk.processors.reporting import ScanControl
from momentry_desk.processors.scan import HAND_BACK_INTERVAL_S, WarmProcessors, scan
from momentry_desk.processors.scene import SceneProcessor
from tests.processors.clips import damage, make_clip


class CountingRun:
    """Gives a line for every third frame, numbered through: a lost or doubled frame shows in the text."""

    def __init__(self, interval_s: float, behave: Callable[[int], None]) -> None:
        self.interval_s = interval_s
        self.count = 0
        self._behave = behave

    def feed(self, time_s: float, frame: Frame) -> Iterable[Yield]:
        self.count += 1
        self._behave(self.count)
        if self.count % 3 == 0:
            yield TextLine(time_s, time_s, f"frame {self.count}", float(frame.gray(16).mean()), Box(0, 0, 1, 1))

    def checkpoint(self) -> bytes:
        return str(self.count).encode()

    def restore(self, state: bytes) -> None:
        self.count = int(state)

    def finish(self, end_s: float) -> Iterable[Yield]:
        yield TextLine(end_s, end_s, f"{self.count} frames", 1.0, Box(0, 0, 1, 1))


class CountingProcessor:
    stream: Any = "video"

    def __init__(self, interval_s: float = 0.0, version: str = "1", name: str = "count") -> None:
        self.name = name
        self.version = version
        self.interval_s = interval_s
        self.behave: Callable[[int], None] = lambda count: None
        self.missing = False

    def models(self, _options: Mapping[str, OptionValue]) -> Sequence[str]:
        return ()

    def begin(self, context: Context) -> CountingRun:
        if self.missing:
            raise MissingModel("yunet")
        return CountingRun(self.interval_s, self.behave)


class ListeningRun:
    """Counts samples in spans of a second and tells of each whole one; keeps the unfinished one back."""

    def __init__(self) -> None:
        self.mark_s = 0.0
        self._held = 0

    def feed(self, time_s: float, samples: Any) -> Iterable[Yield]:
        self._held += len(samples)
        while self._held >= 16_000:
            self._held -= 16_000
            self.mark_s += 1.0
            yield TextLine(self.mark_s - 1, self.mark_s, "second", 1.0, Box(0, 0, 1, 1))

    def checkpoint(self) -> bytes:
        return msgspec.json.encode(self.mark_s)

    def restore(self, state: bytes) -> None:
        self.mark_s = msgspec.json.decode(state, type=float)

    def finish(self, end_s: float) -> Iterable[Yield]:
        if self._held:
            yield TextLine(self.mark_s, end_s, f"rest of {self._held}", 1.0, Box(0, 0, 1, 1))


class ListeningProcessor:
    name = "listen"
    version = "1"
    stream: Any = "audio"

    def models(self, _options: Mapping[str, OptionValue]) -> Sequence[str]:
        return ()

    def begin(self, context: Context) -> ListeningRun:
        return ListeningRun()


class Given(WarmProcessors):
    """Processors handed in by the test."""

    def __init__(self, *processors: Processor) -> None:
        super().__init__()
        self._given = {processor.name: processor for processor in processors}

    def get(self, name: str) -> Processor:
        if name not in self._given:
            raise UnknownProcessor(f"There is no processor called {name}.")
        return self._given[name]


class Engine:
    """The other side: acknowledges, keeps what a store would keep, cancels after so many chunks if asked."""

    def __init__(self, path: Path, warm: WarmProcessors, names: Sequence[str], cancel_after: int = 0) -> None:
        self.path, self.warm, self.names, self.cancel_after = path, warm, names, cancel_after
        self.findings: list[Finding] = []
        self.marks: dict[str, Checkpoint] = {}
        self.told: list[FromWorker] = []
        self.control = ScanControl()
        self.chunks = 0

    def report(self, message: FromWorker) -> None:
        self.told.append(message)
        if not isinstance(message, ChunkReady) or (self.cancel_after and self.chunks >= self.cancel_after):
            return
        self.chunks += 1
        for checkpoint in message.chunk.checkpoints:
            old = self.marks.get(checkpoint.processor)
            assert checkpoint.from_s == (old.mark_s if old else 0.0)
            self.marks[checkpoint.processor] = checkpoint
        self.findings += message.chunk.findings
        self.control.acknowledge(message.chunk.number)
        if self.chunks == self.cancel_after:
            self.control.cancel()

    def scan(self, interval_s: float = 0.0) -> Succeeded | Failed | Stopped:
        request = Scan(
            "attempt", "", path_to_text(str(self.path)), tuple(self.names), checkpoints=tuple(self.marks.values())
        )
        return scan(request, self.report, self.control, self.warm, chunk_interval_s=interval_s)

    def go_on(self) -> Succeeded | Failed | Stopped:
        """A second attempt, as after a crash: only what was stored is known."""
        self.control, self.cancel_after, self.told = ScanControl(), 0, []
        return self.scan(interval_s=3600)

    def of(self, kind: type[Any]) -> list[Any]:
        return [message for message in self.told if isinstance(message, kind)]

    def sorted(self) -> list[Finding]:
        return sorted(self.findings, key=lambda finding: (finding.start, repr(finding)))


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_clip(
        tmp_path_factory.mktemp("clips") / "clip.mp4",
        [(1.2, (200, 60, 40)), (1.2, (40, 60, 200)), (1.2, (60, 220, 60))],
        sound_s=3.6,
    )


NAMES = ("count", "sample", "listen", "scene")


def _warm() -> Given:
    sample = CountingProcessor(0.5, name="sample")
    return Given(CountingProcessor(), sample, ListeningProcessor(), SceneProcessor())


def test_a_scan_ends_with_success_after_its_chunks(clip: Path) -> None:
    engine = Engine(clip, _warm(), NAMES)
    last = engine.scan()
    assert isinstance(last, Succeeded)
    assert set(last.costs) == {*NAMES, "decode"}
    assert last.peak_memory > 10_000_000
    assert all(mark.done for mark in engine.marks.values())
    assert isinstance(engine.told[0], Started)
    scenes = [finding for finding in engine.sorted() if isinstance(finding, Scene)]
    assert [scene.start for scene in scenes] == pytest.approx([0.0, 1.2, 2.4], abs=0.1)
    assert scenes[-1].end == pytest.approx(3.6, abs=0.1)
    assert all(scene.thumbnail.startswith(b"\xff\xd8") for scene in scenes)


def test_frames_are_sampled_on_the_grid(clip: Path) -> None:
    times: list[float] = []

    class Run(CountingRun):
        def feed(self, time_s: float, frame: Frame) -> Iterable[Yield]:
            times.append(time_s)
            return ()

    class Sampler(CountingProcessor):
        def begin(self, context: Context) -> CountingRun:
            return Run(self.interval_s, self.behave)

    Engine(clip, Given(Sampler(0.5)), ["count"]).scan()
    assert len(times) == 8
    for index, time_s in enumerate(times):
        assert 0 <= time_s - index * 0.5 < 0.1


@pytest.mark.parametrize("cut", [1, 2, 3, 7, 20, 40])
def test_findings_after_an_interruption_equal_those_of_an_undisturbed_scan(clip: Path, cut: int) -> None:
    undisturbed = Engine(clip, _warm(), NAMES)
    assert isinstance(undisturbed.scan(), Succeeded)
    engine = Engine(clip, _warm(), NAMES, cancel_after=cut)
    assert isinstance(engine.scan(), Stopped)
    engine.warm = _warm()
    assert isinstance(engine.go_on(), Succeeded)
    assert engine.of(Started)[0].restarted == ()
    assert engine.sorted() == undisturbed.sorted()


def test_another_version_of_a_processor_starts_anew(clip: Path) -> None:
    engine = Engine(clip, Given(CountingProcessor()), ["count"], cancel_after=4)
    engine.scan()
    engine.warm = Given(CountingProcessor(version="2"))
    old, engine.marks = engine.marks, dict(engine.marks)
    # The engine clears what a restarted processor had when it reads `Started`.
    report = engine.report

    def clearing(message: FromWorker) -> None:
        if isinstance(message, Started):
            for name in message.restarted:
                del engine.marks[name]
            engine.findings.clear()
        report(message)

    engine.report = clearing  # type: ignore[method-assign]
    assert isinstance(engine.go_on(), Succeeded)
    assert engine.of(Started)[0].restarted == ("count",)
    assert engine.marks["count"].fingerprint != old["count"].fingerprint
    assert any(isinstance(f, TextLine) and f.text == "frame 3" for f in engine.findings)


def test_a_processor_that_is_done_is_not_run_again(clip: Path) -> None:
    engine = Engine(clip, _warm(), NAMES)
    engine.scan()
    before = engine.sorted()
    assert isinstance(engine.go_on(), Succeeded)
    assert engine.sorted() == before
    assert engine.of(ChunkReady) == []


def test_at_most_two_chunks_wait_for_an_acknowledgement(clip: Path) -> None:
    sent: list[int] = []
    control = ScanControl()

    def report(message: FromWorker) -> None:
        if isinstance(message, ChunkReady):
            sent.append(message.chunk.number)
            if len(sent) == 2:
                control.cancel()

    request = Scan("attempt", "", str(clip), ("count",))
    last = scan(request, report, control, Given(CountingProcessor()), chunk_interval_s=0.0)
    assert isinstance(last, Stopped)
    assert sent == [1, 2]


def test_a_missing_model_leaves_the_other_processors_at_work(clip: Path) -> None:
    missing = CountingProcessor(name="missing")
    missing.missing = True
    engine = Engine(clip, Given(missing, CountingProcessor()), ["missing", "count"])
    last = engine.scan()
    assert isinstance(last, Failed)
    assert last.failure.kind is FailureKind.MODEL_MISSING
    assert "momentry-desk models install yunet" in last.failure.message
    assert last.completed == ("count",)
    assert engine.marks["count"].done


def test_a_processor_that_raises_fails_alone_and_says_why(clip: Path) -> None:
    broken = CountingProcessor(name="broken")

    def behave(count: int) -> None:
        if count == 5:
            raise KeyError("nobody expected this")

    broken.behave = behave
    engine = Engine(clip, Given(broken, CountingProcessor()), ["broken", "count"])
    last = engine.scan()
    assert isinstance(last, Failed)
    assert last.failure.kind is FailureKind.INTERNAL
    assert "broken" in last.failure.message
    assert "nobody expected this" in last.failure.log_tail
    assert last.completed == ("count",)


def test_want_of_memory_ends_the_whole_scan(clip: Path) -> None:
    greedy = CountingProcessor(name="greedy")

    def behave(count: int) -> None:
        if count == 3:
            raise MemoryError

    greedy.behave = behave
    last = Engine(clip, Given(greedy, ListeningProcessor()), ["greedy", "listen"]).scan()
    assert isinstance(last, Failed)
    assert last.failure.kind is FailureKind.OUT_OF_MEMORY


def test_damage_is_read_past_and_told(tmp_path: Path) -> None:
    path = damage(make_clip(tmp_path / "hurt.mp4", [(2.0, (200, 60, 40)), (2.0, (40, 60, 200))]), 0.4, 0.5)
    engine = Engine(path, Given(CountingProcessor()), ["count"])
    assert isinstance(engine.scan(), Succeeded)
    (notice,) = engine.of(Notice)
    assert "hurt.mp4 are damaged or missing" in notice.text
    assert max(finding.start for finding in engine.findings) > 3.5


def test_a_file_without_the_stream_ends_well_with_nothing(tmp_path: Path) -> None:
    blind = make_clip(tmp_path / "blind.m4a", (), sound_s=1.0)
    engine = Engine(blind, Given(SceneProcessor()), ["scene"])
    assert isinstance(engine.scan(), Succeeded)
    assert engine.findings == []
    silent = make_clip(tmp_path / "silent.mp4")
    engine = Engine(silent, Given(ListeningProcessor()), ["listen"])
    assert isinstance(engine.scan(), Succeeded)
    assert engine.findings == []


def test_a_file_whose_content_changed_is_not_scanned_under_its_old_name(clip: Path) -> None:
    request = Scan("attempt", "00000000-0000-8000-8000-000000000000", str(clip), ("count",))
    last = scan(request, lambda message: None, ScanControl(), Given(CountingProcessor()))
    assert isinstance(last, Failed)
    assert last.failure.kind is FailureKind.SOURCE_INVALID
    assert "changed" in last.failure.message


def test_progress_never_falls_and_ends_at_one(clip: Path) -> None:
    ticks = iter(range(10_000))
    engine = Engine(clip, _warm(), NAMES)
    request = Scan("attempt", "", str(clip), NAMES)
    scan(request, engine.report, engine.control, engine.warm, clock=lambda: float(next(ticks)))
    told = [message.fractions for message in engine.of(Progress)]
    assert len(told) > 5
    for name in NAMES:
        fractions = [fraction[name] for fraction in told]
        assert fractions == sorted(fractions)
        assert fractions[-1] == 1.0


def test_freed_memory_is_handed_back_now_and_then(clip: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    times: list[float] = []
    now_s = 0.0

    def clock() -> float:
        nonlocal now_s
        # Whoever asks finds 0.1 s gone: the frames of the clip take some 20 s.
        now_s += 0.1
        return now_s

    monkeypatch.setattr(spare_memory, "hand_back", lambda: times.append(now_s))
    engine = Engine(clip, _warm(), ("count",))
    request = Scan("attempt", "", path_to_text(str(clip)), ("count",))
    assert isinstance(scan(request, engine.report, engine.control, engine.warm, clock=clock), Succeeded)
    assert len(times) >= 2
    assert all(later - earlier >= HAND_BACK_INTERVAL_S for earlier, later in itertools.pairwise(times))
