"""Chunks, checkpoints, and which scan's findings are shown."""

from collections.abc import Sequence

import pytest

from momentry_desk.core.findings import (
    Box,
    Checkpoint,
    Chunk,
    FaceSighting,
    Finding,
    Scene,
    SpeechSegment,
    TextLine,
    Word,
)
from momentry_desk.core.model import AttemptOutcome, Failure, FailureKind
from momentry_desk.core.retry import Decision, Verdict
from tests.store.rooms import NOW, Room

BOX = Box(0.1, 0.2, 0.3, 0.4)
SPEECH = SpeechSegment(1.25, 2.5, "你好, world", "zh", 0.97, 0.8, (Word(1.25, 2.0, "你好,", 0.9),), True)
LINE = TextLine(0.5, 4.0, "EPISODE 1", 0.99, BOX)
FACE = FaceSighting(0.0, 3.0, 1, BOX, 0.95, 0.5, b"\x00\x01" * 8, "sface", b"jpeg")
SCENE = Scene(0.0, 5.0, b"picture")


def face(person: int, start: float = 0.0) -> FaceSighting:
    return FaceSighting(start, start + 1, person, BOX, 0.9)


def speech(text: str, start: float = 0.0) -> SpeechSegment:
    return SpeechSegment(start, start + 1, text, "en", 1.0, 1.0)


def chunk(
    findings: Sequence[Finding],
    *marks: tuple[str, float, float],
    done: bool = False,
    merges: dict[int, int] | None = None,
) -> Chunk:
    points = tuple(Checkpoint(name, start, mark, "print", b"state", done) for name, start, mark in marks)
    return Chunk(1, tuple(findings), points, merges or {})


def texts(room: Room) -> list[str]:
    return [found.text for found in room.findings.findings("a") if isinstance(found, SpeechSegment)]


def test_findings_come_back_as_they_were_by_their_start(room: Room) -> None:
    token = room.start(room.submit("a", processors=("face", "asr", "ocr", "scene"))).attempt_id
    everything: list[Finding] = [SPEECH, LINE, FACE, SCENE]
    marks = [(name, 0.0, 5.0) for name in ("face", "asr", "ocr", "scene")]
    assert room.findings.store_chunk(token, chunk(everything, *marks), NOW)
    assert room.findings.findings("a") == [FACE, SCENE, LINE, SPEECH]
    assert room.findings.findings("a", ["text", "speech"]) == [LINE, SPEECH]
    assert room.findings.findings("a", limit=2, offset=1) == [SCENE, LINE]
    assert room.findings.findings("a", []) == []
    assert room.findings.findings("nobody") == []


def test_a_listing_without_blobs_leaves_pictures_and_embeddings_out(room: Room) -> None:
    token = room.start(room.submit("a", processors=("face", "scene"))).attempt_id
    room.findings.store_chunk(token, chunk([FACE, SCENE], ("face", 0.0, 5.0)), NOW)
    bare = FaceSighting(FACE.start, FACE.end, FACE.person, BOX, FACE.confidence, FACE.quality, b"", FACE.model, b"")
    assert room.findings.findings("a", blobs=False) == [bare, Scene(0.0, 5.0)]


def test_checkpoints_come_back_and_move_on(room: Room) -> None:
    task_id = room.submit("a")
    token = room.start(task_id).attempt_id
    assert room.findings.checkpoints(task_id) == ()
    assert room.findings.store_chunk(token, chunk([speech("one")], ("asr", 0.0, 10.1)), NOW)
    assert room.findings.store_chunk(token, chunk([speech("two", 11)], ("asr", 10.1, 20.3)), NOW)
    assert room.findings.checkpoints(task_id) == (Checkpoint("asr", 10.1, 20.3, "print", b"state"),)


def test_a_chunk_whose_mark_does_not_stand_is_refused_whole(room: Room) -> None:
    task_id = room.submit("a")
    token = room.start(task_id).attempt_id
    first = chunk([speech("one")], ("asr", 0.0, 10.0))
    assert room.findings.store_chunk(token, first, NOW)
    assert not room.findings.store_chunk(token, first, NOW), "the same chunk twice"
    assert not room.findings.store_chunk(
        token, chunk([speech("gap")], ("face", 0.0, 5.0), ("asr", 12.0, 20.0)), NOW
    )
    assert texts(room) == ["one"]
    assert [point.processor for point in room.findings.checkpoints(task_id)] == ["asr"]


def test_a_chunk_of_an_ended_attempt_changes_nothing(room: Room) -> None:
    task_id = room.submit("a")
    old = room.start(task_id).attempt_id
    room.findings.store_chunk(old, chunk([speech("one")], ("asr", 0.0, 10.0)), NOW)
    room.tasks.interrupt(old, NOW)
    late = chunk([speech("late")], ("asr", 10.0, 20.0))
    assert not room.findings.store_chunk(old, late, NOW)
    token = room.start(task_id).attempt_id
    assert not room.findings.store_chunk(old, late, NOW)
    assert not room.findings.restart(old, ["asr"], NOW)
    assert not room.findings.store_chunk("nobody", late, NOW)
    assert room.findings.store_chunk(token, chunk([speech("on", 10)], ("asr", 10.0, 20.0)), NOW)
    assert texts(room) == ["one", "on"]


def test_a_processor_that_begins_anew_drops_what_it_found(room: Room) -> None:
    task_id = room.submit("a")
    token = room.start(task_id).attempt_id
    room.findings.store_chunk(token, chunk([speech("old"), face(1)], ("asr", 0.0, 9.0), ("face", 0.0, 9.0)), NOW)
    assert room.findings.restart(token, ["asr"], NOW)
    assert room.findings.store_chunk(token, chunk([speech("new")], ("asr", 0.0, 9.0)), NOW)
    assert room.findings.findings("a") == [face(1), speech("new")]


def test_persons_that_turn_out_to_be_one_are_merged_through_chains(room: Room) -> None:
    token = room.start(room.submit("a")).attempt_id
    room.findings.store_chunk(token, chunk([face(1), face(2, 1), face(3, 2)], ("face", 0.0, 3.0)), NOW)
    merges = {3: 2, 2: 1}
    room.findings.store_chunk(token, chunk([face(3, 4)], ("face", 3.0, 5.0), merges=merges), NOW)
    assert [found.person for found in room.findings.findings("a") if isinstance(found, FaceSighting)] == [1] * 4


@pytest.mark.parametrize("merges", [{1: 2, 2: 1}, {1: 1}])
def test_merges_in_a_circle_end(room: Room, merges: dict[int, int]) -> None:
    token = room.start(room.submit("a")).attempt_id
    assert room.findings.store_chunk(token, chunk([face(1)], ("face", 0.0, 3.0), merges=merges), NOW)
    assert len(room.findings.findings("a")) == 1


def test_a_rescan_under_way_does_not_hide_what_is_complete(room: Room) -> None:
    first = room.start(room.submit("a")).attempt_id
    room.findings.store_chunk(first, chunk([speech("old")], ("asr", 0.0, 9.0)), NOW)
    assert texts(room) == ["old"], "of an unfinished scan, where there is no other"
    room.tasks.complete(first, NOW + 1)
    second = room.start(room.submit("a", force=True)).attempt_id
    room.findings.store_chunk(second, chunk([speech("half")], ("asr", 0.0, 5.0)), NOW + 2)
    assert texts(room) == ["old"]
    room.tasks.complete(second, NOW + 3)
    assert texts(room) == ["half"]
    assert stored(room) == 1, "the older findings are gone"


def test_a_failed_rescan_leaves_the_complete_findings(room: Room) -> None:
    first = room.start(room.submit("a")).attempt_id
    room.findings.store_chunk(first, chunk([speech("old")], ("asr", 0.0, 9.0)), NOW)
    room.tasks.complete(first, NOW + 1)
    second = room.start(room.submit("a", force=True)).attempt_id
    room.findings.store_chunk(second, chunk([speech("half")], ("asr", 0.0, 5.0)), NOW + 2)
    failure = Failure(FailureKind.INTERNAL, "It broke.")
    room.tasks.fail(second, AttemptOutcome.ERRORED, failure, Decision(Verdict.GIVE_UP), NOW + 3)
    assert texts(room) == ["old"]


def test_a_processor_that_reached_the_end_is_complete_although_the_task_failed(room: Room) -> None:
    task_id = room.submit("a")
    token = room.start(task_id).attempt_id
    room.findings.store_chunk(token, chunk([speech("all")], ("asr", 0.0, 9.0), done=True), NOW)
    assert room.videos.rows(["a"])[0].scanned == ("asr",)
    failure = Failure(FailureKind.MODEL_MISSING, "The model for faces is not there.")
    room.tasks.fail(token, AttemptOutcome.ERRORED, failure, Decision(Verdict.GIVE_UP), NOW, completed=["face"])
    assert room.videos.rows(["a"])[0].scanned == ("face", "asr")


def test_a_complete_scan_without_findings_counts_as_scanned(room: Room) -> None:
    room.tasks.complete(room.start(room.submit("a", processors=("scene", "ocr"))).attempt_id, NOW)
    assert room.videos.rows()[0].scanned == ("ocr", "scene")


def test_findings_of_a_processor_of_another_maker_are_its_own(room: Room) -> None:
    token = room.start(room.submit("a", processors=("asr", "birdsong"))).attempt_id
    room.findings.store_chunk(token, chunk([Scene(0.0, 1.0)], ("birdsong", 0.0, 9.0)), NOW)
    room.findings.restart(token, ["asr"], NOW)
    assert room.findings.findings("a") == [Scene(0.0, 1.0)]
    room.findings.restart(token, ["birdsong"], NOW)
    assert room.findings.findings("a") == []


def test_clearing_throws_out_what_is_unfinished_and_keeps_what_is_complete(room: Room) -> None:
    token = room.start(room.submit("a")).attempt_id
    room.findings.store_chunk(token, chunk([face(1)], ("face", 0.0, 9.0), done=True), NOW)
    room.findings.store_chunk(token, chunk([speech("half")], ("asr", 0.0, 5.0)), NOW)
    room.tasks.clear(running=True)
    assert room.findings.findings("a") == [face(1)]
    assert stored(room) == 1


def test_removing_a_task_forgets_its_findings(room: Room) -> None:
    task_id = room.submit("a")
    token = room.start(task_id).attempt_id
    room.findings.store_chunk(token, chunk([FACE], ("face", 0.0, 9.0)), NOW)
    room.tasks.complete(token, NOW)
    room.tasks.remove([task_id])
    assert room.findings.findings("a") == []
    assert stored(room) == 0


def test_a_stored_chunk_clears_the_count_of_unclean_ends(room: Room) -> None:
    task_id = room.submit("a")
    for end in range(5):
        token = room.start(task_id).attempt_id
        assert room.findings.store_chunk(token, chunk([], ("asr", float(end), end + 1.0)), NOW)
        (task,) = room.tasks.recover(NOW, unclean=True)
        assert not task.status.ended


def stored(room: Room) -> int:
    """Rows of findings, shown or not; blobs never outlive them."""
    with room.database.reading() as connection:
        (findings,) = connection.sql("SELECT count(*) FROM findings")[0]
        (alone,) = connection.sql(
            "SELECT count(*) FROM finding_blobs WHERE finding_id NOT IN (SELECT finding_id FROM findings)"
        )[0]
    assert alone == 0
    return int(findings)
