"""Icons from `resources/icons`, tinted with a token of the theme, sharp at every scale."""

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from momentry_desk.core.bundle import RESOURCES

_SCALES = (1.0, 1.5, 2.0, 3.0)


def pixmap(name: str, colour: QColor | str, px: int, scale: float) -> QPixmap:
    """The icon drawn in one colour, `px` wide and high at a device pixel ratio of `scale`."""
    source = (RESOURCES / "icons" / f"{name}.svg").read_bytes()
    drawn = QSvgRenderer(QByteArray(source.replace(b"currentColor", QColor(colour).name().encode())))
    made = QPixmap(QSize(round(px * scale), round(px * scale)))
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    drawn.render(painter, QRectF(0, 0, made.width(), made.height()))
    painter.end()
    made.setDevicePixelRatio(scale)
    return made


def icon(name: str, colour: QColor | str, px: int = 16) -> QIcon:
    """The icon in one colour, with a drawing for each usual display scale."""
    made = QIcon()
    for scale in _SCALES:
        made.addPixmap(pixmap(name, colour, px, scale))
    return made
