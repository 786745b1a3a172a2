"""What an installed build of the program knows of itself: where its parts lie, and what it must not hand on.

A frozen build (PyInstaller) changes its own environment so that its libraries are found. Another program that
inherits those changes would load this program's libraries instead of its own.
"""

import os
import sys
from collections.abc import MutableMapping
from pathlib import Path

#: Whether this process runs from a frozen build: its executable is then the program itself and no interpreter.
FROZEN: bool = bool(getattr(sys, "frozen", False))

#: The folder that holds `resources`, and in an installed build `weights` too.
FOLDER = Path(getattr(sys, "_MEIPASS", Path(__file__).resolve().parents[2]))
RESOURCES = FOLDER / "resources"
#: The models that an installer brings along. In a clone of the repository there is no such folder.
WEIGHTS = FOLDER / "weights"

#: Folders with processors of other makers, for builds into which nothing can be installed: `pip install --target`.
PROCESSOR_FOLDERS = "MOMENTRY_PROCESSORS"

#: Set by the frozen build's start and by its hook for Qt (pyi_rth_pyside6).
_OWN = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "QT_PLUGIN_PATH", "QML2_IMPORT_PATH")
#: What the start keeps the former value under, and what it tells its own kind of child by.
_FORMER = "_ORIG"
_TOLD = "_PYI_"


def clean(environment: MutableMapping[str, str]) -> None:
    """Give the frozen build's environment back the way it was found, for every child from here on.

    This process keeps its libraries: the loader reads its paths once, before the first line of Python. A child that
    is this program again sets its own.
    """
    for name in _OWN:
        former = environment.pop(name + _FORMER, None)
        environment.pop(name, None)
        if former:
            environment[name] = former
    for name in [name for name in environment if name.startswith(_TOLD)]:
        del environment[name]


def further_processors(environment: MutableMapping[str, str]) -> list[str]:
    """The folders in which processors of other makers are looked for, absolute."""
    named = environment.get(PROCESSOR_FOLDERS, "").split(os.pathsep)
    return [str(Path(part).absolute()) for part in named if part]
