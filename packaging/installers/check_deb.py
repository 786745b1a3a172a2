"""The frozen build from end to end: the package in a bare Debian without Python, a real drag, and its removal.

Installed by apt over an earlier version, used by a person who is not root and has no network: two files dragged
from another program into the window under Xvfb, scanned to the end by frozen workers. Then what the database and
the command line say is held against what the sample film is known to hold.
"""

import contextlib
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from installers import check_upgrade, deb
from installers.bare_debian import HOME, USER_ID, BareDebian
from installers.contents import ROOT
from installers.steps import BUILD, DIST, NAME, BuildTrouble, expect, output, run, say, version

FOOTAGE = HOME / "footage"
FILES = ("the film.mp4", "每一个瞬间.mkv")
DATA = HOME / ".local" / "share" / NAME

WORDS = [
    "welcome",
    "to",
    "our",
    "little",
    "movie",
    "first",
    "you",
    "see",
    "an",
    "astronaut",
    "in",
    "an",
    "orange",
    "suit",
    "then",
    "you",
    "see",
    "a",
    "man",
    "in",
    "a",
    "dark",
    "suit",
    "look",
    "for",
    "any",
    "word",
    "and",
    "jump",
    "to",
    "the",
    "moment",
    "it",
    "was",
    "said",
]
TITLES = ["Find the moment", "每一个瞬间都在这里"]
CUTS_S = (3.0, 6.5, 10.0)

_STARTS = 3
_SCAN_S = 900.0


def check() -> None:
    """Prove the newest .deb in dist/. Raises `BuildTrouble` with what is wrong."""
    package = DIST / f"{NAME}_{version()}_{output(['dpkg', '--print-architecture']).strip()}.deb"
    if not package.is_file():
        raise BuildTrouble(f"{package} is not there: `python3 packaging/dev.py build deb` makes it.")
    _lint(package)
    bare = BareDebian(BUILD / "bare" / "debian")
    try:
        check_upgrade.install(bare, package)
        _use(bare)
        _remove(bare, package)
    finally:
        bare.remove()
    say("== The frozen build holds from end to end")


def _lint(package: Path) -> None:
    tags = "--fail-on=error,warning"
    run("lintian", ["lintian", "--allow-root", "--no-cfg", "--tag-display-limit=0", tags, package])
    share = BUILD / "deb" / "root" / "usr" / "share"
    run("desktop-file-validate", ["desktop-file-validate", share / "applications" / f"{NAME}.desktop"])
    metainfo = share / "metainfo" / f"{deb.APPSTREAM_ID}.metainfo.xml"
    run("appstreamcli validate", ["appstreamcli", "validate", "--no-net", "--explain", metainfo])


# Removal ----------------------------------------------------------------------------------------------------


def _remove(bare: BareDebian, package: Path) -> None:
    say("== Removal")
    listed = set(bare.ask(["dpkg", "-L", NAME]).split("\n")) - {"", "/."}
    own = {path for path in listed if not (bare.root / path.lstrip("/")).is_dir()}
    before = bare.files()
    kept = {path for path in before if path.startswith(str(HOME))}
    bare.ask(["apt-get", "purge", "-y", "-qq", NAME])
    after = bare.files()
    expect(not own & after, f"Files of the package are still there: {sorted(own & after)[:5]}")
    left = {path for path in after if NAME in path and not path.startswith((str(HOME), "/root/"))}
    expect(not left, f"The removal left: {sorted(left)[:5]}")
    expect(kept <= after, f"The removal took of the user's: {sorted(kept - after)[:5]}")
    expect((bare.root / str(DATA / "momentry.sqlite3").lstrip("/")).is_file(), "The database is gone.")
    foreign = {path for path in before - after if path not in listed}
    expect(not foreign, f"The removal took what is not the package's: {sorted(foreign)[:5]}")
    say(f"   {len(own)} files gone, {len(kept)} of the user's kept, nothing else touched")
    bare.ask(["apt-get", "install", "-y", "-qq", "--no-install-recommends", f"/root/{package.name}"])
    found = _scan_report(bare)
    expect(all(video["status"] == "completed" for video in found), "A new installation does not know the library.")
    say("   installed again: the library is there")


# Use --------------------------------------------------------------------------------------------------------


def _use(bare: BareDebian) -> None:
    from tests.ui.display import Display

    _lay_footage(bare)
    foreign = _watch_foreign_programs(bare)
    # Another user's programs come in too.
    with Display("-ac") as display:
        number = display.environment["DISPLAY"]
        window = {"DISPLAY": number, "QT_QPA_PLATFORM": "xcb", "XDG_RUNTIME_DIR": f"/run/user/{USER_ID}"}
        _compare_starts(bare, display, window)
        display.run(bare.command([NAME], user=True, offline=True, **window), start_new_session=True)
        (found,) = _windows(display)
        say("== Two files dragged into the window, offline")
        database = bare.root / str(DATA / "momentry.sqlite3").lstrip("/")
        _drag(display, found, lambda: len(_statuses(database)) == len(FILES))
        workers: set[int] = set()

        def done() -> bool:
            workers.update(_workers(bare))
            return set(_statuses(database).values()) == {"completed"}

        _until(done, "the two files were not scanned to the end", _SCAN_S, lambda: str(_statuses(database)))
        expect(workers, "No frozen worker was seen at work.")
        say(f"   scanned by {len(workers)} frozen workers of {NAME} itself")
        expect(len(_windows(display)) == 1, "A worker opened another window.")
        _take_picture(display, BUILD / "check-window.png")
        second = subprocess.run(
            bare.command([NAME, "gui", str(FOOTAGE / FILES[0])], user=True, offline=True, **window),
            capture_output=True,
            timeout=60,
            check=False,
        )
        expect(second.returncode == 0, f"A second start failed: {second.stderr.decode()}")
        expect(len(_windows(display)) == 1, "A second start opened a second window.")
        say("   a second start brought the first window forward and ended")
        _check_foreign(foreign)
        _check_sudden_end(bare)
    _check_findings(bare)


def _lay_footage(bare: BareDebian) -> None:
    import av

    folder = bare.root / str(FOOTAGE).lstrip("/")
    folder.mkdir(parents=True)
    sample = ROOT / "resources" / "sample.mp4"
    shutil.copyfile(sample, folder / FILES[0])
    with av.open(str(sample)) as source, av.open(str(folder / FILES[1]), "w") as target:
        streams = {
            stream: target.add_stream_from_template(stream) for stream in source.streams if stream.type != "data"
        }
        for packet in source.demux(list(streams)):
            if packet.dts is not None:
                packet.stream = streams[packet.stream]
                target.mux(packet)
    settings = bare.root / str(HOME / ".config" / NAME / "momentry.toml").lstrip("/")
    settings.parent.mkdir(parents=True)
    # Nobody has yet said whether faces may be looked for; until then none are.
    settings.write_text('[privacy]\nfaces = "yes"\n', "utf-8")
    for path in (folder, *folder.iterdir(), settings, settings.parent, settings.parents[1]):
        os.chown(path, USER_ID, USER_ID)


def _watch_foreign_programs(bare: BareDebian) -> Path:
    """Put a program of the system's in place that writes down what it inherits: the one that keeps it awake."""
    place = bare.root / "usr" / "local" / "bin" / "systemd-inhibit"
    place.write_text('#!/bin/sh\nenv > "$HOME/inherited"\nexec cat\n')
    place.chmod(0o755)
    return bare.root / str(HOME / "inherited").lstrip("/")


def _check_foreign(inherited: Path) -> None:
    expect(inherited.is_file(), "The system was not asked to stay awake while scans ran.")
    names = {line.partition("=")[0] for line in inherited.read_text("utf-8").splitlines()}
    leaked = {name for name in names if name.startswith(("LD_", "_PYI", "QT_PLUGIN", "QML2", "PYTHON"))}
    expect(not leaked, f"Another program inherited {sorted(leaked)}.")
    say("   a foreign program inherited no path of the build's libraries")


def _drag(display: Any, window: str, arrived: Callable[[], bool]) -> None:
    """From another program's window into the middle of this one, as a hand does it."""
    source = ROOT / "tests" / "ui" / "drag_source.py"
    paths = [str(FOOTAGE / name) for name in FILES]
    other = display.run([sys.executable, str(source), *paths])
    found: list[str] = []

    def there() -> bool:
        found[:] = display.tell("search", "--onlyvisible", "--name", "^drag source$").stdout.split()
        return bool(found)

    _until(there, "the other program did not come up", 30)
    display.tell("windowactivate", "--sync", found[0])
    start, end = _corner(display, found[0]), _corner(display, window)
    # What is dragged is answered by a veil over all of the window: let go once it is there, as an eye would.
    empty = (end[0] + 200, end[1] + 650)
    bare_window = _colour(display, empty)
    target = [end[0] + 600, end[1] + 420]
    display.drag([start[0] + 60, start[1] + 40], target, lambda: _colour(display, empty) != bare_window)
    # What was dropped is fetched from the other program, which must live until then.
    _until(arrived, "the drop did not make its tasks", 60)
    other.terminate()
    other.wait(10)


def _corner(display: Any, window: str) -> tuple[int, int]:
    told = display.tell("getwindowgeometry", "--shell", window).stdout
    place = dict(line.split("=") for line in told.splitlines())
    return int(place["X"]), int(place["Y"])


def _windows(display: Any, timeout_s: float = 180.0) -> list[str]:
    found: list[str] = []

    def there() -> bool:
        found[:] = display.tell("search", "--onlyvisible", "--name", "^Momentry Desk$").stdout.split()
        return bool(found)

    _until(there, "no window came up", timeout_s)
    return found


def _until(what: Callable[[], object], why: str, timeout_s: float, more: Callable[[], str] = str) -> None:
    deadline = time.monotonic() + timeout_s
    while not what():
        expect(time.monotonic() < deadline, f"Within {timeout_s:.0f} s {why}. {more()}")
        time.sleep(0.01)


def _statuses(database: Path) -> dict[str, str]:
    with contextlib.suppress(sqlite3.OperationalError), contextlib.closing(_open(database)) as connection:
        return dict(connection.execute("SELECT file_name, status FROM queue_tasks"))
    return {}


def _open(database: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{database}?mode=ro", uri=True)


def _processes(bare: BareDebian) -> Iterator[tuple[int, list[str]]]:
    """The processes that run the executable installed in there, with their command lines."""
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if not entry.name.isdigit() or not (entry / "root").samefile(bare.root):
                continue
            if str((entry / "exe").readlink()).endswith(f"/usr/lib/{NAME}/{NAME}"):
                yield int(entry.name), (entry / "cmdline").read_bytes().decode().split("\0")


def _workers(bare: BareDebian) -> set[int]:
    return {pid for pid, words in _processes(bare) if "--worker" in words}


def _check_sudden_end(bare: BareDebian) -> None:
    """Kill the program at once, and see that worker and janitor go with it."""
    mine = dict(_processes(bare))
    window = [pid for pid, words in mine.items() if not {"--worker", "--janitor"} & set(words)]
    expect(window, "The program has ended by itself.")
    expect(any("--janitor" in words for words in mine.values()), "No janitor watches.")
    for pid in window:
        os.kill(pid, signal.SIGKILL)
    _until(lambda: not list(_processes(bare)), "not every process went with the killed program", 10)
    say("   a kill of the program left no process")


def _take_picture(display: Any, target: Path) -> None:
    _ask_screen(display, "screen.grabWindow(0).save(sys.argv[1])", str(target))
    say(f"   {target.relative_to(ROOT)} shows the window")


def _colour(display: Any, place: tuple[int, int]) -> str:
    code = "print(screen.grabWindow(0, *map(int, sys.argv[1:]), 1, 1).toImage().pixelColor(0, 0).name())"
    return _ask_screen(display, code, *map(str, place))


def _ask_screen(display: Any, code: str, *words: str) -> str:
    start = "import sys; from PySide6.QtGui import QGuiApplication as A; a = A([]); screen = a.primaryScreen(); "
    return output([sys.executable, "-c", start + code, *words], **display.environment).strip()


# What was found ---------------------------------------------------------------------------------------------


def _scan_report(bare: BareDebian) -> list[dict[str, Any]]:
    """What the command line says of the two files: complete already, so nothing is scanned again."""
    command = [NAME, "scan", *(str(FOOTAGE / name) for name in FILES), "--json", "-"]
    said = bare.ask(command, user=True, offline=True)
    found: list[dict[str, Any]] = json.loads(said)["videos"]
    return found


def _check_findings(bare: BareDebian) -> None:
    say("== Database and findings")
    database = bare.root / str(DATA / "momentry.sqlite3").lstrip("/")
    with contextlib.closing(_open(database)) as connection:
        (sound,) = connection.execute("PRAGMA integrity_check").fetchone()
        attempts = connection.execute("SELECT outcome FROM attempts").fetchall()
    expect(sound == "ok", f"The database is damaged: {sound}")
    crashes = database.parent / "logs" / "crash.log"
    # The kill has left the head of a report; what broke would stand behind it.
    broken = crashes.read_text("utf-8").partition("----\n")[2].strip() if crashes.is_file() else ""
    expect(not broken, f"Something in the window broke:\n{broken[-2000:]}")
    expect([row[0] for row in attempts] == ["succeeded"] * len(FILES), f"Attempts: {attempts}")
    mode = (bare.root / str(DATA).lstrip("/")).stat().st_mode & 0o777
    expect(mode == 0o700, f"The data folder may be entered by others ({mode:o}).")
    for video in _scan_report(bare):
        name, found = Path(video["path"]).name, video["findings"]
        expect(video["status"] == "completed" and not video["error"], f"{name}: {video['error']}")
        words = re.findall(r"[a-z']+", " ".join(one["text"] for one in found["speech"]).lower())
        expect(words == WORDS, f"{name}: heard {' '.join(words)}")
        titles = [line["text"] for line in found["text"]]
        expect(titles == TITLES, f"{name}: read {titles}")
        persons = {face["person"] for face in found["faces"]}
        expect(len(persons) == 2, f"{name}: saw {sorted(persons)}")
        cuts = [scene["start"] for scene in found["scenes"][1:]]
        close = len(cuts) == len(CUTS_S) and all(abs(a - b) < 0.1 for a, b in zip(cuts, CUTS_S, strict=True))
        expect(close, f"{name}: cuts at {cuts}")
    say(f"   {len(FILES)} files: every word, both titles, two persons, three cuts; integrity ok")


# Starts -----------------------------------------------------------------------------------------------------


def _compare_starts(bare: BareDebian, display: Any, window: dict[str, str]) -> None:
    """Print how long a start of the window takes, frozen and from source, each on a data folder of its own."""
    source = ROOT / ".venv" / "bin" / "python"
    with _scratch_data() as data:
        frozen = bare.command([NAME, "gui", "--data", "/tmp/start"], user=True, offline=True, **window)
        plain = [str(source), "-m", "momentry_desk", "gui", "--data", data]
        named = (("frozen", frozen), ("from source", plain))
        took: dict[str, list[float]] = {name: [] for name, _ in named}
        for _ in range(_STARTS):
            for name, command in named:
                begun = time.monotonic()
                started = display.run(command, start_new_session=True, cwd=ROOT)
                (shown,) = _windows(display)
                took[name].append(time.monotonic() - begun)
                display.tell("windowactivate", "--sync", shown)
                display.tell("key", "ctrl+q")
                started.wait(120)
    for name, _ in named:
        each = ", ".join(f"{seconds:.2f}" for seconds in took[name])
        say(f"== Start to the window, {name}: {min(took[name]):.2f} s at best (of {each})")


@contextlib.contextmanager
def _scratch_data() -> Iterator[str]:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        yield str(Path(folder) / "data")
