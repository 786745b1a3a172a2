"""A setting that is a list of folders: added by a dialog, taken out one by one."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from momentry_desk.core.setting_fields import SettingField, SettingValue
from momentry_desk.ui.chosen_folders import ChosenFolders, Usual
from momentry_desk.ui.file_dialogs import dress
from momentry_desk.ui.setting_editors import Editor

_HEIGHT = 96
_PURPOSE = "library"


class FolderList(Editor):
    """Nothing of the folders themselves is touched."""

    chosen = Signal(str)

    def __init__(self, field: SettingField, parent: QWidget | None = None) -> None:
        super().__init__(field, parent)
        self._folders = ChosenFolders(None)
        self.list = QListWidget()
        self.list.setObjectName("field")
        self.list.setFixedHeight(_HEIGHT)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.add = QPushButton()
        self.add.clicked.connect(self._ask)
        self.remove = QPushButton()
        self.remove.clicked.connect(self._remove)
        self.list.currentRowChanged.connect(lambda row: self.remove.setEnabled(row >= 0))
        buttons = QHBoxLayout()
        buttons.addWidget(self.add)
        buttons.addWidget(self.remove)
        buttons.addStretch(1)
        column = QVBoxLayout()
        column.setSpacing(8)
        column.addWidget(self.list)
        column.addLayout(buttons)
        self._row.addLayout(column, 1)
        self.remove.setEnabled(False)

    @property
    def focus_widget(self) -> QWidget:
        return self.list

    def show_value(self, value: SettingValue | None) -> None:
        self.list.clear()
        self.list.addItems(list(value) if isinstance(value, tuple) else [])
        self.remove.setEnabled(False)

    def retranslate(self) -> None:
        super().retranslate()
        self.add.setText(self.tr("Add a folder…"))
        self.remove.setText(self.tr("Take out"))
        self.add.setAccessibleDescription(self.words.label)
        self.remove.setAccessibleDescription(self.words.label)

    def folders(self) -> tuple[str, ...]:
        return tuple(self.list.item(row).text() for row in range(self.list.count()))

    def take(self, folder: str) -> None:
        """Put one more in."""
        if folder and folder not in self.folders():
            self.changed.emit((*self.folders(), folder))

    def _ask(self) -> None:
        dialog = QFileDialog(self, self.add.text(), self._folders.start(_PURPOSE, Usual.MoviesLocation))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(lambda folder: self._folders.keep(_PURPOSE, folder))
        dialog.fileSelected.connect(self.take)
        dress(dialog)
        dialog.open()

    def _remove(self) -> None:
        gone = self.list.currentRow()
        self.changed.emit(tuple(folder for row, folder in enumerate(self.folders()) if row != gone))
