"""Reads what waits and has `core.planning` choose what starts next."""

from collections.abc import Callable, Collection, Iterable, Sequence

from momentry_desk.core import faces, planning
from momentry_desk.core.model import Task
from momentry_desk.core.settings import Settings
from momentry_desk.engine.clock import Clock
from momentry_desk.store.tasks import TaskStore

#: Candidates looked at beyond the free slots, since some may not run beside others.
_SPARE = 32


class Planner:
    """Remembers how long fairness has waited for its turn; `note` takes what came of a plan."""

    def __init__(
        self,
        tasks: TaskStore,
        clock: Clock,
        settings: Callable[[], Settings],
        touch: Callable[[Iterable[str]], None],
    ) -> None:
        """`touch` is told of tasks that had to be put aside."""
        self._tasks = tasks
        self._clock = clock
        self._settings = settings
        self._touch = touch
        self._fairness = planning.Fairness(settings().queue.fair_start_every)

    def note(self, plan: planning.Plan) -> None:
        """The starts of `plan` were made."""
        self._fairness = plan.fairness

    def plan(self, beside: Sequence[Task], busy: Collection[str], slots: int) -> planning.Plan | None:
        """What may start now beside these running tasks, into so many slots in all; None where nothing may.

        `busy` names tasks whose last worker is still being ended: they keep waiting, so that nothing runs twice.
        Raises `StoreTrouble`.
        """
        every = self._settings().queue.fair_start_every
        fairness = planning.Fairness(every, self._fairness.starts)
        plan = planning.Plan((), fairness)
        free = slots - len(beside)
        if free <= 0:
            return None
        now = self._clock.now()
        for asked in (free + len(busy), slots + _SPARE):
            found = self._candidates(now, asked)
            candidates = [task for task in found if task.task_id not in busy]
            longest = None
            if candidates and every and fairness.starts + 1 >= every:
                longest = self._tasks.longest_waiting_below(candidates[0].order.rank, now)
                # Before the answer it has no turn; it is put aside when it comes to the front.
                longest = None if longest is not None and self._unanswered(longest) else longest
            plan = planning.plan(
                candidates=candidates,
                running=beside,
                slots=slots,
                paused=False,
                fairness=fairness,
                now=now,
                longest_waiting=longest,
            )
            # Mostly the first few may start, and reading more costs more than all the rest of a start.
            if len(plan.start) == free or len(found) < asked:
                break
        return plan if plan.start else None

    def _candidates(self, now: float, limit: int) -> list[Task]:
        """The first that may start. Those that do nothing but look for faces wait until the person has said that
        they may."""
        while True:
            found = self._tasks.candidates(now, limit)
            unanswered = [task.task_id for task in found if self._unanswered(task)]
            if not unanswered:
                return found
            for task_id in unanswered:
                self._tasks.set_waiting(task_id, faces.WAITING, now)
            self._touch(unanswered)

    def _unanswered(self, task: Task) -> bool:
        return faces.must_wait(task.processors, self._settings().privacy.faces)
