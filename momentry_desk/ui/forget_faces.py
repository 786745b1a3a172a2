"""Forgetting all faces: asked once more, done beside the window, and told of in numbers."""

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from momentry_desk.core.people import Forgotten
from momentry_desk.ui.errands import Errands

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine


translate = QCoreApplication.translate


class ForgetFaces(QObject):
    """`told` is a sentence on what goes on, and at the end on what was done."""

    told = Signal(str)

    def __init__(self, engine: "Engine", errands: Errands, parent: QWidget) -> None:
        super().__init__(parent)
        self._people = engine.people
        self._errands = errands
        self._window = parent

    def ask(self) -> None:
        """Ask once more, then do it."""
        question = QMessageBox(self._window)
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        question.setIcon(QMessageBox.Icon.NoIcon)
        question.setWindowTitle(self.tr("Forget all faces?"))
        question.setText(self.tr("All faces, persons and their names are removed for good."))
        question.setInformativeText(
            self.tr(
                "They are taken out of the backups, too, and nobody can bring them back. Your videos stay as they are. From then on videos are scanned without faces, until you say otherwise."  # noqa: E501
            )
        )
        forget = question.addButton(self.tr("Forget all faces"), QMessageBox.ButtonRole.DestructiveRole)
        keep = question.addButton(self.tr("Keep them"), QMessageBox.ButtonRole.RejectRole)
        question.setDefaultButton(keep)
        forget.clicked.connect(lambda: self._errands.begin(self._forget()))
        question.open()

    async def _forget(self) -> None:
        self.told.emit(self.tr("Forgetting all faces…"))
        self.told.emit(in_words(await asyncio.wrap_future(self._people.forget_faces())))


def in_words(told: Forgotten) -> str:
    """What was done, in the language of the window."""
    persons, backups = told.persons, len(told.cleaned)
    parts = [translate("ForgetFaces", "Forgotten: %n person(s), wherever they appear.", "", persons)]
    if backups:
        parts.append(translate("ForgetFaces", "Taken out of %n backup(s), too.", "", backups))
    if told.deleted:
        text = translate("ForgetFaces", "Deleted, as it could not be read: {0}")
        parts.append(text.format(", ".join(told.deleted)))
    if told.left:
        text = translate("ForgetFaces", "Could not be changed; delete it yourself: {0}")
        parts.append(text.format(", ".join(told.left)))
    return " ".join(parts)
