"""The Debian package: the frozen build under /usr/lib, what a desktop wants to know of it, and all terms."""

import gzip
import hashlib
import os
import re
import shutil
import subprocess
import textwrap
import time
from collections.abc import Iterable
from email.utils import formatdate
from importlib.metadata import Distribution
from pathlib import Path

from installers import bom, frozen, icons, notices
from installers.contents import ROOT
from installers.steps import (
    BUILD,
    DATA,
    DIST,
    MAINTAINER,
    MEBIBYTE,
    NAME,
    SUMMARY,
    BuildTrouble,
    finish,
    output,
    run,
    say,
    size_of,
    source_date,
    version,
)

STAGE = BUILD / "deb"
#: The package may not become larger than this without somebody's deciding so.
LIMIT_MIB = 420

APPSTREAM_ID = "desk.momentry.MomentryDesk"
DESCRIPTION = """\
Momentry Desk scans videos and sound files for faces, speech, on-screen text and cuts, and finds the moments in
which they occur. A queue works through the files a few at a time, in processes of their own, gives way to other
programs, and goes on where it stopped after a crash or a restart.

Everything stays on the machine: nothing is uploaded. The models are part of this package, so no network is needed.
"""

#: Loaded where a desktop has what they need, and passed over elsewhere: no reason to install it.
_OPTIONAL = ("libqgtk3.so",)


def build() -> Path:
    """Make dist/momentry-desk_VERSION_ARCHITECTURE.deb; answers its path. Raises `BuildTrouble`."""
    moment = source_date()
    folder = frozen.build()
    frozen.check_contents()
    frozen.strip_python(folder)
    shutil.rmtree(STAGE, ignore_errors=True)
    root = STAGE / "root"
    program = root / "usr" / "lib" / NAME
    program.parent.mkdir(parents=True)
    say("== Package")
    shutil.copytree(folder, program, symlinks=True)
    frozen.add_weights(program / "_internal" / "weights", moment)
    link = root / "usr" / "bin" / NAME
    link.parent.mkdir()
    link.symlink_to(f"../lib/{NAME}/{NAME}")
    distributions = _write_terms(root)
    _write_desktop(root, moment)
    _write_documents(root, moment)
    _settle(root, moment)
    architecture = output(["dpkg", "--print-architecture"]).strip()
    _write_control(root, architecture, _dependencies(program))
    say(f"   {size_of(root) / MEBIBYTE:.0f} MiB installed")
    made = DIST / f"{NAME}_{version()}_{architecture}.deb"
    DIST.mkdir(exist_ok=True)
    command = ("dpkg-deb", "-Zzstd", "-z12", "--root-owner-group", "--build", root, made)
    run("Compression", command, env={"SOURCE_DATE_EPOCH": str(moment)})
    bom.write(distributions, made.with_suffix(".cdx.json"))
    finish(made, LIMIT_MIB)
    return made


def _write_terms(root: Path) -> list[Distribution]:
    """The terms of all that is shipped; answers the packages. Raises `BuildTrouble` for one without any."""
    place = root / "usr" / "share" / "doc" / NAME
    shipped = notices.shipped_distributions(frozen.LISTS)
    distributions = [shipped[name] for name in sorted(shipped)]
    without = notices.write_licences(distributions, place / "licences")
    for name in without:
        # Their terms stand in NOTICES.md, which a test holds against the lock.
        say(f"   {name} brings no text of its terms ({notices.licence_of(shipped[name])})")
    (place / "licences" / "python").mkdir(parents=True)
    shutil.copyfile(notices.python_licence(), place / "licences" / "python" / "LICENSE")
    _pack(place / "NOTICES.md.gz", notices.NOTICES.read_text("utf-8"))
    listed = "\n".join(f" {line}" for line in notices.table(distributions).splitlines())
    mit = "\n".join(f" {line}".rstrip() if line else " ." for line in _mit_body().splitlines())
    form = (DATA / "linux" / "copyright").read_text("utf-8")
    text = form.replace("@PACKAGES@", listed).replace("@MIT@", mit)
    (place / "copyright").write_text(text, "utf-8")
    bom.write(distributions, place / f"{NAME}.cdx.json")
    _pack(place / f"{NAME}.cdx.json.gz", (place / f"{NAME}.cdx.json").read_text("utf-8"))
    (place / f"{NAME}.cdx.json").unlink()
    return distributions


def _mit_body() -> str:
    """The licence without its title and the line of copyright, which the form states itself."""
    return (ROOT / "LICENSE").read_text("utf-8").split("\n\n", 2)[2].strip()


def _write_desktop(root: Path, moment: int) -> None:
    share = root / "usr" / "share"
    day = time.strftime("%Y-%m-%d", time.gmtime(moment))
    (share / "applications").mkdir(parents=True)
    shutil.copyfile(DATA / "linux" / f"{NAME}.desktop", share / "applications" / f"{NAME}.desktop")
    (share / "metainfo").mkdir()
    metainfo = (DATA / "linux" / f"{APPSTREAM_ID}.metainfo.xml").read_text("utf-8")
    (share / "metainfo" / f"{APPSTREAM_ID}.metainfo.xml").write_text(_filled(metainfo, day), "utf-8")
    manual = (DATA / "linux" / f"{NAME}.1").read_text("utf-8")
    _pack(share / "man" / "man1" / f"{NAME}.1.gz", _filled(manual, day))
    hicolor = share / "icons" / "hicolor"
    for size in (48, 64, 128, 256):
        target = hicolor / f"{size}x{size}" / "apps" / f"{NAME}.png"
        target.parent.mkdir(parents=True)
        target.write_bytes(icons.png(size))
    (hicolor / "scalable" / "apps").mkdir(parents=True)
    shutil.copyfile(icons.SOURCE, hicolor / "scalable" / "apps" / f"{NAME}.svg")


def _filled(text: str, day: str) -> str:
    return text.replace("@VERSION@", version()).replace("@DATE@", day)


def _write_documents(root: Path, moment: int) -> None:
    place = root / "usr" / "share" / "doc" / NAME
    entries = "\n".join(f"  * {text}" for text in newest_changes((ROOT / "CHANGELOG.md").read_text("utf-8")))
    head = f"{NAME} ({version()}) stable; urgency=medium"
    _pack(place / "changelog.gz", f"{head}\n\n{entries}\n\n -- {MAINTAINER}  {formatdate(moment)}\n")
    overrides = root / "usr" / "share" / "lintian" / "overrides" / NAME
    overrides.parent.mkdir(parents=True)
    shutil.copyfile(DATA / "linux" / "lintian-overrides", overrides)


def newest_changes(changelog: str) -> list[str]:
    """The entries of the changelog's newest section, each wrapped for Debian's form."""
    section = re.split(r"^## .*$", changelog, flags=re.MULTILINE)[1]
    points = re.split(r"^- ", section, flags=re.MULTILINE)[1:]
    return ["\n    ".join(textwrap.wrap(" ".join(point.split()).replace("`", "'"), 74)) for point in points]


def _pack(target: Path, text: str) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(gzip.compress(text.encode("utf-8"), 9, mtime=0))


def _settle(root: Path, moment: int) -> None:
    """One owner's rights and one time for everything, so that the same source makes the same package."""
    for path in [root, *root.rglob("*")]:
        if path.is_symlink():
            os.utime(path, (moment, moment), follow_symlinks=False)
            continue
        runs = path.is_dir() or path == root / "usr" / "lib" / NAME / NAME
        path.chmod(0o755 if runs else 0o644)
        os.utime(path, (moment, moment))


def _dependencies(program: Path) -> list[str]:
    """The Debian packages that the bundle's libraries are linked with, each with the version they need.

    Held against what is known to be needed for a window: dev.py's list.
    """
    libraries = [path for path in _elf_files(program) if path.name not in _OPTIONAL]
    # To look through them all takes minutes, and they change with the lock alone; the executable holds the program.
    named = (f"{path.relative_to(program)} {path.stat().st_size}" for path in libraries if ".so" in path.name)
    names = "\n".join(named)
    noted = BUILD / "cache" / f"dependencies-{hashlib.sha256(names.encode()).hexdigest()[:16]}"
    if noted.is_file():
        return noted.read_text("ascii").splitlines()
    work = STAGE / "shlibdeps"
    (work / "debian").mkdir(parents=True)
    (work / "debian" / "control").write_text(f"Source: {NAME}\n\nPackage: {NAME}\nArchitecture: any\n", "ascii")
    folders = sorted({f"-l{path.parent}" for path in libraries})
    done = subprocess.run(
        ["dpkg-shlibdeps", "-O", "--ignore-missing-info", "--warnings=0", *folders, *map(str, libraries)],
        cwd=work,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BuildTrouble(f"dpkg-shlibdeps: {done.stderr.strip()[-2000:]}")
    found = done.stdout.strip().partition("=")[2].split(", ")
    linked = {entry.split()[0] for entry in found}
    needs = sorted([*found, *(name for name in _known_needs() if name not in linked)])
    noted.parent.mkdir(parents=True, exist_ok=True)
    noted.write_text("\n".join(needs), "ascii")
    return needs


def _known_needs() -> tuple[str, ...]:
    import dev

    needs: tuple[str, ...] = dev.QUEUE_PACKAGES + dev.WINDOW_PACKAGES
    return needs


def _elf_files(folder: Path) -> Iterable[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                if file.read(4) == b"\x7fELF":
                    yield path


def _write_control(root: Path, architecture: str, dependencies: list[str]) -> None:
    paragraphs = []
    for paragraph in DESCRIPTION.strip().split("\n\n"):
        paragraphs.append("\n".join(f" {line}" for line in textwrap.wrap(" ".join(paragraph.split()), 76)))
    fields = {
        "Package": NAME,
        "Version": version(),
        "Architecture": architecture,
        "Maintainer": MAINTAINER,
        "Installed-Size": str(size_of(root) // 1024),
        "Depends": ", ".join(dependencies),
        "Recommends": "xdg-utils",
        "Suggests": "fonts-noto-cjk",
        "Section": "video",
        "Priority": "optional",
        "Description": SUMMARY + "\n" + "\n .\n".join(paragraphs),
    }
    control = root / "DEBIAN"
    control.mkdir(mode=0o755)
    (control / "control").write_text("".join(f"{name}: {value}\n" for name, value in fields.items()), "utf-8")
    sums = []
    for path in sorted(root.rglob("*")):
        if path.is_file() and not path.is_symlink() and control not in path.parents:
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "md5").hexdigest()
            sums.append(f"{digest}  {path.relative_to(root)}\n")
    (control / "md5sums").write_text("".join(sums), "utf-8")
