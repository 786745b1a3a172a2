"""NVIDIA GPUs through NVML, found at run time: no driver, no GPU and no complaint.

Whatever the driver refuses is left out; what is lost while we look is looked for again a minute later.
"""

import logging
from collections.abc import Callable, Collection
from typing import Any

from momentry_desk.core.resources import GpuLoad

_log = logging.getLogger(__name__)

_TRY_AGAIN_S = 60.0


class GpuReader:
    """Loads the driver's library at the first read, and not before."""

    def __init__(self, *, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        #: The module pynvml. Its functions are not typed.
        self._nvml: Any = None
        self._open = False
        self._absent = False
        self._tried_at: float | None = None
        self._names: dict[int, str] = {}
        self._seen_until: dict[int, int] = {}
        self._said: set[str] = set()

    def read(self, own: Collection[int]) -> tuple[GpuLoad, ...]:
        """Every GPU that answers. `own` are the numbers of our workers' processes."""
        if not self._ready():
            return ()
        nvml = self._nvml
        found = []
        try:
            for index in range(int(nvml.nvmlDeviceGetCount())):
                try:
                    found.append(self._one(index, own))
                except nvml.NVMLError as error:
                    self._complain_once(f"GPU {index}", error)
        except nvml.NVMLError as error:
            self._complain_once("the GPUs", error)
            self.close()
        else:
            if not found:
                # All lost: a driver that was reset under us answers again only after a new start.
                self.close()
        return tuple(found)

    def close(self) -> None:
        """Let the driver's library go; a later read loads it again, a minute after the last try."""
        if self._open:
            self._open = False
            try:
                self._nvml.nvmlShutdown()
            except self._nvml.NVMLError:
                _log.debug("NVML did not shut down", exc_info=True)

    def _ready(self) -> bool:
        if self._open:
            return True
        now = self._monotonic()
        if self._absent or (self._tried_at is not None and now - self._tried_at < _TRY_AGAIN_S):
            return False
        self._tried_at = now
        try:
            import pynvml
        except ImportError:
            self._absent = True
            return False
        self._nvml = pynvml
        try:
            pynvml.nvmlInit()
        except pynvml.NVMLError as error:
            # Without the library there is no driver: it does not come while we run.
            self._absent = error.value == pynvml.NVML_ERROR_LIBRARY_NOT_FOUND
            _log.info("no NVIDIA GPU is watched: %s", error)
            return False
        self._open = True
        return True

    def _one(self, index: int, own: Collection[int]) -> GpuLoad:
        nvml = self._nvml
        handle = nvml.nvmlDeviceGetHandleByIndex(index)
        memory = nvml.nvmlDeviceGetMemoryInfo(handle)
        name = self._names.get(index)
        if name is None:
            raw = nvml.nvmlDeviceGetName(handle)
            # Older bindings answer bytes.
            name = self._names[index] = raw.decode("utf-8", "replace") if isinstance(raw, bytes) else str(raw)
        try:
            percent = float(nvml.nvmlDeviceGetUtilizationRates(handle).gpu)
        except nvml.NVMLError as error:
            self._pass_if_lost(error)
            percent = 0.0
        return GpuLoad(
            index=index,
            name=name,
            percent=percent,
            memory_used=int(memory.used),
            memory_total=int(memory.total),
            own_memory=self._memory_of(handle, own),
            own_percent=self._percent_of(handle, index, own),
        )

    def _memory_of(self, handle: object, own: Collection[int]) -> int:
        nvml = self._nvml
        used: dict[int, int] = {}
        for kind in ("Compute", "Graphics"):
            processes: list[Any] = []
            # An old driver knows only an older form of the question.
            for version in ("_v3", "_v2"):
                try:
                    processes = getattr(nvml, f"nvmlDeviceGet{kind}RunningProcesses{version}")(handle)
                    break
                except nvml.NVMLError as error:
                    self._pass_if_lost(error)
                    if error.value != nvml.NVML_ERROR_FUNCTION_NOT_FOUND:
                        break
            for process in processes:
                # Windows does not tell under its own display driver model.
                if process.pid in own and process.usedGpuMemory is not None:
                    used[process.pid] = max(used.get(process.pid, 0), int(process.usedGpuMemory))
        return sum(used.values())

    def _percent_of(self, handle: object, index: int, own: Collection[int]) -> float | None:
        nvml = self._nvml
        try:
            samples = nvml.nvmlDeviceGetProcessUtilization(handle, self._seen_until.get(index, 0))
        except nvml.NVMLError as error:
            self._pass_if_lost(error)
            # "Not found" says that no process did anything since the last look.
            return 0.0 if error.value == nvml.NVML_ERROR_NOT_FOUND else None
        latest: dict[int, tuple[int, float]] = {}
        for sample in samples:
            stamp = int(sample.timeStamp)
            if stamp > latest.get(sample.pid, (0, 0.0))[0]:
                latest[sample.pid] = (stamp, float(sample.smUtil))
        if latest:
            self._seen_until[index] = max(stamp for stamp, _ in latest.values())
        return min(100.0, sum(percent for pid, (_, percent) in latest.items() if pid in own))

    def _pass_if_lost(self, error: Any) -> None:
        """Only what says that the whole GPU is out of reach goes on."""
        nvml = self._nvml
        if error.value in (
            nvml.NVML_ERROR_GPU_IS_LOST,
            nvml.NVML_ERROR_UNINITIALIZED,
            nvml.NVML_ERROR_RESET_REQUIRED,
        ):
            raise error

    def _complain_once(self, what: str, error: object) -> None:
        text = f"{what}: {error}"
        if text not in self._said:
            self._said.add(text)
            _log.warning("%s", text)
