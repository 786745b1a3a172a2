"""The order of what waits: front marks, priorities, moves, and the positions they answer."""

import pytest

from momentry_desk.core.model import Move, Priority, TaskStatus
from momentry_desk.store import task_reading
from momentry_desk.store.tasks import TaskStore
from tests.store.rooms import NOW, Room


@pytest.fixture
def ids(room: Room) -> dict[str, str]:
    """Five normal tasks a to e, and h, which is urgent and stands first."""
    return {name: room.submit(name, Priority.HIGH if name == "h" else Priority.NORMAL) for name in "abcdeh"}


def names(room: Room) -> str:
    return "".join(room.order())


def test_first_in_queue_goes_before_everything_and_the_newest_mark_first(room: Room, ids: dict[str, str]) -> None:
    assert room.tasks.prioritize([ids["d"]], NOW) == {ids["d"]: 1}
    assert room.tasks.prioritize([ids["e"]], NOW) == {ids["e"]: 1}
    assert names(room) == "edhabc"
    assert room.task(ids["d"]).priority is Priority.NORMAL


def test_several_that_are_put_first_keep_their_order(room: Room, ids: dict[str, str]) -> None:
    assert room.tasks.prioritize([ids["d"], ids["b"]], NOW) == {ids["b"]: 1, ids["d"]: 2}
    assert names(room) == "bdhace"


def test_another_priority_puts_a_task_last_in_it_and_takes_its_front_mark(room: Room, ids: dict[str, str]) -> None:
    room.tasks.prioritize([ids["b"]], NOW)
    assert room.tasks.set_priority([ids["b"]], Priority.LOW, NOW) == {ids["b"]: 6}
    assert room.tasks.set_priority([ids["d"], ids["c"]], Priority.HIGH, NOW) == {ids["d"]: 3, ids["c"]: 2}
    assert names(room) == "hcdaeb"


def test_the_same_priority_again_moves_nothing(room: Room, ids: dict[str, str]) -> None:
    room.tasks.set_priority([ids["b"]], Priority.NORMAL, NOW)
    assert names(room) == "habcde"


@pytest.mark.parametrize(
    ("moved", "where", "before", "expected"),
    [
        ("c", Move.UP, None, "hacbde"),
        ("a", Move.UP, None, "habcde"),
        ("bc", Move.UP, None, "hbcade"),
        ("abd", Move.UP, None, "habdce"),
        ("c", Move.DOWN, None, "habdce"),
        ("e", Move.DOWN, None, "habcde"),
        ("bc", Move.DOWN, None, "hadbce"),
        ("db", Move.TOP, None, "hbdace"),
        ("ac", Move.BOTTOM, None, "hbdeac"),
        ("e", Move.BEFORE, "b", "haebcd"),
        ("ae", Move.BEFORE, "c", "hbaecd"),
        ("b", Move.BEFORE, "c", "habcde"),
        ("cd", Move.BEFORE, "a", "hcdabe"),
        ("c", Move.BEFORE, "h", "hcabde"),
        ("h", Move.BEFORE, "c", "habcde"),
        ("c", Move.BEFORE, "c", "habcde"),
        ("c", Move.BEFORE, "gone", "habcde"),
    ],
)
def test_moves(room: Room, ids: dict[str, str], moved: str, where: Move, before: str | None, expected: str) -> None:
    target = None if before is None else ids.get(before, before)
    positions = room.tasks.move([ids[name] for name in moved], where, NOW, before=target)
    assert names(room) == expected
    assert positions == {ids[name]: expected.index(name) + 1 for name in moved}


@pytest.mark.parametrize(
    ("moved", "where", "before", "expected"),
    [
        ("d", Move.UP, None, "dcehab"),
        ("c", Move.DOWN, None, "dcehab"),
        ("e", Move.TOP, None, "ecdhab"),
        ("e", Move.DOWN, None, "cdheab"),
        ("d", Move.BOTTOM, None, "cehabd"),
        ("a", Move.BEFORE, "d", "cadehb"),
        ("e", Move.BEFORE, "c", "ecdhab"),
        ("d", Move.BEFORE, "b", "cehadb"),
        ("d", Move.BEFORE, "h", "cehdab"),
    ],
)
def test_moves_among_the_front_marked(
    room: Room, ids: dict[str, str], moved: str, where: Move, before: str | None, expected: str
) -> None:
    room.tasks.prioritize([ids[name] for name in "cde"], NOW)
    assert names(room) == "cdehab"
    room.tasks.move([ids[moved]], where, NOW, before=ids[before] if before else None)
    assert names(room) == expected


def test_a_place_can_be_halved_more_often_than_a_float_allows(room: Room, ids: dict[str, str]) -> None:
    """Two tasks taking turns before a third: 60 halvings are more than a float of 53 bits holds."""
    for turn in range(60):
        room.tasks.move([ids["ab"[turn % 2]]], Move.BEFORE, NOW, before=ids["c"])
        assert names(room)[1:4] == ("bac" if turn % 2 == 0 else "abc")


def test_rows_of_another_program_at_the_same_place_can_be_moved(room: Room) -> None:
    for name in "abc":
        room.video(name)
    with room.database.transaction("another program") as connection:
        for name in "abc":
            connection.change_sql("INSERT INTO queue_tasks (task_id, file_uuid) VALUES (?, ?)", (name, name))
    tasks: TaskStore = room.tasks
    assert [task.status for task in tasks.all()] == [TaskStatus.PENDING] * 3
    assert tasks.move(["c"], Move.UP, NOW) == {"c": 2}
    assert names(room) == "acb"


def test_what_is_not_pending_is_not_moved(room: Room, ids: dict[str, str]) -> None:
    room.start(ids["b"])
    assert room.tasks.move([ids["b"], "task_unknown"], Move.TOP, NOW) == {}
    assert room.tasks.prioritize([ids["b"]], NOW) == {}
    assert room.task(ids["b"]).order.front == 0


def test_positions_count_only_what_could_start(room: Room, ids: dict[str, str]) -> None:
    room.tasks.hold([ids["a"]], NOW)
    everything = room.tasks.positions(ids.values(), NOW)
    assert everything == {ids[name]: place for place, name in enumerate("hbcde", 1)}
    assert room.tasks.positions([ids["d"]], NOW) == {ids["d"]: 4}


@pytest.mark.parametrize("near", [1, 2, 1000])
def test_a_position_is_the_same_from_whichever_end_it_is_counted(
    room: Room, ids: dict[str, str], near: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(task_reading, "NEAR", near)
    room.tasks.hold([ids["a"]], NOW)
    room.tasks.set_waiting(ids["b"], "The drive is away.", NOW)
    room.put_off(ids["c"], 5)
    room.put_off(ids["d"], 5, now=NOW - 10)
    singly = {name: room.tasks.positions([task_id], NOW).get(task_id) for name, task_id in ids.items()}
    assert singly == {"h": 1, "a": None, "b": None, "c": None, "d": 2, "e": 3}
