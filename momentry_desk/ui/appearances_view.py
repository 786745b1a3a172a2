"""Where one person appears; a face that was put to the wrong person is taken out here."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from momentry_desk.core.people import PersonCard, PersonSighting
from momentry_desk.ui import words
from momentry_desk.ui.people_grid import FACE_ROLE, FaceGrid, FaceItem, name_of
from momentry_desk.ui.rows_model import NOWHERE, AnyIndex
from momentry_desk.ui.theme import Theme


class AppearancesModel(QAbstractListModel):
    """A person's appearances; `names` says by file_uuid how the files are called."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.sightings: tuple[PersonSighting, ...] = ()
        self._names: Mapping[str, str] = {}

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.sightings)

    def show_appearances(self, sightings: Sequence[PersonSighting], names: Mapping[str, str]) -> None:
        self.beginResetModel()
        self.sightings, self._names = tuple(sightings), names
        self.endResetModel()

    def data(self, index: AnyIndex, role: int = 0) -> Any:
        if not index.isValid() or index.row() >= len(self.sightings):
            return None
        seen = self.sightings[index.row()]
        when, where = words.at(seen.start), self._names.get(seen.file_uuid, "")
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole | Qt.ItemDataRole.ToolTipRole:
                return words.listed([when, where]) if where else when
            case _ if role == FACE_ROLE:
                return FaceItem(seen.crop, when, where, False)
            case _:
                return None


class AppearancesView(QWidget):
    """`split` and `refused` carry ids of findings: these are another person; these are not this person, whoever
    they are. `look_wanted` is the file_uuid and the second of an appearance."""

    split = Signal(object)
    refused = Signal(object)
    look_wanted = Signal(str, float)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.card: PersonCard | None = None
        self.model = AppearancesModel(self)
        self.grid = FaceGrid(self.model, theme)
        self.back, self.another, self.wrong = QPushButton(), QPushButton(), QPushButton()
        self.back.setObjectName("link")
        self.name, self.said = QLabel(), QLabel()
        self.name.setProperty("role", "name")
        self.name.setTextFormat(Qt.TextFormat.PlainText)
        self.said.setProperty("role", "small")
        bar = QHBoxLayout()
        bar.setContentsMargins(8, 4, 16, 8)
        bar.setSpacing(8)
        bar.addWidget(self.back)
        bar.addWidget(self.name)
        bar.addWidget(self.said, 1)
        bar.addWidget(self.wrong)
        bar.addWidget(self.another)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(bar)
        layout.addWidget(self.grid, 1)
        self.another.clicked.connect(self.take_out)
        self.wrong.clicked.connect(self.refuse)
        self.grid.doubleClicked.connect(self.look)
        self.grid.selectionModel().selectionChanged.connect(lambda *_: self._fill())
        self.model.modelReset.connect(self._fill)
        self._fill()

    def show_person(self, card: PersonCard, sightings: Sequence[PersonSighting], names: Mapping[str, str]) -> None:
        self.card = card
        self.model.show_appearances(sightings, names)

    @property
    def can_take_out(self) -> bool:
        """Whether faces are chosen, but not all: who is left with nothing would be the same person under another
        number."""
        return 0 < len(self.grid.chosen()) < len(self.model.sightings)

    @property
    def has_current(self) -> bool:
        return self.grid.currentIndex().isValid()

    def look(self) -> None:
        """Show the current one in the player."""
        if self.has_current:
            seen = self.model.sightings[self.grid.currentIndex().row()]
            self.look_wanted.emit(seen.file_uuid, seen.start)

    def take_out(self) -> None:
        """Make another person of the chosen faces."""
        self.split.emit(self._chosen())

    def refuse(self) -> None:
        """The chosen faces are not this person."""
        self.refused.emit(self._chosen())

    def _chosen(self) -> tuple[int, ...]:
        return tuple(self.model.sightings[row].finding_id for row in self.grid.chosen())

    def _fill(self) -> None:
        chosen = len(self.grid.chosen())
        self.back.setText(self.tr("‹ All people"))
        self.name.setText(name_of(self.card) if self.card else "")
        self.said.setText(
            self.tr("%n chosen", "", chosen)
            if chosen
            else self.tr("A double click shows the moment. Choose the faces that are somebody else")
        )
        self.another.setText(self.tr("Another person"))
        self.another.setToolTip(self.tr("The chosen faces are one person, and not this one"))
        self.another.setEnabled(self.can_take_out)
        self.wrong.setText(self.tr("Not this person"))
        self.wrong.setToolTip(self.tr("The chosen faces are not this person; who they are stays open"))
        self.wrong.setEnabled(self.can_take_out)
        self.grid.setAccessibleName(self.tr("Appearances"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()
