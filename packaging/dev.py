"""Sets the project up, runs it, tests it: `python3 packaging/dev.py COMMAND`, with nothing installed before.

    setup              make .venv, install the locked packages, fetch the models' weights
    run [PATH...]      open the window; without a display scan PATH, or the sample, and print what was found
    test [ARGUMENT...] format, lint, types, imports, then pytest with these arguments
    bench [NAME]       run that benchmark of tests/benchmarks, or all of NAME_...; without a name list them
    build WHAT         make an installer in dist/: deb, windows (from any system), macos; check: prove the .deb
    lock [ARGUMENT...] resolve the dependencies again and write packaging/lock (ARGUMENT: --upgrade, for one)

`run`, `test` and `bench` do the set-up first where something changed since the last time. On Debian and Ubuntu the
missing system packages are installed when the user is root; otherwise the one command that does it is printed.
Only the standard library is used here, and the file can be read by Python 3.8, to be able to say what is wrong.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "packaging" / "lock"
VENV = ROOT / ".venv"
#: The builds' own environment: nothing but what the program runs on, and what freezes it.
BUILD_VENV = ROOT / "build" / "environment"
WEIGHTS = ROOT / ".weights"
SAMPLE = ROOT / "resources" / "sample.mp4"
WINDOWS = sys.platform == "win32"
SCRIPTS = VENV / ("Scripts" if WINDOWS else "bin")

OLDEST, TOO_NEW = (3, 11), (3, 14)

#: What the set-up depends on: when one of these changes, it is done again.
INPUTS = (
    "pyproject.toml",
    "packaging/dev.py",
    "packaging/lock/dev.txt",
    "packaging/lock/uv.txt",
    "momentry_desk/core/weights.py",
)

#: Debian's names of the libraries that Qt loads: the first for its event loop, the others for windows.
QUEUE_PACKAGES = ("libglib2.0-0",)
WINDOW_PACKAGES = (
    "libdbus-1-3",
    "libegl1",
    "libfontconfig1",
    "libgl1",
    # Qt's sound asks PulseAudio for the devices, or PipeWire in its clothes.
    "libpulse0",
    "libxcb-cursor0",
    "libxcb-icccm4",
    "libxcb-image0",
    "libxcb-keysyms1",
    "libxcb-randr0",
    "libxcb-render-util0",
    "libxcb-shape0",
    "libxcb-xkb1",
    "libxkbcommon-x11-0",
    "libxkbcommon0",
)
#: What the tests of the window drive it with, on a display of their own.
TEST_PACKAGES = ("fonts-noto-cjk", "openbox", "trayer", "xauth", "xdotool", "xvfb")

#: What each build needs beside that, and what proves it.
BUILD_PACKAGES = {
    "deb": ("binutils", "chrpath", "dpkg-dev"),
    "windows": ("nsis",),
    "check": ("appstream", "debootstrap", "desktop-file-utils", "lintian"),
    "check windows": ("wine64",),
}

#: What a set-up can be for, each more than the one before, and the system packages that it takes.
PURPOSES = {
    "scan": QUEUE_PACKAGES,
    "window": QUEUE_PACKAGES + WINDOW_PACKAGES,
    "test": QUEUE_PACKAGES + WINDOW_PACKAGES + TEST_PACKAGES,
}


class SetupTrouble(Exception):
    """The set-up cannot go on; the text says why and what to do."""


def program(name: str) -> str:
    """The path of a program within .venv."""
    return str(SCRIPTS / (name + ".exe" if WINDOWS else name))


def quiet(option: str) -> list[str]:
    """`option`, where nobody watches: progress is for terminals, and a log wants to be read."""
    return [] if sys.stderr.isatty() else [option]


def say(text: str) -> None:
    print(text, flush=True)


def step(title: str, command: list[str], env: dict[str, str] | None = None) -> None:
    """Run one long step, under a headline, with its own output below it."""
    say(f"== {title}")
    begun = time.monotonic()
    try:
        code = subprocess.run(command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, check=False).returncode
    except OSError as error:
        raise SetupTrouble(f"{title}: {command[0]} does not start ({error}).") from error
    if code:
        raise SetupTrouble(f"{title}: {Path(command[0]).name} ended with code {code}; its own words stand above.")
    say(f"   done in {time.monotonic() - begun:.1f} s")


def become(command: list[str]) -> int:
    """Let `command` take this process's place, so that signals and its exit code are its own."""
    sys.stdout.flush()
    if not WINDOWS:  # there exec gives the shell back at once
        os.chdir(ROOT)
        os.execv(command[0], command)
    return subprocess.run(command, cwd=ROOT, check=False).returncode


# The set-up -------------------------------------------------------------------------------------------------


def fingerprint() -> str:
    """What .venv and .weights must have been made from to be used as they are."""
    # A Python that was replaced by a newer one finds no packages in .venv.
    digest = hashlib.sha256(f"{ROOT}\n{os.path.realpath(program('python'))}\n".encode())
    for name in INPUTS:
        path = ROOT / name
        digest.update(path.read_bytes() if path.is_file() else b"absent")
        digest.update(b"\n")
    return digest.hexdigest()


def stamp(purpose: str) -> Path:
    return VENV / f"ready-to-{purpose}"


def is_ready(purpose: str) -> bool:
    """Whether the last set-up was whole and nothing that it depends on has changed since."""
    try:
        noted = stamp(purpose).read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        return False
    return noted == fingerprint() and WEIGHTS.is_dir() and Path(program("python")).exists()


def set_up(purpose: str) -> None:
    """Make .venv and .weights what the lock and the catalogue say. Returns at once when they are.

    :raises SetupTrouble: with what to do.
    """
    if not is_ready(purpose):
        for name in PURPOSES:
            stamp(name).unlink(missing_ok=True)
        install_system_packages(PURPOSES[purpose])
        make_environment()
        install_packages()
        install_weights()
        for name in PURPOSES:
            stamp(name).write_text(fingerprint(), encoding="ascii")
            if name == purpose:
                break
        say("== Everything is set up")
    if purpose != "scan":
        compile_translations()


def installed_debian_packages() -> set[str]:
    """The names of the installed packages and of what they provide (libglib2.0-0t64 provides libglib2.0-0)."""
    form = "${db:Status-Abbrev}|${Package}|${Provides}\n"
    listing = subprocess.run(["dpkg-query", "-W", "-f", form], capture_output=True, text=True, check=True).stdout
    names: set[str] = set()
    for line in listing.splitlines():
        status, package, provides = line.split("|", 2)
        if status.startswith("ii"):
            names.add(package)
            names.update(entry.split()[0] for entry in provides.split(",") if entry.strip())
    return names


def install_system_packages(wanted: tuple[str, ...]) -> None:
    """Bring what the system's package manager must bring; on other systems than Debian's kin there is nothing."""
    if sys.platform == "win32" or not (shutil.which("apt-get") and shutil.which("dpkg-query")):
        return
    missing = sorted(set(wanted) - installed_debian_packages())
    if importlib.util.find_spec("ensurepip") is None:
        of_system = Path(sys.executable).resolve() == Path("/usr/bin/python3").resolve()
        missing.append("python3-venv" if of_system else "python{}.{}-venv".format(*sys.version_info))
    if not missing:
        return
    install = ["apt-get", "install", "-y", "--no-install-recommends", *missing]
    if os.geteuid() != 0:
        raise SetupTrouble(
            f"System packages are missing. Install them with this command, then call this one again:\n"
            f"    sudo {' '.join(install)}"
        )
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    options = ["-o", "DPkg::Lock::Timeout=300", *quiet("-qq")]
    step("Package lists", ["apt-get", "update", *options], env)
    step(f"System packages: {' '.join(missing)}", install + options, env)


def make_environment() -> None:
    """Make .venv, or make it anew where it does not work: its Python is gone, too old, or it has been moved."""
    check = "import pip, sys; sys.exit(sys.prefix != sys.argv[1] or not {} <= sys.version_info[:2] < {})"
    command = [program("python"), "-c", check.format(OLDEST, TOO_NEW), str(VENV)]
    try:
        if subprocess.run(command, capture_output=True, check=False).returncode == 0:
            return
    except OSError:
        pass
    step("Python environment in .venv", [sys.executable, "-m", "venv", "--clear", str(VENV)])


def install_packages() -> None:
    """uv first, by pip; then with it all that the lock names, each by its hash; then this project itself."""
    python, uv = program("python"), [program("uv"), *quiet("--quiet"), "pip"]
    pip = [python, "-m", "pip", "install", "--disable-pip-version-check", "--only-binary=:all:", "--require-hashes"]
    step("The installer, uv", [*pip, *quiet("--quiet"), "-r", str(LOCK / "uv.txt")])
    install = [*uv, "sync", "--python", python, "--only-binary=:all:", "--require-hashes"]
    step("The locked packages", [*install, str(LOCK / "dev.txt")])
    itself = [*uv, "install", "--python", python, "--offline", "--no-deps", "--no-build-isolation"]
    step("Momentry Desk itself", [*itself, "--editable", str(ROOT)])


def install_weights() -> None:
    """Fetch the models' weights that are missing into .weights, and verify all of them."""
    WEIGHTS.mkdir(exist_ok=True)
    env = {name: value for name, value in os.environ.items() if name != "MOMENTRY_DATA"}
    command = [program("python"), "-m", "momentry_desk", "models", "install", "--folder", str(WEIGHTS)]
    step("The models' weights", command, env)


def compile_translations() -> None:
    """Compile what the translators wrote since the last time."""
    command = [program("python"), "-m", "momentry_desk.ui.translations"]
    if subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, check=False).returncode:
        raise SetupTrouble("The translations could not be compiled; the reason stands above.")


# The commands -----------------------------------------------------------------------------------------------


def command_setup(arguments: list[str]) -> int:
    if arguments:
        raise SetupTrouble("`setup` takes no arguments.")
    set_up("test")
    return 0


def has_display() -> bool:
    return WINDOWS or sys.platform == "darwin" or any(os.environ.get(n) for n in ("DISPLAY", "WAYLAND_DISPLAY"))


def command_run(arguments: list[str]) -> int:
    set_up("window" if has_display() else "scan")
    desk = [program("python"), "-m", "momentry_desk"]
    if has_display():
        return become([*desk, "gui", *arguments])
    if arguments:
        return become([*desk, "scan", *arguments])
    say(f"There is no display, so the sample is scanned: {SAMPLE}")
    # The sample is nobody's footage, so it stays out of the user's own library, and its faces need no question.
    return become([*desk, "scan", str(SAMPLE), "--faces", "yes", "--data", str(ROOT / ".data")])


def command_test(arguments: list[str]) -> int:
    set_up("test")
    python = program("python")
    gates = (
        ("format", [python, "-m", "ruff", "format", "--check", "."]),
        ("lint", [python, "-m", "ruff", "check", "."]),
        ("types", [python, "-m", "mypy"]),
        ("imports", [program("lint-imports")]),
    )
    for name, command in gates:
        say(f"== {name}")
        code = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, check=False).returncode
        if code:
            say(f"== {name} failed (code {code}): mend that first; nothing after it was run.")
            return code
    say("== tests")
    return become([python, "-m", "pytest", *arguments])


def command_bench(arguments: list[str]) -> int:
    folder = ROOT / "tests" / "benchmarks"
    names = sorted(path.stem for path in folder.glob("*.py") if path.stem != "conftest")
    wanted = arguments[0] if arguments else None
    chosen = [name for name in names if wanted and (name == wanted or name.startswith(f"{wanted}_"))]
    if not chosen:
        say(f"Benchmarks: {', '.join(names) or 'none yet'}")
        return 2 if arguments else 0
    set_up("test")
    commands = [[program("python"), "-m", f"tests.benchmarks.{name}", *arguments[1:]] for name in chosen]
    if len(commands) == 1:
        return become(commands[0])
    codes = []
    for command in commands:
        say(f"== {command[2]}")
        codes.append(subprocess.run(command, cwd=ROOT, check=False).returncode)
    return max(codes)


def make_build_environment() -> str:
    """Make the builds' environment what its locks say; answers its Python."""
    folder = BUILD_VENV / ("Scripts" if WINDOWS else "bin")
    python = str(folder / ("python.exe" if WINDOWS else "python"))
    locks = [LOCK / "runtime.txt", LOCK / "build.txt"]
    made_from = hashlib.sha256(b"".join(lock.read_bytes() for lock in locks)).hexdigest()
    note = BUILD_VENV / "made-from"
    if note.is_file() and note.read_text(encoding="ascii") == made_from and Path(python).exists():
        return python
    step("Environment for builds", [sys.executable, "-m", "venv", "--clear", str(BUILD_VENV)])
    uv = [program("uv"), *quiet("--quiet"), "pip", "install", "--python", python]
    uv += ["--only-binary", ":all:", "--require-hashes"]
    step("What is built from, and what builds", [*uv, *(word for lock in locks for word in ("-r", str(lock)))])
    note.write_text(made_from, encoding="ascii")
    return python


def command_build(arguments: list[str]) -> int:
    what = " ".join(arguments)
    set_up("window")
    wanted = BUILD_PACKAGES.get(what, ())
    if what == "deb" and Path(sys.executable).resolve().parent == Path("/usr/bin"):
        # Debian's Python is linked statically; the frozen program takes it as a library.
        wanted += ("libpython{}.{}".format(*sys.version_info),)
    install_system_packages(wanted)
    python = make_build_environment()
    os.environ["PYTHONPATH"] = os.pathsep.join((str(ROOT / "packaging"), str(ROOT)))
    return become([python, "-m", "installers", *arguments])


def command_lock(arguments: list[str]) -> int:
    set_up("scan")
    resolve = [program("uv"), "pip", "compile", "--universal", "--generate-hashes", "--python-version", "3.11"]
    resolve += ["--only-binary", ":all:", "--no-emit-index-url", "--quiet", *arguments]
    for sources, target in (
        (["--group", "dev", "pyproject.toml"], "dev.txt"),
        (["packaging/lock/uv.in"], "uv.txt"),
        (["pyproject.toml"], "runtime.txt"),
        (["packaging/lock/build.in"], "build.txt"),
    ):
        if target in ("runtime.txt", "build.txt"):
            # What stands in a target is kept where it can be: one version for development and for builds.
            shutil.copyfile(LOCK / "dev.txt", LOCK / target)
        step(f"packaging/lock/{target}", [*resolve, *sources, "--output-file", f"packaging/lock/{target}"])
    return 0


COMMANDS = {
    "setup": command_setup,
    "run": command_run,
    "test": command_test,
    "bench": command_bench,
    "build": command_build,
    "lock": command_lock,
}


def with_a_fitting_python(arguments: list[str]) -> None:
    """Go on under a Python that the project supports when the one that was started is none.

    :raises SetupTrouble: when there is none on the path.
    """
    if OLDEST <= sys.version_info[:2] < TOO_NEW:
        return
    for minor in range(TOO_NEW[1] - 1, OLDEST[1] - 1, -1):
        found = shutil.which(f"python3.{minor}")
        if found:
            sys.exit(subprocess.run([found, __file__, *arguments], check=False).returncode)
    raise SetupTrouble(
        f"This is Python {sys.version.split()[0]}; Momentry Desk needs 3.{OLDEST[1]} to 3.{TOO_NEW[1] - 1}. "
        "Install one of them and start this with it."
    )


def main(arguments: list[str]) -> int:
    command = COMMANDS.get(arguments[0]) if arguments else None
    if command is None:
        print(__doc__)
        return 0 if arguments[:1] in (["-h"], ["--help"], ["help"]) else 2
    try:
        with_a_fitting_python(arguments)
        os.environ["MOMENTRY_WEIGHTS"] = str(WEIGHTS)
        return command(arguments[1:])
    except SetupTrouble as trouble:
        print(f"dev.py: {trouble}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
