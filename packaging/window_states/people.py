"""The page People, and the question about faces."""

import msgspec
from PySide6.QtCore import QTimer

from momentry_desk.core.people import PersonCard, PersonSighting, Suggestion
from momentry_desk.core.settings import PrivacySettings
from momentry_desk.ui.glossary import GlossaryDialog
from momentry_desk.ui.main_window import MainWindow
from tests.ui.fake_engine import FakeEngine
from window_states.footage import PEOPLE, busy, face
from window_states.state import State, open_menu, until


def persons(engine: FakeEngine) -> None:
    busy(engine)
    seen = (("Ana", 1460.0, 4), ("", 322.0, 2), ("Zhang Wei 张伟", 210.0, 1), ("", 95.0, 1), ("", 31.0, 3))
    engine.people.put(
        [
            PersonCard(n, name, False, seconds, 9, files, face(*PEOPLE[n % 3]))
            for n, (name, seconds, files) in enumerate(seen, 1)
        ]
    )


async def _choose(window: MainWindow, place: int = 0) -> None:
    window.pages.open("people")
    page = window.pages.people
    await until(lambda: page.model.rowCount() == 5)
    page.grid.setCurrentIndex(page.model.index(place))


def _alike(engine: FakeEngine) -> None:
    persons(engine)
    cards = engine.people.cards
    engine.people.alike = (Suggestion(cards[2], cards[5], 0.43), Suggestion(cards[4], cards[5], 0.39))
    engine.people.seen = {
        f"v{n % 4}": tuple(
            PersonSighting(10 * n + m, 1, "Ana", f"v{n % 4}", 41.0 * m + n, 60, 0.8, face(*PEOPLE[m % 2]))
            for m in range(3)
        )
        for n in range(4)
    }


def _unanswered(engine: FakeEngine) -> None:
    engine.tell(settings=msgspec.structs.replace(engine.current.settings, privacy=PrivacySettings("ask")))
    busy(engine)


async def _appearances(window: MainWindow) -> None:
    await _choose(window)
    page = window.pages.people
    page.look.click()
    await until(lambda: page.appearances.model.rowCount() > 1)
    page.appearances.grid.setCurrentIndex(page.appearances.model.index(1))


async def _hidden(window: MainWindow) -> None:
    await _choose(window, 2)
    page = window.pages.people
    page.hide_them.click()
    await until(lambda: page.model.rowCount() == 4)
    page.show_hidden.click()
    await until(lambda: page.model.rowCount() == 1)


async def _menu(window: MainWindow) -> None:
    await _choose(window)
    open_menu(window, 6)


async def _undoable(window: MainWindow) -> None:
    await _choose(window, 1)
    page = window.pages.people
    page.name(page.selected()[0], "Alexandra Konstantinova")
    await until(page.undo.isEnabled)


async def _forget(window: MainWindow) -> None:
    await _choose(window)
    QTimer.singleShot(0, window.pages.people.forget.ask)


def _glossary(window: MainWindow) -> None:
    window.show_glossary()
    editor = window.findChildren(GlossaryDialog)[-1].editor
    editor.box.setPlainText("Ana Ruiz\nBrinmoor\nDaVinci Resolve\n张伟")


def _long_glossary(window: MainWindow) -> None:
    window.show_glossary()
    editor = window.findChildren(GlossaryDialog)[-1].editor
    editor.box.setPlainText("\n".join(f"Kvasnichka the {n}th of Brinmoor" for n in range(20)))


STATES = {
    "people": State(persons, act=_choose),
    "people-alike": State(_alike, act=_choose),
    "people-appearances": State(_alike, act=_appearances),
    "people-menu": State(persons, act=_menu),
    "people-undo": State(persons, act=_undoable),
    "people-hidden": State(persons, act=_hidden),
    "people-forget": State(persons, act=_forget),
    "people-empty": State(busy, act=lambda window: window.pages.open("people")),
    "people-question": State(_unanswered, act=lambda window: window.pages.open("people")),
    "faces-question": State(_unanswered),
    "glossary": State(persons, act=_glossary),
    "glossary-too-long": State(persons, act=_long_glossary),
}
