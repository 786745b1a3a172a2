"""The lock: everything by exact version and hash, nothing that is known to break the program."""

import re
import sys
import tomllib
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
from PySide6.QtCore import QCoreApplication

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ("dev.txt", "uv.txt")


def entries(name: str) -> list[tuple[Requirement, list[str]]]:
    """Each requirement of a lock file with its hashes."""
    text = (ROOT / "packaging" / "lock" / name).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    logical = "\n".join(lines).replace("\\\n", " ").splitlines()
    found = []
    for line in logical:
        requirement, *hashes = re.split(r"\s+--hash=", line.strip())
        found.append((Requirement(requirement), hashes))
    return found


def pinned(name: str) -> set[Version]:
    """The versions of a package in the lock: another one for another Python may stand beside the first."""
    wanted = canonicalize_name(name)
    return {
        Version(specifier.version)
        for requirement, _ in entries("dev.txt")
        if canonicalize_name(requirement.name) == wanted
        for specifier in requirement.specifier
    }


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_package_has_one_exact_version_and_hashes(name: str) -> None:
    found = entries(name)
    assert found
    for requirement, hashes in found:
        assert [specifier.operator for specifier in requirement.specifier] == ["=="], str(requirement)
        assert hashes, str(requirement)
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", digest) for digest in hashes), str(requirement)


def test_the_lock_holds_what_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for wanted in map(Requirement, project["project"]["dependencies"] + project["dependency-groups"]["dev"]):
        versions = pinned(wanted.name)
        assert versions, f"{wanted.name} is not in the lock; `python3 packaging/dev.py lock` brings it in"
        assert all(version in wanted.specifier for version in versions), str(wanted)


def test_only_one_package_brings_opencv() -> None:
    assert not pinned("opencv-python")
    assert not pinned("opencv-contrib-python")
    assert packages_distributions()["cv2"] == ["opencv-python-headless"]


def test_qt_is_older_than_the_version_that_loses_none() -> None:
    assert pinned("PySide6-Essentials")
    assert max(pinned("PySide6-Essentials")) < Version("6.12")


def test_processing_events_loses_no_reference_to_none(qapp: QCoreApplication) -> None:
    before = sys.getrefcount(None)
    for _ in range(10_000):
        qapp.processEvents()
    assert abs(sys.getrefcount(None) - before) < 500


def test_the_notices_name_every_package_that_the_program_runs_on() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    waiting = [Requirement(text) for text in project["project"]["dependencies"]]
    names: set[str] = set()
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        if name in names or not pinned(name) or (requirement.marker and not requirement.marker.evaluate()):
            continue
        names.add(name)
        waiting += [Requirement(text) for text in requires(name) or ()]
    listed = set(re.findall(r"[a-z0-9-]+", (ROOT / "packaging" / "NOTICES.md").read_text(encoding="utf-8")))
    assert not names - listed
