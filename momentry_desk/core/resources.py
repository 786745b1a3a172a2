"""The machine at one instant, and why the number of scans at once is what it is."""

from enum import StrEnum

import msgspec

from momentry_desk.core.sentences import Said, say

_GB = 1e9


class WorkerLoad(msgspec.Struct, frozen=True):
    """One worker with all processes below it. CPU in percent of one core (150 is one and a half), bytes."""

    pid: int
    cpu_percent: float
    memory: int


class GpuLoad(msgspec.Struct, frozen=True):
    """One NVIDIA GPU. Percent (0 to 100) and bytes; `own_*` are our workers' share.

    `own_percent` is None where the driver gives no figures per process; then nobody can tell whose load it is.
    """

    index: int
    name: str
    percent: float
    memory_used: int
    memory_total: int
    own_memory: int = 0
    own_percent: float | None = None


class LimitCode(StrEnum):
    """What decides the number of scans at once."""

    STARTING = "starting"
    FIXED = "fixed"
    AS_SET = "as_set"
    ROOM_AGAIN = "room_again"
    CPU = "cpu"
    MEMORY = "memory"
    GPU = "gpu"
    GPU_MEMORY = "gpu_memory"
    MEMORY_DANGER = "memory_danger"
    DISK = "disk"
    BATTERY = "battery"


class LimitReason(msgspec.Struct, frozen=True):
    """Why the limit is what it is: a code to translate by, and the numbers that belong into the sentence.

    CPU, GPU: `value` is the percent that other programs use, `bound` the percent that one scan needs. MEMORY,
    GPU_MEMORY: `value` bytes free under the threshold, `bound` bytes that one scan needs. MEMORY_DANGER, BATTERY:
    percent, and the percent where it ends. DISK: bytes free, and the bytes where it ends. AS_SET, FIXED: `value`
    is the number of scans. `name` is the GPU's.
    """

    code: LimitCode
    value: float = 0.0
    bound: float = 0.0
    name: str = ""

    def sentence(self) -> str:
        """In English; GB are 10^9 bytes."""
        value, bound = self.value, self.bound
        match self.code:
            case LimitCode.STARTING:
                return "The machine is being measured."
            case LimitCode.FIXED:
                return f"Set to {value:.0f}; the limit does not follow the machine."
            case LimitCode.AS_SET:
                return f"There is room for all {value:.0f} that are set."
            case LimitCode.ROOM_AGAIN:
                return "There is room again; the limit rises step by step."
            case LimitCode.CPU:
                return f"CPU: other programs use {value:.0f} %, a scan needs {bound:.0f} %."
            case LimitCode.MEMORY:
                return f"Memory: {value / _GB:.1f} GB free under the limit, a scan needs {bound / _GB:.1f} GB."
            case LimitCode.GPU:
                return f"{self.name}: other programs use {value:.0f} %, a scan needs {bound:.0f} %."
            case LimitCode.GPU_MEMORY:
                return f"{self.name}: {value / _GB:.1f} GB free under the limit, a scan needs {bound / _GB:.1f} GB."
            case LimitCode.MEMORY_DANGER:
                return f"Memory is {value:.0f} % full; scans start again below {bound:.0f} %."
            case LimitCode.DISK:
                return say(Said.DISK_LOW, free=f"{value / _GB:.2f}", bound=f"{bound / _GB:.2f}")
            case LimitCode.BATTERY:
                return say(Said.BATTERY, percent=f"{value:.0f}", bound=f"{bound:.0f}")


class ResourceSample(msgspec.Struct, frozen=True):
    """The machine at one instant. Percent of all cores (0 to 100) and bytes; `own_*` are our workers' share.

    Where a cgroup allows less than the machine has, `cores` (a fraction is possible), `memory_total` and
    `memory_used` are the cgroup's. `swap_rate` is bytes a second, both ways. `battery_percent` is None without
    a battery. `running` counts the scans that move on, `suspended` those that stand still; `slots` is the limit
    that was in force when the sample was taken (None: there was none yet) and `ceiling` the number that was set.
    """

    at: float
    cpu_percent: float
    own_cpu_percent: float
    memory_used: int
    memory_total: int
    own_memory: int
    disk_free: int
    cores: float = 1.0
    swap_used: int = 0
    swap_rate: float = 0.0
    workers: tuple[WorkerLoad, ...] = ()
    gpus: tuple[GpuLoad, ...] = ()
    battery_percent: float | None = None
    on_mains: bool = True
    running: int = 0
    suspended: int = 0
    slots: int | None = None
    ceiling: int = 0

    @property
    def foreign_cpu_percent(self) -> float:
        """What everything but our workers uses, our own window included."""
        return min(100.0, max(0.0, self.cpu_percent - self.own_cpu_percent))

    @property
    def foreign_memory(self) -> int:
        return max(0, self.memory_used - self.own_memory)
