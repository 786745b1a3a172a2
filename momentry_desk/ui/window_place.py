"""Where the window stands and how large it is, kept until the next start.

Qt restores by what a frame is about as high as, before there is one: a window as high as the screen comes back a
few pixels lower and less wide. So what still fits where it was is put there as it was.
"""

from PySide6.QtCore import QPoint, QRect, QSettings, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow


def save(window: QMainWindow, state: QSettings) -> None:
    """Keep place, size, and whether it fills the screen."""
    state.setValue("window/geometry", window.saveGeometry())
    state.setValue("window/place", window.pos())
    state.setValue("window/size", window.size())


def restore(window: QMainWindow, state: QSettings) -> None:
    """Bring back what `save` kept, before the window is shown; on a screen that is there."""
    geometry = state.value("window/geometry")
    if geometry is not None:
        window.restoreGeometry(geometry)
    place, size = state.value("window/place"), state.value("window/size")
    if window.isMaximized() or window.isFullScreen() or not (isinstance(place, QPoint) and isinstance(size, QSize)):
        return
    wanted = QRect(place, size)
    if any(screen.availableGeometry().contains(wanted) for screen in QGuiApplication.screens()):
        window.move(place)
        window.resize(size)
