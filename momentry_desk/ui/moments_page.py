"""The page where a moment is found and looked at: the search and its hits, the player, the transcript."""

import asyncio
from concurrent.futures import Future
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QMenu, QSplitter, QStackedLayout, QToolButton, QVBoxLayout, QWidget

from momentry_desk.core.moments import Hit, SearchPage
from momentry_desk.core.snapshot import VideoRow, VideosChanged
from momentry_desk.ui.chosen_folders import ChosenFolders
from momentry_desk.ui.clip_saving import ClipSaving
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.export_menu import ExportMenu
from momentry_desk.ui.film_actions import FilmActions
from momentry_desk.ui.message_page import MessagePage
from momentry_desk.ui.moment_actions import MomentActions
from momentry_desk.ui.player import Player
from momentry_desk.ui.results_view import ResultsView
from momentry_desk.ui.search_bar import SearchBar
from momentry_desk.ui.sound_choice import SoundChoice
from momentry_desk.ui.stills import Stills
from momentry_desk.ui.theme import Theme
from momentry_desk.ui.transcript_editing import TranscriptEditing
from momentry_desk.ui.transcript_view import TranscriptView

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine

_PAGE_HITS = 40
#: Persons to choose from; those with a name come first.
_MOST_PERSONS = 200
#: Findings of one film that the tracks and the transcript take in.
_MOST_FINDINGS = 50_000
#: Findings of the film that is looked at are asked for at most this often while its scan goes on.
_FINDINGS_EVERY_MS = 1000


class MomentsPage(QWidget):
    """One engine's moments. `desk_wanted` comes from the empty state, which has nothing to search."""

    desk_wanted = Signal()

    def __init__(
        self,
        engine: "Engine",
        errands: Errands,
        theme: Theme,
        folders: ChosenFolders,
        actions: FilmActions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._errands = errands
        self._theme = theme
        self._actions = actions
        self._videos: dict[str, VideoRow] = {}
        self._search: Future[SearchPage] | None = None
        self._asked = 0
        self._cursor: str | None = None
        self._loading = False
        self._looked_for = ""
        self.stills = Stills(self)
        self.bar = SearchBar(theme)
        self.results = ResultsView(theme, self.stills)
        self.message = MessagePage(theme, "moments")
        self.player = Player(theme, self.stills)
        self.transcript = TranscriptView(theme)
        self.hint = MessagePage(theme, "moments")
        self.clips = ClipSaving(engine, errands, folders, self.player, lambda: self.results.results.hits, self)
        self.exports = ExportMenu(
            engine,
            errands,
            lambda: self.player.video,
            lambda: self.results.results.hits,
            actions,
            folders,
            self,
        )
        self.editing = TranscriptEditing(engine, errands, self.transcript, lambda: self.player.video, actions.undo)
        self.moment_actions = MomentActions(
            self.player,
            self.transcript,
            self.editing,
            lambda file_uuid: self._videos.get(file_uuid),
            self.clips.begin_with,
            self,
        )
        self.clips.saved.connect(self.exports.written)
        self.sound_choice = SoundChoice(engine, errands, self)
        self.player.track_chosen.connect(self.sound_choice.choose)
        self._asking = QTimer(self)
        self._asking.setSingleShot(True)
        self._asking.setInterval(_FINDINGS_EVERY_MS)
        self._asking.timeout.connect(self._ask_findings)
        actions.serve(self)
        self._lay_out()
        self._connect()
        self._fill()

    def _lay_out(self) -> None:
        left = QWidget()
        left.setObjectName("resultsPane")
        left.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        self._left = QStackedLayout()
        self._left.addWidget(self.message)
        self._left.addWidget(self.results)
        column.addLayout(self._left, 1)
        looking = QWidget()
        looking.setObjectName("playerPane")
        looking.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._right = QStackedLayout(looking)
        self.looking = QSplitter(Qt.Orientation.Vertical)
        self.looking.addWidget(self.player)
        self.looking.addWidget(self.transcript)
        self.looking.setStretchFactor(0, 1)
        self.looking.setSizes([560, 190])
        self._right.addWidget(self.hint)
        self._right.addWidget(self.looking)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        left.setMinimumWidth(280)
        for n, part in enumerate((left, looking)):
            self.splitter.addWidget(part)
            self.splitter.setStretchFactor(n, n)
        self.splitter.setSizes([380, 836])
        for splitter in (self.splitter, self.looking):
            splitter.setHandleWidth(1)
            splitter.setChildrenCollapsible(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.splitter)

    def _connect(self) -> None:
        self.bar.changed.connect(self.search)
        self.bar.walked.connect(self.results.walk)
        self.bar.entered.connect(self._enter)
        self.results.hit_wanted.connect(self.go_to)
        self.results.more_wanted.connect(self._ask_more)
        self.results.menu_asked.connect(self.moment_actions.open_hit_menu)
        self.message.wanted.connect(self._help)
        self.player.moved.connect(self.transcript.show_head)
        self.transcript.jump_wanted.connect(self.player.playback.seek)
        self.editing.changed.connect(self._take_edit)
        self.player.leave_space_bar(self)
        exports = QMenu(self.player.take)
        exports.aboutToShow.connect(lambda: self.exports.fill(exports))
        exports.aboutToHide.connect(self._actions.wake)
        self.player.take.setMenu(exports)
        self.player.take.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._engine.people_changed.connect(self._ask_persons)
        self._engine.people_changed.connect(self._ask_findings)

    # What comes from the engine -----------------------------------------------------------------------------

    def take_videos(self, changed: VideosChanged) -> None:
        """Follow the library."""
        self._videos.update({row.file_uuid: row for row in changed.upserted})
        for gone in changed.removed:
            self._videos.pop(gone, None)
        self.bar.offer_videos(tuple(self._videos.values()))
        shown = self.player.video
        for row in changed.upserted:
            if shown is not None and row.file_uuid == shown.file_uuid:
                self.player.follow(row)
        if not self.results.results.rowCount():
            self._fill()

    def findings_grew(self, file_uuid: str) -> None:
        """Ask again, soon, for the findings of the film that is looked at; search again where nothing was found."""
        if (
            self.player.video is not None
            and file_uuid == self.player.video.file_uuid
            and not self._asking.isActive()
        ):
            self._asking.start()
        if not self.bar.is_empty and not self.results.results.rowCount() and not self._loading and self.isVisible():
            self.search()

    def _take_edit(self) -> None:
        self._ask_findings()
        if not self.bar.is_empty:
            self.search()

    # Searching ----------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Put the keyboard into the search box."""
        self.bar.box.setFocus()
        self.bar.box.selectAll()
        self._ask_persons()

    def _ask_persons(self) -> None:
        if self.isVisible():
            self._errands.begin(self._fetch_persons())

    async def _fetch_persons(self) -> None:
        persons = await asyncio.wrap_future(self._engine.people.grid(limit=_MOST_PERSONS))
        self.bar.offer_persons(persons)

    def search(self) -> None:
        """Ask for what stands in the box and the chips. What was asked before and not answered is dropped."""
        self._asked += 1
        if self._search is not None:
            self._search.cancel()
            self._search = None
        self._cursor, self._loading = None, False
        if self.bar.is_empty:
            self._take_page(SearchPage())
            return
        self._loading = True
        self._errands.begin(self._fetch(self._asked, None))

    def _ask_more(self) -> None:
        if self._cursor is not None and not self._loading:
            self._loading = True
            self._errands.begin(self._fetch(self._asked, self._cursor))

    async def _fetch(self, asked: int, cursor: str | None) -> None:
        answer = self._search = self._engine.moments.search(
            self.bar.text, filters=self.bar.filters(), typing=True, limit=_PAGE_HITS, cursor=cursor, by_film=True
        )
        try:
            page = await asyncio.wrap_future(answer)
        except asyncio.CancelledError:
            if answer.cancelled():
                return
            raise
        finally:
            if asked == self._asked:
                self._loading = False
        if asked != self._asked:
            return
        if cursor is None:
            self._take_page(page)
        else:
            self._cursor = page.next_cursor
            self.results.results.add_page(page.hits)
            self._mark_hits()

    def _take_page(self, page: SearchPage) -> None:
        self._cursor = page.next_cursor
        self._looked_for = self.bar.text.strip()
        before = self.results.current_hit()
        self.results.results.show_page(page.hits)
        self.results.scrollToTop()
        row = None if before is None else self.results.results.row_of(before.hit_id)
        if row is not None:
            # Where the hit that is looked at is still one, it stays chosen.
            self.results.selectionModel().blockSignals(True)
            self.results.setCurrentIndex(self.results.results.index(row))
            self.results.selectionModel().blockSignals(False)
        self._mark_hits()
        self._fill()

    def _enter(self) -> None:
        if self.results.current_hit() is None:
            self.results.walk(1)
        if self.results.current_hit() is not None:
            self.results.setFocus()

    # Looking ------------------------------------------------------------------------------------------------

    def go_to(self, hit: Hit) -> None:
        """Let the player stand at a hit."""
        known = self._videos.get(hit.file_uuid)
        video = known or VideoRow(hit.file_uuid, hit.file_name, hit.path, 0, 0.0, missing=hit.missing)
        self.look_at(video, hit.start, hit.run_up_s, hit)

    def look_at(self, video: VideoRow, at_s: float = 0.0, run_up_s: float = 0.0, hit: Hit | None = None) -> None:
        """Let the player stand at an instant of a video, that of a `hit` if it is one; playing begins `run_up_s`
        before it."""
        other = self.player.video is None or self.player.video.file_uuid != video.file_uuid
        self._right.setCurrentWidget(self.looking)
        if other:
            self.transcript.show_findings(())
        self.transcript.show_hit(hit)
        self.player.show_video(video, at_s, run_up_s)
        self._mark_hits()
        if other:
            self._ask_findings()

    def _mark_hits(self) -> None:
        video = self.player.video
        if video is not None:
            hits = [
                hit for hit in self.results.results.hits if hit.file_uuid == video.file_uuid and hit.kind != "file"
            ]
            self.player.show_hits([(hit.start, hit.end) for hit in hits])

    def _ask_findings(self) -> None:
        if self.player.video is not None:
            self._errands.begin(self._fetch_findings(self.player.video.file_uuid))

    async def _fetch_findings(self, file_uuid: str) -> None:
        findings = await asyncio.wrap_future(self._engine.findings(file_uuid, limit=_MOST_FINDINGS))
        persons = await asyncio.wrap_future(self._engine.people.in_video(file_uuid))
        if self.player.video is not None and self.player.video.file_uuid == file_uuid:
            self.player.show_findings(findings, persons)
            self.transcript.show_findings(findings)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.player.pause()

    def stop(self) -> None:
        """Ask for nothing any more; every thread has ended then."""
        self._asking.stop()
        self.bar.stop()
        if self._search is not None:
            self._search.cancel()
        self.player.stop()
        self.stills.end()

    # What the page says -------------------------------------------------------------------------------------

    def _help(self) -> None:
        if self.bar.is_narrowed:
            self.bar.widen()
        elif self._videos and (meant := self.bar.with_person()):
            self.bar.ask_for(meant[1])
        else:
            self.desk_wanted.emit()

    def _fill(self) -> None:
        self.hint.say(
            self.tr("Choose a moment"),
            self.tr(
                "It is shown here. Space plays, J K L go back, stop and on, the arrow keys go picture by picture, "
                "I and O mark a range."
            ),
        )
        if self.results.results.rowCount():
            self._left.setCurrentWidget(self.results)
            return
        self._left.setCurrentWidget(self.message)
        # One that cannot be read never will be.
        unscanned = sum(not video.scanned and video.problem is None for video in self._videos.values())
        if not self._videos:
            self.message.say(
                self.tr("Nothing to search yet"),
                self.tr(
                    "Add videos first. What is said, written and seen in them can be found while they are scanned."
                ),
                self.tr("Go to the desk"),
            )
        elif self.bar.is_empty:
            self.message.say(
                self.tr("Find a moment"),
                self.tr(
                    "Type a word that was said or stands in the picture, “several words” that belong together, or "
                    "person:Ana budget for where Ana is near when it is said."
                ),
            )
        elif self.bar.is_narrowed:
            self.message.say(
                self.tr("Nothing found here"),
                self.tr("The search is narrowed to what is chosen above."),
                self.tr("Search everything"),
            )
        else:
            said = self.tr("Try fewer words, or only the beginning of one.")
            if unscanned:
                said += " " + self.tr("%n video(s) have not been scanned yet.", "", unscanned)
            meant = self.bar.with_person()
            offer = self.tr("Find it where {0} is on screen").format(meant[0]) if meant else ""
            self.message.say(self.tr("Nothing found for “{0}”").format(self._looked_for), said, offer)

    def save(self, state: QSettings) -> None:
        """Keep the widths of the panes."""
        state.setValue("moments/panes", self.splitter.saveState())
        state.setValue("moments/player", self.looking.saveState())

    def restore(self, state: QSettings) -> None:
        """Bring back what `save` kept."""
        for key, splitter in (("moments/panes", self.splitter), ("moments/player", self.looking)):
            kept = state.value(key)
            if kept is not None:
                splitter.restoreState(kept)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()
