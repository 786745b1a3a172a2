"""Looks at one film: the picture, what moves it, and the time line with what was found."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLocale, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from momentry_desk.core.findings import Finding
from momentry_desk.core.model import Failure, FailureKind, MediaInfo
from momentry_desk.core.people import PersonSighting
from momentry_desk.core.snapshot import VideoRow
from momentry_desk.ui import words
from momentry_desk.ui.audio_device import open_audio_device
from momentry_desk.ui.eliding_label import ElidingLabel
from momentry_desk.ui.frame_thread import Shown
from momentry_desk.ui.icons import icon, pixmap
from momentry_desk.ui.picture_view import PictureView
from momentry_desk.ui.playback import SPEEDS, Playback
from momentry_desk.ui.stills import Stills
from momentry_desk.ui.theme import Theme
from momentry_desk.ui.time_codes import time_code
from momentry_desk.ui.track_menu import TrackMenu
from momentry_desk.ui.track_view import TrackView

if TYPE_CHECKING:
    from momentry_desk.ui.sound import Device

_STILL = QSize(160, 90)
#: From these widths on there is room for the name of the sound track, for the length and the speed, and for the
#: buttons that are in the menu too.
_TRACK_FROM, _LENGTH_FROM, _BUTTONS_FROM = 760, 560, 440


class Player(QWidget):
    """A player of one film at a time. `moved` is its position in seconds, `locate_wanted` comes where its file is
    not there; `stop` ends its threads.

    `track_chosen` tells that a person wants another sound track: the film, the track's number (None: as in its
    folder), and whether for the whole folder.
    """

    moved = Signal(float)
    track_chosen = Signal(object, object, bool)
    locate_wanted = Signal()
    missed = Signal(str)  # the file_uuid of a film whose file turned out not to be there

    def __init__(
        self,
        theme: Theme,
        stills: Stills,
        *,
        open_device: "Callable[[], Device | None]" = open_audio_device,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._stills = stills
        self.video: VideoRow | None = None
        self.range: tuple[float | None, float | None] = (None, None)
        self.findings: tuple[Finding, ...] = ()
        self._media: MediaInfo | None = None
        self._hover_s = -1.0
        self._gone = False
        self.playback = Playback(open_device, parent=self)
        self.picture = PictureView(theme)
        self.tracks = TrackView(theme)
        self.back, self.play, self.on = _button(), _button(), _button()
        self.closer, self.farther, self.take, self.more = _button(), _button(), _button(), _button()
        self.track = TrackMenu()
        # Names of films differ at their end.
        self.name = ElidingLabel(cut=Qt.TextElideMode.ElideMiddle)
        self.name.setProperty("role", "name")
        self.time = QLabel()
        self.time.setProperty("role", "time")
        self._speed, self._chosen, self._silent = QLabel(), ElidingLabel(), QLabel()
        self._chosen.setProperty("role", "small")
        self._silent.setProperty("role", "warn")
        self._silent_mark = QLabel()
        self._preview = _Preview(self)
        self._lay_out()
        self._connect()
        self._fill()
        self._show_state()

    def _lay_out(self) -> None:
        controls = QHBoxLayout()
        controls.setContentsMargins(12, 6, 12, 6)
        controls.setSpacing(4)
        for part in (self.back, self.play, self.on):
            controls.addWidget(part)
        controls.addSpacing(8)
        controls.addWidget(self.time)
        controls.addWidget(self._speed)
        controls.addWidget(self._chosen, 1)
        controls.addSpacing(8)
        for part in (self.track, self.farther, self.closer, self.take, self.more):
            controls.addWidget(part)
        head = QHBoxLayout()
        head.setContentsMargins(16, 8, 16, 8)
        head.setSpacing(8)
        head.addWidget(self.name, 1)
        for label in (self._silent_mark, self._silent):
            head.addWidget(label)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.picture, 1)
        layout.addLayout(controls)
        layout.addWidget(self.tracks)

    def _connect(self) -> None:
        playback = self.playback
        playback.moved.connect(self._moved)
        playback.pictured.connect(self._pictured)
        playback.state_changed.connect(self._show_state)
        playback.opened.connect(self._opened)
        playback.failed.connect(self._failed)
        self.picture.room_changed.connect(playback.set_room)
        self.picture.pressed.connect(playback.toggle)
        self.picture.button.clicked.connect(self.locate_wanted)
        self.play.clicked.connect(playback.toggle)
        self.back.clicked.connect(lambda: playback.step(-1))
        self.on.clicked.connect(lambda: playback.step(1))
        self.closer.clicked.connect(self.tracks.zoom_in)
        self.farther.clicked.connect(self.tracks.zoom_out)
        self.track.chosen.connect(self._choose_track)
        self.tracks.jump_wanted.connect(playback.seek)
        self.tracks.hovered.connect(self._hover)
        self._stills.came.connect(self._show_preview)
        self._theme.changed.connect(self._fill)

    def leave_space_bar(self, owner: QWidget) -> None:
        """Let a button that has the keyboard be pressed by the space bar, which plays and stops within `owner`."""
        owner.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            event.type() is QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Space
            and isinstance(QApplication.focusWidget(), QAbstractButton)
        ):
            # No shortcut then: the key goes to the button.
            event.accept()
            return True
        return super().eventFilter(watched, event)

    # A film -------------------------------------------------------------------------------------------------

    def show_video(self, video: VideoRow, at_s: float = 0.0, run_up_s: float = 0.0) -> None:
        """Stand at `at_s` in `video`; playing begins `run_up_s` before. A film that is in already is not opened
        again."""
        known = self.video
        if known is not None and (known.file_uuid, known.path) == (video.file_uuid, video.path) and self._media:
            self.take_choice(video)
            self.playback.pause()
            self.playback.seek(at_s, run_up_s=run_up_s)
            return
        self.video, self._media, self.range, self._gone = video, None, (None, None), False
        self.findings = ()
        self.track.show_tracks((), None)
        length_s = (video.media.duration_s if video.media else None) or 0.0
        self.tracks.show_film(length_s)
        self.picture.show_still(video.thumbnail)
        self.picture.say("")
        self.playback.set_room(self.picture.room())
        self.playback.open(video.path, at_s, length_s, run_up_s=run_up_s, audio_track=video.audio_track)
        self._show_state()

    def follow(self, video: VideoRow) -> None:
        """The film's row changed: where its file was missing and is found again, it is opened there; another sound
        track may have been chosen for it."""
        if self.is_missing and not video.missing:
            at_s, self._media, self._gone = self.playback.position_s, None, False
            self.video = video
            self.show_video(video, at_s)
        else:
            self.take_choice(video)

    def take_choice(self, video: VideoRow) -> None:
        """The film that is in, as it is known now, with its sound track."""
        self.video = video
        if self._media is not None:
            self.track.show_tracks(self._media.audio_tracks, video.audio_track)
        self.playback.set_audio_track(video.audio_track)

    def show_findings(self, findings: Sequence[Finding], persons: Sequence[PersonSighting] = ()) -> None:
        """What was found in the film, and who its faces are."""
        self.findings = tuple(findings)
        self.tracks.show_findings(findings, persons)

    def show_hits(self, hits: Sequence[tuple[float, float]]) -> None:
        self.tracks.show_hits(hits)

    def stop(self) -> None:
        """Take the film out; its threads have ended then."""
        self.picture.stop()
        self.playback.close()

    def pause(self) -> None:
        self.playback.pause()

    @property
    def frame_rate(self) -> str | None:
        media = self.media_of(self.video) if self.video else None
        return media.frame_rate if media else None

    def media_of(self, video: VideoRow) -> MediaInfo | None:
        """What is in a film: as it was opened here, else as it was probed."""
        is_in = self.video is not None and self.video.file_uuid == video.file_uuid
        return (self._media if is_in else None) or video.media

    def _choose_track(self, track: int | None, folder: bool) -> None:
        if self.video is not None:
            self.track_chosen.emit(self.video, track, folder)

    def time_code(self, seconds: float) -> str:
        """An instant of this film as an editor writes it."""
        return time_code(seconds, self.frame_rate)

    def _opened(self, info: MediaInfo) -> None:
        self._media = info
        if self.video is not None:
            self.track.show_tracks(info.audio_tracks, self.video.audio_track)
        self.tracks.set_length(self.playback.duration_s)
        if not info.has_video:
            self.picture.say(self.tr("Sound only: there is no picture in this file."))
        self._show_state()

    @property
    def is_missing(self) -> bool:
        """Whether the film's file is not where it was."""
        return self._gone or (self.video is not None and self.video.missing)

    def _failed(self, failure: Failure) -> None:
        name = self.video.file_name if self.video else ""
        said = words.failure(failure.kind, name, 0).cause
        self._gone = failure.kind is FailureKind.SOURCE_MISSING
        if self._gone and self.video is not None:
            said += "\n" + words.where_missing(self.video.path)
            self.missed.emit(self.video.file_uuid)
        self.picture.say(said, self.tr("Locate the file…") if self._gone else "")
        self._show_state()

    def _pictured(self, shown: Shown | None) -> None:
        if shown is not None:
            self.picture.show_picture(shown)

    def leap(self, by_s: float) -> None:
        """Go so many seconds on, or back."""
        self.playback.seek(min(self.playback.position_s + by_s, self.playback.duration_s))

    def choose(self, *, begin: bool) -> None:
        """Let the range begin, or end, where the film stands."""
        here = self.playback.position_s
        first, last = self.range
        if begin:
            self.range = (here, last if last is not None and last > here else None)
        else:
            self.range = (first if first is not None and first < here else None, here)
        self.tracks.show_range(*self.range)
        self._show_state()

    # What it says -------------------------------------------------------------------------------------------

    def _moved(self, position_s: float) -> None:
        self._say_time(position_s)
        self.tracks.show_head(position_s, follow=not self.tracks.underMouse() or self.playback.plays)
        self.moved.emit(position_s)

    def _say_time(self, position_s: float) -> None:
        self.time.setText(self._time_text(position_s))

    def _time_text(self, position_s: float) -> str:
        if self.width() < _LENGTH_FROM:
            return self.time_code(position_s)
        return f"{self.time_code(position_s)}  /  {self.time_code(self.playback.duration_s)}"

    def _fix_places(self) -> None:
        """Give what changes while the film plays the room of the widest that it may say: nothing moves then."""
        for label, widest in (
            (self.time, self._time_text(self.playback.duration_s)),
            (self._speed, _speed_text(-SPEEDS[-1])),
        ):
            label.ensurePolished()
            label.setFixedWidth(label.fontMetrics().horizontalAdvance(widest) + 2)

    def _show_state(self) -> None:
        t = self._theme.tokens
        playback = self.playback
        plays = playback.plays
        self.play.setIcon(icon("pause" if plays else "resume", t.text))
        self.play.setToolTip(self.tr("Stop (Space)") if plays else self.tr("Play (Space)"))
        self.play.setAccessibleName(self.tr("Stop") if plays else self.tr("Play"))
        self.name.setText(self.video.file_name if self.video else "")
        self._fix_places()
        self._speed.setText(_speed_text(playback.speed) if plays and playback.speed != 1.0 else "")
        begin, end = (None if one is None else self.time_code(one) for one in self.range)
        if begin is None and end is None:
            self._chosen.setText("")
        else:
            self._chosen.setText(self.tr("{0} to {1}", "a range of time").format(begin or "…", end or "…"))
        self._silent.setVisible(playback.is_silent and self.width() >= _LENGTH_FROM)
        self._silent_mark.setVisible(playback.is_silent)
        for part in (self.back, self.play, self.on, self.closer, self.farther):
            part.setEnabled(self.video is not None)
        self._say_time(playback.position_s)

    def _fill(self) -> None:
        t = self._theme.tokens
        for part, name in (
            (self.back, "frame_back"),
            (self.on, "frame_on"),
            (self.closer, "zoom_in"),
            (self.farther, "zoom_out"),
            (self.take, "export"),
            (self.more, "more"),
        ):
            part.setIcon(icon(name, t.text))
        for part, said in (
            (self.back, self.tr("One picture back (←)")),
            (self.on, self.tr("One picture on (→)")),
            (self.closer, self.tr("Show less of the time line, larger (+)")),
            (self.farther, self.tr("Show more of the time line (−)")),
            (self.take, self.tr("Take it along: subtitles, transcript, timeline")),
            (self.more, self.tr("More to do with this film")),
        ):
            part.setToolTip(said)
            part.setAccessibleName(said)
        self._silent.setText(self.tr("No sound output: playing silently"))
        self._silent_mark.setToolTip(self._silent.text())
        self._silent_mark.setPixmap(pixmap("silent", t.warn, 16, self.devicePixelRatioF()))
        self.picture.setAccessibleName(self.tr("Picture"))
        self._show_state()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.track.shorten(self.width() < _TRACK_FROM)
        self._speed.setVisible(self.width() >= _LENGTH_FROM)
        for part in (self.back, self.on, self.closer, self.farther):
            part.setVisible(self.width() >= _BUTTONS_FROM)
        self._show_state()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()

    # The picture beneath the pointer ------------------------------------------------------------------------

    def _hover(self, time_s: float, x: int) -> None:
        # In steps of what the pointer can tell apart: each step is a picture to decode.
        step_s = max(0.04, self.tracks.view.length_s / 120)
        self._hover_s = -1.0 if time_s < 0 else round(time_s / step_s) * step_s
        place = self.tracks.mapTo(self, QPoint(x, 0))
        self._preview.move(min(max(4, place.x() - _STILL.width() // 2), self.width() - _STILL.width() - 4), 0)
        self._show_preview()

    def _show_preview(self) -> None:
        media = self._media
        if self._hover_s < 0 or self.video is None or media is None or not media.has_video:
            self._preview.hide()
            return
        found = self._stills.picture(self.video.path, self._hover_s, _STILL, self.devicePixelRatioF())
        if found is not None and not found.isNull():
            self._preview.show_picture(found, words.clock(self._hover_s))
            self._preview.move(self._preview.x(), self.tracks.y() - self._preview.height() - 4)
            self._preview.raise_()
            self._preview.show()


class _Preview(QWidget):
    """The picture of the instant under the pointer."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("preview")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._picture, self._time = QLabel(), QLabel()
        self._time.setProperty("role", "small")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 2)
        layout.setSpacing(2)
        for part in (self._picture, self._time):
            part.setAlignment(Qt.AlignmentFlag.AlignCenter)
            layout.addWidget(part)
        self.hide()

    def show_picture(self, picture: QPixmap, time: str) -> None:
        self._picture.setPixmap(picture)
        self._time.setText(time)
        self.adjustSize()


def _speed_text(speed: float) -> str:
    return QLocale().toString(speed, "g", 3) + "×"


def _button() -> QToolButton:
    made = QToolButton()
    made.setObjectName("bare")
    made.setIconSize(QSize(18, 18))
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return made
