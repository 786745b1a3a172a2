"""Compiles what the translators wrote (.ts) to what Qt loads (.qm): `python -m momentry_desk.ui.translations`.

Without Qt, so that it costs next to nothing when there is nothing to do.
"""

import shutil
import subprocess
import sys
from pathlib import Path

#: The folder of the .ts files; the .qm files made from them lie beside them and are not kept in git.
TRANSLATIONS = Path(__file__).resolve().parents[2] / "resources" / "translations"


def compile_translations(folder: Path = TRANSLATIONS) -> list[Path]:
    """Make each .qm that is missing or older than its .ts; answers what was made.

    Needs `pyside6-lrelease` beside the running Python. Raises `FileNotFoundError` without it,
    `subprocess.CalledProcessError` for a broken .ts.
    """
    made: list[Path] = []
    for source in sorted(folder.glob("*.ts")):
        target = source.with_suffix(".qm")
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            subprocess.run([_compiler(), "-silent", str(source), "-qm", str(target)], check=True)
            made.append(target)
    return made


def _compiler() -> str:
    beside = str(Path(sys.executable).parent)
    tool = shutil.which("pyside6-lrelease", path=beside) or shutil.which("pyside6-lrelease")
    if tool is None:
        raise FileNotFoundError("pyside6-lrelease is not installed; it comes with PySide6-Essentials")
    return tool


if __name__ == "__main__":
    compile_translations()
