"""What every builder needs: running a step, sizes, checksums, one version, one date."""

import hashlib
import os
import re
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from installers.contents import ROOT

BUILD = ROOT / "build"
DIST = ROOT / "dist"
DATA = Path(__file__).resolve().parent / "data"
WEIGHTS = ROOT / ".weights"

NAME = "momentry-desk"
#: Who answers for a package. That host can belong to nobody (RFC 2606): whoever publishes says who it is.
MAINTAINER = os.environ.get("MOMENTRY_MAINTAINER", "Momentry Desk contributors <momentry-desk@maintainers.invalid>")
SUMMARY = "deep scans of footage: faces, speech and on-screen text"

MEBIBYTE = 1024 * 1024


class BuildTrouble(Exception):
    """The build cannot go on; the text says why and what to do."""


def say(text: str) -> None:
    print(text, flush=True)


def expect(true: object, otherwise: str) -> None:
    """Raises `BuildTrouble` with that sentence where something does not hold."""
    if not true:
        raise BuildTrouble(otherwise)


def run(
    title: str,
    command: Sequence[str | Path],
    *,
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
    log: Path | None = None,
) -> None:
    """One step, under a headline; with `log` its words go there and are shown only when it fails."""
    say(f"== {title}")
    begun = time.monotonic()
    words = [str(word) for word in command]
    environment = {**os.environ, **(env or {})}
    try:
        if log is None:
            code = subprocess.run(words, cwd=cwd, env=environment, stdin=subprocess.DEVNULL, check=False).returncode
        else:
            log.parent.mkdir(parents=True, exist_ok=True)
            with log.open("wb") as sink:
                code = subprocess.run(
                    words, cwd=cwd, env=environment, stdin=subprocess.DEVNULL, stdout=sink, stderr=sink, check=False
                ).returncode
    except OSError as error:
        raise BuildTrouble(f"{title}: {words[0]} does not start ({error}).") from error
    if code:
        if log is not None:
            sys.stderr.write("\n".join(log.read_text("utf-8", "replace").splitlines()[-30:]) + "\n")
        raise BuildTrouble(f"{title}: {Path(words[0]).name} ended with code {code}.")
    say(f"   done in {time.monotonic() - begun:.1f} s")


def output(command: Sequence[str | Path], **more: str) -> str:
    """What a command prints. Raises `BuildTrouble` where it fails."""
    done = subprocess.run(
        [str(word) for word in command],
        env={**os.environ, **more},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BuildTrouble(f"{Path(str(command[0])).name} ended with code {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def version() -> str:
    """The one version: `momentry_desk.__version__`, read without importing the program."""
    text = (ROOT / "momentry_desk" / "__init__.py").read_text("utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', text, flags=re.MULTILINE)
    if found is None:
        raise BuildTrouble('momentry_desk/__init__.py has no line `__version__ = "…"`.')
    return found[1]


def source_date() -> int:
    """The time that stands in what is built, so that the same source gives the same files: SOURCE_DATE_EPOCH, or
    the last commit's, or now where neither is known."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    if given.isdigit():
        return int(given)
    asked = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return int(asked.stdout) if asked.returncode == 0 and asked.stdout.strip().isdigit() else int(time.time())


def size_of(folder: Path) -> int:
    """Bytes of all files below a folder, links not followed."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir() or path.is_symlink())


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def finish(made: Path, limit_mib: int) -> None:
    """Print an installer's size, hold it against its bound, and put its checksum beside it."""
    size = made.stat().st_size
    digest = sha256(made)
    made.with_name(made.name + ".sha256").write_text(f"{digest}  {made.name}\n", "ascii")
    say(f"{made.relative_to(ROOT)}: {size / MEBIBYTE:.0f} MiB (bound: {limit_mib} MiB), SHA-256 {digest}")
    if size > limit_mib * MEBIBYTE:
        raise BuildTrouble(f"{made.name} is larger than its bound of {limit_mib} MiB.")
