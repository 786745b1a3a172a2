"""An installed build gives its environment back, and finds what it brought along."""

import os
from pathlib import Path

from momentry_desk.core import bundle


def test_other_programs_inherit_nothing_that_the_frozen_start_set() -> None:
    environment = {
        "HOME": "/home/ana",
        "LD_LIBRARY_PATH": "/usr/lib/momentry-desk/_internal:/opt/own",
        "LD_LIBRARY_PATH_ORIG": "/opt/own",
        "DYLD_LIBRARY_PATH": "/Applications/…",
        "QT_PLUGIN_PATH": "/usr/lib/momentry-desk/_internal/PySide6/Qt/plugins",
        "QML2_IMPORT_PATH": "/usr/lib/momentry-desk/_internal/PySide6/Qt/qml",
        "_PYI_ARCHIVE_FILE": "/usr/lib/momentry-desk/momentry-desk",
        "_PYI_PARENT_PROCESS_LEVEL": "1",
    }
    bundle.clean(environment)
    assert environment == {"HOME": "/home/ana", "LD_LIBRARY_PATH": "/opt/own"}


def test_folders_of_other_makers_processors_are_absolute() -> None:
    named = os.pathsep.join(("plug-ins", "", str(Path("/opt/more").absolute())))
    found = bundle.further_processors({bundle.PROCESSOR_FOLDERS: named})
    assert found == [str(Path("plug-ins").absolute()), str(Path("/opt/more").absolute())]
    assert bundle.further_processors({}) == []


def test_a_clone_finds_its_resources_and_ships_no_weights() -> None:
    assert (bundle.RESOURCES / "icons" / "window.svg").is_file()
    assert not bundle.FROZEN
    assert not bundle.WEIGHTS.exists()
