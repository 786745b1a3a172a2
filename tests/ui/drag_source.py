"""Another program to drag from: a small window that offers the files of its command line."""

import sys

from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDrag, QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel


class Source(QLabel):
    """Starts a drag as soon as the mouse moves with its button down."""

    def __init__(self, paths: list[str]) -> None:
        super().__init__("drag me")
        self._paths = paths
        self._from: QPoint | None = None
        self.setWindowTitle("drag source")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._from = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._from is None or (event.position().toPoint() - self._from).manhattanLength() < 5:
            return
        self._from = None
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(path) for path in self._paths])
        drag = QDrag(self)
        drag.setMimeData(mime)
        drag.exec(Qt.DropAction.CopyAction)


if __name__ == "__main__":
    app = QApplication(sys.argv[:1])
    source = Source(sys.argv[1:])
    source.setGeometry(20, 40, 160, 90)
    source.show()
    app.exec()
