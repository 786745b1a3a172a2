"""The window: rail, toolbar, the pages, the line at its foot; what is dropped on it and how it closes."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QPaintEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QHBoxLayout, QMainWindow, QVBoxLayout, QWidget

from momentry_desk.core.bundle import RESOURCES
from momentry_desk.core.messages import Rejected
from momentry_desk.core.settings import SettingProblem
from momentry_desk.core.snapshot import QueueSnapshot, RowsChanged, VideosChanged
from momentry_desk.ui import window_place
from momentry_desk.ui.add_summary import AddSummary
from momentry_desk.ui.adding import Adding
from momentry_desk.ui.api_button import ApiDoor
from momentry_desk.ui.callbacks import GivenUp
from momentry_desk.ui.chosen_folders import ChosenFolders
from momentry_desk.ui.desk_page import DeskPage
from momentry_desk.ui.diagnostics import save_diagnostics
from momentry_desk.ui.drop import DropSheet, ask_for_paths, paths_in
from momentry_desk.ui.errands import Errands, passing
from momentry_desk.ui.faces_question import FacesCard
from momentry_desk.ui.glossary import GlossaryDialog
from momentry_desk.ui.icons import icon
from momentry_desk.ui.leaving import Leaving
from momentry_desk.ui.menu_bar import MenuBar
from momentry_desk.ui.notices import Notice, NoticeBar, NoticeList, Notices
from momentry_desk.ui.pages import Pages, Rail
from momentry_desk.ui.presence import Presence
from momentry_desk.ui.queue_files import QueueFileDialogs
from momentry_desk.ui.schedule_dialog import ScheduleDialog
from momentry_desk.ui.status_line import StatusLine
from momentry_desk.ui.theme import Theme
from momentry_desk.ui.toolbar import Toolbar
from momentry_desk.ui.tray import Tray
from momentry_desk.ui.watch_folders import WatchFolders
from momentry_desk.ui.when_done import WhenDoneMenu

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine

_SAMPLE = RESOURCES / "sample.mp4"
# What a window manager puts around a window, about, in height.
_FRAME = 32
# After its first painting the window gets so long to itself before anything else is made ready.
_SETTLED_MS = 300


class MainWindow(QMainWindow):
    """One engine's window.

    `state` keeps sizes until the next start; None keeps nothing. `closed` comes once, when the person has decided
    to end the program: the engine is to be stopped then. The window itself never waits for a file or a drive.
    """

    closed = Signal()
    _rows_read = Signal(object)  # tuple[TaskRow, ...]
    _videos_read = Signal(object)  # tuple[VideoRow, ...]
    _history_read = Signal(object)  # tuple[ResourceSample, ...]

    def __init__(self, engine: "Engine", theme: Theme, *, state: QSettings | None = None) -> None:
        super().__init__()
        self._engine = engine
        self._theme = theme
        self._state = state
        self._folders = ChosenFolders(state)
        self._leaving = False
        self._setting_problems: tuple[SettingProblem, ...] = ()
        self.setAcceptDrops(True)
        self.setMinimumSize(640, 420)
        room = self.screen().availableSize()
        self.resize(min(1280, room.width()), min(800, room.height() - _FRAME))
        self.setWindowIcon(icon("window", "#000000", 64))
        self.errands = Errands(self)
        self.notices = Notices(self)
        self._given_up = GivenUp(self)
        self.toolbar = Toolbar(theme)
        self.notice_bar = NoticeBar(self.notices)
        self.summary = AddSummary()
        self.faces_card = FacesCard(engine, self.errands)
        self.desk = DeskPage(engine, self.errands, theme, with_sample=_SAMPLE.is_file())
        self.adding = Adding(
            engine, self.errands, self.notices, self.summary, self.desk.queue_model.__contains__, self
        )
        self.status_line = StatusLine()
        self.tray = Tray(
            theme,
            show=self.come_forward,
            add=self._add_from_outside,
            pause=self._pause,
            leave=lambda: self.leaving.quit(),
            parent=self,
        )
        self.leaving = Leaving(engine, self.tray, self)
        self.presence = Presence(self.tray, self)
        self.queue_files = QueueFileDialogs(
            engine, self.errands, self.notices, self._folders, self.status_line.tell, self
        )
        self.pages = Pages(engine, self.errands, theme, self.desk, self._folders, state)
        self.menu_bar = MenuBar(
            self.toolbar,
            self.desk.task_actions,
            self.desk.video_actions,
            paste=self._paste,
            problems=self.show_problems,
            export_queue=self.queue_files.export,
            import_queue=self.queue_files.take_in,
            schedule=lambda: ScheduleDialog(engine, self.errands, self).open(),
            when_done=WhenDoneMenu(engine, self.errands, self.notices.take, self),
            watched=lambda: WatchFolders(engine, self.errands, self._folders, self).open(),
            removals=self.desk.removals,
            filter_queue=self._filter_queue,
            clear_filter=self.desk.queue.clear_filter,
            is_filtered=lambda: self.desk.queue.is_filtered,
            can_paste=lambda: bool(any(paths_in(QApplication.clipboard().mimeData()))),
            retry_failed=self._retry_failed,
            glossary=self.show_glossary,
            diagnostics=lambda: save_diagnostics(self, engine, self.errands, self._folders, self.status_line.tell),
            pages=self.pages,
            leave=self.leaving.quit,
        )
        self.rail = Rail(theme)
        self._lay_out()
        self.drop_sheet = DropSheet(theme, self)
        self.toast = self.desk.show_toasts(self)
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.setInterval(_SETTLED_MS)
        self._settled.timeout.connect(self.desk.strip.fetch_plots)
        self._painted = False
        self._connect()
        self._retranslate()
        self._restore()
        # Nothing is marked until somebody reaches for the keyboard; its first step is the toolbar.
        self.setFocus()

    def _lay_out(self) -> None:
        body = QHBoxLayout()
        body.setSpacing(0)
        body.addWidget(self.rail)
        body.addWidget(self.pages, 1)
        central = QWidget()
        central.setObjectName("page")
        layout = QVBoxLayout(central)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.toolbar)
        layout.addWidget(self.notice_bar)
        layout.addWidget(self.summary)
        layout.addWidget(self.faces_card)
        layout.addLayout(body, 1)
        layout.addWidget(self.status_line)
        self.setMenuBar(self.menu_bar)
        self.setCentralWidget(central)

    def _connect(self) -> None:
        engine = self._engine
        engine.snapshot_changed.connect(self._take_snapshot)
        engine.leave_wanted.connect(self.leave)
        engine.rows_changed.connect(self.desk.take_rows)
        engine.rows_changed.connect(self._given_up.take_rows)
        engine.videos_changed.connect(self._take_videos)
        engine.rows_changed.connect(self.presence.take_rows)
        self.leaving.go.connect(self.leave)
        self.leaving.hide.connect(self._go_on_hidden)
        self.leaving.remember.connect(lambda choice: self._change_settings({"window.on_close": choice}))
        engine.findings_changed.connect(self.desk.findings_grew)
        engine.findings_changed.connect(self.pages.findings_grew)
        self.rail.chosen.connect(self.pages.open)
        self.pages.opened.connect(self.rail.mark)
        self.pages.opened.connect(self.toolbar.show_page)
        self.pages.opened.connect(self.menu_bar.show_page)
        self.pages.opened.connect(self.faces_card.show_page)
        self.toolbar.search_wanted.connect(self.pages.begin_search)
        self.pages.told.connect(self.status_line.tell)
        self.pages.locating.add_wanted.connect(lambda path: self.add((path,)))
        engine.resources_sampled.connect(self.desk.take_sample)
        engine.rejected.connect(self.notices.reject)
        # Through signals, not by awaiting: so the whole list is taken in its turn among the deltas of the engine,
        # and never put over a newer one.
        self._rows_read.connect(lambda rows: self.desk.take_rows(RowsChanged(upserted=rows)))
        self._rows_read.connect(lambda rows: self.presence.take_rows(RowsChanged(upserted=rows)))
        self._rows_read.connect(lambda rows: self._given_up.take_rows(RowsChanged(upserted=rows)))
        self._given_up.told.connect(self.notices.take)
        self._videos_read.connect(lambda videos: self._take_videos(VideosChanged(upserted=videos)))
        self.adding.changed.connect(self.status_line.show_adding)
        self.adding.changed.connect(self.desk.show_adding)
        self.adding.told.connect(self.status_line.tell)
        self.adding.known.connect(self.desk.library.select)
        self.errands.failed.connect(lambda text: self.notices.take([Notice("", "", text)]))
        self.notices.changed.connect(lambda: self.status_line.show_problems(len(self.notices)))
        self.notice_bar.details.clicked.connect(self.show_problems)
        self.status_line.problems_wanted.connect(self.show_problems)
        self.status_line.api.changes_wanted.connect(self._change_settings)
        self.status_line.updates.passed_over.connect(engine.about.pass_version_over)
        self.toolbar.files_wanted.connect(self._ask_for_files)
        self.toolbar.folder_wanted.connect(self._ask_for_folder)
        self.toolbar.pause_wanted.connect(self._pause)
        self.toolbar.slots_wanted.connect(self._set_slots)
        self.toolbar.follow_wanted.connect(self._set_following)
        self.desk.strip.slots_wanted.connect(self._set_slots)
        self.desk.strip.seen.connect(lambda shown: self._engine.show_gpus(shown))
        self.desk.strip.follow_wanted.connect(self._set_following)
        self._history_read.connect(self.desk.take_history)
        self.desk.add_wanted.connect(self._ask_for_files)
        self.desk.sample_wanted.connect(lambda: self.add((str(_SAMPLE),)))
        self.desk.told.connect(self.status_line.tell)

    # What comes from the engine -----------------------------------------------------------------------------

    def read_all(self) -> None:
        """Ask the engine for the whole queue and library. To be called once, after it has started."""
        self._engine.rows().add_done_callback(passing(self._rows_read))
        self._engine.videos(thumbnails=False).add_done_callback(passing(self._videos_read))
        self._engine.show_gpus(self.desk.strip.isVisible())
        self._engine.about.follow_versions()
        self._engine.resource_history().add_done_callback(passing(self._history_read))
        self._take_snapshot(self._engine.snapshot())

    def _take_videos(self, changed: VideosChanged) -> None:
        bare = self.desk.thumbnails.keep_apart(changed)
        self.desk.take_videos(bare)
        self.pages.take_videos(bare)

    def _take_snapshot(self, snapshot: QueueSnapshot) -> None:
        self.menu_bar.show_snapshot(snapshot)
        self.toolbar.show_snapshot(snapshot)
        self.faces_card.take_snapshot(snapshot)
        self.status_line.show_snapshot(snapshot)
        self.desk.take_snapshot(snapshot)
        self.presence.take_snapshot(snapshot)
        self.adding.take_snapshot()
        self.pages.take_snapshot(snapshot)
        self._theme.choose(snapshot.settings.window.theme)
        if snapshot.problems != self._setting_problems:
            # Told once: what was dismissed must not come back with the next snapshot.
            self._setting_problems = snapshot.problems
            self.notices.take([Notice(one.key, "", one.message) for one in snapshot.problems])

    def serve(self, door: ApiDoor) -> None:
        """Show this API in the status line and on the page of settings."""
        self.status_line.api.serve(door)
        self.pages.serve(door)

    # What a person asks -------------------------------------------------------------------------------------

    def come_forward(self) -> None:
        """Show the window, out of the dock too, before all others."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def add(self, paths: Sequence[str], refused: Sequence[Rejected] = ()) -> None:
        """Add files and folders, and scan them."""
        self.adding.add(paths, refused)

    def _ask_for_files(self) -> None:
        ask_for_paths(self, QFileDialog.FileMode.ExistingFiles, self.tr("Add videos"), self._folders, self.add)

    def _add_from_outside(self) -> None:
        self.come_forward()
        self._ask_for_files()

    def _ask_for_folder(self) -> None:
        ask_for_paths(self, QFileDialog.FileMode.Directory, self.tr("Add a folder"), self._folders, self.add)

    def _filter_queue(self) -> None:
        self.pages.open("desk")
        self.desk.queue.begin_filter()

    def _retry_failed(self) -> None:
        self.errands.begin(self._put_failed_back())

    async def _put_failed_back(self) -> None:
        await asyncio.wrap_future(self._engine.retry_failed())

    def _paste(self) -> None:
        pasted = paths_in(QApplication.clipboard().mimeData())
        if not any(pasted):
            self.status_line.tell(self.tr("No files were copied that could be pasted."))
        self.add(*pasted)

    def _pause(self, wanted: bool) -> None:
        self.errands.begin(self._set_paused(wanted))

    async def _set_paused(self, wanted: bool) -> None:
        await asyncio.wrap_future(self._engine.pause(by="user") if wanted else self._engine.resume())

    def _set_slots(self, count: int) -> None:
        self._change_settings({"queue.max_concurrent": count})

    def _set_following(self, follow: bool) -> None:
        self._change_settings({"queue.dynamic_concurrency": follow})

    def _change_settings(self, changes: dict[str, int | bool | str]) -> None:
        self.errands.begin(self._write_settings(changes))

    async def _write_settings(self, changes: dict[str, int | bool | str]) -> None:
        await asyncio.wrap_future(self._engine.change_settings(changes))

    def show_problems(self) -> None:
        """Open the list of problems."""
        NoticeList(self.notices, self).open()

    def show_glossary(self) -> None:
        """Open the list of names and terms that speech recognition is told."""
        GlossaryDialog(self._engine, self.errands, self).open()

    # Dropping -----------------------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            self.drop_sheet.cover()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.drop_sheet.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self.drop_sheet.hide()
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.add(*paths_in(event.mimeData()))

    # Coming and going ---------------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self._leaving:
            self.leaving.close_window()
        event.setAccepted(self._leaving)

    def _go_on_hidden(self) -> None:
        self.hide()
        self.tray.tell_of_hiding()

    def leave(self) -> None:
        """Close for good, without a question."""
        self._end()
        self.close()

    def _end(self) -> None:
        if self._leaving:
            return
        self._leaving = True
        self._settled.stop()
        self.desk.stop()
        self.pages.stop()
        self.status_line.stop()
        self.menu_bar.when_done.stop()
        self.toast.put_away()
        self.presence.stop()
        self.errands.drop()
        if self._state is not None:
            looks = self._engine.snapshot().settings.window
            # For the first moment of the next start, before the engine has read the settings.
            self._state.setValue("window/theme", looks.theme)
            self._state.setValue("window/language", looks.language)
            window_place.save(self, self._state)
            self.desk.save(self._state)
            self.pages.save(self._state)
        self.closed.emit()

    def _restore(self) -> None:
        if self._state is None:
            return
        window_place.restore(self, self._state)
        self.desk.restore(self._state)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._painted and not self._leaving:
            self._painted = True
            self._settled.start()

    # Looks --------------------------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._retranslate()
            self.tray.retranslate()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Momentry Desk"))
