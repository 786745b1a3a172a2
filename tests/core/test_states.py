"""The table of a task's transitions."""

import itertools

import pytest

from momentry_desk.core.model import TaskStatus
from momentry_desk.core.states import TRANSITIONS, IllegalTransition, check, sources

LISTED = {
    ("pending", "processing"),
    ("pending", "cancelled"),
    ("pending", "failed"),
    ("processing", "completed"),
    ("processing", "failed"),
    ("processing", "cancelled"),
    ("processing", "pending"),
    ("failed", "pending"),
    ("cancelled", "pending"),
}


def test_the_table_lists_what_was_agreed_and_nothing_else() -> None:
    assert {(old.value, new.value) for old, targets in TRANSITIONS.items() for new in targets} == LISTED


@pytest.mark.parametrize(("old", "new"), list(itertools.product(TaskStatus, repeat=2)))
def test_a_step_is_taken_where_it_is_listed_and_raises_elsewhere(old: TaskStatus, new: TaskStatus) -> None:
    if (old.value, new.value) in LISTED:
        assert check("task_1", old, new) is new
        assert old in sources(new)
    else:
        assert old not in sources(new)
        with pytest.raises(IllegalTransition, match=f"task_1 cannot go from {old} to {new}"):
            check("task_1", old, new)


def test_what_is_completed_stays_so() -> None:
    assert TRANSITIONS[TaskStatus.COMPLETED] == frozenset()
