"""The search box with its chips: what is typed, and which kinds, persons, folder and time it is narrowed to."""

import time
from collections.abc import Callable, Sequence
from pathlib import PurePath

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QToolButton, QVBoxLayout, QWidget

from momentry_desk.core.people import PersonCard
from momentry_desk.core.search import HIT_KINDS, Filters
from momentry_desk.core.snapshot import VideoRow
from momentry_desk.ui import words
from momentry_desk.ui.icons import icon
from momentry_desk.ui.theme import Theme

#: Typing rests this long before it is asked for: less than two letters of a fast writer lie apart.
_REST_MS = 60
_DAY_S = 86_400.0
_MOST_FOLDERS = 25
_SIDE, _BETWEEN = 12, 6


class SearchBar(QWidget):
    """`changed` comes when there is something else to search; `walked` (1 or -1) when the arrow keys in the box
    want the next hit or the one before, `entered` when Enter was pressed."""

    changed = Signal()
    walked = Signal(int)
    entered = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._persons: tuple[PersonCard, ...] = ()
        self._folders: tuple[str, ...] = ()
        self._person: str | None = None
        self._folder: str | None = None
        self._days: int | None = None
        self.box = _Box()
        self._glass = self.box.addAction(
            icon("moments", theme.tokens.mute), QLineEdit.ActionPosition.LeadingPosition
        )
        self.box.setClearButtonEnabled(True)
        self.kinds = {kind: _chip(self) for kind in HIT_KINDS}
        self.person, self.folder, self.date = _chip(self), _chip(self), _chip(self)
        self._absent: set[QToolButton] = set()
        self._placed: list[list[QToolButton]] = []
        self._resting = QTimer(self)
        self._resting.setSingleShot(True)
        self._resting.setInterval(_REST_MS)
        self._resting.timeout.connect(self.changed)
        self._lay_out()
        self.box.textChanged.connect(lambda: self._resting.start())
        self.box.returnPressed.connect(self.entered)
        self.box.walked.connect(self.walked)
        for chip in self.kinds.values():
            chip.setCheckable(True)
            chip.toggled.connect(lambda: self.changed.emit())
        for chip, fill in (
            (self.person, self._fill_persons),
            (self.folder, self._fill_folders),
            (self.date, self._fill_days),
        ):
            menu = QMenu(chip)
            menu.aboutToShow.connect(lambda menu=menu, fill=fill: fill(menu))
            chip.setMenu(menu)
            chip.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        theme.changed.connect(self._fill)
        self._fill()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_SIDE, 12, _SIDE, 8)
        layout.setSpacing(8)
        layout.addWidget(self.box)
        self._lines = [QHBoxLayout() for _ in range(len(self.kinds) + 3)]
        for line in self._lines:
            line.setSpacing(_BETWEEN)
            layout.addLayout(line)
        self._flow()

    def _flow(self) -> None:
        """Put as many chips into a line as there is room for; those with a menu begin one of their own."""
        placed: list[list[QToolButton]] = []
        for chips in (tuple(self.kinds.values()), (self.person, self.folder, self.date)):
            room = 0
            for chip in (one for one in chips if one not in self._absent):
                width = chip.sizeHint().width() + _BETWEEN
                if width > room:
                    placed.append([])
                    room = self.width() - 2 * _SIDE + _BETWEEN
                placed[-1].append(chip)
                room -= width
        if placed == self._placed:
            return
        self._placed = placed
        for n, line in enumerate(self._lines):
            while line.count():
                line.takeAt(0)
            for chip in placed[n] if n < len(placed) else ():
                line.addWidget(chip)
            line.addStretch(1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._flow()

    # What is asked ------------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        return self.box.text()

    def filters(self) -> Filters:
        """What the chips narrow to."""
        kinds = tuple(kind for kind, chip in self.kinds.items() if chip.isChecked())
        return Filters(
            kinds=kinds,
            persons=(self._person,) if self._person else (),
            folder=self._folder or "",
            since=None if self._days is None else time.time() - self._days * _DAY_S,
        )

    @property
    def is_empty(self) -> bool:
        return not self.text.strip() and self.filters() == Filters()

    @property
    def is_narrowed(self) -> bool:
        return self.filters() != Filters()

    def with_person(self) -> tuple[str, str] | None:
        """Who among the named persons the text speaks of beside other words, and the search for those words where
        that person is on screen."""
        asked = self.text.split()
        folded = [word.casefold() for word in asked]
        for person in self._persons:
            name = person.name.casefold().split()
            for place in range(len(asked) - len(name) + 1):
                rest = asked[:place] + asked[place + len(name) :]
                if rest and folded[place : place + len(name)] == name:
                    return person.name, " ".join([f'person:"{person.name}"', *rest])
        return None

    def widen(self) -> None:
        """Take all chips away."""
        for chip in self.kinds.values():
            chip.blockSignals(True)
            chip.setChecked(False)
            chip.blockSignals(False)
        self._person = self._folder = self._days = None
        self._fill()
        self.changed.emit()

    def ask_for(self, text: str) -> None:
        """Put `text` into the box, and search at once."""
        self.box.setText(text)
        self.search_now()

    def choose_person(self, name: str) -> None:
        """Narrow to the moments of a person."""
        self._person = name
        self._fill()
        self.changed.emit()

    def search_now(self) -> None:
        self._resting.stop()
        self.changed.emit()

    def stop(self) -> None:
        self._resting.stop()

    # What there is to choose from ---------------------------------------------------------------------------

    def offer_persons(self, persons: Sequence[PersonCard]) -> None:
        """The persons that have a name."""
        self._persons = tuple(one for one in persons if one.name)
        self._show(self.person, bool(self._persons) or self._person is not None)

    def offer_videos(self, videos: Sequence[VideoRow]) -> None:
        """The folders that these lie in."""
        counts: dict[str, int] = {}
        for video in videos:
            folder = str(PurePath(video.path).parent)
            counts[folder] = counts.get(folder, 0) + 1
        self._folders = tuple(sorted(counts, key=lambda one: (-counts[one], one))[:_MOST_FOLDERS])
        self._show(self.folder, len(counts) > 1 or self._folder is not None)

    def _show(self, chip: QToolButton, there: bool) -> None:
        chip.setVisible(there)
        (self._absent.discard if there else self._absent.add)(chip)
        self._flow()

    def _fill_persons(self, menu: QMenu) -> None:
        def choose(name: str | None) -> None:
            self._person = name
            self._chosen()

        _offer(
            menu,
            [(self.tr("Everybody"), None), *((one.name, one.name) for one in self._persons)],
            self._person,
            choose,
        )

    def _fill_folders(self, menu: QMenu) -> None:
        def choose(folder: str | None) -> None:
            self._folder = folder
            self._chosen()

        _offer(menu, [(self.tr("All folders"), None), *((one, one) for one in self._folders)], self._folder, choose)

    def _fill_days(self, menu: QMenu) -> None:
        def choose(days: str | None) -> None:
            self._days = None if days is None else int(days)
            self._chosen()

        offers = [(self.tr("Any time"), None), *((self._said_days(days), str(days)) for days in (1, 7, 30, 365))]
        _offer(menu, offers, None if self._days is None else str(self._days), choose)

    def _said_days(self, days: int) -> str:
        match days:
            case 1:
                return self.tr("Today and yesterday")
            case 7:
                return self.tr("Last week")
            case 30:
                return self.tr("Last month")
            case _:
                return self.tr("Last year")

    def _chosen(self) -> None:
        self._fill()
        self.changed.emit()

    def _fill(self) -> None:
        self._glass.setIcon(icon("moments", self._theme.tokens.mute))
        self.box.setPlaceholderText(self.tr("Search speech, text, people…"))
        self.box.setAccessibleName(self.tr("Search"))
        said = {
            "speech": self.tr("Speech"),
            "text": self.tr("Text"),
            "file": self.tr("File names"),
            "face": self.tr("People"),
        }
        for kind, chip in self.kinds.items():
            chip.setText(said[kind])
        folder = PurePath(self._folder).name if self._folder else None
        days = None if self._days is None else self._said_days(self._days)
        for chip, name, value in (
            (self.person, self.tr("Person"), self._person),
            (self.folder, self.tr("Folder"), folder),
            (self.date, self.tr("Time"), days),
        ):
            chip.setText((value or name) + "  ▾")
            chip.setAccessibleName(words.listed([name, value] if value else [name]))
            chip.setProperty("chosen", value is not None)
            chip.style().unpolish(chip)
            chip.style().polish(chip)
        self.offer_persons(self._persons)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()


class _Box(QLineEdit):
    """A line of text whose up and down keys belong to the list beneath it."""

    walked = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Down:
                self.walked.emit(1)
            case Qt.Key.Key_Up:
                self.walked.emit(-1)
            case Qt.Key.Key_Escape if self.text():
                self.clear()
            case _:
                super().keyPressEvent(event)


def _chip(parent: QWidget) -> QToolButton:
    made = QToolButton(parent)
    made.setObjectName("chip")
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return made


def _offer(
    menu: QMenu,
    offers: Sequence[tuple[str, str | None]],
    chosen: str | None,
    choose: Callable[[str | None], None],
) -> None:
    menu.clear()
    for text, value in offers:
        action = QAction(text.replace("&", "&&"), menu)
        action.setCheckable(True)
        action.setChecked(value == chosen)
        action.triggered.connect(lambda _=False, value=value: choose(value))
        menu.addAction(action)
