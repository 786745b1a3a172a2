"""The languages of the window: which one is spoken, and the compiled translations it is spoken from."""

import shutil
import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from momentry_desk.ui.icons import RESOURCES

#: The folder of the .ts files; the .qm files made from them lie beside them and are not kept in git.
TRANSLATIONS = RESOURCES / "translations"
_NAME = "momentry_desk"


class Languages:
    """Installs the translator of one language at a time."""

    def __init__(self, app: QCoreApplication, folder: Path = TRANSLATIONS) -> None:
        self._app = app
        self._folder = folder
        self._translators: list[QTranslator] = []
        self._spoken = ""

    def speak(self, choice: str) -> None:
        """`choice` is "system", "en" or "zh_CN". Widgets hear of a change by LanguageChange."""
        locale = QLocale() if choice == "system" else QLocale(choice)
        language = "zh_CN" if locale.language() is QLocale.Language.Chinese else "en"
        if language == self._spoken:
            return
        self._spoken = language
        for translator in self._translators:
            self._app.removeTranslator(translator)
        qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        # English has a file too: of the plural forms alone. Qt's own file says OK, Cancel, Open.
        files = (f"{qt}/qtbase_{language}.qm", str(self._folder / f"{_NAME}_{language}.qm"))
        self._translators = []
        for file in files:
            translator = QTranslator(self._app)
            if translator.load(file):
                self._app.installTranslator(translator)
                self._translators.append(translator)


def compile_translations(folder: Path = TRANSLATIONS) -> list[Path]:
    """Make each .qm that is missing or older than its .ts; answers what was made.

    Needs `pyside6-lrelease` beside the running Python. Raises `subprocess.CalledProcessError` for a broken .ts.
    """
    made: list[Path] = []
    beside = str(Path(sys.executable).parent)
    tool = shutil.which("pyside6-lrelease", path=beside) or shutil.which("pyside6-lrelease")
    if tool is None:
        raise FileNotFoundError("pyside6-lrelease is not installed; it comes with PySide6-Essentials")
    for source in sorted(folder.glob("*.ts")):
        target = source.with_suffix(".qm")
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            subprocess.run([tool, "-silent", str(source), "-qm", str(target)], check=True)
            made.append(target)
    return made


if __name__ == "__main__":
    compile_translations()
