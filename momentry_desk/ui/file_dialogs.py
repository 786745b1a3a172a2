"""The dialogs for files: where one is saved, and how Qt's own dialog looks where the system has none."""

from pathlib import PurePath

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette
from PySide6.QtWidgets import QFileDialog, QHeaderView, QToolButton, QTreeView, QWidget

from momentry_desk.ui.chosen_folders import ChosenFolders

translate = QCoreApplication.translate

_SIZE = (820, 520)
_DRAWN_IN_BLACK = ("backButton", "forwardButton", "toParentButton")


def ask_where_to_save(
    owner: QWidget, title: str, name: str, folders: ChosenFolders, *, beside: str = ""
) -> QFileDialog:
    """A dialog that is to be opened: it offers `name` in the folder that was saved to last, at first in that of the
    file `beside`, and asks itself before it lets a file be replaced."""
    dialog = QFileDialog(owner, title, folders.start_saving(beside))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(PurePath(name).suffix.removeprefix("."))
    dialog.selectFile(name)
    dialog.fileSelected.connect(folders.keep_saved)
    dress(dialog)
    return dialog


def dress(dialog: QFileDialog) -> None:
    """Give Qt's own dialog room, columns that cut nothing, and arrows of the look's colour; the system's own dialog
    has no such parts."""
    files = dialog.findChild(QTreeView, "treeView")
    if isinstance(files, QTreeView):
        dialog.resize(*_SIZE)
        # These are not in Qt's own Chinese.
        dialog.setLabelText(QFileDialog.DialogLabel.LookIn, translate("FileDialog", "Folder:"))
        dialog.setLabelText(QFileDialog.DialogLabel.FileType, translate("FileDialog", "Type:"))
        for name in _DRAWN_IN_BLACK:
            button = dialog.findChild(QToolButton, name)
            if isinstance(button, QToolButton):
                button.setIcon(_in_colour(button.icon(), dialog.palette().color(QPalette.ColorRole.ButtonText)))
        files.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        head = files.header()
        head.setStretchLastSection(False)
        for column in range(head.count()):
            mode = QHeaderView.ResizeMode
            head.setSectionResizeMode(column, mode.ResizeToContents if column else mode.Stretch)


def _in_colour(drawn: QIcon, colour: QColor) -> QIcon:
    picture = drawn.pixmap(QSize(32, 32))
    painter = QPainter(picture)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(picture.rect(), colour)
    painter.end()
    return QIcon(picture)
