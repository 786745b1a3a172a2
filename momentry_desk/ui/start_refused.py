"""Says why the program cannot begin and, where the database is damaged, offers its newest backup."""

import asyncio
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget

from momentry_desk.engine.aside import aside
from momentry_desk.engine.errors import StartRefused
from momentry_desk.ui.sentences import in_words

translate = QCoreApplication.translate


async def explain(window: QWidget, error: Exception, restore: Callable[[], str]) -> None:
    """Return once the person has read it all. `restore` puts the newest good backup in the database's place and
    says what it did; it may take a while."""
    sentence = in_words(str(error))
    if not (isinstance(error, StartRefused) and error.restorable):
        await _ask(window, sentence)
        return
    wanted = translate("StartRefused", "Restore the newest backup")
    if await _ask(window, sentence, wanted) != wanted:
        return
    try:
        await asyncio.wrap_future(aside(restore))
    except StartRefused as refused:
        await _ask(window, in_words(str(refused)))
        return
    await _ask(
        window,
        translate(
            "StartRefused",
            "The newest good backup is in its place, or a new library where there was none. The damaged file was "
            "kept beside it. Start the program again.",
        ),
    )


async def _ask(window: QWidget, sentence: str, offer: str = "") -> str:
    """The text of the button that was chosen; empty where the box was closed."""
    read = asyncio.Event()
    box = QMessageBox(window)
    box.setIcon(QMessageBox.Icon.NoIcon)
    box.setWindowTitle(window.windowTitle())
    box.setText(sentence)
    close = box.addButton(translate("StartRefused", "Close"), QMessageBox.ButtonRole.RejectRole)
    offered: QPushButton | None = None
    if offer:
        offered = box.addButton(offer, QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(offered or close)
    box.finished.connect(read.set)
    box.open()
    await read.wait()
    chosen = box.clickedButton()
    box.deleteLater()
    return chosen.text() if chosen is not None else ""
