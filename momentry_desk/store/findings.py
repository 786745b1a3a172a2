"""Findings and checkpoints: what a scan found, how far it got, and which scan's findings are shown."""

from collections.abc import Iterable, Sequence

from momentry_desk.core.findings import Checkpoint, Chunk, Finding
from momentry_desk.store.database import Database


class FindingStore:
    """Shown of a file and processor is the latest scan that reached the end; where none did, the latest one.

    Commands belong to the thread that opened the database; what reads may be called from any thread.
    """

    def __init__(self, database: Database) -> None:
        raise NotImplementedError

    def store_chunk(self, attempt_id: str, chunk: Chunk, now: float) -> bool:
        """Findings and checkpoints in one transaction. False, and nothing stored, where the attempt is not the
        running one of its task or a checkpoint's `from_s` is not the stored mark (0 where there is none)."""
        raise NotImplementedError

    def restart(self, attempt_id: str, processors: Sequence[str], now: float) -> bool:
        """These begin anew: what this task's scan found with them so far is dropped. False: a late word."""
        raise NotImplementedError

    def checkpoints(self, task_id: str) -> tuple[Checkpoint, ...]:
        raise NotImplementedError

    def findings(
        self,
        file_uuid: str,
        kinds: Iterable[str] | None = None,
        *,
        limit: int | None = None,
        offset: int = 0,
        blobs: bool = True,
    ) -> list[Finding]:
        """By start, then end. `kinds` are tags ("speech", "text", "face", "scene"); `blobs` False leaves pictures
        and embeddings empty, which is cheap."""
        raise NotImplementedError
