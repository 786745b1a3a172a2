"""One attempt while it runs: what the engine remembers of it between two looks at the database."""

from dataclasses import dataclass, field
from enum import Enum

import msgspec

from momentry_desk.core.model import Attempt, MediaInfo, Task
from momentry_desk.engine.worker_loads import Usage
from momentry_desk.engine.worker_process import WorkerProcess


class Intent(Enum):
    """Why the engine is ending a worker before its last word."""

    CANCEL = "cancel"
    INTERRUPT = "interrupt"
    TIME_OUT = "time out"
    UNRESPONSIVE = "unresponsive"


@dataclass(eq=False)
class Run:
    """`running_s` and `silent_s` count seconds of running time: no sleep, no suspension. `cpu_before_s` was used by
    the worker before this attempt, `silent_cpu_s` at the first tick after its last word (None: no tick yet),
    `counted_at` is the clock at the last count. `probed`: what the file is was known before it was opened. `over`:
    the database knows the end already, only the worker's own end is waited for. `full_s` counts seconds on a
    machine without CPU to spare, `gpu_percent_s` adds up percent of a GPU over seconds. `stands_since` is the
    monotonic instant from which on it stands still for the machine's sake, None while it does not. `processors` are
    those of the task that run.
    """

    task: Task
    attempt: Attempt
    path: str
    worker: WorkerProcess
    counted_at: float
    processors: tuple[str, ...] = ()
    cpu_before_s: float = 0.0
    sent: bool = False
    probed: bool = False
    audio_track: int | None = None
    over: bool = False
    intent: Intent | None = None
    running_s: float = 0.0
    silent_s: float = 0.0
    silent_cpu_s: float | None = None
    fractions: dict[str, float] = field(default_factory=dict)
    done: float = 0.0
    done_at_start: float | None = None
    told_percent: int = -1
    untold_s: float = 0.0
    duration_s: float | None = None
    peak_memory: int = 0
    cpu_s: float = 0.0
    full_s: float = 0.0
    peak_gpu_memory: int = 0
    gpu_percent_s: float = 0.0
    stands_since: float | None = None
    warnings: list[str] = field(default_factory=list)

    @property
    def task_id(self) -> str:
        return self.task.task_id

    @property
    def suspended(self) -> bool:
        return self.worker.suspended

    def take_up(self, usage: Usage) -> None:
        """What the worker's tree uses and has used, as it was measured last."""
        self.peak_memory = max(self.peak_memory, usage.memory)
        self.cpu_s = max(self.cpu_s, usage.cpu_s - self.cpu_before_s)

    def so_far(self) -> Attempt:
        """The attempt as it stands before its end is written."""
        return msgspec.structs.replace(
            self.attempt,
            running_s=self.running_s,
            cpu_s=self.cpu_s or None,
            peak_memory=self.peak_memory or None,
        )

    def know(self, media: MediaInfo | None) -> None:
        """What a probe found before the start, None where none has looked yet."""
        self.probed = media is not None
        self.duration_s = media.duration_s if media else None
