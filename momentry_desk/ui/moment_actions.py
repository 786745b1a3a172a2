"""What is done with a moment: a hit, a line of the transcript, or where the player stands."""

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, QPoint, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from momentry_desk.core.moments import Hit
from momentry_desk.core.paths import path_from_text
from momentry_desk.core.snapshot import VideoRow
from momentry_desk.ui import words
from momentry_desk.ui.action_making import allow
from momentry_desk.ui.player import Player
from momentry_desk.ui.reveal import show_in_folder
from momentry_desk.ui.time_codes import time_code
from momentry_desk.ui.transcript_editing import TranscriptEditing
from momentry_desk.ui.transcript_model import Line
from momentry_desk.ui.transcript_view import TranscriptView


class _File(Protocol):
    """A video or a hit in one."""

    @property
    def path(self) -> str: ...

    @property
    def missing(self) -> bool: ...


class MomentActions(QObject):
    """The menus of hits and of the transcript, and what is done with the film. `video` finds a video by its id,
    `save_clip` asks about a clip of a hit; `told` is what was done, in words; `locate_wanted` asks where the film's
    file is now."""

    told = Signal(str)
    locate_wanted = Signal(object)  # VideoRow

    def __init__(
        self,
        player: Player,
        transcript: TranscriptView,
        editing: TranscriptEditing,
        video: Callable[[str], VideoRow | None],
        save_clip: Callable[[Hit, VideoRow], None],
        owner: QWidget,
    ) -> None:
        super().__init__(owner)
        self._player = player
        self._transcript = transcript
        self._editing = editing
        self._video = video
        self._save_clip = save_clip
        self._owner = owner
        transcript.menu_asked.connect(self._open_line_menu)
        player.locate_wanted.connect(self.ask_for_film)

    # The film in the player ---------------------------------------------------------------------------------

    def copy_position(self) -> None:
        """Put the time code of the play head on the clipboard."""
        if self._player.video is not None:
            self._copy(self._player.time_code(self._player.playback.position_s))

    def copy_line(self) -> None:
        """Put the line of the play head, or the chosen one, on the clipboard."""
        chosen = self._transcript.line_at(self._transcript.currentIndex())
        line = chosen if chosen is not None and self._transcript.hasFocus() else self._transcript.head_line()
        if line is not None:
            self._copy_quote_of(line)

    def show_film(self) -> None:
        """Show the film in its folder."""
        if self._player.video is not None:
            show_in_folder(self._player.video.path)

    def open_film(self) -> None:
        """Open the film in the system's player."""
        if self._player.video is not None and not self._player.is_missing:
            _open(self._player.video)

    def ask_for_film(self) -> None:
        """Ask where the film's file is now."""
        if self._player.video is not None:
            self.locate_wanted.emit(self._player.video)

    # A line of the transcript -------------------------------------------------------------------------------

    def _open_line_menu(self, line: Line, place: QPoint) -> None:
        menu = self._menu()
        self._editing.fill(menu, line)
        menu.addSeparator()
        copy = self._player.time_code(line.start)
        menu.addAction(self.tr("Copy time code")).triggered.connect(lambda: self._copy(copy))
        menu.addAction(self.tr("Copy quote")).triggered.connect(lambda: self._copy_quote_of(line))
        menu.popup(place)

    def _copy_quote_of(self, line: Line) -> None:
        video = self._player.video
        if video is not None:
            self._copy_quote(words.line(line), video.file_name, self._player.time_code(line.start))

    # A hit --------------------------------------------------------------------------------------------------

    def open_hit_menu(self, hit: Hit, place: QPoint) -> None:
        menu = self._menu()
        menu.addAction(self.tr("Copy time code")).triggered.connect(lambda: self.copy_time_code(hit))
        menu.addAction(self.tr("Copy quote")).triggered.connect(lambda: self.copy_quote(hit))
        video = self._video(hit.file_uuid)
        clip = menu.addAction(self.tr("Save a clip…"))
        allow(clip, video is not None and not hit.missing, self.tr("The file is not where it was."))
        if video is not None:
            clip.triggered.connect(lambda: self._save_clip(hit, video))
        menu.addSeparator()
        menu.addAction(self.tr("Show in folder")).triggered.connect(lambda: show_in_folder(hit.path))
        opened = menu.addAction(self.tr("Open in the default player"))
        opened.triggered.connect(lambda: _open(hit))
        allow(opened, not hit.missing, self.tr("The file is not where it was."))
        if hit.missing and video is not None:
            locate = menu.addAction(self.tr("Locate the file…"))
            locate.triggered.connect(lambda: self.locate_wanted.emit(video))
        menu.popup(place)

    def copy_time_code(self, hit: Hit) -> None:
        """Put a hit's time code on the clipboard."""
        self._copy(self._time_code(hit))

    def copy_quote(self, hit: Hit) -> None:
        """Put what was found there on the clipboard, with where it comes from."""
        self._copy_quote(hit.text, hit.file_name, self._time_code(hit))

    def _time_code(self, hit: Hit) -> str:
        video = self._video(hit.file_uuid)
        return time_code(hit.start, video.media.frame_rate if video and video.media else None)

    # What all of them do ------------------------------------------------------------------------------------

    def _menu(self) -> QMenu:
        menu = QMenu(self._owner)
        menu.setToolTipsVisible(True)
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _copy_quote(self, text: str, file_name: str, at: str) -> None:
        quote = self.tr("“{0}” ({1}, {2})", "a quotation, its file, its time code")
        self._copy(quote.format(text.strip(), file_name, at))

    def _copy(self, text: str) -> None:
        QApplication.clipboard().setText(text)
        self.told.emit(self.tr("Copied: {0}").format(text))


def _open(file: _File) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(path_from_text(file.path)))
