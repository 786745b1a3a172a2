"""Progress on the program's icon in the dock or task bar, where the system has a place for it."""

import os
import sys
from pathlib import Path

from PySide6.QtGui import QGuiApplication

#: What docks on Linux listen to (Unity's launcher API, which Ubuntu's dock, KDE's task bar and others speak).
_INTERFACE = "com.canonical.Unity.LauncherEntry"
_PATH = "/com/canonical/unity/launcherentry/1"


def show_progress(fraction: float | None, waiting: int) -> None:
    """How much is done, from 0 to 1 (None: nothing to do), and how many tasks are left. Waits for nobody."""
    if sys.platform.startswith("linux"):
        _tell_docks(fraction, waiting)
    else:
        QGuiApplication.setBadgeNumber(waiting)  # type: ignore[attr-defined, unused-ignore]


def _tell_docks(fraction: float | None, waiting: int) -> None:
    # Where there is no bus, asking for it would start one.
    if "DBUS_SESSION_BUS_ADDRESS" not in os.environ and not Path(f"/run/user/{os.getuid()}/bus").exists():
        return
    from PySide6.QtDBus import QDBusConnection, QDBusMessage

    bus = QDBusConnection.sessionBus()
    if not bus.isConnected():
        return
    told = QDBusMessage.createSignal(_PATH, _INTERFACE, "Update")
    told.setArguments(
        [
            f"application://{QGuiApplication.desktopFileName()}.desktop",
            {
                "progress": fraction or 0.0,
                "progress-visible": fraction is not None,
                "count": waiting,
                "count-visible": waiting > 0,
            },
        ]
    )
    bus.send(told)
