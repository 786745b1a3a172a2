"""What this process has used: CPU time and the peak of its memory, from one point on."""

import contextlib
import sys
import time
from pathlib import Path

_STATUS = Path("/proc/self/status")


class Figures:
    """Counts from its making. On Linux the peak starts anew with it; elsewhere it is that of the whole process."""

    def __init__(self) -> None:
        self._begun = time.process_time()
        # 5 resets the peak of the resident memory (Linux, Documentation/filesystems/proc.rst).
        with contextlib.suppress(OSError):
            Path("/proc/self/clear_refs").write_text("5")

    def cpu_s(self) -> float:
        """CPU seconds of all threads since."""
        return time.process_time() - self._begun

    def peak_memory(self) -> int:
        """Bytes."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            for line in _STATUS.read_text().splitlines():
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024
        if sys.platform == "win32":
            import psutil

            return int(psutil.Process().memory_info().peak_wset)
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024
