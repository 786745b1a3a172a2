"""The package over an earlier version: the program is the new one, and a library and settings of before open."""

import contextlib
import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from installers.bare_debian import HOME, USER_ID, BareDebian
from installers.contents import ROOT
from installers.steps import NAME, BuildTrouble, expect, output, say, version

#: What a person has from the first version that there was: its library, and settings of which one is gone since.
_EARLIER = ROOT / "tests" / "store" / "data" / "schema_0001.sqlite3"
_HELD = HOME / "library-of-before"
_SETTINGS = "[queue]\nmax_concurrent = 3\na_setting_of_before = true\n"
_START_S = 60.0


def install(bare: BareDebian, package: Path) -> None:
    """By apt, an earlier version first. Raises `BuildTrouble` with what is wrong."""
    say("== Installation by apt, over an earlier version")
    inside = bare.root / "root"
    expect(not list(bare.root.glob("usr/bin/python3*")), "The bare Debian has a Python.")
    bare.ask(["apt-get", "update", "-qq"])
    output(["cp", "--reflink=auto", package, inside])
    _make_earlier(package, inside / "earlier.deb")
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends"]
    begun = time.monotonic()
    bare.ask([*install, "/root/earlier.deb"])
    stale = bare.root / "usr" / "lib" / NAME / "of-an-earlier-version"
    expect(stale.exists(), "The earlier version was not installed.")
    _lay_earlier_library(bare)
    bare.ask([*install, f"/root/{package.name}"])
    expect(not stale.exists(), "The upgrade left a file of the earlier version.")
    (inside / "earlier.deb").unlink()
    said = bare.ask([NAME, "--version"], user=True, offline=True).strip()
    expect(said == f"{NAME} {version()}", f"The installed program says: {said}")
    expect(not list(bare.root.glob("usr/bin/python3*")), "The package brought a Python of the system's.")
    say(f"   {said}, installed twice in {time.monotonic() - begun:.0f} s; no Python in the system")
    _check_earlier_library(bare)


def _make_earlier(package: Path, target: Path) -> None:
    """A package of the same name and an earlier version, with a file that the newer one no longer has."""
    folder = target.with_suffix("")
    folder.mkdir()
    output(["dpkg-deb", "-e", package, folder / "DEBIAN"])
    control = folder / "DEBIAN" / "control"
    earlier = re.sub(r"(?m)^Version: .*$", f"Version: {version()}~earlier", control.read_text("utf-8"))
    control.write_text(earlier, "utf-8")
    (folder / "DEBIAN" / "md5sums").unlink()
    stale = folder / "usr" / "lib" / NAME / "of-an-earlier-version"
    stale.parent.mkdir(parents=True)
    stale.write_text("old\n")
    output(["dpkg-deb", "-Znone", "--root-owner-group", "-b", folder, target])
    shutil.rmtree(folder)


def _inside(bare: BareDebian, path: Path) -> Path:
    return bare.root / str(path).lstrip("/")


def _lay_earlier_library(bare: BareDebian) -> None:
    folder = _inside(bare, _HELD)
    folder.mkdir(mode=0o700)
    shutil.copyfile(_EARLIER, folder / "momentry.sqlite3")
    (folder / "momentry.toml").write_text(_SETTINGS, "utf-8")
    for path in (folder, *folder.iterdir()):
        os.chown(path, USER_ID, USER_ID)


def _check_earlier_library(bare: BareDebian) -> None:
    data = ["--data", str(_HELD)]
    with _queue_runs(bare, [*data, "--config", str(_HELD / "momentry.toml")]):
        until = time.monotonic() + _START_S
        said = ""
        while not said:
            with contextlib.suppress(BuildTrouble):
                said = bare.ask([NAME, "status", "--json", *data], user=True)
            expect(time.monotonic() < until, "The library of an earlier version did not open.")
        snapshot = json.loads(said)["snapshot"]
    counts = snapshot["counts"]
    expect((counts["completed"], counts["failed"], counts["cancelled"]) == (1, 1, 1), f"Its queue says {counts}")
    slots = snapshot["settings"]["queue"]["max_concurrent"]
    expect(slots == 3, f"Its settings say {slots} videos at once.")
    hits = json.loads(bare.ask([NAME, "search", "hello", "--json", *data], user=True))["hits"]
    expect([hit["text"] for hit in hits] == ["hello 你好"], f"What was found before is not found: {hits}")
    kept = _inside(bare, _HELD / "momentry.toml").read_text("utf-8")
    expect(kept == _SETTINGS, "The settings of an earlier version were changed.")
    say("   a library and settings of the first version open in it: queue, findings and settings are there")


@contextlib.contextmanager
def _queue_runs(bare: BareDebian, places: list[str]) -> Iterator[None]:
    """The queue without a window, ended as a system's stop ends it."""
    command = bare.command([NAME, "serve", "--port", "0", *places], user=True)
    running = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        running.terminate()
        code = running.wait(60)
    expect(code == 0, f"`serve` ended with {code}.")
