"""The persons of the library: whose face every sighting is, and what the grid shows of them."""

from collections.abc import Iterable, Sequence

import msgspec

from momentry_desk.core.findings import Box
from momentry_desk.core.people import (
    Face,
    Fact,
    Group,
    PersonCard,
    PersonSighting,
    groups,
    usable,
)
from momentry_desk.store.connection import Connection, Row
from momentry_desk.store.database import Database
from momentry_desk.store.person_parts import add_parts, prune, refresh_stale
from momentry_desk.store.search_scope import SHOWN


class FaceScan(msgspec.Struct, frozen=True):
    """A complete scan whose faces belong to nobody yet."""

    scan_id: int
    file_uuid: str
    groups: tuple[Group, ...]


class Centres(msgspec.Struct, frozen=True):
    """The centres of all persons of one model: `vectors` holds them one behind the other, float32."""

    person_ids: tuple[int, ...]
    vectors: bytes


class _Payload(msgspec.Struct):
    box: Box
    quality: float = 0.0
    model: str = ""


class PeopleStore:
    """Commands belong to the thread that opened the database; what reads may be called from any thread. All raise
    `StoreTrouble`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    # Sorting ------------------------------------------------------------------------------------------------

    def unsorted(self) -> FaceScan | None:
        """The next complete scan of faces that was not sorted into persons, the oldest first."""
        with self._database.reading() as connection:
            rows = connection.sql(
                "SELECT s.scan_id, s.file_uuid FROM scans s WHERE s.processor = 'face'"
                " AND s.completed_at IS NOT NULL"
                f" AND s.scan_id NOT IN (SELECT scan_id FROM sorted_scans) AND {SHOWN} ORDER BY s.scan_id LIMIT 1"
            )
            if not rows:
                return None
            scan_id, file_uuid = rows[0]
            found = groups(_faces(connection, scan_id), _facts(connection, file_uuid))
            return FaceScan(scan_id, file_uuid, tuple(found))

    def models(self) -> list[str]:
        """The models whose embeddings persons have."""
        with self._database.reading() as connection:
            return [model for (model,) in connection.sql("SELECT DISTINCT model FROM persons ORDER BY model")]

    def centres(self, model: str) -> Centres:
        """Of all persons that this model knows."""
        with self._database.transaction("refresh persons") as connection:
            refresh_stale(connection)
            rows = connection.sql(
                "SELECT person_id, total FROM persons WHERE model = ? AND length(total) > 0 ORDER BY person_id",
                (model,),
            )
        fit = [(person_id, bytes(total)) for person_id, total in rows if usable(bytes(total))]
        return Centres(tuple(person_id for person_id, _ in fit), b"".join(total for _, total in fit))

    def sort(self, scan: FaceScan, answer: Sequence[int | None]) -> bool:
        """Put each group of the scan to its person, None to a new one. False where the scan is gone or sorted, or a
        person is gone: then it is to be decided anew."""
        with self._database.transaction("sort faces") as connection:
            there = connection.sql("SELECT 1 FROM scans WHERE scan_id = ?", (scan.scan_id,))
            done = connection.sql("SELECT 1 FROM sorted_scans WHERE scan_id = ?", (scan.scan_id,))
            wanted = {person_id for person_id in answer if person_id is not None}
            known = connection.sql(
                "SELECT count(*) FROM persons WHERE person_id IN (SELECT value FROM json_each(?))",
                (msgspec.json.encode(sorted(wanted)).decode(),),
            )
            if not there or done or known[0][0] != len(wanted):
                return False
            persons = [
                new_person(connection, group.model) if person_id is None else person_id
                for group, person_id in zip(scan.groups, answer, strict=True)
            ]
            connection.change_many(
                "INSERT INTO sightings (finding_id, person_id, scan_id, start_s, end_s, quality)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (
                    (face.finding_id, person_id, scan.scan_id, face.start, face.end, face.quality)
                    for group, person_id in zip(scan.groups, persons, strict=True)
                    for face in group.faces
                ),
            )
            connection.change_sql("INSERT INTO sorted_scans (scan_id) VALUES (?)", (scan.scan_id,))
            add_parts(connection, ((person_id, scan.scan_id) for person_id in set(persons)))
            refresh_stale(connection)
            prune(connection)
        return True

    # Reading ------------------------------------------------------------------------------------------------

    def people(self, *, hidden: bool = False, limit: int = 200, offset: int = 0) -> list[PersonCard]:
        """Who is on screen longest first; named ones before the others. `hidden`: the hidden ones."""
        with self._database.reading() as connection:
            return _cards(connection, "p.hidden = :hidden", {"hidden": hidden}, limit, offset)

    def person(self, person_id: int) -> PersonCard | None:
        with self._database.reading() as connection:
            return next(iter(_cards(connection, "p.person_id = :person", {"person": person_id}, 1, 0)), None)

    def sightings(self, person_id: int, *, limit: int = 500, offset: int = 0) -> list[PersonSighting]:
        """Where a person is on screen, with crops, the newest file first, by time within it."""
        return self._sightings("g.person_id = ?", person_id, "g.scan_id DESC, g.start_s", limit, offset)

    def in_video(self, file_uuid: str) -> list[PersonSighting]:
        """Who is on screen in a video, by time, without crops."""
        return self._sightings("s.file_uuid = ?", file_uuid, "g.start_s, g.finding_id", -1, 0, crops=False)

    def videos_with_faces(self) -> list[str]:
        """Videos that were scanned for faces, to the end or not."""
        with self._database.reading() as connection:
            rows = connection.sql("SELECT DISTINCT file_uuid FROM scans WHERE processor = 'face'")
        return [file_uuid for (file_uuid,) in rows]

    def apart(self) -> list[tuple[int, int]]:
        """Persons that were said to be two."""
        with self._database.reading() as connection:
            return [(one, other) for one, other in connection.sql("SELECT person_id, other_id FROM persons_apart")]

    def _sightings(
        self, condition: str, value: object, order: str, limit: int, offset: int, *, crops: bool = True
    ) -> list[PersonSighting]:
        crop = "coalesce(b.picture, x'')" if crops else "x''"
        join = " LEFT JOIN finding_blobs b ON b.finding_id = g.finding_id" if crops else ""
        with self._database.reading() as connection:
            rows = connection.sql(
                f"SELECT g.finding_id, g.person_id, p.name, s.file_uuid, g.start_s, g.end_s, g.quality, {crop}"
                " FROM scans s JOIN sightings g USING (scan_id) JOIN persons p USING (person_id)"
                f"{join} WHERE {condition} AND {SHOWN} ORDER BY {order} LIMIT ? OFFSET ?",
                (value, limit, offset),
            )
        return [PersonSighting(*row) for row in rows]


def new_person(connection: Connection, model: str) -> int:
    connection.change_sql("INSERT INTO persons (model) VALUES (?)", (model,))
    return int(connection.sql("SELECT last_insert_rowid()")[0][0])


def _cards(
    connection: Connection, condition: str, parameters: dict[str, object], limit: int, offset: int
) -> list[PersonCard]:
    # Few scans of faces are superseded and kept all the same: gathered once, each part is held against them.
    rows = connection.sql(
        "WITH hidden AS MATERIALIZED (SELECT s.scan_id FROM scans s JOIN sorted_scans USING (scan_id)"
        f" WHERE NOT {SHOWN}) SELECT c.person_id, c.name, c.hidden, c.seconds, c.sightings, c.files,"
        " coalesce(b.picture, x'') FROM ("
        "  SELECT p.person_id, p.name, p.hidden, total(t.seconds) AS seconds, sum(t.sightings) AS sightings,"
        "   count(*) AS files, max(t.best_quality), t.best_id FROM persons p"
        "  CROSS JOIN person_parts t USING (person_id)"
        f"  WHERE {condition} AND t.scan_id NOT IN (SELECT scan_id FROM hidden) GROUP BY p.person_id"
        "  ORDER BY p.name = '', seconds DESC, p.person_id LIMIT :limit OFFSET :offset"
        " ) c LEFT JOIN finding_blobs b ON b.finding_id = c.best_id"
        " ORDER BY c.name = '', c.seconds DESC, c.person_id",
        {**parameters, "limit": limit, "offset": offset},
    )
    return [PersonCard(row[0], row[1], bool(row[2]), *row[3:]) for row in rows]


def faces_of(connection: Connection, finding_ids: Iterable[int]) -> list[tuple[str, int, Face]]:
    """file_uuid, scan_id and face of these findings."""
    rows = connection.sql(
        "SELECT s.file_uuid, s.scan_id, f.finding_id, f.person, f.start_s, f.end_s, f.payload, b.embedding"
        " FROM json_each(?) CROSS JOIN findings f ON f.finding_id = value JOIN scans s USING (scan_id)"
        " JOIN finding_blobs b USING (finding_id) WHERE f.kind = 'face'",
        (msgspec.json.encode(list(finding_ids)).decode(),),
    )
    return [(row[0], row[1], _face(row[2:])) for row in rows]


def _faces(connection: Connection, scan_id: int) -> list[Face]:
    rows = connection.sql(
        "SELECT f.finding_id, f.person, f.start_s, f.end_s, f.payload, b.embedding FROM findings f"
        " JOIN finding_blobs b USING (finding_id) WHERE f.scan_id = ? AND f.kind = 'face' ORDER BY f.start_s",
        (scan_id,),
    )
    return [_face(row) for row in rows]


def _face(row: Row) -> Face:
    finding_id, number, start, end, payload, embedding = row
    more = msgspec.json.decode(payload, type=_Payload)
    return Face(finding_id, number or 0, start, end, more.box, more.quality, more.model, bytes(embedding))


def _facts(connection: Connection, file_uuid: str) -> list[Fact]:
    rows = connection.sql(
        "SELECT person_id, same, start_s, end_s, box, model, embedding FROM person_facts WHERE file_uuid = ?"
        " ORDER BY fact_id",
        (file_uuid,),
    )
    return [
        Fact(person, bool(same), start, end, msgspec.json.decode(box, type=Box), model, bytes(embedding))
        for person, same, start, end, box, model, embedding in rows
    ]
