"""What to start next: order, slots, fairness, and who may not run beside whom."""

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from momentry_desk.core.model import Move, OrderKey, Priority, Task


class Fairness(msgspec.Struct, frozen=True):
    """Every `every`-th start goes to the longest-waiting task of a lower rank. 0 switches it off.

    `starts` counts the starts since the last one that fairness gave.
    """

    every: int
    starts: int = 0


class Plan(msgspec.Struct, frozen=True):
    """The tasks to start, in order, and the count of starts after them."""

    start: tuple[str, ...]
    fairness: Fairness


def may_start(task: Task, now: float) -> bool:
    """Whether a pending task waits for nothing but a slot."""
    return not task.held and task.waiting_for is None and (task.not_before is None or task.not_before <= now)


def plan(
    *,
    candidates: Sequence[Task],
    running: Sequence[Task],
    slots: int,
    paused: bool,
    fairness: Fairness,
    now: float,
    longest_waiting: Task | None = None,
) -> Plan:
    """Choose the starts that fit into `slots` now.

    `candidates` are pending tasks in their order (a prefix of the queue is enough: as many as there are slots,
    plus what may be skipped); `longest_waiting` is the pending task of a lower rank than the first candidate's
    that was queued first, if there is one. Nothing is ever stopped here: when `slots` has fallen below what
    runs, the answer is to start nothing.
    """
    start: list[str] = []
    beside = list(running)
    starts = fairness.starts
    if paused or any(task.alone for task in beside):
        return Plan((), fairness)
    waiting = [task for task in candidates if may_start(task, now)]
    if longest_waiting is not None and not may_start(longest_waiting, now):
        longest_waiting = None
    while waiting and len(beside) < slots:
        chosen = None
        # A front mark is the user's own word and goes before fairness.
        if fairness.every and starts + 1 >= fairness.every and longest_waiting and waiting[0].order.front == 0:
            if longest_waiting.alone and beside:
                # Its turn has come, and it gets no other: what runs may end, nothing is started meanwhile.
                break
            chosen = longest_waiting if _fits(longest_waiting, beside) else None
            longest_waiting = None
        by_fairness = chosen is not None
        if chosen is None:
            # A task that must run alone keeps its turn: later ones do not overtake it for ever.
            if waiting[0].alone and beside:
                break
            chosen = next((task for task in waiting if _fits(task, beside)), None)
        if chosen is None:
            break
        start.append(chosen.task_id)
        beside.append(chosen)
        waiting = [task for task in waiting if task.task_id != chosen.task_id]
        starts = 0 if by_fairness else starts + 1
        if longest_waiting is not None and longest_waiting.task_id == chosen.task_id:
            longest_waiting = None
        if chosen.alone:
            break
    return Plan(tuple(start), Fairness(fairness.every, starts))


def _fits(task: Task, beside: Sequence[Task]) -> bool:
    if task.alone:
        return not beside
    return not (task.suspect and any(other.suspect for other in beside))


def rearranged(order: Sequence[str], moved: Sequence[str], where: Move, before: str | None = None) -> list[str]:
    """The same ids with `moved`, which keep their order among each other, one step or all the way elsewhere.

    `before` names the target of `Move.BEFORE`; without one that is there, or one that is moved itself, nothing
    changes.
    """
    chosen = set(moved)
    block = [item for item in order if item in chosen]
    others = [item for item in order if item not in chosen]
    match where:
        case Move.TOP:
            return block + others
        case Move.BOTTOM:
            return others + block
        case Move.BEFORE:
            if before not in others:
                return list(order)
            at = others.index(before)
            return others[:at] + block + others[at:]
        case Move.UP:
            return _stepped(order, chosen)
        case Move.DOWN:
            return _stepped(order[::-1], chosen)[::-1]


def _stepped(order: Sequence[str], chosen: set[str]) -> list[str]:
    """Each chosen one goes over the one before it, unless that is chosen too."""
    result = list(order)
    for index in range(1, len(result)):
        if result[index] in chosen and result[index - 1] not in chosen:
            result[index - 1], result[index] = result[index], result[index - 1]
    return result


def places_between(after: float | None, before: float | None, count: int) -> list[float] | None:
    """`count` rising numbers between two places; None where floats are too coarse for that."""
    if after is None and before is None:
        return [float(index) for index in range(count)]
    if after is None:
        assert before is not None
        places = [before - count + index for index in range(count)]
    elif before is None:
        places = [after + 1 + index for index in range(count)]
    else:
        places = [after + (before - after) * (index + 1) / (count + 1) for index in range(count)]
    fence = [place for place in (after, *places, before) if place is not None]
    return places if all(left < right for left, right in pairwise(fence)) else None


def ranks_between(above: OrderKey | None, below: OrderKey | None) -> range:
    """The ranks with which a task may stand between two that wait (None: the end of the queue). Before a
    front-marked one each may, since it gets a mark itself."""
    last = max(priority.rank for priority in Priority)
    if below is not None and below.front:
        return range(last + 1)
    lowest = above.rank if above is not None and not above.front else 0
    return range(lowest, (below.rank if below is not None else last) + 1)
