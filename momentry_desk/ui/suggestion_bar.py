"""Two persons that may be one, side by side, and the question whether they are."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPixmap
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from momentry_desk.core.people import PersonCard, Suggestion
from momentry_desk.ui.library_view import filling
from momentry_desk.ui.people_grid import name_of

_FACE = 64


class SuggestionBar(QFrame):
    """One question at a time; hidden while there is none. `same` and `different` carry the suggestion."""

    same = Signal(object)
    different = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("suggestion")
        self._all: tuple[Suggestion, ...] = ()
        self._later: set[tuple[int, int]] = set()
        self._faces = (QLabel(), QLabel())
        self._names = (QLabel(), QLabel())
        self.question, self.left = QLabel(), QLabel()
        self.question.setProperty("role", "name")
        self.left.setProperty("role", "small")
        self.yes, self.no, self.later = QPushButton(), QPushButton(), QPushButton()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 8, 16, 8)
        layout.setSpacing(12)
        for face, name in zip(self._faces, self._names, strict=True):
            face.setFixedSize(_FACE, _FACE)
            name.setTextFormat(Qt.TextFormat.PlainText)
            layout.addWidget(face)
            layout.addWidget(name)
        layout.addSpacing(12)
        layout.addWidget(self.question)
        layout.addWidget(self.left, 1)
        for button in (self.yes, self.no, self.later):
            layout.addWidget(button)
        self.yes.clicked.connect(lambda: self._answer(same=True))
        self.no.clicked.connect(lambda: self._answer(same=False))
        self.later.clicked.connect(self._put_off)
        self._fill()

    @property
    def current(self) -> Suggestion | None:
        return next((one for one in self._all if _pair(one) not in self._later), None)

    def show_suggestions(self, suggestions: Sequence[Suggestion]) -> None:
        """The most alike first. What was put off stays so while the window is open."""
        self._all = tuple(suggestions)
        self._fill()

    def _answer(self, *, same: bool) -> None:
        current = self.current
        if current is not None:
            # The answer is on its way; the same must not be asked meanwhile.
            self._all = tuple(one for one in self._all if one is not current)
            self._fill()
            (self.same if same else self.different).emit(current)

    def _put_off(self) -> None:
        if self.current is not None:
            self._later.add(_pair(self.current))
            self._fill()

    def _fill(self) -> None:
        current = self.current
        self.setVisible(current is not None)
        self.question.setText(self.tr("Same person?"))
        self.yes.setText(self.tr("Yes"))
        self.no.setText(self.tr("No"))
        self.later.setText(self.tr("Later"))
        if current is None:
            return
        more = sum(_pair(one) not in self._later for one in self._all) - 1
        self.left.setText(self.tr("%n more to answer", "", more) if more else "")
        for card, face, name in zip((current.one, current.other), self._faces, self._names, strict=True):
            face.setPixmap(self._round(card))
            face.setAccessibleName(name_of(card))
            name.setText(name_of(card))

    def _round(self, card: PersonCard) -> QPixmap:
        picture = QPixmap()
        if card.crop:
            picture.loadFromData(card.crop)
        scale = self.devicePixelRatioF()
        made = QPixmap(QSize(_FACE, _FACE) * scale)
        made.setDevicePixelRatio(scale)
        made.fill(Qt.GlobalColor.transparent)
        if not picture.isNull():
            painter = QPainter(made)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            shape = QPainterPath()
            shape.addEllipse(0, 0, _FACE, _FACE)
            painter.setClipPath(shape)
            painter.drawPixmap(0, 0, filling(picture, QSize(_FACE, _FACE), scale))
            painter.end()
        return made

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()


def _pair(one: Suggestion) -> tuple[int, int]:
    return one.one.person_id, one.other.person_id
