"""What can be done on the page of people: with the chosen ones, with faces of one of them, and taking it back."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from momentry_desk.ui.action_making import PageActions

if TYPE_CHECKING:
    from momentry_desk.ui.people_page import PeoplePage

translate = QCoreApplication.translate

#: A longer name would make the button that takes it back too wide.
_MOST_OF_A_NAME = 16


def undoing(edit: str | None) -> str:
    """What undoing does, for an edit as the library calls it; without one the bare word."""
    match (edit or "").split(" ", 1):
        case ["name", name]:
            cut = name if len(name) <= _MOST_OF_A_NAME else f"{name[: _MOST_OF_A_NAME - 1]}…"
            return translate("PeopleActions", "Undo the name “{0}”").format(cut)
        case ["take", _]:
            return translate("PeopleActions", "Undo taking the name away")
        case ["hide"]:
            return translate("PeopleActions", "Undo hiding")
        case ["show"]:
            return translate("PeopleActions", "Undo showing again")
        case ["merge", _]:
            return translate("PeopleActions", "Undo “Same person”")
        case ["split", _]:
            return translate("PeopleActions", "Undo “Another person”")
        case ["not", _]:
            return translate("PeopleActions", "Undo “Not this person”")
        case ["keep", _]:
            return translate("PeopleActions", "Undo “Not the same”")
        case _:
            return translate("PeopleActions", "Undo")


class PeopleActions(PageActions["PeoplePage"]):
    """One action each for the menu bar, the menu of a person, the page's buttons and its keys."""

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        of = self._of_page
        self.moments = of(lambda page: page.open_moments(), "Return", "Enter")
        self.rename = of(lambda page: page.ask_name(), "F2")
        self.look = of(lambda page: page.open_appearances(), "Ctrl+I")
        self.join = of(lambda page: page.merge(), "Ctrl+J")
        self.hide = of(lambda page: page.hide_chosen(), "Del")
        self.show_hidden = of(lambda page: page.show_hidden.toggle(), "Ctrl+Alt+H")
        self.play = of(lambda page: page.appearances.look(), "Return", "Enter")
        self.wrong = of(lambda page: page.appearances.refuse(), "Ctrl+Shift+N")
        self.another = of(lambda page: page.appearances.take_out(), "Ctrl+N")
        self.back = of(lambda page: page.close_appearances(), "Alt+Left")
        self.undo = of(lambda page: page.take_back(), "Ctrl+Z")
        self.forget = of(lambda page: page.forget.ask(), "Ctrl+Alt+F")
        self.show_hidden.setCheckable(True)
        self._of_a_person = (self.moments, self.rename, self.look, self.join, self.hide)
        self._of_a_face = (self.play, self.wrong, self.another, self.back)
        self.refresh()
        self.wake()

    def fill(self, menu: QMenu) -> None:
        """Put all of them into `menu`."""
        for part in (self._of_a_person, self._of_a_face, (self.show_hidden, self.undo), (self.forget,)):
            if not menu.isEmpty():
                menu.addSeparator()
            menu.addActions(part)
        menu.aboutToShow.connect(self.refresh)
        menu.aboutToHide.connect(self.wake)

    def menu(self) -> QMenu:
        """What can be done with the chosen persons."""
        self.refresh()
        menu = self._menu()
        menu.addActions(self._of_a_person)
        return menu

    def serve(self, page: "PeoplePage") -> None:
        """The page is there: keys work where what they are about has the keyboard."""
        self.page = page
        page.grid.addActions(self._of_a_person)
        page.appearances.grid.addActions([self.play])
        page.appearances.addActions([self.wrong, self.another, self.back])
        page.addActions([self.show_hidden, self.undo, self.forget])

    def reasons(self, page: "PeoplePage") -> Mapping[QAction, str]:
        closer = page.appearances.card is not None
        chosen = page.selected()
        of_a_person = self.tr("Go back to all people first.") if closer else ""
        one = of_a_person or ("" if len(chosen) == 1 else self.tr("Choose one person."))
        hidden = bool(page.hidden) or page.show_hidden.isChecked()
        of_a_face = "" if closer else self.tr("Open the appearances of a person first.")
        some = of_a_face or (
            "" if page.appearances.can_take_out else self.tr("Choose faces of somebody else, but not all of them.")
        )
        return {
            self.moments: one,
            self.rename: one,
            self.look: one,
            self.join: of_a_person or ("" if len(chosen) > 1 else self.tr("Choose two people or more.")),
            self.hide: of_a_person or ("" if chosen else self.tr("Choose one person or more.")),
            self.show_hidden: of_a_person or ("" if hidden else self.tr("Nobody is hidden.")),
            self.play: of_a_face or ("" if page.appearances.has_current else self.tr("Choose a face.")),
            self.wrong: some,
            self.another: some,
            self.back: of_a_face,
            self.undo: "" if page.undoable is not None else self.tr("Nothing was changed here."),
            self.forget: "" if page.has_faces else self.tr("No faces were found yet."),
        }

    def _elsewhere(self) -> str:
        return self.tr("Open the page of people first.")

    def name(self) -> None:
        page = self.page
        shows_hidden = page is not None and page.show_hidden.isChecked()
        self.moments.setText(self.tr("Show the moments"))
        self.rename.setText(self.tr("Name…"))
        self.look.setText(self.tr("Appearances"))
        self.join.setText(self.tr("Same person"))
        self.hide.setText(self.tr("Show again") if shows_hidden else self.tr("Hide"))
        self.show_hidden.setText(self.tr("Hidden people"))
        self.show_hidden.setChecked(shows_hidden)
        self.play.setText(self.tr("Show in the player"))
        self.wrong.setText(self.tr("Not this person"))
        self.another.setText(self.tr("Another person"))
        self.back.setText(self.tr("All people"))
        self.undo.setText(undoing(page.undoable if page is not None else None))
        self.forget.setText(self.tr("Forget all faces…"))
