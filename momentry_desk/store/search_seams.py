"""Phrases that begin in one spoken line and end in the next: the seams between lines, and looking across them.

Speech is cut into lines where one breathes, which nobody who remembers a sentence can know.
"""

import itertools
import sqlite3
from collections.abc import Iterable, Sequence

import msgspec

from momentry_desk.core.ranking import occurrences
from momentry_desk.core.search import Query, Term
from momentry_desk.store.connection import Connection, PlainConnection, Row
from momentry_desk.store.search_scope import SHOWN, Scope

#: Lines with a longer silence between them are two remarks. Seconds.
_LONGEST_GAP_S = 3.0
#: So many times more seams are read than are wanted: some belong to scans that are not shown.
_READ = 4
#: Above every word.
_LAST = "\U0010ffff"

_COLUMNS = "SELECT line_id, start_s, end_s, words FROM search_lines WHERE scan_id = ? AND kind = 'speech'"


class Seam(msgspec.Struct, frozen=True):
    """Two lines that a phrase goes through. `words` are those of both."""

    line_id: int
    next_id: int
    start: float
    end: float
    doubtful: bool
    words: tuple[str, ...]
    file_uuid: str
    mtime_ns: int


def join_seams(connection: Connection, scan_id: int, first_s: float, last_s: float) -> None:
    """Join the lines of a scan that begin within these times to their neighbours, anew."""
    before = connection.sql(
        f"{_COLUMNS} AND start_s < ? ORDER BY start_s DESC, line_id DESC LIMIT 1", (scan_id, first_s)
    )
    within = connection.sql(
        f"{_COLUMNS} AND start_s BETWEEN ? AND ? ORDER BY start_s, line_id", (scan_id, first_s, last_s)
    )
    after = connection.sql(f"{_COLUMNS} AND start_s > ? ORDER BY start_s, line_id LIMIT 1", (scan_id, last_s))
    old = ((line[0],) for line in (*before, *within))
    connection.change_many("DELETE FROM search_seams WHERE line_id = ?", old)
    _join(connection, [*before, *within, *after])


def _join(connection: Connection, lines: Sequence[Row]) -> None:
    connection.change_many(
        "INSERT INTO search_seams (line_id, next_id, pair) VALUES (?, ?, ?)",
        (
            (one[0], other[0], f"{one[3].rpartition(' ')[2]} {other[3].partition(' ')[0]}")
            for one, other in itertools.pairwise(lines)
            if other[1] - one[2] <= _LONGEST_GAP_S
        ),
    )


def join_everything(sqlite: sqlite3.Connection) -> None:
    """Join all lines of a database that has no seams yet."""
    connection = PlainConnection(sqlite)
    for (scan_id,) in connection.sql("SELECT DISTINCT scan_id FROM search_lines WHERE kind = 'speech'"):
        _join(connection, connection.sql(f"{_COLUMNS} ORDER BY start_s, line_id", (scan_id,)))


def across_seams(connection: Connection, query: Query, scope: Scope, most: int) -> list[Seam]:
    """Neighbouring lines that hold all terms only together, one of the phrases across the seam; at most `most` are
    looked at, the newest first."""
    kinds = query.filters.kinds
    phrases = [term for term in query.terms if len(term.words) > 1]
    if not phrases or (kinds and "speech" not in kinds):
        return []
    conditions, parameters = _pairs(phrases)
    narrowed = ["n.scan_id = l.scan_id", SHOWN, *scope.near("l", parameters)]
    if scope.scans is not None:
        narrowed.append("l.scan_id IN (SELECT value FROM json_each(:scans))")
        parameters["scans"] = msgspec.json.encode(scope.scans).decode()
    # A word that many lines end with, and the beginning of another: only the newest are read, unless few files are
    # asked for.
    newest = "ORDER BY m.line_id DESC LIMIT :read" if scope.scans is None else ""
    rows = connection.sql(
        "SELECT l.line_id, n.line_id, l.start_s, n.end_s, max(l.doubtful, n.doubtful), l.words, n.words,"
        " v.file_uuid, v.mtime_ns FROM"
        f" (SELECT m.line_id, m.next_id FROM search_seams m WHERE {' OR '.join(conditions)} {newest}) m"
        " CROSS JOIN search_lines l ON l.line_id = m.line_id CROSS JOIN search_lines n ON n.line_id = m.next_id"
        " CROSS JOIN scans s ON s.scan_id = l.scan_id CROSS JOIN videos v ON v.file_uuid = s.file_uuid"
        f" WHERE {' AND '.join(narrowed)} ORDER BY m.line_id DESC LIMIT :most",
        {**parameters, "most": most, **({"read": most * _READ} if newest else {})},
    )
    return list(_holding_all(rows, query.terms))


def _pairs(phrases: Sequence[Term]) -> tuple[list[str], dict[str, object]]:
    """Conditions on the pair of a seam that one of the phrases goes through."""
    conditions: list[str] = []
    parameters: dict[str, object] = {}
    for phrase in phrases:
        last = len(phrase.words) - 1
        for at in range(last):
            name = f"pair{len(conditions)}"
            parameters[name] = f"{phrase.words[at]} {phrase.words[at + 1]}"
            if phrase.prefix and at + 1 == last:
                conditions.append(f"m.pair BETWEEN :{name} AND :{name} || '{_LAST}'")
            else:
                conditions.append(f"m.pair = :{name}")
    return conditions, parameters


def _holding_all(rows: Iterable[Row], terms: Sequence[Term]) -> Iterable[Seam]:
    for line_id, next_id, start, end, doubtful, first, second, file_uuid, mtime_ns in rows:
        one, other = first.split(" "), second.split(" ")
        both = (*one, *other)
        alone = any(all(occurrences(line, term) for term in terms) for line in (one, other))
        if not alone and all(occurrences(both, term) for term in terms):
            yield Seam(line_id, next_id, start, end, bool(doubtful), both, file_uuid, mtime_ns)
