"""The words for states, priorities, processors, failures and lengths of time, in the language of the window.

The engine speaks English; what it says by kind is said here again, so that it can be translated. Names of files
and drives go in as arguments.
"""

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from types import MappingProxyType
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QLocale

from momentry_desk.core import faces
from momentry_desk.core.findings import FaceSighting, Finding, Scene, SpeechSegment, TextLine
from momentry_desk.core.model import FailureKind, Priority, TaskStatus
from momentry_desk.core.paths import readable
from momentry_desk.core.places import drive_of, is_copying
from momentry_desk.core.snapshot import Pause, PauseState
from momentry_desk.ui.sentences import in_words

translate = QCoreApplication.translate

#: So many other paths of a video are named in a list.
_PATHS_NAMED = 10


class Explained(NamedTuple):
    """What happened, and what to do about it (empty where there is nothing to do)."""

    cause: str
    next_step: str


def priority(value: Priority) -> str:
    match value:
        case Priority.HIGH:
            return translate("Words", "High")
        case Priority.LOW:
            return translate("Words", "Low")
        case _:
            return translate("Words", "Normal")


def status(value: TaskStatus) -> str:
    """A status as a heading over many scans."""
    match value:
        case TaskStatus.PENDING:
            return translate("Words", "Waiting")
        case TaskStatus.PROCESSING:
            return translate("Words", "Scanning")
        case TaskStatus.COMPLETED:
            return translate("Words", "Done")
        case TaskStatus.FAILED:
            return translate("Words", "Failed")
        case TaskStatus.CANCELLED:
            return translate("Words", "Cancelled")


def number(count: int) -> str:
    """A whole number with the separators of the language."""
    return QLocale().toString(count)


def processor(name: str) -> str:
    """The short name on a chip. A third party's processor keeps its own."""
    match name:
        case "face":
            return translate("Words", "face")
        case "asr":
            return translate("Words", "speech")
        case "ocr":
            return translate("Words", "text")
        case "scene":
            return translate("Words", "scene")
        case _:
            return name


def listed(parts: Sequence[str]) -> str:
    """The parts in one line, set apart as the language does it."""
    return translate("Words", ", ", "between the parts of a list").join(parts)


def clock(seconds: float) -> str:
    """An instant, or what has passed so far, as "0:09", "12:04" or "1:02:05": each second lasts until the next."""
    whole = max(0, int(seconds))
    hours, rest = divmod(whole, 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def length(seconds: float) -> str:
    """How long something is, to the nearest second as players show it: a clip of 11.96 s has 0:12."""
    return clock(seconds + 0.5)


def at(seconds: float) -> str:
    """A place in a film, where lengths stand beside it."""
    return translate("Words", "at {0}", "a place in a film, such as 1:02").format(clock(seconds))


def lasting(seconds: float) -> str:
    """A length that cannot be taken for a place: "3 s", "1 min 20 s", "24 min", "2 h 10 min"."""
    whole = round(seconds)
    if whole >= 600:
        return about(seconds)
    minutes, rest = divmod(whole, 60)
    if not minutes:
        return translate("Words", "{0} s").format(rest)
    if not rest:
        return translate("Words", "{0} min").format(minutes)
    return translate("Words", "{0} min {1} s").format(minutes, rest)


def about(seconds: float) -> str:
    """A minute or more as one would say it: "14 min", "2 h 10 min"."""
    minutes = round(seconds / 60)
    if minutes < 60:
        return translate("Words", "{0} min").format(minutes)
    hours, rest = divmod(minutes, 60)
    if not rest:
        return translate("Words", "{0} h").format(hours)
    return translate("Words", "{0} h {1} min").format(hours, rest)


def size(count: int) -> str:
    """Bytes as "9.8 GB"; the unit is a thousand million bytes."""
    return QLocale().formattedDataSize(count, 1, QLocale.DataSizeFormat.DataSizeSIFormat)


def failure(kind: FailureKind | None, file_name: str, retries: int) -> Explained:
    """Why a scan failed and what a person can do now. `retries` is how often it was tried again."""
    cause, step = _failure(kind)
    return Explained(tried_again(cause.replace("{file}", file_name), retries), step)


def tried_again(cause: str, retries: int) -> str:
    """The cause, and how often it was tried again, if it was."""
    return f"{cause} {translate('Words', 'Tried again so far: {0}.').format(retries)}" if retries else cause


def _failure(kind: FailureKind | None) -> Explained:
    match kind:
        case FailureKind.SOURCE_MISSING:
            return Explained(
                translate("Words", "{file} is not where it was."),
                translate("Words", "Connect the drive or put the file back, then choose Try again."),
            )
        case FailureKind.SOURCE_UNREADABLE:
            return Explained(
                translate("Words", "{file} could not be read."),
                translate("Words", "Check the drive and your permission to read the file, then choose Try again."),
            )
        case FailureKind.SOURCE_INVALID:
            return Explained(
                translate("Words", "{file} is damaged or is no video or audio."),
                translate("Words", "Play it in another program; if it does not play there, copy it anew."),
            )
        case FailureKind.MODEL_MISSING:
            return Explained(
                translate("Words", "A model that this scan needs is not installed or is damaged."),
                translate("Words", "Fetch it in the settings, under Processors and models, then choose Try again."),
            )
        case FailureKind.WORKER_CRASHED:
            return Explained(
                translate("Words", "The scan of {file} broke off unexpectedly."),
                translate("Words", "Choose Try again: it goes on from where it was."),
            )
        case FailureKind.OUT_OF_MEMORY:
            return Explained(
                translate("Words", "There was not enough memory to scan {file}."),
                translate("Words", "Close other programs or scan fewer at once, then choose Try again."),
            )
        case FailureKind.UNRESPONSIVE:
            return Explained(
                translate("Words", "The scan of {file} no longer answered and was ended."),
                translate("Words", "Choose Try again: it goes on from where it was."),
            )
        case FailureKind.TIMED_OUT:
            return Explained(
                translate("Words", "The scan of {file} took longer than allowed."),
                translate("Words", "Raise “Longest scan” in the settings, under Queue, then choose Try again."),
            )
        case FailureKind.DISK_FULL:
            return Explained(
                translate("Words", "The disk is full."),
                translate("Words", "Make room on the disk, then choose Try again."),
            )
        case _:
            return Explained(
                translate("Words", "The scan of {file} failed because of a fault in the program."),
                translate("Words", "Choose Try again. If it fails again, remove it from the list and go on."),
            )


def failed_in_short(kind: FailureKind | None) -> str:
    """The cause in the few words that fit into a row."""
    match kind:
        case FailureKind.SOURCE_MISSING:
            return translate("Words", "file not found")
        case FailureKind.SOURCE_UNREADABLE:
            return translate("Words", "cannot be read")
        case FailureKind.SOURCE_INVALID:
            return translate("Words", "damaged")
        case FailureKind.MODEL_MISSING:
            return translate("Words", "model missing")
        case FailureKind.WORKER_CRASHED:
            return translate("Words", "scan broke off")
        case FailureKind.OUT_OF_MEMORY:
            return translate("Words", "out of memory")
        case FailureKind.UNRESPONSIVE:
            return translate("Words", "no answer")
        case FailureKind.TIMED_OUT:
            return translate("Words", "took too long")
        case FailureKind.DISK_FULL:
            return translate("Words", "disk full")
        case _:
            return translate("Words", "fault in the program")


def waiting(sentence: str, path: str) -> str:
    """What a task waits for: its drive, its file, or what the engine's own sentence says."""
    if sentence == faces.WAITING:
        return translate("Words", "Faces: waiting for your answer")
    if is_copying(sentence):
        return translate("Words", "Waiting for the copy to end")
    if sentence.startswith(("drive", "the file ")):
        drive = drive_of(path)
        return (
            translate("Words", "Waiting for drive {0}").format(drive)
            if drive
            else translate("Words", "File missing")
        )
    return translate("Words", "Waiting for {0}").format(sentence)


def _paused_for(cause: FailureKind | None, reason: str) -> str:
    match cause:
        case FailureKind.DISK_FULL:
            return translate("Words", "the disk is full; it goes on when there is room")
        case FailureKind.SOURCE_MISSING | FailureKind.SOURCE_UNREADABLE:
            return translate("Words", "many files in a row could not be read; check the drive")
        case FailureKind.MODEL_MISSING:
            return translate("Words", "a model is missing or damaged")
        case _:
            return in_words(reason)


def pause(value: Pause) -> str:
    """Who paused the queue and why, in one line; empty while it runs."""
    if value.state is PauseState.RUNNING:
        return ""
    if value.state is PauseState.PAUSING:
        said = translate("Words", "Pausing: running scans finish first")
    elif value.by == "user":
        said = translate("Words", "Paused by you")
    elif value.by == "api":
        said = translate("Words", "Paused by another program")
    elif value.by == "schedule":
        said = translate("Words", "Paused by the schedule")
    else:
        said = translate("Words", "Paused by the program")
    reason = _paused_for(value.cause, value.reason)
    return said + translate("Words", ": {0}", "a reason").format(reason) if reason else said


def rejection(reason: str, message: str) -> str:
    """Why a path could not be added: by its code, or the engine's own sentence where the code is unknown."""
    match reason:
        case "missing":
            return translate("Words", "There is no such file or folder.")
        case "unreadable":
            return translate("Words", "It could not be read; check the drive and your permission.")
        case "no_media":
            return translate("Words", "There is no video or audio in it.")
        case "not_media" | "invalid":
            return translate("Words", "It is no video or audio that this program can read.")
        case "empty":
            return translate("Words", "The file is empty; copy it once more.")
        case "unresponsive":
            return translate("Words", "The drive or folder does not answer; check that it is connected.")
        case "crashed":
            return translate("Words", "Looking at it failed; add it again, or move the file elsewhere.")
        case "not_local":
            return translate("Words", "It is not on this machine; save it to a drive first.")
        case "crash_report":
            return translate(
                "Words", "The program broke the last time it ran. This file on your machine says where."
            )
        case "no_translation":
            return translate(
                "Words",
                "The words of this language are missing. Install the program again; from source, "
                "`python -m momentry_desk.ui.translations` makes them.",
            )
        case _:
            return in_words(message)


def person(number: int) -> str:
    return translate("Words", "Person {0}").format(number)


def where_missing(path: str) -> str:
    """Where a file was that is not there, and that nothing of it is lost."""
    drive = drive_of(path)
    kept = translate("Words", "What was found in it is still here and can be searched.")
    if drive:
        return translate("Words", "Connect {0}, or locate the file if it was moved.").format(drive) + " " + kept
    return translate("Words", "It was in {0}.").format(readable(str(PurePath(path).parent))) + " " + kept


def same_content(paths: Sequence[str]) -> str:
    """Where the content of a video was seen too, a path in each line; empty where nowhere."""
    if not paths:
        return ""
    named = [readable(path) for path in paths[:_PATHS_NAMED]]
    if len(paths) > _PATHS_NAMED:
        named.append("…")
    return "\n".join((translate("Words", "The same content was added from:"), *named))


def line(value: SpeechSegment | TextLine) -> str:
    """A line of a transcript as it is shown."""
    return value.text.strip() or translate("Words", "(nothing is said here)")


def edited() -> str:
    """What stands beside a line that a person wrote."""
    return translate("Words", "edited")


def finding(value: Finding, number: int, names: Mapping[int, str] = MappingProxyType({})) -> str:
    """A finding as one line of text; `number` counts the scenes of the video, `names` are those of persons."""
    match value:
        case SpeechSegment(text=text, doubtful=True):
            return translate("Words", "{0} (unsure)").format(text.strip())
        case SpeechSegment() | TextLine():
            return line(value)
        case FaceSighting(start=start, end=end, person=which):
            return translate("Words", "{0}, {1} – {2}", "a person, from, to").format(
                names.get(which) or person(which), clock(start), clock(end)
            )
        case Scene():
            return translate("Words", "Scene {0}").format(number)
