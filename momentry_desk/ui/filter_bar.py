"""The filter over the queue: a box for the name, and a button each for status, processor and priority."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QToolButton, QWidget

from momentry_desk.core.model import Priority, TaskStatus
from momentry_desk.ui import words
from momentry_desk.ui.queue_filter import FilterCounts, QueueFilter

Choice = TypeVar("Choice")

#: Typing on within this time asks only once.
_TYPED_MS = 120
#: Below this width processors and priority are chosen in the menu bar's place of wider windows: they are not shown.
_BOTH_FROM = 430


class FilterBox(QLineEdit):
    """Escape empties it, and then leaves it: `left`."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            if self.text():
                self.clear()
            else:
                self.left.emit()
            event.accept()
            return
        super().keyPressEvent(event)


class ChoiceButton(QToolButton):
    """A menu of which any number can be ticked. `changed` comes with each tick."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chip")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._menu = QMenu(self)
        self.setMenu(self._menu)
        self._actions: dict[object, QAction] = {}
        self.about_to_open = self._menu.aboutToShow

    def offer(self, counts: Mapping[Choice, int], name: Callable[[Choice], str]) -> None:
        """Fill the menu; what was ticked stays ticked."""
        for choice, count in counts.items():
            action = self._actions.get(choice)
            if action is None:
                action = self._actions[choice] = QAction(self._menu)
                action.setCheckable(True)
                action.toggled.connect(self.changed)
                self._menu.addAction(action)
            action.setText(f"{name(choice)}\t{words.number(count)}")

    def chosen(self) -> list[object]:
        return [choice for choice, action in self._actions.items() if action.isChecked()]

    def clear(self) -> None:
        """Untick everything, without a word."""
        for action in self._actions.values():
            action.blockSignals(True)
            action.setChecked(False)
            action.blockSignals(False)

    def say(self, title: str, names: list[str]) -> None:
        """The title, or what is chosen."""
        self.setText(
            f"{title} ▾" if not names else words.listed(names) if len(names) < 3 else f"{title} · {len(names)}"
        )
        mark = bool(names)
        if self.property("chosen") is not mark:
            self.setProperty("chosen", mark)
            self.style().unpolish(self)
            self.style().polish(self)


class FilterBar(QWidget):
    """`changed` carries the `QueueFilter` asked for. `counts` is asked when a menu opens."""

    changed = Signal(object)
    left = Signal()

    def __init__(self, counts: Callable[[], FilterCounts], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counts = counts
        self.box = FilterBox()
        self.box.setObjectName("filterBox")
        self.box.setClearButtonEnabled(True)
        self.box.setMinimumWidth(90)
        self.statuses, self.processors, self.priorities = ChoiceButton(), ChoiceButton(), ChoiceButton()
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_TYPED_MS)
        self._typing.timeout.connect(self._tell)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.box, 1)
        for button in (self.statuses, self.processors, self.priorities):
            layout.addWidget(button)
            button.about_to_open.connect(self._offer)
            button.changed.connect(self._tell)
        self.box.textChanged.connect(lambda: self._typing.start())
        self.box.left.connect(self.left)
        self._retranslate()

    def begin(self) -> None:
        """Ready to be typed into."""
        self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.box.selectAll()

    def asked(self) -> QueueFilter:
        return QueueFilter(
            self.box.text(),
            frozenset(one for one in self.statuses.chosen() if isinstance(one, TaskStatus)),
            frozenset(one for one in self.processors.chosen() if isinstance(one, str)),
            frozenset(one for one in self.priorities.chosen() if isinstance(one, Priority)),
        )

    def clear(self) -> None:
        """Show everything again."""
        for button in (self.statuses, self.processors, self.priorities):
            button.clear()
        self.box.clear()
        self._tell()

    def stop(self) -> None:
        self._typing.stop()

    def _tell(self) -> None:
        self._typing.stop()
        self._say()
        self.changed.emit(self.asked())

    def _offer(self) -> None:
        counts = self._counts()
        self.statuses.offer(counts.statuses, words.status)
        self.processors.offer(counts.processors, words.processor)
        self.priorities.offer(counts.priorities, words.priority)

    def _say(self) -> None:
        asked = self.asked()
        self.statuses.say(self.tr("Status"), [words.status(one) for one in TaskStatus if one in asked.statuses])
        self.processors.say(self.tr("Processors"), [words.processor(one) for one in sorted(asked.processors)])
        self.priorities.say(
            self.tr("Priority"), [words.priority(one) for one in Priority if one in asked.priorities]
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        asked = self.asked()
        wide = self.width() >= _BOTH_FROM
        self.processors.setVisible(wide or bool(asked.processors))
        self.priorities.setVisible(wide or bool(asked.priorities))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._retranslate()

    def _retranslate(self) -> None:
        self.box.setPlaceholderText(self.tr("Filter by name"))
        self.box.setAccessibleName(self.tr("Filter the queue by name"))
        self._offer()
        self._say()
