"""What a container or a service manager allows: memory and CPU limits of cgroups, version 1 and 2 (Linux)."""

import contextlib
from pathlib import Path

import msgspec

#: Version 1 says "no limit" with a number near 2^63.
_NO_LIMIT = 1 << 60


class MemoryLimit(msgspec.Struct, frozen=True):
    """Bytes allowed, and bytes used that cannot simply be dropped (pages of files are left out)."""

    total: int
    used: int


class Cgroups:
    """The groups that this process is in, each with all above it: the tightest of them counts."""

    def __init__(self, proc: Path = Path("/proc/self")) -> None:
        self._unified: list[Path] = []
        self._memory: list[Path] = []
        self._cpu: list[Path] = []
        self._account: list[Path] = []
        with contextlib.suppress(OSError, ValueError, IndexError):
            self._find(proc)

    def memory(self) -> MemoryLimit | None:
        """The tightest memory limit, None where there is none."""
        found: MemoryLimit | None = None
        for folder in self._unified:
            limits = [_number(folder / "memory.max"), _number(folder / "memory.high")]
            total = min((limit for limit in limits if limit is not None), default=None)
            found = _tighter(found, folder, total, "memory.current", "")
        for folder in self._memory:
            total = _number(folder / "memory.limit_in_bytes")
            found = _tighter(found, folder, total, "memory.usage_in_bytes", "total_")
        return found

    def memory_folder(self) -> Path | None:
        """The group whose memory is counted, where this process is in one."""
        return next(iter(self._memory or self._unified), None)

    def cpu_folders(self) -> list[Path]:
        """The groups whose CPU time is counted and bounded, where this process is in any."""
        return [folders[0] for folders in (self._cpu, self._account) if folders] or self._unified[:1]

    def cores(self) -> float | None:
        """The CPU quota in cores, None where there is none."""
        found = [quota for folder in self._unified if (quota := _quota_2(folder)) is not None]
        found += [quota for folder in self._cpu if (quota := _quota_1(folder)) is not None]
        return min(found, default=None)

    def cpu_s(self) -> float | None:
        """CPU seconds that the group with the quota has used, this process's own where no ancestor has one."""
        for folder in self._unified:
            if _quota_2(folder) is not None:
                for line in _lines(folder / "cpu.stat"):
                    name, _, value = line.partition(" ")
                    if name == "usage_usec":
                        return int(value) / 1e6
        for folder, account in zip(self._cpu, self._account, strict=False):
            if _quota_1(folder) is not None:
                used = _number(account / "cpuacct.usage")
                return None if used is None else used / 1e9
        return None

    def _find(self, proc: Path) -> None:
        """Match this process's groups (cgroups(7)) with where they are mounted (proc(5), mountinfo)."""
        groups: dict[str, str] = {}
        for line in _lines(proc / "cgroup"):
            _, controllers, path = line.split(":", 2)
            for name in controllers.split(","):
                groups[name] = path
        for line in _lines(proc / "mountinfo"):
            before, _, after = line.partition(" - ")
            fields = before.split()
            kind, _, options = after.split(" ", 2)
            root, mount = fields[3], Path(fields[4])
            if kind == "cgroup2" and "" in groups:
                self._unified = _ancestry(mount, root, groups[""])
            elif kind == "cgroup":
                names = set(options.split(","))
                for name, kept in (("memory", self._memory), ("cpu", self._cpu), ("cpuacct", self._account)):
                    if name in names and name in groups:
                        kept[:] = _ancestry(mount, root, groups[name])


def _ancestry(mount: Path, root: str, path: str) -> list[Path]:
    """The group's folder and those above it, inside the mount. In a container the path may be the host's: then the
    mount itself is the group."""
    if root != "/" and (path == root or path.startswith(root + "/")):
        path = path[len(root) :]
    folder = mount / path.lstrip("/")
    if ".." in folder.parts or not folder.is_dir():
        folder = mount
    return [folder, *(parent for parent in folder.parents if parent == mount or mount in parent.parents)]


def _tighter(
    found: MemoryLimit | None, folder: Path, total: int | None, usage: str, prefix: str
) -> MemoryLimit | None:
    if total is None or total >= _NO_LIMIT or (found is not None and total >= found.total):
        return found
    used = _number(folder / usage)
    if used is None:
        return found
    # As the kernel counts what is available to the whole machine: pages of files make room when it is needed.
    droppable = {f"{prefix}inactive_file", f"{prefix}active_file"}
    for line in _lines(folder / "memory.stat"):
        name, _, value = line.partition(" ")
        if name in droppable:
            used -= int(value)
    return MemoryLimit(total, max(0, used))


def _quota_2(folder: Path) -> float | None:
    lines = _lines(folder / "cpu.max")
    quota, _, period = (lines[0] if lines else "").partition(" ")
    return int(quota) / int(period) if quota.isdigit() and period.isdigit() and int(period) else None


def _quota_1(folder: Path) -> float | None:
    quota, period = _number(folder / "cpu.cfs_quota_us"), _number(folder / "cpu.cfs_period_us")
    return quota / period if quota is not None and quota > 0 and period else None


def _number(path: Path) -> int | None:
    lines = _lines(path)
    try:
        return int(lines[0]) if lines else None
    except ValueError:
        return None


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return []
