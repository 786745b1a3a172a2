"""The page of persons: who is on screen longest, with a name, merged, split, hidden, and every edit taken back."""

import asyncio
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QPushButton,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from momentry_desk.core.people import PersonCard, Suggestion
from momentry_desk.ui import words
from momentry_desk.ui.appearances_view import AppearancesView
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.forget_faces import ForgetFaces
from momentry_desk.ui.library_view import filling
from momentry_desk.ui.message_page import MessagePage
from momentry_desk.ui.people_actions import PeopleActions
from momentry_desk.ui.people_grid import FACE_ROLE, FaceItem, PeopleGrid, PeopleModel
from momentry_desk.ui.suggestion_bar import SuggestionBar
from momentry_desk.ui.theme import Theme

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine

_PAGE = 400
#: Of the dialog for a name: the face, and so wide that the title is not cut off.
_FACE = 96
_NAME_WIDTH = 360
#: Below these widths the buttons of the bar would be cut off: the menus have what they do.
_MOMENTS_FROM = 940
_JOIN_FROM = 780
_FORGET_FROM = 620
#: From here on there is room for what it is that is undone.
_UNDO_FROM = 1130
#: Appearances of one person that are shown to choose from.
_APPEARANCES = 1_000
#: New sightings come in many at a time while scans run; a comparison of all persons costs more than reading them.
_ASK_EVERY_MS = 1500
_COMPARE_EVERY_MS = 3000


class PeoplePage(QWidget):
    """One engine's persons. `moments_wanted` is what the person is called whose moments are to be shown,
    `look_wanted` the file_uuid and the second of a sighting."""

    moments_wanted = Signal(str)
    look_wanted = Signal(str, float)

    def __init__(
        self,
        engine: "Engine",
        errands: Errands,
        theme: Theme,
        actions: PeopleActions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._engine = engine
        self._people = engine.people
        self._errands = errands
        self._actions = actions
        #: What undoing would take back, as the library calls it.
        self.undoable: str | None = None
        self._cards: tuple[PersonCard, ...] = ()
        self.hidden: tuple[PersonCard, ...] = ()
        self.model = PeopleModel(self)
        self.grid = PeopleGrid(self.model, theme)
        self.grid.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.suggested = SuggestionBar()
        self.appearances = AppearancesView(theme)
        self.forget = ForgetFaces(engine, errands, self)
        self.heading, self.said = QLabel(), QLabel()
        self.heading.setProperty("role", "heading")
        self.said.setProperty("role", "small")
        self.moments, self.rename, self.look, self.join = QPushButton(), QPushButton(), QPushButton(), QPushButton()
        self.hide_them, self.undo, self.forget_all = QPushButton(), QPushButton(), QPushButton()
        self.forget_all.setObjectName("link")
        self.show_hidden = QToolButton()
        self.show_hidden.setObjectName("chip")
        self.show_hidden.setCheckable(True)
        self.message = MessagePage(theme, "people")
        self._asking = QTimer(self)
        self._asking.setSingleShot(True)
        self._asking.setInterval(_ASK_EVERY_MS)
        self._asking.timeout.connect(self.ask)
        self._comparing = QTimer(self)
        self._comparing.setSingleShot(True)
        self._comparing.setInterval(_COMPARE_EVERY_MS)
        self._comparing.timeout.connect(lambda: self._errands.begin(self._fetch_suggestions()))
        self._lay_out()
        self._connect(engine)
        actions.serve(self)
        self._fill()

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(16, 12, 16, 8)
        bar.setSpacing(8)
        bar.addWidget(self.heading)
        bar.addWidget(self.show_hidden)
        # Its words change: here it moves none of the others.
        bar.addWidget(self.undo)
        bar.addWidget(self.said, 1)
        for button in (self.moments, self.rename, self.look, self.join, self.hide_them, self.forget_all):
            bar.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(bar)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.message)
        self._browse = QWidget()
        browse = QVBoxLayout(self._browse)
        browse.setContentsMargins(0, 0, 0, 0)
        browse.addWidget(self.suggested)
        cards = QVBoxLayout()
        cards.setContentsMargins(8, 0, 0, 0)
        cards.addWidget(self.grid)
        browse.addLayout(cards, 1)
        self._stack.addWidget(self._browse)
        self._stack.addWidget(self.appearances)
        layout.addLayout(self._stack, 1)

    def _connect(self, engine: "Engine") -> None:
        engine.people_changed.connect(self._people_changed)
        engine.snapshot_changed.connect(lambda _: self._fill())
        self.grid.selectionModel().selectionChanged.connect(lambda *_: self._fill())
        self.model.modelReset.connect(self._fill)
        self.grid.doubleClicked.connect(lambda _: self.open_moments())
        self.grid.customContextMenuRequested.connect(self._open_menu)
        self.show_hidden.toggled.connect(lambda _: self._show())
        for button, action in self._pressed():
            button.clicked.connect(action.trigger)
        self.grid.joined.connect(self._join_dragged)
        self.suggested.same.connect(self._same)
        self.suggested.different.connect(
            lambda one: self._edit(self._people.keep_apart(one.one.person_id, one.other.person_id))
        )
        self.appearances.back.clicked.connect(self._actions.back.trigger)
        self.appearances.look_wanted.connect(self.look_wanted)
        self.appearances.split.connect(lambda ids: self._edit(self._people.split(ids)))
        self.appearances.refused.connect(lambda ids: self._edit(self._people.not_this_person(ids)))
        self.message.wanted.connect(lambda: self._errands.begin(self._look_for_faces()))

    def _pressed(self) -> tuple[tuple[QPushButton, QAction], ...]:
        """The buttons, and the actions that they are for."""
        actions = self._actions
        return (
            (self.moments, actions.moments),
            (self.rename, actions.rename),
            (self.look, actions.look),
            (self.join, actions.join),
            (self.hide_them, actions.hide),
            (self.undo, actions.undo),
            (self.forget_all, actions.forget),
        )

    # What comes from the engine -----------------------------------------------------------------------------

    def begin(self) -> None:
        """The page is shown."""
        self.grid.setFocus()
        self.ask()
        self._errands.begin(self._fetch_suggestions())

    def _people_changed(self) -> None:
        self.ask()
        if self.isVisible() and not self._comparing.isActive():
            self._comparing.start()

    def findings_grew(self) -> None:
        """Ask again, soon, where the page is seen."""
        if self.isVisible() and not self._asking.isActive():
            self._asking.start()

    def ask(self) -> None:
        """Ask for the persons as they are now."""
        self._errands.begin(self._fetch())

    async def _fetch(self) -> None:
        self._cards = await asyncio.wrap_future(self._people.grid(limit=_PAGE))
        self.hidden = await asyncio.wrap_future(self._people.grid(hidden=True, limit=_PAGE))
        self.undoable = await asyncio.wrap_future(self._people.last_edit())
        self._show()
        if self.appearances.card is not None:
            await self._fetch_appearances(self.appearances.card.person_id)

    async def _fetch_suggestions(self) -> None:
        found = await asyncio.wrap_future(self._people.suggestions())
        self.suggested.show_suggestions(found)

    async def _fetch_appearances(self, person_id: int) -> None:
        card = await asyncio.wrap_future(self._people.person(person_id))
        seen = await asyncio.wrap_future(self._people.sightings(person_id, limit=_APPEARANCES))
        if card is None or not seen:
            self.close_appearances()
            return
        rows = await asyncio.wrap_future(self._engine.videos_of(tuple({one.file_uuid for one in seen})))
        self.appearances.show_person(card, seen, {row.file_uuid: row.file_name for row in rows})
        self._fill()

    async def _look_for_faces(self) -> None:
        await asyncio.wrap_future(self._people.answer("yes"))

    def _show(self) -> None:
        chosen = {card.person_id for card in self.selected()}
        self.model.show_cards(self.hidden if self.show_hidden.isChecked() else self._cards)
        for row, card in enumerate(self.model.cards):
            if card.person_id in chosen:
                self.grid.selectionModel().select(
                    self.model.index(row), self.grid.selectionModel().SelectionFlag.Select
                )
        self._fill()

    def stop(self) -> None:
        self._asking.stop()
        self._comparing.stop()

    # What a person asks -------------------------------------------------------------------------------------

    def selected(self) -> tuple[PersonCard, ...]:
        """The chosen persons in the order of the grid."""
        return tuple(self.model.cards[row] for row in self.grid.chosen() if row < len(self.model.cards))

    def name(self, card: PersonCard, name: str) -> None:
        """Give a person a name; the empty one takes it away."""
        self._edit(self._people.name(card.person_id, name.strip()))

    def ask_name(self) -> None:
        """Ask who the chosen person is."""
        chosen = self.selected()
        if len(chosen) != 1:
            return
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Name"))
        dialog.setLabelText(self.tr("Who is this?"))
        dialog.setTextValue(chosen[0].name)
        dialog.textValueSelected.connect(lambda name: self.name(chosen[0], name))
        dialog.sizeHint()  # makes the layout
        layout, face = dialog.layout(), self.model.index(self.grid.chosen()[0]).data(FACE_ROLE)
        picture = QPixmap()
        if isinstance(layout, QVBoxLayout) and isinstance(face, FaceItem) and picture.loadFromData(face.crop):
            shown = QLabel()
            shown.setPixmap(filling(picture, QSize(_FACE, _FACE), self.devicePixelRatioF()))
            layout.insertWidget(0, shown)
        dialog.resize(_NAME_WIDTH, dialog.sizeHint().height())
        dialog.open()

    def merge(self) -> None:
        """Make one person of those that are chosen."""
        chosen = self.selected()
        if len(chosen) > 1:
            # Who has a name keeps it; else who is seen longest, and that is who stands first.
            into = next((card for card in chosen if card.name), chosen[0])
            self._edit(self._people.merge([card.person_id for card in chosen if card is not into], into.person_id))

    def _join_dragged(self, person_ids: tuple[int, ...], into: int) -> None:
        self._edit(self._people.merge(person_ids, into))

    def _same(self, suggestion: Suggestion) -> None:
        # As with those that are chosen: a name stays, else who is seen longer.
        one, other = sorted(
            (suggestion.one, suggestion.other), key=lambda card: (not card.name, -card.seconds, card.person_id)
        )
        self._edit(self._people.merge([other.person_id], one.person_id))

    def open_appearances(self) -> None:
        """Show where the chosen person appears."""
        chosen = self.selected()
        if len(chosen) == 1:
            self.appearances.card = chosen[0]
            self._errands.begin(self._fetch_appearances(chosen[0].person_id))

    def close_appearances(self) -> None:
        """Go back to all people."""
        self.appearances.card = None
        self._fill()
        self.grid.setFocus()

    def take_back(self) -> None:
        """Undo the last change."""
        self._edit(self._people.undo())

    def hide_chosen(self) -> None:
        """Put the chosen persons out of sight, or back where the hidden ones are shown."""
        chosen = [card.person_id for card in self.selected()]
        if chosen:
            self._edit(self._people.hide(chosen, not self.show_hidden.isChecked()))

    def _edit(self, answer: "Future[Any]") -> None:
        async def wait() -> None:
            await asyncio.wrap_future(answer)
            await self._fetch()
            await self._fetch_suggestions()

        self._errands.begin(wait())

    def open_moments(self) -> None:
        """Show the moments of the chosen person."""
        chosen = self.selected()
        if len(chosen) == 1:
            self.moments_wanted.emit(chosen[0].name or words.person(chosen[0].person_id))

    def _open_menu(self, place: QPoint) -> None:
        if not self.selected():
            return
        self._actions.menu().popup(self.grid.viewport().mapToGlobal(place))

    @property
    def has_faces(self) -> bool:
        """Whether there is anybody, in sight or not."""
        return bool(self._cards or self.hidden)

    # What the page says -------------------------------------------------------------------------------------

    def _fill(self) -> None:
        chosen = self.selected()
        hidden = self.show_hidden.isChecked()
        closer = self.appearances.card is not None
        shown = self.tr("Appearances · {0}") if closer else self.tr("People · {0}")
        self.heading.setText(shown.format((self.appearances if closer else self).model.rowCount()))
        self.show_hidden.setText(self.tr("Hidden · {0}").format(len(self.hidden)))
        self.show_hidden.setVisible((bool(self.hidden) or hidden) and not closer)
        self.said.setText(self.tr("%n chosen", "", len(chosen)) if len(chosen) > 1 and not closer else "")
        helps = {
            self.look: self.tr("See every place where this person appears, and take out faces of somebody else"),
            self.join: self.tr("Make one person of those that are chosen; dragging one onto another does the same"),
        }
        self._actions.name()
        reasons = self._actions.reasons(self)
        for button, action in self._pressed():
            why_not = reasons.get(action, "")
            button.setText(action.text())
            button.setEnabled(not why_not)
            button.setToolTip(why_not or helps.get(button, ""))
        for button, least in (
            (self.moments, _MOMENTS_FROM),
            (self.rename, 0),
            (self.look, 0),
            (self.join, _JOIN_FROM),
            (self.hide_them, 0),
        ):
            button.setVisible(not closer and bool(self.model.cards) and self.width() >= least)
        if self.undoable is not None:
            self.undo.setToolTip(self.undo.text())
        if self.width() < _UNDO_FROM and not closer:
            self.undo.setText(self.tr("Undo"))
        self.undo.setVisible(bool(self.model.cards) or hidden or self.undoable is not None)
        self.forget_all.setVisible(self.has_faces and not closer and self.width() >= _FORGET_FROM)
        self.grid.setAccessibleName(self.tr("People"))
        if closer:
            self._stack.setCurrentWidget(self.appearances)
        else:
            self._stack.setCurrentWidget(self._browse if self.model.cards else self.message)
        self._say_why_nobody(hidden)

    def _say_why_nobody(self, hidden: bool) -> None:
        if hidden:
            self.message.say(self.tr("Nobody is hidden"), "")
        elif self._engine.snapshot().settings.privacy.faces == "no":
            self.message.say(
                self.tr("Faces are left out"),
                self.tr("You said that videos are not looked at for faces. You can change that at any time."),
                self.tr("Look for faces"),
            )
        else:
            self.message.say(
                self.tr("Nobody yet"), self.tr("Persons come here while videos are scanned for faces.")
            )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()
