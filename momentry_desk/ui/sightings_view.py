"""One person's sightings: where a face was put to the wrong person it is taken out here."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from momentry_desk.core.people import PersonCard, PersonSighting
from momentry_desk.ui import words
from momentry_desk.ui.people_grid import FACE_ROLE, FaceGrid, FaceItem, name_of
from momentry_desk.ui.rows_model import NOWHERE, AnyIndex
from momentry_desk.ui.theme import Theme


class SightingsModel(QAbstractListModel):
    """A person's sightings; `names` says by file_uuid how the files are called."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.sightings: tuple[PersonSighting, ...] = ()
        self._names: Mapping[str, str] = {}

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.sightings)

    def show_sightings(self, sightings: Sequence[PersonSighting], names: Mapping[str, str]) -> None:
        self.beginResetModel()
        self.sightings, self._names = tuple(sightings), names
        self.endResetModel()

    def data(self, index: AnyIndex, role: int = 0) -> Any:
        if not index.isValid() or index.row() >= len(self.sightings):
            return None
        seen = self.sightings[index.row()]
        when, where = words.clock(seen.start), self._names.get(seen.file_uuid, "")
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole | Qt.ItemDataRole.ToolTipRole:
                return words.listed([when, where]) if where else when
            case _ if role == FACE_ROLE:
                return FaceItem(seen.crop, when, where, False)
            case _:
                return None


class SightingsView(QWidget):
    """`split` and `refused` carry ids of findings: these are another person; these are not this person, whoever
    they are. `look_wanted` is the file_uuid and the second of a sighting, `left` goes back to all people."""

    split = Signal(object)
    refused = Signal(object)
    look_wanted = Signal(str, float)
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.card: PersonCard | None = None
        self.model = SightingsModel(self)
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
        self.back.clicked.connect(self.left)
        self.another.clicked.connect(lambda: self.split.emit(self._chosen()))
        self.wrong.clicked.connect(lambda: self.refused.emit(self._chosen()))
        self.grid.doubleClicked.connect(self._look)
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            QShortcut(QKeySequence(key), self.grid, lambda: self._look(self.grid.currentIndex())).setContext(
                Qt.ShortcutContext.WidgetWithChildrenShortcut
            )
        self.grid.selectionModel().selectionChanged.connect(lambda *_: self._fill())
        self.model.modelReset.connect(self._fill)
        self._fill()

    def show_person(self, card: PersonCard, sightings: Sequence[PersonSighting], names: Mapping[str, str]) -> None:
        self.card = card
        self.model.show_sightings(sightings, names)

    def _look(self, index: AnyIndex) -> None:
        if not index.isValid():
            return
        seen = self.model.sightings[index.row()]
        self.look_wanted.emit(seen.file_uuid, seen.start)

    def _chosen(self) -> tuple[int, ...]:
        return tuple(self.model.sightings[row].finding_id for row in self.grid.chosen())

    def _fill(self) -> None:
        chosen, all_ = len(self.grid.chosen()), len(self.model.sightings)
        self.back.setText(self.tr("‹ All people"))
        self.name.setText(name_of(self.card) if self.card else "")
        self.said.setText(
            self.tr("%n chosen", "", chosen)
            if chosen
            else self.tr("A double click shows the moment. Choose the faces that are somebody else")
        )
        self.another.setText(self.tr("Make this another person"))
        self.another.setToolTip(self.tr("The chosen faces are one person, and not this one"))
        # Who is left with nothing would be the same person under another number.
        self.another.setEnabled(0 < chosen < all_)
        self.wrong.setText(self.tr("Not this person"))
        self.wrong.setToolTip(self.tr("The chosen faces are not this person; who they are stays open"))
        self.wrong.setEnabled(0 < chosen < all_)
        self.grid.setAccessibleName(self.tr("Sightings"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()
