"""How the actions of a list's rows are made: greyed with the reason in its menus, and told of by their keys."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QWidget

Answer = TypeVar("Answer")
Page = TypeVar("Page", bound=QWidget)


class RowActions(QObject):
    """Actions over the rows that are selected in `owner`, which gets their shortcuts. `told` carries what a person
    should read.

    While a menu is open, `refresh` has greyed what does not apply. Outside of menus every action is awake, and
    looks at the selection of its moment when its key is pressed: to keep all in step with each change of a row
    would cost more than the rows.
    """

    told = Signal(str)

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._owner = owner
        self.all: list[QAction] = []

    def _action(self, run: Callable[[], object], *shortcuts: str) -> QAction:
        made = QAction(self._owner)
        made.triggered.connect(lambda: self._try(made, run))
        made.setShortcuts([QKeySequence(one) for one in shortcuts])
        made.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._put_keys(made)
        self.all.append(made)
        return made

    def _put_keys(self, action: QAction) -> None:
        self._owner.addAction(action)

    def _try(self, action: QAction, run: Callable[[], object]) -> None:
        self.refresh()
        why_not = "" if action.isEnabled() else action.toolTip()
        self.wake()
        if why_not:
            self.told.emit(why_not)
        else:
            run()

    def refresh(self) -> None:
        """Enable what applies to the selection, and say why the rest does not."""
        raise NotImplementedError

    def wake(self) -> None:
        """Let every action do again what applies to the selection of its moment."""
        for action in self.all:
            action.setEnabled(True)

    def _menu(self) -> QMenu:
        menu = QMenu(self._owner)
        menu.setToolTipsVisible(True)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.aboutToHide.connect(self.wake)
        return menu


class PageActions(RowActions, Generic[Page]):
    """Actions of a page that is made when it is first wanted: menus have them from the beginning, and the page puts
    their keys where they work. `reasons` says why they cannot be now, while the page is in front."""

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self.page: Page | None = None

    def _of_page(self, run: Callable[[Page], object], *shortcuts: str) -> QAction:
        return self._action(lambda: run(self.page) if self.page is not None else None, *shortcuts)

    def _put_keys(self, action: QAction) -> None:
        """The page does."""

    def refresh(self) -> None:
        self.name()
        in_front = self.page is not None and self.page.isVisible()
        reasons = self.reasons(self.page) if self.page is not None and in_front else {}
        for action in self.all:
            why_not = reasons.get(action, "") if in_front else self._elsewhere()
            allow(action, not why_not, why_not)

    def reasons(self, page: Page) -> Mapping[QAction, str]:
        """Why each action cannot be; those that can have the empty text or none."""
        raise NotImplementedError

    def _elsewhere(self) -> str:
        """What is said while another page is in front."""
        raise NotImplementedError

    def name(self) -> None:
        """Give each its words."""
        raise NotImplementedError


def allow(action: QAction, allowed: bool, why_not: str) -> None:
    """Enable it, or say in its tooltip why it cannot be."""
    action.setEnabled(allowed)
    action.setToolTip("" if allowed else why_not)


async def answered(answer: "Future[Answer]") -> None:
    """Wait for what was asked; its answer comes by other ways."""
    await asyncio.wrap_future(answer)


def copy_lines(lines: Sequence[str]) -> None:
    """Put them on the clipboard, if there are any."""
    if lines:
        QApplication.clipboard().setText("\n".join(lines))
