"""What is known of the selected video: its picture, its scan, and its findings as they come in."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPixmap
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from momentry_desk.core.findings import Finding
from momentry_desk.core.model import TaskStatus
from momentry_desk.core.snapshot import TaskRow, VideoRow
from momentry_desk.ui import callbacks, failure_words, words
from momentry_desk.ui.findings_views import MomentsList, MomentsModel, PeopleRow
from momentry_desk.ui.library_view import filling
from momentry_desk.ui.sentences import in_words
from momentry_desk.ui.theme import RADIUS, Theme
from momentry_desk.ui.thumbnails import Thumbnails
from momentry_desk.ui.timeline import Timeline


class Picture(QWidget):
    """A still of the video, as wide as the pane."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._whole = QPixmap()
        self._jpeg = b""
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self.update)

    def show_jpeg(self, jpeg: bytes) -> None:
        if jpeg != self._jpeg:
            self._jpeg = jpeg
            self._whole = QPixmap()
            self._whole.loadFromData(jpeg)
            self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(width * 9 / 16)

    def sizeHint(self) -> QSize:
        return QSize(256, 144)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shape = QPainterPath()
        shape.addRoundedRect(self.rect(), RADIUS, RADIUS)
        painter.fillPath(shape, self._theme.tokens.colour("raised"))
        if not self._whole.isNull():
            painter.setClipPath(shape)
            painter.drawPixmap(0, 0, filling(self._whole, self.size(), self.devicePixelRatioF()))
        painter.end()


class DetailsPane(QWidget):
    """The pane at the right. `show_selection` says what it is about, `show_findings` what was found so far;
    `locate_wanted` asks where a video's file is."""

    locate_wanted = Signal(object)  # VideoRow

    def __init__(self, theme: Theme, thumbnails: Thumbnails, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._thumbnails = thumbnails
        thumbnails.arrived.connect(self._take_picture)
        self.setObjectName("detailsPane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._video: VideoRow | None = None
        self._task: TaskRow | None = None
        self._findings: tuple[Finding, ...] = ()
        self._names: Mapping[int, str] = {}
        #: Whether the findings of this video have been told: before, none is no answer.
        self._told = False
        self._picture = Picture(theme)
        self._timeline = Timeline(theme)
        self._name = _label("name")
        self._facts = _label("small")
        self._cause = _label("bad")
        self._next = _label("")
        self._story = _label("small")
        self._warnings = _label("warn")
        self.locate = QPushButton()
        self.locate.setObjectName("link")
        self.locate.clicked.connect(self._locate)
        self._callbacks = _label("warn")
        self._people_heading = _label("heading")
        self._people = PeopleRow(theme)
        self._moments_heading = _label("heading")
        self._moments = MomentsModel(self)
        self._list = MomentsList(self._moments, theme)
        self._nothing = _label("small")
        top = QVBoxLayout()
        top.setContentsMargins(12, 10, 12, 0)
        top.setSpacing(6)
        for part in (self._picture, self._timeline, self._name, self._facts):
            top.addWidget(part)
        for part in (self._cause, self._next, self._story, self._warnings):
            top.addWidget(part)
        top.addWidget(self.locate, 0, Qt.AlignmentFlag.AlignLeft)
        top.addWidget(self._callbacks)
        top.addSpacing(6)
        top.addWidget(self._people_heading)
        top.addWidget(self._people)
        top.addWidget(self._moments_heading)
        top.addWidget(self._nothing)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(top)
        layout.addWidget(self._list, 1)
        layout.addStretch(0)
        self._fill()

    def show_selection(self, video: VideoRow | None, task: TaskRow | None) -> None:
        """Show this video and its scan; another video's findings are gone at once."""
        before = self._file_uuid()
        self._video, self._task = video, task
        if self._file_uuid() != before:
            self._findings, self._told = (), False
        self._fill()

    def show_findings(
        self, file_uuid: str, findings: Sequence[Finding], names: Mapping[int, str] = MappingProxyType({})
    ) -> None:
        """Show findings, unless another video was selected meanwhile. `names` are those of persons, by number."""
        if file_uuid == self._file_uuid():
            self._findings, self._names, self._told = tuple(findings), names, True
            self._fill()

    def _locate(self) -> None:
        if self._video is not None:
            self.locate_wanted.emit(self._video)

    def _take_picture(self, arrived: frozenset[str]) -> None:
        if self._video is not None and self._video.file_uuid in arrived:
            self._picture.show_jpeg(self._thumbnails.get(self._video.file_uuid))

    def _file_uuid(self) -> str | None:
        return self._video.file_uuid if self._video else self._task.file_uuid if self._task else None

    def _fill(self) -> None:
        video, task = self._video, self._task
        some = self._file_uuid() is not None
        self._picture.setVisible(some)
        self._picture.show_jpeg(self._thumbnails.get(video.file_uuid) if video else b"")
        self._timeline.setVisible(some and bool(self._findings))
        media = video.media if video else None
        self._timeline.show_findings(self._findings, (media.duration_s if media else None) or 1.0)
        _say(self._name, _breakable(video.file_name if video else task.file_name if task else ""))
        _say(self._facts, self._facts_line())
        self._fill_troubles()
        self._people.show_findings(self._findings, self._names)
        # isHidden, not isVisible: the pane itself may not be on the screen yet.
        _say(self._people_heading, "" if self._people.isHidden() or not some else self.tr("PEOPLE"))
        self._moments.show_findings(self._findings, self._names)
        _say(self._moments_heading, self.tr("MOMENTS") if some else "")
        self._list.setVisible(bool(self._findings))
        _say(self._nothing, "" if self._findings else self._why_nothing())

    def _facts_line(self) -> str:
        video = self._video
        parts: list[str] = []
        if video is not None:
            media = video.media
            if media is not None and media.duration_s is not None:
                parts.append(words.length(media.duration_s))
            if media is not None and media.has_video:
                parts.append(f"{media.width} × {media.height}")
            parts.append(words.size(video.size))
        return " · ".join(parts)

    def _fill_troubles(self) -> None:
        task, video = self._task, self._video
        cause, step, story, warnings = "", "", "", ""
        if task is not None and task.status is TaskStatus.FAILED:
            cause, step, story = failure_words.told(task)
        elif video is not None and video.missing:
            warnings = self.tr("The file is not where it was.")
            if task is not None and not task.status.ended:
                warnings = self.tr("The file is not where it was. Connect its drive to scan it.")
        elif video is not None and video.problem is not None:
            cause = in_words(video.problem)
        elif task is not None:
            warnings = "\n".join(map(in_words, task.warnings))
        _say(self._cause, cause)
        _say(self._next, step)
        _say(self._story, story)
        _say(self._warnings, warnings)
        self.locate.setText(self.tr("Locate the file…"))
        self.locate.setVisible(video is not None and video.missing)
        _say(self._callbacks, callbacks.lines(task) if task is not None else "")

    def _why_nothing(self) -> str:
        task = self._task
        if self._file_uuid() is None:
            return self.tr("Select a video to see what was found in it.")
        if task is None:
            return self.tr("Not scanned yet. Right-click it and choose Scan.")
        match task.status:
            case TaskStatus.PROCESSING if task.suspended:
                return self.tr("The scan is paused.")
            case TaskStatus.PROCESSING:
                return self.tr("The first findings come within seconds.")
            case TaskStatus.PENDING:
                return self.tr("Waits for its scan.")
            case _ if not self._told:
                return ""
            case TaskStatus.COMPLETED:
                return self.tr("Nothing was found: no face, no speech, no text.")
            case _:
                return self.tr("Nothing was found before the scan ended.")

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()


def _label(role: str) -> QLabel:
    made = QLabel()
    made.setProperty("role", role)
    made.setWordWrap(True)
    # A file's name is no markup.
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setMinimumWidth(10)
    # The name has signs in it that are not the file's.
    if role not in ("heading", "name"):
        made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return made


def _breakable(name: str) -> str:
    """A file's name that goes on in a second line where it is long: behind its hyphens and low lines."""
    return re.sub(r"(?<=[_-])(?=.)", "\u200b", name)


def _say(label: QLabel, text: str) -> None:
    label.setText(text)
    label.setVisible(bool(text))
