"""The Windows installer under Wine: installs and uninstalls silently, and what of the program runs there does.

Wine is not Windows. What cannot be run under it is named as such and proves nothing either way.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from installers.steps import DIST, NAME, BuildTrouble, expect, say, version

_LIMIT_S = 900


def check() -> None:
    """Prove the installer in dist/. Raises `BuildTrouble` with what is wrong."""
    installer = DIST / f"{NAME}-{version()}-windows-x86_64.exe"
    if not installer.is_file():
        raise BuildTrouble(f"{installer} is not there: `python3 packaging/dev.py build windows` makes it.")
    wine = shutil.which("wine64") or shutil.which("wine") or "/usr/lib/wine/wine64"
    # Not within the clone: Wine's drive Z is a link to /, and who walks through the clone would walk through all.
    with tempfile.TemporaryDirectory(prefix="momentry-wine-", ignore_cleanup_errors=True) as prefix:
        machine = _Machine(wine, Path(prefix))
        try:
            machine.run(["wineboot", "--init"])
            _prove(machine, installer)
        finally:
            machine.end()


class _Machine:
    """A Windows that Wine plays, with a home of its own and no display."""

    def __init__(self, wine: str, prefix: Path) -> None:
        self._wine = wine
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in ("DISPLAY", "PYTHONPATH")},
            "WINEPREFIX": str(prefix),
            "WINEDLLOVERRIDES": "mscoree,mshtml=",
        }
        self.drive = prefix / "drive_c"

    def run(
        self, words: Sequence[str | Path], *, expect: int | None = 0, debug: str = "-all"
    ) -> "subprocess.CompletedProcess[str]":
        try:
            done = subprocess.run(
                [self._wine, *map(str, words)],
                env={**self.environment, "WINEDEBUG": debug},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=_LIMIT_S,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise BuildTrouble(f"{words[0]} did not end within {_LIMIT_S} s under Wine.") from error
        if expect is not None and done.returncode != expect:
            tail = (done.stdout + done.stderr)[-3000:]
            raise BuildTrouble(f"Under Wine {' '.join(map(str, words))} ended with {done.returncode}:\n{tail}")
        return done

    def first_line(self, words: Sequence[str | Path]) -> str:
        """What a program says first that ends with its stdin, left open until then: a worker that is alone may end
        before it has said hello."""
        with subprocess.Popen(
            [self._wine, *map(str, words)],
            env={**self.environment, "WINEDEBUG": "-all"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # Wine has no handle for a file here.
            stderr=subprocess.PIPE,
            encoding="utf-8",
        ) as running:
            assert running.stdin is not None
            assert running.stdout is not None
            line = running.stdout.readline()
            running.stdin.close()
            running.wait(_LIMIT_S)
        return line.strip()

    def lacks(self, words: Sequence[str | Path]) -> str:
        """Which library of Windows this Wine has not: the first that is missed, since others fail with it."""
        found = re.search(r"Library (\S+) \(.*not found", self.run(words, expect=None, debug="err+module").stderr)
        return f"it has no {found[1]}" if found else ""

    def end(self) -> None:
        server = shutil.which("wineserver") or "/usr/lib/wine/wineserver"
        subprocess.run([server, "-k"], env=self.environment, check=False)

    def local(self) -> Path:
        """%LOCALAPPDATA% as this system sees it."""
        (found,) = self.drive.glob("users/*/AppData/Local")
        return found


def _prove(machine: _Machine, installer: Path) -> None:
    say("== Silent installation")
    machine.run([installer, "/S"])
    place = machine.local() / "Programs" / "Momentry Desk"
    python = place / "python" / "python.exe"
    expect(python.is_file(), f"Nothing was installed into {place}.")
    uninstall = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Momentry Desk"
    said = machine.run(["reg", "query", uninstall, "/v", "DisplayVersion"]).stdout
    expect(version() in said, f"The list of programs does not name version {version()}: {said}")
    said = machine.run(["reg", "query", r"HKCU\Software\Classes\.mp4\OpenWithProgids"]).stdout
    expect("MomentryDesk.Media" in said, "Open with does not know the program.")
    expect(list(machine.drive.glob("**/Momentry Desk.lnk")), "The start menu does not know the program.")
    desk: list[str | Path] = [python, "-X", "utf8", "-m", "momentry_desk"]
    works: dict[str, str] = {}

    say("== What runs there")
    said = machine.run([*desk, "--version"]).stdout.strip()
    expect(said == f"momentry-desk {version()}", f"--version says {said!r}")
    works["command line"] = said
    hello = machine.first_line([*desk, "--worker"])
    expect(hello and json.loads(hello).get("type") == "Hello", f"A worker says {hello!r}")
    works["a worker's hello"] = hello[:100]
    code = (
        "import pathlib, time; from momentry_desk.store.database import open_database;"
        "d = open_database(pathlib.Path('C:/desk-data')); d.close(); print('opened')"
    )
    said = machine.run([python, "-X", "utf8", "-c", code]).stdout
    expect("opened" in said, f"The database does not open: {said}")
    works["database"] = "made, migrated and closed"
    # By its code, too, it says that nothing runs.
    done = machine.run([*desk, "status", "--data", "C:/desk-data"], expect=None)
    said = (done.stdout + done.stderr).strip()
    expect(said.startswith("Nothing runs"), f"`status` says {said!r}")
    works["status"] = said[:100]
    more: dict[str, list[str | Path]] = {
        "models proven": [*desk, "models", "verify", "--data", "C:/desk-data"],
        "av": [python, "-c", "import av; print(av.__version__)"],
        "onnxruntime": [python, "-c", "import onnxruntime as o; print(o.__version__)"],
        "cv2": [python, "-c", "import cv2; print(cv2.__version__)"],
        "ctranslate2": [python, "-c", "import ctranslate2 as c; print(c.__version__)"],
        "QtCore": [python, "-c", "from PySide6.QtCore import qVersion; print(qVersion())"],
        "QtWidgets": [python, "-c", "import PySide6.QtWidgets; print('loads')"],
    }
    for what, words in more.items():
        done = machine.run(words, expect=None)
        lines = (done.stdout.strip() or done.stderr.strip() or "nothing").splitlines()
        last = next((line for line in lines if line.startswith("Unhandled exception")), lines[-1])[:140]
        # A library may break Wine as it is let go, after the program has ended well.
        runs = done.returncode == 0 and not last.startswith("Unhandled exception")
        works[what] = last if runs else f"DOES NOT RUN under this Wine: {machine.lacks(words) or last}"
    for what, said in works.items():
        say(f"   {what}: {said}")

    say("== A second installation over the first, and silent removal")
    stale = place / "app" / "of-an-earlier-version"
    stale.write_text("old", "ascii")
    machine.run([installer, "/S"])
    expect(not stale.exists(), "The update left a file of the version before.")
    # _?= keeps it from copying itself away, so that its end can be waited for.
    inside = "C:" + "/".join(("", *place.relative_to(machine.drive).parts))
    machine.run([place / "Uninstall.exe", "/S", "_?=" + inside.replace("/", "\\")])
    left = [path for path in place.rglob("*") if path.is_file() and path.name != "Uninstall.exe"]
    expect(not left, f"The removal left {left[:3]}")
    expect(machine.run(["reg", "query", uninstall], expect=None).returncode, "It is still in the list of programs.")
    expect(not list(machine.drive.glob("**/Momentry Desk.lnk")), "The start menu still knows it.")
    expect((machine.drive / "desk-data" / "momentry.sqlite3").is_file(), "The removal took the user's data.")
    say("   gone, with its entries; the data stays")
