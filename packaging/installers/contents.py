"""What goes into a build beside the code that is found by following imports, and what stays out. Stdlib only."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOCK = ROOT / "packaging" / "lock" / "runtime.txt"

#: Below `resources`: what the program opens while it runs. Drawings' sources and the .ts files stay out.
RESOURCE_GLOBS = ("icons/*.svg", "translations/*.qm", "docs/*.md", "sample.mp4")

#: Packages that read files of their own.
PACKAGES_WITH_DATA = ("fastapi_offline", "faster_whisper", "rapidocr")

#: Packages whose modules must lie there as source: their plugin manifests name files.
PACKAGES_AS_SOURCE = ("opentimelineio", "otio_cmx3600_adapter", "otio_fcp_adapter", "otio_fcpx_xml_adapter")

#: Packages that import parts of themselves by a name that stands in data or in a call.
PACKAGES_WHOLE = ("momentry_desk", "rapidocr", "uvicorn")

#: The parts of Qt that the program imports, and the two that pyqtgraph imports by name for its plots; all others
#: are kept out by name.
QT_MODULES = (
    "QtCore",
    "QtDBus",
    "QtGui",
    "QtMultimedia",
    "QtNetwork",
    "QtOpenGL",
    "QtOpenGLWidgets",
    "QtSvg",
    "QtWidgets",
)

#: Qt's libraries that those and the plugins below load.
QT_LIBRARIES = (
    *(name[2:] for name in QT_MODULES),
    "Concurrent",
    "WaylandClient",
    "WlShellIntegration",
    "XcbQpa",
)

#: Of Qt's plugins those that a desktop needs. Sound goes to the system's service from within Qt's own library, and
#: pictures are decoded by av: so Qt's second FFmpeg, a plugin of `multimedia`, is not shipped.
QT_PLUGINS = (
    "generic",
    "iconengines",
    "imageformats",
    "platforminputcontexts",
    "platforms",
    "platformthemes",
    "styles",
    "wayland-decoration-client",
    "wayland-graphics-integration-client",
    "wayland-shell-integration",
    "xcbglintegrations",
)
#: Platforms for machines without a desktop, and those that bring Qt modules of their own along.
QT_PLUGINS_NOT = (
    "libqeglfs",
    "libqlinuxfb",
    "libqminimal",
    "libqminimalegl",
    "libqvkkhrdisplay",
    "libqvnc",
    "libqtvirtualkeyboardplugin",
    "libqpdf",
    "qpdf",
    "qdirect2d",
    "qtvirtualkeyboardplugin",
)
#: Qt's own sentences: OK, Cancel, Open.
QT_TRANSLATIONS = ("qtbase_en.qm", "qtbase_zh_CN.qm")

#: Modules that nothing here calls; followed imports would bring some of them along.
EXCLUDED = (
    "IPython",
    "PyInstaller",
    "boolean",
    "cyclonedx",
    "defusedxml",
    # The hub is never asked for more than single files, and by httpx.
    "hf_xet",
    "hypothesis",
    "license_expression",
    "matplotlib",
    "nis",
    "numpy.f2py",
    "numpy.testing",
    "opentimelineio.console",
    "pip",
    "pyqtgraph.examples",
    "pyqtgraph.opengl",
    "pytest",
    "readline",
    "setuptools",
    "tkinter",
    "torch",
    "transformers",
)

#: Of the standard library, what no processor of another maker would miss.
_STDLIB_NOT = {
    "antigravity",
    "curses",
    "ensurepip",
    "idlelib",
    "lib2to3",
    "msilib",
    "nis",
    "pydoc_data",
    "readline",
    "this",
    "tkinter",
    "turtle",
    "turtledemo",
    "venv",
}

#: Of the packages for Windows, which are laid down as they are: what only tests, compilers and editors read.
_NOT_SHIPPED = re.compile(
    r"(^|/)(__pycache__|bin|tests?|testing/tests|include|metatypes|glue|doc|qml|typesystems)(/|$)"
    r"|\.(pyi|lib|exe|pxd|h|hpp)$|^hf_xet/|^(example|pwiz)\.py$|^peewee-stubs/"
    r"|^(pyqtgraph/(examples|opengl)|opentimelineio/console)/"
)
#: Microsoft's runtime beside Qt, and what Qt draws with where there is no driver.
_BESIDE_QT = re.compile(r"^(msvcp140|vcruntime140|concrt140|pyside6\.abi3|opengl32sw)")


def standard_library() -> list[str]:
    """The modules that a processor of another maker may import though the program itself does not."""
    return sorted(name for name in sys.stdlib_module_names if name not in _STDLIB_NOT and not name.startswith("_"))


def excluded() -> list[str]:
    """EXCLUDED, and every binding of Qt that is not in QT_MODULES."""
    import PySide6

    folder = Path(PySide6.__file__).parent
    bindings = {path.name.split(".")[0] for path in folder.glob("Qt*.*") if path.suffix in (".so", ".pyd")}
    return [*EXCLUDED, *(f"PySide6.{name}" for name in sorted(bindings - set(QT_MODULES)))]


def wanted_of_qt(name: str) -> bool:
    """Whether a file that was collected from PySide6 is to be shipped; `name` is its place in the bundle."""
    parts = name.replace("\\", "/").split("/")
    if parts[0] != "PySide6":
        return True
    if "plugins" in parts:
        kind = parts[parts.index("plugins") + 1]
        return kind in QT_PLUGINS and not parts[-1].startswith(tuple(f"{plugin}." for plugin in QT_PLUGINS_NOT))
    if "translations" in parts:
        return parts[-1] in QT_TRANSLATIONS
    if "lib" in parts[:-1]:
        file = parts[parts.index("lib") + 1]
        library = re.match(r"(?:lib)?Qt6?([A-Za-z]+)", file)
        return library[1] in QT_LIBRARIES if library else file.startswith("libicu")
    return "qml" not in parts


def shipped_on_windows(name: str) -> bool:
    """Whether a file of the installed packages, named from their folder with slashes, is to be shipped."""
    if _NOT_SHIPPED.search(name):
        return ".dist-info/" in name
    parts = name.split("/")
    if parts[0] != "PySide6":
        return True
    if len(parts) == 2:
        library = re.match(r"Qt6?([A-Za-z0-9]+)\.(dll|pyd)$", parts[1])
        if library:
            return library[1] in QT_LIBRARIES
        return parts[1].endswith((".py", ".json")) or bool(_BESIDE_QT.match(parts[1]))
    if parts[1] in ("plugins", "translations"):
        return wanted_of_qt(name)
    return parts[1] == "support"


def locked_packages() -> dict[str, str]:
    """Name and version of every package that the lock names for any system."""
    text = LOCK.read_text(encoding="utf-8")
    return dict(re.findall(r"^([A-Za-z0-9_.-]+)==([^\s;]+)", text, flags=re.MULTILINE))
