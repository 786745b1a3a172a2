"""What a processor is: the protocol that a third party implements, what it is given, and how it is found.

A processor is made once in a worker and kept warm; for each file it begins a run, which is fed frames or sound in
order and gives findings. What a run must keep, so that a scan can be stopped anywhere and go on elsewhere:

- Deterministic: the same frames in the same order give the same findings. No clock, no random numbers without a
  fixed seed, nothing remembered from an earlier file.
- Its whole memory is in `checkpoint()`: a fresh run after `restore(state)`, fed what follows, gives exactly what
  the first one would have given. The state is bytes of its own making, bounded (well below a MiB), never a pickle.
- A finding is given once, when it can no longer change, in no particular order.
- It works in the thread that calls it, with at most `Context.threads` threads of its own, and keeps memory bounded
  whatever the file's length. One call follows another, but not always on the same thread.
- It never prints, never touches file descriptors 0 to 2, starts no process, opens no network connection, writes no
  file, and never changes a frame or a block that it was given: others see the same arrays.
- A `feed` that takes long calls `Context.alive()` at least once a second: silence is taken for a hang.
- What it cannot do it says: `ProcessorTrouble` (or `MissingModel`) with a sentence. Other processors then go on.
"""

import importlib
import importlib.metadata
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, runtime_checkable

import msgspec

from momentry_desk.core.findings import Finding
from momentry_desk.core.messages import OptionValue
from momentry_desk.core.model import PROCESSOR_GROUP, Failure, FailureKind, MediaInfo
from momentry_desk.core.sentences import Said, say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    #: Height x width x 3, blue-green-red, 8 bits.
    BgrImage = NDArray[np.uint8]
    #: Height x width, 8 bits.
    GrayImage = NDArray[np.uint8]
    #: One dimension, 16 kHz, mono, float32 from -1 to 1.
    Samples = NDArray[np.float32]

#: Where third parties register a processor: the entry point's name is the processor's, its object makes one.
ENTRY_POINT_GROUP = PROCESSOR_GROUP

#: The processors that come with the program: name -> "module:attribute", called without arguments.
BUILTIN: dict[str, str] = {
    "face": "momentry_desk.processors.face:FaceProcessor",
    "asr": "momentry_desk.processors.asr:AsrProcessor",
    "ocr": "momentry_desk.processors.ocr:OcrProcessor",
    "scene": "momentry_desk.processors.scene:SceneProcessor",
}

#: Set to 1, files that end in ".scripted" play a script of a worker's misdeeds, for the tests (see `scripted`).
SCRIPTED_VARIABLE = "MOMENTRY_SCRIPTED"
SCRIPTED = "scripted"

#: Samples a second of the sound that audio processors get.
SAMPLE_RATE = 16_000


class ProcessorTrouble(Exception):
    """A processor cannot do its work; the text is a whole sentence for the user. Others go on."""

    kind = FailureKind.INTERNAL

    def failure(self) -> Failure:
        return Failure(self.kind, str(self))


class MissingModel(ProcessorTrouble):
    """The weights of `model` are not there, or not the right ones; the text says so and names the cure."""

    kind = FailureKind.MODEL_MISSING

    def __init__(self, model: str, sentence: str = "") -> None:
        super().__init__(sentence or say(Said.MODEL_NOT_INSTALLED, model=model))
        self.model = model


class UnknownProcessor(ProcessorTrouble):
    """No processor of that name is installed, or the one that is cannot be loaded."""


class Cancelled(Exception):
    """The scan was called off. Raised by `Context.alive`; let it pass through."""


class PersonMerge(msgspec.Struct, frozen=True):
    """Person number `merged` of this video turned out to be person number `into`. Given like a finding."""

    merged: int
    into: int


Yield = Finding | PersonMerge


class Context(msgspec.Struct, frozen=True):
    """What a run is given at its begin.

    `threads` is how many threads inference may use. `options` are the settings of this processor. `media` is what
    the probe read (the duration may be None). `find_weights` answers the folder of a model's verified files;
    use `weights`. `alive` is the sign of life of long work: cheap, any thread, raises `Cancelled`. `notice` puts a
    sentence among the task's warnings.
    """

    media: MediaInfo
    threads: int = 1
    options: Mapping[str, OptionValue] = {}
    find_weights: Callable[[str], Path] | None = None
    alive: Callable[[], None] = lambda: None
    notice: Callable[[str], None] = lambda _text: None

    def weights(self, model: str) -> Path:
        """The folder with the verified files of `model`, named as in the catalogue. Raises `MissingModel`."""
        if self.find_weights is None:
            raise MissingModel(model)
        return self.find_weights(model)


class Frame(Protocol):
    """One picture, upright (rotation and pixel shape obeyed), scaled on demand; each version is computed once.

    The arrays are shared by all processors and read-only.
    """

    @property
    def width(self) -> int:
        """Pixels of the upright picture at full size."""

    @property
    def height(self) -> int: ...

    def bgr(self, longest: int | None = None) -> "BgrImage":
        """The picture, its longer side at most `longest` pixels; never enlarged. None: full size."""

    def gray(self, longest: int | None = None) -> "GrayImage":
        """The same in grey (luma)."""

    def coarse(self, longest: int) -> "BgrImage":
        """As `bgr`, from a few pixels of each part instead of all: much cheaper, to compare frame after frame."""


class VideoRun(Protocol):
    """One video processor at work on one file.

    Frames come in the order of time, on a fixed grid: the first frame at or after each multiple of `interval_s`
    (0: every decoded frame). After a resume the first frame fed is the one that would have come next.
    """

    @property
    def interval_s(self) -> float: ...

    def feed(self, time_s: float, frame: Frame) -> Iterable[Yield]:
        """`time_s` is on the file's own time line and grows. The whole answer is taken before the next call."""

    def checkpoint(self) -> bytes:
        """All that the run remembers after the last `feed`; called between feeds."""

    def restore(self, state: bytes) -> None:
        """Take up the state of an earlier run of the same fingerprint; called at most once, before any `feed`."""

    def finish(self, end_s: float) -> Iterable[Yield]:
        """Give what is still open. `end_s` is where the footage ends. Called once, also if no frame ever came."""


class AudioRun(Protocol):
    """One audio processor at work on one file: contiguous blocks of sound, without gaps (damage is silence)."""

    @property
    def mark_s(self) -> float:
        """From where the sound must be given again after `restore(checkpoint())`: all before it is found and given.

        Never falls. 0 at first; a run keeps sound back until it can decide on it, so it lies behind what was fed.
        """

    def feed(self, time_s: float, samples: "Samples") -> Iterable[Yield]:
        """`samples` begin at `time_s` on the file's own time line: at most a second, 16 kHz, mono, float32.

        The answer may be a generator that works while it is read; `mark_s` and `checkpoint` are asked between
        feeds.
        """

    def checkpoint(self) -> bytes:
        """All that the run remembers at `mark_s`, apart from the sound after it."""

    def restore(self, state: bytes) -> None:
        """Before any `feed`; the next block begins at the restored `mark_s` (to the sample)."""

    def finish(self, end_s: float) -> Iterable[Yield]:
        """Decide on the rest. `end_s` is where the sound ends. Called once, also without any sound."""


@runtime_checkable
class VideoProcessor(Protocol):
    """An analysis of the picture. `version` goes up whenever the findings may change."""

    name: str
    version: str
    stream: Literal["video"]

    def models(self, options: Mapping[str, OptionValue], /) -> Sequence[str]:
        """The catalogue's names of the models used with these options; part of a checkpoint's fingerprint."""

    def begin(self, context: Context) -> VideoRun:
        """Load what is not loaded yet (it stays for the next file) and start on a file.

        Raises `MissingModel` or another `ProcessorTrouble`.
        """


@runtime_checkable
class AudioProcessor(Protocol):
    """An analysis of the sound; as `VideoProcessor`."""

    name: str
    version: str
    stream: Literal["audio"]

    def models(self, options: Mapping[str, OptionValue], /) -> Sequence[str]: ...

    def begin(self, context: Context) -> AudioRun: ...


Processor = VideoProcessor | AudioProcessor


def processor_names() -> tuple[str, ...]:
    """All that can be asked for, the built-in ones first. Imports no processor."""
    names = dict.fromkeys((*BUILTIN, *(point.name for point in _entry_points())))
    if scripts_allowed():
        names[SCRIPTED] = None
    return tuple(names)


def scripts_allowed() -> bool:
    """Whether scripted files count as media: in tests alone."""
    return os.environ.get(SCRIPTED_VARIABLE) == "1"


def load_processor(name: str) -> Processor:
    """Import and make the processor `name`; the built-in one wins. Raises `UnknownProcessor` with the reason."""
    target = BUILTIN.get(name)
    try:
        if target is not None:
            module, _, attribute = target.partition(":")
            made = getattr(importlib.import_module(module), attribute)()
        else:
            point = next((point for point in _entry_points() if point.name == name), None)
            if point is None:
                known = ", ".join(processor_names())
                raise UnknownProcessor(say(Said.NO_SUCH_PROCESSOR, name=name, known=known))
            made = point.load()()
    except (UnknownProcessor, MemoryError):
        raise
    except Exception as error:  # a third party's import may raise anything; the others must go on
        reason = f"{type(error).__name__}: {error}"
        raise UnknownProcessor(say(Said.PROCESSOR_NOT_LOADED, name=name, why=reason)) from error
    if not (isinstance(made, VideoProcessor | AudioProcessor) and made.stream in ("video", "audio")):
        raise UnknownProcessor(say(Said.PROCESSOR_NOT_LOADED, name=name, why="it does not keep the protocol"))
    return made


def _entry_points() -> tuple[importlib.metadata.EntryPoint, ...]:
    return tuple(importlib.metadata.entry_points(group=ENTRY_POINT_GROUP))
