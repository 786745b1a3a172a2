"""What is said and written in a film, as rows by time: which is on at an instant, and where its words stand."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QObject, Qt

from momentry_desk.core.findings import Finding, SpeechSegment, TextLine, Word
from momentry_desk.core.moments import Hit
from momentry_desk.ui import words
from momentry_desk.ui.findings_views import kind_of
from momentry_desk.ui.rows_model import NOWHERE, AnyIndex

Line = SpeechSegment | TextLine

LINE_ROLE = int(Qt.ItemDataRole.UserRole)
#: A line stays the current one this long after its end, where no other follows. Seconds.
_LINGER_S = 1.0
#: Times of one instant that came different ways differ by less. Seconds.
_ROUNDED_S = 1e-3


class TranscriptModel(QAbstractListModel):
    """Spoken and written lines by time."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: tuple[Line, ...] = ()
        self._starts: list[float] = []

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.lines)

    def show_findings(self, findings: Sequence[Finding]) -> None:
        found = [one for one in findings if isinstance(one, SpeechSegment | TextLine)]
        ordered = tuple(sorted(found, key=lambda one: (one.start, one.end)))
        if ordered != self.lines:
            self.beginResetModel()
            self.lines = ordered
            self._starts = [line.start for line in ordered]
            self.endResetModel()

    def row_at(self, time_s: float) -> int | None:
        """The latest line that has begun and is not long over; where several are on, what is said comes first."""
        last = bisect_right(self._starts, time_s + 1e-4) - 1
        on = [
            row
            for row in range(last, max(-1, last - 20), -1)
            if time_s <= self.lines[row].end + (_LINGER_S if row == last else 0.0)
        ]
        return next((row for row in on if isinstance(self.lines[row], SpeechSegment)), on[0] if on else None)

    def row_of(self, hit: Hit) -> int | None:
        """The line that a hit is in: of its kind and instant, with what was asked for. A sign's lines are found as
        one, what is said sometimes with the next line."""
        kind = {"speech": SpeechSegment, "text": TextLine}.get(hit.kind)
        if kind is None:
            return None
        begin, end = hit.marks[0] if hit.marks else (0, len(hit.text))
        asked = hit.text[begin:end]
        on = [
            row
            for row, line in enumerate(self.lines)
            if isinstance(line, kind) and line.start - _ROUNDED_S <= hit.start <= line.end + _ROUNDED_S
        ]
        return next((row for row in on if asked in self.lines[row].text), on[0] if on else None)

    def data(self, index: AnyIndex, role: int = 0) -> Any:
        if not index.isValid() or index.row() >= len(self.lines):
            return None
        line = self.lines[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return words.line(line)
            case Qt.ItemDataRole.EditRole:
                return line.text.strip()
            case Qt.ItemDataRole.AccessibleTextRole:
                said = f"{words.clock(line.start)}, {kind_of(line)}: {words.line(line)}"
                return f"{said}, {words.edited()}" if is_edited(line) else said
            case Qt.ItemDataRole.ToolTipRole if is_edited(line):
                return self.tr("Written by hand. Its menu brings back what was heard.")
            case _:
                return line if role == LINE_ROLE else None

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        usual = super().flags(index)
        line = self.lines[index.row()] if index.isValid() and index.row() < len(self.lines) else None
        return usual | Qt.ItemFlag.ItemIsEditable if isinstance(line, SpeechSegment) else usual


def is_edited(line: Line) -> bool:
    """Whether a person wrote it."""
    return isinstance(line, SpeechSegment) and line.edited


def _places(line: Line) -> Iterator[tuple[Word, int, int]]:
    """Each word of a line with its place in the text as shown. Words and text come from different hands (a blank
    more, a sign less), so each is looked for behind the last."""
    if not isinstance(line, SpeechSegment):
        return
    shown, end = words.line(line), 0
    for word in line.words:
        bare = word.text.strip()
        begin = shown.find(bare, end) if bare else -1
        if begin >= 0:
            end = begin + len(bare)
            yield word, begin, end


def word_at(line: Line, character: int) -> float:
    """When the word is said that holds this character of the shown text; the line's start where words have no times
    of their own."""
    found = line.start
    for word, begin, _ in _places(line):
        if begin > character:
            break
        found = word.start
    return found


def spoken_word(line: Line, time_s: float) -> tuple[int, int] | None:
    """The place in the shown text of the word that is said at `time_s`."""
    return next(((begin, end) for word, begin, end in _places(line) if word.start <= time_s < word.end), None)
