"""The dialog of the schedule: at which hours scans run."""

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from momentry_desk.core.schedule import DAYS, Day, Hours, ScheduleSettings
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.time_of_day import TimeOfDay

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine

_FIRST = Hours("22:00", "06:00")


class HoursRow(QWidget):
    """One range of hours: from, to, the days, and a button that removes it. `changed` comes with each change."""

    changed = Signal()

    def __init__(self, hours: Hours, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.begin, self.end = TimeOfDay(hours.begin), TimeOfDay(hours.end)
        for edit, name in ((self.begin, self.tr("From")), (self.end, self.tr("To"))):
            edit.setAccessibleName(name)
            edit.textChanged.connect(self.changed)
        self.days: dict[Day, QCheckBox] = {}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(QLabel(self.tr("From")))
        layout.addWidget(self.begin)
        layout.addWidget(QLabel(self.tr("To")))
        layout.addWidget(self.end)
        layout.addSpacing(8)
        for number, day in enumerate(DAYS, start=1):
            box = QCheckBox(QLocale().dayName(number, QLocale.FormatType.ShortFormat))
            box.setChecked(not hours.days or day in hours.days)
            box.clicked.connect(self.changed)
            self.days[day] = box
            layout.addWidget(box)
        layout.addStretch(1)
        self.remove = QPushButton(self.tr("Remove"))
        self.remove.setAutoDefault(False)
        layout.addWidget(self.remove)

    def hours(self) -> Hours | None:
        """What is set; None while `problem` says what is wrong with it."""
        begin, end = self.begin.value(), self.end.value()
        days = tuple(day for day, box in self.days.items() if box.isChecked())
        if begin is None or end is None or not days:
            return None
        return Hours(begin, end, () if len(days) == len(DAYS) else days)

    def problem(self) -> tuple[QWidget, str] | None:
        """Where something is wrong, and what."""
        for edit in (self.begin, self.end):
            if edit.value() is None:
                if not edit.text().strip():
                    return edit, self.tr("A time is missing. Write it like 22:00.")
                said = self.tr("“{0}” is not a time of the day. Write it like 22:00.")
                return edit, said.format(edit.text().strip())
        if not any(box.isChecked() for box in self.days.values()):
            return self.days[DAYS[0]], self.tr("Choose at least one day.")
        return None


class ScheduleDialog(QDialog):
    """Opened with `open`; deletes itself when closed. Takes effect when it is accepted."""

    def __init__(self, engine: "Engine", errands: Errands, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Schedule"))
        self._engine = engine
        self._errands = errands
        kept = engine.snapshot().settings.schedule
        self.enabled = QCheckBox(self.tr("Scan only at these hours"))
        self.enabled.setChecked(kept.enabled)
        self.rows: list[HoursRow] = []
        self._list = QVBoxLayout()
        self.add = QPushButton(self.tr("Add hours"))
        self.add.clicked.connect(lambda: self._add(_FIRST))
        # Return in a field saves.
        self.add.setAutoDefault(False)
        note = QLabel(self.tr("Hours that end before they begin last until the next day."))
        note.setProperty("role", "small")
        self.problem = QLabel()
        self.problem.setProperty("role", "bad")
        self.problem.setTextFormat(Qt.TextFormat.PlainText)
        self.problem.setWordWrap(True)
        self.problem.hide()
        self.finish = QCheckBox(self.tr("Let running scans finish when the hours end"))
        self.finish.setChecked(kept.finish_running)
        buttons = QDialogButtonBox()
        save = buttons.addButton(self.tr("Save"), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        save.setDefault(True)
        save.setProperty("filled", True)
        buttons.accepted.connect(self._save)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.enabled, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addLayout(self._list)
        layout.addWidget(self.problem)
        layout.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(note)
        layout.addWidget(self.finish, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addStretch(1)
        layout.addWidget(buttons)
        for hours in kept.hours or (_FIRST,):
            self._add(hours)
        self.enabled.toggled.connect(self._enable)
        self._enable()

    def _add(self, hours: Hours) -> None:
        row = HoursRow(hours)
        row.remove.clicked.connect(lambda: self._take_out(row))
        # What was said of it is out of date; what is being typed is not judged before it is whole.
        row.changed.connect(self.problem.hide)
        for edit in (row.begin, row.end):
            edit.editingFinished.connect(lambda: self._say(row.problem()))
        self.rows.append(row)
        self._list.addWidget(row)

    def _take_out(self, row: HoursRow) -> None:
        self.rows.remove(row)
        row.hide()
        row.deleteLater()
        self.problem.hide()

    def _enable(self) -> None:
        for part in (*self.rows, self.add, self.finish):
            part.setEnabled(self.enabled.isChecked())

    def _say(self, problem: tuple[QWidget, str] | None) -> None:
        said = problem[1] if problem is not None else ""
        self.problem.setText(said)
        self.problem.setVisible(bool(said))
        if problem is not None:
            problem[0].setAccessibleDescription(said)

    def _save(self) -> None:
        enabled = self.enabled.isChecked()
        wrong = (
            next((found for row in self.rows if (found := row.problem()) is not None), None) if enabled else None
        )
        if wrong is not None:
            self._say(wrong)
            wrong[0].setFocus(Qt.FocusReason.TabFocusReason)
            if isinstance(wrong[0], TimeOfDay):
                wrong[0].selectAll()
            return
        hours = tuple(one for row in self.rows if (one := row.hours()) is not None)
        schedule = ScheduleSettings(enabled and bool(hours), self.finish.isChecked(), hours)
        self._errands.begin(self._set(schedule))
        self.accept()

    async def _set(self, schedule: ScheduleSettings) -> None:
        await asyncio.wrap_future(self._engine.hours.set_schedule(schedule))
