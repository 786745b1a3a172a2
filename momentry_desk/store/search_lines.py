"""Keeps the lines that are searched in step with findings and file names."""

import sqlite3
from collections.abc import Iterable, Sequence

import msgspec

from momentry_desk.core.blocks import blocks
from momentry_desk.core.findings import KINDS, Box, TextLine
from momentry_desk.core.paths import name_of, readable
from momentry_desk.core.words import words
from momentry_desk.store.connection import Connection, PlainConnection
from momentry_desk.store.finding_rows import FindingRow
from momentry_desk.store.tables import path_from_column

#: Tags of findings with text.
_SPEECH = KINDS["asr"]
_TEXT = KINDS["ocr"]

_INSERT = (
    "INSERT INTO search_lines (line_id, scan_id, kind, start_s, end_s, doubtful, words, shown)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
#: Between the names of one content, where they are shown.
NAMES_BETWEEN = " · "
#: So many names beside a file's own are found, of a content that lies in many places.
_OTHER_NAMES = 50
_Line = tuple[int, int, str, float, float, bool, str, str | None]


class _Read(msgspec.Struct):
    """What is needed of a finding's payload."""

    doubtful: bool = False
    box: Box = Box(0, 0, 0, 0)


def add_lines(connection: Connection, found: Iterable[tuple[int, int, FindingRow]]) -> None:
    """Index new findings, given as finding_id, scan_id and row."""
    lines = (_line(finding_id, scan_id, row.columns) for finding_id, scan_id, row in found)
    connection.change_many(_INSERT, (line for line in lines if line is not None))


def _line(
    finding_id: int, scan_id: int, columns: tuple[str, float, float, str | None, int | None, str]
) -> _Line | None:
    kind, start, end, text, _, payload = columns
    found = words(text) if text else []
    if not found:
        return None
    doubtful = kind == _SPEECH and msgspec.json.decode(payload, type=_Read).doubtful
    return finding_id, scan_id, kind, start, end, doubtful, " ".join(found), None


def join_blocks(connection: Connection, scan_id: int) -> None:
    """Put lines that are one sign into one line, under the id of the first of them. May be called again."""
    rows = connection.sql(
        "SELECT finding_id, start_s, end_s, text, payload FROM findings WHERE scan_id = ? AND kind = ?"
        " ORDER BY start_s, finding_id",
        (scan_id, _TEXT),
    )
    lines = [
        TextLine(start, end, text, 1.0, msgspec.json.decode(payload, type=_Read).box)
        for _, start, end, text, payload in rows
    ]
    joined = blocks(lines)
    connection.change_many(
        "DELETE FROM search_lines WHERE line_id = ?", ((rows[index][0],) for block in joined for index in block)
    )
    connection.change_many(_INSERT, (_block(scan_id, rows, lines, block) for block in joined))


def _block(
    scan_id: int, rows: Sequence[tuple[object, ...]], lines: Sequence[TextLine], block: Sequence[int]
) -> tuple[object, ...]:
    members = [lines[index] for index in block]
    text = " ".join(line.text.strip() for line in members)
    start, end = min(line.start for line in members), max(line.end for line in members)
    return rows[block[0]][0], scan_id, _TEXT, start, end, False, " ".join(words(text)), text


def name_files(connection: Connection, file_uuids: Iterable[str] | None) -> None:
    """Index the names of these files, or of all, in place of the ones they had: that of the place where each is,
    and those that the same content has or had elsewhere."""
    for file_uuid, name, others in _names(connection, file_uuids):
        texts = [readable(path_from_column(one)) for one in (name, *others[:_OTHER_NAMES])]
        text, found = NAMES_BETWEEN.join(texts), " ".join(words(" ".join(texts)))
        known = connection.sql("SELECT line_id, words, shown FROM search_lines WHERE file_uuid = ?", (file_uuid,))
        if known and known[0][1:] == (found, text):
            continue
        if known:
            connection.change_sql("DELETE FROM search_lines WHERE line_id = ?", (known[0][0],))
        connection.change_sql(
            "INSERT INTO search_lines (line_id, file_uuid, kind, start_s, end_s, words, shown)"
            " SELECT min(coalesce(min(line_id), 0), 0) - 1, ?, 'file', 0, 0, ?, ? FROM search_lines",
            (file_uuid, found, text),
        )


def _names(
    connection: Connection, file_uuids: Iterable[str] | None
) -> list[tuple[str, str | bytes, list[str | bytes]]]:
    """Of each of these videos its name, and its others in the order of their paths."""
    among = "" if file_uuids is None else " WHERE v.file_uuid IN (SELECT value FROM json_each(?))"
    asked = () if file_uuids is None else (msgspec.json.encode(list(file_uuids)).decode(),)
    others: dict[str, dict[str | bytes, None]] = {}
    for file_uuid, path in connection.sql(
        "SELECT v.file_uuid, p.path FROM videos v JOIN video_paths p"
        f" ON p.file_uuid = v.file_uuid AND p.path <> v.path{among} ORDER BY p.path",
        asked,
    ):
        others.setdefault(file_uuid, {})[name_of(path_from_column(path))] = None
    return [
        (file_uuid, name, [other for other in others.get(file_uuid, ()) if other != name])
        for file_uuid, name in connection.sql(f"SELECT v.file_uuid, v.file_name FROM videos v{among}", asked)
    ]


def index_everything(sqlite: sqlite3.Connection) -> None:
    """Index a whole database whose lines are empty."""
    connection = PlainConnection(sqlite)
    found = sqlite.execute(
        "SELECT finding_id, scan_id, kind, start_s, end_s, text, person, payload FROM findings"
        " WHERE text IS NOT NULL"
    )
    while rows := found.fetchmany(1000):
        add_lines(connection, ((row[0], row[1], FindingRow(tuple(row[2:]))) for row in rows))
    for (scan_id,) in connection.sql(
        "SELECT scan_id FROM scans WHERE processor = 'ocr' AND completed_at IS NOT NULL"
    ):
        join_blocks(connection, scan_id)
    name_files(connection, None)
