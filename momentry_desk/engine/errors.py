"""What can go wrong with a command to the engine. Each message is a sentence for a person."""

from concurrent.futures import Future
from pathlib import Path

from momentry_desk.core.sentences import Said, say
from momentry_desk.store.trouble import DatabaseDamaged, StoreTrouble, UnknownVideo

__all__ = [
    "BadCursor",
    "ClipRefused",
    "EngineStopped",
    "SettingsRefused",
    "StartRefused",
    "StoreTrouble",
    "UnknownVideo",
]


class EngineStopped(Exception):
    """The engine is stopped, or was not started."""

    def __init__(self) -> None:
        super().__init__(say(Said.NOT_RUNNING))


class StartRefused(Exception):
    """The engine could not begin on this data folder.

    `restorable`: the database is damaged, and `Engine.restore` (or `momentry-desk restore`) puts a backup, or a new
    database, in its place. `taken`: another program runs on the folder.
    """

    def __init__(self, sentence: str, *, restorable: bool = False, taken: bool = False) -> None:
        super().__init__(sentence)
        self.restorable = restorable
        self.taken = taken


def refused_for(error: Exception, data_folder: Path) -> StartRefused:
    """Why the engine cannot begin on the folder, after what went wrong while it was opened."""
    if isinstance(error, StartRefused):
        return error
    text = str(error)
    if isinstance(error, OSError):
        text = say(Said.FOLDER_UNUSABLE, path=data_folder, why=error.strerror or error)
    damaged = isinstance(error, DatabaseDamaged)
    if damaged:
        text = f"{text} {say(Said.RESTORE_DOES_THAT, path=data_folder)}"
    return StartRefused(text, restorable=damaged)


class SettingsRefused(Exception):
    """A setting was not taken, or the settings file could not be written."""


class ClipRefused(Exception):
    """A clip was not written; nothing is there."""


class BadCursor(Exception):
    """A place in a list that none of its pages gave out."""

    def __init__(self) -> None:
        super().__init__("This cursor is none that a page of these findings gave out.")


def fail(future: Future[object], error: Exception) -> None:
    """Let a future that nobody has begun to answer raise `error`."""
    if future.set_running_or_notify_cancel():
        future.set_exception(error)


def system_word(error: BaseException | None) -> str:
    """What the system said beneath the libraries' words, which are the same for every host that is not there."""
    text = ""
    while error is not None:
        text = (error.strerror if isinstance(error, OSError) else "") or text or str(error)
        error = error.__cause__ or error.__context__
    return text
