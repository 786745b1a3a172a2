"""Takes what was found along: subtitles, transcript, table or timeline of a film, or the hits as a timeline."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu, QWidget

from momentry_desk.core.moments import Hit
from momentry_desk.core.paths import path_from_text
from momentry_desk.core.snapshot import VideoRow
from momentry_desk.ui.action_making import allow
from momentry_desk.ui.chosen_folders import ChosenFolders
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.file_dialogs import ask_where_to_save
from momentry_desk.ui.film_actions import FilmActions
from momentry_desk.ui.menu_heading import add_heading

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine
    from momentry_desk.export.forms import ExportForm

#: What each form's file ends in.
_ENDINGS: dict["ExportForm", str] = {
    "srt": "srt",
    "vtt": "vtt",
    "txt": "txt",
    "csv": "csv",
    "json": "json",
    "otio": "otio",
    "fcpxml": "fcpxml",
    "fcp7xml": "xml",
    "edl": "edl",
}
_OF_HITS: tuple["ExportForm", ...] = ("csv", "otio", "fcpxml", "fcp7xml", "edl")


class ExportMenu(QObject):
    """The menu, and the writing. `written` carries the path of a file that is there now."""

    written = Signal(str)

    def __init__(
        self,
        engine: "Engine",
        errands: Errands,
        video: Callable[[], VideoRow | None],
        hits: Callable[[], Sequence[Hit]],
        actions: FilmActions,
        folders: ChosenFolders,
        owner: QWidget,
    ) -> None:
        super().__init__(owner)
        self._engine = engine
        self._errands = errands
        self._video = video
        self._hits = hits
        self._actions = actions
        self._folders = folders
        self._owner = owner

    def fill(self, menu: QMenu) -> None:
        """Put the offers of this moment into `menu`."""
        menu.clear()
        menu.setToolTipsVisible(True)
        video, hits = self._video(), tuple(self._hits())
        add_heading(menu, self.tr("This film"))
        self._actions.refresh()
        menu.addAction(self._actions.clip)
        menu.addSeparator()
        no_film = self.tr("No film is open.")
        for form in _ENDINGS:
            action = menu.addAction(self._entry(form))
            allow(action, video is not None, no_film)
            action.triggered.connect(lambda _=False, form=form: self._ask_for_film(form))
        add_heading(menu, self.tr("The hits in the list"))
        for form in _OF_HITS:
            action = menu.addAction(self._entry(form))
            allow(action, bool(hits), self.tr("Nothing was found that could be exported."))
            if hits and form != "csv":
                action.setToolTip(self.tr("A film of the hits: each of them is a clip, one after another."))
            action.triggered.connect(lambda _=False, form=form: self._ask_for_hits(form))

    def _entry(self, form: "ExportForm") -> str:
        return self.tr("{0}…", "an entry that opens a dialog").format(self._said(form))

    def _said(self, form: "ExportForm") -> str:
        match form:
            case "srt" | "vtt":
                return self.tr("Subtitles ({0})").format(form.upper())
            case "txt":
                return self.tr("Transcript")
            case "csv" | "json":
                return self.tr("Table ({0})").format(form.upper())
            case "edl":
                return self.tr("Timeline for DaVinci Resolve (EDL)")
            case "fcp7xml":
                return self.tr("Timeline for Premiere Pro (XML)")
            case "fcpxml":
                return self.tr("Timeline for Final Cut Pro (FCPXML)")
            case _:
                return self.tr("Timeline for other programs (OTIO)")

    def _ask_for_film(self, form: "ExportForm") -> None:
        video = self._video()
        if video is not None:
            name = PurePath(video.file_name).stem

            def write(output: Path) -> "Future[Path]":
                return self._engine.moments.export((video.file_uuid,), form, output, overwrite=True)

            beside = "" if video.missing else path_from_text(video.path)
            self._ask_where(name, form, write, beside)

    def _ask_for_hits(self, form: "ExportForm") -> None:
        hits = tuple(self._hits())
        name = self.tr("Moments")

        def write(output: Path) -> "Future[Path]":
            return self._engine.moments.export_hits(output.stem, hits, form, output, overwrite=True)

        there = next((path_from_text(hit.path) for hit in hits if not hit.missing), "")
        self._ask_where(name, form, write, there)

    def _ask_where(
        self, name: str, form: "ExportForm", write: "Callable[[Path], Future[Path]]", beside: str
    ) -> None:
        dialog = ask_where_to_save(
            self._owner, self._said(form), f"{name}.{_ENDINGS[form]}", self._folders, beside=beside
        )
        dialog.fileSelected.connect(lambda path: self._errands.begin(self._write(write(Path(path)))))
        dialog.open()

    async def _write(self, answer: "Future[Path]") -> None:
        path = await asyncio.wrap_future(answer)
        self.written.emit(str(path))
