"""The part of the facade that is about transcripts: writing down what was really said."""

from concurrent.futures import Future

from momentry_desk.engine.asking import Ask


class TranscriptsDesk:
    """From any thread; each command answers a future, as the facade's do. A line is named by its video and its
    times in seconds, as its finding has them.

    What is written stands in findings, search and exports from the answer on, and through every later scan. After
    each change the engine's `findings_changed` is emitted.
    """

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def edit(self, file_uuid: str, start: float, end: float, text: str) -> Future[bool]:
        """`text` is what is said in this line; the empty text says that nothing is. What was heard there, written
        again, takes the edit back. False where nothing changed, or where no such line is any more."""
        return self._ask(lambda desk: desk.commands.edit_speech(file_uuid, start, end, text))

    def restore(self, file_uuid: str, start: float, end: float) -> Future[bool]:
        """Give back what was heard in an edited line. False where none is edited there."""
        return self._ask(lambda desk: desk.commands.restore_speech(file_uuid, start, end))

    def undo(self, file_uuid: str) -> Future[float | None]:
        """Take back the last edit of a video; answers the time of its line, None where there is none."""
        return self._ask(lambda desk: desk.commands.undo_speech(file_uuid))
