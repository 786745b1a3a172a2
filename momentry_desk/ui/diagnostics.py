"""Help > Save diagnostics: says what goes into the file, asks where to, and has it written."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QLabel, QWidget

from momentry_desk.ui.errands import Errands

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine

translate = QCoreApplication.translate


def save_diagnostics(window: QWidget, engine: "Engine", errands: Errands, tell: Callable[[str], None]) -> None:
    """Open the question; `tell` gets the sentence about what was written."""
    home = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.HomeLocation)
    dialog = QFileDialog(window, translate("Diagnostics", "Save diagnostics"), home)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    # The system's own dialog has no room for the words below.
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix("zip")
    dialog.selectFile(f"momentry-desk-{time.strftime('%Y-%m-%d')}.zip")
    said = QLabel(
        translate(
            "Diagnostics",
            "The file holds logs (with the names of your files), versions and settings: no pictures, no faces, no "
            "transcripts, no passwords. Nothing is sent anywhere.",
        )
    )
    said.setWordWrap(True)
    layout = dialog.layout()
    if layout is not None:
        layout.addWidget(said)

    async def write(target: str) -> None:
        await asyncio.wrap_future(engine.about.save_diagnostics(Path(target)))
        tell(translate("Diagnostics", "Saved: {0}").format(target))

    dialog.fileSelected.connect(lambda target: errands.begin(write(target)))
    dialog.open()
