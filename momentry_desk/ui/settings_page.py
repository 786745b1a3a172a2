"""The page of settings: built from the schema, each with a sentence and a way back, all of them searchable.

The file momentry.toml stays the truth: what is changed there by hand is shown here at once, and what is refused
says why beside the setting, with what was typed left in place.
"""

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QItemSelectionModel, Qt, QTimer
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from momentry_desk.core.setting_fields import Kind, SettingValue
from momentry_desk.core.settings import FIELD_OF, SettingProblem, Settings, value_of
from momentry_desk.core.snapshot import QueueSnapshot
from momentry_desk.engine.errors import SettingsRefused
from momentry_desk.ui import setting_words
from momentry_desk.ui.api_button import ApiDoor
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.model_list import ModelList
from momentry_desk.ui.sentences import in_words
from momentry_desk.ui.setting_blocks import ApiBlock, PlacesBlock, PrivacyBlock
from momentry_desk.ui.setting_row import SettingRow
from momentry_desk.ui.settings_section import SettingsSection
from momentry_desk.ui.updates import UpdatesBlock, standing

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine

_NAV_WIDTH = 190
_MOST_WIDTH = 760
#: A number that is stepped through is written when it comes to rest.
_REST_MS = 250


class SettingsPage(QWidget):
    """Shows and changes the settings of one engine."""

    def __init__(self, engine: "Engine", errands: Errands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("settingsPage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._engine = engine
        self._errands = errands
        self._settings: Settings | None = None
        self._problems: tuple[SettingProblem, ...] = ()
        self._waiting: dict[str, SettingValue | None] = {}
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self._write_waiting)
        self._sections: dict[str, SettingsSection] = {}
        self._door: ApiDoor | None = None
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self.nav = QListWidget()
        self.nav.setObjectName("settingsNav")
        self.broken = QLabel()
        self.broken.setProperty("role", "refusal")
        self.broken.setTextFormat(Qt.TextFormat.PlainText)
        self.broken.setWordWrap(True)
        self.nothing = QLabel()
        self.nothing.setProperty("role", "small")
        self.area = QScrollArea()
        self._lay_out()
        self.search.textChanged.connect(lambda _: self._show_found())
        self.nav.currentRowChanged.connect(lambda _: self._turn())
        # The one that was open before the search is current still.
        self.nav.clicked.connect(lambda _: self._turn())
        self._retranslate()
        self.nav.setCurrentRow(0)

    def _lay_out(self) -> None:
        side = QWidget()
        side.setObjectName("settingsSide")
        side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        side.setFixedWidth(_NAV_WIDTH)
        column = QVBoxLayout(side)
        column.setContentsMargins(8, 12, 8, 8)
        column.setSpacing(8)
        column.addWidget(self.search)
        column.addWidget(self.nav, 1)
        body = QWidget()
        body.setMaximumWidth(_MOST_WIDTH)
        inner = self._inner = QVBoxLayout(body)
        inner.setContentsMargins(24, 16, 24, 0)
        inner.setSpacing(8)
        inner.addWidget(self.broken)
        inner.addWidget(self.nothing)
        inner.addStretch(1)
        held = QWidget()
        holder = QHBoxLayout(held)
        holder.setContentsMargins(0, 0, 0, 0)
        holder.addWidget(body, 1)
        holder.addStretch(0)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # The keyboard goes to the settings in it, which it scrolls into view.
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(held)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(side)
        layout.addWidget(self.area, 1)

    # What is on it, each made by the first who wants it ------------------------------------------------------

    def section(self, page: str) -> SettingsSection:
        """The settings of one page."""
        if page in self._sections:
            return self._sections[page]
        made = self._sections[page] = SettingsSection(page)
        before = [one for one in setting_words.PAGES if one in self._sections].index(page)
        # Behind what is wrong and that nothing was found.
        self._inner.insertWidget(2 + before, made)
        made.hide()
        match page:
            case "general":
                made.add_block(UpdatesBlock(lambda: self._errands.begin(self._look_for_version())))
            case "processors":
                made.add_block(ModelList(self._engine, self._errands))
            case "api":
                block = ApiBlock()
                block.port_wanted.connect(lambda port: self._take_wish("api.port", port))
                if self._door is not None:
                    block.serve(self._door)
                made.add_block(block, 1)
            case "folders":
                made.add_block(PlacesBlock(self._engine.data_folder, self._engine.settings_path))
            case "privacy":
                made.add_block(PrivacyBlock(self._engine, self._errands), 1)
        made.reset.clicked.connect(lambda: self._reset(made))
        for key, row in made.rows.items():
            row.wanted.connect(self._take_wish)
            if self._settings is not None:
                row.show_value(value_of(self._settings, key))
        made.offer_reset()
        self._say_problems()
        if page == "general":
            self._show_updates()
        return made

    def row(self, key: str) -> SettingRow:
        """One setting."""
        page = next(
            page for page, groups in setting_words.PAGES.items() if any(key in keys for keys in groups.values())
        )
        return self.section(page).rows[key]

    @property
    def models(self) -> ModelList:
        (block,) = self.section("processors").blocks
        assert isinstance(block, ModelList)
        return block

    @property
    def api(self) -> ApiBlock:
        (block,) = self.section("api").blocks
        assert isinstance(block, ApiBlock)
        return block

    @property
    def updates(self) -> UpdatesBlock:
        (block,) = self.section("general").blocks
        assert isinstance(block, UpdatesBlock)
        return block

    def _rows(self) -> dict[str, SettingRow]:
        return {key: row for section in self._sections.values() for key, row in section.rows.items()}

    # What comes from the engine -----------------------------------------------------------------------------

    def begin(self) -> None:
        """It is seen now; the keyboard begins at the list of its pages."""
        self.nav.setFocus(Qt.FocusReason.OtherFocusReason)
        self.take_snapshot(self._engine.snapshot())
        if "processors" in self._sections:
            self.models.begin()

    def serve(self, door: ApiDoor) -> None:
        """Follow the API."""
        self._door = door
        if "api" in self._sections:
            self.api.serve(door)

    def take_snapshot(self, snapshot: QueueSnapshot) -> None:
        """Show what is in force, and what is wrong in the file."""
        if "general" in self._sections:
            self._show_updates()
        if snapshot.settings == self._settings and snapshot.problems == self._problems:
            return
        self._settings, self._problems = snapshot.settings, snapshot.problems
        for key, row in self._rows().items():
            if key not in self._waiting:
                row.show_value(value_of(snapshot.settings, key))
        for section in self._sections.values():
            section.offer_reset()
        self._say_problems()

    def _show_updates(self) -> None:
        state = self._engine.snapshot().updates
        self.updates.show_state(state)
        self.row("updates.check").allow(bool(state.address), standing(state))

    def _say_problems(self) -> None:
        told = {one.key: _with_line(one) for one in self._problems}
        for key, row in self._rows().items():
            row.show_problem(told.get(key, ""))
        rest = [said for key, said in told.items() if key not in FIELD_OF]
        self.broken.setText("\n".join(f"⚠ {one}" for one in rest))
        self.broken.setVisible(bool(rest))

    # What a person asks -------------------------------------------------------------------------------------

    def show_page(self, page: str) -> None:
        """Open one of the pages by its name."""
        self.search.clear()
        self.nav.setCurrentRow(list(setting_words.PAGES).index(page))

    def _take_wish(self, key: str, value: SettingValue | None) -> None:
        self._waiting[key] = value
        if value is not None and FIELD_OF[key].kind in (Kind.WHOLE, Kind.NUMBER):
            self._rest.start()
        else:
            self._write_waiting()

    def _reset(self, section: SettingsSection) -> None:
        self._waiting |= {row.field.key: None for row in section.rows.values() if row.is_changed}
        self._write_waiting()

    def _write_waiting(self) -> None:
        self._rest.stop()
        waiting, self._waiting = self._waiting, {}
        for key, value in waiting.items():
            self._errands.begin(self._write(key, value))

    async def _look_for_version(self) -> None:
        await asyncio.wrap_future(self._engine.about.look_for_version())

    async def _write(self, key: str, value: SettingValue | None) -> None:
        row = self.row(key)
        try:
            settings = await asyncio.wrap_future(self._engine.change_settings({key: value}))
        except SettingsRefused as refused:
            row.refuse(in_words(str(refused)))
            return
        if key not in self._waiting:
            row.show_value(value_of(settings, key))
            row.accept()
            for section in self._sections.values():
                section.offer_reset()

    def stop(self) -> None:
        """Write what waits; ask for nothing any more."""
        self._rest.stop()
        if self._waiting:
            waiting, self._waiting = self._waiting, {}
            self._engine.change_settings(waiting)

    # Looks --------------------------------------------------------------------------------------------------

    def _turn(self) -> None:
        """Show the page that was chosen from the list; a search is over with that."""
        if self.search.text():
            self.search.clear()
        else:
            self._show_found()

    def _show_found(self) -> None:
        text = self.search.text().strip()
        # Those of all pages are found: none of them is the one that is open.
        mark = QItemSelectionModel.SelectionFlag.Clear if text else QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.nav.selectionModel().select(self.nav.currentIndex(), mark)
        pages = list(setting_words.PAGES)
        wanted = pages if text else [pages[max(0, self.nav.currentRow())]]
        found = False
        for page in pages:
            if page not in wanted:
                if page in self._sections:
                    self._sections[page].hide()
                continue
            section = self.section(page)
            was_hidden = section.isHidden()
            shown = section.narrow(text)
            section.setVisible(shown)
            found = found or shown
            if shown and was_hidden and page == "processors":
                self.models.begin()
        self.nothing.setText(self.tr("No setting is called that."))
        self.nothing.setVisible(not found)
        self.area.verticalScrollBar().setValue(0)

    def _retranslate(self) -> None:
        self.search.setPlaceholderText(self.tr("Search settings…"))
        self.search.setAccessibleName(self.tr("Search settings"))
        self.nav.setAccessibleName(self.tr("Pages of settings"))
        row = max(0, self.nav.currentRow())
        self.nav.blockSignals(True)
        self.nav.clear()
        self.nav.addItems([setting_words.page_name(page) for page in setting_words.PAGES])
        self.nav.setCurrentRow(row)
        self.nav.blockSignals(False)
        self._say_problems()
        self._show_found()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._retranslate()


def _with_line(problem: SettingProblem) -> str:
    said = in_words(problem.message)
    if problem.line is None:
        return said
    return QCoreApplication.translate("Settings", "Line {0} of the file: {1}").format(problem.line, said)
