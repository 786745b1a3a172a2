"""The pages of the window and the rail that chooses between them. A page is made when it is first wanted."""

from typing import TYPE_CHECKING, Literal

import msgspec
from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QSettings, QSize, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from momentry_desk.core.snapshot import QueueSnapshot, VideoRow, VideosChanged
from momentry_desk.ui.api_button import ApiDoor
from momentry_desk.ui.chosen_folders import ChosenFolders
from momentry_desk.ui.desk_page import DeskPage
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.film_actions import FilmActions
from momentry_desk.ui.icons import icon
from momentry_desk.ui.locating import Locating
from momentry_desk.ui.people_actions import PeopleActions
from momentry_desk.ui.theme import Theme

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine
    from momentry_desk.ui.moments_page import MomentsPage
    from momentry_desk.ui.people_page import PeoplePage
    from momentry_desk.ui.settings_page import SettingsPage

translate = QCoreApplication.translate

PageName = Literal["desk", "moments", "people", "settings"]
PAGES: tuple[PageName, ...] = ("desk", "moments", "people", "settings")


def page_name(page: str) -> str:
    match page:
        case "desk":
            return translate("Rail", "Desk")
        case "moments":
            return translate("Rail", "Moments")
        case "people":
            return translate("Rail", "People")
        case _:
            return translate("Rail", "Settings")


class Rail(QWidget):
    """The narrow bar at the left. `chosen` is the page that somebody clicked."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(64)
        self._theme = theme
        self._group = QButtonGroup(self)
        self.items: dict[str, QToolButton] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2, 8, 2, 8)
        layout.setSpacing(4)
        for page in PAGES:
            if page == "settings":
                # Apart from the three where the work is done.
                layout.addStretch(1)
            item = self.items[page] = QToolButton()
            item.setObjectName("rail_item")
            item.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            item.setCheckable(True)
            item.setIconSize(QSize(20, 20))
            item.setFixedSize(60, 50)
            item.clicked.connect(lambda _=False, page=page: self.chosen.emit(page))
            item.toggled.connect(lambda _: self._paint())
            self._group.addButton(item)
            layout.addWidget(item)
        theme.changed.connect(self._paint)
        self.mark("desk")
        self._name()

    def mark(self, page: str) -> None:
        """Show which page is open."""
        self.items[page].setChecked(True)

    def _paint(self) -> None:
        t = self._theme.tokens
        for page, item in self.items.items():
            item.setIcon(icon(page, t.accent if item.isChecked() else t.mute, 20))

    def _name(self) -> None:
        for page, item in self.items.items():
            item.setText(page_name(page))
            item.setAccessibleName(page_name(page))
        self._paint()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._name()


class Pages(QStackedWidget):
    """The pages, of which one is seen. `opened` is its name, `told` what has been done, in words.

    The desk is there from the beginning; the others load the decoders, which would make the window late.
    """

    opened = Signal(str)
    told = Signal(str)

    def __init__(
        self,
        engine: "Engine",
        errands: Errands,
        theme: Theme,
        desk: DeskPage,
        folders: ChosenFolders,
        state: QSettings | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._errands = errands
        self._theme = theme
        self._desk = desk
        self._folders = folders
        self._state = state
        self._videos: dict[str, VideoRow] = {}
        self._moments: MomentsPage | None = None
        self._people: PeoplePage | None = None
        self.film_actions = FilmActions(self)
        self.people_actions = PeopleActions(self)
        for actions in (self.film_actions, self.people_actions):
            actions.told.connect(self.told)
        self.locating = Locating(engine, errands, folders, self)
        self.locating.told.connect(self.told)
        desk.video_actions.locate_wanted.connect(self.locating.ask)
        desk.details.locate_wanted.connect(self.locating.ask)
        self._settings: SettingsPage | None = None
        self._door: ApiDoor | None = None
        self.addWidget(desk)
        desk.library.list.doubleClicked.connect(self._look_at_row)
        desk.video_actions.play_wanted.connect(self.look_at)

    @property
    def moments(self) -> "MomentsPage":
        """The page of moments; made by the first who asks."""
        if self._moments is None:
            from momentry_desk.ui.moments_page import MomentsPage

            made = self._moments = MomentsPage(
                self._engine, self._errands, self._theme, self._folders, self.film_actions
            )
            made.desk_wanted.connect(lambda: self.open("desk"))
            made.exports.written.connect(lambda path: self.told.emit(self.tr("Written: {0}").format(path)))
            made.editing.told.connect(self.told)
            made.moment_actions.told.connect(self.told)
            made.moment_actions.locate_wanted.connect(self.locating.ask)
            made.player.missed.connect(self.locating.check)
            made.take_videos(VideosChanged(upserted=tuple(self._videos.values())))
            if self._state is not None:
                made.restore(self._state)
            self.addWidget(made)
        return self._moments

    @property
    def people(self) -> "PeoplePage":
        """The page of people; made by the first who asks."""
        if self._people is None:
            from momentry_desk.ui.people_page import PeoplePage

            made = self._people = PeoplePage(self._engine, self._errands, self._theme, self.people_actions)
            made.moments_wanted.connect(self.show_person)
            made.look_wanted.connect(self._look_at_appearance)
            made.forget.told.connect(self.told)
            self.addWidget(made)
        return self._people

    @property
    def settings(self) -> "SettingsPage":
        """The page of settings; made by the first who asks."""
        if self._settings is None:
            from momentry_desk.ui.settings_page import SettingsPage

            made = self._settings = SettingsPage(self._engine, self._errands)
            if self._door is not None:
                made.serve(self._door)
            self.addWidget(made)
        return self._settings

    def serve(self, door: ApiDoor) -> None:
        """Show this API on the page of settings."""
        self._door = door
        if self._settings is not None:
            self._settings.serve(door)

    def take_snapshot(self, snapshot: QueueSnapshot) -> None:
        """Follow the settings."""
        if self._settings is not None:
            self._settings.take_snapshot(snapshot)

    def open(self, page: str) -> None:
        """Show a page by its name."""
        match page:
            case "moments":
                self.setCurrentWidget(self.moments)
                self.moments.begin()
            case "people":
                self.setCurrentWidget(self.people)
                self.people.begin()
            case "settings":
                self.setCurrentWidget(self.settings)
                self.settings.begin()
            case _:
                self.setCurrentWidget(self._desk)
        self.opened.emit(page)

    def begin_search(self, text: str = "") -> None:
        """Show the search, ready to be typed into; `text` is what was typed elsewhere already."""
        self.open("moments")
        if text:
            self.moments.bar.ask_for(text)

    def look_at(self, video: VideoRow, at_s: float = 0.0) -> None:
        """Show a video in the player."""
        self.open("moments")
        still = self._desk.thumbnails.get(video.file_uuid)
        self.moments.look_at(msgspec.structs.replace(video, thumbnail=still), at_s)

    def show_person(self, name: str) -> None:
        """Show the moments of a person."""
        self.open("moments")
        self.moments.bar.choose_person(name)

    def _look_at_appearance(self, file_uuid: str, at_s: float) -> None:
        video = self._videos.get(file_uuid)
        if video is not None:
            self.look_at(video, at_s)

    def take_videos(self, changed: VideosChanged) -> None:
        """Follow the library."""
        self._videos.update({row.file_uuid: row for row in changed.upserted})
        for gone in changed.removed:
            self._videos.pop(gone, None)
        if self._moments is not None:
            self._moments.take_videos(changed)

    def findings_grew(self, file_uuid: str) -> None:
        """Something new was found in a video."""
        if self._moments is not None:
            self._moments.findings_grew(file_uuid)
        if self._people is not None:
            self._people.findings_grew()

    def _look_at_row(self, index: QModelIndex) -> None:
        row = self._desk.library_model.row_at(index)
        if row is not None:
            self.look_at(row)

    def stop(self) -> None:
        """Ask for nothing any more; every thread of the pages has ended then."""
        if self._moments is not None:
            self._moments.stop()
        if self._people is not None:
            self._people.stop()
        if self._settings is not None:
            self._settings.stop()

    def save(self, state: QSettings) -> None:
        if self._moments is not None:
            self._moments.save(state)
