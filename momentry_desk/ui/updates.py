"""Newer versions in the window: a word at its foot that leads to where they are, and a part of the settings."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QDateTime, QEvent, QLocale, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QPushButton, QVBoxLayout, QWidget

from momentry_desk import __version__
from momentry_desk.core.updates import NoAnswer, UpdateState

translate = QCoreApplication.translate


def host_of(address: str) -> str:
    """The host's name, as a sentence calls a place."""
    return QUrl(address).host()


def trouble(state: UpdateState) -> str:
    """Why the look that a person asked for told nothing, and what to do."""
    host = host_of(state.address)
    match state.trouble:
        case NoAnswer.UNREACHED:
            said = translate("Updates", "{0} cannot be reached ({1}). Check the connection, then try again.")
        case NoAnswer.SILENT:
            said = translate("Updates", "{0} did not answer in time. Try again later.")
        case NoAnswer.STATUS:
            said = translate("Updates", "{0} answered with error {1}. Try again later.")
        case NoAnswer.REDIRECTED:
            said = translate("Updates", "{0} points to a place that is not safe; it was not followed.")
        case NoAnswer.UNREADABLE:
            said = translate("Updates", "What {0} answered announces no version. Try again later.")
        case None:
            return ""
    return said.format(host, state.detail)


def standing(state: UpdateState) -> str:
    """What is known, in one sentence."""
    if not state.address:
        return translate("Updates", "This build knows no place where newer versions are announced.")
    if state.looking:
        return translate("Updates", "Looking…")
    if state.trouble is not None:
        return "⚠ " + trouble(state)
    if state.newer is not None:
        return translate("Updates", "Version {0} is available; this is {1}.").format(
            state.newer.version, __version__
        )
    if state.answered_at is not None:
        when = QLocale().toString(
            QDateTime.fromMSecsSinceEpoch(round(state.answered_at * 1000)), QLocale.FormatType.ShortFormat
        )
        return "✓ " + translate("Updates", "Version {0} is the newest ({1}).").format(__version__, when)
    return translate("Updates", "This is version {0}.").format(__version__)


def open_page(state: UpdateState) -> None:
    """Show the page to download from, in the person's browser."""
    if state.newer is not None:
        QDesktopServices.openUrl(QUrl(state.newer.page))


class UpdateButton(QPushButton):
    """A quiet word of a newer version, with a menu. `passed_over`: not to be spoken of any more."""

    passed_over = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("link")
        self._state = UpdateState()
        menu = QMenu(self)
        self.open_ = menu.addAction("")
        self.open_.triggered.connect(lambda: open_page(self._state))
        self.pass_over = menu.addAction("")
        self.pass_over.triggered.connect(self.passed_over)
        self.setMenu(menu)
        self._fill()

    def show_state(self, state: UpdateState) -> None:
        if state != self._state:
            self._state = state
            self._fill()

    def _fill(self) -> None:
        newer = self._state.newer
        text = self.tr("Version {0} is available").format(newer.version) if newer else ""
        self.setText(text)
        self.setAccessibleName(text)
        self.setToolTip(newer.page if newer else "")
        self.setVisible(self._state.mentioned)
        self.open_.setText(self.tr("Open the download page"))
        self.pass_over.setText(self.tr("Do not mention this version again"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()


class UpdatesBlock(QWidget):
    """Below its switch: what is asked of whom, what is known, and a look at once."""

    def __init__(self, look: Callable[[], object], parent: QWidget | None = None) -> None:
        """`look` begins a look."""
        super().__init__(parent)
        self._state = UpdateState()
        self.asked, self.said = QLabel(), QLabel()
        self.asked.setProperty("role", "small")
        for label in (self.asked, self.said):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.asked.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.look, self.page = QPushButton(), QPushButton()
        self.look.clicked.connect(lambda: look())
        self.page.clicked.connect(lambda: open_page(self._state))
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.look)
        buttons.addWidget(self.page)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 12)
        layout.setSpacing(8)
        layout.addWidget(self.asked)
        layout.addWidget(self.said)
        layout.addLayout(buttons)
        self._fill()

    def show_state(self, state: UpdateState) -> None:
        self._state = state
        self._fill()

    def _fill(self) -> None:
        state = self._state
        self.asked.setText(self.tr("Asks {0}").format(state.address))
        self.asked.setVisible(bool(state.address))
        self.said.setText(standing(state))
        self.look.setText(self.tr("Check now"))
        self.look.setEnabled(bool(state.address) and not state.looking)
        self.look.setToolTip("" if state.address else standing(state))
        self.page.setText(self.tr("Open the download page"))
        self.page.setToolTip(state.newer.page if state.newer else "")
        self.page.setVisible(state.newer is not None)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()
