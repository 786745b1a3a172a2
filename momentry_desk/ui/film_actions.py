"""What can be done with the film in the player: its transport, its marks, what is copied of it and taken along."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from momentry_desk.ui.action_making import PageActions

if TYPE_CHECKING:
    from momentry_desk.ui.moments_page import MomentsPage


class FilmActions(PageActions["MomentsPage"]):
    """One action each for the menu bar, the player's own menu and the keys of an editing program."""

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        of = self._of_page
        self.play = of(lambda page: page.player.playback.toggle(), "Space")
        self.backwards = of(lambda page: page.player.playback.shuttle(-1), "J")
        self.stop = of(lambda page: page.player.playback.pause(), "K")
        self.forwards = of(lambda page: page.player.playback.shuttle(1), "L")
        self.frame_back = of(lambda page: page.player.playback.step(-1), "Left")
        self.frame_on = of(lambda page: page.player.playback.step(1), "Right")
        self.second_back = of(lambda page: page.player.leap(-1.0), "Shift+Left")
        self.second_on = of(lambda page: page.player.leap(1.0), "Shift+Right")
        self.to_begin = of(lambda page: page.player.playback.seek(0.0), "Home")
        self.to_end = of(lambda page: page.player.playback.seek(page.player.playback.duration_s), "End")
        self.mark_begin = of(lambda page: page.player.choose(begin=True), "I")
        self.mark_end = of(lambda page: page.player.choose(begin=False), "O")
        self.closer = of(lambda page: page.player.tracks.zoom_in(), "+", "=")
        self.farther = of(lambda page: page.player.tracks.zoom_out(), "-")
        self.clip = of(lambda page: page.clips.begin(), "Ctrl+S")
        self.export = of(lambda page: page.player.take.showMenu(), "Ctrl+Shift+S")
        self.track = of(lambda page: page.player.track.showMenu(), "Ctrl+T")
        self.time_code = of(lambda page: page.moment_actions.copy_position(), "Ctrl+Shift+C")
        self.quote = of(lambda page: page.moment_actions.copy_line(), "Ctrl+C")
        self.folder = of(lambda page: page.moment_actions.show_film(), "Ctrl+E")
        self.open = of(lambda page: page.moment_actions.open_film(), "Ctrl+Alt+O")
        self.locate = of(lambda page: page.moment_actions.ask_for_film(), "Ctrl+Shift+L")
        self.undo = of(lambda page: page.editing.take_back(), "Ctrl+Z")
        self._transport: tuple[tuple[QAction, ...], ...] = (
            (self.play, self.stop, self.forwards, self.backwards),
            (self.frame_back, self.frame_on, self.second_back, self.second_on, self.to_begin, self.to_end),
            (self.mark_begin, self.mark_end, self.closer, self.farther),
        )
        self._film: tuple[tuple[QAction, ...], ...] = (
            (self.clip, self.export, self.track),
            (self.time_code, self.quote),
            (self.folder, self.open, self.locate),
            (self.undo,),
        )
        self.refresh()
        self.wake()

    def fill(self, menu: QMenu, *, transport: bool = True) -> None:
        """Put all of them into `menu`; without `transport` those that no button of the player is for."""
        menu.setToolTipsVisible(True)
        for part in (*self._transport, *self._film) if transport else self._film[1:]:
            if not menu.isEmpty():
                menu.addSeparator()
            menu.addActions(part)
        menu.aboutToShow.connect(self.refresh)
        menu.aboutToHide.connect(self.wake)

    def serve(self, page: "MomentsPage") -> None:
        """The page is there. The transport's keys work all over it; those that copy, where the film is looked at,
        not where hits are walked through."""
        self.page = page
        for part in self._transport:
            page.addActions(part)
        page.addActions([self.clip, self.export, self.track])
        for part in self._film[1:]:
            page.player.addActions(part)
            page.transcript.addActions(part)
        menu = QMenu(page.player.more)
        self.fill(menu, transport=False)
        page.player.more.setMenu(menu)
        page.player.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)

    def reasons(self, page: "MomentsPage") -> Mapping[QAction, str]:
        if page.player.video is None:
            return dict.fromkeys(self.all, self.tr("No film is open: choose a moment, or a video on the desk."))
        gone = self.tr("The file is not where it was.") if page.player.is_missing else ""
        spoken = page.transcript.head_line() is not None
        several = page.player.track.is_needed
        return {
            self.clip: gone,
            self.open: gone,
            self.quote: "" if spoken else self.tr("Nothing is said or written here."),
            self.track: "" if several else self.tr("The film has no other sound track."),
        }

    def _elsewhere(self) -> str:
        return self.tr("Open the moments first: films are played there.")

    def name(self) -> None:
        self.play.setText(self.tr("Play or stop"))
        self.stop.setText(self.tr("Stop"))
        self.forwards.setText(self.tr("Play on, faster each time"))
        self.backwards.setText(self.tr("Play back, faster each time"))
        self.frame_back.setText(self.tr("One picture back"))
        self.frame_on.setText(self.tr("One picture on"))
        self.second_back.setText(self.tr("One second back"))
        self.second_on.setText(self.tr("One second on"))
        self.to_begin.setText(self.tr("To the beginning"))
        self.to_end.setText(self.tr("To the end"))
        self.mark_begin.setText(self.tr("Mark the beginning of a range"))
        self.mark_end.setText(self.tr("Mark the end of a range"))
        self.closer.setText(self.tr("Show less of the time line"))
        self.farther.setText(self.tr("Show more of the time line"))
        self.clip.setText(self.tr("Save a clip…"))
        self.export.setText(self.tr("Export…"))
        self.track.setText(self.tr("Sound track…"))
        self.time_code.setText(self.tr("Copy time code"))
        self.quote.setText(self.tr("Copy quote"))
        self.folder.setText(self.tr("Show in folder"))
        self.open.setText(self.tr("Open in the default player"))
        self.locate.setText(self.tr("Locate the file…"))
        self.undo.setText(self.tr("Undo the last edit"))
