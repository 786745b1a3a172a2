"""Finds moments: lines by the index, persons by name, ranked and page by page.

Only what is shown is found: of each file and processor the latest complete scan, else the latest.
"""

import base64
import math
from collections.abc import Iterable, Sequence

import msgspec

from momentry_desk.core.findings import Word
from momentry_desk.core.moments import BadSearchCursor, Hit, SearchPage
from momentry_desk.core.people import called
from momentry_desk.core.ranking import Candidate, marks, score, spoken_at, weight
from momentry_desk.core.search import Query, Term
from momentry_desk.store.connection import Connection, Row
from momentry_desk.store.database import Database
from momentry_desk.store.search_scope import SHOWN, Scope, expression, scope_of
from momentry_desk.store.search_seams import across_seams
from momentry_desk.store.tables import path_from_column

#: Lines that are ranked against each other, the newest first. A word that stands in more of them says little, and
#: reading them all would take long; further pages rank the next ones.
WINDOW = 400
#: Where counting a word's lines ends: from there on its weight hardly changes.
_COUNTED = 5000
#: Sightings of one person with less between them are one moment. Seconds.
_RUN_GAP_S = 10.0
#: Above every id.
_TOP = 2**62


class SearchStore:
    """Reads alone, from any thread. Raises `StoreTrouble`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def search(
        self, query: Query, *, now: float, limit: int = 50, cursor: str | None = None, by_film: bool = False
    ) -> SearchPage:
        """The best `limit` hits after `cursor`; `by_film`: those of the film with the best hit, in their order of
        time, then those of the next film. Raises `BadSearchCursor` for a cursor that no search gave."""
        if query.empty:
            return SearchPage()
        reached = None if cursor is None else _read_cursor(cursor, query)
        with self._database.reading() as connection:
            scope = scope_of(connection, query)
            if scope.nothing:
                return SearchPage()
            place = reached or _begin(connection, query, now)
            found: list[tuple[_Key, _Found]] = []
            while True:
                rows = _window(connection, query, scope, place.below)
                ranked = [_rank(row, query.terms, place.weights, place.now) for row in rows]
                if place.first:
                    ranked += _names(connection, query, scope, place)
                    ranked += _persons(connection, query, scope, place)
                    ranked += _seams(connection, query, scope, place)
                found += [one for one in _in_order(ranked, by_film) if place.after is None or one[0] > place.after]
                if len(found) > limit or len(rows) < WINDOW:
                    break
                place = msgspec.structs.replace(place, below=rows[-1][0], first=False, after=None)
                if len(found) == limit:
                    # The window is used up to its last line: the next page begins with the next one.
                    return SearchPage(_hits(connection, (one for _, one in found), query.terms), _cursor(place))
            page = found[:limit]
            last = None
            if len(found) > limit:
                last = _cursor(msgspec.structs.replace(place, after=page[-1][0]))
            return SearchPage(_hits(connection, (one for _, one in page), query.terms), last)

    def picture(self, file_uuid: str, at_s: float) -> bytes:
        """A JPEG of what is on screen then: the scene's first picture, else the file's own; empty without any."""
        with self._database.reading() as connection:
            rows = connection.sql(
                "SELECT b.picture FROM scans s CROSS JOIN findings f ON f.scan_id = s.scan_id"
                f" JOIN finding_blobs b USING (finding_id) WHERE s.file_uuid = ? AND f.kind = 'scene' AND {SHOWN}"
                " AND f.start_s <= ? ORDER BY f.start_s DESC LIMIT 1",
                (file_uuid, at_s),
            ) or connection.sql("SELECT thumbnail FROM videos WHERE file_uuid = ?", (file_uuid,))
        return bytes(rows[0][0]) if rows else b""


class _Key(msgspec.Struct, frozen=True, array_like=True, order=True):
    """Where a hit stands in the order. Empty where hits of all films stand by their score: `film` and `start`."""

    worth: float  # The score, negated; by film that of its best hit.
    film: str
    start: float
    line_id: int


class _Place(msgspec.Struct, frozen=True, array_like=True):
    """Where a page ends: in the window below a line, after a hit. Ages are counted at `now`, and a word is worth
    what it was at the first page: what is found meanwhile changes no order that is being gone through."""

    below: int
    first: bool
    after: _Key | None
    now: float
    weights: tuple[float, ...]


def _begin(connection: Connection, query: Query, now: float) -> _Place:
    ((newest,),) = connection.sql("SELECT coalesce(max(finding_id), 0) FROM findings")
    return _Place(newest + 1, True, None, now, tuple(_weights(connection, query.terms)))


class _Found(msgspec.Struct, frozen=True):
    line_id: int
    score: float
    file_uuid: str
    kind: str
    start: float
    end: float
    text: str | None = None
    person_id: int | None = None
    #: The line that the moment goes on into.
    next_id: int | None = None


def _in_order(ranked: Sequence[_Found], by_film: bool) -> list[tuple[_Key, _Found]]:
    best: dict[str, float] = {}
    for one in ranked:
        best[one.file_uuid] = max(one.score, best.get(one.file_uuid, one.score))
    keyed = [
        (_Key(-best[one.file_uuid], one.file_uuid, one.start, one.line_id), one)
        if by_film
        else (_Key(-one.score, "", 0.0, one.line_id), one)
        for one in ranked
    ]
    return sorted(keyed, key=lambda pair: pair[0])


class _Spoken(msgspec.Struct):
    """What is needed of a speech segment's payload."""

    words: tuple[Word, ...] = ()
    edited: bool = False


def _cursor(place: _Place) -> str:
    return base64.urlsafe_b64encode(msgspec.json.encode(place)).decode().rstrip("=")


def _read_cursor(cursor: str, query: Query) -> _Place:
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        place = msgspec.json.decode(text, type=_Place)
    except (ValueError, RecursionError) as error:
        raise BadSearchCursor from error
    if not (0 <= place.below <= _TOP and len(place.weights) == len(query.terms)):
        raise BadSearchCursor
    if not all(math.isfinite(one) for one in (place.now, *place.weights)):
        raise BadSearchCursor
    return place


def _weights(connection: Connection, terms: Sequence[Term]) -> list[float]:
    lines = connection.sql("SELECT coalesce(max(line_id), 0) FROM search_lines")[0][0]
    weights = []
    for term in terms:
        # Counted as the whole word that it is by now: all that begin with it would have to be gathered first.
        whole = Term(term.words)
        ((matches,),) = connection.sql(
            "SELECT count(*) FROM (SELECT 1 FROM search_index WHERE search_index MATCH ? LIMIT ?)",
            (expression((whole,)), _COUNTED),
        )
        weights.append(weight(matches, max(lines, 1)))
    return weights


def _window(connection: Connection, query: Query, scope: Scope, below: int) -> list[Row]:
    """Rows of line_id, kind, start_s, end_s, doubtful, words, file_uuid, mtime_ns, the newest line first."""
    kinds = [kind for kind in query.filters.kinds if kind in ("speech", "text")]
    if query.filters.kinds and not kinds:
        return []
    parameters: dict[str, object] = {"below": below, "window": WINDOW}
    if query.terms:
        source = "search_index i CROSS JOIN search_lines l ON l.line_id = i.rowid"
        conditions = ["search_index MATCH :match", "i.rowid < :below"]
        order = "i.rowid"
        parameters["match"] = expression(query.terms, kinds, scope.indexed)
    elif scope.persons and not kinds:
        # Persons alone: their sightings are the answer.
        return []
    else:
        source = "search_lines l"
        conditions = ["l.line_id < :below"]
        order = "l.line_id"
        if kinds:
            conditions.append("l.kind IN (SELECT value FROM json_each(:kinds))")
            parameters["kinds"] = msgspec.json.encode(kinds).decode()
    if scope.scans is not None and not (query.terms and scope.indexed):
        conditions.append("l.scan_id IN (SELECT value FROM json_each(:scans))")
        parameters["scans"] = msgspec.json.encode(scope.scans).decode()
    conditions += scope.near("l", parameters)
    return connection.sql(
        f"SELECT l.line_id, l.kind, l.start_s, l.end_s, l.doubtful, l.words, v.file_uuid, v.mtime_ns FROM {source}"
        " CROSS JOIN scans s ON s.scan_id = l.scan_id CROSS JOIN videos v ON v.file_uuid = s.file_uuid"
        f" WHERE {' AND '.join(conditions)} AND {SHOWN} ORDER BY {order} DESC LIMIT :window",
        parameters,
    )


def _rank(row: Row, terms: Sequence[Term], weights: Sequence[float], now: float) -> _Found:
    line_id, kind, start, end, doubtful, words, file_uuid, mtime_ns = row
    candidate = Candidate(words.split(" "), bool(doubtful), now - mtime_ns / 1e9)
    return _Found(line_id, score(candidate, terms, weights), file_uuid, kind, start, end)


def _names(connection: Connection, query: Query, scope: Scope, place: _Place) -> list[_Found]:
    """Files whose name holds all terms."""
    kinds = query.filters.kinds
    if not query.terms or scope.persons or (kinds and "file" not in kinds):
        return []
    parameters: dict[str, object] = {"match": expression(query.terms, ["file"]), "window": WINDOW}
    condition = ""
    if scope.files is not None:
        condition = " AND l.file_uuid IN (SELECT value FROM json_each(:files))"
        parameters["files"] = msgspec.json.encode(scope.files).decode()
    rows = connection.sql(
        "SELECT l.line_id, l.kind, l.start_s, l.end_s, 0, l.words, l.file_uuid, v.mtime_ns FROM search_index i"
        " CROSS JOIN search_lines l ON l.line_id = i.rowid JOIN videos v ON v.file_uuid = l.file_uuid"
        f" WHERE search_index MATCH :match{condition} ORDER BY i.rowid LIMIT :window",
        parameters,
    )
    return [_rank(row, query.terms, place.weights, place.now) for row in rows]


def _persons(connection: Connection, query: Query, scope: Scope, place: _Place) -> list[_Found]:
    """Where persons are on screen whose name was typed, or who are asked for without a word."""
    if query.filters.kinds and "face" not in query.filters.kinds:
        return []
    wanted = scope.named if query.terms else [one for some in scope.persons[:1] for one in some]
    if not wanted:
        return []
    parameters: dict[str, object] = {"persons": msgspec.json.encode(wanted).decode(), "window": WINDOW}
    parameters["below"] = place.below
    conditions = ["g.person_id IN (SELECT value FROM json_each(:persons))", "g.finding_id < :below", SHOWN]
    if scope.files is not None:
        conditions.append("s.file_uuid IN (SELECT value FROM json_each(:files))")
        parameters["files"] = msgspec.json.encode(scope.files).decode()
    conditions += scope.near("g", parameters)
    rows = connection.sql(
        "SELECT g.finding_id, g.start_s, g.end_s, g.person_id, p.name, v.file_uuid, v.mtime_ns FROM persons p"
        " CROSS JOIN sightings g ON g.person_id = p.person_id CROSS JOIN scans s ON s.scan_id = g.scan_id"
        f" CROSS JOIN videos v ON v.file_uuid = s.file_uuid WHERE {' AND '.join(conditions)}"
        " ORDER BY g.person_id, g.scan_id DESC, g.start_s LIMIT :window",
        parameters,
    )
    worth = Term(("",), prefix=True)
    found: list[_Found] = []
    for finding_id, start, end, person_id, name, file_uuid, mtime_ns in rows:
        last = found[-1] if found else None
        if (
            last is not None
            and (last.person_id, last.file_uuid) == (person_id, file_uuid)
            and start - last.end < _RUN_GAP_S
        ):
            found[-1] = msgspec.structs.replace(last, end=max(last.end, end))
            continue
        points = score(Candidate(("",), False, place.now - mtime_ns / 1e9), (worth,), (weight(1, 1_000_000),))
        found.append(
            _Found(finding_id, points, file_uuid, "face", start, end, name or called(person_id), person_id)
        )
    return found


def _seams(connection: Connection, query: Query, scope: Scope, place: _Place) -> list[_Found]:
    """Where a phrase goes on from one spoken line to the next."""
    return [
        _Found(
            seam.line_id,
            score(
                Candidate(seam.words, seam.doubtful, place.now - seam.mtime_ns / 1e9), query.terms, place.weights
            ),
            seam.file_uuid,
            "speech",
            seam.start,
            seam.end,
            next_id=seam.next_id,
        )
        for seam in across_seams(connection, query, scope, WINDOW)
        if max(seam.line_id, seam.next_id) < place.below
    ]


def _hits(connection: Connection, found: Iterable[_Found], terms: Sequence[Term]) -> tuple[Hit, ...]:
    wanted = list(found)
    line_ids = {one.line_id for one in wanted if one.text is None} | {one.next_id for one in wanted if one.next_id}
    lines = {
        row[0]: row[1:]
        for row in connection.sql(
            "SELECT l.line_id, coalesce(l.shown, f.text), f.payload FROM json_each(?) CROSS JOIN search_lines l"
            " ON l.line_id = value LEFT JOIN findings f ON f.finding_id = l.line_id",
            (msgspec.json.encode(sorted(line_ids)).decode(),),
        )
    }
    videos = {
        row[0]: row[1:]
        for row in connection.sql(
            "SELECT file_uuid, path, file_name, missing FROM videos"
            " WHERE file_uuid IN (SELECT value FROM json_each(?))",
            (msgspec.json.encode(sorted({one.file_uuid for one in wanted})).decode(),),
        )
    }
    hits = []
    for one in wanted:
        path, name, missing = videos[one.file_uuid]
        text, payload = (one.text, None) if one.text is not None else lines[one.line_id]
        parts = [msgspec.json.decode(payload, type=_Spoken)] if payload and one.kind == "speech" else []
        if one.next_id is not None:
            more, payload = lines[one.next_id]
            parts.append(msgspec.json.decode(payload, type=_Spoken))
            text = f"{text.strip()} {more.strip()}"
        marked = marks(text, terms)
        start = one.start
        if marked and parts:
            start = spoken_at(text, [word for part in parts for word in part.words], marked[0][0], one.start)
        hits.append(
            Hit(
                one.line_id,
                one.file_uuid,
                path_from_column(path),
                path_from_column(name),
                one.kind,
                start,
                one.end,
                text,
                marked,
                one.person_id,
                bool(missing),
                any(part.edited for part in parts),
            )
        )
    return tuple(hits)
