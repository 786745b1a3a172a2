"""What can go wrong with a command to the engine. Each message is a sentence for a person."""

from momentry_desk.core.sentences import Said, say
from momentry_desk.store.trouble import StoreTrouble, UnknownVideo

__all__ = ["BadCursor", "EngineStopped", "SettingsRefused", "StartRefused", "StoreTrouble", "UnknownVideo"]


class EngineStopped(Exception):
    """The engine is stopped, or was not started."""

    def __init__(self) -> None:
        super().__init__(say(Said.NOT_RUNNING))


class StartRefused(Exception):
    """The engine could not begin on this data folder.

    `restorable`: the database is damaged, and `Engine.restore` (or `momentry-desk restore`) puts a backup, or a new
    database, in its place.
    """

    def __init__(self, sentence: str, *, restorable: bool = False) -> None:
        super().__init__(sentence)
        self.restorable = restorable


class SettingsRefused(Exception):
    """A setting was not taken, or the settings file could not be written."""


class BadCursor(Exception):
    """A place in a list that none of its pages gave out."""

    def __init__(self) -> None:
        super().__init__("This cursor is none that a page of these findings gave out.")
