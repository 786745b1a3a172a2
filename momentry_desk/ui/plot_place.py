"""The place of a plot: quiet and empty until the plotting library is there, which comes after the window."""

import importlib
import sys
import threading
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

#: The colours of our share and of everybody else's: blue and amber stay apart for every kind of colour blindness.
OWN, FOREIGN = "accent", "warn"

_LIBRARY = "pyqtgraph"


class Load(NamedTuple):
    """Percent, ours and what all others use."""

    own: float
    foreign: float


class PlotPlace(QWidget):
    """Keeps the height, in pixels, that the plot will have."""

    def __init__(self, height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plotPlace")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(height)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)

    def put(self, plot: QWidget) -> None:
        """Show `plot` from now on."""
        # The place decides how large it is.
        plot.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        plot.setMinimumSize(1, 1)
        layout = self.layout()
        assert layout is not None
        layout.addWidget(plot)


class PlottingLibrary(QObject):
    """Imports it beside the event loop, which half a second of importing would hold up. `ready` comes once."""

    ready = Signal()
    _imported = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread: threading.Thread | None = None
        self._imported.connect(self._join, Qt.ConnectionType.QueuedConnection)

    def fetch(self) -> None:
        """Begin, if it has not begun yet."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._import, name="plotting library")
            self._thread.start()

    def wait(self) -> None:
        """Return once nothing is being imported any more."""
        if self._thread is not None:
            self._thread.join()

    def _import(self) -> None:
        if _LIBRARY not in sys.modules:
            importlib.import_module(_LIBRARY)
        self._imported.emit()

    def _join(self) -> None:
        self.wait()
        self.ready.emit()
