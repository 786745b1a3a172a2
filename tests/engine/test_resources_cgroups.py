"""Limits of cgroups are found where they are mounted, whichever version, however deep, in a container or not."""

from pathlib import Path

import pytest

from momentry_desk.engine.cgroups import Cgroups, MemoryLimit

GB = 10**9


def write(folder: Path, **files: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text + "\n")


@pytest.fixture
def proc(tmp_path: Path) -> Path:
    folder = tmp_path / "proc"
    folder.mkdir()
    return folder


def two(proc: Path, mount: Path, path: str = "/user/scan", root: str = "/") -> Cgroups:
    (proc / "cgroup").write_text(f"0::{path}\n")
    (proc / "mountinfo").write_text(
        f"25 1 0:22 / /proc rw - proc proc rw\n30 25 0:26 {root} {mount} rw,nosuid shared:9 - cgroup2 cgroup2 rw\n"
    )
    return Cgroups(proc)


def test_version_two_takes_the_tightest_of_a_group_and_those_above(proc: Path, tmp_path: Path) -> None:
    mount = tmp_path / "unified"
    write(
        mount / "user",
        memory__max=str(4 * GB),
        memory__current=str(3 * GB),
        memory__stat="anon 1\ninactive_file 5\nactive_file 2",
    )
    write(mount / "user/scan", memory__max=str(8 * GB), memory__current=str(GB), cpu__max="150000 100000")
    write(mount / "user/scan", cpu__stat="usage_usec 2500000\nuser_usec 1")
    found = two(proc, mount)
    assert found.memory() == MemoryLimit(4 * GB, 3 * GB - 7)
    assert found.cores() == 1.5
    assert found.cpu_s() == 2.5


def test_version_two_without_limits_sets_none(proc: Path, tmp_path: Path) -> None:
    mount = tmp_path / "unified"
    write(mount / "user/scan", memory__max="max", memory__high="max", memory__current="5", cpu__max="max 100000")
    found = two(proc, mount)
    assert (found.memory(), found.cores(), found.cpu_s()) == (None, None, None)


def test_a_high_mark_below_the_maximum_counts(proc: Path, tmp_path: Path) -> None:
    mount = tmp_path / "unified"
    write(mount / "user/scan", memory__max=str(4 * GB), memory__high=str(2 * GB), memory__current=str(GB))
    assert two(proc, mount).memory() == MemoryLimit(2 * GB, GB)


def test_in_a_container_that_shows_the_host_s_path_the_mount_is_the_group(proc: Path, tmp_path: Path) -> None:
    mount = tmp_path / "unified"
    write(mount, memory__max=str(2 * GB), memory__current=str(GB))
    assert two(proc, mount, path="/docker/0123").memory() == MemoryLimit(2 * GB, GB)
    assert two(proc, mount, path="/docker/0123", root="/docker/0123").memory() == MemoryLimit(2 * GB, GB)
    assert two(proc, mount, path="/../other").memory() == MemoryLimit(2 * GB, GB)


def test_version_one_has_a_mount_for_each_kind_of_limit(proc: Path, tmp_path: Path) -> None:
    memory, cpu = tmp_path / "memory", tmp_path / "cpu,cpuacct"
    (proc / "cgroup").write_text("9:memory:/scan\n4:cpu,cpuacct:/scan\n1:name=systemd:/x\n0::/\n")
    (proc / "mountinfo").write_text(
        f"31 25 0:27 / {memory} rw - cgroup cgroup rw,memory\n"
        f"32 25 0:28 / {cpu} rw - cgroup cgroup rw,cpu,cpuacct\n"
    )
    write(
        memory / "scan",
        memory__limit_in_bytes=str(3 * GB),
        memory__usage_in_bytes=str(2 * GB),
        memory__stat="cache 9\ntotal_inactive_file 600\ntotal_active_file 400\ninactive_file 3",
    )
    write(memory, memory__limit_in_bytes="9223372036854771712", memory__usage_in_bytes="1")
    write(cpu / "scan", cpu__cfs_quota_us="50000", cpu__cfs_period_us="100000", cpuacct__usage="3000000000")
    write(cpu, cpu__cfs_quota_us="-1", cpu__cfs_period_us="100000", cpuacct__usage="9000000000")
    found = Cgroups(proc)
    assert found.memory() == MemoryLimit(3 * GB, 2 * GB - 1000)
    assert found.cores() == 0.5
    assert found.cpu_s() == 3.0


@pytest.mark.parametrize("text", ["", "nonsense\n", "0::/\n"])
def test_what_cannot_be_read_sets_no_limit(proc: Path, text: str) -> None:
    (proc / "cgroup").write_text(text)
    found = Cgroups(proc)
    assert (found.memory(), found.cores(), found.cpu_s()) == (None, None, None)


def test_this_system_s_own_groups_can_be_read() -> None:
    found = Cgroups()
    memory, cores = found.memory(), found.cores()
    assert memory is None or memory.total > 0
    assert cores is None or cores > 0
