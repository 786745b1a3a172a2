"""The frozen build: PyInstaller's folder, less what Python brings for debuggers, and the weights to go with it."""

import os
import shutil
import ssl
import subprocess
import sys
from pathlib import Path

from installers import notices
from installers.contents import ROOT
from installers.steps import BUILD, DATA, NAME, WEIGHTS, BuildTrouble, expect, run, say, source_date, version

WORK = BUILD / "pyinstaller"
FOLDER = BUILD / "frozen" / NAME
INTERNAL = FOLDER / "_internal"
#: What starts a frozen program comes from these two, with an exception from the GPL for that.
_STARTERS = {"pyinstaller", "pyinstaller-hooks-contrib"}
#: Which files were collected, from where: PyInstaller's own lists.
LISTS = WORK / "momentry_desk"


def build(icon: Path | None = None) -> Path:
    """Freeze the program as it stands in this clone; answers the folder.

    Raises `BuildTrouble`, also when something of the build's own tools got in.
    """
    environment = {
        "PYTHONPATH": os.pathsep.join((str(ROOT / "packaging"), str(ROOT))),
        "MOMENTRY_BUILD_VERSION": version(),
        "SOURCE_DATE_EPOCH": str(source_date()),
        # PyInstaller orders what it writes by hashes.
        "PYTHONHASHSEED": "1",
    }
    if icon is not None:
        environment["MOMENTRY_BUILD_ICON"] = str(icon)
    shutil.rmtree(FOLDER, ignore_errors=True)
    places = ("--distpath", FOLDER.parent, "--workpath", WORK)
    command = (sys.executable, "-m", "PyInstaller", "--noconfirm", *places)
    run("Frozen build", [*command, DATA / "momentry_desk.spec"], env=environment, log=BUILD / "pyinstaller.log")
    return FOLDER


def strip_python(folder: Path) -> None:
    """Take out of Python's own libraries the debugger's tables, which are of no use without its source, and the
    folder of the Python that was built from, which must mean nothing on another machine.

    The wheels' libraries stay as their makers built them.
    """
    python = [*folder.glob("_internal/libpython3*.so*"), *folder.glob("_internal/python3*/lib-dynload/*.so")]
    for path in python:
        subprocess.run(["strip", "--strip-unneeded", str(path)], check=True)
        # Says by its code, too, that there was none.
        subprocess.run(["chrpath", "--delete", str(path)], capture_output=True, check=False)


def add_weights(place: Path, moment: int) -> None:
    """Copy the models that a set-up installs into `place`, prove every byte, and note the proof beside them.

    The note holds size and time of change, so the copies get a time that the package keeps: whole seconds.
    """
    from momentry_desk.core import weights
    from momentry_desk.processors import weight_files

    shutil.rmtree(place, ignore_errors=True)
    for name in weights.DEFAULT_MODELS:
        model = weights.model(name)
        (place / name).mkdir(parents=True)
        for file in model.files:
            source = WEIGHTS / name / file.name
            if not source.is_file():
                raise BuildTrouble(f"{source} is missing: `python3 packaging/dev.py setup` fetches it.")
            target = place / name / file.name
            shutil.copyfile(source, target)
            os.utime(target, (moment, moment))
        weight_files.verify(name, place)
    say(f"   weights: {', '.join(weights.DEFAULT_MODELS)}")


def check_contents() -> None:
    """Raises `BuildTrouble` where one of the build's tools is in the bundle, but for what starts it, or where the
    certificates are not, by which models and newer versions are asked for over HTTPS."""
    tools = sorted(set(notices.shipped_distributions(LISTS)) - notices.runtime_names() - _STARTERS)
    if tools:
        raise BuildTrouble(f"The bundle holds packages that the runtime's lock does not name: {', '.join(tools)}.")
    loaded = ssl.create_default_context(cafile=str(INTERNAL / "certifi" / "cacert.pem")).cert_store_stats()
    expect(loaded["x509_ca"], "The bundle holds no certificates.")
