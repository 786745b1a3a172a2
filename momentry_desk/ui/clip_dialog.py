"""Asks how and where to save a part of a film, shows how far that is, and lets it be called off."""

import asyncio
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from momentry_desk.core.clips import EXACT_ENDINGS, FORMATS, ClipWish
from momentry_desk.core.model import AudioTrack
from momentry_desk.core.paths import path_from_text, path_to_text
from momentry_desk.core.sentences import Said, recognised
from momentry_desk.engine.errors import ClipRefused
from momentry_desk.ui.chosen_folders import ChosenFolders
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.file_dialogs import ask_where_to_save
from momentry_desk.ui.sentences import in_words
from momentry_desk.ui.time_codes import time_code
from momentry_desk.ui.track_menu import track_name

if TYPE_CHECKING:
    from momentry_desk.engine.clips_desk import Cutting, Question
    from momentry_desk.engine.engine import Engine

_WIDTH = 520
_LOOK_MS = 100
#: A copy that begins less than this before the time that was asked for begins there. Seconds.
_SAME_S = 0.02


@dataclass(frozen=True)
class ClipOf:
    """What is to be saved: a film, from where to where (seconds), its rate and its sound tracks."""

    path: str
    file_name: str
    from_s: float
    to_s: float
    frame_rate: str | None
    tracks: tuple[AudioTrack, ...] = ()


class ClipDialog(QDialog):
    """One clip. `saved` carries the path of a clip that is there now."""

    saved = Signal(str)

    def __init__(
        self,
        engine: "Engine",
        errands: Errands,
        clip: ClipOf,
        folders: ChosenFolders,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._errands = errands
        self._clip = clip
        self._folders = folders
        self._cutting: Cutting | None = None
        self._replaced = ""
        self.setWindowTitle(self.tr("Save a clip"))
        self.setMinimumWidth(_WIDTH)
        self.what = QLabel()
        self.what.setProperty("role", "name")
        self.fast = QRadioButton(self.tr("Fast: cut at key frames, no quality lost"))
        self.begin = QLabel(self.tr("Looking for the key frame…"))
        self.exact = QRadioButton(self.tr("Exact: to the frame, encoded again"))
        self.cost = QLabel(self.tr("Begins and ends with the very pictures. Takes longer (H.264 and AAC)."))
        for label in (self.begin, self.cost):
            label.setProperty("role", "small")
            label.setWordWrap(True)
        self.sound = QComboBox()
        self.output = QLineEdit()
        self.choose = QPushButton(self.tr("Choose…"))
        self.replace = QCheckBox(self.tr("Replace the file that is there"))
        self.problem = QLabel()
        self.problem.setProperty("role", "bad")
        self.problem.setWordWrap(True)
        self.progress = QProgressBar()
        self.progress.setRange(0, 100)
        self.stop = QPushButton(self.tr("Cancel"))
        self.save = QPushButton(self.tr("Save clip"))
        self.save.setProperty("filled", "true")
        self.save.setDefault(True)
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._lay_out()
        self._fill()
        self._connect()
        self._question: Question = engine.clips.key_frame(clip.path, clip.from_s)
        errands.begin(self._find_begin())

    def _lay_out(self) -> None:
        ways = QGridLayout()
        ways.setColumnMinimumWidth(0, 20)
        ways.setHorizontalSpacing(0)
        ways.setVerticalSpacing(2)
        for row, (way, said) in enumerate(((self.fast, self.begin), (self.exact, self.cost))):
            ways.addWidget(way, 3 * row, 0, 1, 2)
            ways.addWidget(said, 3 * row + 1, 1)
            ways.setRowMinimumHeight(3 * row + 2, 6)
        ways.setColumnStretch(1, 1)
        place = QHBoxLayout()
        place.addWidget(self.output, 1)
        place.addWidget(self.choose)
        buttons = QHBoxLayout()
        buttons.addWidget(self.progress, 1)
        buttons.addStretch()
        buttons.addWidget(self.stop)
        buttons.addWidget(self.save)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(self.what)
        layout.addLayout(ways)
        layout.addWidget(self.sound)
        layout.addLayout(place)
        for part in (self.problem, self.replace):
            layout.addWidget(part)
            part.hide()
        layout.addStretch()
        layout.addLayout(buttons)
        self.progress.hide()

    def _fill(self) -> None:
        clip = self._clip
        begin, end = (time_code(one, clip.frame_rate) for one in (clip.from_s, clip.to_s))
        length = self.tr("{0} s", "seconds").format(f"{clip.to_s - clip.from_s:.1f}")
        span = self.tr("{0} to {1}", "a range of time").format(begin, end)
        self.what.setText(f"{clip.file_name}\n{span}  ({length})")
        self.sound.setAccessibleName(self.tr("Sound tracks"))
        self.sound.addItem(self.tr("All sound tracks"), None)
        for number, track in enumerate(clip.tracks):
            self.sound.addItem(track_name(number, track), number)
        self.sound.setVisible(len(clip.tracks) > 1)
        self.fast.setChecked(True)
        self.output.setAccessibleName(self.tr("Save as"))
        folder = self._folders.start_saving(path_from_text(clip.path))
        stem = f"{PurePath(clip.file_name).stem} {begin.replace(':', '.').replace(';', '.')}"
        self.output.setText(str(PurePath(folder) / f"{stem}{self._ending()}"))

    def _ending(self) -> str:
        own = PurePath(self._clip.file_name).suffix.lower()
        if self.exact.isChecked():
            return own if own in EXACT_ENDINGS else ".mp4"
        return own if own in FORMATS else ".mkv"

    def _connect(self) -> None:
        self.fast.toggled.connect(self._turn)
        self.output.textEdited.connect(lambda _: self._say(""))
        self.choose.clicked.connect(self._ask_where)
        self.save.clicked.connect(self.begin_saving)
        self.stop.clicked.connect(self.reject)

    def _turn(self) -> None:
        """Another way of cutting may need another kind of file."""
        output = PurePath(self.output.text())
        allowed = tuple(FORMATS) if self.fast.isChecked() else EXACT_ENDINGS
        if output.suffix and output.suffix.lower() not in allowed:
            self.output.setText(str(output.with_suffix(self._ending())))
        self._say("")

    def _say(self, problem: str, *, may_replace: bool = False) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.replace.setVisible(may_replace)
        if not may_replace:
            self.replace.setChecked(False)
        self._take_height()

    def _take_height(self) -> None:
        """As high as its sentences are in this width: Qt counts too few of their lines, and squeezes the rest."""
        layout = self.layout()
        if layout is not None:
            layout.activate()
            height = layout.totalHeightForWidth(self.width())
            self.setMinimumHeight(height)
            self.resize(self.width(), height)

    def _ask_where(self) -> None:
        here = PurePath(self.output.text())
        dialog = ask_where_to_save(self, self.tr("Save a clip"), here.name, self._folders)
        dialog.setDirectory(str(here.parent))
        dialog.setDefaultSuffix(self._ending().removeprefix("."))
        dialog.selectFile(here.name)
        dialog.fileSelected.connect(self._take_place)
        dialog.open()

    def _take_place(self, path: str) -> None:
        # The dialog itself asks before a file is replaced.
        self._replaced = path
        self.output.setText(path)
        self._say("")

    async def _find_begin(self) -> None:
        begin_s = await asyncio.wrap_future(self._question.answer)
        clip = self._clip
        if begin_s is None:
            self.begin.setText(self.tr("No key frame can be found in this file."))
        elif clip.from_s - begin_s < _SAME_S:
            self.begin.setText(self.tr("Begins right there: a key frame stands at that time."))
        else:
            early = self.tr("Begins at {0}, {1} s earlier: there is the key frame before.")
            self.begin.setText(early.format(time_code(begin_s, clip.frame_rate), f"{clip.from_s - begin_s:.1f}"))

    # Saving -------------------------------------------------------------------------------------------------

    def begin_saving(self) -> None:
        """Have the clip cut."""
        output = self.output.text().strip()
        if not output or self._cutting is not None:
            return
        if not PurePath(output).suffix:
            output += self._ending()
            self.output.setText(output)
        clip = self._clip
        wish = ClipWish(
            path=clip.path,
            from_s=clip.from_s,
            to_s=clip.to_s,
            output=path_to_text(output),
            exact=self.exact.isChecked(),
            audio_track=self.sound.currentData(),
            overwrite=self.replace.isChecked() or output == self._replaced,
        )
        self._say("")
        self._cutting = self._engine.clips.cut(wish)
        self._show_work(True)
        self._errands.begin(self._await(self._cutting))

    async def _await(self, cutting: "Cutting") -> None:
        try:
            made = await asyncio.wrap_future(cutting.answer)
        except ClipRefused as refusal:
            self._end_work()
            said = recognised(str(refusal))
            exists = said is not None and said.code is Said.FILE_EXISTS
            self._say(in_words(str(refusal)), may_replace=exists)
            return
        self._end_work()
        if made is None:
            self._say(self.tr("Cancelled. Nothing was written."))
            return
        self._folders.keep_saved(path_from_text(made.output))
        self.saved.emit(path_from_text(made.output))
        self.accept()

    def _end_work(self) -> None:
        self._cutting = None
        self._show_work(False)

    def _show_work(self, works: bool) -> None:
        for part in (self.fast, self.exact, self.sound, self.output, self.choose, self.save):
            part.setEnabled(not works)
        self.progress.setValue(0)
        self.progress.setVisible(works)
        if works:
            self._timer.start()
            self.stop.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._timer.stop()

    def _look(self) -> None:
        if self._cutting is not None:
            self.progress.setValue(round(self._cutting.fraction * 100))

    def reject(self) -> None:
        """Call off what is being cut, or close."""
        if self._cutting is not None:
            self._engine.clips.call_off(self._cutting)
            return
        if not self._question.answer.done():
            self._engine.clips.call_off(self._question)
        super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._cutting is not None:
            self._engine.clips.call_off(self._cutting)
            event.ignore()
            return
        super().closeEvent(event)
