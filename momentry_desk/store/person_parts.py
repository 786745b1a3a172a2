"""What each scan adds to a person, and the person's centre made of it; kept in step with the sightings."""

from collections.abc import Iterable

from momentry_desk.core.people import GOOD_QUALITY, usable, weighted_sum
from momentry_desk.store.connection import Connection


def add_parts(connection: Connection, pairs: Iterable[tuple[int, int]]) -> None:
    """Work out anew what these persons are in these scans (person_id, scan_id); their centres are stale then."""
    for person_id, scan_id in pairs:
        connection.change_sql("DELETE FROM person_parts WHERE person_id = ? AND scan_id = ?", (person_id, scan_id))
        rows = connection.sql(
            "SELECT g.finding_id, g.end_s - g.start_s, g.quality, b.embedding FROM sightings g"
            " JOIN finding_blobs b USING (finding_id) WHERE g.person_id = ? AND g.scan_id = ?",
            (person_id, scan_id),
        )
        if rows:
            # Only good views make a centre; where there are none, the best of the others stands in.
            best = max(rows, key=lambda row: row[2])
            good = [row for row in rows if row[2] >= GOOD_QUALITY] or [best]
            used = [(bytes(row[3]), max(row[2], 0.01)) for row in good if usable(bytes(row[3]))]
            weight = sum(weight for _, weight in used) if best[2] >= GOOD_QUALITY else 0.0
            connection.change_sql(
                "INSERT INTO person_parts (person_id, scan_id, total, weight, sightings, seconds, best_id,"
                " best_quality) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    person_id,
                    scan_id,
                    weighted_sum(used),
                    weight,
                    len(rows),
                    sum(max(0.0, row[1]) for row in rows),
                    best[0],
                    best[2],
                ),
            )
        connection.change_sql("UPDATE persons SET stale = 1 WHERE person_id = ?", (person_id,))


def refresh_stale(connection: Connection) -> None:
    """Make the centres of those persons anew whose parts changed. One without a part keeps the last centre."""
    for (person_id,) in connection.sql("SELECT person_id FROM persons WHERE stale"):
        parts = connection.sql("SELECT total, weight FROM person_parts WHERE person_id = ?", (person_id,))
        # A part of weak views counts only where there is no other.
        used = [bytes(total) for total, weight in parts if weight > 0] or [bytes(total) for total, _ in parts]
        if used:
            connection.change_sql(
                "UPDATE persons SET total = ?, weight = ?, stale = 0 WHERE person_id = ?",
                (
                    weighted_sum((total, 1.0) for total in used if total),
                    sum(weight for _, weight in parts),
                    person_id,
                ),
            )
        else:
            connection.change_sql("UPDATE persons SET stale = 0 WHERE person_id = ?", (person_id,))


def prune(connection: Connection) -> None:
    """Drop persons whom nobody named or said anything about and who are seen nowhere any more.

    Not while a scan waits to be sorted: it may show them again.
    """
    connection.change_sql(
        "DELETE FROM persons WHERE name = '' AND person_id NOT IN (SELECT person_id FROM person_parts)"
        " AND person_id NOT IN (SELECT person_id FROM person_facts)"
        " AND NOT EXISTS (SELECT 1 FROM scans WHERE processor = 'face' AND completed_at IS NOT NULL"
        "  AND scan_id NOT IN (SELECT scan_id FROM sorted_scans))"
    )
