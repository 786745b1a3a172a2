"""What people say about persons: names, merges, splits, corrections. Each can be undone, the last one first."""

from collections.abc import Iterable, Sequence

import msgspec

from momentry_desk.core.people import Face
from momentry_desk.store.connection import Connection
from momentry_desk.store.database import Database
from momentry_desk.store.people import faces_of, new_person
from momentry_desk.store.person_parts import add_parts, refresh_stale
from momentry_desk.store.tables import printable, to_text


class _Person(msgspec.Struct, frozen=True):
    person_id: int
    name: str
    hidden: bool
    model: str
    total: bytes
    weight: float


class _Before(msgspec.Struct, frozen=True):
    """How it was. `made` are persons, `facts` and `pairs` what was said, that did not exist; `moved` sightings and
    `facts_moved` facts by the person they belonged to."""

    persons: tuple[_Person, ...] = ()
    made: tuple[int, ...] = ()
    moved: dict[int, int] = {}
    facts: tuple[int, ...] = ()
    facts_moved: dict[int, int] = {}
    pairs: tuple[tuple[int, int], ...] = ()
    pairs_gone: tuple[tuple[int, int], ...] = ()


class PersonEdits:
    """Commands belong to the thread that opened the database. All raise `StoreTrouble`; ids that are gone are
    passed over, and an edit that changes nothing answers nothing.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def name(self, person_id: int, name: str, now: float) -> bool:
        """Call a person so; the empty name takes the name away."""
        clean = " ".join(printable(name).split())[:200]
        with self._database.transaction("name person") as connection:
            before = _persons(connection, [person_id])
            if not before or before[0].name == clean:
                return False
            connection.change_sql("UPDATE persons SET name = ? WHERE person_id = ?", (clean, person_id))
            _remember(connection, now, f"name {clean}" if clean else "take the name away", _Before(before))
        return True

    def hide(self, person_ids: Iterable[int], hidden: bool, now: float) -> list[int]:
        """Take persons out of the grid and the search by name, or bring them back. Answers whom it changed."""
        with self._database.transaction("hide persons") as connection:
            before = tuple(one for one in _persons(connection, person_ids) if one.hidden != hidden)
            if before:
                connection.change_many(
                    "UPDATE persons SET hidden = ? WHERE person_id = ?", ((hidden, one.person_id) for one in before)
                )
                _remember(connection, now, "hide" if hidden else "show", _Before(before))
        return [one.person_id for one in before]

    def merge(self, person_ids: Sequence[int], into: int, now: float) -> bool:
        """All these are the person `into`, whose name stays (or the first of theirs is taken)."""
        with self._database.transaction("merge persons") as connection:
            others = [one for one in dict.fromkeys(person_ids) if one != into]
            before = _persons(connection, [into, *others])
            gone = [one.person_id for one in before if one.person_id != into]
            if not gone or all(one.person_id != into for one in before):
                return False
            ids = msgspec.json.encode(gone).decode()
            chosen = "person_id IN (SELECT value FROM json_each(?))"
            moved: dict[int, int] = dict(
                connection.sql(f"SELECT finding_id, person_id FROM sightings WHERE {chosen}", (ids,))
            )
            facts_moved: dict[int, int] = dict(
                connection.sql(f"SELECT fact_id, person_id FROM person_facts WHERE {chosen}", (ids,))
            )
            pairs = connection.sql(
                "SELECT person_id, other_id FROM persons_apart"
                " WHERE person_id IN (SELECT value FROM json_each(:ids))"
                " OR other_id IN (SELECT value FROM json_each(:ids))",
                {"ids": ids},
            )
            best = connection.sql(f"SELECT best_id FROM person_parts WHERE {chosen}", (ids,))
            scans = connection.sql(f"SELECT DISTINCT scan_id FROM sightings WHERE {chosen}", (ids,))
            # The best face of each scan carries the merge over to the next scan of its file.
            facts = _say(connection, faces_of(connection, (finding for (finding,) in best)), into, same=True)
            connection.change_sql(f"UPDATE sightings SET person_id = ? WHERE {chosen}", (into, ids))
            connection.change_sql(f"UPDATE person_facts SET person_id = ? WHERE {chosen}", (into, ids))
            names = [one.name for one in before if one.name]
            keep = next((one.name for one in before if one.person_id == into), "") or (names[0] if names else "")
            connection.change_sql("UPDATE persons SET name = ? WHERE person_id = ?", (keep, into))
            connection.change_many("DELETE FROM persons WHERE person_id = ?", ((one,) for one in gone))
            add_parts(connection, ((into, scan_id) for (scan_id,) in scans))
            refresh_stale(connection)
            _remember(
                connection,
                now,
                f"merge {len(gone) + 1} persons",
                _Before(
                    before, moved=moved, facts=facts, facts_moved=facts_moved, pairs_gone=tuple(map(tuple, pairs))
                ),
            )
        return True

    def split(self, finding_ids: Iterable[int], now: float) -> int | None:
        """These sightings of one person are somebody else: a new person, whose id is the answer."""
        return self._take_out(finding_ids, now, "split a person")

    def not_this_person(self, finding_ids: Iterable[int], now: float) -> int | None:
        """These sightings are not the person they were taken for; who they are is open. Answers the new person."""
        return self._take_out(finding_ids, now, "not this person", known=False)

    def keep_apart(self, one: int, other: int, now: float) -> bool:
        """These two are not the same, however alike."""
        pair = (min(one, other), max(one, other))
        with self._database.transaction("keep persons apart") as connection:
            if len(_persons(connection, pair)) != 2:
                return False
            added = connection.change_sql("INSERT OR IGNORE INTO persons_apart VALUES (?, ?)", pair)
            if added:
                _remember(connection, now, "keep apart", _Before(pairs=(pair,)))
        return bool(added)

    def last(self) -> str | None:
        """What undoing would take back, in words."""
        with self._database.reading() as connection:
            rows = connection.sql("SELECT words FROM person_edits ORDER BY edit_id DESC LIMIT 1")
        return rows[0][0] if rows else None

    def undo(self) -> str | None:
        """Take the last edit back; answers what it was, None where there is none."""
        with self._database.transaction("undo") as connection:
            rows = connection.sql("SELECT edit_id, words, before FROM person_edits ORDER BY edit_id DESC LIMIT 1")
            if not rows:
                return None
            edit_id, words, text = rows[0]
            _take_back(connection, msgspec.json.decode(text, type=_Before))
            connection.change_sql("DELETE FROM person_edits WHERE edit_id = ?", (edit_id,))
        return str(words)

    def _take_out(self, finding_ids: Iterable[int], now: float, words: str, *, known: bool = True) -> int | None:
        with self._database.transaction(words) as connection:
            faces = faces_of(connection, finding_ids)
            ids = msgspec.json.encode([face.finding_id for _, _, face in faces]).decode()
            moved: dict[int, int] = dict(
                connection.sql(
                    "SELECT finding_id, person_id FROM sightings"
                    " WHERE finding_id IN (SELECT value FROM json_each(?))",
                    (ids,),
                )
            )
            faces = [one for one in faces if one[2].finding_id in moved]
            if not faces:
                return None
            new = new_person(connection, faces[0][2].model)
            facts: list[int] = []
            for person_id in dict.fromkeys(moved.values()):
                facts += _say(
                    connection,
                    [one for one in faces if moved[one[2].finding_id] == person_id],
                    person_id,
                    same=False,
                )
            if known:
                facts += _say(connection, faces, new, same=True)
            before = _persons(connection, moved.values())
            connection.change_many(
                "UPDATE sightings SET person_id = ? WHERE finding_id = ?", ((new, finding) for finding in moved)
            )
            pairs = tuple((min(new, one), max(new, one)) for one in dict.fromkeys(moved.values()))
            connection.change_many("INSERT OR IGNORE INTO persons_apart VALUES (?, ?)", pairs)
            scans = {scan_id for _, scan_id, _ in faces}
            add_parts(connection, ((one, scan) for one in (new, *dict.fromkeys(moved.values())) for scan in scans))
            refresh_stale(connection)
            _remember(
                connection, now, words, _Before(before, made=(new,), moved=moved, facts=tuple(facts), pairs=pairs)
            )
        return new


def _persons(connection: Connection, person_ids: Iterable[int]) -> tuple[_Person, ...]:
    rows = connection.sql(
        "SELECT person_id, name, hidden, model, total, weight FROM persons"
        " WHERE person_id IN (SELECT value FROM json_each(?)) ORDER BY person_id",
        (msgspec.json.encode(list(person_ids)).decode(),),
    )
    return tuple(_Person(row[0], row[1], bool(row[2]), row[3], bytes(row[4]), row[5]) for row in rows)


def _say(
    connection: Connection, faces: Iterable[tuple[str, int, Face]], person_id: int, *, same: bool
) -> tuple[int, ...]:
    said = []
    for file_uuid, _, face in faces:
        connection.change_sql(
            "INSERT INTO person_facts (person_id, same, file_uuid, start_s, end_s, box, model, embedding)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                person_id,
                same,
                file_uuid,
                face.start,
                face.end,
                msgspec.json.encode(face.box).decode(),
                face.model,
                face.embedding,
            ),
        )
        said.append(int(connection.sql("SELECT last_insert_rowid()")[0][0]))
    return tuple(said)


def _remember(connection: Connection, now: float, words: str, before: _Before) -> None:
    connection.change_sql(
        "INSERT INTO person_edits (made_at, words, before) VALUES (?, ?, ?)",
        (to_text(now), words, msgspec.json.encode(before).decode()),
    )


def _take_back(connection: Connection, before: _Before) -> None:
    connection.change_many(
        "INSERT INTO persons (person_id, name, hidden, model, total, weight) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (person_id) DO UPDATE SET name = excluded.name, hidden = excluded.hidden",
        ((one.person_id, one.name, one.hidden, one.model, one.total, one.weight) for one in before.persons),
    )
    connection.change_many("DELETE FROM person_facts WHERE fact_id = ?", ((one,) for one in before.facts))
    connection.change_many(
        "UPDATE person_facts SET person_id = ? WHERE fact_id = ?",
        ((person, fact) for fact, person in before.facts_moved.items()),
    )
    connection.change_many("DELETE FROM persons_apart WHERE person_id = ? AND other_id = ?", before.pairs)
    connection.change_many("INSERT OR IGNORE INTO persons_apart VALUES (?, ?)", before.pairs_gone)
    rows = connection.sql(
        "SELECT finding_id, person_id, scan_id FROM sightings WHERE finding_id IN (SELECT value FROM json_each(?))",
        (msgspec.json.encode(list(before.moved)).decode(),),
    )
    pairs = {(person, scan) for _, person, scan in rows}
    pairs |= {(before.moved[finding], scan) for finding, _, scan in rows}
    connection.change_many(
        "UPDATE sightings SET person_id = ? WHERE finding_id = ?", ((before.moved[row[0]], row[0]) for row in rows)
    )
    for person_id in before.made:
        # What a later scan put to this person goes where it was taken from.
        heir = before.persons[0].person_id
        rest = connection.sql("SELECT DISTINCT scan_id FROM sightings WHERE person_id = ?", (person_id,))
        connection.change_sql("UPDATE sightings SET person_id = ? WHERE person_id = ?", (heir, person_id))
        pairs |= {(heir, scan) for (scan,) in rest}
        connection.change_sql("DELETE FROM persons WHERE person_id = ?", (person_id,))
    add_parts(connection, sorted(pair for pair in pairs if pair[0] not in before.made))
    refresh_stale(connection)
