"""The dialog of watched folders: which there are, how each stands, and what of it is taken."""

import asyncio
import os
from collections.abc import Coroutine
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from momentry_desk.core.model import BUILTIN_PROCESSORS
from momentry_desk.core.paths import readable
from momentry_desk.core.snapshot import QueueSnapshot
from momentry_desk.core.watching import WatchedFolder, WatchedState, WatchStanding
from momentry_desk.ui import words
from momentry_desk.ui.chosen_folders import ChosenFolders, Usual
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.file_dialogs import dress

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine

translate = QCoreApplication.translate


def standing(state: WatchedState) -> str:
    """How a watch stands, in a few words."""
    coming, arrived = state.coming, state.arrived
    match state.standing:
        case WatchStanding.BEGINNING:
            return translate("WatchFolders", "Being looked at for the first time")
        case WatchStanding.MISSING:
            return translate("WatchFolders", "Not connected; watched again once it is")
        case WatchStanding.SILENT:
            return translate("WatchFolders", "The drive does not answer; tried again soon")
        case WatchStanding.UNREADABLE:
            return translate("WatchFolders", "Cannot be read; check your permissions for it")
        case WatchStanding.WATCHING:
            if coming:
                return translate("WatchFolders", "%n file(s) on the way", "", coming)
            if arrived:
                return translate("WatchFolders", "Watched · %n came in", "", arrived)
            return translate("WatchFolders", "Watched")


_PURPOSE = "watch"


def _is_empty(folder: str) -> bool:
    """Whether nothing lies in it. Read here and now: the dialog in which it was chosen has just shown it."""
    try:
        with os.scandir(folder) as entries:
            return next(entries, None) is None
    except OSError:
        return False


def _patterns(text: str) -> tuple[str, ...]:
    return tuple(part for part in (one.strip() for one in text.replace(";", ",").split(",")) if part)


class WatchFolders(QDialog):
    """Opened with `open`; deletes itself when closed. What is changed holds at once."""

    def __init__(self, engine: "Engine", errands: Errands, folders: ChosenFolders, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(680, 430)
        self._engine = engine
        self._errands = errands
        self._folders = folders
        self._states: tuple[WatchedState, ...] = ()
        self._filling = False
        self._shown = ""
        self._about = QLabel()
        self._about.setWordWrap(True)
        self._about.setProperty("role", "mute")
        self.list = QTreeWidget()
        self.list.setColumnCount(2)
        self.list.setRootIsDecorated(False)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.list.header().setStretchLastSection(False)
        self.list.currentItemChanged.connect(lambda *_: self._show_chosen())
        self.none_yet = QLabel()
        self.none_yet.setWordWrap(True)
        self.none_yet.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.none_yet.setProperty("role", "mute")
        QVBoxLayout(self.list.viewport()).addWidget(self.none_yet)
        self.include = QLineEdit()
        self.exclude = QLineEdit()
        self.subfolders = QCheckBox()
        self.processors = {name: QCheckBox() for name in BUILTIN_PROCESSORS}
        for edit in (self.include, self.exclude):
            edit.editingFinished.connect(self._change)
        for box in (self.subfolders, *self.processors.values()):
            box.clicked.connect(self._change)
        kinds = QHBoxLayout()
        for box in self.processors.values():
            kinds.addWidget(box)
        kinds.addStretch(1)
        self._labels = [QLabel() for _ in range(3)]
        form = QFormLayout()
        form.addRow(self._labels[0], self.include)
        form.addRow(self._labels[1], self.exclude)
        form.addRow(self._labels[2], kinds)
        form.addRow("", self.subfolders)
        self.add = QPushButton()
        self.add.clicked.connect(self.ask_for_folder)
        self.remove = QPushButton()
        self.remove.clicked.connect(self._remove)
        buttons = QDialogButtonBox()
        buttons.addButton(self.add, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.remove, QDialogButtonBox.ButtonRole.ActionRole)
        self._close = buttons.addButton("", QDialogButtonBox.ButtonRole.RejectRole)
        self._close.setDefault(True)
        buttons.rejected.connect(self.close)
        layout = QVBoxLayout(self)
        layout.addWidget(self._about)
        layout.addWidget(self.list, 1)
        layout.addLayout(form)
        layout.addWidget(buttons)
        self._retranslate()
        engine.snapshot_changed.connect(self._take_snapshot)
        self._take_snapshot(engine.snapshot())
        self._show_chosen()

    def _take_snapshot(self, snapshot: QueueSnapshot) -> None:
        if snapshot.watched == self._states and self.list.topLevelItemCount() == len(self._states):
            return
        chosen = self._chosen()
        self._states = snapshot.watched
        self.none_yet.setVisible(not self._states)
        self._filling = True
        self.list.clear()
        for state in self._states:
            item = QTreeWidgetItem([readable(state.watched.folder), standing(state)])
            item.setToolTip(0, readable(state.watched.folder))
            item.setData(0, Qt.ItemDataRole.UserRole, state.watched.folder)
            self.list.addTopLevelItem(item)
            if chosen is not None and state.watched.folder == chosen.folder:
                self.list.setCurrentItem(item)
        last = self.list.topLevelItem(len(self._states) - 1)
        if self.list.currentItem() is None and last is not None:
            self.list.setCurrentItem(last)
        self._filling = False
        if chosen != self._chosen() or not self._states:
            self._show_chosen()

    def _chosen(self) -> WatchedFolder | None:
        item = self.list.currentItem()
        folder = item.data(0, Qt.ItemDataRole.UserRole) if item is not None else None
        return next((state.watched for state in self._states if state.watched.folder == folder), None)

    def _show_chosen(self) -> None:
        if self._filling:
            return
        chosen = self._chosen()
        for part in (self.include, self.exclude, self.subfolders, self.remove, *self.processors.values()):
            part.setEnabled(chosen is not None)
            part.setToolTip("" if chosen is not None else self.tr("Choose a folder of the list first."))
        shown = chosen or WatchedFolder("")
        other, self._shown = self._shown != shown.folder, shown.folder
        for edit, patterns in ((self.include, shown.include), (self.exclude, shown.exclude)):
            # Not over what is being typed: the word of the change before comes meanwhile.
            if other or not edit.isModified():
                edit.setText(", ".join(patterns))
        self.subfolders.setChecked(shown.subfolders)
        taken = shown.processors or self._engine.snapshot().settings.processors.default
        for name, box in self.processors.items():
            box.setChecked(name in taken)

    def _change(self) -> None:
        chosen = self._chosen()
        if chosen is None:
            return
        taken = tuple(name for name, box in self.processors.items() if box.isChecked())
        as_set = set(taken) == set(self._engine.snapshot().settings.processors.default)
        changed = msgspec.structs.replace(
            chosen,
            include=_patterns(self.include.text()),
            exclude=_patterns(self.exclude.text()),
            subfolders=self.subfolders.isChecked(),
            processors=() if as_set else taken,
        )
        for edit in (self.include, self.exclude):
            if not edit.hasFocus():
                edit.setModified(False)
        if changed != chosen:
            self._begin(self._watch(changed, existing=False))

    def _remove(self) -> None:
        chosen = self._chosen()
        if chosen is not None:
            self._begin(self._unwatch(chosen.folder))

    def ask_for_folder(self) -> None:
        """Ask which folder is to be watched, then what is to become of what lies in it already."""
        start = self._folders.start(_PURPOSE, Usual.MoviesLocation)
        dialog = QFileDialog(self, self.tr("Watch a folder"), start)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(lambda folder: self._folders.keep(_PURPOSE, folder))
        dialog.fileSelected.connect(self.ask_how)
        dress(dialog)
        dialog.open()

    def ask_how(self, folder: str) -> None:
        """Ask whether what lies in `folder` is scanned too, where something does, and watch it."""
        if _is_empty(folder):
            # Whatever is found there at the first look has come since.
            self._begin(self._watch(WatchedFolder(folder), existing=True))
            return
        question = QMessageBox(self)
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        question.setIcon(QMessageBox.Icon.NoIcon)
        question.setWindowTitle(self.tr("Watch a folder"))
        question.setText(self.tr("Scan the videos that are in this folder already, too?"))
        later = self.tr("Videos that arrive later are scanned in any case.")
        question.setInformativeText(f"{readable(folder)}\n\n{later}")
        new = question.addButton(self.tr("New ones only"), QMessageBox.ButtonRole.AcceptRole)
        all_ = question.addButton(self.tr("Scan them too"), QMessageBox.ButtonRole.AcceptRole)
        question.addButton(self.tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        question.setDefaultButton(new)
        new.clicked.connect(lambda: self._begin(self._watch(WatchedFolder(folder), existing=False)))
        all_.clicked.connect(lambda: self._begin(self._watch(WatchedFolder(folder), existing=True)))
        question.open()

    def _begin(self, errand: Coroutine[object, object, None]) -> None:
        self._errands.begin(errand)

    async def _watch(self, watched: WatchedFolder, *, existing: bool) -> None:
        await asyncio.wrap_future(self._engine.arrivals.watch(watched, existing=existing))

    async def _unwatch(self, folder: str) -> None:
        await asyncio.wrap_future(self._engine.arrivals.unwatch(folder))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._retranslate()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Watched folders"))
        self._about.setText(
            self.tr(
                "A video that you put into one of these folders is scanned by itself, once it is copied whole.\n"
                "What arrives while the program is closed is scanned when it is open again."
            )
        )
        self.list.setHeaderLabels([self.tr("Folder"), self.tr("Status")])
        self.none_yet.setText(self.tr("No folder is watched yet. Choose one with “Watch a folder…”."))
        self.list.setAccessibleName(self.tr("Watched folders"))
        self._labels[0].setText(self.tr("Only these"))
        self._labels[1].setText(self.tr("Leave out"))
        self._labels[2].setText(self.tr("Look for"))
        self.include.setPlaceholderText(self.tr("all videos; or patterns such as *.mov, A-cam/*"))
        self.exclude.setPlaceholderText(self.tr("patterns such as *_proxy.*, proxies/*"))
        self.include.setAccessibleName(self.tr("Patterns of what is taken"))
        self.exclude.setAccessibleName(self.tr("Patterns of what is left out"))
        self.subfolders.setText(self.tr("Folders inside it too"))
        for name, box in self.processors.items():
            box.setText(words.processor(name))
        self.add.setText(self.tr("Watch a folder…"))
        self.remove.setText(self.tr("Stop watching"))
        self._close.setText(self.tr("Close"))
