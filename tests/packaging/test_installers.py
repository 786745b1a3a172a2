"""What the installers are made from: nothing that the program opens is left out, nothing stands in two places."""

import configparser
import importlib.util
import re
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import dev
import pytest
from installers import contents, steps

from momentry_desk import __version__
from momentry_desk.core.media_names import MEDIA_EXTENSIONS

ROOT = Path(__file__).resolve().parents[2]
LOCK = ROOT / "packaging" / "lock"
LINUX = steps.DATA / "linux"


def pins(name: str) -> set[str]:
    """Each package with its version and the systems it is for."""
    return set(re.findall(r"^[A-Za-z0-9_.-]+==[^\\\n]+", (LOCK / name).read_text("utf-8"), flags=re.MULTILINE))


def test_what_is_shipped_is_what_was_developed_on() -> None:
    developed = {pin.split(" ")[0] for pin in pins("dev.txt")}
    shipped = {pin.split(" ")[0] for pin in pins("runtime.txt")}
    assert shipped
    assert shipped <= developed


def test_the_notices_name_all_that_the_locks_ship_for_any_system() -> None:
    listed = set(re.findall(r"[a-z0-9-]+", (ROOT / "packaging" / "NOTICES.md").read_text("utf-8")))
    assert not {*contents.locked_packages(), "pyinstaller"} - listed


def test_the_version_stands_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert "version" not in project["project"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "momentry_desk.__version__"}
    assert steps.version() == __version__
    # Windows' form of it is four numbers.
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)


def test_the_hosted_build_for_windows_installs_what_its_set_up_asks_for() -> None:
    workflow = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    (installed,) = re.findall(r"sudo apt-get install -y --no-install-recommends (.*)", workflow)
    wanted = {*dev.QUEUE_PACKAGES, *dev.WINDOW_PACKAGES, *dev.BUILD_PACKAGES["windows"]}
    assert not wanted - set(installed.split())


def test_every_part_of_qt_that_the_program_imports_is_shipped() -> None:
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "momentry_desk").rglob("*.py"))
    imported = set(re.findall(r"(?:from|import) PySide6\.(Qt\w+)", sources))
    assert imported
    assert imported <= set(contents.QT_MODULES)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("PySide6/QtCore.abi3.so", True),
        ("PySide6/Qt/lib/libQt6Core.so.6", True),
        ("PySide6/Qt/lib/libQt6Quick.so.6", False),
        ("PySide6/Qt/lib/libavcodec.so.61", False),
        ("PySide6/Qt/plugins/platforms/libqxcb.so", True),
        ("PySide6/Qt/plugins/platforms/libqeglfs.so", False),
        ("PySide6/Qt/plugins/multimedia/libffmpegmediaplugin.so", False),
        ("PySide6/Qt/translations/qtbase_zh_CN.qm", True),
        ("PySide6/Qt/translations/qtbase_fr.qm", False),
        ("PySide6/Qt/qml/QtQuick/qmldir", False),
        ("av.libs/libx264-1a2b.so.165", True),
    ],
)
def test_of_qt_only_what_is_used_goes_in(name: str, wanted: bool) -> None:
    assert contents.wanted_of_qt(name) is wanted


@pytest.mark.parametrize(
    ("name", "shipped"),
    [
        ("PySide6/Qt6Core.dll", True),
        ("PySide6/Qt6WebEngineCore.dll", False),
        ("PySide6/QtWidgets.pyd", True),
        ("PySide6/QtQml.pyd", False),
        ("PySide6/msvcp140.dll", True),
        ("PySide6/avcodec-61.dll", False),
        ("PySide6/designer.exe", False),
        ("PySide6/plugins/platforms/qwindows.dll", True),
        ("PySide6/plugins/sqldrivers/qsqlite.dll", False),
        ("certifi/cacert.pem", True),
        ("numpy/tests/test_ctypeslib.py", False),
        ("av-18.1.0.dist-info/licenses/LICENSE.txt", True),
        ("rapidocr/models/PP-OCRv6_det_small.onnx", True),
    ],
)
def test_on_windows_only_what_is_used_goes_in(name: str, shipped: bool) -> None:
    assert contents.shipped_on_windows(name) is shipped


@pytest.mark.parametrize("package", [*contents.PACKAGES_WITH_DATA, *contents.PACKAGES_AS_SOURCE])
def test_the_packages_that_read_files_of_their_own_have_some(package: str) -> None:
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.submodule_search_locations
    (place,) = map(Path, spec.submodule_search_locations)
    assert [path for path in place.rglob("*") if path.suffix in (".onnx", ".json", ".js", ".yaml")]


def test_the_desktop_file_opens_files_and_names_what_is_installed() -> None:
    parser = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(LINUX / "momentry-desk.desktop", "utf-8")
    entry = parser["Desktop Entry"]
    assert entry["Exec"] == "momentry-desk gui %F"
    assert entry["Icon"] == "momentry-desk"
    kinds = entry["MimeType"].rstrip(";").split(";")
    assert len(kinds) == len(set(kinds))
    assert {"video/mp4", "video/quicktime", "video/x-matroska", "audio/mpeg"} <= set(kinds)
    component = ET.parse(LINUX / "desk.momentry.MomentryDesk.metainfo.xml").getroot()
    assert component.findtext("launchable") == "momentry-desk.desktop"
    # As a whole under the GPL, because av brings x264 and x265.
    assert component.findtext("project_license") == "GPL-3.0-or-later"


def test_windows_offers_only_files_that_the_program_takes() -> None:
    script = (steps.DATA / "windows" / "installer.nsi").read_text("utf-8")
    offered = re.findall(r'\$\{DO\} "(\.\w+)"', script)
    assert ".mp4" in offered
    assert {extension.lstrip(".") for extension in offered} <= {each.lstrip(".") for each in MEDIA_EXTENSIONS}
