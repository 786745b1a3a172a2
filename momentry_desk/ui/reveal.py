"""Shows a file in the system's own file window, without touching the file from here."""

import os
import sys
from pathlib import PurePath
from urllib.parse import quote

from PySide6.QtCore import QProcess, QUrl
from PySide6.QtDBus import QDBusConnection, QDBusMessage
from PySide6.QtGui import QDesktopServices

from momentry_desk.core.paths import path_from_text


def show_in_folder(path: str) -> None:
    """Open the folder of `path` with the file selected, where the system can do that."""
    path = path_from_text(path)
    if sys.platform == "win32":
        QProcess.startDetached("explorer.exe", ["/select,", path.replace("/", "\\")])
        return
    if sys.platform == "darwin":
        QProcess.startDetached("open", ["-R", path])
        return
    bus = QDBusConnection.sessionBus()
    if bus.isConnected():
        call = QDBusMessage.createMethodCall(
            "org.freedesktop.FileManager1",
            "/org/freedesktop/FileManager1",
            "org.freedesktop.FileManager1",
            "ShowItems",
        )
        call.setArguments([["file://" + quote(os.fsencode(path))], ""])
        # Sent and not waited for: a file window that does not answer must not hold this one up.
        if bus.send(call):
            return
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(PurePath(path).parent)))
