"""Faces in a grid: round pictures with a name and a line beneath; one card dragged onto another joins the two."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QMimeData,
    QModelIndex,
    QObject,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from momentry_desk.core.people import PersonCard
from momentry_desk.ui import words
from momentry_desk.ui.library_view import filling
from momentry_desk.ui.painting import baseline
from momentry_desk.ui.rows_model import NOWHERE, AnyIndex
from momentry_desk.ui.theme import SMALL_PX, Theme, text_font

#: Where a model keeps the `FaceItem` of a row.
FACE_ROLE = int(Qt.ItemDataRole.UserRole)
_FACE = 96
_CELL = QSize(148, 172)
_FACES_KEPT = 600
_PERSONS = "application/x-momentry-persons"


class FaceItem(NamedTuple):
    """What a cell shows; `strong` sets the name apart."""

    crop: bytes
    name: str
    beneath: str
    strong: bool


def name_of(card: PersonCard) -> str:
    """The name, or the number of a person that has none."""
    return card.name or words.person(card.person_id)


def videos_in_words(count: int) -> str:
    return QCoreApplication.translate("PeoplePage", "%n video(s)", "", count)


class PeopleModel(QAbstractListModel):
    """The persons in the order of the grid."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.cards: tuple[PersonCard, ...] = ()

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.cards)

    def show_cards(self, cards: Sequence[PersonCard]) -> None:
        if tuple(cards) != self.cards:
            self.beginResetModel()
            self.cards = tuple(cards)
            self.endResetModel()

    def data(self, index: AnyIndex, role: int = 0) -> Any:
        if not index.isValid() or index.row() >= len(self.cards):
            return None
        card = self.cards[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return name_of(card)
            case Qt.ItemDataRole.AccessibleTextRole | Qt.ItemDataRole.ToolTipRole:
                return words.listed([name_of(card), words.lasting(card.seconds), videos_in_words(card.files)])
            case _ if role == FACE_ROLE:
                beneath = f"{words.lasting(card.seconds)} · {videos_in_words(card.files)}"
                return FaceItem(card.crop, name_of(card), beneath, bool(card.name))
            case _:
                return None

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsDragEnabled

    def mimeTypes(self) -> list[str]:
        return [_PERSONS]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        ids = [str(self.cards[index.row()].person_id) for index in indexes]
        data.setData(_PERSONS, ",".join(ids).encode())
        return data


def _write_centred(painter: QPainter, line: QRectF, text: str) -> None:
    """On the baseline of the line's own font: Chinese signs are taller than it, and would be cut."""
    metrics = QFontMetricsF(painter.font())
    left = line.center().x() - metrics.horizontalAdvance(text) / 2
    painter.drawText(QPointF(left, baseline(line, metrics)), text)


class FaceDelegate(QStyledItemDelegate):
    """Paints a `FaceItem`."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._faces: dict[bytes, QPixmap] = {}
        #: The row that a card is held over.
        self.target = -1

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return _CELL

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        item = index.data(FACE_ROLE)
        if not isinstance(item, FaceItem):
            return
        t = self._theme.tokens
        rect = QRectF(option.rect)
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QPainterPath()
        frame.addRoundedRect(rect.adjusted(3, 3, -3, -3), 7, 7)
        if index.row() == self.target or state & QStyle.StateFlag.State_Selected:
            painter.fillPath(frame, t.selection)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillPath(frame, t.colour("panel"))
        circle = QRectF(rect.center().x() - _FACE / 2, rect.top() + 14, _FACE, _FACE)
        shape = QPainterPath()
        shape.addEllipse(circle)
        painter.fillPath(shape, t.colour("raised"))
        face = self._face(item.crop, painter)
        if not face.isNull():
            painter.setClipPath(shape)
            painter.drawPixmap(circle.topLeft(), face)
            painter.setClipping(False)
        font = text_font(option.font, weight=QFont.Weight.DemiBold if item.strong else QFont.Weight.Normal)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(t.colour("text" if item.strong else "mute"))
        line = QRectF(rect.left() + 8, circle.bottom() + 8, rect.width() - 16, metrics.height())
        name = metrics.elidedText(item.name, Qt.TextElideMode.ElideRight, line.width())
        _write_centred(painter, line, name)
        painter.setFont(text_font(option.font, px=SMALL_PX))
        painter.setPen(t.colour("mute"))
        beneath = QFontMetricsF(painter.font()).elidedText(item.beneath, Qt.TextElideMode.ElideMiddle, line.width())
        _write_centred(painter, line.translated(QPointF(0, metrics.height() + 1)), beneath)
        if index.row() == self.target:
            painter.setPen(QPen(t.colour("accent"), 2))
            painter.drawPath(frame)
        painter.restore()

    def _face(self, crop: bytes, painter: QPainter) -> QPixmap:
        if crop not in self._faces:
            if len(self._faces) > _FACES_KEPT:
                self._faces.clear()
            picture = QPixmap()
            if crop:
                picture.loadFromData(crop)
            device = painter.device()
            scale = device.devicePixelRatioF() if isinstance(device, QWidget) else 1.0
            self._faces[crop] = picture if picture.isNull() else filling(picture, QSize(_FACE, _FACE), scale)
        return self._faces[crop]


class FaceGrid(QListView):
    """Cells in rows, several chosen at once."""

    def __init__(self, model: QAbstractListModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.faces = FaceDelegate(theme, self)
        self.setItemDelegate(self.faces)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        theme.changed.connect(self.viewport().update)

    def chosen(self) -> list[int]:
        """The chosen rows from top to bottom."""
        return sorted(index.row() for index in self.selectionModel().selectedIndexes())


class PeopleGrid(FaceGrid):
    """Persons. `joined` is who was dragged (their ids) and onto whom."""

    joined = Signal(object, int)  # tuple[int, ...], int

    def __init__(self, model: PeopleModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(model, theme, parent)
        self._people = model
        # The icon mode has switched it off.
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.CopyAction)
        self.viewport().setAcceptDrops(True)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(_PERSONS):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        target = self._target(event)
        self._mark(target)
        if target < 0:
            event.ignore()
        else:
            event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._mark(-1)

    def dropEvent(self, event: QDropEvent) -> None:
        target = self._target(event)
        self._mark(-1)
        if target < 0:
            event.ignore()
            return
        event.acceptProposedAction()
        self.joined.emit(_dragged(event), self._people.cards[target].person_id)

    def _target(self, event: QDropEvent) -> int:
        """The row of somebody else under the pointer, -1 where there is none."""
        index = self.indexAt(event.position().toPoint())
        dragged = _dragged(event)
        if not index.isValid() or not dragged or self._people.cards[index.row()].person_id in dragged:
            return -1
        return index.row()

    def _mark(self, row: int) -> None:
        if self.faces.target != row:
            self.faces.target = row
            self.viewport().update()


def _dragged(event: QDropEvent) -> tuple[int, ...]:
    data = event.mimeData()
    text = bytes(data.data(_PERSONS).data()).decode() if data.hasFormat(_PERSONS) else ""
    return tuple(int(one) for one in text.split(",") if one)
