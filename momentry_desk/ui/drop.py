"""What is dropped or pasted: the paths in it, and the sheet that answers a drag over the window."""

import os
import re
import sys
from collections.abc import Callable, Sequence
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QCoreApplication, QMimeData, QRectF, Qt, QUrl
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFileDialog, QWidget

from momentry_desk.core.media_names import MEDIA_EXTENSIONS
from momentry_desk.core.messages import Rejected
from momentry_desk.core.sentences import Said, say
from momentry_desk.ui.chosen_folders import ChosenFolders, Usual
from momentry_desk.ui.file_dialogs import dress
from momentry_desk.ui.icons import pixmap
from momentry_desk.ui.theme import Theme, text_font

#: Of the folder that is remembered.
_PURPOSE = "add"

#: A path in pasted text: from a root, a home, a drive letter or a share.
_PATH = re.compile(r"^(?:/|~/|[A-Za-z]:[\\/]|\\\\)")


def paths_in(mime: QMimeData | None) -> tuple[tuple[str, ...], tuple[Rejected, ...]]:
    """The local paths a drag or the clipboard carries, in order, and what is no local file. A clipboard
    may hold nothing at all: None."""
    if mime is None:
        return (), ()
    urls = mime.urls() if mime.hasUrls() else _urls_in(mime.text())
    paths: list[str] = []
    refused: list[Rejected] = []
    for url in urls:
        if url.isLocalFile():
            paths.append(_local_path(url))
        else:
            shown = url.toDisplayString()
            refused.append(Rejected(shown, "not_local", say(Said.NOT_LOCAL, path=shown)))
    return tuple(dict.fromkeys(paths)), tuple(refused)


def ask_for_paths(
    window: QWidget,
    mode: QFileDialog.FileMode,
    title: str,
    folders: ChosenFolders,
    take: Callable[[Sequence[str]], None],
) -> None:
    """Open the system's dialog for files or a folder; `take` gets what was chosen."""
    dialog = QFileDialog(window, title, folders.start(_PURPOSE, Usual.MoviesLocation))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setFileMode(mode)
    if mode is not QFileDialog.FileMode.Directory:
        # The sixty endings would be wider than the dialog.
        dialog.setOption(QFileDialog.Option.HideNameFilterDetails)
        dialog.setNameFilters([f"{_media_files()} ({_patterns()})", f"{_all_files()} (*)"])
    dialog.filesSelected.connect(lambda paths: folders.keep(_PURPOSE, paths[0]))
    dialog.filesSelected.connect(take)
    dress(dialog)
    dialog.open()


def _media_files() -> str:
    return QCoreApplication.translate("AddDialog", "Videos and sound")


def _all_files() -> str:
    return QCoreApplication.translate("AddDialog", "All files")


def _patterns() -> str:
    # Cameras write their endings in capitals.
    endings = sorted(MEDIA_EXTENSIONS)
    return " ".join(f"*.{one}" for ending in endings for one in (ending, ending.upper()))


def _local_path(url: QUrl) -> str:
    """The path as the file system has it: a name need not be UTF-8 everywhere, and Qt would mend what is not."""
    if sys.platform == "win32" or url.host():
        return url.toLocalFile()
    return os.fsdecode(unquote_to_bytes(url.path(QUrl.ComponentFormattingOption.FullyEncoded)))


def _urls_in(text: str) -> list[QUrl]:
    lines = (line.strip().strip("\"'") for line in text.splitlines())
    return [
        QUrl(line) if line.startswith("file:") else QUrl.fromLocalFile(line)
        for line in lines
        if line.startswith("file:") or _PATH.match(line)
    ]


class DropSheet(QWidget):
    """Lies over the whole window while something is dragged over it. The mouse goes through it."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._theme = theme
        self._window = window
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def cover(self) -> None:
        """Appear over all of the window."""
        self.setGeometry(self._window.rect())
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        t = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = t.blend("accent", "base", 0.12)
        veil.setAlphaF(0.93)
        painter.fillRect(self.rect(), veil)
        frame = QRectF(self.rect()).adjusted(16, 16, -16, -16)
        pen = QPen(t.colour("accent"), 2, Qt.PenStyle.CustomDashLine)
        pen.setDashPattern([4, 3])
        painter.setPen(pen)
        painter.drawRoundedRect(frame, 14, 14)
        middle = frame.center()
        drawn = pixmap("drop", t.accent, 48, self.devicePixelRatioF())
        painter.drawPixmap(round(middle.x() - 24), round(middle.y() - 64), drawn)
        painter.setPen(t.colour("text"))
        painter.setFont(text_font(self.font(), px=20, weight=QFont.Weight.DemiBold))
        line = QRectF(frame.left(), middle.y(), frame.width(), 30)
        painter.drawText(line, Qt.AlignmentFlag.AlignCenter, self.tr("Drop to scan"))
        painter.setPen(t.colour("mute"))
        painter.setFont(text_font(self.font()))
        painter.drawText(
            line.translated(0, 30),
            Qt.AlignmentFlag.AlignCenter,
            self.tr("Videos, sound files and whole folders. They stay where they are."),
        )
        painter.end()
