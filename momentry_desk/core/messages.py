"""What crosses the pipe between the engine and a worker: one JSON object a line, tagged, frozen.

Engine to worker: `Scan`, `Acknowledge`, `Cancel`, `Look`, `Survey`, `InstallWeights`, `CheckWeights`,
`RemoveWeights`, `CompareFaces`, `FindCut`, `CutClip`. The end of stdin ends the worker.
Worker to engine: `Hello` once, then for a scan `Started`, any number of `Progress`, `ChunkReady`, `Notice`, and
exactly one of `Succeeded`, `Failed`, `Stopped`. A `Succeeded` comes only after every chunk was acknowledged.
An end without such a last word is a crash.
"""

import msgspec

from momentry_desk.core.clips import ClipMade, ClipWish
from momentry_desk.core.findings import Checkpoint, Chunk
from momentry_desk.core.model import Failure, MediaInfo
from momentry_desk.core.watching import FoundFile
from momentry_desk.core.weights import ModelState

#: What an option of a processor may be.
OptionValue = bool | int | float | str | tuple[str, ...] | None

PROTOCOL = 1

#: A longer line, either way, ends the worker. 8 MiB.
MAX_LINE = 8 * 1024 * 1024

#: Chunks that may be under way without an acknowledgement.
MAX_UNACKNOWLEDGED = 2


class _Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    pass


# Engine to worker -----------------------------------------------------------------------------------------


class Scan(_Message, frozen=True):
    """Scan one file. `options` holds each processor's settings by its name; `checkpoints` where to go on.
    `audio_track` is the number of the sound track that was chosen, None for the file's own first choice."""

    attempt_id: str
    file_uuid: str
    path: str
    processors: tuple[str, ...]
    options: dict[str, dict[str, OptionValue]] = {}
    checkpoints: tuple[Checkpoint, ...] = ()
    threads: int = 1
    weight_folders: tuple[str, ...] = ()
    audio_track: int | None = None


class Acknowledge(_Message, frozen=True):
    attempt_id: str
    number: int


class Cancel(_Message, frozen=True):
    """Call off a scan by its attempt, or a clip by its own id."""

    attempt_id: str


class Look(_Message, frozen=True):
    """Walk `paths` (folders recursively) and tell of each media file; then, if asked, probe each of them.

    With `sizes` files in folders are passed over unread unless they have one of these sizes in bytes. With
    `absent_only` no file is read: those of `paths` are told of, as rejected, that are not there.
    """

    look_id: str
    paths: tuple[str, ...]
    probe: bool = False
    sizes: tuple[int, ...] = ()
    absent_only: bool = False


class Survey(_Message, frozen=True):
    """Tell of every media file in `folder` by its name, with `subfolders` also below; none is opened."""

    look_id: str
    folder: str
    subfolders: bool = True


class InstallWeights(_Message, frozen=True):
    """Fetch, verify and place the named models in `folder`."""

    install_id: str
    names: tuple[str, ...]
    folder: str


class CheckWeights(_Message, frozen=True):
    """Which of the named models lie in `folders`, in the order in which those are asked? With `anew` every byte is
    read again. Answered by `WeightsChecked`."""

    install_id: str
    names: tuple[str, ...]
    folders: tuple[str, ...]
    anew: bool = False


class RemoveWeights(_Message, frozen=True):
    """Delete a model's files from `folder`. Answered by `WeightsDone`."""

    install_id: str
    name: str
    folder: str


class CompareFaces(_Message, frozen=True):
    """How like is each of `faces` to each of `centres`? Both are embeddings of `length` little-endian float32, one
    behind the other, of any lengths above 0. Answered by `FacesCompared` with the `nearest` of each face."""

    compare_id: str
    faces: bytes
    centres: bytes
    length: int
    nearest: int = 8


class FindCut(_Message, frozen=True):
    """Where would a clip begin that is copied from `at_s` on? Answered by `CutFound`."""

    clip_id: str
    path: str
    at_s: float


class CutClip(_Message, frozen=True):
    """Write a clip. `draft` is a path beside its output where nothing is yet; it takes the name in the last step.

    Answered by `ClipProgress`, then by `ClipDone`, or by `Stopped` (with the clip's id) after a `Cancel`.
    """

    clip_id: str
    wish: ClipWish
    draft: str


ToWorker = (
    Scan
    | Acknowledge
    | Cancel
    | Look
    | Survey
    | InstallWeights
    | CheckWeights
    | RemoveWeights
    | CompareFaces
    | FindCut
    | CutClip
)


# Worker to engine -----------------------------------------------------------------------------------------


class Hello(_Message, frozen=True):
    protocol: int
    version: str
    pid: int
    processors: tuple[str, ...]


class Started(_Message, frozen=True):
    """The file is open; what was read of it, and which processors begin anew although a checkpoint stood."""

    attempt_id: str
    media: MediaInfo
    restarted: tuple[str, ...] = ()


class Progress(_Message, frozen=True):
    """Fraction done (0 to 1) by processor. Sent at least every five seconds: it is the sign of life too."""

    attempt_id: str
    fractions: dict[str, float]


class ChunkReady(_Message, frozen=True):
    attempt_id: str
    chunk: Chunk


class Notice(_Message, frozen=True):
    """A sentence for the task's warnings: seconds lost to damage, a fallback taken. Success stays possible."""

    attempt_id: str
    text: str


class ProcessorCost(msgspec.Struct, frozen=True):
    """What one processor used: CPU seconds of its own, and seconds of the video it worked through."""

    cpu_s: float
    media_s: float


class Succeeded(_Message, frozen=True):
    attempt_id: str
    costs: dict[str, ProcessorCost] = {}
    peak_memory: int = 0


class Failed(_Message, frozen=True):
    """`completed` names the processors that reached the end all the same (a model of another was missing)."""

    attempt_id: str
    failure: Failure
    completed: tuple[str, ...] = ()


class Stopped(_Message, frozen=True):
    """The answer to `Cancel`: nothing more of this attempt will come."""

    attempt_id: str


class FileSeen(msgspec.Struct, frozen=True):
    """One file of a `Look`. `file_uuid` is made from the content's fingerprint."""

    path: str
    file_uuid: str
    size: int
    mtime_ns: int


class Rejected(msgspec.Struct, frozen=True):
    """What could not be added. `reason` is a short code that the window translates, `message` the sentence."""

    path: str
    reason: str
    message: str


class FilesSeen(_Message, frozen=True):
    """A batch of a `Look`, at most 500 files, in the order of the walk."""

    look_id: str
    files: tuple[FileSeen, ...]
    rejected: tuple[Rejected, ...] = ()


class Probed(_Message, frozen=True):
    """What a probe found: exactly one of `media` and `failure`. `thumbnail` is a JPEG, empty without footage."""

    look_id: str
    path: str
    file_uuid: str
    media: MediaInfo | None
    failure: Failure | None
    thumbnail: bytes = b""


class LookDone(_Message, frozen=True):
    """`ignored` counts files passed over inside folders because they are no video or audio by their name.
    Of these `beside` go with a camera's clips; of the rest the first are named in `passed_over`."""

    look_id: str
    ignored: int = 0
    beside: int = 0
    passed_over: tuple[str, ...] = ()


class Surveyed(_Message, frozen=True):
    """A batch of a `Survey`, at most 500 files."""

    look_id: str
    files: tuple[FoundFile, ...]


class SurveyDone(_Message, frozen=True):
    """Every file was told, or `trouble` ("missing", "unreadable") kept the folder from being read. `local`: it
    lies on a drive of this machine. `took_s`: how long the look took."""

    look_id: str
    trouble: str = ""
    local: bool = False
    took_s: float = 0.0


class WeightsProgress(_Message, frozen=True):
    install_id: str
    name: str
    received: int
    total: int


class WeightsDone(_Message, frozen=True):
    """`failures` maps a model's name to the sentence that says why it is not there, or not gone."""

    install_id: str
    failures: dict[str, str] = {}


class WeightsChecked(_Message, frozen=True):
    install_id: str
    states: tuple[ModelState, ...]


class FacesCompared(_Message, frozen=True):
    """For each face the most alike centres, by index, with the cosine, the nearest first."""

    compare_id: str
    nearest: tuple[tuple[tuple[int, float], ...], ...]


class CutFound(_Message, frozen=True):
    """`begin_s` is where the copy would begin; None where the file has nothing to begin with or cannot be read."""

    clip_id: str
    begin_s: float | None


class ClipProgress(_Message, frozen=True):
    """How much of the clip is written, from 0 to 1."""

    clip_id: str
    fraction: float


class ClipDone(_Message, frozen=True):
    """The clip is there; or `problem` says why it is not."""

    clip_id: str
    made: ClipMade | None
    problem: str = ""


FromWorker = (
    Hello
    | Started
    | Progress
    | ChunkReady
    | Notice
    | Succeeded
    | Failed
    | Stopped
    | FilesSeen
    | Probed
    | LookDone
    | Surveyed
    | SurveyDone
    | WeightsProgress
    | WeightsDone
    | WeightsChecked
    | FacesCompared
    | CutFound
    | ClipProgress
    | ClipDone
)

_encoder = msgspec.json.Encoder()
_to_worker: msgspec.json.Decoder[ToWorker] = msgspec.json.Decoder(ToWorker)
_from_worker: msgspec.json.Decoder[FromWorker] = msgspec.json.Decoder(FromWorker)


class MalformedMessage(Exception):
    """A line that is no message of this protocol; the text says what was wrong with it."""


def encode(message: ToWorker | FromWorker) -> bytes:
    """One line, newline included."""
    return _encoder.encode(message) + b"\n"


def decode_to_worker(line: bytes) -> ToWorker:
    """Raises `MalformedMessage`."""
    try:
        return _to_worker.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise MalformedMessage(str(error)) from error


def decode_from_worker(line: bytes) -> FromWorker:
    """Raises `MalformedMessage`."""
    try:
        return _from_worker.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise MalformedMessage(str(error)) from error
