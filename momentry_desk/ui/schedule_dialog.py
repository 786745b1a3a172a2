"""The dialog of the schedule: at which hours scans run."""

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Qt, QTime
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QTimeEdit,
    QVBoxLayout,
    QWidget,
)

from momentry_desk.core.schedule import DAYS, Day, Hours, ScheduleSettings
from momentry_desk.ui.errands import Errands

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine

_FORMAT = "HH:mm"
_FIRST = Hours("22:00", "06:00")


class HoursRow(QWidget):
    """One range of hours: from, to, the days, and a button that removes it."""

    def __init__(self, hours: Hours, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.begin, self.end = QTimeEdit(), QTimeEdit()
        for edit, value, name in ((self.begin, hours.begin, self.tr("From")), (self.end, hours.end, self.tr("To"))):
            edit.setDisplayFormat(_FORMAT)
            edit.setTime(QTime.fromString(value, _FORMAT))
            edit.setAccessibleName(name)
            edit.lineEdit().setTextMargins(6, 0, 0, 0)
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
            self.days[day] = box
            layout.addWidget(box)
        layout.addStretch(1)
        self.remove = QPushButton(self.tr("Remove"))
        layout.addWidget(self.remove)

    def hours(self) -> Hours | None:
        """What is set; None where no day is."""
        days = tuple(day for day, box in self.days.items() if box.isChecked())
        if not days:
            return None
        begin, end = (edit.time().toString(_FORMAT) for edit in (self.begin, self.end))
        return Hours(begin, end, () if len(days) == len(DAYS) else days)


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
        note = QLabel(self.tr("Hours that end before they begin last until the next day."))
        note.setProperty("role", "small")
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
        self.rows.append(row)
        self._list.addWidget(row)

    def _take_out(self, row: HoursRow) -> None:
        self.rows.remove(row)
        row.hide()
        row.deleteLater()

    def _enable(self) -> None:
        for part in (*self.rows, self.add, self.finish):
            part.setEnabled(self.enabled.isChecked())

    def _save(self) -> None:
        hours = tuple(found for row in self.rows if (found := row.hours()) is not None)
        schedule = ScheduleSettings(self.enabled.isChecked() and bool(hours), self.finish.isChecked(), hours)
        self._errands.begin(self._set(schedule))
        self.accept()

    async def _set(self, schedule: ScheduleSettings) -> None:
        await asyncio.wrap_future(self._engine.hours.set_schedule(schedule))
