"""What is started next: order, slots, fairness, who runs beside whom; and how an order is rearranged."""

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentry_desk.core.model import Move, OrderKey, Priority, Task, TaskStatus
from momentry_desk.core.planning import Fairness, Plan, may_start, places_between, plan, rearranged

NOW = 1000.0
OFF = Fairness(0)


def task(
    name: str,
    priority: Priority = Priority.NORMAL,
    *,
    front: int = 0,
    held: bool = False,
    waiting_for: str | None = None,
    not_before: float | None = None,
    suspect: bool = False,
    alone: bool = False,
) -> Task:
    return Task(
        task_id=name,
        file_uuid=name,
        file_name=name,
        status=TaskStatus.PENDING,
        priority=priority,
        processors=("face",),
        order=OrderKey(front, priority.rank, 0.0, name),
        queued_at=NOW,
        created_at=NOW,
        updated_at=NOW,
        held=held,
        waiting_for=waiting_for,
        not_before=not_before,
        suspect=suspect,
        alone=alone,
    )


def planned(
    candidates: Sequence[Task],
    running: Sequence[Task] = (),
    *,
    slots: int = 2,
    paused: bool = False,
    fairness: Fairness = OFF,
    longest_waiting: Task | None = None,
) -> Plan:
    return plan(
        candidates=candidates,
        running=running,
        slots=slots,
        paused=paused,
        fairness=fairness,
        now=NOW,
        longest_waiting=longest_waiting,
    )


def test_free_slots_are_filled_in_order() -> None:
    assert planned([task("a"), task("b"), task("c")]).start == ("a", "b")
    assert planned([task("b"), task("c")], [task("a")]).start == ("b",)


def test_nothing_is_started_when_the_slots_have_fallen_below_what_runs() -> None:
    assert planned([task("c")], [task("a"), task("b")], slots=1).start == ()


def test_a_paused_queue_starts_nothing() -> None:
    assert planned([task("a")], paused=True).start == ()


def test_what_is_held_or_waits_is_skipped() -> None:
    skipped = [task("a", held=True), task("b", waiting_for="The drive is away."), task("c", not_before=NOW + 1)]
    assert planned([*skipped, task("d", not_before=NOW)]).start == ("d",)


def test_two_suspects_never_run_beside_each_other() -> None:
    assert planned([task("a", suspect=True), task("b", suspect=True), task("c")]).start == ("a", "c")
    assert planned([task("b", suspect=True)], [task("a", suspect=True)]).start == ()


def test_a_task_that_must_run_alone_waits_for_an_empty_house_and_is_not_overtaken() -> None:
    assert planned([task("a", alone=True), task("b")]).start == ("a",)
    assert planned([task("a", alone=True), task("b")], [task("r")]).start == ()
    assert planned([task("b")], [task("a", alone=True)]).start == ()


def test_every_nth_start_goes_to_the_longest_waiting_of_a_lower_rank() -> None:
    high = [task(f"h{number}", Priority.HIGH) for number in range(3)]
    low = task("low", Priority.LOW)
    result = planned(high, slots=3, fairness=Fairness(10, 8), longest_waiting=low)
    assert result.start == ("h0", "low", "h1")
    assert result.fairness == Fairness(10, 1)


def test_a_front_mark_goes_before_fairness() -> None:
    marked = task("m", front=-1)
    result = planned([marked], slots=1, fairness=Fairness(10, 9), longest_waiting=task("low", Priority.LOW))
    assert result == Plan(("m",), Fairness(10, 10))


def test_fairness_for_a_task_that_must_run_alone_lets_the_running_end_first() -> None:
    alone = task("low", Priority.LOW, alone=True)
    due = Fairness(10, 9)
    high = [task("h", Priority.HIGH)]
    assert planned(high, [task("r")], fairness=due, longest_waiting=alone).start == ()
    assert planned(high, fairness=due, longest_waiting=alone).start == ("low",)


def test_without_fairness_the_count_goes_on_and_no_turn_is_given() -> None:
    low = task("low", Priority.LOW)
    assert planned([task("h", Priority.HIGH)], slots=1, longest_waiting=low) == Plan(("h",), Fairness(0, 1))


tasks = st.builds(
    task,
    st.integers(0, 99).map(str),
    st.sampled_from(Priority),
    front=st.sampled_from([0, 0, -1, -2]),
    held=st.booleans(),
    waiting_for=st.sampled_from([None, None, "a drive"]),
    not_before=st.sampled_from([None, NOW - 1, NOW + 1]),
    suspect=st.booleans(),
    alone=st.booleans(),
)
queues = st.lists(tasks, max_size=8, unique_by=lambda task: task.task_id)


@given(
    queue=queues,
    running_count=st.integers(0, 3),
    slots=st.integers(0, 6),
    paused=st.booleans(),
    every=st.integers(0, 3),
    starts=st.integers(0, 3),
    lower=st.none() | tasks,
)
def test_no_plan_breaks_a_rule(
    queue: list[Task],
    running_count: int,
    slots: int,
    paused: bool,
    every: int,
    starts: int,
    lower: Task | None,
) -> None:
    running, candidates = queue[:running_count], sorted(queue[running_count:], key=lambda task: task.order)
    if lower is not None and lower.task_id in {task.task_id for task in queue}:
        # The same task under one id: what is running is not offered, what is a candidate is that candidate.
        lower = next((task for task in candidates if task.task_id == lower.task_id), None)
    result = planned(
        candidates, running, slots=slots, paused=paused, fairness=Fairness(every, starts), longest_waiting=lower
    )
    known = {task.task_id: task for task in [*([lower] if lower else []), *candidates]}
    started = [known[task_id] for task_id in result.start]
    assert len(set(result.start)) == len(result.start)
    assert all(may_start(task, NOW) for task in started)
    assert not (paused and started)
    assert len(running) + len(started) <= max(slots, len(running))
    if started:
        beside = [*running, *started]
        assert not any(task.alone for task in beside) or len(beside) == 1
        free = 0 if any(task.suspect for task in running) else 1
        assert sum(task.suspect for task in started) <= free


@given(queue=queues, slots=st.integers(1, 6))
def test_a_slot_stays_empty_only_for_a_reason(queue: list[Task], slots: int) -> None:
    candidates = sorted(queue, key=lambda task: task.order)
    started = set(planned(candidates, slots=slots).start)
    left = [task for task in candidates if may_start(task, NOW) and task.task_id not in started]
    if left and len(started) < slots:
        assert any(task.alone or task.suspect for task in candidates)


orders = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=8)


@given(
    order=orders,
    moved=st.sets(st.sampled_from("abcdefgh")),
    where=st.sampled_from(Move),
    before=st.sampled_from("abcdefgh"),
)
def test_rearranging_keeps_every_one_and_the_order_among_both_groups(
    order: list[str], moved: set[str], where: Move, before: str
) -> None:
    result = rearranged(order, sorted(moved), where, before)
    assert sorted(result) == sorted(order)
    for group in (moved, set(order) - moved):
        assert [item for item in result if item in group] == [item for item in order if item in group]


@pytest.mark.parametrize(
    ("moved", "where", "before", "expected"),
    [
        ("c", Move.UP, None, "acbd"),
        ("a", Move.UP, None, "abcd"),
        ("ab", Move.UP, None, "abcd"),
        ("bd", Move.UP, None, "badc"),
        ("b", Move.DOWN, None, "acbd"),
        ("cd", Move.DOWN, None, "abcd"),
        ("bc", Move.TOP, None, "bcad"),
        ("ac", Move.BOTTOM, None, "bdac"),
        ("d", Move.BEFORE, "b", "adbc"),
        ("b", Move.BEFORE, "b", "abcd"),
        ("b", Move.BEFORE, None, "abcd"),
    ],
)
def test_rearranging(moved: str, where: Move, before: str | None, expected: str) -> None:
    assert "".join(rearranged("abcd", moved, where, before)) == expected


finite = st.floats(-1e9, 1e9)


@given(after=st.none() | finite, before=st.none() | finite, count=st.integers(0, 20))
def test_places_rise_between_their_neighbours(after: float | None, before: float | None, count: int) -> None:
    places = places_between(after, before, count)
    if places is None:
        return
    assert len(places) == count
    fence = [place for place in (after, *places, before) if place is not None]
    assert all(left < right for left, right in itertools.pairwise(fence))


def test_places_that_floats_cannot_hold_are_none() -> None:
    assert places_between(1.0, 1.0, 1) is None
    assert places_between(1.0, 1.0000000000000002, 1) is None
    assert places_between(1.0, 2.0, 1) == [1.5]
