"""The page of persons: who is on screen longest, with a name, merged, hidden, and every edit taken back."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QEvent,
    QObject,
    QPoint,
    QPointF,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetricsF, QKeySequence, QPainter, QPainterPath, QPixmap, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QListView,
    QMenu,
    QPushButton,
    QStackedLayout,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from momentry_desk.core.people import PersonCard
from momentry_desk.ui import words
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.library_view import filling
from momentry_desk.ui.message_page import MessagePage
from momentry_desk.ui.rows_model import NOWHERE, AnyIndex
from momentry_desk.ui.theme import SMALL_PX, Theme, text_font

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine

_CARD_ROLE = int(Qt.ItemDataRole.UserRole)
_FACE = 96
_CELL = QSize(148, 172)
_PAGE = 400
_FACES_KEPT = 600
#: New sightings come in many at a time while scans run.
_ASK_EVERY_MS = 1500


def name_of(card: PersonCard) -> str:
    """The name, or the number of a person that has none."""
    return card.name or words.person(card.person_id)


def _videos(count: int) -> str:
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
                return words.listed([name_of(card), words.clock(card.seconds), _videos(card.files)])
            case _:
                return card if role == _CARD_ROLE else None


class _Delegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._faces: dict[bytes, QPixmap] = {}

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return _CELL

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        card = index.data(_CARD_ROLE)
        if not isinstance(card, PersonCard):
            return
        t = self._theme.tokens
        rect = QRectF(option.rect)
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QPainterPath()
        frame.addRoundedRect(rect.adjusted(3, 3, -3, -3), 7, 7)
        if state & QStyle.StateFlag.State_Selected:
            painter.fillPath(frame, t.selection)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillPath(frame, t.colour("panel"))
        circle = QRectF(rect.center().x() - _FACE / 2, rect.top() + 14, _FACE, _FACE)
        shape = QPainterPath()
        shape.addEllipse(circle)
        painter.fillPath(shape, t.colour("raised"))
        face = self._face(card.crop, painter)
        if not face.isNull():
            painter.setClipPath(shape)
            painter.drawPixmap(circle.topLeft(), face)
            painter.setClipping(False)
        font = text_font(option.font, weight=QFont.Weight.DemiBold if card.name else QFont.Weight.Normal)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(t.colour("text" if card.name else "mute"))
        line = QRectF(rect.left() + 8, circle.bottom() + 8, rect.width() - 16, metrics.height())
        name = metrics.elidedText(name_of(card), Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignCenter, name)
        painter.setFont(text_font(option.font, px=SMALL_PX))
        painter.setPen(t.colour("mute"))
        beneath = f"{words.clock(card.seconds)} · {_videos(card.files)}"
        painter.drawText(line.translated(QPointF(0, metrics.height() + 1)), Qt.AlignmentFlag.AlignCenter, beneath)
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


class PeoplePage(QWidget):
    """One engine's persons. `moments_wanted` is the name of the person whose moments are to be shown."""

    moments_wanted = Signal(str)

    def __init__(self, engine: "Engine", errands: Errands, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._people = engine.people
        self._errands = errands
        self._undoable: str | None = None
        self._cards: tuple[PersonCard, ...] = ()
        self._hidden: tuple[PersonCard, ...] = ()
        self.model = PeopleModel(self)
        self.grid = QListView()
        self.grid.setModel(self.model)
        self.grid.setItemDelegate(_Delegate(theme, self.grid))
        self.grid.setViewMode(QListView.ViewMode.IconMode)
        self.grid.setMovement(QListView.Movement.Static)
        self.grid.setResizeMode(QListView.ResizeMode.Adjust)
        self.grid.setUniformItemSizes(True)
        self.grid.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.grid.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.grid.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.grid.setMouseTracking(True)
        self.heading, self.said = QLabel(), QLabel()
        self.heading.setProperty("role", "heading")
        self.said.setProperty("role", "small")
        self.rename, self.join, self.hide_them, self.undo = (
            QPushButton(),
            QPushButton(),
            QPushButton(),
            QPushButton(),
        )
        self.show_hidden = QToolButton()
        self.show_hidden.setObjectName("chip")
        self.show_hidden.setCheckable(True)
        self.message = MessagePage(theme, "people")
        self._asking = QTimer(self)
        self._asking.setSingleShot(True)
        self._asking.setInterval(_ASK_EVERY_MS)
        self._asking.timeout.connect(self.ask)
        self._lay_out()
        self._connect(engine, theme)
        self._fill()

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(16, 12, 16, 8)
        bar.setSpacing(8)
        bar.addWidget(self.heading)
        bar.addWidget(self.show_hidden)
        bar.addWidget(self.said, 1)
        for button in (self.rename, self.join, self.hide_them, self.undo):
            bar.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(bar)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.message)
        self._stack.addWidget(self.grid)
        below = QVBoxLayout()
        below.setContentsMargins(8, 0, 0, 0)
        below.addLayout(self._stack)
        layout.addLayout(below, 1)

    def _connect(self, engine: "Engine", theme: Theme) -> None:
        engine.people_changed.connect(self.ask)
        self.grid.selectionModel().selectionChanged.connect(lambda *_: self._fill())
        self.model.modelReset.connect(self._fill)
        self.grid.doubleClicked.connect(lambda _: self._open_moments())
        self.grid.customContextMenuRequested.connect(self._open_menu)
        self.show_hidden.toggled.connect(lambda _: self._show())
        self.rename.clicked.connect(self._ask_name)
        self.join.clicked.connect(self._merge)
        self.hide_them.clicked.connect(self._hide)
        self.undo.clicked.connect(lambda: self._edit(self._people.undo()))
        QShortcut(QKeySequence(Qt.Key.Key_F2), self.grid, self._ask_name).setContext(
            Qt.ShortcutContext.WidgetWithChildrenShortcut
        )
        undo = QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self)
        undo.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        undo.activated.connect(self.undo.click)
        theme.changed.connect(self.grid.viewport().update)

    # What comes from the engine -----------------------------------------------------------------------------

    def begin(self) -> None:
        """The page is shown."""
        self.grid.setFocus()
        self.ask()

    def findings_grew(self) -> None:
        """Ask again, soon, where the page is seen."""
        if self.isVisible() and not self._asking.isActive():
            self._asking.start()

    def ask(self) -> None:
        """Ask for the persons as they are now."""
        self._errands.begin(self._fetch())

    async def _fetch(self) -> None:
        self._cards = await asyncio.wrap_future(self._people.grid(limit=_PAGE))
        self._hidden = await asyncio.wrap_future(self._people.grid(hidden=True, limit=_PAGE))
        self._undoable = await asyncio.wrap_future(self._people.last_edit())
        self._show()

    def _show(self) -> None:
        chosen = {card.person_id for card in self.selected()}
        self.model.show_cards(self._hidden if self.show_hidden.isChecked() else self._cards)
        for row, card in enumerate(self.model.cards):
            if card.person_id in chosen:
                self.grid.selectionModel().select(
                    self.model.index(row), self.grid.selectionModel().SelectionFlag.Select
                )
        self._fill()

    def stop(self) -> None:
        self._asking.stop()

    # What a person asks -------------------------------------------------------------------------------------

    def selected(self) -> tuple[PersonCard, ...]:
        """The chosen persons in the order of the grid."""
        rows = sorted(index.row() for index in self.grid.selectionModel().selectedIndexes())
        return tuple(self.model.cards[row] for row in rows if row < len(self.model.cards))

    def name(self, card: PersonCard, name: str) -> None:
        """Give a person a name; the empty one takes it away."""
        self._edit(self._people.name(card.person_id, name.strip()))

    def _ask_name(self) -> None:
        chosen = self.selected()
        if len(chosen) != 1:
            return
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Name"))
        dialog.setLabelText(self.tr("Who is this?"))
        dialog.setTextValue(chosen[0].name)
        dialog.textValueSelected.connect(lambda name: self.name(chosen[0], name))
        dialog.open()

    def _merge(self) -> None:
        chosen = self.selected()
        if len(chosen) > 1:
            # Who has a name keeps it; else who is seen longest, and that is who stands first.
            into = next((card for card in chosen if card.name), chosen[0])
            self._edit(self._people.merge([card.person_id for card in chosen if card is not into], into.person_id))

    def _hide(self) -> None:
        chosen = [card.person_id for card in self.selected()]
        if chosen:
            self._edit(self._people.hide(chosen, not self.show_hidden.isChecked()))

    def _edit(self, answer: "Future[Any]") -> None:
        async def wait() -> None:
            await asyncio.wrap_future(answer)
            await self._fetch()

        self._errands.begin(wait())

    def _open_moments(self) -> None:
        chosen = self.selected()
        if len(chosen) == 1 and chosen[0].name:
            self.moments_wanted.emit(chosen[0].name)
        elif len(chosen) == 1:
            self._ask_name()

    def _open_menu(self, place: QPoint) -> None:
        if not self.selected():
            return
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        moments = menu.addAction(self.tr("Show the moments"))
        moments.triggered.connect(self._open_moments)
        moments.setEnabled(len(self.selected()) == 1 and bool(self.selected()[0].name))
        menu.addSeparator()
        for button in (self.rename, self.join, self.hide_them):
            action = menu.addAction(button.text())
            action.triggered.connect(button.click)
            action.setEnabled(button.isEnabled())
        menu.popup(self.grid.viewport().mapToGlobal(place))

    # What the page says -------------------------------------------------------------------------------------

    def _fill(self) -> None:
        chosen = self.selected()
        hidden = self.show_hidden.isChecked()
        self.heading.setText(self.tr("People · {0}").format(len(self.model.cards)))
        self.show_hidden.setText(self.tr("Hidden · {0}").format(len(self._hidden)))
        self.show_hidden.setVisible(bool(self._hidden) or hidden)
        self.said.setText(self.tr("%n chosen", "", len(chosen)) if len(chosen) > 1 else "")
        self.rename.setText(self.tr("Name…"))
        self.rename.setEnabled(len(chosen) == 1)
        self.join.setText(self.tr("Same person"))
        self.join.setToolTip(self.tr("Make one person of those that are chosen"))
        self.join.setEnabled(len(chosen) > 1)
        self.hide_them.setText(self.tr("Show again") if hidden else self.tr("Hide"))
        self.hide_them.setEnabled(bool(chosen))
        self.undo.setText(self.tr("Undo"))
        self.undo.setEnabled(self._undoable is not None)
        self.undo.setToolTip(self.tr("Take the last change back"))
        self.grid.setAccessibleName(self.tr("People"))
        self._stack.setCurrentWidget(self.grid if self.model.cards else self.message)
        if hidden:
            self.message.say(self.tr("Nobody is hidden"), "")
        else:
            self.message.say(
                self.tr("Nobody yet"), self.tr("Persons come here while videos are scanned for faces.")
            )

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()
