"""Findings and checkpoints: what a scan found, how far it got, and which scan's findings are shown."""

import math
from collections.abc import Iterable, Sequence

from momentry_desk.core.findings import KINDS, Checkpoint, Chunk, Finding, SpeechSegment
from momentry_desk.core.model import Task
from momentry_desk.store.attempts import running_task
from momentry_desk.store.connection import Connection
from momentry_desk.store.database import Database
from momentry_desk.store.finding_rows import from_finding, kind_of, to_checkpoint, to_finding
from momentry_desk.store.scans import complete_scans, drop_superseded, ensure_scan
from momentry_desk.store.search_lines import add_lines
from momentry_desk.store.search_seams import join_seams
from momentry_desk.store.speech_edits import reweave
from momentry_desk.store.tables import to_text

#: Which processor makes a kind.
_MAKERS = {kind: processor for processor, kind in KINDS.items()}


class FindingStore:
    """Shown of a file and processor is the latest scan that reached the end; where none did, the latest one.

    Commands belong to the thread that opened the database; what reads may be called from any thread. All raise
    `StoreTrouble`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def store_chunk(self, attempt_id: str, chunk: Chunk, now: float) -> bool:
        """Findings and checkpoints in one transaction. False, and nothing stored, where the attempt is not the
        running one of its task or a checkpoint's `from_s` is not the stored mark (0 where there is none).

        A processor whose checkpoint says `done` is complete from here on, whatever becomes of the others.
        """
        with self._database.transaction("store chunk") as connection:
            task = running_task(connection, attempt_id)
            if task is None:
                return False
            marks = _marks(connection, task.task_id)
            if any(marks.get(point.processor, 0.0) != point.from_s for point in chunk.checkpoints):
                return False
            scan_of = _Scans(connection, task, chunk, now)
            _insert(connection, [(scan_of.maker(finding), finding) for finding in chunk.findings])
            for point in chunk.checkpoints:
                _set_checkpoint(connection, scan_of.processor(point.processor), point)
                if not point.done:
                    reweave(connection, scan_of.processor(point.processor), through_s=point.mark_s)
            if chunk.person_merges:
                _merge_persons(connection, task.task_id, chunk.person_merges)
            # Something new came of it, so this file is not what takes the program down.
            connection.change_sql(
                "UPDATE queue_tasks SET unclean_ends = 0, updated_at = ? WHERE task_id = ?",
                (to_text(now), task.task_id),
            )
            done = [point.processor for point in chunk.checkpoints if point.done]
            if done:
                complete_scans(connection, task, done, now)
                drop_superseded(connection, task.file_uuid)
        return True

    def restart(self, attempt_id: str, processors: Sequence[str], now: float) -> bool:
        """These begin anew: what this task's scan found with them so far is dropped. False: a late word."""
        with self._database.transaction("restart") as connection:
            task = running_task(connection, attempt_id)
            if task is None:
                return False
            connection.change_many(
                "DELETE FROM scans WHERE task_id = ? AND processor = ?",
                ((task.task_id, name) for name in processors),
            )
            for name in processors:
                ensure_scan(connection, task, name, now)
        return True

    def checkpoints(self, task_id: str) -> tuple[Checkpoint, ...]:
        """Where each processor of this task goes on."""
        with self._database.reading() as connection:
            rows = connection.sql(
                "SELECT processor, from_s, mark_s, fingerprint, state, checkpoints.done"
                " FROM scans JOIN checkpoints USING (scan_id) WHERE task_id = ? ORDER BY scan_id",
                (task_id,),
            )
        return tuple(map(to_checkpoint, rows))

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
        with self._database.reading() as connection:
            scans = _shown(connection, file_uuid)
            wanted = None if kinds is None else sorted(set(kinds))
            if not scans or wanted == []:
                return []
            pictures = "embedding, picture" if blobs else "NULL, NULL"
            join = "LEFT JOIN finding_blobs USING (finding_id)" if blobs else ""
            text = (
                f"SELECT kind, start_s, end_s, text, person, payload, {pictures} FROM findings {join}"
                f" WHERE scan_id IN ({_holes(scans)})"
            )
            parameters: list[object] = [*scans]
            if wanted is not None:
                text += f" AND kind IN ({_holes(wanted)})"
                parameters += wanted
            text += " ORDER BY start_s, end_s, finding_id LIMIT ? OFFSET ?"
            parameters += [-1 if limit is None else limit, offset]
            return [to_finding(row) for row in connection.sql(text, parameters)]

    def page(
        self, file_uuid: str, kinds: Iterable[str] | None, *, limit: int, after: tuple[float, float, int] | None
    ) -> tuple[list[Finding], tuple[float, float, int] | None]:
        """Those that follow a place in the order of `findings`, without blobs, and the place of the last of them
        where more may follow."""
        with self._database.reading() as connection:
            scans = _shown(connection, file_uuid)
            wanted = list(_MAKERS) if kinds is None else sorted(set(kinds))
            rows = connection.sql(
                "SELECT kind, start_s, end_s, text, person, payload, NULL, NULL, finding_id FROM findings"
                f" WHERE scan_id IN ({_holes(scans)}) AND kind IN ({_holes(wanted)})"
                " AND (start_s, end_s, finding_id) > (?, ?, ?) ORDER BY start_s, end_s, finding_id LIMIT ?",
                [*scans, *wanted, *(after or (-math.inf, -math.inf, 0)), limit + 1],
            )
        last = rows[limit - 1] if len(rows) > limit else None
        return [to_finding(row[:8]) for row in rows[:limit]], None if last is None else (last[1], last[2], last[8])


class _Scans:
    """The scan that a part of one chunk belongs to; looked up, or begun, once."""

    def __init__(self, connection: Connection, task: Task, chunk: Chunk, now: float) -> None:
        self._connection = connection
        self._task = task
        self._now = now
        self._named = [point.processor for point in chunk.checkpoints]
        self._found: dict[str, int] = {}

    def processor(self, name: str) -> int:
        if name not in self._found:
            self._found[name] = ensure_scan(self._connection, self._task, name, self._now)
        return self._found[name]

    def maker(self, finding: Finding) -> int:
        """A finding does not name its processor: it is the one known for its kind if the task runs that one, else
        another one that speaks in this chunk."""
        usual = _MAKERS[kind_of(finding)]
        if usual in self._task.processors:
            return self.processor(usual)
        others = [name for name in self._named if name not in KINDS]
        return self.processor(others[0] if others else usual)


def _marks(connection: Connection, task_id: str) -> dict[str, float]:
    rows = connection.sql(
        "SELECT processor, mark_s FROM scans JOIN checkpoints USING (scan_id) WHERE task_id = ?", (task_id,)
    )
    return dict(rows)


def _set_checkpoint(connection: Connection, scan_id: int, point: Checkpoint) -> None:
    connection.change_sql(
        "INSERT INTO checkpoints (scan_id, from_s, mark_s, fingerprint, done, state) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (scan_id) DO UPDATE SET from_s = excluded.from_s, mark_s = excluded.mark_s,"
        " fingerprint = excluded.fingerprint, done = excluded.done, state = excluded.state",
        (scan_id, point.from_s, point.mark_s, point.fingerprint, point.done, point.state),
    )


def _insert(connection: Connection, found: Sequence[tuple[int, Finding]]) -> None:
    """The ids are given here, so that the blobs can follow in bulk; the transaction is the only writer."""
    (first,) = connection.sql("SELECT coalesce(max(finding_id), 0) + 1 FROM findings")[0]
    rows = [from_finding(finding) for _, finding in found]
    connection.change_many(
        "INSERT INTO findings (finding_id, scan_id, kind, start_s, end_s, text, person, payload)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (first + index, scan_id, *row.columns)
            for index, ((scan_id, _), row) in enumerate(zip(found, rows, strict=True))
        ),
    )
    connection.change_many(
        "INSERT INTO finding_blobs (finding_id, embedding, picture) VALUES (?, ?, ?)",
        (
            (first + index, row.embedding, row.picture)
            for index, row in enumerate(rows)
            if row.embedding or row.picture
        ),
    )
    add_lines(
        connection,
        ((first + index, scan_id, row) for index, ((scan_id, _), row) in enumerate(zip(found, rows, strict=True))),
    )
    for scan_id in {scan_id for scan_id, finding in found if isinstance(finding, SpeechSegment)}:
        starts = [finding.start for owner, finding in found if owner == scan_id]
        join_seams(connection, scan_id, min(starts), max(starts))


def _merge_persons(connection: Connection, task_id: str, merges: dict[int, int]) -> None:
    """Persons that turned out to be others. What a merge leads to may be merged itself in the same chunk."""
    connection.change_many(
        "UPDATE findings SET person = ? WHERE person = ? AND kind = 'face' AND scan_id IN"
        " (SELECT scan_id FROM scans WHERE task_id = ?)",
        ((_last(merges, person), person, task_id) for person in merges),
    )


def _last(merges: dict[int, int], person: int) -> int:
    seen = {person}
    while merges.get(person, person) not in seen:
        person = merges[person]
        seen.add(person)
    return person


def _shown(connection: Connection, file_uuid: str) -> list[int]:
    """Of each processor the scan whose findings are shown."""
    rows = connection.sql(
        "SELECT scan_id, row_number() OVER (PARTITION BY processor"
        " ORDER BY completed_at IS NULL, completed_at DESC, scan_id DESC) AS turn FROM scans WHERE file_uuid = ?",
        (file_uuid,),
    )
    return [scan_id for scan_id, turn in rows if turn == 1]


def _holes(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))
