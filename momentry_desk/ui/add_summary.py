"""What became of an addition, in one quiet line: how much came in, how much was skipped, and why."""

from collections import Counter

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from momentry_desk.core.paths import name_of, readable
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
    """Whether some of it was skipped while other things came in, or is a copy; a refusal alone is told as one."""
    if added.copies:
        return True
    skipped = len(added.rejected) + added.ignored - added.beside
    return skipped > 0 and (bool(added.file_uuids) or skipped > 1)


def sentence(added: Added) -> str:
    """ "312 added, 5 skipped: 3 are no videos, 2 cannot be read · 2 of 314 are copies of trailer.mp4"."""
    by = Counter(_cause(one.reason) for one in added.rejected)
    no_video = by["no video"] + added.ignored - added.beside
    unreadable, missing, other = by["unreadable"], by["missing"], by["other"]
    copies = {one.path for one in added.copies}
    # Of a video that came in as a copy alone nothing is new.
    known = {file.file_uuid for file in added.files if file.path in copies}
    known -= {file.file_uuid for file in added.files if file.path not in copies}
    taken, beside = len(added.file_uuids) - len(known), added.beside
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
    parts = []
    if taken or skipped:
        said = translate("AddSummary", "%n added", "", taken)
        if skipped:
            said += translate("AddSummary", ", %n skipped", "", skipped)
            said += translate("AddSummary", ": {0}", "what was skipped").format(words.listed(why))
        parts.append(said)
    if copies:
        parts.append(_copies(added))
    if beside:
        parts.append(translate("AddSummary", "%n camera file(s) passed over", "", beside))
    return " · ".join(parts)


def _copies(added: Added) -> str:
    """ "2 of 8 are copies of trailer.mp4"."""
    number, total = len(added.copies), len({file.path for file in added.files})
    originals = {one.of for one in added.copies}
    if len(originals) > 1:
        return translate("AddSummary", "{0} of {1} are copies of others").format(number, total)
    of = name_of(originals.pop())
    if number == 1:
        return translate("AddSummary", "{0} is a copy of {1}").format(name_of(added.copies[0].path), of)
    return translate("AddSummary", "{0} of {1} are copies of {2}").format(number, total, of)


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
            self._skipped.take(
                [Notice(one.path, "copy", say(Said.SAME_CONTENT, path=readable(one.of))) for one in added.copies]
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
