"""What can be done with selected videos: the menu entries, when they apply, and why they do not."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QMessageBox

from momentry_desk.core.paths import readable
from momentry_desk.core.snapshot import VideoRow
from momentry_desk.ui.action_making import RowActions, allow, answered, copy_lines
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.reveal import show_in_folder

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine


class VideoActions(RowActions):
    """The actions of the library's rows. `locate_wanted` asks where a video's file is, `play_wanted` to see it."""

    locate_wanted = Signal(object)  # VideoRow
    play_wanted = Signal(object)  # VideoRow

    def __init__(
        self,
        engine: "Engine",
        errands: Errands,
        videos: Callable[[], tuple[VideoRow, ...]],
        table: QAbstractItemView,
    ) -> None:
        super().__init__(table)
        self._table = table
        self._engine = engine
        self._errands = errands
        self._videos = videos
        self.play = self._action(self._play, "Return")
        self.scan = self._action(self._scan, "Ctrl+R")
        self.again = self._action(self._scan_again, "Ctrl+Shift+R")
        self.reveal = self._action(self._reveal, "Ctrl+E")
        self.copy_path = self._action(self._copy_path, "Ctrl+C")
        self.locate = self._action(self._locate, "Ctrl+Shift+L")
        self.forget = self._action(self._ask_to_forget, "Del")
        self.refresh()
        self.wake()

    def refresh(self) -> None:
        """Enable what applies to the selection, and say why the rest does not."""
        self._name()
        if self._table.model().rowCount() and not self._table.isVisible():
            for action in self.all:
                allow(
                    action, False, self.tr("The library is not in sight: open the desk, in a wide enough window.")
                )
            return
        videos = self._videos()
        allow(self.copy_path, bool(videos), self.tr("Nothing is selected."))
        nothing = "" if videos else self.tr("Nothing is selected.")
        fresh, done = self._by_whether_scanned()
        allow(self.scan, bool(fresh), nothing or self.tr("It has been scanned. Choose Scan again to do it anew."))
        allow(self.again, bool(done), nothing or self.tr("It has not been scanned yet. Choose Scan."))
        allow(self.reveal, len(videos) == 1, self.tr("Select a single video."))
        allow(self.play, bool(videos), self.tr("Nothing is selected."))
        allow(self.locate, len(videos) == 1, self.tr("Select a single video."))
        allow(self.forget, bool(videos), self.tr("Nothing is selected."))

    def _name(self) -> None:
        self.play.setText(self.tr("Open in the player"))
        self.scan.setText(self.tr("Scan"))
        self.again.setText(self.tr("Scan again"))
        self.reveal.setText(self.tr("Show in folder"))
        self.copy_path.setText(self.tr("Copy path"))
        self.locate.setText(self.tr("Locate the file…"))
        self.forget.setText(self.tr("Remove from the library…"))

    def menu(self, place: QPoint) -> None:
        """Open the menu of the selection at a place of the screen."""
        self.refresh()
        menu = self._menu()
        menu.addActions([self.play, self.scan, self.again])
        menu.addSeparator()
        menu.addActions([self.reveal, self.copy_path, self.locate, self.forget])
        menu.popup(place)

    def _play(self) -> None:
        for video in self._videos()[:1]:
            self.play_wanted.emit(video)

    def _locate(self) -> None:
        for video in self._videos()[:1]:
            self.locate_wanted.emit(video)

    def _by_whether_scanned(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Of the selected videos those of which nothing is scanned yet, and the others."""
        videos = self._videos()
        fresh = tuple(video.file_uuid for video in videos if not video.scanned)
        return fresh, tuple(video.file_uuid for video in videos if video.scanned)

    def _scan(self) -> None:
        fresh, _ = self._by_whether_scanned()
        self._errands.begin(answered(self._engine.submit(fresh)))

    def _scan_again(self) -> None:
        _, done = self._by_whether_scanned()
        self._errands.begin(answered(self._engine.submit(done, force=True)))

    def _reveal(self) -> None:
        for video in self._videos()[:1]:
            show_in_folder(video.path)

    def _copy_path(self) -> None:
        copy_lines([readable(video.path) for video in self._videos()])

    def _ask_to_forget(self) -> None:
        videos = self._videos()
        ids = tuple(video.file_uuid for video in videos)
        if not any(video.scanned for video in videos):
            self._forget(ids)
            return
        question = QMessageBox(self._table.window())
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        question.setIcon(QMessageBox.Icon.NoIcon)
        question.setWindowTitle(self.tr("Remove"))
        question.setText(self.tr("Remove %n video(s) and all that was found in them?", "", len(ids)))
        question.setInformativeText(self.tr("The files themselves stay where they are."))
        forget = question.addButton(self.tr("Remove"), QMessageBox.ButtonRole.AcceptRole)
        # It cannot be taken back: Enter alone does not do it.
        question.setDefaultButton(question.addButton(self.tr("Keep"), QMessageBox.ButtonRole.RejectRole))
        forget.clicked.connect(lambda: self._forget(ids))
        question.open()

    def _forget(self, ids: Sequence[str]) -> None:
        if ids:
            self._errands.begin(answered(self._engine.forget_videos(tuple(ids))))
