"""Where the dialogs for files begin."""

from pathlib import Path

from PySide6.QtCore import QStandardPaths


def films() -> str:
    """The user's folder of films, or the home folder."""
    return _there(QStandardPaths.StandardLocation.MoviesLocation)


def documents() -> str:
    """The user's folder of documents, or the home folder."""
    return _there(QStandardPaths.StandardLocation.DocumentsLocation)


def _there(usual: QStandardPaths.StandardLocation) -> str:
    # A dialog that begins in a folder that is not there takes its name for what is chosen.
    folder = QStandardPaths.writableLocation(usual)
    if Path(folder).is_dir():
        return folder
    return QStandardPaths.writableLocation(QStandardPaths.StandardLocation.HomeLocation)
