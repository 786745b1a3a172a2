"""Which packages are really in a build, and under which licences: the texts and a bill of materials."""

import ast
import importlib.metadata
import re
import shutil
from collections.abc import Iterable
from importlib.metadata import Distribution
from pathlib import Path

from packaging.utils import canonicalize_name

from installers.contents import ROOT, locked_packages
from installers.steps import DATA, BuildTrouble

#: Files that hold a package's terms: under such a name anywhere, or with such a word in it among its metadata.
_TERMS = re.compile(r"(?i)^(licen[cs]e|copying|notice|third.?party.?notices)[^.]*(\.(txt|md|rst|html))?$")
_TERMS_IN_METADATA = re.compile(r"(?i)(licen[cs]e|copying|notice|copyright|authors)")

#: The texts of licences that some packages name without bringing them along.
TERMS = DATA / "terms"


def runtime_names() -> set[str]:
    """The packages that the program runs on, by their normal names."""
    return {canonicalize_name(name) for name in locked_packages()}


def shipped_distributions(lists: Path) -> dict[str, Distribution]:
    """By normal name, the installed packages of which a file is in the bundle that PyInstaller's lists describe.

    Metadata alone does not count: it is copied for every package of the lock.
    """
    sources = set()
    for name in ("COLLECT-00.toc", "PYZ-00.toc"):
        sources |= {source for source in _sources(lists / name) if ".dist-info" not in source}
    return {
        canonicalize_name(distribution.name): distribution
        for distribution in importlib.metadata.distributions()
        if any(str(distribution.locate_file(file)) in sources for file in distribution.files or ())
    }


def _sources(toc: Path) -> Iterable[str]:
    found: list[str] = []

    def walk(value: object) -> None:
        if isinstance(value, tuple) and len(value) == 3 and all(isinstance(part, str) for part in value):
            found.append(str(value[1]))
        elif isinstance(value, list | tuple):
            for part in value:
                walk(part)

    walk(ast.literal_eval(toc.read_text("utf-8")))
    return found


def licence_of(distribution: Distribution) -> str:
    """The licence as its package states it: an SPDX expression where there is one."""
    metadata = distribution.metadata
    if "License-Expression" in metadata:
        return metadata["License-Expression"]
    classes = [
        str(line).rsplit("::", 1)[-1].strip()
        for line in metadata.get_all("Classifier") or ()
        if str(line).startswith("License ::")
    ]
    if classes:
        return " or ".join(dict.fromkeys(classes))
    written = (metadata.get_all("License") or [""])[0].strip()
    return written.splitlines()[0][:100] if written else "see its files"


def write_licences(distributions: Iterable[Distribution], place: Path) -> list[str]:
    """Copy each package's terms into a folder of its name below `place`; answers the names of those without any.

    For those there are the texts in TERMS, which are copied too.
    """
    shutil.copytree(TERMS, place, dirs_exist_ok=True)
    without: list[str] = []
    for distribution in distributions:
        name = canonicalize_name(distribution.name)
        texts = [
            Path(str(distribution.locate_file(file)))
            for file in distribution.files or ()
            if _TERMS.match(file.name) or (".dist-info" in str(file) and _TERMS_IN_METADATA.search(file.name))
        ]
        texts = [text for text in texts if text.is_file()]
        if not texts:
            without.append(name)
            continue
        (place / name).mkdir(parents=True, exist_ok=True)
        for number, text in enumerate(texts):
            target = place / name / text.name
            if target.exists():
                target = place / name / f"{number}-{text.name}"
            shutil.copyfile(text, target)
    return without


def table(distributions: Iterable[Distribution]) -> str:
    """One line a package: name, version, licence, home."""
    lines = []
    for distribution in sorted(distributions, key=lambda one: canonicalize_name(one.name)):
        home = (distribution.metadata.get_all("Home-page") or [""])[0]
        for line in distribution.metadata.get_all("Project-URL") or ():
            label, _, url = str(line).partition(",")
            if not home or label.strip().lower() in ("homepage", "source", "repository"):
                home = url.strip()
                break
        lines.append(f"{distribution.name} {distribution.version}: {licence_of(distribution)} {home}".rstrip())
    return "\n".join(lines) + "\n"


def python_licence() -> Path:
    """The terms of the Python that is shipped."""
    import sysconfig

    for place in (Path(sysconfig.get_path("stdlib")), Path(sysconfig.get_config_var("prefix") or "/usr")):
        for name in ("LICENSE.txt", "LICENSE"):
            if (place / name).is_file():
                return place / name
    copied = Path("/usr/share/doc") / f"python{sysconfig.get_python_version()}" / "copyright"
    if copied.is_file():
        return copied
    raise BuildTrouble("The terms of this Python were not found, and the build ships it.")


NOTICES = ROOT / "packaging" / "NOTICES.md"
