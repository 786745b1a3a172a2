"""Draws the program's icon from `resources/icons/window.svg` in the sizes and forms that the systems want."""

import os
import struct
from pathlib import Path

from installers.contents import ROOT

SOURCE = ROOT / "resources" / "icons" / "window.svg"


def png(size: int) -> bytes:
    """The icon as PNG, `size` pixels wide and high."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    _application = QGuiApplication.instance() or QGuiApplication([])
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(SOURCE.read_bytes())).render(painter)
    painter.end()
    written = QByteArray()
    buffer = QBuffer(written)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(written.data())


def write_ico(target: Path, sizes: tuple[int, ...] = (16, 24, 32, 48, 64, 128, 256)) -> None:
    """Windows' form: a directory of PNGs (Windows Vista and later read them)."""
    pictures = [png(size) for size in sizes]
    place = 6 + 16 * len(pictures)
    entries = b""
    for size, picture in zip(sizes, pictures, strict=True):
        side = size % 256  # 0 stands for 256
        entries += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(picture), place)
        place += len(picture)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(struct.pack("<HHH", 0, 1, len(pictures)) + entries + b"".join(pictures))


def write_icns(target: Path) -> None:
    """macOS's form: PNGs under the names that Apple gave the sizes (iconutil's list)."""
    kinds = ((b"icp4", 16), (b"icp5", 32), (b"ic07", 128), (b"ic08", 256), (b"ic09", 512), (b"ic10", 1024))
    parts = b""
    for kind, size in kinds:
        picture = png(size)
        parts += kind + struct.pack(">I", len(picture) + 8) + picture
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(b"icns" + struct.pack(">I", len(parts) + 8) + parts)
