"""Where a dialog for files begins: in the folder chosen last for the same purpose, at first in the usual one."""

from pathlib import Path

from PySide6.QtCore import QSettings, QStandardPaths

Usual = QStandardPaths.StandardLocation


class ChosenFolders:
    """`state` keeps them until the next start; None keeps them for this life."""

    def __init__(self, state: QSettings | None) -> None:
        self._state = state
        self._kept: dict[str, str] = {}

    def start(self, purpose: str, usual: QStandardPaths.StandardLocation) -> str:
        """The folder to begin in. One that is gone makes a dialog begin wherever the program was started."""
        kept = self._kept.get(purpose)
        if kept is None and self._state is not None:
            kept = str(self._state.value(f"folders/{purpose}") or "")
        for folder in (
            kept,
            QStandardPaths.writableLocation(usual),
            QStandardPaths.writableLocation(Usual.HomeLocation),
        ):
            if folder and Path(folder).is_dir():
                return folder
        return ""

    def keep(self, purpose: str, chosen: str) -> None:
        """Remember the folder of a file, or the folder, that was chosen."""
        path = Path(chosen)
        folder = str(path if path.is_dir() else path.parent)
        self._kept[purpose] = folder
        if self._state is not None:
            self._state.setValue(f"folders/{purpose}", folder)
