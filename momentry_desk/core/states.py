"""The one table of a task's transitions. Nothing else decides whether a status may change."""

from momentry_desk.core.model import TaskStatus

_P = TaskStatus.PENDING
_R = TaskStatus.PROCESSING
_C = TaskStatus.COMPLETED
_F = TaskStatus.FAILED
_X = TaskStatus.CANCELLED

TRANSITIONS: dict[TaskStatus, frozenset[TaskStatus]] = {
    # Failed straight from pending: the source is proven invalid before a start.
    _P: frozenset({_R, _X, _F}),
    # Back to pending: a retry, or an interruption.
    _R: frozenset({_C, _F, _X, _P}),
    _C: frozenset(),
    # By hand.
    _F: frozenset({_P}),
    _X: frozenset({_P}),
}


class IllegalTransition(Exception):
    """A status change that the table does not list."""

    def __init__(self, task_id: str, old: TaskStatus, new: TaskStatus) -> None:
        super().__init__(f"task {task_id} cannot go from {old} to {new}")
        self.task_id = task_id
        self.old = old
        self.new = new


def check(task_id: str, old: TaskStatus, new: TaskStatus) -> TaskStatus:
    """Return `new` where the table lists the step from `old`; raise `IllegalTransition` otherwise."""
    if new not in TRANSITIONS[old]:
        raise IllegalTransition(task_id, old, new)
    return new


def sources(new: TaskStatus) -> frozenset[TaskStatus]:
    """The statuses from which `new` may be reached: what a conditional UPDATE puts in its WHERE."""
    return frozenset(old for old, targets in TRANSITIONS.items() if new in targets)
