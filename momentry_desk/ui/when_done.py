"""What comes when all is done: the choice in the menu, and the countdown before it, which anybody can stop."""

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMessageBox, QWidget

from momentry_desk.core.schedule import WhenDone
from momentry_desk.core.snapshot import EndOfWork, QueueSnapshot
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.notices import Notice

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine

translate = QCoreApplication.translate

_TICK_MS = 500
_KEYS = {WhenDone.NOTHING: "Ctrl+Alt+N", WhenDone.SLEEP: "Ctrl+Alt+S", WhenDone.QUIT: "Ctrl+Alt+Q"}


def choice(what: WhenDone) -> str:
    match what:
        case WhenDone.NOTHING:
            return translate("WhenDone", "Do nothing")
        case WhenDone.SLEEP:
            return translate("WhenDone", "Sleep")
        case WhenDone.QUIT:
            return translate("WhenDone", "Quit")


class WhenDoneMenu(QMenu):
    """One entry for each; follows the snapshot and shows the countdown. `tell` takes what went wrong."""

    def __init__(
        self, engine: "Engine", errands: Errands, tell: Callable[[list[Notice]], None], window: QWidget
    ) -> None:
        super().__init__(window)
        self._engine = engine
        self._errands = errands
        self._tell = tell
        self._window = window
        self._end = EndOfWork()
        self.question: QMessageBox | None = None
        self._group = QActionGroup(self)
        self.choices = {what: self._choice(what) for what in WhenDone}
        self._ticking = QTimer(self)
        self._ticking.setInterval(_TICK_MS)
        self._ticking.timeout.connect(self._count)
        self._fill()

    def _choice(self, what: WhenDone) -> QAction:
        made = QAction(self._group)
        made.setCheckable(True)
        made.setShortcut(QKeySequence(_KEYS[what]))
        self._window.addAction(made)
        made.triggered.connect(lambda: self._choose(what))
        self.addAction(made)
        return made

    def show_snapshot(self, snapshot: QueueSnapshot) -> None:
        """Follow the queue."""
        before, self._end = self._end, snapshot.end
        if before == self._end:
            return
        if self._end.problem and self._end.problem != before.problem:
            self._tell([Notice("", "", self._end.problem)])
        if self._end.at is not None and self.question is None:
            self._ask()
        elif self._end.at is None:
            self.stop()
        self._fill()

    def stop(self) -> None:
        """Take the countdown from the screen; it goes on in the engine, if it does."""
        if self.question is not None:
            self.question.close()

    def _ask(self) -> None:
        self.question = box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.NoIcon)
        box.setWindowTitle(self.tr("Done"))
        stay = box.addButton(self.tr("Not now"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(stay)
        box.setEscapeButton(stay)
        stay.clicked.connect(lambda: self._choose(WhenDone.NOTHING))
        box.finished.connect(self._forget)
        self._count()
        self._ticking.start()
        box.open()

    def _forget(self) -> None:
        self._ticking.stop()
        question, self.question = self.question, None
        if question is not None:
            question.deleteLater()

    def _count(self) -> None:
        if self.question is None or self._end.at is None:
            return
        left = max(0, round(self._end.at - time.time()))
        text = (
            self.tr("All scans are done. The machine goes to sleep in {0} s.")
            if self._end.what is WhenDone.SLEEP
            else self.tr("All scans are done. The program quits in {0} s.")
        )
        self.question.setText(text.format(left))

    def _choose(self, what: WhenDone) -> None:
        self._errands.begin(self._set(what))

    async def _set(self, what: WhenDone) -> None:
        await asyncio.wrap_future(self._engine.hours.when_done(what))

    def _fill(self) -> None:
        self.setTitle(self.tr("When done"))
        for what, action in self.choices.items():
            action.setText(choice(what))
            action.setChecked(self._end.what is what)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()
