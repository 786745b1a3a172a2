"""What became of an addition, in one quiet line: how much came in, how much was skipped, and why."""

from collections import Counter

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from momentry_desk.core.sentences import Said, say
from momentry_desk.core.snapshot import Added
from momentry_desk.ui import words
from momentry_desk.ui.notices import Notice, NoticeList, Notices

translate = QCoreApplication.translate

_NO_VIDEO = frozenset({"not_media", "invalid", "no_media"})
_UNREADABLE = frozenset({"unreadable", "unresponsive", "crashed", "empty"})


def _cause(reason: str) -> str:
    if reason in _NO_VIDEO:
        return "no video"
    if reason in _UNREADABLE:
        return "unreadable"
    return reason if reason == "missing" else "other"


def worth_telling(added: Added) -> bool:
    """Whether some of it was skipped while other things came in; a refusal alone is told as one."""
    skipped = len(added.rejected) + added.ignored - added.beside
    return skipped > 0 and (bool(added.file_uuids) or skipped > 1)


def sentence(added: Added) -> str:
    """ "312 added, 5 skipped: 3 are no videos, 2 cannot be read"."""
    by = Counter(_cause(one.reason) for one in added.rejected)
    no_video = by["no video"] + added.ignored - added.beside
    unreadable, missing, other = by["unreadable"], by["missing"], by["other"]
    taken, beside = len(added.file_uuids), added.beside
    skipped = len(added.rejected) + added.ignored - added.beside
    why = []
    if no_video:
        why.append(translate("AddSummary", "%n are no videos", "", no_video))
    if unreadable:
        why.append(translate("AddSummary", "%n cannot be read", "", unreadable))
    if missing:
        why.append(translate("AddSummary", "%n are not there", "", missing))
    if other:
        why.append(translate("AddSummary", "%n for other reasons", "", other))
    said = translate("AddSummary", "%n added", "", taken)
    said += translate("AddSummary", ", %n skipped", "", skipped)
    said += translate("AddSummary", ": {0}", "what was skipped").format(words.listed(why))
    if beside:
        said += " · " + translate("AddSummary", "%n camera file(s) passed over", "", beside)
    return said


class AddSummary(QWidget):
    """A bar under the toolbar, hidden while there is nothing to tell. The next addition takes its place."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("addSummary")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._added: Added | None = None
        self._skipped = Notices(self)
        self._text = QLabel()
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setMinimumWidth(10)
        self.details = QPushButton()
        self.details.setObjectName("link")
        self.details.clicked.connect(self._show_list)
        self.dismiss = QPushButton()
        self.dismiss.setObjectName("link")
        self.dismiss.clicked.connect(lambda: self.show_added(None))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 4, 12, 4)
        layout.addWidget(self._text, 1)
        layout.addWidget(self.details)
        layout.addWidget(self.dismiss)
        self.show_added(None)

    def show_added(self, added: Added | None) -> None:
        """Tell of this addition; None of nothing."""
        self._added = added
        self._skipped.clear()
        if added is not None:
            self._skipped.reject(added.rejected)
            self._skipped.take(
                [Notice(path, "not_media", say(Said.NO_MEDIA_NAME, file=path)) for path in added.passed_over]
            )
        self._fill()

    def tells(self, added: Added, notices: Notices) -> bool:
        """Tell of an addition if some of it was skipped; what `notices` say of that is told here then."""
        skipped = worth_telling(added)
        self.show_added(added if skipped else None)
        if skipped:
            notices.take_out(added.rejected)
        return skipped

    def text(self) -> str:
        return self._text.text()

    def _show_list(self) -> None:
        NoticeList(self._skipped, self, self.tr("What was skipped")).open()

    def _fill(self) -> None:
        self.setVisible(self._added is not None)
        self._text.setText("" if self._added is None else sentence(self._added))
        self._text.setToolTip(self._text.text())
        self.details.setText(self.tr("Details"))
        self.dismiss.setText(self.tr("Dismiss"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()
