"""All that is known of one scan, in a window: how far, how fast, every try and its log, what it cost."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, Qt, QTimer, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFormLayout,
    QHeaderView,
    QLabel,
    QPlainTextEdit,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from momentry_desk.core.findings import FaceSighting, Finding, Scene, SpeechSegment, TextLine
from momentry_desk.core.model import Attempt, AttemptOutcome, TaskStatus
from momentry_desk.core.pages import TaskReport
from momentry_desk.core.paths import readable
from momentry_desk.core.snapshot import TaskRow
from momentry_desk.ui import failure_words, row_look, words
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.sentences import in_words

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine

translate = QCoreApplication.translate

_EVERY_MS = 1000
#: Findings are counted so far; a longer film has "more than" these.
_COUNTED = 1000
#: Columns of the tries that hold figures: how long it ran, memory, CPU.
_FIGURES = (2, 4, 5)
_ALIGNED = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class TaskReportWindow(QDialog):
    """Follows the scan while it is open, and deletes itself when closed. `gone` comes with its end."""

    gone = Signal()

    def __init__(
        self,
        engine: "Engine",
        errands: Errands,
        row: TaskRow,
        running_s: Callable[[TaskRow], float],
        duration_s: Callable[[str], float | None],
        parent: QWidget,
    ) -> None:
        """`running_s` answers how long a scan has been running, `duration_s` how long a video is."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Details of the scan"))
        self.resize(640, 520)
        self._engine = engine
        self._errands = errands
        self._task_id = row.task_id
        self._row = row
        self._running_s = running_s
        self._duration_s = duration_s
        self._attempts: tuple[Attempt, ...] = ()
        self._facts = QFormLayout()
        self._facts.setHorizontalSpacing(16)
        self._lines: dict[str, QLabel] = {}
        self.tries = QTableWidget(0, 6)
        self.tries.setHorizontalHeaderLabels(
            [
                self.tr("#"),
                self.tr("Began"),
                self.tr("Ran"),
                self.tr("Outcome"),
                self.tr("Memory"),
                self.tr("CPU"),
            ]
        )
        for column in range(self.tries.columnCount()):
            # A title stands over its figures or words.
            beside = _ALIGNED if column in _FIGURES else Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            title = self.tries.horizontalHeaderItem(column)
            if title is not None:
                title.setTextAlignment(beside)
        self.tries.verticalHeader().hide()
        self.tries.setShowGrid(False)
        self.tries.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.tries.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.tries.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.tries.setTabKeyNavigation(False)
        self.tries.setAccessibleName(self.tr("Tries"))
        self.tries.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.tries.horizontalHeader().setSectionResizeMode(3, QHeaderView.ResizeMode.Stretch)
        self.no_tries = QLabel()
        self.no_tries.hide()
        self.no_tries.setWordWrap(True)
        self.no_tries.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.no_tries.setProperty("role", "mute")
        QVBoxLayout(self.tries.viewport()).addWidget(self.no_tries)
        self.log = QPlainTextEdit()
        self.log.setReadOnly(True)
        self.log.setAccessibleName(self.tr("Reason and log"))
        self.log.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._tries_heading = _heading(self.tr("TRIES"))
        self._log_heading = _heading(self.tr("REASON AND LOG"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        layout.addLayout(self._facts)
        layout.addWidget(self._tries_heading)
        layout.addWidget(self.tries, 1)
        layout.addWidget(self._log_heading)
        layout.addWidget(self.log, 1)
        self.tries.itemSelectionChanged.connect(self._show_log)
        self._timer = QTimer(self)
        self._timer.setInterval(_EVERY_MS)
        self._timer.timeout.connect(self._ask)
        self._timer.start()
        self._say_row(row)
        self._show_log()
        self._ask()

    def _ask(self) -> None:
        self._errands.begin(self._fetch())

    async def _fetch(self) -> None:
        report = await asyncio.wrap_future(self._engine.task_report(self._task_id))
        if report is None:
            self._timer.stop()
            return
        page = await asyncio.wrap_future(self._engine.findings_page(report.row.file_uuid, limit=_COUNTED))
        self._show(report, page.findings, more=page.next_cursor is not None)

    def _show(self, report: TaskReport, findings: Sequence[Finding], *, more: bool) -> None:
        self._say_row(report.row)
        self._say(self.tr("Found so far"), _found(findings, more=more, ended=report.row.status.ended))
        self._say(self.tr("It took"), self._took(report.attempts))
        if report.attempts != self._attempts:
            self._attempts = report.attempts
            self._fill_tries()
        elif not report.attempts:
            self._show_log()
        self._say_whether_any()
        if report.row.status.ended:
            self._timer.stop()

    def _say_row(self, row: TaskRow) -> None:
        self._row = row
        self._say(self.tr("File"), readable(row.path) or row.file_name)
        self._say(self.tr("Status"), row_look.word(row))
        seconds, length = self._running_s(row), self._duration_s(row.file_uuid)
        lines = []
        for name in row.processors:
            share = row.fractions.get(name, 1.0 if row.progress == 100 else None)
            if share is None:
                lines.append(words.processor(name))
            elif length and seconds > 1 and share > 0:
                speed = QLocale().toString(share * length / seconds, "f", 1)
                lines.append(
                    self.tr("{0}: {1} %, {2} times as fast as it plays").format(
                        words.processor(name), round(share * 100), speed
                    )
                )
            else:
                lines.append(f"{words.processor(name)}: {share:.0%}")
        self._say(self.tr("Processors"), "\n".join(lines))
        self._say(self.tr("Retries used"), f"{row.retry_count} / {row.max_retries}")

    def _say_whether_any(self) -> None:
        status = self._row.status
        if status is TaskStatus.FAILED:
            said = self.tr("None: it failed before its first try began.")
        else:
            said = self.tr("None.") if status.ended else self.tr("None yet.")
        self.no_tries.setText(said)
        self.no_tries.setVisible(not self._attempts)

    def _took(self, attempts: Sequence[Attempt]) -> str:
        """Over all tries."""
        ran = sum(one.running_s for one in attempts)
        cpu = [one.cpu_s for one in attempts if one.cpu_s is not None]
        memory = [one.peak_memory for one in attempts if one.peak_memory is not None]
        parts = [self.tr("{0} of running time").format(words.clock(ran))] if ran else []
        if cpu:
            parts.append(self.tr("{0} s of CPU").format(QLocale().toString(sum(cpu), "f", 1)))
        if memory:
            parts.append(self.tr("{0} of memory at most").format(words.size(max(memory))))
        return " · ".join(parts)

    def _fill_tries(self) -> None:
        self.tries.setRowCount(len(self._attempts))
        for place, one in enumerate(self._attempts):
            began = QLocale().toString(_moment(one.started_at), QLocale.FormatType.ShortFormat)
            cells = (
                str(one.number),
                began,
                words.clock(one.running_s),
                outcome(one.outcome),
                "" if one.peak_memory is None else words.size(one.peak_memory),
                "" if one.cpu_s is None else f"{QLocale().toString(one.cpu_s, 'f', 1)} s",
            )
            for column, text in enumerate(cells):
                item = QTableWidgetItem(text)
                if column in _FIGURES:
                    item.setTextAlignment(_ALIGNED)
                self.tries.setItem(place, column, item)
        if self._attempts and not self.tries.selectedItems():
            self.tries.selectRow(len(self._attempts) - 1)
        self._show_log()

    def _show_log(self) -> None:
        place = self.tries.currentRow()
        text = self._of_try(self._attempts[place]) if 0 <= place < len(self._attempts) else self._of_scan()
        if text != self.log.toPlainText():
            self.log.setPlainText(text)

    def _of_try(self, one: Attempt) -> str:
        said = [in_words(one.message)] if one.message else []
        if one.log_tail:
            said.append(one.log_tail.strip())
        return "\n\n".join(said) or self._of_scan() or self.tr("There is nothing to tell of this one.")

    def _of_scan(self) -> str:
        """Why the scan as a whole failed, also where it never came to a try: the cause, the advice, the code."""
        row = self._row
        if row.status is not TaskStatus.FAILED:
            return ""
        said = failure_words.told(row)
        story = in_words(row.error_message) if row.error_message else ""
        code = self.tr("Code: {0}").format(row.failure_kind.value) if row.failure_kind is not None else ""
        return "\n\n".join(dict.fromkeys(filter(None, (said.cause, said.next_step, story, code))))

    def _say(self, title: str, text: str) -> None:
        label = self._lines.get(title)
        if label is None:
            label = self._lines[title] = QLabel()
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            heading = QLabel(title)
            heading.setProperty("role", "small")
            # Beside the first of several lines, on the base line of its greater letters.
            heading.setAlignment(Qt.AlignmentFlag.AlignTop)
            heading.setContentsMargins(0, 1, 0, 0)
            self._facts.addRow(heading, label)
        label.setText(text or "—")

    def text_of(self, title: str) -> str:
        """What stands beside a title."""
        return self._lines[title].text()

    def done(self, result: int) -> None:
        self._timer.stop()
        self.gone.emit()
        super().done(result)


def outcome(value: AttemptOutcome | None) -> str:
    """How a try ended, in a word."""
    match value:
        case None:
            return translate("TaskReport", "Runs")
        case AttemptOutcome.SUCCEEDED:
            return translate("TaskReport", "Done")
        case AttemptOutcome.ERRORED:
            return translate("TaskReport", "Failed")
        case AttemptOutcome.CRASHED:
            return translate("TaskReport", "Crashed")
        case AttemptOutcome.TIMED_OUT:
            return translate("TaskReport", "Took too long")
        case AttemptOutcome.CANCELLED:
            return translate("TaskReport", "Cancelled")
        case AttemptOutcome.INTERRUPTED:
            return translate("TaskReport", "Interrupted")


def _found(findings: Sequence[Finding], *, more: bool, ended: bool) -> str:
    counts = Counter(type(finding) for finding in findings)
    faces, lines, texts, scenes = (counts[kind] for kind in (FaceSighting, SpeechSegment, TextLine, Scene))
    said = (
        (faces, translate("TaskReport", "%n face(s)", "", faces)),
        (lines, translate("TaskReport", "%n line(s) of speech", "", lines)),
        (texts, translate("TaskReport", "%n text(s)", "", texts)),
        (scenes, translate("TaskReport", "%n scene(s)", "", scenes)),
    )
    parts = [text for count, text in said if count]
    if not parts:
        return translate("TaskReport", "nothing") if ended else translate("TaskReport", "nothing yet")
    return words.listed(parts) if not more else translate("TaskReport", "more than {0}").format(words.listed(parts))


def _moment(instant: float) -> QDateTime:
    return QDateTime.fromSecsSinceEpoch(int(instant))


def _heading(text: str) -> QLabel:
    made = QLabel(text)
    made.setProperty("role", "heading")
    return made
