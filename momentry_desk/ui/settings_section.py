"""One page of the settings."""

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from momentry_desk.core.settings import FIELD_OF
from momentry_desk.ui import setting_words
from momentry_desk.ui.access_keys import with_keys
from momentry_desk.ui.setting_row import SettingRow


class SettingsSection(QWidget):
    """One page's settings by groups, with the blocks that belong to it."""

    def __init__(self, page: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.page = page
        self.rows: dict[str, SettingRow] = {}
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
            members = {key: SettingRow(FIELD_OF[key]) for key in keys}
            for row in members.values():
                self.layout_.addWidget(row)
            self._groups[group] = (label, list(members.values()))
            self.rows |= members
        self.retranslate()

    def add_block(self, block: QWidget, place: int = -1) -> None:
        self.layout_.insertWidget(place, block)
        self.blocks.append(block)

    def narrow(self, text: str) -> bool:
        """Leave only the rows that are meant by `text`, all where it is empty; says whether any is left."""
        named = not text or text.casefold() in setting_words.page_name(self.page).casefold()
        kept = [row for row in self.rows.values() if named or row.holds(text)]
        for row in self.rows.values():
            row.setVisible(row in kept)
        for group, (label, members) in self._groups.items():
            label.setVisible(bool(group) and any(row in kept for row in members))
        for block in self.blocks:
            block.setVisible(named)
        return named or bool(kept)

    def offer_reset(self) -> None:
        """Only where there is something to set back."""
        self.reset.setVisible(any(row.is_changed for row in self.rows.values()))

    def retranslate(self) -> None:
        name = setting_words.page_name(self.page)
        self.title.setText(name)
        whole = self.tr("Reset this page")
        labels = [setting_words.setting(key).label for key in self.rows]
        *keyed, keyed_reset = with_keys([*labels, whole])
        for row, keyed_label in zip(self.rows.values(), keyed, strict=True):
            row.name.setText(keyed_label)
        self.reset.setText(keyed_reset)
        self.reset.setAccessibleName(self.tr("Reset {0}").format(name))
        for group, (label, _) in self._groups.items():
            label.setText(setting_words.group_name(group))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
