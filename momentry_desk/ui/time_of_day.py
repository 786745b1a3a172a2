"""A field for a time of the day, written as people write one: "22:00", "2200", "4", "10 pm"."""

import re
import unicodedata

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QMouseEvent
from PySide6.QtWidgets import QLineEdit, QWidget

_WRITTEN = re.compile(r"(\d{1,2})(?:\s*[:.,h点时時]\s*(\d{2})?分?|(\d{2}))?\s*(?:([ap])\.?m\.?)?")
_NOON = 12
_MIDNIGHT = 24


def read_time(text: str) -> str | None:
    """The time as "HH:MM", None where it cannot be told which is meant. "24:00" is midnight, as "00:00" is."""
    plain = unicodedata.normalize("NFKC", text).strip().lower()
    written = _WRITTEN.fullmatch(plain)
    if written is None:
        return None
    hour, minute = int(written[1]), int(written[2] or written[3] or 0)
    if written[4]:
        if not 1 <= hour <= _NOON:
            return None
        hour = hour % _NOON + (_NOON if written[4] == "p" else 0)
    if hour == _MIDNIGHT and minute == 0:
        hour = 0
    return f"{hour:02}:{minute:02}" if hour < _MIDNIGHT and minute < 60 else None


class TimeOfDay(QLineEdit):
    """A click into it or Tab chooses all of it, so that typing writes it anew; a second click sets the cursor."""

    def __init__(self, value: str, parent: QWidget | None = None) -> None:
        super().__init__(value, parent)
        self._choose_all = False
        self.setMaxLength(12)
        self.setFixedWidth(self.fontMetrics().horizontalAdvance("00:00 pm") + 24)
        self.setPlaceholderText("22:00")
        self.editingFinished.connect(self._tidy)

    def value(self) -> str | None:
        """ "HH:MM", None where what is written is no time."""
        return read_time(self.text())

    def _tidy(self) -> None:
        value = self.value()
        if value is not None:
            self.setText(value)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._choose_all = event.reason() is Qt.FocusReason.MouseFocusReason

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if self._choose_all and not self.hasSelectedText():
            self.selectAll()
        self._choose_all = False
