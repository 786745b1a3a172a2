"""What needs a person's attention, in one place: a quiet bar, and a list with each cause and next step."""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from momentry_desk.core.messages import Rejected
from momentry_desk.core.paths import name_of, readable
from momentry_desk.ui import words
from momentry_desk.ui.eliding_label import ElidingLabel
from momentry_desk.ui.rows_model import NOWHERE, AnyIndex
from momentry_desk.ui.sentences import in_words

#: The reason of the notice that the program broke; its subject is the report's path.
CRASH_REPORT = "crash_report"

#: The reason of the notice that the compiled translation, the subject, is missing or broken.
NO_TRANSLATION = "no_translation"

#: More than this nobody reads; the oldest go first.
_KEPT = 5000


@dataclass(frozen=True, slots=True)
class Notice:
    """`subject` is what it is about (a path, a setting, nothing); `reason` a code or ""; `message` a sentence."""

    subject: str
    reason: str
    message: str

    def sentence(self) -> str:
        return words.rejection(self.reason, self.message)

    def as_text(self) -> str:
        """What it is about and the sentence; of a report of a crash what it says, too."""
        lines = [readable(self.subject), self.sentence()]
        if self.reason == CRASH_REPORT:
            with contextlib.suppress(OSError):
                lines.append(Path(self.subject).read_text("utf-8", "replace"))
        return "\n".join(line for line in lines if line)


def _short(subject: str) -> str:
    """The file's name, where the subject is a path."""
    return name_of(subject) or readable(subject)


class Notices(QAbstractTableModel):
    """The notices, the latest first."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._notices: list[Notice] = []

    def __len__(self) -> int:
        return len(self._notices)

    def reject(self, rejected: Sequence[Rejected]) -> None:
        """Take in what could not be added."""
        self.take([Notice(one.path, one.reason, one.message) for one in rejected])

    def take(self, notices: Sequence[Notice]) -> None:
        """Take in what is not there already."""
        known = set(self._notices)
        fresh = [notice for notice in dict.fromkeys(notices) if notice not in known][:_KEPT]
        if fresh:
            self.beginResetModel()
            self._notices = [*fresh, *self._notices][:_KEPT]
            self.endResetModel()
            self.changed.emit()

    def take_out(self, rejected: Sequence[Rejected]) -> None:
        """Forget what another place tells of."""
        gone = {Notice(one.path, one.reason, one.message) for one in rejected}
        left = [notice for notice in self._notices if notice not in gone]
        if len(left) < len(self._notices):
            self.beginResetModel()
            self._notices = left
            self.endResetModel()
            self.changed.emit()

    def clear(self) -> None:
        self.beginResetModel()
        self._notices = []
        self.endResetModel()
        self.changed.emit()

    def as_text(self) -> str:
        """All of it, to be sent to somebody; a report of a crash with what it says."""
        return "\n\n".join(one.as_text() for one in self._notices)

    def first(self) -> Notice | None:
        return self._notices[0] if self._notices else None

    def all_rejected(self) -> bool:
        """Whether all are about what could not be added; only those carry a code."""
        return all(notice.reason for notice in self._notices)

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._notices)

    def columnCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else 2

    def data(self, index: AnyIndex, role: int = 0) -> Any:
        if not index.isValid() or index.row() >= len(self._notices):
            return None
        notice = self._notices[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return _short(notice.subject) if index.column() == 0 else notice.sentence()
        if role == Qt.ItemDataRole.ToolTipRole:
            return readable(notice.subject) if index.column() == 0 else in_words(notice.message)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self.tr("What") if section == 0 else self.tr("Why, and what to do")
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None


class NoticeBar(QWidget):
    """One line under the toolbar. Hidden while there is nothing, or after it was dismissed."""

    def __init__(self, notices: Notices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("noticeBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._notices = notices
        self._text = ElidingLabel()
        self._text.setProperty("role", "bad")
        self.details = QPushButton()
        self.details.setObjectName("link")
        self._dismiss = QPushButton()
        self._dismiss.setObjectName("link")
        self._dismiss.clicked.connect(notices.clear)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 4, 12, 4)
        layout.addWidget(self._text, 1)
        layout.addWidget(self.details)
        layout.addWidget(self._dismiss)
        notices.changed.connect(self._fill)
        self._fill()

    def _fill(self) -> None:
        count = len(self._notices)
        first = self._notices.first()
        self.details.setText(self.tr("Details"))
        self._dismiss.setText(self.tr("Dismiss"))
        self.setVisible(count > 0)
        if first is None:
            return
        name = _short(first.subject)
        if count == 1:
            text = f"✕ {name}: {first.sentence()}" if name else f"✕ {first.sentence()}"
        elif self._notices.all_rejected():
            text = "✕ " + self.tr("%n item(s) could not be taken in", "", count)
        else:
            text = "✕ " + self.tr("%n problem(s)", "", count)
        self._text.setText(text)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()


class NoticeList(QDialog):
    """All notices in a table. Opened with `open`, it deletes itself when closed."""

    def __init__(self, notices: Notices, parent: QWidget, title: str = "") -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title or self.tr("Problems"))
        self.resize(640, 320)
        table = QTableView()
        table.setModel(notices)
        table.setAccessibleName(self.windowTitle())
        table.setShowGrid(False)
        table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        table.verticalHeader().hide()
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        table.horizontalHeader().setStretchLastSection(True)
        table.horizontalHeader().setHighlightSections(False)
        table.setColumnWidth(0, 220)
        table.setTabKeyNavigation(False)
        self._notices = notices
        self.none = QLabel(self.tr("No problems. Scans that failed stand in the queue, each with its reason."))
        self.none.setWordWrap(True)
        self.none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.none.setProperty("role", "mute")
        QVBoxLayout(table.viewport()).addWidget(self.none)
        buttons = QDialogButtonBox()
        close = buttons.addButton(self.tr("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        copy = self._copy = buttons.addButton(self.tr("Copy all"), QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(lambda: QApplication.clipboard().setText(notices.as_text()))
        clear = self._clear = buttons.addButton(self.tr("Clear the list"), QDialogButtonBox.ButtonRole.ResetRole)
        clear.clicked.connect(notices.clear)
        clear.clicked.connect(self.close)
        close.setDefault(True)
        buttons.rejected.connect(self.close)
        layout = QVBoxLayout(self)
        layout.addWidget(table, 1)
        layout.addWidget(buttons)
        notices.changed.connect(self._say_whether_any)
        self._say_whether_any()

    def _say_whether_any(self) -> None:
        some = len(self._notices) > 0
        self.none.setVisible(not some)
        self._copy.setEnabled(some)
        self._clear.setEnabled(some)
