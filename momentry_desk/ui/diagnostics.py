"""Help > Save diagnostics: says what goes into the file, asks where to, and has it written."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from momentry_desk.ui.chosen_folders import ChosenFolders
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.file_dialogs import ask_where_to_save

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine

translate = QCoreApplication.translate


def save_diagnostics(
    window: QWidget, engine: "Engine", errands: Errands, folders: ChosenFolders, tell: Callable[[str], None]
) -> None:
    """Open the question; `tell` gets the sentence about what was written."""
    question = QMessageBox(window)
    question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    question.setIcon(QMessageBox.Icon.NoIcon)
    question.setWindowTitle(translate("Diagnostics", "Save diagnostics"))
    question.setText(translate("Diagnostics", "Save a file that helps to find out what went wrong?"))
    question.setInformativeText(
        translate(
            "Diagnostics",
            "The file holds logs (with the names of your files), versions and settings: no pictures, no faces, no "
            "transcripts, no passwords. Nothing is sent anywhere.",
        )
    )
    where = question.addButton(translate("Diagnostics", "Save as…"), QMessageBox.ButtonRole.AcceptRole)
    question.addButton(translate("Diagnostics", "Cancel"), QMessageBox.ButtonRole.RejectRole)
    question.setDefaultButton(where)

    async def write(target: str) -> None:
        await asyncio.wrap_future(engine.about.save_diagnostics(Path(target)))
        tell(translate("Diagnostics", "Saved: {0}").format(target))

    def ask_where() -> None:
        name = f"momentry-desk-{time.strftime('%Y-%m-%d')}.zip"
        dialog = ask_where_to_save(window, translate("Diagnostics", "Save diagnostics"), name, folders)
        dialog.fileSelected.connect(lambda target: errands.begin(write(target)))
        dialog.open()

    where.clicked.connect(ask_where)
    question.open()
