"""The daily page: library, queue, resources and details side by side, and what is selected in them."""

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedLayout, QVBoxLayout, QWidget

from momentry_desk.core.snapshot import QueueSnapshot, ResourceSample, RowsChanged, TaskRow, VideoRow, VideosChanged
from momentry_desk.ui.empty_page import EmptyPage
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.first_run import FirstRun
from momentry_desk.ui.intake import Intake
from momentry_desk.ui.library_view import LibraryModel, LibraryPane
from momentry_desk.ui.message_page import MessagePage
from momentry_desk.ui.queue_model import QueueModel
from momentry_desk.ui.queue_view import QueuePane
from momentry_desk.ui.removals import Removals
from momentry_desk.ui.reordering import Reordering
from momentry_desk.ui.resource_graphs import ResourceStrip
from momentry_desk.ui.task_actions import TaskActions
from momentry_desk.ui.task_details import DetailsPane
from momentry_desk.ui.task_report import TaskReportWindow
from momentry_desk.ui.theme import Theme
from momentry_desk.ui.thumbnails import Thumbnails
from momentry_desk.ui.toast import Toast
from momentry_desk.ui.tracks import numbered
from momentry_desk.ui.video_actions import VideoActions

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine

#: Below these widths the details, then the library, fold away.
DETAILS_FROM = 1100
LIBRARY_FROM = 900
#: Findings of the selected video are asked for at most this often.
_FINDINGS_EVERY_MS = 400
#: More findings than this are for the search, not for a list beside the queue.
_FINDINGS_SHOWN = 3000


class DeskPage(QWidget):
    """Shows one engine's queue and library. `add_wanted` and `sample_wanted` come from the empty page;
    `told` carries what a person should read once."""

    add_wanted = Signal()
    sample_wanted = Signal()
    told = Signal(str)

    def __init__(
        self,
        engine: "Engine",
        errands: Errands,
        theme: Theme,
        *,
        with_sample: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._errands = errands
        self._theme = theme
        self._selected: str | None = None
        self._selecting = False
        self._wanted: str | None = None
        self._report: TaskReportWindow | None = None
        self.thumbnails = Thumbnails(self._ask_thumbnails, self)
        self.queue_model = QueueModel(parent=self)
        self.library_model = LibraryModel(self)
        self._rows = Intake[TaskRow](self._put_rows, lambda row: row.task_id in self.queue_model, self)
        self._videos = Intake[VideoRow](self._put_videos, lambda row: row.file_uuid in self.library_model, self)
        self.library = LibraryPane(self.library_model, theme, self.thumbnails)
        self.queue = QueuePane(self.queue_model, theme)
        self.details = DetailsPane(theme, self.thumbnails)
        self.strip = ResourceStrip(theme)
        self.removals = Removals(engine, errands, self)
        self.reordering = Reordering(engine, errands, self.queue_model, self)
        self.task_actions = TaskActions(
            engine,
            errands,
            self.removals,
            self.reordering,
            self.queue.selected_rows,
            self.queue.why_not_moved,
            self.queue.table,
        )
        self.video_actions = VideoActions(engine, errands, self.library.selected_videos, self.library.list)
        self._middle = QWidget()
        middle = QVBoxLayout(self._middle)
        middle.setContentsMargins(0, 0, 0, 0)
        middle.setSpacing(0)
        middle.addWidget(self.queue, 1)
        middle.addWidget(self.strip)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        for n, part in enumerate((self.library, self._middle, self.details)):
            self.splitter.addWidget(part)
            self.splitter.setStretchFactor(n, 1 if part is self._middle else 0)
        self.library.setMinimumWidth(180)
        self._middle.setMinimumWidth(420)
        self.details.setMinimumWidth(220)
        self.splitter.setSizes([240, 722, 254])
        self.empty = EmptyPage(theme, with_sample=with_sample)
        self.first_run = FirstRun(engine, errands, with_sample=with_sample)
        self._pages = QStackedLayout(self)
        # Until the queue is read: the empty page would flash up before a full one.
        self.waiting = MessagePage(theme, "drop")
        self.waiting.setObjectName("page")
        self.waiting.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.waiting.title.setProperty("role", "title")
        self._adding = ""
        self._pages.addWidget(self.waiting)
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self.first_run)
        self._pages.addWidget(self.splitter)
        self._asking = QTimer(self)
        self._asking.setSingleShot(True)
        self._asking.setInterval(_FINDINGS_EVERY_MS)
        self._asking.timeout.connect(self._ask_findings)
        # Faces are sorted after their scan: their numbers follow.
        self._engine.people_changed.connect(self._ask_findings)
        self._rows.under_way.connect(self.queue.begin_or_end_filling)
        self.queue.selection_changed.connect(self._task_selected)
        self.library.selection_changed.connect(self._video_selected)
        self.queue.menu_asked.connect(self.task_actions.menu)
        self.queue.table.moved.connect(self.reordering.drop)
        self.queue.table.refused.connect(lambda why: self.told.emit(why or self.queue.why_not_moved()))
        for teller in (self.reordering, self.task_actions, self.video_actions):
            teller.told.connect(self.told)
        self.task_actions.details_wanted.connect(self.show_report)
        self.queue.table.doubleClicked.connect(lambda _: self.task_actions.details.trigger())
        self.removals.came_back.connect(self._select_again)
        self.library.menu_asked.connect(self.video_actions.menu)
        self._read = False
        for page in (self.empty, self.first_run):
            page.add_wanted.connect(self.add_wanted)
            page.sample_wanted.connect(self.sample_wanted)
        self._say_waiting()

    # What comes from the engine -----------------------------------------------------------------------------

    def take_rows(self, changed: RowsChanged) -> None:
        """Take in what changed in the queue; a whole queue comes in pieces."""
        self._rows.take(changed.upserted, changed.removed)

    def _put_rows(self, upserted: tuple[TaskRow, ...], removed: tuple[str, ...]) -> None:
        self.queue_model.apply(upserted, removed)
        self.library_model.watch(upserted, removed)
        self._choose_page()
        self._select_wanted()
        if any(row.file_uuid == self._selected for row in upserted):
            self._show_details()
        first = self.queue_model.row_at(self.queue_model.index(0, 0))
        if self._selected is None and first is not None:
            # Whoever drops the first files sees what is found in them without another click.
            self.queue.select(first.task_id)

    def take_videos(self, changed: VideosChanged) -> None:
        """Take in what changed in the library; a whole one comes in pieces."""
        # The latest stands first there, so the pieces follow one another.
        self._videos.take(changed.upserted[::-1], changed.removed)

    def _put_videos(self, upserted: tuple[VideoRow, ...], removed: tuple[str, ...]) -> None:
        self.library_model.apply(upserted, removed)
        self._choose_page()
        if self._selected is not None and self.library.current_video() is None:
            # Its row may have come after the scan's.
            self._mark_in_library(self._selected)
        if self._selected in removed:
            self._select(None)
        elif any(row.file_uuid == self._selected for row in upserted):
            self._show_details()

    def _ask_thumbnails(self, file_uuids: tuple[str, ...]) -> None:
        self._errands.begin(self._fetch_thumbnails(file_uuids))

    async def _fetch_thumbnails(self, file_uuids: tuple[str, ...]) -> None:
        found = await asyncio.wrap_future(self._engine.thumbnails(file_uuids))
        self.thumbnails.take(file_uuids, found)
        bare = [one for one in file_uuids if not found.get(one)]
        if bare:
            self._engine.library.make_pictures(bare)

    def take_snapshot(self, snapshot: QueueSnapshot) -> None:
        """Follow the slots and their limits, and what the first start asks."""
        self.first_run.take_snapshot(snapshot)
        if self._read:
            self._choose_page()
        self.strip.show_snapshot(snapshot)

    def take_history(self, samples: tuple[ResourceSample, ...]) -> None:
        """Show what was measured before there was a window."""
        self.strip.show_history(samples)

    def take_sample(self, sample: ResourceSample) -> None:
        """Let the graphs go on."""
        self.strip.show_sample(sample)

    def findings_grew(self, file_uuid: str) -> None:
        """Ask for the findings again, soon, if they are those on the screen."""
        if file_uuid == self._selected and not self._asking.isActive():
            self._asking.start()

    def show_toasts(self, window: QWidget) -> Toast:
        """Tell at the foot of `window` of what can be taken back, or done otherwise; answers the first toast."""
        removal = Toast(window)
        self.removals.show_on(removal)
        self.reordering.show_on(Toast(window, below=removal))
        return removal

    def stop(self) -> None:
        """Ask for nothing any more."""
        self._asking.stop()
        self.reordering.stop()
        if self._report is not None:
            self._report.close()
        self._rows.stop()
        self.queue.stop()
        self._videos.stop()
        for model in (self.queue_model, self.library_model):
            model.stop()
        self.thumbnails.stop()
        self.strip.stop()

    def show_adding(self, what: str) -> None:
        """Say in a window that has nothing else to show what is being looked at; "" once nothing is."""
        self._adding = what
        self._say_waiting()
        if self._read:
            self._choose_page()

    def _say_waiting(self) -> None:
        if self._adding:
            self.waiting.say(
                self._adding, self.tr("Files are looked at first. They appear here as soon as that is done.")
            )
        else:
            self.waiting.say(
                self.tr("Opening your library…"), self.tr("You can drop videos and folders here already.")
            )

    def _choose_page(self) -> None:
        self._read = True
        page: QWidget = self.first_run if self.first_run.wanted else self.empty
        if self.queue_model.rowCount() or self.library_model.rowCount():
            page = self.splitter
        elif self._adding:
            page = self.waiting
        if page is not self._pages.currentWidget():
            self._pages.setCurrentWidget(page)
            if page is self.first_run:
                self.first_run.look()

    # What is selected ---------------------------------------------------------------------------------------

    def _task_selected(self) -> None:
        row = self.queue.current_row()
        if self._selecting or row is None:
            return
        self._mark_in_library(row.file_uuid)
        self._select(row.file_uuid)

    def _mark_in_library(self, file_uuid: str) -> None:
        self._selecting = True
        self.library.select(file_uuid)
        self._selecting = False

    def _video_selected(self) -> None:
        row = self.library.current_video()
        if self._selecting or row is None:
            return
        self._selecting = True
        task = self.queue_model.task_of(row.file_uuid)
        if task is not None:
            self.queue.select(task.task_id)
        else:
            self.queue.table.clearSelection()
        self._selecting = False
        self._select(row.file_uuid)

    def _select(self, file_uuid: str | None) -> None:
        changed = file_uuid != self._selected
        self._selected = file_uuid
        self._show_details()
        if changed and file_uuid is not None:
            self._ask_findings()

    def _show_details(self) -> None:
        one = self._selected
        task = self.queue_model.task_of(one) if one else None
        chosen = self.queue.current_row()
        if chosen is not None and chosen.file_uuid == one:
            task = chosen
        self.details.show_selection(self.library_model.row_of(one) if one else None, task)

    def _ask_findings(self) -> None:
        if self._selected is not None:
            self._errands.begin(self._fetch_findings(self._selected))

    async def _fetch_findings(self, file_uuid: str) -> None:
        findings = await asyncio.wrap_future(self._engine.findings(file_uuid, limit=_FINDINGS_SHOWN))
        persons = await asyncio.wrap_future(self._engine.people.in_video(file_uuid))
        names = {one.person_id: one.name for one in persons if one.name}
        self.details.show_findings(file_uuid, numbered(findings, persons), names)

    def show_report(self, row: TaskRow) -> None:
        """Open a window with all that is known of a scan."""
        if self._report is not None:
            self._report.close()
        made = self._report = TaskReportWindow(
            self._engine, self._errands, row, self.queue_model.running_s, self._duration_s, self.window()
        )
        made.gone.connect(self._report_gone)
        made.show()

    def _report_gone(self) -> None:
        self._report = None

    def _duration_s(self, file_uuid: str) -> float | None:
        row = self.library_model.row_of(file_uuid)
        return row.media.duration_s if row is not None and row.media is not None else None

    def _select_again(self, task_ids: tuple[str, ...]) -> None:
        # The rows come with the next word of the engine, or have come.
        self._wanted = task_ids[0] if task_ids else None
        self._select_wanted()

    def _select_wanted(self) -> None:
        if self._wanted is not None and self.queue_model.place_of(self._wanted) is not None:
            self.queue.select(self._wanted)
            self._wanted = None

    # How it is laid out -------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = self.window().width()
        self.details.setVisible(width >= DETAILS_FROM)
        self.library.setVisible(width >= LIBRARY_FROM)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._say_waiting()

    def save(self, state: QSettings) -> None:
        """Keep the widths of panes and columns."""
        state.setValue("desk/panes", self.splitter.saveState())
        self.queue.save(state)

    def restore(self, state: QSettings) -> None:
        """Bring back what `save` kept."""
        panes = state.value("desk/panes")
        if panes is not None:
            self.splitter.restoreState(panes)
        self.queue.restore(state)
