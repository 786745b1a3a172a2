"""The limit in force: looks at the machine, asks the core how many scans it bears, learns what scans cost."""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

import msgspec

from momentry_desk.core import capacity
from momentry_desk.core.capacity import Load, ScanCost, Suggestion
from momentry_desk.core.costs import FULL_PERCENT, Observation, cost_key, first_cost, learn
from momentry_desk.core.model import Task
from momentry_desk.core.resources import LimitReason, ResourceSample
from momentry_desk.core.settings import Settings
from momentry_desk.engine.attempt_run import Run
from momentry_desk.engine.resources import Sampler
from momentry_desk.store.trouble import StoreTrouble

_log = logging.getLogger(__name__)


#: From one look to the next while there is nothing to do, and how old one may be when something starts.
REST_S = 30.0
FRESH_S = 2.0


class Costs(Protocol):
    """Where learned costs are kept. Both methods raise `StoreTrouble`."""

    def all(self) -> Mapping[str, ScanCost]: ...

    def put(self, key: str, cost: ScanCost, now: float) -> None: ...


class Limit:
    """`slots` and `reason` hold from one look to the next: once a second while scans run or could start."""

    def __init__(
        self,
        costs: Costs,
        sampler: Sampler,
        *,
        settings: Callable[[], Settings],
        now: Callable[[], float],
    ) -> None:
        self._costs = costs
        self._sampler = sampler
        self._settings = settings
        self._now = now
        self._known = dict(costs.all())
        self._unwritten: set[str] = set()
        self._load = Load()
        self._gpus_shown = False
        #: Set by whoever calls `look`: does so at once.
        self.look_again: Callable[[], object] = lambda: None
        self._suggestion = capacity.suggest_concurrency((), self._load, settings())

    @property
    def slots(self) -> int:
        """How many scans may run at once."""
        return self._suggestion.slots

    @property
    def reason(self) -> LimitReason:
        return self._suggestion.reason

    @property
    def last(self) -> ResourceSample:
        """What was seen last; there must have been a look."""
        return self._sampler.history[-1]

    @property
    def history(self) -> tuple[ResourceSample, ...]:
        """The last ten minutes, oldest first."""
        return tuple(self._sampler.history)

    @property
    def ceiling(self) -> int:
        """The number that was set; what serves where none was."""
        return capacity.ceiling_of(self._settings(), self._sampler.cores)

    @property
    def threads(self) -> int:
        """How many each scan computes with."""
        return max(1, int(self._sampler.cores) // self.ceiling)

    def show_gpus(self, shown: bool) -> None:
        """A graph of the GPUs is in view, or no more."""
        self._gpus_shown = shown

    def looks_seldom(self, runs: Iterable[Run]) -> bool:
        """Whether, with nothing to start, the last look will do for now: nothing moves, and it is not long ago."""
        return all(run.suspended for run in runs) and self._looked_within(REST_S - 0.5)

    def wake(self) -> bool:
        """Before something starts: look anew where the last look was that of a program at rest. Answers whether it
        was."""
        if self._looked_within(FRESH_S):
            return False
        self.look_again()
        return True

    def _looked_within(self, seconds: float) -> bool:
        last = self._sampler.last
        return last is not None and 0 <= self._now() - last.at < seconds

    def look(self, workers: Iterable[int], runs: Sequence[Run], following: Task | None) -> ResourceSample:
        """Take a sample and decide anew. `workers` are the processes of all our workers, `runs` what fills slots,
        `following` the task that would start next."""
        moving = sorted((run for run in runs if not run.suspended), key=lambda run: run.attempt.started_at)
        self._load = Load(
            running=tuple(self._at_least(run) for run in moving),
            # With nothing left to start, what would have started last stands for it.
            next=self.cost_of(following.processors) if following else self._load.next,
        )
        self._sampler.watch_gpus = self._gpus_shown or any(
            cost.gpu_memory for cost in (*self._load.running, self._load.next)
        )
        sample = self._sampler.sample(
            workers,
            running=len(moving),
            suspended=len(runs) - len(moving),
            slots=self.slots if self._sampler.last else None,
            ceiling=self.ceiling,
        )
        for run in moving:
            _note(run, sample, len(moving))
        self.decide()
        return sample

    def decide(self) -> Suggestion:
        """Decide anew from what was seen: the settings may have changed."""
        before = self._suggestion
        self._suggestion = capacity.suggest_concurrency(self._sampler.history, self._load, self._settings())
        if before.slots != self.slots:
            _log.info("%d scans at once from now on. %s", self.slots, self.reason.sentence())
        return self._suggestion

    @property
    def suspend(self) -> bool:
        """Whether the newest scan should stand still."""
        return self._suggestion.suspend

    def cost_of(self, processors: Sequence[str]) -> ScanCost:
        options = self._settings().processors.options()
        known = self._known.get(cost_key(processors, options))
        if known is not None:
            return known
        uses_gpu = any(options.get(name, {}).get("device", "cpu") != "cpu" for name in processors)
        return first_cost(processors, self.threads, uses_gpu=uses_gpu)

    def learn(self, run: Run, *, cpu_s: float | None, peak_memory: int = 0, whole: bool) -> None:
        """Take up what an attempt used that has ended. `peak_memory` is the worker's own word."""
        key = cost_key(run.processors, self._settings().processors.options())
        before = self._known.get(key)
        after = learn(
            before,
            Observation(
                peak_memory=max(peak_memory, run.peak_memory),
                cpu_s=cpu_s or 0.0,
                running_s=run.running_s,
                starved=run.full_s > run.running_s / 2,
                whole=whole,
                peak_gpu_memory=run.peak_gpu_memory,
                gpu_percent=run.gpu_percent_s / run.running_s if run.running_s > 0 else 0.0,
            ),
        )
        if after is None or after == before:
            return
        self._known[key] = after
        self._unwritten.add(key)

    def keep(self) -> None:
        """Write what was learned since the last time: apart from the ends that taught it, so that none of them
        waits for the disk once more, or fails over it."""
        for key in sorted(self._unwritten):
            try:
                self._costs.put(key, self._known[key], self._now())
            except StoreTrouble:
                # It is learned anew by the next scan.
                _log.warning("what a scan costs could not be kept", exc_info=True)
        self._unwritten.clear()

    def _at_least(self, run: Run) -> ScanCost:
        """What the run needs by what is known, and by what it was seen to use already."""
        cost = self.cost_of(run.processors)
        return msgspec.structs.replace(
            cost,
            memory=max(cost.memory, run.peak_memory),
            gpu_memory=max(cost.gpu_memory, run.peak_gpu_memory),
        )


def _note(run: Run, sample: ResourceSample, moving: int) -> None:
    """Remember for the run what only the sample knows. A GPU's share by scan nobody tells: equal parts."""
    if sample.cpu_percent >= FULL_PERCENT:
        run.full_s += 1.0
    own = sum(gpu.own_memory for gpu in sample.gpus)
    if own:
        run.peak_gpu_memory = max(run.peak_gpu_memory, own // moving)
        run.gpu_percent_s += max((gpu.own_percent or 0.0) for gpu in sample.gpus) / moving
