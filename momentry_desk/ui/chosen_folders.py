"""Where a dialog for files begins: in the folder chosen last for the same purpose, at first in the one chosen last
for another, else in the usual one. All that is saved is one purpose."""

import os
from pathlib import Path

from PySide6.QtCore import QSettings, QStandardPaths

Usual = QStandardPaths.StandardLocation

_SAVING = "save"
#: The folder chosen last to take something from, for whatever purpose.
_LAST = "last"


class ChosenFolders:
    """`state` keeps them until the next start; None keeps them for this life."""

    def __init__(self, state: QSettings | None) -> None:
        self._state = state
        self._kept: dict[str, str] = {}

    def start(self, purpose: str, usual: QStandardPaths.StandardLocation) -> str:
        """The folder to begin in. One that is gone makes a dialog begin wherever the program was started."""
        usual_ones = (QStandardPaths.writableLocation(one) for one in (usual, Usual.HomeLocation))
        known = (self._known(purpose), self._known(_LAST), *usual_ones)
        return next((one for one in known if one and Path(one).is_dir()), "")

    def start_from(self, folder: str, purpose: str) -> str:
        """`folder`, or where that is gone the one that `start` answers."""
        return folder if Path(folder).is_dir() else self.start(purpose, Usual.MoviesLocation)

    def start_saving(self, beside: str = "") -> str:
        """The folder to save in: where something was saved last, else that of the file `beside`, else the one for
        films, else the home. One that cannot be written to is passed over."""
        usual_ones = (QStandardPaths.writableLocation(one) for one in (Usual.MoviesLocation, Usual.HomeLocation))
        own = str(Path(beside).parent) if beside else ""
        known = (self._known(_SAVING), own, *usual_ones)
        return next((one for one in known if one and Path(one).is_dir() and os.access(one, os.W_OK)), "")

    def keep_saved(self, path: str) -> None:
        """Remember where something was saved."""
        self.keep(_SAVING, path)

    def keep(self, purpose: str, chosen: str) -> None:
        """Remember the folder of a file, or the folder, that was chosen."""
        path = Path(chosen)
        folder = str(path if path.is_dir() else path.parent)
        for kept in (purpose,) if purpose == _SAVING else (purpose, _LAST):
            self._kept[kept] = folder
            if self._state is not None:
                self._state.setValue(f"folders/{kept}", folder)

    def _known(self, purpose: str) -> str:
        kept = self._kept.get(purpose)
        if kept is None and self._state is not None:
            kept = str(self._state.value(f"folders/{purpose}") or "")
        return kept or ""
