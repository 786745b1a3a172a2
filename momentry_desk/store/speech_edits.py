"""What people write in place of what was heard: kept for the video, and woven into the lines of each of its scans.

The lines that are shown, searched and exported hold the edits themselves; what was heard there is kept beside them.
"""

from collections.abc import Iterable, Sequence

import msgspec

from momentry_desk.core.findings import KINDS, SpeechSegment, Word
from momentry_desk.core.transcripts import MAX_LINE_CHARACTERS, Edit, WovenLine, respread, standing, weave
from momentry_desk.store.connection import Connection
from momentry_desk.store.database import Database
from momentry_desk.store.finding_rows import FindingRow, from_finding, to_finding
from momentry_desk.store.search_lines import add_lines
from momentry_desk.store.search_scope import SHOWN
from momentry_desk.store.search_seams import join_seams
from momentry_desk.store.tables import printable, to_text

_SPEECH = KINDS["asr"]


class _Heard(msgspec.Struct, frozen=True, array_like=True):
    """A line as the scan found it."""

    finding_id: int
    start: float
    end: float
    text: str
    payload: str


class _Edited(msgspec.Struct, frozen=True):
    """A line that stands in place of others."""

    finding_id: int
    edits: tuple[int, ...]
    heard: tuple[_Heard, ...]
    row: FindingRow


class SpeechEdits:
    """Commands belong to the thread that opened the database. All raise `StoreTrouble`; each can be undone, the
    last one of a video first."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def edit(self, file_uuid: str, start: float, end: float, text: str, now: float) -> bool:
        """`text` is what is said in the line from `start` to `end` (seconds, as the finding has them); nothing at
        all is said there with the empty text. What was heard there, written again, takes the edit back. False
        where nothing changes, or for a video that is gone."""
        clean = " ".join(printable(text[:MAX_LINE_CHARACTERS]).split())
        with self._database.transaction("edit speech") as connection:
            line = _line_at(connection, file_uuid, start, end)
            if line is None or line.segment.text.strip() == clean:
                return False
            if line.heard_text == clean:
                _write(connection, line, None, (), now)
            else:
                said = line.segment
                _write(connection, line, clean, respread(said.words, said.start, said.end, clean), now)
        return True

    def restore(self, file_uuid: str, start: float, end: float, now: float) -> bool:
        """Give back what was heard in the edited line from `start` to `end`. False where none is edited there."""
        with self._database.transaction("restore speech") as connection:
            line = _line_at(connection, file_uuid, start, end)
            if line is None or not line.edits:
                return False
            _write(connection, line, None, (), now)
        return True

    def undo(self, file_uuid: str) -> float | None:
        """Take the last edit of a video back; answers the time of its line in seconds, None where there is none."""
        with self._database.transaction("undo edit of speech") as connection:
            rows = connection.sql(
                "DELETE FROM speech_edits WHERE edit_id ="
                " (SELECT max(edit_id) FROM speech_edits WHERE file_uuid = ?) RETURNING processor, start_s",
                (file_uuid,),
            )
            if not rows:
                return None
            processor, start = rows[0]
            for (scan_id,) in connection.sql(
                f"SELECT scan_id FROM scans s WHERE file_uuid = ? AND processor = ? AND {SHOWN}",
                (file_uuid, processor),
            ):
                reweave(connection, scan_id)
        return float(start)


class _Line(msgspec.Struct, frozen=True):
    scan_id: int
    file_uuid: str
    processor: str
    segment: SpeechSegment
    edits: tuple[int, ...]
    heard_text: str | None


def _line_at(connection: Connection, file_uuid: str, start: float, end: float) -> _Line | None:
    rows = connection.sql(
        "SELECT f.scan_id, s.processor, f.start_s, f.end_s, f.text, f.payload, e.edits, e.heard"
        " FROM scans s CROSS JOIN findings f ON f.scan_id = s.scan_id LEFT JOIN edited_lines e USING (finding_id)"
        f" WHERE s.file_uuid = ? AND f.kind = ? AND f.start_s = ? AND f.end_s = ? AND {SHOWN}"
        " ORDER BY e.finding_id IS NULL LIMIT 1",
        (file_uuid, _SPEECH, start, end),
    )
    if not rows:
        return None
    scan_id, processor, start, end, text, payload, edits, heard = rows[0]
    segment = _segment(_Heard(0, start, end, text, payload))
    before = _heard_in(heard) if edits else ()
    return _Line(
        scan_id,
        file_uuid,
        processor,
        segment,
        msgspec.json.decode(edits, type=tuple[int, ...]) if edits else (),
        before[0].text.strip() if len(before) == 1 else None,
    )


def _write(connection: Connection, line: _Line, text: str | None, words: Sequence[Word], now: float) -> None:
    connection.change_sql(
        "INSERT INTO speech_edits (file_uuid, processor, start_s, end_s, text, language, words, replaces, made_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            line.file_uuid,
            line.processor,
            line.segment.start,
            line.segment.end,
            text,
            line.segment.language,
            msgspec.json.encode(tuple(words)).decode(),
            msgspec.json.encode(line.edits).decode(),
            to_text(now),
        ),
    )
    reweave(connection, line.scan_id)


# Scans take edits up ----------------------------------------------------------------------------------------


def reweave(connection: Connection, scan_id: int, *, through_s: float | None = None) -> None:
    """Bring a scan's lines in step with the edits of its video. `through_s`: the scan goes on, and has found all
    before that time; later edits wait."""
    edits = standing(_edits(connection, scan_id))
    rows = connection.sql(
        "SELECT f.finding_id, f.start_s, f.end_s, f.text, f.payload, e.edits, e.heard FROM findings f"
        " LEFT JOIN edited_lines e USING (finding_id) WHERE f.scan_id = ? AND f.kind = ?",
        (scan_id, _SPEECH),
    )
    there = {
        row[0]: _Edited(
            row[0],
            msgspec.json.decode(row[5], type=tuple[int, ...]),
            _heard_in(row[6]),
            FindingRow((_SPEECH, row[1], row[2], row[3], None, row[4])),
        )
        for row in rows
        if row[5] is not None
    }
    if through_s is not None:
        taken = {edit_id for line in there.values() for edit_id in line.edits}
        edits = tuple(edit for edit in edits if edit.end <= through_s or edit.edit_id in taken)
    if not edits and not there:
        return
    heard = [_Heard(*row[:5]) for row in rows if row[0] not in there]
    heard += [one for line in there.values() for one in line.heard]
    heard.sort(key=lambda one: (one.start, one.end, one.finding_id))
    _put(connection, scan_id, heard, there, weave([_segment(one) for one in heard], edits))


def _edits(connection: Connection, scan_id: int) -> list[Edit]:
    rows = connection.sql(
        "SELECT e.edit_id, e.start_s, e.end_s, e.text, e.language, e.words, e.replaces FROM scans s"
        " CROSS JOIN speech_edits e ON e.file_uuid = s.file_uuid AND e.processor = s.processor"
        " WHERE s.scan_id = ? ORDER BY e.edit_id",
        (scan_id,),
    )
    return [
        Edit(
            edit_id,
            start,
            end,
            text,
            language,
            msgspec.json.decode(words, type=tuple[Word, ...]),
            msgspec.json.decode(replaces, type=tuple[int, ...]),
        )
        for edit_id, start, end, text, language, words, replaces in rows
    ]


def _put(
    connection: Connection,
    scan_id: int,
    heard: Sequence[_Heard],
    there: dict[int, _Edited],
    woven: Iterable[WovenLine],
) -> None:
    """Leave what is so already; take out the lines that are covered now, put in those that are not any more."""
    wanted = []
    for line in woven:
        stands_for = tuple(heard[at] for at in line.heard)
        wanted.append(_Edited(0, line.edits, stands_for, from_finding(line.segment)))
    kept = {
        old.finding_id
        for old in there.values()
        if any((old.edits, old.heard, old.row) == (new.edits, new.heard, new.row) for new in wanted)
    }
    settled = [(there[finding_id].edits, there[finding_id].heard) for finding_id in kept]
    fresh = [line for line in wanted if (line.edits, line.heard) not in settled]
    dissolved = [line for finding_id, line in there.items() if finding_id not in kept]
    covered = {one.finding_id for line in wanted for one in line.heard}
    stood = {one.finding_id for one in heard} - {one.finding_id for line in there.values() for one in line.heard}
    gone = [line.finding_id for line in dissolved] + sorted(stood & covered)
    back = [one for line in dissolved for one in line.heard if one.finding_id not in covered]
    if not gone and not fresh:
        return
    _take_out(connection, gone)
    ids = _Ids(connection, [one.finding_id for line in (*fresh, *dissolved) for one in line.heard])
    rows = [(ids.give(one.finding_id), _row(one)) for one in back]
    made = [(ids.give(line.heard[0].finding_id if line.heard else None), line) for line in fresh]
    rows += [(finding_id, line.row) for finding_id, line in made]
    connection.change_many(
        "INSERT INTO findings (finding_id, scan_id, kind, start_s, end_s, text, person, payload)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        ((finding_id, scan_id, *row.columns) for finding_id, row in rows),
    )
    connection.change_many(
        "INSERT INTO edited_lines (finding_id, edits, heard) VALUES (?, ?, ?)",
        ((finding_id, _json(line.edits), _json(line.heard)) for finding_id, line in made),
    )
    add_lines(connection, ((finding_id, scan_id, row) for finding_id, row in rows))
    starts = [row.columns[1] for _, row in rows]
    starts += [line.row.columns[1] for line in dissolved] + [one.start for one in heard if one.finding_id in gone]
    join_seams(connection, scan_id, min(starts), max(starts))


def _take_out(connection: Connection, finding_ids: Iterable[int]) -> None:
    ids = [(finding_id,) for finding_id in finding_ids]
    connection.change_many("DELETE FROM search_lines WHERE line_id = ?", ids)
    connection.change_many("DELETE FROM findings WHERE finding_id = ?", ids)


class _Ids:
    """Gives lines the ids that they had, where nothing else has them by now, so that a moment stays the same."""

    def __init__(self, connection: Connection, wanted: Iterable[int]) -> None:
        asked = set(wanted)
        rows = connection.sql(
            "SELECT finding_id FROM findings WHERE finding_id IN (SELECT value FROM json_each(?))",
            (_json(sorted(asked)),),
        )
        (last,) = connection.sql("SELECT coalesce(max(finding_id), 0) FROM findings")[0]
        self._free = asked - {finding_id for (finding_id,) in rows}
        self._next: int = max([last, *asked]) + 1

    def give(self, wanted: int | None) -> int:
        if wanted is not None and wanted in self._free:
            self._free.remove(wanted)
            return wanted
        self._next += 1
        return self._next - 1


def _segment(line: _Heard) -> SpeechSegment:
    found = to_finding((_SPEECH, line.start, line.end, line.text, None, line.payload, None, None))
    assert isinstance(found, SpeechSegment)
    return found


def _row(line: _Heard) -> FindingRow:
    return FindingRow((_SPEECH, line.start, line.end, line.text, None, line.payload))


def _heard_in(text: str) -> tuple[_Heard, ...]:
    return msgspec.json.decode(text, type=tuple[_Heard, ...])


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
