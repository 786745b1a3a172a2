"""What a search is narrowed to, in the index's language and in SQL."""

import os
from collections.abc import Sequence

import msgspec

from momentry_desk.core.people import number_of
from momentry_desk.core.search import NEAR_PERSON_S, Filters, Query, Term
from momentry_desk.core.words import words
from momentry_desk.store.connection import Connection
from momentry_desk.store.tables import path_to_column

#: So many scans are narrowed to by the index itself; more are held against each line.
_SCANS_IN_INDEX = 200

_FEW_PERSONS = 8

#: Of the scans `s` those whose findings are shown; see `findings`.
SHOWN = (
    "NOT EXISTS (SELECT 1 FROM scans o WHERE o.file_uuid = s.file_uuid AND o.processor = s.processor"
    " AND (coalesce(o.completed_at, ''), o.scan_id) > (coalesce(s.completed_at, ''), s.scan_id))"
)


class Scope(msgspec.Struct, frozen=True):
    """`files` and `scans` are those that hits may be in, None: in all. `persons` holds for each name asked for the
    persons of that name; one of each has to be near. `named` are persons whose name the typed words are, or who
    are called so for want of a name."""

    files: list[str] | None = None
    scans: list[int] | None = None
    persons: tuple[tuple[int, ...], ...] = ()
    named: tuple[int, ...] = ()

    @property
    def nothing(self) -> bool:
        """Whether there can be no hit."""
        return self.files == [] or not all(self.persons)

    @property
    def indexed(self) -> list[int]:
        """The scans that the index itself narrows to."""
        return self.scans if self.scans is not None and len(self.scans) <= _SCANS_IN_INDEX else []

    def near(self, line: str, parameters: dict[str, object]) -> list[str]:
        """Conditions on a row `line` of a scan `s`: each person is on screen within ten seconds of it."""
        conditions = []
        for number, persons in enumerate(self.persons):
            parameters[f"near{number}"] = msgspec.json.encode(persons).decode()
            # Few persons are looked up one by one; of many the sightings in the file are gone through once.
            by = "n.person_id" if len(persons) <= _FEW_PERSONS else "+n.person_id"
            conditions.append(
                "EXISTS (SELECT 1 FROM scans fs CROSS JOIN sightings n ON n.scan_id = fs.scan_id"
                f" WHERE fs.file_uuid = s.file_uuid AND fs.processor = 'face'"
                f" AND {by} IN (SELECT value FROM json_each(:near{number}))"
                f" AND n.start_s <= {line}.end_s + {NEAR_PERSON_S:f}"
                f" AND n.end_s >= {line}.start_s - {NEAR_PERSON_S:f})"
            )
        return conditions


def expression(terms: Sequence[Term], kinds: Sequence[str] = (), scans: Sequence[int] = ()) -> str:
    """In FTS5's language (https://www.sqlite.org/fts5.html#full_text_query_syntax): all terms, in one of the kinds
    and one of the scans."""
    parts = [_term(term) for term in terms]
    if kinds:
        parts.append(f"scope : ({' OR '.join(f'k{kind}' for kind in kinds)})")
    if scans:
        parts.append(f"scope : ({' OR '.join(f's{scan:d}' for scan in scans)})")
    return " AND ".join(parts)


def _term(term: Term) -> str:
    as_typed = f"words : {_quoted(' '.join(term.words))}{' *' if term.prefix else ''}"
    if len(term.words) < 2 or any(len(word) < 2 for word in term.words):
        return as_typed
    # The lines of a sign do not always come in the order in which they stand there.
    *before, last = map(_quoted, term.words)
    every = " AND ".join((*before, f"{last}{' *' if term.prefix else ''}"))
    return f"({as_typed} OR (words : ({every}) AND scope : kblock))"


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def scope_of(connection: Connection, query: Query) -> Scope:
    filters = query.filters
    names = _names(connection) if query.terms or filters.persons else []
    persons = tuple(tuple(_meant(connection, names, words(wanted))) for wanted in filters.persons)
    typed = [word for term in query.terms for word in term.words]
    named = tuple(_meant(connection, names, typed)) if typed else ()
    if persons and not all(persons):
        return Scope(persons=persons)
    conditions, parameters = _conditions(filters)
    if persons:
        conditions.append(
            "v.file_uuid IN (SELECT fs.file_uuid FROM json_each(:shows) CROSS JOIN sightings n"
            " ON n.person_id = value CROSS JOIN scans fs ON fs.scan_id = n.scan_id)"
        )
        parameters["shows"] = msgspec.json.encode(persons[0]).decode()
    if not conditions:
        return Scope(named=named)
    rows = connection.sql(f"SELECT v.file_uuid FROM videos v WHERE {' AND '.join(conditions)}", parameters)
    files = [file_uuid for (file_uuid,) in rows]
    scans = connection.sql(
        "SELECT s.scan_id FROM json_each(?) CROSS JOIN scans s ON s.file_uuid = value"
        f" WHERE s.processor NOT IN ('face', 'scene') AND {SHOWN}",
        (msgspec.json.encode(files).decode(),),
    )
    # 0 is no scan: a list that is empty would narrow to nothing in particular.
    return Scope(files, [scan_id for (scan_id,) in scans] or [0], persons, named)


def _names(connection: Connection) -> list[tuple[int, list[str]]]:
    rows = connection.sql("SELECT person_id, name FROM persons WHERE name <> '' AND hidden = 0")
    return [(person_id, words(name)) for person_id, name in rows]


def _meant(connection: Connection, names: Sequence[tuple[int, list[str]]], wanted: Sequence[str]) -> list[int]:
    """The persons of that name, and who is called so for want of a name."""
    meant = [person_id for person_id, name in names if _named(name, wanted)]
    number = number_of(wanted)
    if number is not None:
        rows = connection.sql(
            "SELECT person_id FROM persons WHERE person_id = ? AND name = '' AND hidden = 0", (number,)
        )
        meant += [person_id for (person_id,) in rows]
    return meant


def _named(name: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether every wanted word is the beginning of one of the name's."""
    return all(any(own.startswith(word) for own in name) for word in wanted)


def _conditions(filters: Filters) -> tuple[list[str], dict[str, object]]:
    conditions: list[str] = []
    parameters: dict[str, object] = {}
    if filters.folder:
        folder = filters.folder.rstrip("/" + os.sep)
        start = path_to_column(folder + os.sep)
        conditions.append("substr(v.path, 1, :folder_length) = :folder")
        parameters |= {"folder": start, "folder_length": len(start)}
    if filters.file:
        for number, word in enumerate(words(filters.file)):
            conditions.append(
                "EXISTS (SELECT 1 FROM search_lines n WHERE n.file_uuid = v.file_uuid"
                f" AND instr(' ' || n.words, ' ' || :file{number}))"
            )
            parameters[f"file{number}"] = word
    if filters.file_uuids:
        conditions.append("v.file_uuid IN (SELECT value FROM json_each(:uuids))")
        parameters["uuids"] = msgspec.json.encode(filters.file_uuids).decode()
    if filters.since is not None:
        conditions.append("v.mtime_ns >= :since")
        parameters["since"] = int(filters.since * 1e9)
    if filters.until is not None:
        conditions.append("v.mtime_ns < :until")
        parameters["until"] = int(filters.until * 1e9)
    return conditions, parameters
