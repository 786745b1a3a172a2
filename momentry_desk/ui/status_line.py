"""The line at the foot of the window: what runs, waits and is left, problems, a newer version, the API."""

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from momentry_desk.core.snapshot import PauseState, QueueSnapshot
from momentry_desk.ui import words
from momentry_desk.ui.api_button import ApiButton
from momentry_desk.ui.eliding_label import ElidingLabel
from momentry_desk.ui.updates import UpdateButton

translate = QCoreApplication.translate

_TOLD_MS = 8000


def at_work(snapshot: QueueSnapshot) -> str:
    """What runs and waits, and how long that takes; "" where nothing does."""
    counts = snapshot.counts
    parts: list[str] = []
    stands = snapshot.pause.state is PauseState.PAUSED
    if counts.processing:
        word = translate("StatusLine", "{0} paused") if stands else translate("StatusLine", "{0} scanning")
        parts.append(word.format(words.number(counts.processing)))
    waiting = counts.pending - counts.held
    if waiting > 0:
        parts.append(translate("StatusLine", "{0} waiting").format(words.number(waiting)))
    if counts.held:
        parts.append(translate("StatusLine", "{0} held").format(words.number(counts.held)))
    said = words.listed(parts)
    if not parts or stands or snapshot.remaining_s is None:
        return said
    if snapshot.remaining_s < 60:
        return said + translate("StatusLine", " · less than a minute left")
    return said + translate("StatusLine", " · about {0} left").format(words.about(snapshot.remaining_s))


def summary(snapshot: QueueSnapshot) -> str:
    """The queue in one line."""
    work = at_work(snapshot)
    if work:
        return work
    counts = snapshot.counts
    if counts.completed and counts.failed:
        return "✓ " + translate("StatusLine", "All done · {0} scanned, {1} failed").format(
            words.number(counts.completed), words.number(counts.failed)
        )
    if counts.completed:
        return "✓ " + translate("StatusLine", "All done · {0} scanned").format(words.number(counts.completed))
    if counts.failed:
        return translate("StatusLine", "{0} failed").format(words.number(counts.failed))
    return translate("StatusLine", "Nothing to do")


class StatusLine(QWidget):
    """`problems_wanted`: the list of problems should open."""

    problems_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statusLine")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        #: None until the queue is open.
        self._snapshot: QueueSnapshot | None = None
        self._problem_count = 0
        self._told = self._adding = ""
        self._telling = QTimer(self)
        self._telling.setSingleShot(True)
        self._telling.setInterval(_TOLD_MS)
        self._telling.timeout.connect(lambda: self.tell(""))
        self._text = ElidingLabel()
        self._text.setProperty("role", "small")
        self.problems = QPushButton()
        self.problems.setObjectName("link")
        self.problems.setProperty("tone", "bad")
        self.problems.clicked.connect(self.problems_wanted)
        self.updates = UpdateButton()
        self.api = ApiButton()
        self.api.told.connect(self.tell)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 2, 8, 2)
        layout.addWidget(self._text, 1)
        layout.addWidget(self.problems)
        layout.addWidget(self.updates)
        layout.addWidget(self.api)
        self.setFixedHeight(26)
        self._fill()

    def show_snapshot(self, snapshot: QueueSnapshot) -> None:
        """Follow the queue."""
        self._snapshot = snapshot
        self.api.show_wanted(snapshot.settings.api.enabled)
        self.updates.show_state(snapshot.updates)
        self._fill()

    def show_adding(self, what: str) -> None:
        """Say what is being looked at, before all else, until it is told that nothing is ("")."""
        self._adding = what
        if what:
            self._telling.stop()
            self._told = ""
        self._fill()

    def show_problems(self, count: int) -> None:
        """Say how many problems the list holds."""
        self._problem_count = count
        self._fill()

    def tell(self, sentence: str) -> None:
        """Say something once, in place of the summary, for a few seconds."""
        self._told = sentence
        if sentence:
            self._telling.start()
        self._fill()

    def stop(self) -> None:
        """Say nothing more."""
        self._telling.stop()

    def text(self) -> str:
        return self._text.text()

    def _fill(self) -> None:
        self._text.setText(" · ".join(filter(None, (self._adding, self._rest()))))
        self.problems.setText(self.tr("%n problem(s)", "", self._problem_count))
        self.problems.setVisible(self._problem_count > 0)

    def _rest(self) -> str:
        if self._told:
            return self._told
        if self._snapshot is None:
            return "" if self._adding else self.tr("Opening your library…")
        return at_work(self._snapshot) if self._adding else summary(self._snapshot)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()
