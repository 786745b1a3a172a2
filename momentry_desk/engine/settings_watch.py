"""Hears of a person's edits of the settings file, so that nobody has to look for them again and again."""

import os

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal

from momentry_desk.engine.settings_file import SettingsFile


class SettingsWatch(QObject):
    """`stirred`: something happened to the file, or beside it. Where a system tells nothing (some network drives),
    the tick finds the edit."""

    stirred = Signal()

    def __init__(self, settings: SettingsFile, parent: QObject) -> None:
        super().__init__(parent)
        # Of a link the file itself changes.
        self._path = os.path.realpath(settings.path)
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._hear)
        self._watcher.directoryChanged.connect(self._hear)
        self.follow()

    def _hear(self, _path: str) -> None:
        # Most editors put a new file in the old one's place.
        self.follow()
        self.stirred.emit()

    def follow(self) -> None:
        """Listen to what was not there before: a new file, or its folder."""
        watched = {*self._watcher.files(), *self._watcher.directories()}
        for path in (self._path, os.path.dirname(self._path)):  # noqa: PTH120 - Qt wants texts
            if path not in watched and os.path.exists(path):  # noqa: PTH110
                self._watcher.addPath(path)
