"""The page of settings: built from the schema, each with a sentence and a way back, all of them searchable.

The file momentry.toml stays the truth: what is changed there by hand is shown here at once, and what is refused
says why beside the setting, with what was typed left in place.
"""

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from momentry_desk.core.setting_fields import Kind, SettingValue
from momentry_desk.core.settings import FIELDS, SettingProblem, Settings, value_of
from momentry_desk.core.snapshot import QueueSnapshot
from momentry_desk.engine.errors import SettingsRefused
from momentry_desk.ui import setting_words
from momentry_desk.ui.api_button import ApiDoor
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.model_list import ModelList
from momentry_desk.ui.sentences import in_words
from momentry_desk.ui.setting_blocks import ApiBlock, PlacesBlock, PrivacyBlock
from momentry_desk.ui.setting_row import SettingRow

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine

_NAV_WIDTH = 190
_MOST_WIDTH = 760
#: A number that is stepped through is written when it comes to rest.
_REST_MS = 250


class _Section(QWidget):
    """One page's settings by groups, with the blocks that belong to it."""

    def __init__(self, page: str, rows: dict[str, SettingRow], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.page = page
        self.rows: list[SettingRow] = []
        self.blocks: list[QWidget] = []
        self.title = QLabel()
        self.title.setProperty("role", "title")
        self.reset = QPushButton()
        self.reset.setObjectName("link")
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.reset)
        self.layout_ = QVBoxLayout(self)
        self.layout_.setContentsMargins(0, 0, 0, 24)
        self.layout_.setSpacing(0)
        self.layout_.addLayout(head)
        self._groups: dict[str, tuple[QLabel, list[SettingRow]]] = {}
        for group, keys in setting_words.PAGES[page].items():
            label = QLabel()
            label.setProperty("role", "group")
            label.setIndent(0)
            label.setVisible(bool(group))
            self.layout_.addWidget(label)
            members = [rows[key] for key in keys]
            for row in members:
                self.layout_.addWidget(row)
            self._groups[group] = (label, members)
            self.rows += members
        self.retranslate()

    def add_block(self, block: QWidget, place: int = -1) -> None:
        self.layout_.insertWidget(place, block)
        self.blocks.append(block)

    def narrow(self, text: str) -> bool:
        """Leave only the rows that are meant by `text`, all where it is empty; says whether any is left."""
        named = not text or text.casefold() in setting_words.page_name(self.page).casefold()
        kept = [row for row in self.rows if named or row.holds(text)]
        for row in self.rows:
            row.setVisible(row in kept)
        for group, (label, members) in self._groups.items():
            label.setVisible(bool(group) and any(row in kept for row in members))
        for block in self.blocks:
            block.setVisible(named)
        return named or bool(kept)

    def offer_reset(self) -> None:
        """Only where there is something to set back."""
        self.reset.setVisible(any(row.is_changed for row in self.rows))

    def retranslate(self) -> None:
        name = setting_words.page_name(self.page)
        self.title.setText(name)
        self.reset.setText(self.tr("Reset this page"))
        self.reset.setAccessibleName(self.tr("Reset {0}").format(name))
        for group, (label, _) in self._groups.items():
            label.setText(setting_words.group_name(group))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()


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
        self.rows = {field.key: SettingRow(field) for field in FIELDS if _has_place(field.key)}
        self.sections = {page: _Section(page, self.rows) for page in setting_words.PAGES}
        self.models = ModelList(engine, errands)
        self.api = ApiBlock()
        self.places = PlacesBlock(engine.data_folder, engine.settings_path)
        self.privacy = PrivacyBlock(engine, errands)
        self.sections["processors"].add_block(self.models)
        self.sections["api"].add_block(self.api, 1)
        self.sections["folders"].add_block(self.places)
        self.sections["privacy"].add_block(self.privacy, 1)
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
        self.nav.currentRowChanged.connect(lambda _: self._show_found())
        for row in self.rows.values():
            row.wanted.connect(self._take_wish)
        for section in self.sections.values():
            section.reset.clicked.connect(lambda _=False, section=section: self._reset(section))
        self.api.port_wanted.connect(lambda port: self._take_wish("api.port", port))
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
        inner = QVBoxLayout(body)
        inner.setContentsMargins(24, 16, 24, 0)
        inner.setSpacing(8)
        inner.addWidget(self.broken)
        inner.addWidget(self.nothing)
        for section in self.sections.values():
            inner.addWidget(section)
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

    # What comes from the engine -----------------------------------------------------------------------------

    def begin(self) -> None:
        """It is seen now."""
        self.models.begin()
        self.take_snapshot(self._engine.snapshot())

    def serve(self, door: ApiDoor) -> None:
        """Follow the API."""
        self.api.serve(door)

    def take_snapshot(self, snapshot: QueueSnapshot) -> None:
        """Show what is in force, and what is wrong in the file."""
        if snapshot.settings == self._settings and snapshot.problems == self._problems:
            return
        self._settings, self._problems = snapshot.settings, snapshot.problems
        for key, row in self.rows.items():
            if key not in self._waiting:
                row.show_value(value_of(snapshot.settings, key))
        for section in self.sections.values():
            section.offer_reset()
        self._say_problems()

    def _say_problems(self) -> None:
        beside = {one.key: _with_line(one) for one in self._problems if one.key in self.rows}
        for key, row in self.rows.items():
            row.show_problem(beside.get(key, ""))
        rest = [_with_line(one) for one in self._problems if one.key not in self.rows]
        self.broken.setText("\n".join(f"⚠ {one}" for one in rest))
        self.broken.setVisible(bool(rest))

    # What a person asks -------------------------------------------------------------------------------------

    def show_page(self, page: str) -> None:
        """Open one of the pages by its name."""
        self.search.clear()
        self.nav.setCurrentRow(list(self.sections).index(page))

    def _take_wish(self, key: str, value: SettingValue | None) -> None:
        self._waiting[key] = value
        if value is not None and self.rows[key].field.kind in (Kind.WHOLE, Kind.NUMBER):
            self._rest.start()
        else:
            self._write_waiting()

    def _reset(self, section: _Section) -> None:
        self._waiting |= {row.field.key: None for row in section.rows if row.is_changed}
        self._write_waiting()

    def _write_waiting(self) -> None:
        self._rest.stop()
        waiting, self._waiting = self._waiting, {}
        for key, value in waiting.items():
            self._errands.begin(self._write(key, value))

    async def _write(self, key: str, value: SettingValue | None) -> None:
        row = self.rows[key]
        try:
            settings = await asyncio.wrap_future(self._engine.change_settings({key: value}))
        except SettingsRefused as refused:
            row.refuse(in_words(str(refused)))
            return
        if key not in self._waiting:
            row.show_value(value_of(settings, key))
            row.accept()
            for section in self.sections.values():
                section.offer_reset()

    def stop(self) -> None:
        """Write what waits; ask for nothing any more."""
        self._rest.stop()
        if self._waiting:
            waiting, self._waiting = self._waiting, {}
            self._engine.change_settings(waiting)

    # Looks --------------------------------------------------------------------------------------------------

    def _show_found(self) -> None:
        text = self.search.text().strip()
        chosen = self.nav.currentRow()
        found = False
        for n, section in enumerate(self.sections.values()):
            shown = section.narrow(text) if text else n == chosen and section.narrow("")
            section.setVisible(shown)
            found = found or shown
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
        self.nav.addItems([setting_words.page_name(page) for page in self.sections])
        self.nav.setCurrentRow(row)
        self.nav.blockSignals(False)
        self._say_problems()
        self._show_found()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._retranslate()


def _has_place(key: str) -> bool:
    return any(key in keys for groups in setting_words.PAGES.values() for keys in groups.values())


def _with_line(problem: SettingProblem) -> str:
    said = in_words(problem.message)
    if problem.line is None:
        return said
    return QCoreApplication.translate("Settings", "Line {0} of the file: {1}").format(problem.line, said)
