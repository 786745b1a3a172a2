"""What can be done with a moment: a hit, a line of the transcript, or where the player stands."""

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, QPoint, Qt, QUrl, Signal
from PySide6.QtGui import QAction, QDesktopServices, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QToolButton, QWidget

from momentry_desk.core.moments import Hit
from momentry_desk.core.paths import path_from_text
from momentry_desk.core.snapshot import VideoRow
from momentry_desk.ui import words
from momentry_desk.ui.action_making import allow
from momentry_desk.ui.player import Player
from momentry_desk.ui.reveal import show_in_folder
from momentry_desk.ui.time_codes import time_code
from momentry_desk.ui.transcript_editing import TranscriptEditing
from momentry_desk.ui.transcript_view import Line, TranscriptView


class _File(Protocol):
    """A video or a hit in one."""

    @property
    def path(self) -> str: ...

    @property
    def missing(self) -> bool: ...


class MomentActions(QObject):
    """The menus of hits, of the transcript and of the film. `video` finds a video by its id, `save_clip` asks about
    a clip of a hit; `told` is what was done, in words; `locate_wanted` asks where the film's file is now."""

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
        self.time_code = self._action(self._copy_position, "Ctrl+Shift+C")
        self.quote = self._action(self._copy_line, "Ctrl+C")
        self.folder = self._action(self._show, "Ctrl+E")
        self.open = self._action(self._open_film, "Ctrl+Alt+O")
        self.locate = self._action(self._locate, "Ctrl+Shift+L")
        player.addAction(editing.undo)
        menu = QMenu(player.more)
        menu.setToolTipsVisible(True)
        menu.addActions([self.time_code, self.quote])
        menu.addSeparator()
        menu.addActions([self.folder, self.open])
        menu.addSeparator()
        menu.addActions([self.locate, editing.undo])
        menu.aboutToShow.connect(self._refresh)
        menu.aboutToHide.connect(self._wake)
        player.more.setMenu(menu)
        player.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        player.locate_wanted.connect(self._locate)

    def _action(self, run: Callable[[], None], shortcut: str) -> QAction:
        made = QAction(self._owner)
        made.triggered.connect(lambda: run())
        made.setShortcut(QKeySequence(shortcut))
        made.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        # Where the film is looked at, not where hits are walked through.
        self._player.addAction(made)
        self._transcript.addAction(made)
        return made

    # The film in the player ---------------------------------------------------------------------------------

    def _refresh(self) -> None:
        """Say what can be done with the film, as its menu opens."""
        film = self._player.video
        self.time_code.setText(self.tr("Copy time code"))
        self.quote.setText(self.tr("Copy quote"))
        self.folder.setText(self.tr("Show in folder"))
        self.open.setText(self.tr("Open in the default player"))
        self.locate.setText(self.tr("Locate the file…"))
        self._editing.undo.setText(self.tr("Undo the last edit"))
        for action in (self.time_code, self.quote, self.folder, self.open, self.locate, self._editing.undo):
            allow(action, film is not None, self.tr("No film is open."))
        if film is not None:
            allow(self.open, not self._player.is_missing, self.tr("The file is not where it was."))
            spoken = self._transcript.head_line() is not None
            allow(self.quote, spoken, self.tr("Nothing is said or written here."))

    def _wake(self) -> None:
        # A shortcut does what applies to its own moment.
        for action in (self.time_code, self.quote, self.folder, self.open, self.locate, self._editing.undo):
            action.setEnabled(True)

    def _copy_position(self) -> None:
        if self._player.video is not None:
            self._copy(self._player.time_code(self._player.playback.position_s))

    def _copy_line(self) -> None:
        chosen = self._transcript.line_at(self._transcript.currentIndex())
        line = chosen if chosen is not None and self._transcript.hasFocus() else self._transcript.head_line()
        if line is not None:
            self._copy_quote_of(line)

    def _show(self) -> None:
        if self._player.video is not None:
            show_in_folder(self._player.video.path)

    def _open_film(self) -> None:
        if self._player.video is not None and not self._player.is_missing:
            _open(self._player.video)

    def _locate(self) -> None:
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
